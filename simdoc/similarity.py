"""Query fingerprints × snapshot → similar documents, with the pairs for their passages.

Every count is of distinct fingerprints. A document enters by common chunks outside boilerplate;
then the boilerplate it shares is added, so that percentages stay whole: a copy is 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks
from simdoc.index.ordering import group_starts, stable_order
from simdoc.index.snapshot import Lookup, Snapshot
from simdoc.passages.valid_intervals import Intervals, Pairs, joined, valid_intervals
from simdoc.settings import PassageSettings, SimilaritySettings

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Also = tuple[Integers, NDArray[np.float64]]
"""Numbers, and how many common chunks each is worth in the ranking."""
Number = TypeVar("Number", np.int64, np.uint64)


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
    rest: Integers
    """Numbers of the hidden documents, ascending."""
    rest_common: Integers
    """The common chunks of each of them, boilerplate left out."""

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
    order = stable_order(chunks.fingerprints)
    ordered = chunks.fingerprints[order]
    first = group_starts(ordered)
    distinct = ordered[first]
    return _Query(
        distinct,
        chunks.positions[order].astype(np.int64),
        np.append(first, len(ordered)),
        is_member(distinct >> np.uint64(more_bits), boilerplate),
    )


def is_member(values: NDArray[Number], ordered: NDArray[Number]) -> Flags:
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
    also: Also | None = None,
) -> SimilarDocuments:
    """The documents similar to a text, among the `allowed` numbers (all when None), without the
    number `itself`. `best` overrides how many are kept. `also` are documents to be listed whatever
    they share, each ranked as if it had at least so many common chunks."""
    query = _query_of(chunks, snapshot.boilerplate)
    ordinary = np.flatnonzero(~query.boilerplate)
    hits = _by_document(snapshot.lookup(query.fingerprints[ordinary]), ordinary, allowed, itself)
    touched, common, postings = _counted(hits)
    in_any = np.zeros(len(query.fingerprints), bool)
    in_any[hits.queries] = True
    shared = np.flatnonzero(query.boilerplate)
    if len(shared):
        others = np.ones(len(snapshot.live), bool) if allowed is None else allowed.copy()
        if itself is not None:
            others[itself] = False
        in_any[shared] = snapshot.found_elsewhere(query.fingerprints[shared], others)

    sample = snapshot.settings.sample
    enough = _reaches(common, len(query.fingerprints), similarity.minimum)
    enough |= _reaches(common, snapshot.chunks[touched], similarity.minimum)
    # Whoever may have a valid interval: enough postings on the other side, whatever the share.
    least = max(1, -(-passage.minimum_chunks // sample))
    promising = _rows(hits, np.flatnonzero(np.repeat(postings >= least, postings)))
    intervals = valid_intervals(_pairs(query, promising, boilerplate=False), passage, sample)
    enough |= is_member(touched, intervals.numbers)

    touched_common = common
    entering, common, worth = _entering(touched, common, enough, also)
    rest = np.flatnonzero(~is_member(touched, entering))
    order = np.lexsort((snapshot.doc_ids[entering], -common, -np.maximum(common, worth)))
    order = order[: similarity.best if best is None else best]
    listed, common_listed, worth = entering[order], common[order], worth[order]
    with_boilerplate = np.zeros(len(listed), np.int64)
    if len(shared) and len(listed):
        more = snapshot.find_postings_of(query.fingerprints[shared], listed)
        more = _by_document(_rows(more, stable_order(more.queries)), shared)
        sharing, counts, _ = _counted(more)
        ascending = np.argsort(listed)
        rows = ascending[np.searchsorted(listed, sharing, sorter=ascending)]
        with_boilerplate[rows] = counts
        grey = valid_intervals(_pairs(query, more, boilerplate=True), passage, sample)
        intervals = _concatenated(intervals, grey)
    total = common_listed + with_boilerplate
    order = np.lexsort((snapshot.doc_ids[listed], -total, -np.maximum(total, worth)))
    return SimilarDocuments(
        listed[order],
        total[order],
        with_boilerplate[order],
        _only(intervals, is_member(intervals.numbers, np.sort(listed))),
        len(query.fingerprints),
        len(shared),
        int(np.count_nonzero(in_any)),
        len(rest),
        int(len(entering) - len(listed)),
        touched[rest],
        touched_common[rest],
    )


def _entering(
    touched: Integers, common: Integers, enough: Flags, also: Also | None
) -> tuple[Integers, Integers, NDArray[np.float64]]:
    """The documents to be listed, ascending, their common chunks, and how many chunks each is worth
    in the ranking by other evidence."""
    if also is None or not len(also[0]):
        return touched[enough], common[enough], np.zeros(int(np.count_nonzero(enough)))
    entering = np.union1d(touched[enough], also[0])
    counts = np.zeros(len(entering), np.int64)
    known = is_member(entering, touched)
    counts[known] = common[is_member(touched, entering)]
    worth = np.zeros(len(entering))
    worth[np.searchsorted(entering, also[0])] = also[1]
    return entering, counts, worth


def _by_document(
    hits: Lookup, ordinals: Integers, allowed: Flags | None = None, itself: int | None = None
) -> Lookup:
    """The postings in allowed documents by document, then fingerprint, then position; `ordinals`
    are the query's fingerprints that were looked up."""
    kept = np.ones(len(hits.numbers), bool) if allowed is None else allowed.take(hits.numbers)
    if itself is not None:
        # Of an indexed document most hits are its own: leave them before anything is sorted.
        kept &= hits.numbers != itself
    if not kept.all():
        hits = _rows(hits, np.flatnonzero(kept))
    hits = _rows(hits, stable_order(hits.numbers))
    return hits._replace(queries=ordinals.take(hits.queries))


def _counted(hits: Lookup) -> tuple[Integers, Integers, Integers]:
    """The documents hit, ascending; how many distinct fingerprints, and how many postings, of each.
    The hits come by document and fingerprint."""
    first = group_starts(hits.numbers)
    new = np.ones(len(hits.numbers), np.int64)
    new[1:] = (hits.numbers[1:] != hits.numbers[:-1]) | (hits.queries[1:] != hits.queries[:-1])
    distinct: Integers = np.add.reduceat(new, first) if len(first) else new
    return hits.numbers[first], distinct, np.diff(np.append(first, len(hits.numbers)))


def _reaches(common: Integers, chunks: int | NDArray[np.uint32], minimum: float) -> Flags:
    """Whether common / chunks ≥ minimum, as the shown number would be compared."""
    return np.asarray(common / np.maximum(chunks, 1) >= minimum)


def _rows(hits: Lookup, rows: Integers) -> Lookup:
    """These rows, in this order."""
    return Lookup(hits.queries.take(rows), hits.numbers.take(rows), hits.positions.take(rows))


def _pairs(query: _Query, hits: Lookup, boilerplate: bool) -> Pairs:
    """Every (query position, other position) of postings that come by document and fingerprint."""
    low, high = query.starts.take(hits.queries), query.starts.take(hits.queries + 1)
    positions, numbers = hits.positions.astype(np.int64), hits.numbers
    if np.any(high - low > 1):
        # Group the postings of one fingerprint in one document, so that a chunk repeated on both
        # sides is thinned rather than multiplied.
        first = group_starts(numbers * len(query.fingerprints) + hits.queries)
        ends = np.append(first[1:], len(numbers))
        low, right = joined(low[first], high[first], first, ends)
        positions, numbers = positions.take(right), numbers.take(right)
    return Pairs(query.positions.take(low), positions, numbers, np.full(len(low), boilerplate))


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
