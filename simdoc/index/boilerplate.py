"""Fingerprints that stand in too many documents to mean anything, counted exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simdoc.index.format import Fingerprints, Integers
from simdoc.index.manifest import BoilerplateRecord
from simdoc.index.ranges import batches, expand
from simdoc.index.segment import Segment
from simdoc.index.snapshot import Snapshot
from simdoc.settings import BoilerplateSettings

_SLOT_PIECE = 1 << 20
SMALL_INDEX = 2_000_000
"""Postings below which boilerplate is made anew at every commit: it takes a tenth of a second."""
_GROWTH = 0.1


def is_due(made: BoilerplateRecord | None, settings: BoilerplateSettings, postings: int) -> bool:
    """Whether boilerplate has to be made anew for an index of so many postings."""
    if made is None or postings < SMALL_INDEX:
        return True
    if (made.minimum_documents, made.share) != (settings.minimum_documents, settings.share):
        return True
    return abs(postings - made.postings) >= _GROWTH * made.postings


def find_boilerplate(snapshot: Snapshot, settings: BoilerplateSettings) -> Fingerprints:
    """The fingerprints in more than max(minimum_documents, share × live documents) live documents,
    ascending."""
    limit = max(settings.minimum_documents, settings.share * snapshot.documents)
    sizes = [segment.record.documents for segment in snapshot.segments]
    level = evident_count(sizes, int(limit))
    candidates = [
        _repeated(segment, level)
        for segment in snapshot.segments
        if segment.record.documents > level
    ]
    if not candidates:
        return np.empty(0, np.uint64)
    fingerprints = np.unique(np.concatenate(candidates))
    return fingerprints[documents_with(snapshot, fingerprints) > limit]


def evident_count(documents: Sequence[int], limit: int) -> int:
    """The largest n such that a fingerprint in more than `limit` documents must be in more than n
    of some segment: one that is in n of each at most is in sum(min(n, documents)) in all."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(middle, count) for count in documents) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def documents_with(snapshot: Snapshot, fingerprints: Fingerprints) -> Integers:
    """In how many live documents each of these distinct fingerprints stands."""
    counts = np.zeros(len(fingerprints), np.int64)
    for segment, base, _ in snapshot.parts:
        start, end = segment.ranges(fingerprints)
        for batch in batches(np.arange(len(fingerprints)), end - start):
            ordinals, offsets = expand(start[batch], end[batch])
            if not len(offsets):
                continue
            numbers = segment.numbers[offsets]
            first = np.ones(len(numbers), np.bool_)
            first[1:] = (numbers[1:] != numbers[:-1]) | (ordinals[1:] != ordinals[:-1])
            first &= snapshot.live.take(numbers + base)
            counts[batch] += np.bincount(ordinals[first], minlength=len(batch))
    return counts


def _repeated(segment: Segment, level: int) -> Fingerprints:
    """Fingerprints with more than `level` postings in this segment; slots with fewer are passed
    over without a look at their postings."""
    found = []
    slots = len(segment.offsets) - 1
    for first in range(0, slots, _SLOT_PIECE):
        offsets = segment.offsets[first : min(first + _SLOT_PIECE, slots) + 1].astype(np.int64)
        lengths = np.diff(offsets)
        full = np.flatnonzero(lengths > level)
        for batch in batches(full, lengths[full]):
            ordinals, at = expand(offsets[batch], offsets[batch + 1])
            fingerprints = segment.join(batch[ordinals] + first, at)
            starts = np.flatnonzero(np.append(True, fingerprints[1:] != fingerprints[:-1]))
            runs = np.diff(np.append(starts, len(fingerprints)))
            found.append(fingerprints[starts[runs > level]])
    return np.concatenate(found) if found else np.empty(0, np.uint64)
