"""Words as stems and lemmas, as strings, and which words are counted."""

from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simdoc.errors import SettingsError
from simdoc.text.word_forms import (
    folded_strings,
    hash_strings,
    stop_word_hashes,
    with_forms,
    word_list_hashes,
)
from simdoc.text.words import find_words
from tests.oracle import words as oracle_words

TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            list("abNcžřůĚ19 -\n\u0301\u030c\u00ad\u200b\ufffe\x02ﬁßİıЖаΝΖνǅ²ªʼ\u3164\U0001d400")
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


def stemmed(text: str, language: str = "en", form: str = "stemmed", fold: bool = True) -> list[int]:
    return list(with_forms(text, find_words(text, fold), form, language, fold).hashes.tolist())


@settings(max_examples=400)
@given(TEXTS)
@example("Νοvy Novy novy ΝΖ nz νζ")
@example("𝓣00:T00")
def test_two_words_have_equal_strings_exactly_when_they_have_equal_hashes(text: str) -> None:
    found = find_words(text)
    strings = folded_strings(text, found, fold_diacritics=True)
    pairs = set(zip(strings, found.hashes.tolist(), strict=True))
    assert len(pairs) == len({string for string, _ in pairs}) == len({h for _, h in pairs})


@given(TEXTS)
def test_the_strings_are_those_of_the_definition(text: str) -> None:
    found = find_words(text)
    assert folded_strings(text, found, True) == [word for _, _, word in oracle_words(text)]


@given(TEXTS, st.booleans())
def test_composed_and_decomposed_texts_give_equal_strings(text: str, fold: bool) -> None:
    variants = [unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
    one, two = (folded_strings(v, find_words(v, fold), fold) for v in variants)
    assert one == two


@given(TEXTS)
@example("\u0301 - \u200b \u3164\u0301 b\u3164\u0301 \u0e33x")
def test_each_string_is_hashed_as_one_word(text: str) -> None:
    strings = text.split(" ")
    assert len(hash_strings(strings, True)) == len(strings)
    for string, whole in zip(strings, hash_strings(strings, False).tolist(), strict=True):
        found = find_words(string, False)
        whole_word = [(0, len(string))] == list(zip(found.starts, found.ends, strict=True))
        kept = folded_strings(string, found, False)
        # No word begins with a mark, as one of nothing but fillers and marks would, and one that
        # begins with Thai SARA AM, which decomposes to a mark before its letter.
        if whole_word and kept[0] and unicodedata.category(kept[0][0])[0] != "M":
            assert found.hashes.tolist() == [whole]


def test_a_stem_stands_for_all_its_forms() -> None:
    one, two, other = stemmed("connections connecting apple")
    assert one == two != other
    assert stemmed("studenty studentů", "cs")[0] == stemmed("studentem", "cs")[0]
    assert len(set(stemmed("slovách slovami", "sk"))) == 1


def test_a_lemma_stands_for_all_its_forms() -> None:
    assert len(set(stemmed("went goes going", "en", "lemmatised"))) == 1
    assert len(set(stemmed("psi psů psem", "cs", "lemmatised"))) == 1
    assert len(set(stemmed("apples banana", "en", "lemmatised"))) == 2


def test_a_language_without_a_stemmer_counts_words_as_written() -> None:
    text = "connections connecting"
    for language in (None, "fi"):
        for form in ("stemmed", "lemmatised"):
            words = find_words(text)
            assert with_forms(text, words, form, language, True) is words


@pytest.mark.parametrize("form", ["stemmed", "lemmatised"])
@pytest.mark.parametrize("fold", [True, False])
def test_the_form_of_a_word_does_not_depend_on_what_stands_elsewhere(form: str, fold: bool) -> None:
    """být and byt share a hash when diacritics are folded, but neither stem nor lemma."""
    for first in ("byty", "býti", "Bytu"):
        for word in ("být", "byt", "bytě"):
            alone = stemmed(word, "cs", form, fold)
            assert stemmed(f"{first} {word}", "cs", form, fold)[1:] == alone


def test_the_form_of_a_word_does_not_depend_on_how_it_is_typed() -> None:
    plain = stemmed("přílišných connections", "cs")
    for variant in (
        unicodedata.normalize("NFD", "přílišných connections"),
        "PŘÍLIŠNÝCH Connections",
        "příliš\u00adných con\u200bnections",
        "příliš-\nných connec-\n  tions",
        "přílišných соnnесtiоns",  # Cyrillic look-alikes
    ):
        assert stemmed(variant, "cs") == plain


def test_starts_and_ends_stay_those_of_the_text() -> None:
    text = "The connec-\ntions of wоrds"
    before = find_words(text)
    after = with_forms(text, before, "stemmed", "en", True)
    assert after.starts.tolist() == before.starts.tolist()
    assert after.ends.tolist() == before.ends.tolist()
    assert after.mixed_script == before.mixed_script == 1


def test_stop_words_are_those_of_three_languages_and_ascend() -> None:
    for fold in (True, False):
        hashes = stop_word_hashes(fold)
        assert (np.diff(hashes.astype(object)) > 0).all()
        common = find_words("the and že jsou sú ktorý", fold).hashes
        assert np.isin(common, hashes).all()
        assert not np.isin(find_words("theorem plagiarism slovo", fold).hashes, hashes).any()


def test_a_word_list_is_known_by_its_words_not_by_their_order(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("jedna\nDvě\ntři\n", "utf-8")
    (tmp_path / "b").write_text("tri dve jedna dve", "utf-8")
    (tmp_path / "c").write_text("jedna\ndvě", "utf-8")
    one, two, three = (word_list_hashes(tmp_path / name, True) for name in "abc")
    assert one[0].tolist() == two[0].tolist() == sorted(one[0].tolist())
    assert one[1] == two[1] == hashlib.sha256(one[0].tobytes()).hexdigest()
    assert three[1] != one[1]


@pytest.mark.parametrize("content", [None, b"", b"... !", b"\xff\xfe\x00bad"])
def test_a_word_list_that_is_none_is_refused_by_name(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "list.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"list\.txt"):
        word_list_hashes(path, True)
