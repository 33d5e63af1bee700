"""Which segments to merge: a pure function from their sizes and deletions to groups.

Tiered: segments of about the same size are merged when there are enough of them. A posting is then
rewritten about log₄(postings in the index / postings in a batch) times in its life, and the number
of live segments stays small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

TIER_FACTOR = 4
"""How much larger the segments of the next tier are, and how many make it worth a merge."""
SMALLEST_TIER = 50_000
"""Postings up to which all segments count as equally small: some twenty theses."""
DEAD_SHARE = 0.25
"""Share of deleted documents that makes a segment worth rewriting alone."""


@dataclass(frozen=True)
class SegmentSize:
    """What the policy knows of a segment."""

    serial: int
    postings: int
    documents: int
    deleted: int


def choose_merges(
    segments: Sequence[SegmentSize], maximum_segments: int, everything: bool = False
) -> list[tuple[int, ...]]:
    """Groups of serials, each to become one segment; no serial is in two groups."""
    if everything:
        worth_it = len(segments) > 1 or any(segment.deleted for segment in segments)
        return [_serials(segments)] if worth_it else []
    groups: list[tuple[int, ...]] = []
    for tier in sorted({_tier(segment) for segment in segments}):
        members = [segment for segment in segments if _tier(segment) == tier]
        if len(members) >= TIER_FACTOR:
            groups.append(_serials(members))
    taken = {serial for group in groups for serial in group}
    left = [segment for segment in segments if segment.serial not in taken]
    excess = len(left) + len(groups) - maximum_segments
    if excess > 0:
        smallest = sorted(left, key=_live_postings)[: excess + 1]
        if len(smallest) > 1:
            groups.append(_serials(smallest))
            left = [segment for segment in left if segment not in smallest]
    dead = [s for s in left if s.deleted and s.deleted >= DEAD_SHARE * s.documents]
    return groups + [(segment.serial,) for segment in dead]


def _tier(segment: SegmentSize) -> int:
    tier, bound = 0, SMALLEST_TIER
    while _live_postings(segment) > bound:
        tier, bound = tier + 1, bound * TIER_FACTOR
    return tier


def _live_postings(segment: SegmentSize) -> int:
    """Postings that a merge would keep, taking documents as equally long."""
    if not segment.documents:
        return 0
    return segment.postings * (segment.documents - segment.deleted) // segment.documents


def _serials(segments: Iterable[SegmentSize]) -> tuple[int, ...]:
    return tuple(segment.serial for segment in segments)
