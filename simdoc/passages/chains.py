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

LEAST_ROWS = 24
"""Rows of cells that a chain needs: two pages."""
ENDS = 4
"""Rows at either end that are left to be refined."""
BACK, AHEAD = 1, 2
"""Columns that the next cell of a chain may lie back or ahead; so that what is new or left out
within a chain is no longer than what refining would step over."""


def find_chains(rows: Integers, columns: Integers, weights: Floats, cell: int) -> list[Box]:
    """The boxes of long chains of heavy cells without their ends, disjoint in the query; their
    evidence is not known. Cells come in order of rows, each is twice `cell` words wide."""
    boxes = []
    for chain in _paths(rows, columns, weights):
        if len(chain) < LEAST_ROWS:
            continue
        (row, column), (last_row, last_column) = chain[ENDS], chain[-1 - ENDS]
        if last_column > column:
            # From the middle of one cell to the middle of another.
            corners = (row + 1, last_row + 1, column + 1, last_column + 1)
            boxes.append(Box(*(cell * corner for corner in corners)))
    return boxes


def _paths(rows: Integers, columns: Integers, weights: Floats) -> Iterable[list[Cell]]:
    """Each row's cell that goes on with the path of the row before, the heaviest of them; where
    none does, a new path begins at the heaviest cell of the row."""
    firsts = np.flatnonzero(np.diff(rows, prepend=-1)).tolist()
    path: list[Cell] = []
    for first, end in zip(firsts, [*firsts[1:], len(rows)], strict=True):
        row, here, heavy = int(rows[first]), columns[first:end], weights[first:end]
        if path and row == path[-1][0] + 1:
            column = path[-1][1]
            near = (here >= column - BACK) & (here <= column + AHEAD)
            if near.any():
                path.append((row, int(here[np.argmax(np.where(near, heavy, 0.0))])))
                continue
        if path:
            yield path
        path = [(row, int(here[np.argmax(heavy)]))]
    if path:
        yield path
