"""Two texts by the papers' method: measures and valid intervals as characters and pages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.chunks import Fingerprinter
from simdoc.passages.comparison import ComparedTexts, PagedText, compare_texts
from simdoc.settings import FingerprintSettings, PassageSettings
from tests.oracle import OracleCorpus, chunks
from tests.small_corpus import SMALL_PASSAGES, TEXTS

NOTHING = np.zeros(0, np.uint64)
WORDS = [f"slovo{i}" for i in range(500)]


def compared(
    query: str,
    other: str,
    passage: PassageSettings | None = None,
    exact: bool = False,
    query_pages: tuple[int, ...] = (),
    other_pages: tuple[int, ...] = (),
    boilerplate: str = "",
    **fingerprints: int,
) -> ComparedTexts:
    fingerprinter = Fingerprinter(FingerprintSettings(**fingerprints))  # type: ignore[arg-type]
    return compare_texts(
        PagedText(query, query_pages),
        PagedText(other, other_pages),
        fingerprinter,
        passage or PassageSettings(),
        fingerprinter.chunks(boilerplate).distinct(),
        exact,
        "valid-intervals",
    )


def rows(found: ComparedTexts) -> list[tuple[int, int, int, int, int, bool]]:
    return [
        (p.query_start, p.query_end, p.other_start, p.other_end, p.common_chunks, p.boilerplate)
        for p in found.passages
    ]


@settings(max_examples=150)
@given(TEXTS, TEXTS, st.sampled_from([" ", ", ", "\n", " — "]), st.booleans())
def test_any_two_texts_give_the_passages_of_the_definition(
    one: str, two: str, between: str, exact: bool
) -> None:
    one = one.replace(" ", between)
    oracle = OracleCorpus({1: one, 2: two}, passage=SMALL_PASSAGES)
    found = compared(one, two, SMALL_PASSAGES, exact)
    wanted = oracle.compare(one, two)
    assert found.measures.common == wanted.common
    assert found.measures.of_query == wanted.of_query
    assert found.measures.of_other == wanted.of_other
    assert found.measures.symmetric == wanted.symmetric
    assert found.measures.resemblance == wanted.resemblance
    assert found.measures == found.without_boilerplate
    assert rows(found) == oracle.passages(one, two)
    back = compared(two, one, SMALL_PASSAGES, exact)
    turned = [(c, d, a, b) for a, b, c, d, _, _ in rows(back)]
    assert sorted(turned) == sorted((a, b, c, d) for a, b, c, d, _, _ in rows(found))


@settings(max_examples=100)
@given(TEXTS, TEXTS, TEXTS, st.booleans())
def test_boilerplate_is_set_apart_and_changes_no_percentage(
    one: str, two: str, grey: str, exact: bool
) -> None:
    keys = {chunk.key for chunk in chunks(grey)}
    found = compared(one, two, SMALL_PASSAGES, exact, boilerplate=grey)
    plain = compared(one, two, SMALL_PASSAGES, exact)
    assert found.measures == plain.measures
    ours, theirs = ({chunk.key for chunk in chunks(text)} - keys for text in (one, two))
    assert found.without_boilerplate.common == len(ours & theirs)
    assert found.without_boilerplate.query_chunks == len(ours)
    assert found.without_boilerplate.other_chunks == len(theirs)
    for passage in found.passages:
        inside = {
            chunk.key
            for chunk in chunks(one)
            if passage.query_start <= chunk.start and chunk.end <= passage.query_end
        }
        assert bool(inside & keys) >= passage.boilerplate


def test_start_and_end_slice_whole_words_of_both_texts() -> None:
    copied = " ".join(WORDS[:60])
    one = f"Úvod, který je náš. „{copied}“ A konec práce, který je také náš."
    two = f"Něco jiného:\n\n{copied.upper()}!\n"
    [passage] = compared(one, two).passages
    assert one[passage.query_start : passage.query_end] == copied
    assert two[passage.other_start : passage.other_end] == copied.upper()
    assert passage.common_chunks == 56
    assert passage.kind == "verbatim"
    assert not passage.boilerplate
    assert (passage.query_pages, passage.other_pages) == (None, None)


def test_pages_are_those_that_the_passage_touches() -> None:
    copied = " ".join(WORDS[:60])
    one = "x" * 10 + "\n" + copied[:100] + "\n" + copied[100:] + "\n" + "y" * 20
    pages = (0, 11, 112, len(one) - 20)
    [passage] = compared(one, copied, query_pages=pages, other_pages=(0,)).passages
    assert one[passage.query_start : passage.query_end].startswith("slovo0")
    assert passage.query_pages == (2, 3)
    assert passage.other_pages == (1, 1)


def test_two_copies_far_apart_are_two_passages_and_in_order_of_the_query() -> None:
    first, second = " ".join(WORDS[:40]), " ".join(WORDS[100:140])
    between = " ".join(f"mezi{i}" for i in range(80))
    one = f"{second} {between} {first}"
    two = f"{first} {between.upper().replace('MEZI', 'jinde')} {second}"
    found = compared(one, two).passages
    assert [one[p.query_start : p.query_end] for p in found] == [second, first]
    assert [two[p.other_start : p.other_end] for p in found] == [second, first]


def test_a_passage_found_twice_in_the_other_text_is_told_twice() -> None:
    copied = " ".join(WORDS[:40])
    between = " ".join(f"mezi{i}" for i in range(80))
    found = compared(copied, f"{copied} {between} {copied}").passages
    assert len(found) == 2
    assert {(p.query_start, p.query_end) for p in found} == {(0, len(copied))}


@pytest.mark.parametrize("sample", [2, 5, 16])
def test_a_sample_still_finds_the_passage_within_its_own_precision(sample: int) -> None:
    copied = " ".join(WORDS[:400])
    own = [" ".join(f"{name}{i}" for i in range(400)) for name in ("alfa", "beta")]
    one, two = f"{own[0]} {copied}", f"{copied} {own[1]}"
    [passage] = compared(one, two, sample=sample).passages
    inside = one[passage.query_start : passage.query_end]
    assert inside in copied
    assert len(inside) > 0.6 * len(copied)
    [exact] = compared(one, two, exact=True, sample=sample).passages
    assert one[exact.query_start : exact.query_end] == copied


def test_texts_without_a_chunk_are_compared_to_nothing() -> None:
    found = compared("dvě slova", " ".join(WORDS[:40]))
    assert found.passages == ()
    assert found.measures.of_query is None
    assert found.measures.of_other == 0.0
    assert compared("", "").measures.of_other is None


def test_exact_mode_with_boilerplate_of_an_index_of_few_bits() -> None:
    """Boilerplate is known by the bits of the index, the rest by all bits of the texts."""
    grey = " ".join(WORDS[:50])
    one = f"{grey} {' '.join(WORDS[100:150])}"
    two = f"{grey} {' '.join(WORDS[100:150])} {' '.join(WORDS[200:230])}"
    for exact in (False, True):
        found = compared(one, two, exact=exact, boilerplate=grey, bits=40)
        assert found.measures.of_query == 1.0
        assert found.without_boilerplate.query_chunks == 96 - 46
        assert found.without_boilerplate.of_query == 1.0
        assert [p.boilerplate for p in found.passages] == [True, False]
