"""Which boxes are parts of one passage, and which of overlapping ones are kept."""

from __future__ import annotations

from collections.abc import Sequence

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.boxes import Box
from simdoc.passages.refine import Refiner


def merged(boxes: Sequence[Box], refiner: Refiner, settings: AlignmentSettings) -> list[Box]:
    """The boxes, near ones joined where the whole has nearly the evidence of its best part.

    Joined boxes are tried again, until no two can be joined.
    """
    left = sorted(boxes, key=lambda box: (box.query_from, box.other_from))
    again = True
    while again:
        again = False
        for first in range(len(left)):
            for second in range(first + 1, len(left)):
                one, two = left[first], left[second]
                if max(one.gaps(two)) > settings.merge_gap:
                    continue
                whole = refiner.scored(one.hull(two))
                if whole.evidence >= settings.merge_share * max(one.evidence, two.evidence):
                    left[first] = whole
                    del left[second]
                    again = True
                    break
            if again:
                break
    return left


def selected(boxes: Sequence[Box], settings: AlignmentSettings) -> list[Box]:
    """The boxes with enough evidence, without those that a better one covers in the query."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda box: -box.evidence):
        if box.evidence < settings.least_part:
            break
        allowed = settings.overlap * box.query_words
        if all(-box.gaps(better)[0] <= allowed for better in kept):
            kept.append(box)
    return sorted(kept, key=lambda box: (box.query_from, box.other_from))
