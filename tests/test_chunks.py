"""Words → chunks → fingerprints, against the definition and for every setting."""

from __future__ import annotations

import hashlib
import importlib.metadata
import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simdoc.chunks import Chunks, Fingerprinter
from simdoc.corpus import Corpus
from simdoc.errors import IncompatibleIndexError, SettingsError
from simdoc.index.index import Index
from simdoc.settings import FingerprintSettings, Settings
from simdoc.stores import INDEX_FOLDER
from simdoc.text.words import find_words
from tests import oracle

WORDS = ["alfa", "Beta", "gama", "déltá", "epsilon", "ŽETA", "7", "éta", "eta", "θ"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
WILD_TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            list("abcžřůĚ19 .-_\n\r\t'\u0301\u030c\u00ad\u200b\ufffe\x02ﬁßİıЖаΝ\u3164\U0001d400")
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)
PINNED_TEXT = "Žluťoučký kůň příliš úpěl ďábelské ódy. The connections of words are counted here."


def chunks(text: str, **changes: Any) -> Chunks:
    return Fingerprinter(FingerprintSettings(**changes)).chunks(text)


def prints(text: str, **changes: Any) -> list[int]:
    return list(chunks(text, **changes).fingerprints.tolist())


def assert_same_chunks(found: Chunks, wanted: list[oracle.OracleChunk]) -> None:
    """Equal places, and equal fingerprints exactly where the chunks are equal."""
    assert found.positions.tolist() == list(range(len(wanted)))
    assert found.starts.tolist() == [chunk.start for chunk in wanted]
    assert found.ends.tolist() == [chunk.end for chunk in wanted]
    pairs = set(zip(found.fingerprints.tolist(), (c.key for c in wanted), strict=True))
    assert len(pairs) == len({f for f, _ in pairs}) == len({key for _, key in pairs})
    assert len(found.distinct()) == len(oracle.distinct(wanted))


# Words, the ground of it all.


@settings(max_examples=400, deadline=None)
@given(WILD_TEXTS, st.booleans())
@example("Νovy novy ﬁ fi a-\r\n b\u0301", True)
def test_words_are_those_of_the_definition(text: str, fold: bool) -> None:
    found = find_words(text, fold)
    wanted = oracle.words(text, fold)
    places = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    assert list(places) == [(start, end) for start, end, _ in wanted]
    pairs = set(zip(found.hashes.tolist(), (word for _, _, word in wanted), strict=True))
    assert len(pairs) == len({h for h, _ in pairs}) == len({word for _, word in pairs})


@pytest.mark.parametrize("unit", ["word\n", "word\t7,", "漢字。", "e\u0301 ", "ab-\ncd ", "(a.b)"])
def test_a_long_text_is_cut_at_separators_and_nowhere_else(unit: str) -> None:
    """Beyond the 65,536 characters worked on at once, whatever stands between the words."""
    whole = find_words(unit * 60_000)
    once = find_words(unit * 3)
    each = len(once) // 3
    assert len(whole) == each * 60_000
    assert np.array_equal(whole.hashes, np.tile(once.hashes[:each], 60_000))
    assert np.array_equal(whole.starts[-each:], once.starts[:each] + len(unit) * 59_999)


# Chunks by the definition.


@settings(max_examples=200, deadline=None)
@given(
    TEXTS,
    st.integers(1, 20),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["sum64", "md5"]),
)
def test_chunks_are_those_of_the_definition(
    text: str, size: int, in_order: bool, overlapping: bool, fold: bool, kind: str
) -> None:
    found = chunks(
        text,
        chunk_words=size,
        sorted_words=not in_order,
        overlapping=overlapping,
        fold_diacritics=fold,
        hash=kind,
    )
    chunking = oracle.Chunking(size, in_order, overlapping, fold)
    assert_same_chunks(found, oracle.chunks(text, chunking))
    assert found.words == len(oracle.words(text))


@pytest.mark.parametrize("count", range(12))
def test_so_many_words_give_so_many_chunks(count: int) -> None:
    text = " ".join(f"w{i}" for i in range(count))
    assert len(chunks(text)) == max(0, count - 4)
    assert len(chunks(text, overlapping=False)) == count // 5
    assert len(chunks(text, chunk_words=1)) == count
    assert chunks(text).words == count


@given(st.lists(st.sampled_from(WORDS), min_size=5, max_size=5), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_transposition_inside_a_chunk_changes_nothing(words: list[str], chance: Any) -> None:
    mixed = words[:]
    chance.shuffle(mixed)
    assert prints(" ".join(words)) == prints(" ".join(mixed))
    assert prints(" ".join(words), hash="md5") == prints(" ".join(mixed), hash="md5")
    if [w.casefold() for w in words] != [w.casefold() for w in mixed]:
        kept = {"sorted_words": False, "fold_diacritics": False}
        assert prints(" ".join(words), **kept) != prints(" ".join(mixed), **kept)


def test_a_repeated_word_is_not_the_same_as_one_that_stands_once() -> None:
    sets = ["a a b c d", "a b b c d", "a b c c d", "a b c d e", "a a a b c"]
    for kind in ("sum64", "md5"):
        assert len({prints(text, hash=kind)[0] for text in sets}) == len(sets)


def test_two_words_exchanged_for_two_of_the_same_sum_of_letters_are_seen() -> None:
    """The sum of word hashes is over mixed hashes: letters moved between words change it."""
    assert prints("ab cd e f g") != prints("ad cb e f g") != prints("abc d e f g")


# The papers' examples. The wording of the report's paragraph was not at hand when these were
# written, so its sentence is our own and only the principle is the report's.


def test_eight_words_give_four_sorted_chunks_as_the_2008_report_explains() -> None:
    """FIMU-RS-2008-04, the paragraph that begins "Additionally, we sort": four overlapping chunks
    of five words, each sorted. The sentence here is not the report's."""
    text = "Every student writes at least one long thesis."
    wanted = [
        ("at", "every", "least", "student", "writes"),
        ("at", "least", "one", "student", "writes"),
        ("at", "least", "long", "one", "writes"),
        ("at", "least", "long", "one", "thesis"),
    ]
    assert [chunk.key for chunk in oracle.chunks(text)] == wanted
    found = chunks(text)
    assert_same_chunks(found, oracle.chunks(text))
    for fingerprint, key in zip(found.fingerprints.tolist(), wanted, strict=True):
        for order in itertools.islice(itertools.permutations(key), 0, 120, 17):
            assert prints(" ".join(order)) == [fingerprint]
    covered = [text[a:b] for a, b in zip(found.starts, found.ends, strict=True)]
    assert covered[0] == "Every student writes at least"
    assert covered[-1] == "at least one long thesis"


def test_ten_word_chunks_and_chunks_side_by_side_as_the_2009_proposal_shows() -> None:
    """The proposal shows the sentence about holes in your knowledge as chunks of ten words and as
    chunks of five that do not overlap. Here it has the wording under its author's letters."""
    text = "If you want the holes in your knowledge showing up try teaching someone."
    ten = chunks(text, chunk_words=10)
    assert [text[a:b] for a, b in zip(ten.starts, ten.ends, strict=True)] == [
        "If you want the holes in your knowledge showing up",
        "you want the holes in your knowledge showing up try",
        "want the holes in your knowledge showing up try teaching",
        "the holes in your knowledge showing up try teaching someone",
    ]
    apart = chunks(text, overlapping=False)
    assert [text[a:b] for a, b in zip(apart.starts, apart.ends, strict=True)] == [
        "If you want the holes",
        "in your knowledge showing up",
    ]
    assert apart.positions.tolist() == [0, 1]
    assert apart.fingerprints.tolist() == [prints(text)[0], prints(text)[5]]


# Sentences.

SENTENCES = st.lists(
    st.lists(st.sampled_from(["alfa", "beta", "gama", "delta", "eta"]), min_size=1, max_size=9),
    min_size=1,
    max_size=6,
)


def sentence_text(sentences: list[list[str]]) -> tuple[str, list[list[oracle.Word]]]:
    """The text, and the words of each sentence with their places."""
    text = " ".join(" ".join(words).capitalize() + "!" for words in sentences)
    found = iter(oracle.words(text))
    return text, [[next(found) for _ in words] for words in sentences]


@settings(max_examples=100, deadline=None)
@given(SENTENCES, st.integers(1, 6), st.booleans(), st.booleans())
def test_chunks_that_do_not_cross_sentence_ends(
    sentences: list[list[str]], size: int, overlapping: bool, in_order: bool
) -> None:
    text, parts = sentence_text(sentences)
    wanted = []
    for part in parts:
        for first in range(0, len(part) - size + 1, 1 if overlapping else size):
            inside = part[first : first + size]
            words = [word for _, _, word in inside]
            key = tuple(words if in_order else sorted(words))
            wanted.append(oracle.OracleChunk(key, inside[0][0], inside[-1][1]))
    found = chunks(
        text,
        sentences="not_crossed",
        chunk_words=size,
        overlapping=overlapping,
        sorted_words=not in_order,
    )
    assert_same_chunks(found, wanted)


@settings(max_examples=100, deadline=None)
@given(SENTENCES, st.booleans(), st.sampled_from(["sum64", "md5"]))
def test_a_whole_sentence_as_one_chunk(
    sentences: list[list[str]], in_order: bool, kind: str
) -> None:
    text, parts = sentence_text(sentences)
    wanted = []
    for part in parts:
        words = [word for _, _, word in part]
        key = tuple(words if in_order else sorted(words))
        wanted.append(oracle.OracleChunk(key, part[0][0], part[-1][1]))
    found = chunks(text, sentences="whole", sorted_words=not in_order, hash=kind)
    assert_same_chunks(found, wanted)


@pytest.mark.parametrize("sentences", ["not_crossed", "whole"])
def test_no_words_give_no_chunks_whatever_the_sentences(sentences: str) -> None:
    for text in ("", " ... ! \n\n", "\f"):
        assert len(chunks(text, sentences=sentences)) == 0


# Which words count.


def test_stop_words_are_left_out_of_chunks_but_not_of_the_text() -> None:
    with_them = "The holes of the great and old knowledge are in a dark cellar"
    without = "holes great old knowledge dark cellar"
    found = chunks(with_them, stop_words=True)
    assert found.fingerprints.tolist() == prints(without)
    assert found.words == 6
    assert with_them[found.starts[0] : found.ends[0]] == (
        "holes of the great and old knowledge are in a dark"
    )


@settings(max_examples=50, deadline=None)
@given(TEXTS, st.sets(st.sampled_from(WORDS), min_size=1))
def test_only_words_of_the_list_count(text: str, listed: set[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "list.txt").write_text("\n".join(sorted(listed)), "utf-8")
        made = FingerprintSettings(word_list="list.txt")
        found = Fingerprinter(made, Path(folder)).chunks(text)
    known = {word for _, _, word in oracle.words(" ".join(listed))}
    others = frozenset(word for _, _, word in oracle.words(text)) - known
    wanted = oracle.chunks(text, oracle.Chunking(left_out=others))
    assert_same_chunks(found, wanted)


def test_a_changed_word_list_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("alfa\nbeta\n", "utf-8")
    first = Fingerprinter(FingerprintSettings(word_list="list.txt"), tmp_path)
    assert first.settings.word_list_hash
    path.write_text("BETA alfa", "utf-8")
    assert Fingerprinter(first.settings, tmp_path).settings == first.settings
    path.write_text("alfa\nbeta\ngama\n", "utf-8")
    with pytest.raises(IncompatibleIndexError, match=r"list\.txt.*put the old word list back"):
        Fingerprinter(first.settings, tmp_path)
    path.unlink()
    with pytest.raises(SettingsError, match=r"list\.txt"):
        Fingerprinter(first.settings, tmp_path)


@pytest.mark.parametrize(
    ("form", "package"), [("stemmed", "snowballstemmer"), ("lemmatised", "simplemma")]
)
def test_forms_made_by_another_version_are_refused_with_the_remedy(
    form: Literal["stemmed", "lemmatised"],
    package: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = Settings(fingerprint=FingerprintSettings(words=form))
    with Corpus.open(tmp_path, chosen) as corpus:
        made_by = corpus.settings.fingerprint.words_by
    assert made_by == f"{package} {importlib.metadata.version(package)}"
    assert Index.open(tmp_path / INDEX_FOLDER).snapshot().settings == replace(
        chosen.fingerprint, words_by=made_by
    )
    Corpus.open(tmp_path, chosen).close()
    monkeypatch.setattr("simdoc.text.word_forms.version", lambda _package: "99.0")
    for chosen_again in (None, chosen):
        with pytest.raises(IncompatibleIndexError, match=f"{package} 99.0") as caught:
            Corpus.open(tmp_path, chosen_again)
        assert made_by.replace(" ", "==") in caught.value.remedy


def test_words_as_written_depend_on_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simdoc.text.word_forms.version", lambda _package: "99.0")
    assert Fingerprinter(FingerprintSettings()).settings == FingerprintSettings()


def test_stems_and_lemmas_make_forms_of_a_word_meet() -> None:
    one = "The connections of these studies are counted here by all of us"
    two = "The connection of this study are counting here by all of us"
    for form in ("stemmed", "lemmatised"):
        common = set(prints(one, words=form)) & set(prints(two, words=form))
        assert len(common) > len(set(prints(one)) & set(prints(two)))
    assert prints(one, words="stemmed", hash="md5") != prints(one, hash="md5")
    assert set(prints(one, words="stemmed", hash="md5")) & set(
        prints(two, words="stemmed", hash="md5")
    )


# Fingerprints.


@pytest.mark.parametrize(
    ("changes", "count", "first_two"),
    [
        ({}, 9, [188027064183210, 74532754254259]),
        ({"sorted_words": False}, 9, [54948794676246, 99506661801029]),
        ({"hash": "md5"}, 9, [42259689195454, 62408641011327]),
        ({"hash": "md5", "sorted_words": False}, 9, [54007612400703, 201696180933361]),
        ({"bits": 16}, 9, [43778, 17353]),
        ({"sentences": "whole"}, 2, [220281920684819, 241372989838483]),
        ({"sentences": "whole", "sorted_words": False}, 2, [246549102046554, 184112513079705]),
        ({"sentences": "not_crossed"}, 5, [188027064183210, 74532754254259]),
        ({"fold_diacritics": False}, 9, [85366943646202, 42475375444897]),
        ({"chunk_words": 10}, 4, [226475526468485, 267929990770422]),
        ({"chunk_words": 1}, 13, [144795751548232, 281019946891175]),
        ({"overlapping": False}, 2, [188027064183210, 188836343635050]),
    ],
)
def test_fingerprints_are_pinned_for_ever(
    changes: dict[str, Any], count: int, first_two: list[int]
) -> None:
    """If one of these changes, every index made before answers wrongly: raise PIPELINE_VERSION."""
    found = prints(PINNED_TEXT, **changes)
    assert len(found) == count
    assert found[:2] == first_two


def test_md5_is_that_of_the_sorted_words_with_spaces_between() -> None:
    found = prints("Žluťoučký kůň příliš úpěl ďábelské", hash="md5")
    digest = hashlib.md5(b"dabelske kun prilis upel zlutoucky").digest()
    assert found == [int.from_bytes(digest, "big") >> 80]


@pytest.mark.parametrize("kind", ["sum64", "md5"])
@pytest.mark.parametrize("bits", [16, 17, 24, 31, 32, 33, 47, 48])
def test_fewer_bits_are_the_top_bits_of_the_same_fingerprint(bits: int, kind: str) -> None:
    whole = Fingerprinter(FingerprintSettings(hash=kind)).chunks(PINNED_TEXT, exact=True)  # type: ignore[arg-type]
    found = prints(PINNED_TEXT, bits=bits, hash=kind)
    assert found == [fingerprint >> (64 - bits) for fingerprint in whole.fingerprints.tolist()]


def test_a_sample_keeps_chunks_by_their_value_wherever_they_stand() -> None:
    text = " ".join(f"w{i * i % 97}" for i in range(900))
    everything = chunks(text)
    for sample in (2, 3, 7, 64):
        sampled = chunks(text, sample=sample)
        kept = set(sampled.fingerprints.tolist())
        chosen = [f in kept for f in everything.fingerprints.tolist()]
        assert sampled.positions.tolist() == np.flatnonzero(chosen).tolist()
        assert sampled.starts.tolist() == everything.starts[chosen].tolist()
        assert sampled.words == everything.words
        share = len(kept) / len(everything.distinct())
        assert share == pytest.approx(1 / sample, abs=3 / sample**0.5 / 97**0.5)


def test_exact_chunks_leave_nothing_out_and_keep_every_bit() -> None:
    made = Fingerprinter(FingerprintSettings(sample=5, bits=16))
    exact = made.chunks(PINNED_TEXT, exact=True)
    assert len(exact) == len(chunks(PINNED_TEXT)) > len(made.chunks(PINNED_TEXT))
    assert exact.fingerprints.max() > 1 << 48


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.upper(),
        lambda text: text.replace("e", "е").replace("o", "ο").replace("a", "а"),
        lambda text: text.replace("ti", "t\u00adi").replace("e", "e\u200b"),
        lambda text: text.replace("fi", "ﬁ").replace("per", "per-\n   "),
        lambda text: text.replace(" ", " — ").replace("a", "á"),
    ],
)
def test_tricks_of_writing_do_not_change_a_fingerprint(spoil: Callable[[str], str]) -> None:
    text = "the definition of a fine operation overcomes another terrible aftermath of writing"
    assert spoil(text) != text
    for kind in ("sum64", "md5"):
        assert prints(spoil(text), hash=kind) == prints(text, hash=kind)


def test_mixed_scripts_are_counted_also_where_words_are_left_out() -> None:
    text = "the cоpy of а раper is here and there"
    assert chunks(text).mixed_script_words == chunks(text, stop_words=True).mixed_script_words == 2
