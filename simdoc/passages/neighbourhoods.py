"""Where two long texts may share something: a coarse pass, so that windows are compared only there.

All pairs of windows of two theses of 60,000 words are 56 million; nearly all of them share no rare
word. Here the places of rarer stems are thrown into overlapping square cells, and cells in which
enough of them meet become neighbourhoods.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import ndimage

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import Background, Floats, Integers, Side
from simdoc.passages.boxes import Box
from simdoc.passages.chains import find_chains

Ranges = tuple[tuple[int, int], tuple[int, int]]

LIMIT = 3_000_000
"""Pairs of windows that are compared without a coarse pass (10 ms)."""
CELL = 32
"""Words between neighbouring cells; a cell is twice as wide, so that every window lies in one."""
MARGIN = 64
"""Words added around a neighbourhood."""
MOST_PLACES = 64
"""Pairs of places of one stem: one that has more is too common to point anywhere."""
LEAST = 18.0
"""Weight of the rarer stems that meet in a heavy cell: four words."""
LEAST_BETWEEN = 9.0
"""Weight with which a cell may go on with a chain of heavy ones."""
MOST_CELLS = 1 << 23
"""Cells beyond which they are made wider, for memory."""
ROWS_AT_ONCE = 128
"""Rows of cells that are counted at once."""
CHAPTER = 4096
"""Words of a known passage from which what meets inside of it is not even counted."""
SLAB = 16
"""Rows of cells that a neighbourhood may span."""
MOST_NEIGHBOURHOODS = 400
"""Neighbourhoods kept, the heaviest: beyond this, two texts share a vocabulary and no passage."""


def neighbourhoods(
    background: Background, weights: Floats, known: Sequence[Box], settings: AlignmentSettings
) -> tuple[list[Ranges], list[Box]]:
    """Ranges of words of both sides that are worth comparing window by window; in long texts not
    those inside of what is `known`, nor inside of long chains, which come beside them."""
    ours, theirs = len(background.query), len(background.other)
    if ours * theirs <= LIMIT * settings.stride**2:
        return [((0, ours), (0, theirs))], []
    at, opposite, stem = _meetings(background)
    for box in known:
        # Short ones are left in, because a chain may lead through them.
        if box.query_words >= CHAPTER:
            outside = (at < box.query_from) | (at >= box.query_to)
            outside |= (opposite < box.other_from) | (opposite >= box.other_to)
            at, opposite, stem = at[outside], opposite[outside], stem[outside]
    if not len(at):
        return [], []
    cell = CELL
    while (ours // cell) * (theirs // cell) > MOST_CELLS:
        cell *= 2
    rows, columns, heavy = _heavy_cells(at // cell, opposite // cell, stem, weights)
    chains = find_chains(rows, columns, heavy, LEAST, cell)
    outside = heavy >= LEAST
    for box in (*known, *chains):
        # What else meets the query inside of a page of reuse is covered by that.
        outside &= (rows * cell < box.query_from) | ((rows + 2) * cell > box.query_to)
    rows, columns, heavy = rows[outside], columns[outside], heavy[outside]
    if not len(rows):
        return [], chains
    low, high = _rectangles(rows, columns, heavy)
    starts = np.maximum(0, low * cell - MARGIN)
    ends = np.minimum([[ours], [theirs]], (high + 2) * cell + MARGIN)
    return [
        ((our_start, our_end), (their_start, their_end))
        for our_start, our_end, their_start, their_end in np.stack(
            (starts[0], ends[0], starts[1], ends[1]), axis=1
        ).tolist()
    ], chains


def _heavy_cells(
    row: Integers, column: Integers, stem: Integers, weights: Floats
) -> tuple[Integers, Integers, Floats]:
    """Rows and columns of the cells in which enough weight meets, and the weight: cell (r, c) has
    what falls on rows r and r + 1 and columns c and c + 1. Some rows at a time: fresh memory for
    the whole grid cost more than all the counting."""
    order = np.argsort(row.astype(np.min_scalar_type(int(row.max()))), kind="stable")
    row, column, stem = row[order], column[order], stem[order]
    width = int(column.max()) + 2
    firsts = np.arange(0, int(row[-1]) + 1, ROWS_AT_ONCE)
    lows = np.searchsorted(row, firsts).tolist()
    highs = np.searchsorted(row, firsts + ROWS_AT_ONCE, side="right").tolist()
    parts = []
    for first, low, high in zip(firsts.tolist(), lows, highs, strict=True):
        here = slice(low, high)
        rows, columns, heavy = _heavy_in_rows(
            row[here] - first, column[here], stem[here], weights, width
        )
        parts.append((rows + first, columns, heavy))
    return (
        np.concatenate([rows for rows, _, _ in parts]),
        np.concatenate([columns for _, columns, _ in parts]),
        np.concatenate([heavy for _, _, heavy in parts]),
    )


def _heavy_in_rows(
    row: Integers, column: Integers, stem: Integers, weights: Floats, width: int
) -> tuple[Integers, Integers, Floats]:
    """The heavy cells of so many rows; the row behind them is only there to be counted in."""
    shape = ROWS_AT_ONCE + 1, width
    flat = row * width + column
    grid = np.bincount(flat, weights[stem], shape[0] * shape[1]).reshape(shape)
    sums = grid[:-1] + grid[1:]
    rows, columns = np.nonzero(sums[:, :-1] + sums[:, 1:] >= LEAST_BETWEEN)
    if not len(rows):
        return rows, columns, np.zeros(0)
    # A stem counts once in a cell, however often it stands there: counted exactly for the few.
    number = np.full(shape, -1, np.int64)
    number[rows, columns] = np.arange(len(rows))
    keys = []
    for up in (0, 1):
        for left in (0, 1):
            cell = number[row - up, column - left]
            inside = (cell >= 0) & (row >= up) & (column >= left)
            keys.append(cell[inside] * len(weights) + stem[inside])
    cell, which = np.divmod(np.unique(np.concatenate(keys)), len(weights))
    total = np.bincount(cell, weights[which], len(rows)).astype(np.float64)
    heavy = np.flatnonzero(total >= LEAST_BETWEEN)
    return rows[heavy], columns[heavy], total[heavy]


def _meetings(background: Background) -> tuple[Integers, Integers, Integers]:
    """All pairs of places of the same stem, for stems that are not too common, and the stem."""
    our_places, our_starts, our_counts = _places(background.query, background.shared)
    their_places, their_starts, their_counts = _places(background.other, background.shared)
    rare = np.flatnonzero(our_counts * their_counts <= MOST_PLACES)
    sizes = (our_counts * their_counts)[rare]
    row = np.repeat(np.arange(len(rare)), sizes)
    within = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    stem = rare[row]
    at = our_places[our_starts[stem] + within // their_counts[stem]]
    opposite = their_places[their_starts[stem] + within % their_counts[stem]]
    return at, opposite, stem


def _places(side: Side, shared: int) -> tuple[Integers, Integers, Integers]:
    """The places of all shared stems, stem by stem; where each stem's begin; how many it has."""
    order = np.argsort(side.numbers, kind="stable")
    counts = np.bincount(side.numbers, minlength=shared)[:shared]
    return order, np.cumsum(counts) - counts, counts


def _rectangles(rows: Integers, columns: Integers, weights: Floats) -> tuple[Integers, Integers]:
    """Touching cells as one rectangle each: the least and the greatest row (0) and column (1).

    Long groups, such as the diagonal of a whole copy, are cut every few rows, because a rectangle
    around them would be everything.
    """
    row, which_row = np.unique(rows, return_inverse=True)
    column, which_column = np.unique(columns, return_inverse=True)
    # Rows and columns without cells are left out, but for one that keeps strangers apart.
    high, wide = _spaced(row), _spaced(column)
    grid = np.zeros((int(high[-1]) + 1, int(wide[-1]) + 1), bool)
    grid[high[which_row], wide[which_column]] = True
    labels, _ = ndimage.label(grid, np.ones((3, 3)))
    slab = rows // SLAB
    label = labels[high[which_row], wide[which_column]] * (int(slab.max()) + 1) + slab
    _, label = np.unique(label, return_inverse=True)
    count = int(label.max()) + 1
    low = np.full((2, count), np.iinfo(np.int64).max)
    top = np.zeros((2, count), np.int64)
    for axis, cells in enumerate((rows, columns)):
        np.minimum.at(low[axis], label, cells)
        np.maximum.at(top[axis], label, cells)
    best = np.argsort(-np.bincount(label, weights), kind="stable")[:MOST_NEIGHBOURHOODS]
    return low[:, best], top[:, best]


def _spaced(values: Integers) -> Integers:
    """Ascending values drawn together: neighbours stay neighbours, all others are two apart."""
    return np.concatenate(([0], np.cumsum(np.minimum(np.diff(values), 2))))
