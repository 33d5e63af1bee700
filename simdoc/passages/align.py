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
from simdoc.passages.boxes import Box
from simdoc.passages.merge import merged, selected
from simdoc.passages.neighbourhoods import neighbourhoods
from simdoc.passages.refine import Refiner
from simdoc.passages.seeds import find_seeds, stem_weights
from simdoc.passages.snap import characters, snapped
from simdoc.passages.summaries import with_summaries
from simdoc.passages.verbatim_runs import (
    long_runs,
    verbatim_runs,
    with_run_borders,
    with_sampled_evidence,
)
from simdoc.text.characters import Hashes

LEAST_NUMBERS = 3
"""Numbers a side from which a passage may be the same with other numbers."""


@dataclass(frozen=True)
class Aligned:
    """A passage: characters [start, end) of both texts, and the box of words it came from."""

    query_start: int
    query_end: int
    other_start: int
    other_end: int
    box: Box


@dataclass(frozen=True)
class Alignment:
    """Two aligned texts and their passages, in order of the query."""

    query: StemmedText
    other: StemmedText
    refiner: Refiner
    passages: tuple[Aligned, ...]

    def speaks(self, passage: Aligned, best: int = 12) -> tuple[tuple[str, float], ...]:
        """The words of the query that speak most for a passage, each with its nats, best first.

        Forms of one stem are one word, shown as it stands first; evidence of a stem is that of
        all its occurrences.
        """
        box = passage.box
        here, there = (box.query_from, box.query_to), (box.other_from, box.other_to)
        scores = self.refiner.word_scores(0, here, there)
        stems, first, inverse = np.unique(
            self.query.stems.hashes[slice(*here)], return_index=True, return_inverse=True
        )
        nats = np.bincount(inverse, scores, len(stems))
        words = self.query.words
        chosen = np.argsort(-nats, kind="stable")[:best]
        return tuple(
            (self.query.text[words.starts[at] : words.ends[at]], round(float(nats[stem]), 2))
            for stem, at in zip(chosen, box.query_from + first[chosen], strict=True)
            if nats[stem] > 0
        )

    def other_numbers(self, passage: Aligned) -> bool:
        """Whether the passage has the same words with other numbers, as a laboratory report that
        was filled in anew: at least three numbers a side, fewer than nine tenths of them the same
        (a given temperature stays), and four fifths of the other words."""
        box = passage.box
        ours, our_words = _numbers(self.query, box.query_from, box.query_to)
        theirs, their_words = _numbers(self.other, box.other_from, box.other_to)
        if min(len(ours), len(theirs)) < LEAST_NUMBERS:
            return False
        return _agreement(ours, theirs) < 0.9 and _agreement(our_words, their_words) >= 0.8


def _numbers(side: StemmedText, begin: int, end: int) -> tuple[Hashes, Hashes]:
    """The hashes of the numbers and of the other words among these words."""
    hashes, numbers = side.stems.hashes[begin:end], side.stems.numbers[begin:end]
    return hashes[numbers], hashes[~numbers]


def _agreement(ours: Hashes, theirs: Hashes) -> float:
    """Twice the common occurrences over all occurrences."""
    known, inverse = np.unique(np.concatenate((ours, theirs)), return_inverse=True)
    mine = np.bincount(inverse[: len(ours)], minlength=len(known))
    yours = np.bincount(inverse[len(ours) :], minlength=len(known))
    return 2 * float(np.minimum(mine, yours).sum()) / max(1, len(ours) + len(theirs))


def align(
    query: StemmedText,
    other: StemmedText,
    settings: AlignmentSettings,
    corpus: CorpusBackground = NO_CORPUS,
) -> Alignment:
    """The passages of two texts."""
    background = background_of(query, other, settings, corpus)
    refiner = Refiner(background, settings)
    found = []
    for box in find_boxes(background, refiner, settings):
        begin, end = snapped(query.text, query.words, box, 0, refiner, settings)
        other_begin, other_end = snapped(other.text, other.words, box, 1, refiner, settings)
        start, stop = characters(query.text, query.words, begin, end)
        other_start, other_stop = characters(other.text, other.words, other_begin, other_end)
        sizes = sorted((stop - start, other_stop - other_start))
        longer = 0 if box.form == "run" else settings.longer_characters
        if sizes[0] >= settings.least_characters and sizes[1] >= longer:
            found.append(Aligned(start, stop, other_start, other_stop, box))
    found.sort(key=lambda one: (one.query_start, one.other_start))
    return Alignment(query, other, refiner, tuple(found))


def find_boxes(background: Background, refiner: Refiner, settings: AlignmentSettings) -> list[Box]:
    """The passages as words, before their borders are snapped."""
    if not background.shared:
        return []
    settings = _for_size(len(background.query) * len(background.other), settings)
    weights = stem_weights(background, settings)
    runs = verbatim_runs(background, settings) if settings.verbatim_runs else []
    known = long_runs(runs, refiner, settings)
    ranges, chains = neighbourhoods(background, weights, known, settings)
    chains = [
        with_sampled_evidence(chain, refiner, settings)
        for chain in chains
        if not any(run.holds(chain) for run in known)
    ]
    known = [run for run in known if not any(chain.holds(run) for chain in chains)]
    seeds = [
        seed
        for ours, theirs in ranges
        for seed in find_seeds(background, weights, settings, ours, theirs)
    ]
    boxes = [
        refiner.refined(seed.box, seed.peak)
        for seed in seeds
        if not any(run.holds(seed.peak) for run in known)
        and not any(chain.holds(seed.box) for chain in chains)
    ]
    boxes += known + chains
    boxes = selected(merged(boxes, refiner, settings), settings)
    boxes = with_summaries(boxes, settings)
    boxes = [box for box in boxes if box.form == "summary" or _enough(box, settings)]
    boxes = with_run_borders(boxes, runs, settings)
    boxes = [_with_evidence(box, refiner) for box in boxes]
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


def _with_evidence(box: Box, refiner: Refiner) -> Box:
    """The box with the evidence of its parts or of the whole, whichever is more."""
    return replace(box, evidence=max(box.evidence, refiner.scored(box).evidence))


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
