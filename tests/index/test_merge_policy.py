from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.index.merge_policy import SegmentSize, choose_merges


def segment(serial: int, postings: int, deleted: int = 0, documents: int = 100) -> SegmentSize:
    return SegmentSize(serial, postings, documents, deleted)


SIZES = st.lists(
    st.tuples(st.integers(0, 10**9), st.integers(1, 100), st.floats(0, 1)).map(
        lambda t: (t[0], t[1], int(t[1] * t[2]))
    ),
    max_size=40,
).map(lambda rows: [SegmentSize(n, p, d, x) for n, (p, d, x) in enumerate(rows)])


def after(segments: list[SegmentSize], groups: list[tuple[int, ...]]) -> list[SegmentSize]:
    """The sizes when the groups have been merged."""
    serial = itertools.count(1 + max((s.serial for s in segments), default=0))
    taken = {s for group in groups for s in group}
    result = [s for s in segments if s.serial not in taken]
    for group in groups:
        members = [s for s in segments if s.serial in group]
        live = sum(s.documents - s.deleted for s in members)
        postings = sum(s.postings * (s.documents - s.deleted) // s.documents for s in members)
        if live:
            result.append(SegmentSize(next(serial), postings, live, 0))
    return result


@given(segments=SIZES, maximum=st.integers(1, 20))
def test_merging_ends_within_the_allowed_number_of_segments(
    segments: list[SegmentSize], maximum: int
) -> None:
    for _ in range(50):
        groups = choose_merges(segments, maximum)
        serials = [serial for group in groups for serial in group]
        assert len(serials) == len(set(serials))
        assert set(serials) <= {s.serial for s in segments}
        if not groups:
            break
        segments = after(segments, groups)
    assert groups == []
    assert len(segments) <= maximum
    assert all(s.deleted < 0.25 * s.documents or not s.deleted for s in segments)


@pytest.mark.parametrize("batch", [1, 7])
def test_one_batch_after_another_is_rewritten_a_few_times_only(batch: int) -> None:
    segments: list[SegmentSize] = []
    written = total = 0
    for serial in range(0, 200_000, 100):
        segments.append(SegmentSize(serial, 2500 * batch, batch, 0))
        total += 2500 * batch
        while groups := choose_merges(segments, 12):
            taken = {s for group in groups for s in group}
            written += sum(s.postings for s in segments if s.serial in taken)
            segments = [
                SegmentSize(serial + n, s.postings, s.documents, 0)
                for n, s in enumerate(after(segments, groups))
            ]
    assert len(segments) <= 12
    assert written / total < 8


def test_a_few_segments_of_different_sizes_are_left_alone() -> None:
    assert choose_merges([segment(1, 10**6), segment(2, 10**5), segment(3, 2500)], 12) == []


def test_four_segments_of_the_same_size_become_one() -> None:
    small = [segment(n, 2500) for n in range(2, 6)]
    assert choose_merges([segment(1, 10**7), *small], 12) == [(2, 3, 4, 5)]


def test_a_segment_with_many_deletions_is_rewritten_alone() -> None:
    assert choose_merges([segment(1, 10**7, deleted=25), segment(2, 2500)], 12) == [(1,)]
    assert choose_merges([segment(1, 10**7, deleted=24), segment(2, 2500)], 12) == []


def test_too_many_segments_lose_their_smallest() -> None:
    segments = [segment(n, 10**3 * 5**n) for n in range(1, 8)]
    assert choose_merges(segments, 5) == [(1, 2, 3)]


def test_everything_becomes_one_segment_when_that_changes_anything() -> None:
    assert choose_merges([segment(1, 9), segment(2, 5)], 12, everything=True) == [(1, 2)]
    assert choose_merges([segment(1, 9, deleted=1)], 12, everything=True) == [(1,)]
    assert choose_merges([segment(1, 9)], 12, everything=True) == []
    assert choose_merges([], 12, everything=True) == []
