"""Query fingerprints × snapshot → similar documents, with the pairs for their passages.

Every count is of distinct fingerprints. A document enters by common chunks outside boilerplate;
then the boilerplate it shares is added, so that percentages stay whole: a copy is 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks
from simdoc.index.snapshot import Lookup, Snapshot
from simdoc.passages.valid_intervals import Intervals, Pairs, joined, valid_intervals
from simdoc.settings import PassageSettings, SimilaritySettings

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Measures:
    """The similarities of two sets of fingerprints; None where a set is empty."""

    common: int
    query_chunks: int
    other_chunks: int

    @property
    def of_query(self) -> float | None:
        """a(F,G): the share of the query's chunks that the other has too."""
        return self.common / self.query_chunks if self.query_chunks else None

    @property
    def of_other(self) -> float | None:
        """a(G,F): the share of the other's chunks that the query has too."""
        return self.common / self.other_chunks if self.other_chunks else None

    @property
    def symmetric(self) -> float | None:
        """s: common chunks over the sum of both; ½ for two copies, by the paper's formula."""
        total = self.query_chunks + self.other_chunks
        return self.common / total if self.query_chunks and self.other_chunks else None

    @property
    def resemblance(self) -> float | None:
        """r: common chunks over the union of both."""
        union = self.query_chunks + self.other_chunks - self.common
        return self.common / union if self.query_chunks and self.other_chunks else None


@dataclass(frozen=True)
class SimilarDocuments:
    """The similar documents, best first: parallel arrays and the intervals of all of them.

    `hidden` counts the documents that share chunks outside boilerplate but stay below the least
    similarity without a valid interval; `cut` those that would belong here but are not among the
    best.
    """

    numbers: Integers
    common: Integers
    boilerplate: Integers
    intervals: Intervals
    query_chunks: int
    query_boilerplate: int
    found: int
    hidden: int
    cut: int

    @property
    def global_similarity(self) -> float | None:
        """g(F,S): the share of the query's chunks found in any other document of the set."""
        return self.found / self.query_chunks if self.query_chunks else None


@dataclass(frozen=True)
class _Query:
    """The query's distinct fingerprints, and the positions where each stands."""

    fingerprints: NDArray[np.uint64]
    positions: Integers  # grouped by fingerprint
    starts: Integers  # group k is positions[starts[k]:starts[k + 1]]
    boilerplate: Flags


def _query_of(chunks: Chunks, boilerplate: NDArray[np.uint64], more_bits: int = 0) -> _Query:
    """`more_bits` that the fingerprints have beyond those of `boilerplate`."""
    order = np.argsort(chunks.fingerprints, kind="stable")
    ordered = chunks.fingerprints[order]
    new = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    first = np.flatnonzero(new)
    distinct = ordered[first]
    return _Query(
        distinct,
        chunks.positions[order].astype(np.int64),
        np.append(first, len(ordered)),
        is_member(distinct >> np.uint64(more_bits), boilerplate),
    )


def is_member(values: NDArray[np.uint64], ordered: NDArray[np.uint64]) -> Flags:
    """Which values stand in an ascending array."""
    if not len(ordered):
        return np.zeros(len(values), bool)
    at = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    return np.asarray(ordered[at] == values)


def find_similar(
    snapshot: Snapshot,
    chunks: Chunks,
    similarity: SimilaritySettings,
    passage: PassageSettings,
    allowed: Flags | None = None,
    itself: int | None = None,
    best: int | None = None,
) -> SimilarDocuments:
    """The documents similar to a text, among the `allowed` numbers (all when None), without the
    number `itself`. `best` overrides how many are kept."""
    query = _query_of(chunks, snapshot.boilerplate)
    allowed = np.ones(len(snapshot.live), bool) if allowed is None else allowed.copy()
    if itself is not None:
        allowed[itself] = False
    restricted = not allowed.all()
    ordinary = np.flatnonzero(~query.boilerplate)
    hits = snapshot.lookup(query.fingerprints[ordinary])
    if restricted:
        hits = _kept(hits, allowed[hits.numbers])
    # A document's postings of one fingerprint lie side by side: count each such run once.
    runs = np.ones(len(hits.numbers), bool)
    runs[1:] = (hits.numbers[1:] != hits.numbers[:-1]) | (hits.queries[1:] != hits.queries[:-1])
    common = np.bincount(hits.numbers[runs], minlength=len(snapshot.live))
    queries = ordinary[hits.queries]
    found = int(np.count_nonzero(np.bincount(queries, minlength=len(query.fingerprints))))
    shared = np.flatnonzero(query.boilerplate)
    if len(shared):
        elsewhere = snapshot.found_elsewhere(query.fingerprints[shared], allowed)
        found += int(np.count_nonzero(elsewhere))

    touched = np.flatnonzero(common)
    sample = snapshot.settings.sample
    enough = _reaches(common[touched], len(query.fingerprints), similarity.minimum)
    enough |= _reaches(common[touched], snapshot.chunks[touched], similarity.minimum)
    # Whoever may have a valid interval: enough postings on the other side, whatever the share.
    least = max(1, -(-passage.minimum_chunks // sample))
    postings = np.bincount(hits.numbers, minlength=len(snapshot.live))[touched]
    promising = np.zeros(len(snapshot.live), bool)
    promising[touched[postings >= least]] = True
    pairs = _pairs(query, _kept(hits, promising[hits.numbers]), ordinary, boilerplate=False)
    intervals = valid_intervals(pairs, passage, sample)
    enough |= np.isin(touched, intervals.numbers)

    entering = touched[enough]
    order = np.lexsort((snapshot.doc_ids[entering], -common[entering]))
    keep = similarity.best if best is None else best
    listed = entering[order][:keep]
    with_boilerplate = np.zeros(len(listed), np.int64)
    is_listed = np.zeros(len(snapshot.live), bool)
    is_listed[listed] = True
    if len(shared) and len(listed):
        more = snapshot.find_postings_of(query.fingerprints[shared], listed)
        stride = len(query.fingerprints)
        distinct = np.unique(more.numbers * stride + more.queries)
        counts = np.bincount(distinct // stride, minlength=len(snapshot.live))
        with_boilerplate = counts[listed]
        grey = valid_intervals(_pairs(query, more, shared, boilerplate=True), passage, sample)
        intervals = _concatenated(intervals, grey)
    total = common[listed] + with_boilerplate
    order = np.lexsort((snapshot.doc_ids[listed], -total))
    return SimilarDocuments(
        listed[order],
        total[order],
        with_boilerplate[order],
        _only(intervals, is_listed[intervals.numbers]),
        len(query.fingerprints),
        len(shared),
        found,
        int(len(touched) - len(entering)),
        int(len(entering) - len(listed)),
    )


def _reaches(common: Integers, chunks: int | NDArray[np.uint32], minimum: float) -> Flags:
    """Whether common / chunks ≥ minimum, as the shown number would be compared."""
    return np.asarray(common / np.maximum(chunks, 1) >= minimum)


def _kept(hits: Lookup, kept: Flags) -> Lookup:
    if kept.all():
        return hits
    return Lookup(hits.queries[kept], hits.numbers[kept], hits.positions[kept])


def _pairs(query: _Query, hits: Lookup, ordinals: Integers, boilerplate: bool) -> Pairs:
    """Every (query position, other position) of the postings found; `ordinals` are the query's
    fingerprints that were looked up."""
    chosen = ordinals[hits.queries]
    low, high = query.starts[chosen], query.starts[chosen + 1]
    if len(chosen) and (high - low).max() > 1:
        # Group the postings of one fingerprint in one document, so that a chunk repeated on both
        # sides is thinned rather than multiplied.
        key = hits.numbers * len(query.fingerprints) + chosen
        order = np.lexsort((hits.positions, key))
        key, positions = key[order], hits.positions[order]
        first = np.flatnonzero(np.diff(key, prepend=-1))
        ends = np.append(first[1:], len(key))
        rows = order[first]
        left, right = joined(low[rows], high[rows], first, ends)
        numbers = (key // len(query.fingerprints))[right]
        return Pairs(
            query.positions[left],
            positions[right].astype(np.int64),
            numbers,
            np.full(len(left), boilerplate),
        )
    return Pairs(
        query.positions[low],
        hits.positions.astype(np.int64),
        hits.numbers,
        np.full(len(low), boilerplate),
    )


def _concatenated(one: Intervals, two: Intervals) -> Intervals:
    """Both together, in order of number and start."""
    columns = [
        np.concatenate((getattr(one, field.name), getattr(two, field.name)))
        for field in fields(Intervals)
    ]
    both = Intervals(*columns)
    return _only(both, np.lexsort((both.other_starts, both.query_starts, both.numbers)))


def _only(intervals: Intervals, kept: Flags | Integers) -> Intervals:
    """These rows, in this order."""
    return Intervals(*(getattr(intervals, field.name)[kept] for field in fields(Intervals)))


def pairs_of(
    query: Chunks, other: Chunks, boilerplate: NDArray[np.uint64], more_bits: int = 0
) -> tuple[Pairs, Measures, Measures]:
    """The common chunks of two texts, their measures, and their measures without boilerplate,
    counted without any index. `more_bits` that the fingerprints have beyond an index's."""
    a, b = _query_of(query, boilerplate, more_bits), _query_of(other, boilerplate, more_bits)
    common, left, right = np.intersect1d(
        a.fingerprints, b.fingerprints, assume_unique=True, return_indices=True
    )
    rows, columns = joined(a.starts[left], a.starts[left + 1], b.starts[right], b.starts[right + 1])
    owner = np.searchsorted(a.starts, rows, side="right") - 1
    pairs = Pairs(
        a.positions[rows],
        b.positions[columns],
        np.zeros(len(rows), np.int64),
        a.boilerplate[owner],
    )
    ordinary = Measures(
        int(np.count_nonzero(~a.boilerplate[left])),
        int(np.count_nonzero(~a.boilerplate)),
        int(np.count_nonzero(~b.boilerplate)),
    )
    return pairs, Measures(len(common), len(a.fingerprints), len(b.fingerprints)), ordinary
