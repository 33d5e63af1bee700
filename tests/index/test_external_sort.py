from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simdoc.index.external_sort
from simdoc.index.external_sort import Run, distribute, ordered_postings, postings_within
from simdoc.index.format import Postings

BITS = 20
FINGERPRINTS = st.one_of(st.integers(0, 3), st.integers(0, (1 << BITS) - 1))


def postings_of(documents: list[list[int]], first_number: int = 0) -> Postings:
    return Postings(
        np.array([f for each in documents for f in each], np.uint64),
        np.array([first_number + n for n, each in enumerate(documents) for _ in each], np.uint32),
        np.array([p for each in documents for p, _ in enumerate(each)], np.uint32),
    )


def triples(pieces: list[Postings]) -> list[tuple[int, int, int]]:
    return [row for piece in pieces for row in zip(*(c.tolist() for c in piece), strict=True)]


@settings(deadline=None, max_examples=60)
@given(
    batches=st.lists(st.lists(st.lists(FINGERPRINTS, max_size=30), max_size=4), max_size=4),
    limit=st.integers(1, 40),
)
def test_any_runs_and_any_limit_give_the_sorted_postings(
    batches: list[list[list[int]]], limit: int
) -> None:
    parts, runs, first = [], [], 0
    for batch in batches:
        parts.append(postings_of(batch, first))
        runs.append(distribute(parts[-1], BITS))
        first += len(batch)
    pieces = list(ordered_postings(runs, BITS, limit))
    assert triples(pieces) == sorted(triples(parts))
    assert all(len(piece.fingerprints) <= limit for piece in pieces)


def test_a_run_saved_to_a_file_reads_as_it_was(tmp_path: Path) -> None:
    run = distribute(postings_of([[5, 1 << 19, 7], [7, 0]]), BITS)
    saved = run.save(tmp_path / "run")
    assert isinstance(saved, Run)
    for start, end in [(0, 5), (1, 3), (2, 2)]:
        assert triples([run.read(start, end)]) == triples([saved.read(start, end)])
        assert saved.read(start, end).fingerprints.dtype == np.uint64


def test_a_run_is_distributed_by_the_top_sixteen_bits_and_keeps_its_order_inside() -> None:
    fingerprints = [(2 << 4) | 9, (1 << 4) | 3, (2 << 4) | 1, (1 << 4) | 3]
    run = distribute(postings_of([fingerprints]), BITS)
    assert run.prefix_offsets[:4].tolist() == [0, 0, 2, 4]
    assert run.prefix_offsets[-1] == 4
    assert run.read(0, 4).positions.tolist() == [1, 3, 0, 2]


def test_one_fingerprint_in_more_documents_than_fit_comes_in_pieces() -> None:
    runs = [distribute(postings_of([[9]] * 50, 50 * n), BITS) for n in range(3)]
    pieces = list(ordered_postings(runs, BITS, 20))
    assert max(len(piece.fingerprints) for piece in pieces) <= 20
    assert [n for piece in pieces for n in piece.numbers.tolist()] == list(range(150))


def test_ranges_are_small_when_memory_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simdoc.index.external_sort, "RANGE_POSTINGS", 8)
    rng = np.random.default_rng(1)
    documents = rng.integers(0, 1 << BITS, (10, 20)).tolist()
    pieces = list(ordered_postings([distribute(postings_of(documents), BITS)], BITS, 1000))
    assert triples(pieces) == sorted(triples([postings_of(documents)]))
    assert max(len(piece.fingerprints) for piece in pieces) <= 8


def test_a_posting_may_cost_64_bytes() -> None:
    assert postings_within(32) == 32 * 1024 * 1024 // 64
