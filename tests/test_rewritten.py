"""Documents found by traces agree with counting over plain sets."""

from __future__ import annotations

from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.rewritten import TracedDocuments, document_limit, find_rewritten
from simdoc.settings import BoilerplateSettings, TraceSettings
from simdoc.traces import Traces, find_traces

SHAPE = TraceSettings().shape()
WORDS = [f"{a}{b}lo{c}" for a in "bdfgk" for b in "aeiou" for c in "mnprt"]
texts = st.lists(st.sampled_from(WORDS), min_size=8, max_size=60).map(" ".join)


def traces_of(text: str) -> Traces:
    return find_traces(text, SHAPE)


def plain_traces(text: str) -> dict[int, int]:
    """Fingerprint → position."""
    traces = traces_of(text)
    return dict(zip(traces.fingerprints.tolist(), traces.positions.tolist(), strict=True))


def index_of(folder: Path, documents: dict[int, str], parts: int) -> Index:
    index = Index.create(folder, SHAPE, BoilerplateSettings(50, 0.0))
    items = sorted(documents.items())
    for part in range(parts):
        with index.builder() as builder:
            for doc_id, text in items[part::parts]:
                traces = traces_of(text)
                builder.add(IndexedDocument(doc_id, traces.words, *traces.by_position()))
            index.commit([builder.finish()])
    return index


def plain_places(
    query: dict[int, int], other: dict[int, int], weights: dict[int, float], window: int
) -> float:
    """The best square of 2 × window words, on grids shifted by half a square."""
    best = 0.0
    for shift in (0, window):
        for other_shift in (0, window):
            sums: dict[tuple[int, int], float] = {}
            for trace in query.keys() & other.keys():
                row = (query[trace] // 4 + shift) // (2 * window)
                column = (other[trace] // 4 + other_shift) // (2 * window)
                sums[row, column] = sums.get((row, column), 0.0) + weights[trace]
            best = max(best, *sums.values(), 0.0)
    return best


@settings(max_examples=40)
@given(
    query=texts,
    others=st.lists(texts, min_size=1, max_size=7),
    parts=st.integers(1, 3),
    limit=st.integers(1, 4),
    window=st.integers(1, 9),
)
def test_scores_and_places_are_those_of_plain_sets(
    tmp_path_factory: pytest.TempPathFactory,
    query: str,
    others: list[str],
    parts: int,
    limit: int,
    window: int,
) -> None:
    documents = dict(enumerate([query, *others, query + " " + others[0]], 1))
    snapshot = index_of(tmp_path_factory.mktemp("traces"), documents, parts).snapshot()
    found = find_rewritten(
        snapshot,
        traces_of(query),
        TraceSettings(),
        limit,
        snapshot.doc_ids.copy(),
        snapshot.number_of(1),
    )
    plain = {doc_id: plain_traces(text) for doc_id, text in documents.items()}
    counts = {t: sum(t in plain[d] for d in plain if d != 1) for t in plain[1]}
    weights = {t: 1 / log2(1 + n) if 0 < n <= limit else 0.0 for t, n in counts.items()}
    expected = {
        doc_id: sum(weights[t] for t in plain[1].keys() & mine.keys())
        for doc_id, mine in plain.items()
        if doc_id != 1
    }
    expected = {doc_id: score for doc_id, score in expected.items() if score > 0}
    assert found.numbers.tolist() == sorted(expected)
    assert found.scores.tolist() == pytest.approx([expected[d] for d in sorted(expected)])
    # Places are counted until they suffice: with the best as the threshold, to the end.
    for doc_id in expected:
        best = plain_places(plain[1], plain[doc_id], weights, window)
        wanted = TraceSettings(minimum_score=best, window=window)
        exact = find_rewritten(
            snapshot, traces_of(query), wanted, limit, snapshot.doc_ids, snapshot.number_of(1)
        )
        place = exact.places[exact.numbers == doc_id]
        assert place.tolist() == pytest.approx([best])


def test_documents_that_may_not_be_found_are_not(tmp_path: Path) -> None:
    text = " ".join(WORDS[:40])
    snapshot = index_of(tmp_path, {1: text, 2: text, 3: text}, 2).snapshot()
    numbers = np.where(snapshot.doc_ids == 2, -1, snapshot.doc_ids)
    found = find_rewritten(snapshot, traces_of(text), TraceSettings(), 50, numbers)
    assert found.numbers.tolist() == [1, 3]


def test_the_same_traces_scattered_are_less_evidence_than_in_one_place(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    filler = [" ".join("".join(map(chr, rng.integers(97, 123, 8))) for _ in range(99))
              for _ in range(24)]  # fmt: skip
    pieces = [" ".join(WORDS[at : at + 5]) for at in range(0, 40, 5)]
    query = " ".join(pieces)
    together = " ".join([*filler[:4], query, *filler[4:8]])
    scattered = " ".join(f"{filler[8 + at]} {piece}" for at, piece in enumerate(pieces))
    snapshot = index_of(tmp_path, {1: together, 2: scattered}, 1).snapshot()
    found = find_rewritten(
        snapshot, traces_of(query), TraceSettings(minimum_score=8), 50, snapshot.doc_ids
    )
    assert found.places[0] > 3 * found.places[1]
    assert found.listed(8).numbers.tolist() == [1]


@pytest.mark.parametrize(("documents", "limit"), [(10, 10), (2_000, 20), (100_000, 50)])
def test_what_chunks_call_boilerplate_says_nothing_in_traces_either(
    documents: int, limit: int
) -> None:
    assert document_limit(TraceSettings(), BoilerplateSettings(), documents) == limit


def test_scores_of_documents_without_traces_are_zero() -> None:
    found = TracedDocuments(np.array([2, 5]), np.array([3.0, 9.0]), np.array([3.0, 9.0]))
    assert found.scores_of(np.array([5, 1, 9, 2])).tolist() == [9.0, 0.0, 0.0, 3.0]
    empty = TracedDocuments(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    assert empty.scores_of(np.array([5])).tolist() == [0.0]
