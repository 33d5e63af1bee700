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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simdoc.index.ordering import group_sizes, group_starts, stable_order
from simdoc.passages.staircases import cut_to_the_end
from simdoc.settings import PassageSettings

Integers = NDArray[np.int64]

MOST_TIMES = 8
"""A chunk that stands a times in one document and b times in the other has a·b pairs. Where both
are more than this (headers of pages, a table of zeros), each occurrence is paired with the one at
the same relative place only: every position keeps a pair, and all pairs together are at most this
many times the positions."""
SAMPLE_GAPS = 8
"""Gaps under a sample, in mean distances of the fingerprints kept: inside an unbroken copy one
distance in e⁸ = 3,000 is longer."""


ROUNDS = 16
"""Times that all pairs are cut at once; ordinary ones are settled after three or four. What is not
settled by then is a staircase, and is cut piece by piece."""


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


class _Ends(NamedTuple):
    """Where groups start and end on one side, and how many distinct positions they have there."""

    starts: Integers
    ends: Integers
    distinct: Integers


_NONE: Integers = np.zeros(0, np.int64)
_NO_ENDS = _Ends(_NONE, _NONE, _NONE)
_NO_INTERVALS = Intervals(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE, np.zeros(0, np.bool_))


def valid_intervals(pairs: Pairs, settings: PassageSettings, sample: int = 1) -> Intervals:
    """All valid intervals. Under a sample of one fingerprint in `sample`, that share of the
    minimum is asked for, because that is how much of the evidence was kept, and gaps may be as
    long as the sample alone makes them."""
    minimum = max(1, -(-settings.minimum_chunks // sample))
    gap = max(settings.maximum_gap, sample * SAMPLE_GAPS if sample > 1 else 0)
    owners, group = _owners_of(pairs)
    sides = [pairs.query_positions, pairs.other_positions]
    found: list[_Ends] = [_NO_ENDS, _NO_ENDS]
    settled = 0  # sides on which nothing is left to cut
    axis = rounds = 0
    while settled < 2 and len(group):
        if rounds == ROUNDS:
            before, group = group, cut_to_the_end(sides, group, gap)
            owners = owners.take(_old_groups(before, group))
            settled = 0
        rounds += 1
        # One number for group and position, in which groups lie further apart than the gap.
        stride = int(sides[axis].max()) + gap + 1
        key = group * stride
        key += sides[axis]
        if (key[1:] < key[:-1]).any():
            order = stable_order(key)
            key, sides = key.take(order), [side.take(order) for side in sides]
        step = key[1:] - key[:-1]
        first = np.append(0, (step > gap).nonzero()[0] + 1)
        settled = settled + 1 if len(first) == len(owners) else 1
        owners = owners.take(key.take(first) // stride)
        sizes = distinct = group_sizes(first, len(key))
        if not step.all():  # a position stands in several pairs
            distinct = np.add.reduceat(np.append(1, (step != 0).astype(np.int64)), first)
        found[axis] = _Ends(
            sides[axis].take(first), sides[axis].take(first + sizes - 1) + 1, distinct
        )
        if int(sizes.min()) < minimum:  # too few pairs can never become enough positions
            enough = (sizes >= minimum).nonzero()[0]
            rows = (sizes >= minimum).repeat(sizes).nonzero()[0]
            sides = [side.take(rows) for side in sides]
            owners, sizes = owners.take(enough), sizes.take(enough)
            found[axis] = _Ends(*(column.take(enough) for column in found[axis]))
        group = np.arange(len(owners)).repeat(sizes)
        axis = 1 - axis
    return _intervals(owners, found[0], found[1], minimum) if len(owners) else _NO_INTERVALS


def _old_groups(before: Integers, after: Integers) -> Integers:
    """For each new group the old one that it is a part of."""
    old = np.empty(int(after.max()) + 1, np.int64)
    old[after] = before
    return old


def _owners_of(pairs: Pairs) -> tuple[Integers, Integers]:
    """The documents to keep apart, boilerplate from the rest (2 × number, + 1 for boilerplate),
    and the ordinal among these of each pair's."""
    owner = pairs.numbers * 2 + pairs.boilerplate
    if (owner[1:] < owner[:-1]).any():
        owners, group = np.unique(owner, return_inverse=True)
        return owners, group
    first = group_starts(owner)
    return owner.take(first), np.arange(len(first)).repeat(group_sizes(first, len(owner)))


def _intervals(owners: Integers, query: _Ends, other: _Ends, minimum: int) -> Intervals:
    """The groups that have at least `minimum` distinct positions on each side."""
    valid = ((query.distinct >= minimum) & (other.distinct >= minimum)).nonzero()[0]
    order = np.lexsort(
        (other.starts.take(valid), query.starts.take(valid), owners.take(valid) >> 1)
    )
    valid = valid.take(order)
    owner = owners.take(valid)
    return Intervals(
        owner >> 1,
        query.starts.take(valid),
        query.ends.take(valid),
        other.starts.take(valid),
        other.ends.take(valid),
        query.distinct.take(valid),
        (owner & 1) == 1,
    )


def joined(
    query_low: Integers,
    query_high: Integers,
    other_low: Integers,
    other_high: Integers,
) -> tuple[Integers, Integers]:
    """All pairs between ranges [query_low, query_high) and [other_low, other_high), one pair of
    ranges a common fingerprint: two parallel arrays of ordinals, thinned beyond MOST_TIMES."""
    a, b = query_high - query_low, other_high - other_low
    dense = np.minimum(a, b) > MOST_TIMES
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
