"""Cutting piece by piece against cutting everything again and again, and its time."""

from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.passages.staircases import cut_to_the_end
from simdoc.passages.valid_intervals import Pairs, valid_intervals
from simdoc.settings import PassageSettings
from tests.oracle import Pair, intervals_of_pairs

COUNT = 100_000
SPACING = 30
"""Two steps are more than the gap of 50 apart, one is less."""


def staircase(count: int) -> list[Pair]:
    """Pairs of which each bridges its neighbours in one document only, and the first none: in the
    query 1 | 3 2 5 4 7 6 …, in the other 2 1 4 3 6 5 …"""
    ours = [3 * SPACING + SPACING * (pair ^ 1) if pair else 0 for pair in range(count)]
    theirs = [SPACING * (((pair + 1) ^ 1) + 1) for pair in range(count)]
    return list(zip(ours, theirs, strict=True))


def groups_of(pairs: list[Pair], group: list[int], gap: int) -> set[frozenset[int]]:
    """What stays together, as sets of ordinals, by the definition's own words."""
    waiting = [{i for i, g in enumerate(group) if g == one} for one in set(group)]
    final = set()
    while waiting:
        members = waiting.pop()
        for side in (0, 1):
            ordered = sorted(members, key=lambda i: pairs[i][side])
            places = [pairs[i][side] for i in ordered]
            cut = next((k for k in range(1, len(places)) if places[k] - places[k - 1] > gap), None)
            if cut is not None:
                waiting += [set(ordered[:cut]), set(ordered[cut:])]
                break
        else:
            final.add(frozenset(members))
    return final


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 90), st.integers(0, 90), st.integers(0, 2)),
        min_size=1,
        max_size=70,
    ),
    st.integers(0, 12),
)
def test_piece_by_piece_the_groups_are_those_of_the_definition(
    rows: list[tuple[int, int, int]], gap: int
) -> None:
    pairs, group = [(a, b) for a, b, _ in rows], [g for _, _, g in rows]
    sides = [np.array([pair[side] for pair in pairs]) for side in (0, 1)]
    found = cut_to_the_end(sides, np.array(group), gap).tolist()
    together = {frozenset(i for i, g in enumerate(found) if g == one) for one in set(found)}
    assert together == groups_of(pairs, group, gap)
    assert sorted(set(found)) == list(range(len(together)))


def test_a_staircase_comes_apart_to_the_last_pair() -> None:
    pairs = staircase(60)
    alone = {frozenset([ordinal]) for ordinal in range(60)}
    assert groups_of(pairs, [0] * 60, 50) == alone
    assert intervals_of_pairs(pairs, PassageSettings()) == []


def test_a_staircase_of_a_hundred_thousand_pairs_takes_less_than_a_second() -> None:
    ours, theirs = (np.array(side) for side in zip(*staircase(COUNT), strict=True))
    # At its foot stands a passage that must survive.
    run = np.arange(40)
    pairs = Pairs(
        np.append(ours, ours.max() + 1000 + run),
        np.append(theirs, theirs.max() + 1000 + run),
        np.zeros(COUNT + len(run), np.int64),
        np.zeros(COUNT + len(run), np.bool_),
    )
    begin = time.process_time()
    found = valid_intervals(pairs, PassageSettings())
    assert time.process_time() - begin < 1.0
    assert found.chunks.tolist() == [40]
    assert found.query_starts.tolist() == [int(ours.max()) + 1000]
