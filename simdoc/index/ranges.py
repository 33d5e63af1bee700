"""Ranges of offsets, many at once: NumPy's way of looping over postings."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from simdoc.index.format import Fingerprints, Integers

BATCH = 1 << 20
"""Postings or pairs looked at in one go: some 50 MB while they are."""


_COUNTED = {step: np.arange(1 << 16) * step for step in (1, 3)}
for _counted in _COUNTED.values():
    _counted.flags.writeable = False


def counting(length: int, step: int = 1) -> Integers:
    """0, step, 2·step … read-only: made once for the lengths that queries have."""
    known = _COUNTED[step]
    return known[:length] if length <= len(known) else np.arange(length) * step


def expand(start: Integers, end: Integers) -> tuple[Integers, Integers]:
    """Every offset of every range start:end, with the ordinal of its range."""
    return spread(start, end - start)


def spread(
    start: Integers, lengths: npt.NDArray[np.integer], step: int = 1
) -> tuple[Integers, Integers]:
    """Every offset of every range of so many offsets, with the ordinal of its range; the offsets
    come multiplied by `step` (1 or 3)."""
    ends = lengths.cumsum(dtype=np.int64)
    total = int(ends[-1]) if len(ends) else 0
    ordinals = counting(len(lengths)).repeat(lengths)
    ends -= lengths
    np.subtract(start, ends, out=ends)
    if step > 1:
        ends *= step
    offsets = ends.take(ordinals)
    offsets += counting(total, step)
    return ordinals, offsets


def bisect(
    array: npt.NDArray[np.uint32], wanted: Integers, start: Integers, end: Integers
) -> Integers:
    """For each i the first offset in start[i]:end[i] whose element is at least wanted[i], or
    end[i]; the array ascends inside each of these ranges."""
    low, high = start.copy(), end.copy()
    active = np.flatnonzero(low < high)
    while len(active):
        middle = (low[active] + high[active]) >> 1
        below = array[middle] < wanted[active]
        low[active[below]] = middle[below] + 1
        high[active[~below]] = middle[~below]
        active = active[low[active] < high[active]]
    return low


def batches(items: Integers, weights: Integers) -> list[Integers]:
    """`items` cut into pieces whose weights sum to at most BATCH, or that are one item."""
    if not len(items):
        return []
    totals = np.cumsum(weights)
    cuts = [0]
    while cuts[-1] < len(items):
        before = totals[cuts[-1] - 1] if cuts[-1] else 0
        cut = int(np.searchsorted(totals, before + BATCH, side="right"))
        cuts.append(max(cut, cuts[-1] + 1))
    return [items[a:b] for a, b in pairwise(cuts)]


def fingerprints_between(
    offsets: npt.NDArray[np.integer],
    remainders: npt.NDArray[np.uint32],
    remainder_bits: int,
    start: int,
    end: int,
) -> Fingerprints:
    """The fingerprints of the postings at start:end, put together again from slots and
    remainders."""
    # The keys have the array's own type: any other would make searchsorted copy the array.
    low, high = offsets.dtype.type(start), offsets.dtype.type(end)
    first = max(int(np.searchsorted(offsets, low, side="right")) - 1, 0)
    last = int(np.searchsorted(offsets, high, side="left"))
    cuts = np.clip(offsets[first : last + 1].astype(np.int64), start, end)
    slots = np.repeat(np.arange(first, first + len(cuts) - 1, dtype=np.uint64), np.diff(cuts))
    return (slots << np.uint64(remainder_bits)) | remainders[start:end]
