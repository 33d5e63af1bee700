"""Common chunks → valid intervals, as the 2009 proposal defines them.

All pairs (position in the query document, position in the other) are cut apart wherever neighbours
differ by more than the gap in the query document, then in the other, again and again until nothing
is cut. A group with enough distinct positions on each side is a valid interval of each document
that maps onto a valid interval of the other. Many documents are worked on at once: a pair carries
the number of its other document and groups never mix numbers. Nor do they mix boilerplate with the
rest: a declaration that all theses share does not stretch the passage beside it, and is shown grey
by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simdoc.index.ordering import group_starts, stable_order
from simdoc.settings import PassageSettings

Integers = NDArray[np.int64]

MOST_PAIRS = 4096
"""Pairs that one fingerprint may give between two documents. A chunk that stands a times in one
and b times in the other has a·b pairs; beyond this (a table of zeros) each occurrence is paired
with the one at the same relative place only, which keeps every position and a linear size."""

SAMPLE_GAPS = 8
"""Gaps under a sample, in mean distances of the fingerprints kept: inside an unbroken copy one
distance in e⁸ = 3,000 is longer."""


@dataclass(frozen=True)
class Pairs:
    """Common chunks: parallel arrays of positions, with the other document's number and whether
    the fingerprint is boilerplate."""

    query_positions: Integers
    other_positions: Integers
    numbers: Integers
    boilerplate: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True)
class Intervals:
    """Valid intervals: parallel arrays, ordered by number, then start in the query document.

    Starts are the first, ends the last common position plus one. `chunks` counts the distinct
    common positions of the query document inside; `boilerplate` tells those made of nothing else.
    """

    numbers: Integers
    query_starts: Integers
    query_ends: Integers
    other_starts: Integers
    other_ends: Integers
    chunks: Integers
    boilerplate: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.numbers)


def valid_intervals(pairs: Pairs, settings: PassageSettings, sample: int = 1) -> Intervals:
    """All valid intervals. Under a sample of one fingerprint in `sample`, that share of the
    minimum is asked for, because that is how much of the evidence was kept, and gaps may be as
    long as the sample alone makes them."""
    minimum = max(1, -(-settings.minimum_chunks // sample))
    gap = max(settings.maximum_gap, sample * SAMPLE_GAPS if sample > 1 else 0)
    owners, group = _owners_of(pairs)
    sides = (pairs.query_positions, pairs.other_positions)
    settled = 0  # sides on which nothing is left to cut
    axis = 0
    while settled < 2 and len(group):
        order = _ordered(group, sides[axis])
        group = group[order]
        sides = sides[0][order], sides[1][order]
        position = sides[axis]
        new = group[1:] != group[:-1]
        cut = (position[1:] - position[:-1] > gap) & ~new
        settled = 1 if cut.any() else settled + 1
        first = np.concatenate(([0], np.flatnonzero(new | cut) + 1))
        owners = owners[group[first]]
        sizes = np.diff(np.append(first, len(group)))
        group = np.repeat(np.arange(len(first)), sizes)
        if sizes.min() < minimum:  # too few pairs can never become enough positions
            enough = np.repeat(sizes >= minimum, sizes)
            group, sides = group[enough], (sides[0][enough], sides[1][enough])
        axis = 1 - axis
    return _intervals(sides[0], sides[1], group, owners, minimum)


def _owners_of(pairs: Pairs) -> tuple[Integers, Integers]:
    """The documents to keep apart, boilerplate from the rest (2 × number, + 1 for boilerplate),
    and the ordinal among these of each pair's."""
    owner = pairs.numbers * 2 + pairs.boilerplate
    if np.any(owner[1:] < owner[:-1]):
        owners, group = np.unique(owner, return_inverse=True)
        return owners, group
    first = group_starts(owner)
    return owner[first], np.repeat(np.arange(len(first)), np.diff(np.append(first, len(owner))))


def _ordered(group: Integers, position: Integers) -> Integers:
    """The order by group, then position."""
    return stable_order(group * (int(position.max()) + 1) + position)


def _intervals(
    query: Integers, other: Integers, group: Integers, owners: Integers, minimum: int
) -> Intervals:
    """The groups that have at least `minimum` distinct positions on each side."""
    if not len(group):
        none = np.zeros(0, np.int64)
        return Intervals(none, none, none, none, none, none, np.zeros(0, bool))
    low, high, distinct = [], [], []
    for position in (query, other):
        order = _ordered(group, position)
        position, ordered = position[order], group[order]
        first = group_starts(ordered)
        new = np.ones(len(ordered), np.int64)
        new[1:] = (ordered[1:] != ordered[:-1]) | (position[1:] != position[:-1])
        low.append(position[first])
        high.append(position[np.append(first[1:], len(position)) - 1])
        distinct.append(np.add.reduceat(new, first))
    owner = owners[ordered[first]]
    valid = np.flatnonzero((distinct[0] >= minimum) & (distinct[1] >= minimum))
    chosen = valid[np.lexsort((low[1][valid], low[0][valid], owner[valid] // 2))]
    return Intervals(
        owner[chosen] // 2,
        low[0][chosen],
        high[0][chosen] + 1,
        low[1][chosen],
        high[1][chosen] + 1,
        distinct[0][chosen],
        owner[chosen] % 2 == 1,
    )


def joined(
    query_low: Integers,
    query_high: Integers,
    other_low: Integers,
    other_high: Integers,
) -> tuple[Integers, Integers]:
    """All pairs between ranges [query_low, query_high) and [other_low, other_high), one pair of
    ranges a common fingerprint: two parallel arrays of ordinals, thinned beyond MOST_PAIRS."""
    a, b = query_high - query_low, other_high - other_low
    dense = a * b > MOST_PAIRS
    sizes = np.where(dense, np.maximum(a, b), a * b)
    row = np.repeat(np.arange(len(sizes)), sizes)
    within = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    if not dense.any():
        return query_low[row] + within // b[row], other_low[row] + within % b[row]
    longest = np.maximum(a, b)
    thin = dense[row]
    left = np.where(thin, within * a[row] // np.maximum(longest[row], 1), within // b[row])
    right = np.where(thin, within * b[row] // np.maximum(longest[row], 1), within % b[row])
    return query_low[row] + left, other_low[row] + right
