"""Valid intervals against their definition, and at its very edges."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.passages.valid_intervals import (
    MOST_TIMES,
    SAMPLE_GAPS,
    Intervals,
    Pairs,
    joined,
    valid_intervals,
)
from simdoc.settings import PassageSettings
from tests.oracle import OracleInterval, intervals_of_pairs

PAPERS = PassageSettings()
Row = tuple[int, int, int, bool]
"""Position in the query, position in the other, number of the other, boilerplate."""


def pairs_of(rows: Iterable[Row]) -> Pairs:
    columns = [*zip(*rows, strict=True)] or [(), (), (), ()]
    return Pairs(
        np.array(columns[0], np.int64),
        np.array(columns[1], np.int64),
        np.array(columns[2], np.int64),
        np.array(columns[3], bool),
    )


def found(intervals: Intervals) -> list[tuple[int, OracleInterval]]:
    return [
        (number, OracleInterval(*rest))
        for number, *rest in zip(
            intervals.numbers.tolist(),
            intervals.query_starts.tolist(),
            intervals.query_ends.tolist(),
            intervals.other_starts.tolist(),
            intervals.other_ends.tolist(),
            intervals.chunks.tolist(),
            intervals.boilerplate.tolist(),
            strict=True,
        )
    ]


def expected(rows: Sequence[Row], passage: PassageSettings) -> list[tuple[int, OracleInterval]]:
    answer = []
    for number in sorted({row[2] for row in rows}):
        mine = [row for row in rows if row[2] == number]
        every = [
            interval
            for grey in (False, True)
            for interval in intervals_of_pairs(
                [(a, b) for a, b, _, flag in mine if flag == grey], passage, grey
            )
        ]
        every.sort(key=lambda i: (i.query_start, i.other_start))
        answer += [(number, interval) for interval in every]
    return answer


def diagonal(start: int, other: int, count: int, number: int = 0, step: int = 1) -> list[Row]:
    """A copied run: `count` common chunks, one in `step` positions."""
    return [(start + i * step, other + i * step, number, False) for i in range(count)]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 3), st.booleans()),
        max_size=80,
    ),
    st.integers(1, 4),
    st.integers(1, 9),
)
def test_any_pairs_give_the_intervals_of_the_definition(
    rows: list[Row], minimum: int, gap: int
) -> None:
    # The same fingerprint cannot be boilerplate here and not there.
    rows = [(a, b, n, (a + b) % 3 == 0) for a, b, n, _ in set(rows)]
    passage = PassageSettings(minimum_chunks=minimum, maximum_gap=gap)
    both = [found(valid_intervals(pairs_of(order), passage)) for order in (rows, rows[::-1])]
    wanted = expected(rows, passage)
    for answer in both:
        key = lambda i: (i[0], i[1].query_start, i[1].other_start, i[1].boilerplate)  # noqa: E731
        assert sorted(answer, key=key) == sorted(wanted, key=key)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 12)), max_size=12),
    st.integers(1, 5),
    st.integers(2, 8),
)
def test_the_two_sides_may_be_exchanged(
    runs: list[tuple[int, int, int]], minimum: int, gap: int
) -> None:
    """What is a passage of this document in that one is a passage of that one in this."""
    rows = [row for a, b, count in runs for row in diagonal(3 * a, 5 * b, count)]
    passage = PassageSettings(minimum_chunks=minimum, maximum_gap=gap)
    there = found(valid_intervals(pairs_of(set(rows)), passage))
    back = found(valid_intervals(pairs_of({(b, a, n, f) for a, b, n, f in rows}), passage))
    assert {(i.query_start, i.query_end, i.other_start, i.other_end) for _, i in there} == {
        (i.other_start, i.other_end, i.query_start, i.query_end) for _, i in back
    }


@pytest.mark.parametrize(("count", "valid"), [(19, 0), (20, 1), (21, 1)])
def test_twenty_common_chunks_are_enough_and_nineteen_are_not(count: int, valid: int) -> None:
    assert len(valid_intervals(pairs_of(diagonal(7, 100, count)), PAPERS)) == valid


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("gap", "valid"), [(50, 1), (51, 2)])
def test_a_gap_of_fifty_positions_holds_and_one_of_fifty_one_breaks(
    gap: int, valid: int, side: int
) -> None:
    first = diagonal(0, 0, 20)
    at = [20, 20]
    at[side] = 19 + gap
    answer = found(valid_intervals(pairs_of(first + diagonal(at[0], at[1], 20)), PAPERS))
    assert len(answer) == valid
    if valid == 1:
        assert answer == [(0, OracleInterval(0, at[0] + 20, 0, at[1] + 20, 40, False))]
    else:
        assert [i.query_start for _, i in answer] == [0, at[0]]


def test_both_ends_are_common_chunks_and_the_end_is_one_behind() -> None:
    answer = found(valid_intervals(pairs_of(diagonal(30, 400, 20, step=50)), PAPERS))
    assert answer == [(0, OracleInterval(30, 30 + 19 * 50 + 1, 400, 400 + 19 * 50 + 1, 20, False))]


def test_distinct_positions_are_counted_on_each_side() -> None:
    """One chunk of the other met by thirty of the query is no passage, nor the reverse."""
    many_to_one = [(i, 5, 0, False) for i in range(30)]
    assert not len(valid_intervals(pairs_of(many_to_one), PAPERS))
    assert not len(valid_intervals(pairs_of([(b, a, n, f) for a, b, n, f in many_to_one]), PAPERS))
    square = [(i, j, 0, False) for i in range(20) for j in range(20)]
    assert found(valid_intervals(pairs_of(square), PAPERS)) == [
        (0, OracleInterval(0, 20, 0, 20, 20, False))
    ]


@pytest.mark.parametrize("blocks", [2, 3, 7, 40])
def test_groups_that_come_apart_one_cut_after_another(blocks: int) -> None:
    """Each block bridges the next two in one document only, so that every cut allows just one
    more: in the query B1 | B3 B2 B5 B4 …, in the other B2 B1 B4 B3 …"""
    in_query = [1] + [n for a in range(2, blocks + 2, 2) for n in (a + 1, a) if n <= blocks]
    in_other = [n for a in range(1, blocks + 2, 2) for n in (a + 1, a) if n <= blocks]
    place: list[dict[int, int]] = [{}, {}]
    for side, order in enumerate((in_query, in_other)):
        for ordinal, block in enumerate(order):
            place[side][block] = ordinal * 45 + (30 if side == 0 and block != 1 else 0)
    rows = [row for block in place[0] for row in diagonal(place[0][block], place[1][block], 20)]
    assert found(valid_intervals(pairs_of(rows), PAPERS)) == expected(rows, PAPERS)


def test_documents_worked_on_at_once_never_mix() -> None:
    """Ten chunks in each of two documents lie side by side and are a passage of neither."""
    halves = diagonal(0, 0, 10, number=1) + diagonal(10, 10, 10, number=2)
    assert not len(valid_intervals(pairs_of(halves), PAPERS))
    whole = halves + diagonal(10, 10, 10, number=1) + diagonal(40, 0, 20, number=7)
    answer = found(valid_intervals(pairs_of(whole), PAPERS))
    assert [(number, i.query_start, i.query_end) for number, i in answer] == [
        (1, 0, 20),
        (7, 40, 60),
    ]


def test_boilerplate_is_a_passage_of_its_own() -> None:
    """A declaration that everybody has does not stretch the passage beside it."""
    grey = [(a, b, n, True) for a, b, n, _ in diagonal(20, 20, 25)]
    answer = found(valid_intervals(pairs_of(diagonal(0, 0, 20) + grey), PAPERS))
    assert answer == [
        (0, OracleInterval(0, 20, 0, 20, 20, False)),
        (0, OracleInterval(20, 45, 20, 45, 25, True)),
    ]


def test_nothing_in_common_gives_nothing() -> None:
    assert found(valid_intervals(pairs_of([]), PAPERS)) == []


def test_positions_up_to_the_last_of_32_bits() -> None:
    top = (1 << 32) - 21
    rows = diagonal(top, 0, 20) + diagonal(0, top, 20, number=(1 << 31) - 1)
    assert found(valid_intervals(pairs_of(rows), PAPERS)) == expected(rows, PAPERS)


@pytest.mark.parametrize("sample", [2, 4, 30])
def test_a_sample_asks_for_its_share_and_holds_its_own_gaps(sample: int) -> None:
    asked = -(-20 // sample)
    gap = max(50, sample * SAMPLE_GAPS)
    rows = diagonal(0, 0, asked, step=gap)
    assert len(valid_intervals(pairs_of(rows), PAPERS, sample)) == 1
    if asked > 1:
        assert not len(valid_intervals(pairs_of(rows[1:]), PAPERS, sample))
        assert not len(
            valid_intervals(pairs_of(diagonal(0, 0, asked, step=gap + 1)), PAPERS, sample)
        )


# Pairs of repeated chunks.


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), min_size=1, max_size=8))
@settings(deadline=None)
def test_every_occurrence_is_paired_and_beyond_a_limit_only_along_the_diagonal(
    sizes: list[tuple[int, int]],
) -> None:
    a, b = (np.array(side) for side in zip(*sizes, strict=True))
    a_low, b_low = np.cumsum(a) - a, np.cumsum(b) - b
    left, right = joined(a_low, a_low + a, b_low, b_low + b)
    pairs = list(zip(left.tolist(), right.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    for ordinal, (many, few) in enumerate(sizes):
        ours = range(int(a_low[ordinal]), int(a_low[ordinal]) + many)
        theirs = range(int(b_low[ordinal]), int(b_low[ordinal]) + few)
        mine = {pair for pair in pairs if pair[0] in ours}
        if min(many, few) <= MOST_TIMES:
            assert mine == {(x, y) for x in ours for y in theirs}
        else:
            assert {x for x, _ in mine} == set(ours)
            assert {y for _, y in mine} == set(theirs)
            assert len(mine) == max(many, few)


def test_a_table_of_fifty_thousand_zeros_stays_linear() -> None:
    count = 49_996
    begun = time.perf_counter()
    one = np.zeros(1, np.int64)
    left, right = joined(one, one + count, one, one + count)
    assert len(left) == count
    numbers, flags = np.zeros(count, np.int64), np.zeros(count, bool)
    answer = found(valid_intervals(Pairs(left, right, numbers, flags), PAPERS))
    assert answer == [(0, OracleInterval(0, count, 0, count, count, False))]
    assert time.perf_counter() - begun < 10  # a pair of each with each would be 20 GB
