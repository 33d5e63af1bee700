"""Inside a passage: the words of each side that the other side does not have at that place.

Words are compared by the hashes of their folded forms. Most of a long passage is settled by
anchors: runs of five words (then three, then one) that stand once on each side, the longest chain
of them that ascends on both. What lies between two anchors is short, and rapidfuzz aligns it; what
is long and has no anchors is settled by which words the other side has at all. So a copied thesis
costs a second at most, where one alignment of all its words would fill the memory.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from simdoc.text.words import Words

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]
Same = NDArray[np.bool_]

ALIGNED_AT_ONCE = 1_000_000
"""Words of one side times words of the other that rapidfuzz aligns without being cut."""
RUNS = (5, 3, 1)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def differing_ranges(
    query: Words, other: Words, query_range: tuple[int, int], other_range: tuple[int, int]
) -> tuple[Places, Places]:
    """Characters [start, end) that differ on each side of a passage, as arrays of two columns,
    ascending and disjoint. Neighbouring words that differ are one range.

    The ranges are the passage's characters in both texts; words that it cuts are left out.
    """
    ours, theirs = _inside(query, query_range), _inside(other, other_range)
    same_ours, same_theirs = same_words(query.hashes[ours], other.hashes[theirs])
    return (
        _ranges(query.starts[ours], query.ends[ours], same_ours),
        _ranges(other.starts[theirs], other.ends[theirs], same_theirs),
    )


def same_words(query: Hashes, other: Hashes) -> tuple[Same, Same]:
    """For each word of both sides whether it stands on the other side too, in the same order."""
    same = np.zeros(len(query), bool), np.zeros(len(other), bool)
    waiting = [(0, len(query), 0, len(other), 0)]
    while waiting:
        low, high, other_low, other_high, level = waiting.pop()
        low, high, other_low, other_high = _trimmed(
            query, other, (low, high, other_low, other_high), same
        )
        if low == high or other_low == other_high:
            continue
        ours, theirs = query[low:high], other[other_low:other_high]
        if len(ours) * len(theirs) <= ALIGNED_AT_ONCE:
            for step in Indel.opcodes(ours.tolist(), theirs.tolist()):
                if step.tag == "equal":
                    same[0][low + step.src_start : low + step.src_end] = True
                    same[1][other_low + step.dest_start : other_low + step.dest_end] = True
        elif level == len(RUNS):
            same[0][low:high] = np.isin(ours, theirs)
            same[1][other_low:other_high] = np.isin(theirs, ours)
        else:
            size = RUNS[level]
            places, other_places = _anchors(ours, theirs, size)
            places, other_places = places + low, other_places + other_low
            for word in range(size):
                same[0][places + word] = True
                same[1][other_places + word] = True
            # Before the first anchor, between two, after the last; those that touch leave nothing.
            begins = np.concatenate([[low], places + size])
            ends = np.concatenate([places, [high]])
            other_begins = np.concatenate([[other_low], other_places + size])
            other_ends = np.concatenate([other_places, [other_high]])
            between = np.flatnonzero((begins < ends) & (other_begins < other_ends))
            waiting.extend(
                (*bounds, level + 1)
                for bounds in zip(
                    begins[between].tolist(),
                    ends[between].tolist(),
                    other_begins[between].tolist(),
                    other_ends[between].tolist(),
                    strict=True,
                )
            )
    return same


def _trimmed(
    query: Hashes, other: Hashes, bounds: tuple[int, int, int, int], same: tuple[Same, Same]
) -> tuple[int, int, int, int]:
    """The bounds without what both begin and end with, which is marked as the same."""
    low, high, other_low, other_high = bounds
    size = min(high - low, other_high - other_low)
    unequal = np.flatnonzero(query[low : low + size] != other[other_low : other_low + size])
    first = int(unequal[0]) if len(unequal) else size
    left = size - first
    tail = query[high - left : high] != other[other_high - left : other_high]
    unequal = np.flatnonzero(tail)
    last = left - 1 - int(unequal[-1]) if len(unequal) else left
    for side, begin, end in ((same[0], low, high), (same[1], other_low, other_high)):
        side[begin : begin + first] = True
        side[end - last : end] = True
    return low + first, high - last, other_low + first, other_high - last


def _anchors(ours: Hashes, theirs: Hashes, size: int) -> tuple[Places, Places]:
    """Where runs of `size` words start that stand once on each side: the longest chain of them
    that ascends on both sides."""
    runs, other_runs = _runs(ours, size), _runs(theirs, size)
    once, places = _standing_once(runs)
    other_once, other_places = _standing_once(other_runs)
    _, found, other_found = np.intersect1d(once, other_once, True, return_indices=True)
    order = np.argsort(places[found])
    places, other_places = places[found][order], other_places[other_found][order]
    chain = _ascending(other_places.tolist())
    return places[chain], other_places[chain]


def _runs(words: Hashes, size: int) -> Hashes:
    """A hash of every run of `size` words."""
    if len(words) < size:
        return np.zeros(0, np.uint64)
    runs = words[: len(words) - size + 1].copy()
    for word in range(1, size):
        runs = runs * _MULTIPLIER + words[word : len(words) - size + 1 + word]
    return runs


def _standing_once(runs: Hashes) -> tuple[Hashes, Places]:
    """The runs that occur once, ascending, and where."""
    values, first, counts = np.unique(runs, return_index=True, return_counts=True)
    once = counts == 1
    return values[once], first[once].astype(np.int64)


def _ascending(values: list[int]) -> Places:
    """Ordinals of a longest ascending chain of distinct values."""
    tops: list[int] = []
    last: list[int] = []
    before = []
    for ordinal, value in enumerate(values):
        pile = bisect_left(tops, value)
        before.append(last[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(value)
            last.append(ordinal)
        else:
            tops[pile], last[pile] = value, ordinal
    chain = []
    at = last[-1] if last else -1
    while at >= 0:
        chain.append(at)
        at = before[at]
    return np.array(chain[::-1], np.int64)


def _inside(words: Words, characters: tuple[int, int]) -> slice:
    """The words that lie within these characters."""
    first = int(np.searchsorted(words.starts, characters[0]))
    return slice(first, max(first, int(np.searchsorted(words.ends, characters[1], "right"))))


def _ranges(starts: Places, ends: Places, same: Same) -> Places:
    """Characters of each run of words that are not the same."""
    edges = np.flatnonzero(np.diff(np.concatenate([[True], same, [True]])))
    return np.stack([starts[edges[::2]], ends[edges[1::2] - 1]], axis=1)
