"""What a query holds: all segments of one generation, as if they were one.

A document's global number is the base of its segment (a running total of documents in manifest
order) plus its number there. It means something inside one snapshot only.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simdoc.errors import CorruptIndexError
from simdoc.index import ranges
from simdoc.index.arrays import open_array
from simdoc.index.external_sort import ordered_postings
from simdoc.index.format import (
    DELETION_DTYPE,
    DOCUMENT_DTYPE,
    FINGERPRINT_DTYPE,
    Fingerprints,
    Flags,
    Integers,
    Numbers,
    Positions,
    Postings,
    Records,
)
from simdoc.index.manifest import Manifest
from simdoc.index.ranges import batches, bisect, expand
from simdoc.index.segment import Segment

_FIRST_LOOK = 4


class Lookup(NamedTuple):
    """Parallel arrays, one row a posting found: ordinal of the query's fingerprint, global number
    of the document, position of the chunk there."""

    queries: Integers
    numbers: Integers
    positions: Positions

    def rows(self, rows: Integers) -> Lookup:
        """These rows, in this order."""
        return Lookup(self.queries.take(rows), self.numbers.take(rows), self.positions.take(rows))


class Snapshot:
    """One generation of the index; it stays as it is whatever is committed later."""

    def __init__(
        self,
        manifest: Manifest,
        segments: tuple[Segment, ...],
        deletions: Records,
        boilerplate: Fingerprints,
    ) -> None:
        self.manifest = manifest
        self.generation = manifest.generation
        self.settings = manifest.settings
        self.segments = segments
        self.deletions = deletions
        self.boilerplate = boilerplate
        self.postings = manifest.postings
        counts = [segment.record.documents for segment in segments]
        ends = list(accumulate(counts, initial=0))
        self.parts = tuple(zip(segments, ends[:-1], ends[1:], strict=True))
        """(segment, base, end): its documents have the global numbers base:end."""
        tables = [segment.documents for segment in segments]
        table = np.concatenate([np.empty(0, DOCUMENT_DTYPE), *tables])
        self.doc_ids: Integers = np.ascontiguousarray(table["doc_id"])
        self.words: Numbers = np.ascontiguousarray(table["words"])
        self.chunks: Numbers = np.ascontiguousarray(table["chunks"])
        self.live: Flags = np.ones(ends[-1], np.bool_)
        for segment, base, _ in self.parts:
            dead = deletions["number"][deletions["serial"] == segment.record.serial]
            self.live[base + dead] = False
        self.live.flags.writeable = False
        self.documents = int(np.count_nonzero(self.live))

    def number_of(self, doc_id: int) -> int | None:
        """The global number of a live document."""
        known, numbers = self._by_doc_id
        at = int(known.searchsorted(doc_id))
        return int(numbers[at]) if at < len(known) and known[at] == doc_id else None

    def numbers_of(self, doc_ids: Integers) -> Integers:
        """The global numbers of live documents, −1 for what is not one."""
        known, numbers = self._by_doc_id
        if not len(known):
            return np.full(len(doc_ids), -1)
        at = np.minimum(np.searchsorted(known, doc_ids), len(known) - 1)
        return np.where(known[at] == doc_ids, numbers[at], -1)

    def lookup(self, fingerprints: Fingerprints, besides: int | None = None) -> Lookup:
        """All live postings of distinct `fingerprints`, by segment, then fingerprint, then number
        and position; without those of the document `besides`."""
        parts = []
        for segment, base, _ in self.parts:
            queries, local, positions = segment.find(
                fingerprints, None if besides is None else besides - base
            )
            found = Lookup(queries, local + np.int64(base), positions)
            if self.documents < len(self.live):
                found = found.rows(self.live.take(found.numbers).nonzero()[0])
            parts.append(found)
        return _together(parts)

    def find_postings_of(self, fingerprints: Fingerprints, numbers: Integers) -> Lookup:
        """The live postings of distinct `fingerprints` in the documents with these global numbers,
        in no particular order. Meant for fingerprints in very many documents: where their postings
        are far more than `numbers`, these are searched instead of all postings read."""
        wanted = np.zeros(len(self.live), np.bool_)
        wanted[numbers] = True
        wanted &= self.live
        parts = []
        for segment, base, end in self.parts:
            here = np.flatnonzero(wanted[base:end])
            if not len(here):
                continue
            low, high = segment.ranges(fingerprints)
            queries = np.flatnonzero(low < high)
            lengths = high[queries] - low[queries]
            searched = lengths > 8 * len(here)
            parts += [
                self._postings_among(segment, base, batch, low, high, wanted)
                for batch in batches(queries[~searched], lengths[~searched])
            ]
            chosen = queries[searched]
            parts += [
                self._search_numbers(segment, base, batch, low, high, here)
                for batch in batches(chosen, np.full(len(chosen), len(here)))
            ]
        return _together(parts)

    def found_elsewhere(self, fingerprints: Fingerprints, allowed: Flags) -> Flags:
        """Whether each fingerprint has a live posting in a document with allowed[number].

        Exact, but a long range is not read at once: the first few postings of each usually decide,
        and twice as many are looked at each time for those still open."""
        allowed = allowed & self.live
        found = np.zeros(len(fingerprints), np.bool_)
        for segment, base, _ in self.parts:
            open_ = np.flatnonzero(~found)
            start, end = segment.ranges(fingerprints[open_])
            look = _FIRST_LOOK
            while True:
                left = np.flatnonzero((start < end) & ~found[open_])
                if not len(left):
                    break
                open_, start, end = open_[left], start[left], end[left]
                until = np.minimum(start + look, end)
                for batch in batches(np.arange(len(open_)), until - start):
                    ordinals, offsets = expand(start[batch], until[batch])
                    hits = allowed.take(base + segment.numbers[offsets])
                    found[open_[batch[ordinals[hits]]]] = True
                start = until
                look = min(2 * look, ranges.BATCH)
        return found

    def count_common(self, fingerprints: Fingerprints, allowed: Flags) -> Integers:
        """For each global number how many of these distinct fingerprints the document has; 0 where
        it is not live or not allowed[number]. Reads all their postings, a piece at a time."""
        counts = np.zeros(len(self.live), np.int64)
        for segment, base, end in self.parts:
            low, high = segment.ranges(fingerprints)
            for batch in batches(np.arange(len(fingerprints)), high - low):
                ordinals, offsets = expand(low[batch], high[batch])
                numbers = segment.numbers[offsets]
                new = np.ones(len(numbers), np.bool_)
                new[1:] = (numbers[1:] != numbers[:-1]) | (ordinals[1:] != ordinals[:-1])
                counts[base:end] += np.bincount(numbers[new], minlength=end - base)
        counts[~(allowed & self.live)] = 0
        return counts

    def distinct_fingerprints(self) -> tuple[int, int]:
        """How many distinct fingerprints the live documents have, and how many of these stand in
        one document only. Reads everything, in bounded memory."""
        distinct = unique = 0
        fingerprint, number, alone = -1, -1, False  # where the piece before stopped
        sources = [
            LivePostings(segment, np.where(self.live[base:end], np.arange(base, end), -1))
            for segment, base, end in self.parts
        ]
        for fingerprints, numbers, _ in ordered_postings(sources, self.settings.bits, ranges.BATCH):
            if not len(fingerprints):
                continue
            starts = np.flatnonzero(fingerprints[1:] != fingerprints[:-1]) + 1
            starts = np.concatenate([[0], starts])
            # Numbers ascend inside a fingerprint: it is in one document when first equals last.
            single = numbers[starts] == numbers[np.append(starts[1:], len(numbers)) - 1]
            distinct += len(starts)
            unique += int(np.count_nonzero(single))
            if int(fingerprints[0]) == fingerprint:
                distinct -= 1
                same = bool(single[0]) and int(numbers[0]) == number
                unique -= int(alone) + int(single[0]) - int(alone and same)
                single[0] = alone and same
            fingerprint, number = int(fingerprints[-1]), int(numbers[-1])
            alone = bool(single[-1])
        return distinct, unique

    @cached_property
    def _by_doc_id(self) -> tuple[Integers, Integers]:
        numbers = np.flatnonzero(self.live)
        doc_ids = self.doc_ids[numbers]
        order = np.argsort(doc_ids)
        return doc_ids[order], numbers[order]

    def _postings_among(
        self,
        segment: Segment,
        base: int,
        queries: Integers,
        low: Integers,
        high: Integers,
        wanted: Flags,
    ) -> Lookup:
        """Read the ranges of `queries` and keep the postings in wanted documents."""
        ordinals, offsets = expand(low[queries], high[queries])
        numbers = segment.numbers[offsets] + np.int64(base)
        kept = wanted.take(numbers)
        return Lookup(queries[ordinals[kept]], numbers[kept], segment.positions[offsets[kept]])

    def _search_numbers(
        self,
        segment: Segment,
        base: int,
        queries: Integers,
        low: Integers,
        high: Integers,
        here: Integers,
    ) -> Lookup:
        """Search each of the numbers `here` in the range of each query."""
        pairs = np.repeat(queries, len(here))
        wanted = np.tile(here, len(queries))
        start = bisect(segment.numbers, wanted, low[pairs], high[pairs])
        end = bisect(segment.numbers, wanted + 1, start, high[pairs])
        ordinals, offsets = expand(start, end)
        return Lookup(pairs[ordinals], wanted[ordinals] + base, segment.positions[offsets])


class LivePostings:
    """A segment as a source of postings under other numbers: `renumber` gives the new number of
    each of its documents, −1 for one to leave out."""

    is_sorted = True

    def __init__(self, segment: Segment, renumber: Integers) -> None:
        self._segment = segment
        self._renumber = renumber
        self._all = bool((renumber >= 0).all())

    @property
    def prefix_offsets(self) -> Integers:
        return self._segment.prefix_offsets

    def count(self) -> int:
        """How many postings `read` gives in all."""
        total = self._segment.record.postings
        if self._all:
            return total
        kept = self._renumber >= 0
        pieces = (
            self._segment.numbers[i : i + ranges.BATCH] for i in range(0, total, ranges.BATCH)
        )
        return sum(int(np.count_nonzero(kept.take(piece))) for piece in pieces)

    def read(self, start: int, end: int) -> Postings:
        fingerprints, old, positions = self._segment.read(start, end)
        numbers = self._renumber.take(old)
        if self._all:
            return Postings(fingerprints, numbers.astype(np.uint32), positions)
        kept = numbers >= 0
        return Postings(fingerprints[kept], numbers[kept].astype(np.uint32), positions[kept])


def open_snapshot(
    folder: Path, manifest: Manifest, already_open: Mapping[str, Segment] | None = None
) -> Snapshot:
    """Open everything a manifest names; segments that are open already are not opened again."""
    known = already_open or {}
    segments = tuple(
        known[record.name] if record.name in known else Segment(folder, record)
        for record in manifest.segments
    )
    return Snapshot(
        manifest, segments, read_deletions(folder, manifest), _read_boilerplate(folder, manifest)
    )


def read_deletions(folder: Path, manifest: Manifest) -> Records:
    """Read whole and checked by their sum: they are few, and a wrong one would hide a document."""
    record = manifest.deletions
    if record is None:
        return np.empty(0, DELETION_DTYPE)
    deletions = open_array(folder / record.name, DELETION_DTYPE, record.length)
    found = zlib.crc32((folder / record.name).read_bytes())
    if found != record.file.crc32:
        raise CorruptIndexError(folder / record.name, f"checksum {record.file.crc32}", found)
    return deletions


def _read_boilerplate(folder: Path, manifest: Manifest) -> Fingerprints:
    record = manifest.boilerplate
    if record is None:
        return np.empty(0, FINGERPRINT_DTYPE)
    return open_array(folder / record.array.name, FINGERPRINT_DTYPE, record.array.length)


def _together(parts: list[Lookup]) -> Lookup:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return Lookup(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.uint32))
    return Lookup(*(np.concatenate(column) for column in zip(*parts, strict=True)))
