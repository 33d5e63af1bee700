"""Summaries: one place of the query that draws on scattered places of the other document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.boxes import Box


def with_summaries(boxes: Sequence[Box], settings: AlignmentSettings) -> list[Box]:
    """The boxes, groups of them that are summaries replaced by their hulls.

    `boxes` come in order of the query.
    """
    if not settings.summaries:
        return list(boxes)
    result: list[Box] = []
    group: list[Box] = []
    reached = 0
    for box in [*boxes, None]:
        if group and (box is None or box.query_from - reached > settings.summary_gap):
            result += _resolved(group, settings)
            group = []
        if box is not None:
            reached = max(reached, box.query_to) if group else box.query_to
            group.append(box)
    return result


def _resolved(group: list[Box], settings: AlignmentSettings) -> list[Box]:
    hull = reduce(Box.hull, group)
    total = sum(box.evidence for box in group)
    best = max(box.evidence for box in group)
    summary = (
        len(group) > 1
        and hull.other_words >= settings.summary_ratio * hull.query_words
        and hull.other_words <= settings.summary_reach
        and best <= settings.summary_share * total
        and total >= settings.summary_evidence
        and total >= settings.summary_density * hull.query_words
        and best >= settings.summary_best
        and all(box.query_words <= settings.summary_part for box in group)
    )
    return [replace(hull, evidence=total, form="summary")] if summary else group
