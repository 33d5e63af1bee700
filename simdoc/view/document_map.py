"""Maps of a document: each passage is a block, as far from the left as it is into the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Block:
    """Characters [start, end) of the document, and what a pointer over them is told."""

    start: int
    end: int
    label: str = ""
    colour: int = 1
    """Ordinal, from 1, of the passage or document: equal ordinals have equal colours."""
    boilerplate: bool = False


def document_map(
    length: int,
    blocks: Sequence[Block],
    *,
    key: str,
    page_starts: Sequence[int] = (),
    chosen: int | None = None,
) -> int | None:
    """Show the map of a document of `length` characters; the ordinal, from 1, of the block just
    clicked (once: None on the next run), or None."""
    raise NotImplementedError


def small_map(length: int, ranges: Sequence[tuple[int, int]] | NDArray[np.int64]) -> str:
    """A tiny map as an image address, for a column of images in a table."""
    raise NotImplementedError
