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

from simdoc.index.ordering import group_sizes, group_starts, stable_order
from simdoc.settings import PassageSettings

Integers = NDArray[np.int64]
Sides = tuple[Integers, Integers]
"""Positions in the query document and in the other."""

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
        group, sides = _ordered(group, sides, axis)
        position = sides[axis]
        starts = (position[1:] - position[:-1]) > gap
        starts &= group[1:] == group[:-1]
        settled = 1 if starts.any() else settled + 1
        starts |= group[1:] != group[:-1]
        first = np.append(0, starts.nonzero()[0] + 1)
        owners = owners.take(group.take(first))
        sizes = group_sizes(first, len(group))
        group = np.arange(len(first)).repeat(sizes)
        if sizes.min() < minimum:  # too few pairs can never become enough positions
            rows = (sizes >= minimum).repeat(sizes).nonzero()[0]
            group, sides = group.take(rows), (sides[0].take(rows), sides[1].take(rows))
        axis = 1 - axis
    return _intervals(group, sides, owners, minimum)


def _owners_of(pairs: Pairs) -> tuple[Integers, Integers]:
    """The documents to keep apart, boilerplate from the rest (2 × number, + 1 for boilerplate),
    and the ordinal among these of each pair's."""
    owner = pairs.numbers * 2 + pairs.boilerplate
    if (owner[1:] < owner[:-1]).any():
        owners, group = np.unique(owner, return_inverse=True)
        return owners, group
    first = group_starts(owner)
    return owner.take(first), np.arange(len(first)).repeat(group_sizes(first, len(owner)))


def _ordered(group: Integers, sides: Sides, axis: int) -> tuple[Integers, Sides]:
    """The pairs by group, then position on this side."""
    key = group * (int(sides[axis].max()) + 1)
    key += sides[axis]
    if (key[1:] >= key[:-1]).all():
        return group, sides
    order = stable_order(key)
    return group.take(order), (sides[0].take(order), sides[1].take(order))


def _intervals(group: Integers, sides: Sides, owners: Integers, minimum: int) -> Intervals:
    """The groups that have at least `minimum` distinct positions on each side."""
    if not len(group):
        none = np.zeros(0, np.int64)
        return Intervals(none, none, none, none, none, none, np.zeros(0, bool))
    found = {}
    for axis in (1, 0):  # the pairs are in order of one of these already
        group, sides = _ordered(group, sides, axis)
        position = sides[axis]
        first = group_starts(group)
        sizes = group_sizes(first, len(group))
        ends = position.take(first + sizes - 1) + 1
        repeated = (group[1:] == group[:-1]) & (position[1:] == position[:-1])
        if repeated.any():
            sizes = np.add.reduceat(np.append(True, ~repeated).astype(np.int64), first)
        found[axis] = position.take(first), ends, sizes
    (query_starts, query_ends, chunks), (other_starts, other_ends, others) = found[0], found[1]
    owner = owners.take(group.take(first))
    valid = ((chunks >= minimum) & (others >= minimum)).nonzero()[0]
    order = np.lexsort((other_starts.take(valid), query_starts.take(valid), owner.take(valid) >> 1))
    valid = valid.take(order)
    owner = owner.take(valid)
    return Intervals(
        owner >> 1,
        query_starts.take(valid),
        query_ends.take(valid),
        other_starts.take(valid),
        other_ends.take(valid),
        chunks.take(valid),
        (owner & 1) == 1,
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
