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
    """The boxes, near ones joined where they are parts of one passage.

    They come in order of the query, each is tried with all that reach near it, and what was joined
    is tried again.
    """
    done: list[Box] = []
    near: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.query_from, box.other_from)):
        reach = box.query_from - settings.merge_gap
        done += [one for one in near if one.query_to < reach]
        near = [one for one in near if one.query_to >= reach]
        tried = 0
        while tried < len(near):
            whole = _joined(near[tried], box, refiner, settings)
            if whole is None:
                tried += 1
            else:
                del near[tried]
                box, tried = whole, 0
        near.append(box)
    return done + near


def _joined(one: Box, two: Box, refiner: Refiner, settings: AlignmentSettings) -> Box | None:
    """Both as one box, or None when they are no parts of one passage.

    Where the order of the parts was kept, their evidence adds up: the words of a passage as long
    as the whole text are not surprising any more, those of its parts in their places are.
    """
    gap = max(one.gaps(two))
    if gap > settings.merge_gap:
        return None
    hull = one.hull(two)
    kept = one.follows(two) or two.follows(one)
    if kept and min(one.evidence, two.evidence) >= settings.least_part:
        evidence = one.evidence + two.evidence - MISS * max(0, gap)
        if hull.query_words < settings.slab:
            evidence = max(evidence, refiner.scored(hull).evidence)
        return replace(hull, evidence=evidence)
    whole = refiner.scored(hull)
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
