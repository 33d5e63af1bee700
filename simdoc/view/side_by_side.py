"""Two whole texts side by side, their passages numbered and in matching colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simdoc.passages.comparison import Passage


@dataclass(frozen=True)
class Pane:
    """One side: a text as every start and end refers to it, its pages, and what to call it."""

    text: str
    page_starts: Sequence[int] = ()
    title: str = ""
    subtitle: str = ""
    """A line under the title, such as author and year."""


def side_by_side(
    query: Pane,
    other: Pane,
    passages: Sequence[Passage],
    chosen: int | None = None,
    *,
    key: str = "side-by-side",
) -> int | None:
    """Show two texts; the ordinal, from 1, of the passage that the reader stands at, or None.

    `chosen` is where to begin; hand over what you got the last time (from the address, say), or
    another ordinal to go there. From a callback or a click elsewhere on the page, `go_to` says so
    without doubt. Walking from passage to passage happens in the browser: the page only reruns a
    moment after the reader has come to rest.
    """
    raise NotImplementedError


def go_to(ordinal: int, *, key: str = "side-by-side") -> None:
    """Let the view of this key go to a passage when the page shows it next."""
    raise NotImplementedError
