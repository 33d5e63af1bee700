"""Which boxes are parts of one passage, and which of overlapping ones are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.boxes import Box
from simdoc.passages.refine import EVEN_NOISE, Refiner

MISS = -log(EVEN_NOISE)
"""Evidence that a word between two parts costs."""


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
                whole = _joined(one, two, refiner, settings)
                if whole is not None:
                    left[first] = whole
                    del left[second]
                    again = True
                    break
            if again:
                break
    return left


def _joined(one: Box, two: Box, refiner: Refiner, settings: AlignmentSettings) -> Box | None:
    """Both as one box, or None when they are no parts of one passage.

    Where the order of the parts was kept, their evidence adds up: the words of a passage as long
    as the whole text are not surprising any more, those of its parts in their places are.
    """
    whole = refiner.scored(one.hull(two))
    if one.follows(two) or two.follows(one):
        gap = max(0, *one.gaps(two))
        added = one.evidence + two.evidence - MISS * gap
        if min(one.evidence, two.evidence) >= settings.least_part:
            return replace(whole, evidence=max(whole.evidence, added))
    if whole.evidence >= settings.merge_share * max(one.evidence, two.evidence):
        return whole
    return None


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
