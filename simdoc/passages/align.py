"""Two texts → their passages, verbatim, rewritten or summed up: the order of the steps.

seeds → refine → merge → select → summaries → verbatim runs → validate → snap → floor
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log

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
from simdoc.passages.neighbourhoods import neighbourhoods
from simdoc.passages.refine import Refiner
from simdoc.passages.seeds import find_seeds, stem_weights
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
    refiner = Refiner(background, settings)
    boxes = find_boxes(background, refiner, settings)
    found = []
    for box in boxes:
        begin, end = snapped(query.text, query.words, box, 0, refiner, settings)
        other_begin, other_end = snapped(other.text, other.words, box, 1, refiner, settings)
        start, stop = characters(query.text, query.words, begin, end)
        other_start, other_stop = characters(other.text, other.words, other_begin, other_end)
        sizes = sorted((stop - start, other_stop - other_start))
        if sizes[0] >= settings.least_characters and sizes[1] >= settings.longer_characters:
            found.append(Aligned(start, stop, other_start, other_stop, box.form, box.evidence, box))
    return sorted(found, key=lambda one: (one.query_start, one.other_start))


def find_boxes(background: Background, refiner: Refiner, settings: AlignmentSettings) -> list[Box]:
    """The passages as words, before their borders are snapped."""
    if not background.shared:
        return []
    settings = _for_size(len(background.query) * len(background.other), settings)
    weights = stem_weights(background, settings)
    seeds = [
        seed
        for ours, theirs in neighbourhoods(background, weights, settings)
        for seed in find_seeds(background, weights, settings, ours, theirs)
    ]
    boxes = [refiner.refined(seed.box, seed.peak) for seed in seeds]
    boxes = selected(merged(boxes, refiner, settings), settings)
    boxes = with_summaries(boxes, settings)
    boxes = [box for box in boxes if box.form == "summary" or _enough(box, settings)]
    if settings.verbatim_runs:
        boxes = with_run_borders(boxes, verbatim_runs(background, settings), settings)
    boxes = [box if box.form == "summary" else refiner.scored(box) for box in boxes]
    return [box for box in boxes if box.form != "found" or _valid(box, background, settings)]


def _for_size(pairs: int, settings: AlignmentSettings) -> AlignmentSettings:
    """Settings for texts with so many pairs of words: chance finds more evidence in longer texts,
    by the logarithm of how many places there are to find it."""
    more = log(max(1.0, pairs / settings.usual_pairs))
    if not more:
        return settings
    return replace(
        settings,
        seed_evidence=settings.seed_evidence + more,
        least_part=settings.least_part + more,
        least_evidence=settings.least_evidence + more,
        summary_best=settings.summary_best + more,
        summary_evidence=settings.summary_evidence + 2 * more,
    )


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
