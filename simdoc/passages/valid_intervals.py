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
    query, other = pairs.query_positions, pairs.other_positions
    owners, group = np.unique(pairs.numbers * 2 + pairs.boilerplate, return_inverse=True)
    cuts = -1
    while cuts != 0 and len(query):
        cuts = 0
        for axis in (0, 1):
            position = (query, other)[axis]
            order = np.argsort(group.astype(np.int64) << 32 | position, kind="stable")
            query, other, group = query[order], other[order], group[order]
            position = position[order]
            new = group[1:] != group[:-1]
            cut = (position[1:] - position[:-1] > gap) & ~new
            cuts += int(np.count_nonzero(cut))
            first = np.concatenate(([0], np.flatnonzero(new | cut) + 1))
            owners = owners[group[first]]
            sizes = np.diff(np.append(first, len(group)))
            group = np.repeat(np.arange(len(first)), sizes)
            # Too few pairs can never become enough positions.
            enough = np.repeat(sizes >= minimum, sizes)
            query, other, group = query[enough], other[enough], group[enough]
            if not len(query):
                break
    return _groups(query, other, group, owners, minimum)


def _groups(
    query: Integers, other: Integers, group: Integers, owners: Integers, minimum: int
) -> Intervals:
    """The groups that have at least `minimum` distinct positions on each side."""
    count = len(owners)
    chunks = np.bincount(np.unique(group << 32 | query) >> 32, minlength=count)
    others = np.bincount(np.unique(group << 32 | other) >> 32, minlength=count)
    low = np.full((2, count), np.iinfo(np.int64).max)
    high = np.full((2, count), -1)
    for side, positions in enumerate((query, other)):
        np.minimum.at(low[side], group, positions)
        np.maximum.at(high[side], group, positions)
    valid = np.flatnonzero((chunks >= minimum) & (others >= minimum))
    order = valid[np.lexsort((low[1][valid], low[0][valid], owners[valid] // 2))]
    return Intervals(
        owners[order] // 2,
        low[0][order],
        high[0][order] + 1,
        low[1][order],
        high[1][order] + 1,
        chunks[order],
        owners[order] % 2 == 1,
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
