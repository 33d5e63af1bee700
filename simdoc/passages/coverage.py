"""Where a document is found again, by how many others, and which of them explains it best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Stretches:
    """Parallel arrays, ascending and disjoint: characters [start, end) that the same documents
    share. Two that touch differ in the best document or in how many share them."""

    starts: Numbers
    ends: Numbers
    best: Numbers
    """The document that shares it and covers the most characters in all; the lowest of equals."""
    counts: Numbers
    """How many documents share it."""

    def __len__(self) -> int:
        return len(self.starts)


def stretches_of(documents: Numbers, starts: Numbers, ends: Numbers) -> Stretches:
    """The stretches of a document from the ranges of characters, any number for each document,
    overlapping as they like: parallel arrays of the document (any whole number), start and end."""
    documents, starts, ends = _united(documents, starts, ends)
    names, ordinals = np.unique(documents, return_inverse=True)
    covered = np.bincount(ordinals, (ends - starts).astype(np.float64), len(names))
    # Ranks by characters covered, the lowest document first among equals: 0 explains best.
    ranks = np.empty(len(names), np.int64)
    by_rank = np.argsort(-covered, kind="stable")
    ranks[by_rank] = np.arange(len(names))
    bounds = np.unique(np.concatenate([starts, ends]))
    firsts, lasts = np.searchsorted(bounds, starts), np.searchsorted(bounds, ends)
    changes = np.bincount(firsts, minlength=len(bounds)) - np.bincount(lasts, minlength=len(bounds))
    counts = np.cumsum(changes)[:-1] if len(bounds) else np.zeros(0, np.int64)
    best = _least_over(ranks[ordinals], firsts, lasts, max(0, len(bounds) - 1), len(names))
    found = counts > 0
    lows, highs = bounds[:-1][found], bounds[1:][found]
    documents, counts = names[by_rank[best[found]]], counts[found].astype(np.int64)
    apart = np.ones(len(lows), bool)
    apart[1:] = (
        (lows[1:] != highs[:-1]) | (documents[1:] != documents[:-1]) | (counts[1:] != counts[:-1])
    )
    begins = np.flatnonzero(apart)
    last = np.append(begins[1:], len(lows)) - 1 if len(lows) else begins
    return Stretches(lows[begins], highs[last], documents[begins], counts[begins])


def _united(documents: Numbers, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The ranges of each document as disjoint ones that do not touch; empty ones are gone."""
    kept = np.asarray(starts) < np.asarray(ends)
    documents = np.asarray(documents, np.int64)[kept]
    starts, ends = np.asarray(starts, np.int64)[kept], np.asarray(ends, np.int64)[kept]
    order = np.lexsort((starts, documents))
    documents, starts, ends = documents[order], starts[order], ends[order]
    if not len(starts):
        return documents, starts, ends
    # One running maximum for all documents: each has its own stretch of the number line.
    ordinals = np.unique(documents, return_inverse=True)[1]
    lowest = int(starts.min())
    own = ordinals * (int(ends.max()) - lowest + 1) - lowest
    reach = np.maximum.accumulate(ends + own)
    begins = np.flatnonzero(np.concatenate([[True], (starts + own)[1:] > reach[:-1]]))
    finishes = np.append(begins[1:], len(starts)) - 1
    return documents[begins], starts[begins], reach[finishes] - own[finishes]


def _least_over(ranks: Numbers, firsts: Numbers, lasts: Numbers, cells: int, worst: int) -> Numbers:
    """Cell → the least rank of the ranges [first, last) of cells over it.

    Every range is two overlapping ones whose length is a power of two; these are laid down longest
    first, each level then hands what it has to the halves of the next.
    """
    least = np.full(cells, worst, np.int64)
    if not cells:
        return least
    levels = np.frexp(lasts - firsts)[1] - 1
    for level in range(int(levels.max()) if len(levels) else 0, -1, -1):
        here = levels == level
        size = 1 << level
        np.minimum.at(least, firsts[here], ranks[here])
        np.minimum.at(least, lasts[here] - size, ranks[here])
        if level:
            half = size >> 1
            upper = least[: cells - half].copy()
            # What stands at a cell covers `size` cells from it: the half here, the half after.
            least[half:] = np.minimum(least[half:], upper)
    return least
