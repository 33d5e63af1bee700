"""One text for a pane of the browser: its marks cut into segments, its pages, all in UTF-16."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simdoc.view.utf16 import Utf16Offsets

Places = NDArray[np.int64]


_LINE_END_HYPHENS = {0xFFFE: "\u00ad", 0x02: "\u00ad"}
"""PDFium's marks for a hyphen at the end of a line are shown as what they are, a soft hyphen: one
character for one, so that nothing shifts."""


@dataclass(frozen=True)
class Pane:
    """One side: a text as every start and end refers to it, its pages, and what to call it."""

    text: str
    page_starts: Sequence[int] = ()
    title: str = ""
    subtitle: str = ""
    """A line under the title, such as author and year."""


@dataclass(frozen=True)
class Segments:
    """Parallel: characters [start, end) under the same marks, ascending and disjoint; the marks
    are ordinals from 0, the shortest first."""

    starts: list[int]
    ends: list[int]
    marks: list[list[int]]


def segments_of(starts: Sequence[int], ends: Sequence[int]) -> Segments:
    """Where marks begin and end, whatever way they overlap. Empty marks have no segment."""
    sizes = [end - start for start, end in zip(starts, ends, strict=True)]
    changes: dict[int, tuple[list[int], list[int]]] = {}
    for mark, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start < end:
            changes.setdefault(start, ([], []))[0].append(mark)
            changes.setdefault(end, ([], []))[1].append(mark)
    found = Segments([], [], [])
    under: set[int] = set()
    bounds = sorted(changes)
    for place, next_place in pairwise(bounds):
        begin, finish = changes[place]
        under.difference_update(finish)
        under.update(begin)
        if under:
            found.starts.append(place)
            found.ends.append(next_place)
            found.marks.append(sorted(under, key=lambda mark: (sizes[mark], mark)))
    return found


def pane_data(
    pane: Pane,
    starts: Sequence[int],
    ends: Sequence[int],
    differing: Sequence[Places] = (),
) -> dict[str, Any]:
    """What the browser needs of a text with marks: `differing` are the characters that differ
    inside each mark. Starts and ends beyond the text are brought to its end."""
    size = len(pane.text)
    units = Utf16Offsets(pane.text)
    starts = [min(max(0, start), size) for start in starts]
    ends = [min(max(0, end), size) for end in ends]
    segments = segments_of(starts, ends)
    page_starts, pages = _pages(pane.page_starts, size)
    return {
        "text": pane.text.translate(_LINE_END_HYPHENS),
        "starts": units.of(starts).tolist(),
        "ends": units.of(ends).tolist(),
        "segmentStarts": units.of(segments.starts).tolist(),
        "segmentEnds": units.of(segments.ends).tolist(),
        "segmentMarks": segments.marks,
        "differing": units.of(_shown_differing(segments, differing)).ravel().tolist(),
        "pageStarts": units.of(page_starts).tolist(),
        "pages": pages,
    }


def content_key(*parts: object) -> str:
    """A short name of what is shown: another text, mark or label has another one."""
    digest = hashlib.blake2b(digest_size=12)
    for part in parts:
        data = part if isinstance(part, str) else repr(part)
        # Lengths keep apart what would read the same when joined.
        digest.update(f"{len(data)}:".encode())
        digest.update(data.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _pages(page_starts: Sequence[int], size: int) -> tuple[list[int], list[int]]:
    """Where pages start and their numbers; empty pages give way to the one that starts there."""
    pages = {min(start, size): number for number, start in enumerate(page_starts, 1)}
    return list(pages), list(pages.values())


def _shown_differing(segments: Segments, differing: Sequence[Places]) -> Places:
    """The differing characters of each segment: those of its shortest mark, cut to the segment,
    so that they are disjoint where marks overlap."""
    parts = [np.zeros((0, 2), np.int64)]
    if len(differing):
        for start, end, marks in zip(segments.starts, segments.ends, segments.marks, strict=True):
            ranges = differing[marks[0]]
            first = int(np.searchsorted(ranges[:, 1], start, "right"))
            last = int(np.searchsorted(ranges[:, 0], end))
            if first < last:
                parts.append(np.clip(ranges[first:last], start, end))
    return np.concatenate(parts)
