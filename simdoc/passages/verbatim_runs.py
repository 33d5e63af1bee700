"""Runs of equal words: they fix the borders of verbatim passages to the word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import Background, Integers
from simdoc.passages.boxes import Box
from simdoc.passages.refine import Refiner
from simdoc.text.characters import BASE


def verbatim_runs(background: Background, settings: AlignmentSettings) -> list[Box]:
    """Runs: equal grams on one diagonal, at most a few words apart; no evidence given."""
    ours = _grams(background.query.numbers, settings.gram)
    theirs = _grams(background.other.numbers, settings.gram)
    if not len(ours) or not len(theirs):
        return []
    order = np.argsort(theirs, kind="stable")
    ordered = theirs[order]
    low = np.searchsorted(ordered, ours, side="left")
    hits = np.searchsorted(ordered, ours, side="right") - low
    hits[hits > settings.most_hits] = 0
    at = np.repeat(np.arange(len(ours)), hits)
    if not len(at):
        return []
    within = np.arange(len(at)) - np.repeat(np.cumsum(hits) - hits, hits)
    opposite = order[np.repeat(low, hits) + within]
    return _on_diagonals(at, opposite, settings)


def _on_diagonals(at: Integers, opposite: Integers, settings: AlignmentSettings) -> list[Box]:
    diagonal = at - opposite
    order = np.lexsort((at, diagonal))
    at, diagonal = at[order], diagonal[order]
    cut = (np.diff(diagonal) != 0) | (np.diff(at) > settings.run_gap)
    first = np.concatenate(([0], np.flatnonzero(cut) + 1))
    last = np.append(first[1:], len(at)) - 1
    begin, end, shift = at[first], at[last] + settings.gram, diagonal[first]
    long = np.flatnonzero(end - begin >= settings.run_words)
    rows = zip(begin[long].tolist(), end[long].tolist(), shift[long].tolist(), strict=True)
    return _chained([Box(b, e, b - d, e - d) for b, e, d in rows], settings)


def _chained(runs: list[Box], settings: AlignmentSettings) -> list[Box]:
    """Runs that follow each other closely in both texts as one: a page number came between."""
    chains: list[Box] = []
    near: list[int] = []  # ordinals of the chains that a run may still follow
    for run in sorted(runs, key=lambda run: (run.query_from, run.other_from)):
        near = [at for at in near if run.query_from - chains[at].query_to <= settings.merge_gap]
        for at in near:
            if run.follows(chains[at]) and max(run.gaps(chains[at])) <= settings.merge_gap:
                chains[at] = chains[at].hull(run)
                break
        else:
            near.append(len(chains))
            chains.append(run)
    return chains


def _grams(numbers: Integers, size: int) -> NDArray[np.uint64]:
    """A hash of each `size` numbers in a row, order kept."""
    count = len(numbers) - size + 1
    if count <= 0:
        return np.zeros(0, np.uint64)
    plain = numbers.astype(np.uint64) + np.uint64(1)
    grams = plain[:count].copy()
    for place in range(1, size):
        grams = grams * BASE + plain[place : place + count]
    return grams


def with_run_borders(
    boxes: Sequence[Box], runs: Sequence[Box], settings: AlignmentSettings
) -> list[Box]:
    """The boxes: with the borders of a run that covers nearly all, with all of the runs that are
    at least half inside; and runs that touch no box."""
    if not settings.verbatim_runs:
        return list(boxes)
    result = []
    for box in boxes:
        if box.form == "found":
            covers = [run for run in runs if _share(run, box) >= settings.run_share]
            if covers:
                best = max(covers, key=lambda run: run.query_words)
                box = replace(best, evidence=box.evidence, form="run")
            else:
                inside = [run for run in runs if _share(box, run) >= 0.5]
                whole = reduce(Box.hull, inside, box)
                box = replace(whole, evidence=box.evidence)
        result.append(box)
    result = _distinct(result)
    free = [run for run in runs if all(max(run.gaps(box)) >= 0 for box in result)]
    for run in sorted(free, key=lambda run: -run.query_words):
        if all(run.gaps(box)[0] >= 0 for box in result):
            result.append(replace(run, form="run"))
    return result


def _distinct(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of the same borders once, with the most evidence."""
    best: dict[tuple[int, int, int, int], Box] = {}
    for box in boxes:
        borders = box.query_from, box.query_to, box.other_from, box.other_to
        if borders not in best or best[borders].evidence < box.evidence:
            best[borders] = box
    return list(best.values())


def long_runs(runs: Sequence[Box], refiner: Refiner, settings: AlignmentSettings) -> list[Box]:
    """Runs so long that nothing inside them needs to be looked for."""
    long = [run for run in runs if min(run.query_words, run.other_words) >= settings.slab]
    return [with_sampled_evidence(run, refiner, settings) for run in long]


def with_sampled_evidence(box: Box, refiner: Refiner, settings: AlignmentSettings) -> Box:
    """A long box with the evidence that its beginning has a word: given half of a text, no word is
    surprising any more, so that the whole would say less than its parts."""
    beginning = refiner.scored(box.head(settings.slab)).evidence
    return replace(box, evidence=beginning * box.query_words / settings.slab)


def _share(run: Box, box: Box) -> float:
    """The share of the box that the run covers, of the side where it covers less."""
    query, other = run.gaps(box)
    return min(-query / box.query_words, -other / box.other_words)
