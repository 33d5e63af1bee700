"""Maps of a document: each passage is a block, as far from the left as it is into the text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simdoc.view.browser_component import COLOURS, browser_component
from simdoc.view.language import _, n_

_component = browser_component(
    "document_map", ["document_map.js"], ["colours.css", "document_map.css"]
)

SMALL_WIDTH, SMALL_HEIGHT = 120, 12
_PAGE_TICKS = 8


@dataclass(frozen=True)
class Block:
    """Characters [start, end) of the document, and what a pointer over them is told."""

    start: int
    end: int
    label: str = ""
    colour: int = 1
    """Ordinal, from 1, of the passage or document, which stands on the block where there is room:
    equal ordinals have equal colours."""
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
    clicked (once: None on the next run), or None. `chosen` is the block to be outlined."""
    whole = max(1, length)
    clicked = _component(
        key=key,
        data={
            "lefts": [round(100 * block.start / whole, 3) for block in blocks],
            "widths": [round(100 * (block.end - block.start) / whole, 3) for block in blocks],
            "labels": [block.label for block in blocks],
            "colours": [-1 if one.boilerplate else (one.colour - 1) % COLOURS for one in blocks],
            "numbers": [str(block.colour) for block in blocks],
            "chosen": None if chosen is None else chosen - 1,
            "pages": [
                [round(100 * page_starts[page - 1] / whole, 3), _("p. {page}").format(page=page)]
                for page in _ticks(len(page_starts))
            ],
            "name": n_(
                "Map of the document with {count} block",
                "Map of the document with {count} blocks",
                len(blocks),
            ),
        },
        on_clicked_change=_nothing,
    ).clicked
    return clicked + 1 if isinstance(clicked, int) and 0 <= clicked < len(blocks) else None


def _nothing() -> None:
    """Streamlit keeps only those values that something listens to."""


def _ticks(pages: int) -> list[int]:
    """The pages, from 1, whose numbers stand under the map: round ones, not too many."""
    if not pages:
        return []
    step = next(
        size * scale
        for scale in (1, 10, 100, 1000, 10_000, 100_000)
        for size in (1, 2, 5)
        if pages / (size * scale) <= _PAGE_TICKS or scale == 100_000
    )
    return [1, *range(max(2, step), pages + 1, step)]


def small_map(length: int, ranges: Sequence[tuple[int, int]] | NDArray[np.int64]) -> str:
    """A tiny map as an image address, for a column of images in a table.

    The ranges may overlap; what is covered is drawn in one colour that stands out from light and
    dark alike, and is never thinner than a dot of the screen.
    """
    places = np.asarray(ranges, np.float64).reshape(-1, 2) * (SMALL_WIDTH / max(1, length))
    first = np.clip(places[:, 0].astype(np.int64), 0, SMALL_WIDTH - 1)
    last = np.clip(np.ceil(places[:, 1]).astype(np.int64), first + 1, SMALL_WIDTH)
    changes = np.bincount(first, minlength=SMALL_WIDTH + 1) - np.bincount(
        last, minlength=SMALL_WIDTH + 1
    )
    edges = np.flatnonzero(np.diff(np.cumsum(changes) > 0, prepend=False, append=False))
    path = "".join(
        f"M{start} 0h{end - start}v{SMALL_HEIGHT}h{start - end}z"
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    )
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SMALL_WIDTH}" height="{SMALL_HEIGHT}">'
        f'<path fill="#8a8f98" fill-opacity=".3" d="M0 0h{SMALL_WIDTH}v{SMALL_HEIGHT}H0z"/>'
        f'<path fill="#2b8ccf" d="{path}"/></svg>'
    )
    return "data:image/svg+xml;base64," + b64encode(drawing.encode("ascii")).decode("ascii")
