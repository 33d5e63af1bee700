"""Two texts → their passages, verbatim, rewritten or summed up: the order of the steps.

seeds → refine → merge → select → summaries → verbatim runs → validate → snap → floor
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import (
    NO_CORPUS,
    Background,
    CorpusBackground,
    StemmedText,
    background_of,
)
from simdoc.passages.boxes import Box, Form
from simdoc.passages.merge import merged, selected
from simdoc.passages.refine import Refiner
from simdoc.passages.seeds import find_seeds
from simdoc.passages.snap import characters, snapped
from simdoc.passages.summaries import with_summaries
from simdoc.passages.verbatim_runs import verbatim_runs, with_run_borders


@dataclass(frozen=True)
class Aligned:
    """A passage: characters [start, end) of both texts, how it was found, its evidence."""

    query_start: int
    query_end: int
    other_start: int
    other_end: int
    form: Form
    evidence: float
    box: Box


def align(
    query: StemmedText,
    other: StemmedText,
    settings: AlignmentSettings,
    corpus: CorpusBackground = NO_CORPUS,
) -> list[Aligned]:
    """The passages of two texts, in order of the query."""
    if not len(query.words) or not len(other.words):
        return []
    background = background_of(query, other, settings, corpus)
    boxes = find_boxes(background, settings)
    found = []
    for box in boxes:
        begin, end = snapped(query.text, query.words, box.query_from, box.query_to, settings)
        other_begin, other_end = snapped(
            other.text, other.words, box.other_from, box.other_to, settings
        )
        start, stop = characters(query.text, query.words, begin, end)
        other_start, other_stop = characters(other.text, other.words, other_begin, other_end)
        if min(stop - start, other_stop - other_start) >= settings.least_characters:
            found.append(
                Aligned(start, stop, other_start, other_stop, box.form, box.evidence, box)
            )
    return sorted(found, key=lambda one: (one.query_start, one.other_start))


def find_boxes(background: Background, settings: AlignmentSettings) -> list[Box]:
    """The passages as words, before their borders are snapped."""
    refiner = Refiner(background, settings)
    seeds = find_seeds(
        background, settings, (0, len(background.query)), (0, len(background.other))
    )
    boxes = [refiner.refined(seed.box, seed.peak) for seed in seeds]
    boxes = selected(merged(boxes, refiner, settings), settings)
    boxes = with_summaries(boxes, settings)
    boxes = [box for box in boxes if box.form == "summary" or _enough(box, settings)]
    if settings.verbatim_runs:
        boxes = with_run_borders(boxes, verbatim_runs(background, settings), settings)
    boxes = [box if box.form == "summary" else refiner.scored(box) for box in boxes]
    return [box for box in boxes if box.form != "found" or _valid(box, background, settings)]


def _enough(box: Box, settings: AlignmentSettings) -> bool:
    return (
        box.evidence >= settings.least_evidence
        and min(box.query_words, box.other_words) >= settings.least_words
    )


def _valid(box: Box, background: Background, settings: AlignmentSettings) -> bool:
    """Whether enough of the weight of the rarer words is on both sides."""
    if not settings.dice:
        return True
    size = len(background.likelihood)
    ours = np.bincount(background.query.numbers[box.query_from : box.query_to], minlength=size)
    theirs = np.bincount(background.other.numbers[box.other_from : box.other_to], minlength=size)
    weights = np.maximum(0.0, -np.log(background.likelihood) - 4.6)
    whole = float((weights * (ours + theirs)).sum())
    return 2 * float((weights * np.minimum(ours, theirs)).sum()) >= settings.dice * whole
