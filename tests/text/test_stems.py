"""Stems: the arrays agree with a plain reading of the rule, whatever a text is made of."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.text.make_characters import folded
from simdoc.text.stems import PREFIX, find_stems
from simdoc.text.words import find_words


def plain_stem(word: str) -> str:
    """The rule letter by letter; numbers whole, told by a # before them."""
    letters: list[str] = []
    for character in word:
        for part in folded(character):
            if part == "\u030a" and letters and letters[-1] == "u":
                letters[-1] = "o"
            elif not unicodedata.category(part).startswith("M"):
                letters.append("i" if part == "y" else part)
    silent = set()
    for at in range(len(letters) - 1):
        pair = letters[at] + letters[at + 1]
        if pair in ("ou", "ia"):
            silent.add(at)
        elif pair == "ie":
            silent.add(at + 1)
    kept = "".join(c for at, c in enumerate(letters) if at not in silent)
    if kept and all(unicodedata.category(c) == "Nd" for c in kept):
        return "#" + kept[:24]
    return kept[:PREFIX]


def stems_of(text: str) -> list[tuple[int, bool]]:
    words = find_words(text)
    stems = find_stems(text, words)
    return list(zip(stems.hashes.tolist(), stems.numbers.tolist(), strict=True))


@pytest.mark.parametrize(
    ("czech", "slovak"),
    [
        ("míra", "miera"),
        ("mouka", "múka"),
        ("kůň", "kôň"),
        ("žák", "žiak"),
        ("řešení", "rešenie"),
        ("být", "byť"),
    ],
)
def test_a_czech_word_and_its_slovak_twin_have_one_stem(czech: str, slovak: str) -> None:
    assert stems_of(czech) == stems_of(slovak)


def test_an_alternation_inside_czech_is_one_stem() -> None:
    assert stems_of("dům") == stems_of("dom")
    assert stems_of("chlapcova")[0] == stems_of("chlapcových")[0]


def test_words_that_differ_in_the_first_five_letters_have_other_stems() -> None:
    text = "master mister monster muster oyster 12 123 1 12a a12"
    assert len(set(stems_of(text))) == len(text.split())


def test_numbers_are_told_from_words() -> None:
    assert [number for _, number in stems_of("12 3a b4 1234567890123 ٣ ²")] == [
        True,
        False,
        False,
        True,
        True,
    ]


alphabet = "aeiouyůúôbc1ﬁß\u030a\u0301\u00ad\u200bÅŮ\ud835𝐛7 .\n-æы"
texts = st.text(st.sampled_from(alphabet), max_size=60)


@settings(deadline=None)
@given(st.lists(texts, max_size=8).map(" ".join))
def test_stems_are_equal_exactly_where_the_plain_rule_says_so(text: str) -> None:
    words = find_words(text)
    stems = find_stems(text, words)
    plain = [
        plain_stem(text[start:end])
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
    ]
    assert [stem.startswith("#") for stem in plain] == stems.numbers.tolist()
    hashes = [(h, n) for h, n in zip(stems.hashes.tolist(), stems.numbers.tolist(), strict=True)]
    assert len(set(zip(plain, hashes, strict=True))) == len(set(plain)) == len(set(hashes))


@settings(deadline=None)
@given(st.lists(st.text("abouieyůúŮňďx7", min_size=1, max_size=12), max_size=6).map(" ".join))
def test_composed_decomposed_and_hyphenated_texts_have_equal_stems(text: str) -> None:
    expected = stems_of(text)
    decomposed = unicodedata.normalize("NFD", text)
    assert stems_of(decomposed) == expected
    for inside in ("\u00ad", "\u200b"):
        assert stems_of(" ".join(inside.join(word) for word in text.split(" "))) == expected
        assert stems_of(" ".join(inside.join(word) for word in decomposed.split(" "))) == expected


def test_a_long_text_gives_the_stems_of_its_parts() -> None:
    part = "Dům o třech 1234 poschodích, ﬁnancovaný ze slou-\nčených zdrojů. "
    assert stems_of(part * 1000) == stems_of(part) * 1000
