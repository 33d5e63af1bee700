"""Common chunks → valid intervals, as the 2009 proposal defines them.

All pairs (position in the query document, position in the other) are cut apart wherever neighbours
differ by more than the gap in the query document, then in the other, again and again until nothing
is cut. A group with enough distinct positions on each side is a valid interval of each document
that maps onto a valid interval of the other. Many documents are worked on at once: a pair carries
the number of its other document and groups never mix numbers.
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

    def among(self, kept: NDArray[np.bool_]) -> Pairs:
        """Only these rows."""
        return Pairs(
            self.query_positions[kept],
            self.other_positions[kept],
            self.numbers[kept],
            self.boilerplate[kept],
        )


@dataclass(frozen=True)
class Intervals:
    """Valid intervals: parallel arrays, ordered by number, then start in the query document.

    Starts are the first, ends the last common position plus one. `chunks` counts the distinct
    common positions of the query document inside, `boilerplate` those of them that are.
    """

    numbers: Integers
    query_starts: Integers
    query_ends: Integers
    other_starts: Integers
    other_ends: Integers
    chunks: Integers
    boilerplate: Integers

    def __len__(self) -> int:
        return len(self.numbers)


def valid_intervals(pairs: Pairs, settings: PassageSettings, sample: int = 1) -> Intervals:
    """All valid intervals. Under a sample of one fingerprint in `sample`, that share of the
    minimum is asked for, because that is how much of the evidence was kept."""
    minimum = max(1, -(-settings.minimum_chunks // sample))
    query, other, flags = pairs.query_positions, pairs.other_positions, pairs.boilerplate
    numbers, group = np.unique(pairs.numbers, return_inverse=True)
    owner = np.arange(len(numbers))  # group → ordinal in numbers
    cuts = -1
    while cuts != 0 and len(query):
        cuts = 0
        for axis in (0, 1):
            position = (query, other)[axis]
            order = np.argsort(group.astype(np.int64) << 32 | position, kind="stable")
            query, other, flags, group = query[order], other[order], flags[order], group[order]
            position = position[order]
            new = group[1:] != group[:-1]
            cut = (position[1:] - position[:-1] > settings.maximum_gap) & ~new
            cuts += int(np.count_nonzero(cut))
            owners = owner[group]
            group = np.concatenate(([0], np.cumsum(new | cut)))
            # Too few pairs can never become enough positions.
            sizes = np.bincount(group)
            enough = sizes[group] >= minimum
            first = np.flatnonzero(np.diff(group, prepend=-1))
            owner = owners[first]
            if not enough.all():
                query, other, flags, group = (
                    query[enough],
                    other[enough],
                    flags[enough],
                    group[enough],
                )
            if not len(query):
                break
    return _groups(query, other, flags, group, numbers[owner], minimum)


def _groups(
    query: Integers,
    other: Integers,
    flags: NDArray[np.bool_],
    group: Integers,
    numbers: Integers,
    minimum: int,
) -> Intervals:
    """The groups that have at least `minimum` distinct positions on each side."""
    count = len(numbers)
    on_query = np.unique(group << 32 | query, return_index=True)
    chunks = np.bincount(on_query[0] >> 32, minlength=count)
    common = np.bincount(on_query[0] >> 32, weights=flags[on_query[1]], minlength=count)
    others = np.bincount(np.unique(group << 32 | other) >> 32, minlength=count)
    valid = np.flatnonzero((chunks >= minimum) & (others >= minimum))
    low = np.full((2, count), np.iinfo(np.int64).max)
    high = np.full((2, count), -1)
    for side, positions in enumerate((query, other)):
        np.minimum.at(low[side], group, positions)
        np.maximum.at(high[side], group, positions)
    order = valid[np.lexsort((low[1][valid], low[0][valid], numbers[valid]))]
    return Intervals(
        numbers[order],
        low[0][order],
        high[0][order] + 1,
        low[1][order],
        high[1][order] + 1,
        chunks[order],
        common[order].astype(np.int64),
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
