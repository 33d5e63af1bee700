"""Traces of a query × the index of traces → documents whose reuse may be rewritten.

A trace weighs 1/log₂(1 + documents with it), so that one which stands in a single document counts
1. The sum over all common traces is a document's score and orders the documents; whether it is
listed is decided by the best single place, because two texts on one subject share traces all over,
while a rewritten passage has them close together in both texts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simdoc.index.snapshot import Snapshot
from simdoc.settings import BoilerplateSettings, TraceSettings
from simdoc.similarity import is_member
from simdoc.traces import TRIPLES, Traces

Integers = NDArray[np.int64]
Scores = NDArray[np.float64]
Flags = NDArray[np.bool_]

CHUNKS_A_SCORE = 1 / 3
"""A verbatim copy of n chunks has a trace score of about 2 n at most. A third of the score is
thus a cautious number of chunks that a rewritten copy is worth in the ranking."""
DENSE = 32
"""Cells a hit up to which they are counted in an array instead of being sorted."""


@dataclass(frozen=True)
class TracedDocuments:
    """Documents with common traces, numbers ascending: parallel arrays. `places` is the evidence
    of each document's best place, counted only where the whole score would do to be listed, and
    only until it does."""

    numbers: Integers
    scores: Scores
    places: Scores

    def listed(self, minimum: float) -> TracedDocuments:
        """Those with enough evidence in one place."""
        kept = self.places >= minimum
        return TracedDocuments(self.numbers[kept], self.scores[kept], self.places[kept])

    def scores_of(self, numbers: Integers) -> Scores:
        """The scores of any documents, 0 where no trace is common."""
        return _values_of(self.numbers, self.scores, numbers)

    def chunks_worth(self) -> Scores:
        """How many common chunks the traces of each are worth in the ranking."""
        return self.scores * CHUNKS_A_SCORE


def document_limit(trace: TraceSettings, boilerplate: BoilerplateSettings, documents: int) -> int:
    """In how many documents a trace may stand to mean anything: as many as a chunk may before it
    is boilerplate, and never more than the traces' own limit."""
    ordinary = max(boilerplate.minimum_documents, int(boilerplate.share * documents))
    return min(trace.maximum_documents, ordinary)


def find_rewritten(
    snapshot: Snapshot,
    traces: Traces,
    settings: TraceSettings,
    limit: int,
    numbers: Integers,
    itself: int | None = None,
) -> TracedDocuments:
    """The documents that share traces with a text, without the number `itself` of this snapshot.

    `numbers` says what each document of this snapshot is called in the answer; −1 for one that
    may not be found. Traces in more than `limit` other documents are ignored.
    """
    asked = np.flatnonzero(~is_member(traces.fingerprints, snapshot.boilerplate))
    hits = snapshot.lookup(traces.fingerprints[asked])
    queries, found, positions = hits.queries, hits.numbers, hits.positions
    if itself is not None:
        others = np.flatnonzero(found != itself)
        queries, found, positions = queries[others], found[others], positions[others]
    # A document has a trace once, so that hits are documents.
    documents = np.bincount(queries, minlength=len(asked))
    weights = np.where(documents <= limit, 1 / np.log2(1 + np.maximum(documents, 1)), 0.0)
    weighed = weights[queries]
    scores = np.bincount(found, weighed, minlength=len(snapshot.live)).astype(np.float64)
    scores[numbers < 0] = 0.0
    promising = np.flatnonzero(scores >= settings.minimum_score)
    ordinals = np.full(len(scores), -1)
    ordinals[promising] = np.arange(len(promising))
    rows = np.flatnonzero((ordinals[found] >= 0) & (weighed > 0))
    best = np.zeros(len(scores))
    best[promising] = _best_places(
        ordinals[found[rows]],
        traces.positions[asked[queries[rows]]] // np.uint32(len(TRIPLES)),
        positions[rows] // np.uint32(len(TRIPLES)),
        weighed[rows],
        settings,
        len(promising),
    )
    touched = np.flatnonzero(scores > 0)
    touched = touched[np.argsort(numbers[touched], kind="stable")]
    return TracedDocuments(numbers[touched], scores[touched], best[touched])


def _best_places(
    numbers: Integers,
    query_words: NDArray[np.uint32],
    other_words: NDArray[np.uint32],
    weights: Scores,
    settings: TraceSettings,
    count: int,
) -> Scores:
    """For each of `count` documents the largest sum of weights in one place. Places are squares of
    2 × window counted words in both texts that overlap by half, so that whatever lies within
    `window` words on both sides lies whole in one of them."""
    best = np.zeros(count)
    window, side = settings.window, 2 * settings.window
    rows, columns = query_words.astype(np.int64), other_words.astype(np.int64)
    width = int(columns.max(initial=0)) // side + 2
    height = int(rows.max(initial=0)) // side + 2
    for row_shift, column_shift in ((0, 0), (window, window), (0, window), (window, 0)):
        # A copied passage shows in the first squares already; only the rest is looked at again.
        left = np.flatnonzero(best[numbers] < settings.minimum_score)
        if not len(left):
            break
        numbers, rows, columns = numbers[left], rows[left], columns[left]
        weights = weights[left]
        cells = numbers * height + (rows + row_shift) // side
        cells *= width
        cells += (columns + column_shift) // side
        np.maximum(best, _largest(cells, weights, count, height * width), out=best)
    return best


def _largest(cells: Integers, weights: Scores, count: int, size: int) -> Scores:
    """Of each run of `size` cells, `count` runs in all, the cell with the largest sum."""
    if count * size <= DENSE * len(cells):
        sums = np.bincount(cells, weights, minlength=count * size)
        largest: Scores = sums.reshape(count, size).max(axis=1)
        return largest
    largest = np.zeros(count)
    order = np.argsort(cells)
    cells = cells[order]
    first = np.flatnonzero(np.append(True, cells[1:] != cells[:-1]))
    np.maximum.at(largest, cells[first] // size, np.add.reduceat(weights[order], first))
    return largest


def _values_of(known: Integers, values: Scores, wanted: Integers) -> Scores:
    """The value of each wanted number, 0 where the ascending `known` lacks it."""
    if not len(known):
        return np.zeros(len(wanted))
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[at] == wanted, values[at], 0.0)
