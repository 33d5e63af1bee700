"""Query fingerprints × snapshot → similar documents, with the pairs for their passages.

Every count is of distinct fingerprints. A document enters by common chunks outside boilerplate, or
by sharing half of both documents whatever the chunks are (so that the eleventh copy of one file
does not hide them all); then the boilerplate it shares is added, so that percentages stay whole: a
copy is 100 %.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks
from simdoc.index.ordering import group_sizes, group_starts, stable_order
from simdoc.index.ranges import counting, expand
from simdoc.index.snapshot import Lookup, Snapshot
from simdoc.passages.valid_intervals import (
    MOST_TIMES,
    Intervals,
    Pairs,
    joined,
    valid_intervals,
)
from simdoc.settings import PassageSettings, SimilaritySettings

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
BATCH_PAIRS = 4_000_000
"""Pairs worked on at once: some 300 MB while they are. An ordinary query has a few thousand."""

Also = tuple[Integers, NDArray[np.float64]]
"""Numbers, and how many common chunks each is worth in the ranking."""
Number = TypeVar("Number", np.int64, np.uint64)
_NONE: Integers = np.zeros(0, np.int64)


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
    """The similar documents, best first: parallel arrays, and the intervals of all of them when
    they are asked for.

    `hidden` counts the documents that share chunks outside boilerplate but stay below the least
    similarity without a valid interval; `cut` those that would belong here but are not among the
    best.
    """

    numbers: Integers
    common: Integers
    boilerplate: Integers
    find_intervals: Callable[[], Intervals] = field(repr=False)
    query_chunks: int
    query_boilerplate: int
    found: int
    hidden: int
    cut: int
    rest: Integers
    """Numbers of the hidden documents, ascending."""
    rest_common: Integers
    """The common chunks of each of them, boilerplate left out."""

    @cached_property
    def intervals(self) -> Intervals:
        """The valid intervals of all listed documents, in order of number and start. Found once
        somebody looks, from the postings at hand: a list alone does not need them."""
        return self.find_intervals()

    def intervals_of(self, number: int) -> Intervals:
        """Those of one document."""
        low, high = np.searchsorted(self.intervals.numbers, [number, number + 1])
        return _only(self.intervals, slice(low, high))

    @property
    def global_similarity(self) -> float | None:
        """g(F,S): the share of the query's chunks found in any other document of the set."""
        return self.found / self.query_chunks if self.query_chunks else None


@dataclass(frozen=True)
class _Query:
    """The query's distinct fingerprints, ascending, and the positions where each stands."""

    chunks: Chunks
    order: Integers  # of the chunks by fingerprint
    first: Integers  # where in this order each distinct fingerprint begins
    fingerprints: NDArray[np.uint64]
    boilerplate: Integers  # ordinals of the fingerprints that are
    ordinary: Integers  # ordinals of the others

    @cached_property
    def positions(self) -> Integers:
        """Grouped by fingerprint. Made once somebody looks at intervals, as `starts` is."""
        return self.chunks.positions.take(self.order).astype(np.int64)

    @cached_property
    def starts(self) -> Integers:
        """Group k is positions[starts[k]:starts[k + 1]]."""
        return np.append(self.first, len(self.order))


def _query_of(chunks: Chunks, boilerplate: NDArray[np.uint64], more_bits: int = 0) -> _Query:
    """`more_bits` that the fingerprints have beyond those of `boilerplate`."""
    order = stable_order(chunks.fingerprints)
    ordered = chunks.fingerprints.take(order)
    first = group_starts(ordered)
    distinct = ordered.take(first)
    if not len(boilerplate):
        return _Query(chunks, order, first, distinct, _NONE, counting(len(distinct)))
    flags = is_member(distinct >> np.uint64(more_bits), boilerplate)
    return _Query(chunks, order, first, distinct, flags.nonzero()[0], (~flags).nonzero()[0])


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
    shared = query.fingerprints.take(query.boilerplate)
    ordinary = query.fingerprints.take(query.ordinary) if len(shared) else query.fingerprints
    hits = snapshot.lookup(ordinary, besides=itself)
    if allowed is not None:
        hits = hits.rows(allowed.take(hits.numbers).nonzero()[0])
    hits = _by_document(hits, query.ordinary if len(shared) else None)
    touched, common, postings = _counted(hits)
    in_any = np.zeros(len(query.fingerprints), bool)
    counts: Integers | None = None  # common boilerplate of every number, where it was counted
    in_any[hits.queries] = True
    if len(shared):
        others = np.ones(len(snapshot.live), bool) if allowed is None else allowed.copy()
        if itself is not None:
            others[itself] = False
        in_any[query.boilerplate] = snapshot.found_elsewhere(shared, others)
        # Below this gate no document can share so much: most queries stop here.
        most = len(shared) + similarity.minimum * len(query.fingerprints) + 1
        if most >= similarity.mutual_minimum * len(query.fingerprints):
            counts = snapshot.count_common(shared, others)
            whole = counts.copy()
            whole[touched] += common
            mutual = _mutual(whole, snapshot.chunks, len(query.fingerprints), similarity)
            also = _with_numbers(also, mutual)

    sample = snapshot.settings.sample
    # The larger of the two similarities is the one with the smaller denominator.
    chunks_of_either = np.minimum(snapshot.chunks.take(touched), len(query.fingerprints))
    enough = common / np.maximum(chunks_of_either, 1) >= similarity.minimum
    # Below the least similarity a valid interval decides; it takes enough postings.
    least = max(1, -(-passage.minimum_chunks // sample))
    doubtful = ~enough & (postings >= least)
    if doubtful.any():
        some = hits.rows(doubtful.repeat(postings).nonzero()[0])
        decisive = _valid_intervals(query, some, False, passage, sample)
        enough |= is_member(touched, decisive.numbers)

    entering, common_entering, worth = _entering(touched, common, enough, also)
    rest = (~(enough if also is None else is_member(touched, entering))).nonzero()[0]
    order = _ranked(snapshot.doc_ids, entering, common_entering, worth)
    order = order[: similarity.best if best is None else best]
    listed, total, worth = entering[order], common_entering[order], worth[order]
    with_boilerplate = np.zeros(len(listed), np.int64)
    if len(shared) and len(listed):
        if counts is None:
            counts = np.zeros(len(snapshot.live), np.int64)
            for more in _in_boilerplate(snapshot, query, listed):
                sharing, chunks_shared, _ = _counted(more)
                counts[sharing] = chunks_shared
        with_boilerplate = counts.take(listed)
        total = total + with_boilerplate
        order = _ranked(snapshot.doc_ids, listed, total, worth)
        listed, total, with_boilerplate = listed[order], total[order], with_boilerplate[order]
    return SimilarDocuments(
        listed,
        total,
        with_boilerplate,
        partial(_intervals, snapshot, query, hits, listed, passage),
        len(query.fingerprints),
        len(shared),
        int(np.count_nonzero(in_any)),
        len(rest),
        len(entering) - len(listed),
        touched.take(rest),
        common.take(rest),
    )


def _in_boilerplate(snapshot: Snapshot, query: _Query, numbers: Integers) -> Iterator[Lookup]:
    """The query's boilerplate in these documents, by document and fingerprint: of a few documents
    at a time where there are very many."""
    shared = query.fingerprints.take(query.boilerplate)
    step = max(1, BATCH_PAIRS // max(len(shared), 1))
    for first in range(0, len(numbers) if len(shared) else 0, step):
        more = snapshot.find_postings_of(shared, np.sort(numbers)[first : first + step])
        yield _by_document(more.rows(stable_order(more.queries)), query.boilerplate)


def _intervals(
    snapshot: Snapshot, query: _Query, hits: Lookup, listed: Integers, passage: PassageSettings
) -> Intervals:
    """The valid intervals of the listed documents, of `hits` and of boilerplate."""
    sample = snapshot.settings.sample
    mine = hits.rows(is_member(hits.numbers, np.sort(listed)).nonzero()[0])
    found = [_valid_intervals(query, mine, False, passage, sample)]
    found += [
        _valid_intervals(query, more, True, passage, sample)
        for more in _in_boilerplate(snapshot, query, listed)
    ]
    return found[0] if len(found) == 1 else _concatenated(found)


def _valid_intervals(
    query: _Query, hits: Lookup, boilerplate: bool, passage: PassageSettings, sample: int
) -> Intervals:
    """The valid intervals of all documents hit, of a few at a time where pairs are very many."""
    weights = query.starts.take(hits.queries + 1) - query.starts.take(hits.queries)
    if weights.sum() <= BATCH_PAIRS:
        return valid_intervals(_pairs(query, hits, boilerplate), passage, sample)
    before = np.cumsum(weights) - weights
    documents = group_starts(hits.numbers)
    cuts = documents[group_starts(before[documents] // BATCH_PAIRS)]
    parts = [
        valid_intervals(_pairs(query, hits.rows(rows), boilerplate), passage, sample)
        for rows in np.split(np.arange(len(weights)), cuts[1:])
    ]
    return _concatenated(parts)


def _ranked(
    doc_ids: Integers, numbers: Integers, common: Integers, worth: NDArray[np.float64]
) -> Integers:
    """The order of the list: by common chunks or what they are worth, ties by doc_id."""
    return np.lexsort((doc_ids.take(numbers), -common, -np.maximum(common, worth)))


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


def _mutual(
    common: Integers, chunks: NDArray[np.uint32], query_chunks: int, similarity: SimilaritySettings
) -> Integers:
    """The numbers of the documents that share enough of both, boilerplate included."""
    of_both = common / np.maximum(np.maximum(chunks, query_chunks), 1)
    return ((common > 0) & (of_both >= similarity.mutual_minimum)).nonzero()[0]


def _with_numbers(also: Also | None, numbers: Integers) -> Also | None:
    """These numbers too, worth no more than what they share."""
    if not len(numbers):
        return also
    if also is None:
        return numbers, np.zeros(len(numbers))
    together = np.union1d(also[0], numbers)
    worth = np.zeros(len(together))
    worth[np.searchsorted(together, also[0])] = also[1]
    return together, worth


def _by_document(hits: Lookup, ordinals: Integers | None) -> Lookup:
    """The postings by document, then fingerprint, then position; `ordinals` are the query's
    fingerprints that were looked up, None when all were."""
    hits = hits.rows(stable_order(hits.numbers))
    return hits if ordinals is None else hits._replace(queries=ordinals.take(hits.queries))


def _counted(hits: Lookup) -> tuple[Integers, Integers, Integers]:
    """The documents hit, ascending; how many distinct fingerprints, and how many postings, of each.
    The hits come by document and fingerprint."""
    first = group_starts(hits.numbers)
    sizes = distinct = group_sizes(first, len(hits.numbers))
    repeated = hits.queries[1:] == hits.queries[:-1]
    repeated &= hits.numbers[1:] == hits.numbers[:-1]
    if repeated.any():
        distinct = np.add.reduceat(np.append(True, ~repeated).astype(np.int64), first)
    return hits.numbers.take(first), distinct, sizes


def _pairs(query: _Query, hits: Lookup, boilerplate: bool) -> Pairs:
    """Every (query position, other position) of postings that come by document and fingerprint."""
    low, positions, numbers = query.starts.take(hits.queries), hits.positions, hits.numbers
    if len(query.positions) > len(query.fingerprints):
        high = query.starts.take(hits.queries + 1)
        repeated = (hits.queries[1:] == hits.queries[:-1]) & (numbers[1:] == numbers[:-1])
        if min(int((high - low).max(initial=0)), 1 + int(repeated.sum())) <= MOST_TIMES:
            rows, low = expand(low, high)
        else:
            # Group the postings of one fingerprint in one document, so that a chunk repeated on
            # both sides is thinned rather than multiplied.
            first = group_starts(numbers * len(query.fingerprints) + hits.queries)
            ends = first + group_sizes(first, len(numbers))
            low, rows = joined(low[first], high[first], first, ends)
        positions, numbers = positions.take(rows), numbers.take(rows)
    flags = np.full(len(low), boilerplate)
    return Pairs(query.positions.take(low), positions.astype(np.int64), numbers, flags)


def _concatenated(parts: Sequence[Intervals]) -> Intervals:
    """All together, in order of number and start."""
    columns = [
        np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Intervals)
    ]
    both = Intervals(*columns)
    return _only(both, np.lexsort((both.other_starts, both.query_starts, both.numbers)))


def _only(intervals: Intervals, kept: Integers | slice) -> Intervals:
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
    boilerplate_flags = np.zeros(len(a.fingerprints), bool)
    boilerplate_flags[a.boilerplate] = True
    pairs = Pairs(
        a.positions[rows],
        b.positions[columns],
        np.zeros(len(rows), np.int64),
        boilerplate_flags[owner],
    )
    ordinary = Measures(
        int(np.count_nonzero(~boilerplate_flags[left])), len(a.ordinary), len(b.ordinary)
    )
    return pairs, Measures(len(common), len(a.fingerprints), len(b.fingerprints)), ordinary
