"""Words: where they start and end, and what counts as the same word."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simdoc.text import words as words_module
from simdoc.text.words import find_words

TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            list("abcžřůĚ19 .-_\n\r\t'’\u0301\u030c\u00ad\u200b\ufffe\x02ﬁßİıЖа\U0001d400")
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)
PLAIN_WORDS = st.text(alphabet="abcdeřžýáěůABCŘŽ0123456789", min_size=2, max_size=9)


def slices(text: str) -> list[str]:
    found = find_words(text)
    return [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)]


def hashes(text: str, fold_diacritics: bool = True) -> list[int]:
    return find_words(text, fold_diacritics).hashes.tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dobrý den, světe!", ["Dobrý", "den", "světe"]),
        ("snake_case and 3rd ½ m²", ["snake", "case", "and", "3rd", "m"]),
        ("don't", ["don", "t"]),
        ("inter-\nnational", ["inter-\nnational"]),
        ("inter-\r\n   national", ["inter-\r\n   national"]),
        ("inter\u2010 \nnational", ["inter\u2010 \nnational"]),
        ("hy\ufffephen hy\x02\nphen", ["hy\ufffephen", "hy\x02\nphen"]),
        ("1990-\n1995 a-\n7", ["1990", "1995", "a", "7"]),
        ("foo-bar foo - bar", ["foo", "bar", "foo", "bar"]),
        ("foo-\n\nbar", ["foo", "bar"]),
        ("so\u00adft ze\u200bro \u200bedge\u200b", ["so\u00adft", "ze\u200bro", "edge"]),
        ("e\u0301te\u0301 \u0301stray", ["e\u0301te\u0301", "stray"]),
        ("", []),
        ("- – … \n", []),
        ("\U0001d400\U0001d401 😀 x", ["\U0001d400\U0001d401", "x"]),
    ],
)
def test_words_are_sliced_as_defined(text: str, expected: list[str]) -> None:
    assert slices(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "straße"),
        ("İstanbul", "istanbul"),
        ("ﬁnal ﬂow", "final flow"),
        ("žluťoučký", "zlutoucky"),
        ("po\u00adčítač", "počítač"),
        ("počí-\ntač", "počítač"),
        ("ｆｕｌｌ １２", "full 12"),
        ("\U0001d400bc", "abc"),
        ("Łódź", "lodz"),
        ("Ǆ", "dž"),
    ],
)
def test_variants_of_a_word_count_as_the_same_word(one: str, other: str) -> None:
    assert hashes(one) == hashes(other)


def test_diacritics_tell_words_apart_when_they_are_kept() -> None:
    assert hashes("být", fold_diacritics=False) != hashes("byt", fold_diacritics=False)
    assert hashes("být", fold_diacritics=False) == hashes("by\u0301t", fold_diacritics=False)


def test_letters_in_another_order_are_another_word() -> None:
    words = ["abc", "acb", "bac", "bca", "cab", "cba", "ab", "aab", "abb"]
    assert len(set(hashes(" ".join(words)))) == len(words)


def test_look_alike_letters_fold_to_their_twins_and_mixed_words_are_counted() -> None:
    original = "the copy of a paper about hope"
    tricked = original.replace("o", "о").replace("a", "а").replace("p", "р")
    found = find_words(tricked)
    assert found.hashes.tolist() == hashes(original)
    assert found.mixed_script == 5  # copy, of, paper, about, hope; the lone "a" has no Latin
    assert find_words("Это обычный русский текст").mixed_script == 0
    assert find_words("5 μm a Δt = 3 s, Łódź").mixed_script == 0


def test_true_cyrillic_keeps_its_case_folding() -> None:
    assert hashes("МОСКВА ВОЗДУХ") == hashes("москва воздух")


def test_the_hash_of_a_word_is_pinned_for_ever() -> None:
    assert hashes("simdoc žluťoučký 2008") == PINNED


PINNED = [9465831622652637106, 5878330570002221098, 3840425306338820609]


@given(TEXTS)
@example("a\u0345\u0301")
@example("\r\u200b\n-\u00ad\nb")
def test_composed_and_decomposed_texts_give_equal_words(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    decomposed = unicodedata.normalize("NFD", text)
    for fold in (True, False):
        assert hashes(composed, fold) == hashes(decomposed, fold) == hashes(text, fold)


@given(st.lists(PLAIN_WORDS, max_size=12), st.data())
def test_soft_hyphens_and_zero_widths_inside_words_change_nothing(
    words: list[str], data: st.DataObject
) -> None:
    tricked = []
    for word in words:
        at = data.draw(st.integers(1, len(word) - 1))
        tricked.append(
            word[:at] + data.draw(st.sampled_from("\u00ad\u200b\u200d\u2060\ufeff")) + word[at:]
        )
    assert hashes(" ".join(tricked)) == hashes(" ".join(words))


@given(TEXTS)
def test_slices_ascend_do_not_overlap_and_leave_no_letter_uncovered(text: str) -> None:
    found = find_words(text)
    assert (found.starts < found.ends).all()
    assert (found.ends[:-1] <= found.starts[1:]).all()
    covered = np.zeros(len(text), bool)
    for start, end in zip(found.starts, found.ends, strict=True):
        covered[start:end] = True
        assert unicodedata.category(text[start])[0] in "LN"
    for at, character in enumerate(text):
        if unicodedata.category(character)[0] == "L" or unicodedata.category(character) == "Nd":
            assert covered[at]


@given(st.lists(TEXTS, max_size=8), st.integers(4, 40))
def test_a_long_text_cut_into_blocks_gives_the_words_of_the_whole(
    parts: list[str], block: int
) -> None:
    text = " word ".join(parts)
    whole = find_words(text)
    old = words_module.BLOCK
    words_module.BLOCK = block
    try:
        cut = find_words(text)
    finally:
        words_module.BLOCK = old
    assert cut.starts.tolist() == whole.starts.tolist()
    assert cut.ends.tolist() == whole.ends.tolist()
    assert cut.hashes.tolist() == whole.hashes.tolist()
    assert cut.mixed_script == whole.mixed_script


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert slices("ab \ud800 cd") == ["ab", "cd"]
