"""Obfuscated copies: as strong as asked, the same for a seed, true about what they stem from."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.evaluation.czech_slovak import czech_word, slovak_word
from simdoc.evaluation.draft import Draft, Obfuscated
from simdoc.evaluation.inflection import other_forms
from simdoc.evaluation.obfuscation import (
    CHANGES,
    RECIPES,
    Change,
    ChangeName,
    Recipe,
    obfuscate,
    recipe,
)
from simdoc.evaluation.synonyms import LANGUAGES, synonym, synonym_groups
from simdoc.evaluation.word_counts import WordCounts
from simdoc.text.words import find_words

ENGLISH = (
    "The large house stood near the old road, and the teacher examined it for 12 days. Nobody knew "
    "who built the house, because the owner had left. In 1894 Novak bought the place. He changed "
    "the roof, repaired the walls, and opened a small shop.\n\nThe shop was useful, however the "
    "result was never measured. Novak never returned to the house after 1901."
)
CZECH = (
    "Velký dům stál u staré silnice a učitel zkoumal jeho stav. Majitel domu získal novou smlouvu, "
    "která umožňovala opravu střechy. Smlouvy se tehdy podepisovaly v roce 1894 před soudem. Bez "
    "smlouvy nebylo možné budovu používat, majitelé proto budovy opouštěli."
)
TEXTS = {"en": ENGLISH, "cs": CZECH}
COUNTS = WordCounts.of([ENGLISH, CZECH, "zebra quagga okapi houses shops owners places " * 3])


def words_of(text: str) -> list[str]:
    found = find_words(text)
    return [text[a:b] for a, b in zip(found.starts.tolist(), found.ends.tolist(), strict=True)]


def changed(name: ChangeName, strength: float, text: str = ENGLISH, seed: int = 3) -> Obfuscated:
    language = "cs" if text == CZECH else "en"
    return obfuscate(text, [Change(name, strength)], language=language, counts=COUNTS, seed=seed)


def different(name: ChangeName, strength: float, text: str = ENGLISH) -> int:
    """How many words of the copy differ from the ones they stem from."""
    copy = changed(name, strength, text)
    return sum(
        copy.text[a:b] != text[c:d]
        for a, b, c, d in zip(
            copy.starts.tolist(),
            copy.ends.tolist(),
            copy.origin_starts.tolist(),
            copy.origin_ends.tolist(),
            strict=True,
        )
    )


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("language", TEXTS)
def test_strength_0_leaves_the_text_as_it_is_and_maps_every_word_onto_itself(
    name: Recipe, language: str
) -> None:
    text = TEXTS[language]
    copy = obfuscate(text, recipe(name, 0.0), language=language)
    assert copy.text == text
    np.testing.assert_array_equal(copy.starts, find_words(text).starts)
    np.testing.assert_array_equal(copy.starts, copy.origin_starts)
    np.testing.assert_array_equal(copy.ends, copy.origin_ends)


@pytest.mark.parametrize("name", [name for name in RECIPES if name != "verbatim"])
def test_a_seed_gives_one_copy_and_the_full_strength_changes_the_text(name: Recipe) -> None:
    text = CZECH if name == "to-slovak" else ENGLISH
    language = "cs" if text == CZECH else "en"
    if name == "to-czech":
        text, language = "Keď sa zmluva podpísala, ľudia používali budovu.", "sk"
    made = [
        obfuscate(text, recipe(name, 1.0), language=language, counts=COUNTS, seed=5).text
        for _ in range(2)
    ]
    assert made[0] == made[1] != text


@pytest.mark.parametrize("name", ["shuffle", "frequency", "insert", "delete", "inflect"])
def test_another_seed_gives_another_copy(name: ChangeName) -> None:
    assert changed(name, 0.5, seed=1).text != changed(name, 0.5, seed=2).text


@given(
    text=st.text(st.sampled_from("abcÁřž 12.,!?\n-()ſİß\u00ad\u0301\u0430"), max_size=120),
    steps=st.lists(
        st.tuples(st.sampled_from(list(CHANGES)), st.floats(0, 1)), min_size=1, max_size=4
    ),
    seed=st.integers(0, 1000),
    language=st.sampled_from(["cs", "sk", "en", None]),
)
@settings(max_examples=150, deadline=None)
def test_whatever_is_done_the_map_slices_both_texts_inside_their_borders(
    text: str, steps: list[tuple[ChangeName, float]], seed: int, language: str | None
) -> None:
    changes = [Change(name, strength) for name, strength in steps]
    copy = obfuscate(text, changes, language=language, seed=seed)
    originals = set(zip(*(a.tolist() for a in _bounds(text)), strict=True))
    stems = list(zip(copy.origin_starts.tolist(), copy.origin_ends.tolist(), strict=True))
    assert set(stems) <= originals
    assert len(set(stems)) == len(stems)  # nothing comes from one word twice
    assert (copy.starts < copy.ends).all()
    assert (copy.ends[:-1] <= copy.starts[1:]).all()
    assert not len(copy.ends) or copy.ends[-1] <= len(copy.text)


def _bounds(text: str) -> tuple[np.ndarray, np.ndarray]:
    found = find_words(text)
    return found.starts, found.ends


@given(text=st.text(max_size=200))
def test_a_draft_that_nothing_was_done_to_is_its_text(text: str) -> None:
    draft = Draft.of(text)
    assert draft.text == draft.finished().text == text
    assert [k for sentence in draft.sentences for k in sentence] == list(range(len(draft.words)))


@pytest.mark.parametrize("strength", [0.25, 0.5, 1.0])
def test_strength_is_the_share_of_the_words_that_are_replaced(strength: float) -> None:
    lettered = sum(word.isalpha() for word in words_of(ENGLISH))
    assert different("frequency", strength) == round(strength * lettered)


def test_a_frequency_matched_word_is_about_as_common() -> None:
    counts = WordCounts(Counter({_name(k): 400 - k for k in range(300)}))
    random = np.random.default_rng(1)
    for rank in (0, 10, 150, 299):
        drawn = {counts.alike(counts.words[rank], random) for _ in range(200)}
        assert counts.words[rank] not in drawn
        assert len(drawn) > 15
        assert all(abs(counts.words.index(word) - rank) <= 25 for word in drawn)


def _name(k: int) -> str:
    return "".join(chr(97 + digit) for digit in (k // 100, k // 10 % 10, k % 10))


def test_words_are_drawn_as_often_as_they_occur() -> None:
    counts = WordCounts(Counter({"often": 900, "seldom": 100}))
    random = np.random.default_rng(1)
    drawn = Counter(counts.drawn(random) for _ in range(2_000))
    assert drawn["often"] == pytest.approx(1_800, abs=60)


def test_shuffling_keeps_the_words_of_each_sentence_and_what_stands_between_them() -> None:
    copy = changed("shuffle", 1.0)
    before, after = Draft.of(ENGLISH), Draft.of(copy.text)
    assert [word.before for word in before.words] == [word.before for word in after.words]
    assert before.sentences == after.sentences
    for sentence in before.sentences:
        assert sorted(before.words[k].letters.lower() for k in sentence) == sorted(
            after.words[k].letters.lower() for k in sentence
        )
        assert after.words[sentence[0]].letters[0].isupper() or sentence[0] == 0
    assert "Novak" in copy.text and "novak" not in copy.text  # noqa: PT018


def test_inserted_words_stem_from_nothing_and_the_rest_stays_in_order() -> None:
    copy = changed("insert", 0.5)
    size = len(words_of(ENGLISH))
    assert len(words_of(copy.text)) == size + round(size / 2)
    assert len(copy.starts) == size
    assert (np.diff(copy.origin_starts) > 0).all()
    assert copy.starts[0] == 0 and copy.ends[-1] == len(copy.text) - 1  # noqa: PT018


def test_deleted_words_are_gone_from_the_map_and_sentences_still_begin_with_capitals() -> None:
    copy = changed("delete", 0.4)
    size = len(words_of(ENGLISH))
    assert len(copy.starts) == len(words_of(copy.text)) == size - round(0.4 * size)
    draft = Draft.of(copy.text)
    openers = [draft.words[sentence[0]].letters[0] for sentence in draft.sentences]
    assert all(letter.isupper() or letter.isdigit() for letter in openers)
    assert len(changed("delete", 1.0).starts) == 1


def test_synonyms_take_the_form_of_the_word_they_replace() -> None:
    random = np.random.default_rng(1)
    assert synonym("smlouvy", "cs", random) == "dohody"
    assert synonym("užívají", "cs", random) in {"používají", "využívají"}
    assert synonym("employed", "en", random) in {"used", "utilised", "applied"}
    assert synonym("používajú", "sk", random) in {"užívajú", "využívajú"}
    assert synonym("xyz", "cs", random) == "xyz"
    copy = changed("synonyms", 1.0, CZECH)
    assert copy.text.startswith(("Rozsáhlý", "Značný"))  # in the place of a capital, a capital


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_hundred_groups_of_words_that_differ(language: str) -> None:
    groups = synonym_groups(language)
    assert len(groups) >= 120
    assert all(len(set(group)) == len(group) >= 2 for group in groups)
    assert len(set(groups)) == len(groups)


def test_the_forms_that_occur_tell_the_paradigm() -> None:
    known = {"rok", "roku", "rokem", "smlouva", "smlouvy", "smlouvou", "walk", "walked"}
    assert "roky" in other_forms("roku", "cs", known.__contains__)
    assert "roka" not in other_forms("roku", "cs", {"rok", "rokem", "roků"}.__contains__)
    assert "smlouvami" in other_forms("smlouvy", "cs", known.__contains__)
    assert set(other_forms("walk", "en", known.__contains__)) == {"walks", "walked", "walking"}
    assert other_forms("during", "en", known.__contains__) == ()


def test_inflected_words_keep_their_stems() -> None:
    copy = changed("inflect", 1.0, CZECH)
    assert different("inflect", 1.0, CZECH) == 7  # smlouva ×3, budova ×2 and two verbs
    pairs = list(zip(words_of(CZECH), words_of(copy.text), strict=True))
    assert all(old[:3].lower() == new[:3].lower() for old, new in pairs if len(old) > 4)


def test_homoglyphs_look_the_same_and_count_as_the_same_words() -> None:
    copy = changed("homoglyphs", 1.0)
    assert copy.text != ENGLISH
    assert len(copy.text) == len(ENGLISH)
    assert sum(ord(c) > 0x400 for c in copy.text) > 100
    np.testing.assert_array_equal(find_words(copy.text).hashes, find_words(ENGLISH).hashes)


def test_other_numbers_have_as_many_digits_and_nothing_else_changes() -> None:
    copy = changed("numbers", 1.0)
    pairs = list(zip(words_of(ENGLISH), words_of(copy.text), strict=True))
    figures = [(old, new) for old, new in pairs if old.isdigit()]
    assert len(figures) == 3
    assert all(old != new and len(old) == len(new) and new[0] != "0" for old, new in figures)
    assert all(old == new for old, new in pairs if not old.isdigit())


def test_split_and_joined_sentences_keep_every_word() -> None:
    before = Draft.of(ENGLISH)
    split, joined = changed("split", 1.0), changed("join", 1.0)
    assert len(Draft.of(split.text).sentences) > len(before.sentences)
    assert len(Draft.of(joined.text).sentences) < len(before.sentences)
    assert len(split.starts) == len(joined.starts) == len(before.words)
    assert ", and nobody knew" in joined.text
    other = obfuscate("Ein Satz. Noch ein Satz.", [Change("join", 1.0)], language=None)
    assert other.text == "Ein Satz; noch ein Satz."


def test_a_summary_is_some_of_the_sentences_in_their_order() -> None:
    copy = changed("summary", 0.6)
    sentences = Draft.of(ENGLISH).sentences
    kept = {
        number
        for number, sentence in enumerate(sentences)
        for k in sentence
        if Draft.of(ENGLISH).words[k].start in copy.origin_starts.tolist()
    }
    assert len(kept) == len(sentences) - round(0.6 * len(sentences))
    assert len(copy.starts) == sum(len(sentences[number]) for number in kept)
    assert (np.diff(copy.origin_starts) > 0).all()
    assert len(Draft.of(changed("summary", 1.0).text).sentences) == 1


def test_czech_becomes_slovak_by_rule_and_comes_near_again() -> None:
    assert [slovak_word(word) for word in ("který", "možnost", "spoření", "pracují", "stromů")] == [
        "ktorý",
        "možnosť",
        "sporenie",
        "pracujú",
        "stromov",
    ]
    assert [czech_word(word) for word in ("ktorý", "možnosť", "fungovanie", "pracujú")] == [
        "který",
        "možnost",
        "fungování",
        "pracují",
    ]


def test_ranges_are_followed_there_and_back() -> None:
    text = "One two three four. Five six seven eight."
    copy = obfuscate(text, [Change("summary", 0.5)], language="en")
    assert copy.origin(0, len(copy.text)) in {(0, 18), (20, 40)}
    gone = (20, 40) if copy.origin(0, len(copy.text)) == (0, 18) else (0, 18)
    assert copy.image(*gone) is None
    whole = obfuscate(text, [])
    assert whole.image(4, 7) == whole.origin(4, 7) == (4, 7)
    assert whole.origin(3, 4) is None


def test_an_unknown_change_or_strength_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="mirror"):
        Change("mirror", 0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"shuffle is 1\.5"):
        Change("shuffle", 1.5)


def test_texts_without_words_survive() -> None:
    for text in ("", " \n", "…"):
        for name in CHANGES:
            assert changed(name, 1.0, text).text == text
