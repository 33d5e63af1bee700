"""Long chains: where one text follows the other for pages, as a rewritten chapter does.

In two long texts the cells in which rarer words meet then lie one behind the other on a slope. A
chain of them is known to be reuse from end to end, so nothing inside of it needs to be looked for
window by window; only where it begins and ends is refined like everything else.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from simdoc.passages.background import Floats, Integers
from simdoc.passages.boxes import Box

Cell = tuple[int, int]

LEAST_ROWS = 16
"""Rows of cells that a chain spans at least: a page."""
ENDS = 4
"""Rows at either end that are left to be refined."""
SKIPPED = 3
"""Rows without a cell of its own that a chain steps over: 64 words, about what refining would lose
on its way to more (`drop`)."""
ASIDE = 2
"""Columns that the next cell of a chain may lie aside of where the same pace would lead."""


def find_chains(
    rows: Integers, columns: Integers, weights: Floats, least: float, cell: int
) -> list[Box]:
    """The boxes of long chains of heavy cells without their ends, disjoint in the query; their
    evidence is not known. Cells come in order of rows, each is twice `cell` words wide."""
    boxes = []
    for chain in _paths(rows, columns, weights, least):
        if len(chain) <= 2 * ENDS or chain[-1][0] - chain[0][0] < LEAST_ROWS:
            continue
        (row, column), (last_row, last_column) = chain[ENDS], chain[-1 - ENDS]
        if last_column > column:
            # From the middle of one cell to the middle of another.
            boxes.append(
                Box(
                    cell * (row + 1),
                    cell * (last_row + 1),
                    cell * (column + 1),
                    cell * (last_column + 1),
                )
            )
    return boxes


def _paths(
    rows: Integers, columns: Integers, weights: Floats, least: float
) -> Iterable[list[Cell]]:
    """Each row's cell that goes on with the path so far, the heaviest of them; where none does for
    some rows, a new path begins at the heaviest cell of a row that weighs `least`."""
    firsts = np.flatnonzero(np.diff(rows, prepend=-1)).tolist()
    ends = [*firsts[1:], len(rows)][: len(firsts)]
    path: list[Cell] = []
    for first, end in zip(firsts, ends, strict=True):
        row, here, heavy = int(rows[first]), columns[first:end], weights[first:end]
        if path:
            step = row - path[-1][0]
            near = np.abs(here - path[-1][1] - step) <= ASIDE
            if near.any() and step <= SKIPPED + 1:
                path.append((row, int(here[np.argmax(np.where(near, heavy, 0.0))])))
                continue
            if step <= SKIPPED:
                continue
        if path:
            yield path
        best = int(np.argmax(heavy))
        path = [(row, int(here[best]))] if heavy[best] >= least else []
    if path:
        yield path
