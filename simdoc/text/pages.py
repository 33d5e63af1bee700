"""Pages of a text: joining them into one string, and finding the page of a character.

Page p (from 1) is the characters from page_starts[p-1] up to the next start: the line break that
parts two pages belongs to the first of them. Starts never descend; an empty page starts where the
next one does.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from simdoc.text.growing_text import too_long


def join_pages(pages: Iterable[str], name: str, maximum: int) -> tuple[str, tuple[int, ...]]:
    """The pages as one text, each but the last ended by a line break, and where each starts.

    Stops taking pages as soon as the text is longer than `maximum` characters, so a file with
    ten thousand long pages is refused without being read to its end.
    """
    pieces: list[str] = []
    starts: list[int] = []
    length = 0
    for page in pages:
        if length and not pieces[-1].endswith("\n"):
            pieces.append("\n")
            length += 1
        starts.append(length)
        if page:
            pieces.append(page)
            length += len(page)
        if length > maximum:
            raise too_long(name, maximum)
    return "".join(pieces), tuple(starts)


def page_of(page_starts: Sequence[int], character: int) -> int | None:
    """The page, from 1, that the character stands on; None when the text has no pages."""
    return bisect_right(page_starts, character) or None if page_starts else None


def pages_of(page_starts: Sequence[int], start: int, end: int) -> tuple[int, int] | None:
    """First and last page, from 1, of the characters start..end; None without pages."""
    if not page_starts:
        return None
    first = max(1, bisect_right(page_starts, start))
    return first, max(first, bisect_left(page_starts, end))
