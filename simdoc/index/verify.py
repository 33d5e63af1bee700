"""Reading every byte of an index and proving every invariant of its format.

Opening looks at sizes and headers only; this is what finds a flipped bit. Checksums run at
4 GB/s, so verification goes as fast as the disk reads; the invariants cost about as much again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simdoc.errors import CorruptIndexError
from simdoc.index.arrays import open_array
from simdoc.index.format import (
    DELETION_DTYPE,
    FINGERPRINT_DTYPE,
    MANIFEST,
    ArrayRecord,
    FileRecord,
    Integers,
    SegmentRecord,
)
from simdoc.index.manifest import Manifest, read_manifest
from simdoc.index.segment import Segment

_READ_BYTES = 1 << 22
_PIECE = 1 << 20

Progress = Callable[[int, int], None]
"""Called with the bytes read so far and the bytes in all."""


@dataclass(frozen=True)
class Damage:
    """One thing that is wrong. `name` is what to set aside: a segment, or a file beside them; the
    manifest itself cannot be set aside."""

    name: str
    path: Path
    what: str


def verify(folder: Path, progress: Progress | None = None) -> list[Damage]:
    """Everything that is wrong with an index; an empty list proves it sound. Segments committed or
    removed meanwhile are of no concern: one generation is verified."""
    try:
        manifest = read_manifest(folder)
    except CorruptIndexError as error:
        return [Damage(MANIFEST, error.path, str(error))]
    reader = _Reader(_total_bytes(manifest), progress)
    damage: list[Damage] = []
    for record in manifest.segments:
        damage += _verify_segment(folder, record, reader)
    sizes = {record.serial: record.documents for record in manifest.segments}
    if manifest.deletions:
        array = manifest.deletions
        found = reader.check(array.name, folder / array.name, array.file)
        damage += found or list(_check_deletions(folder, array, sizes))
    if manifest.boilerplate:
        array = manifest.boilerplate.array
        found = reader.check(array.name, folder / array.name, array.file)
        damage += found or list(_check_boilerplate(folder, array))
    if damage and read_manifest(folder) != manifest:
        return verify(folder, progress)  # what was read may have been removed by a commit
    return damage


def verify_segment(folder: Path, record: SegmentRecord) -> list[Damage]:
    """Everything that is wrong with one segment, prepared or committed."""
    return _verify_segment(folder, record, _Reader(0, None))


class _Reader:
    """Reads files whole against their records, and tells how far it is."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._total = total
        self._progress = progress
        self._done = 0

    def check(self, name: str, path: Path, expected: FileRecord) -> list[Damage]:
        size = crc32 = 0
        try:
            with open(path, "rb") as file:
                while piece := file.read(_READ_BYTES):
                    crc32 = zlib.crc32(piece, crc32)
                    size += len(piece)
                    self._done += len(piece)
                    if self._progress:
                        self._progress(self._done, self._total)
        except FileNotFoundError:
            return [Damage(name, path, "no such file")]
        except OSError as error:
            return [Damage(name, path, f"cannot be read: {error.strerror}")]
        if size != expected.bytes:
            return [Damage(name, path, f"has {size} bytes instead of {expected.bytes}")]
        if crc32 != expected.crc32:
            return [Damage(name, path, "has another checksum than when it was written")]
        return []


def _verify_segment(folder: Path, record: SegmentRecord, reader: _Reader) -> list[Damage]:
    damage: list[Damage] = []
    for name, expected in record.files.items():
        damage += reader.check(record.name, folder / record.name / name, expected)
    if damage:
        return damage
    try:
        segment = Segment(folder, record)
    except CorruptIndexError as error:
        return [Damage(record.name, error.path, str(error))]
    return [
        Damage(record.name, folder / record.name / name, what)
        for name, what in _broken_invariants(segment)
    ]


def _broken_invariants(segment: Segment) -> Iterator[tuple[str, str]]:
    """(file, what is wrong with it)."""
    record = segment.record
    ends = int(segment.offsets[0]), int(segment.offsets[-1])
    if ends != (0, record.postings):
        yield "offsets.npy", f"runs from {ends[0]} to {ends[1]}, not from 0 to {record.postings}"
        return
    for start in range(0, len(segment.offsets) - 1, _PIECE):
        piece = segment.offsets[start : start + _PIECE + 1]
        if np.any(piece[1:] < piece[:-1]):
            yield "offsets.npy", "descends"
            return
    if len(np.unique(segment.documents["doc_id"])) < record.documents:
        yield "documents.npy", "holds a document twice"
    chunks: Integers = np.zeros(record.documents, np.int64)
    for start in range(0, record.postings, _PIECE):
        # One posting of the piece before comes along, so that every neighbouring pair is seen.
        before = min(start, 1)
        fingerprints, numbers, positions = segment.read(
            start - before, min(start + _PIECE, record.postings)
        )
        if int(numbers.max()) >= record.documents:
            yield "postings.npy", f"names a document beyond the {record.documents} there are"
            return
        if int(segment.remainders[start : start + _PIECE].max()) >> (
            record.bits - record.slot_bits
        ):
            yield "postings.npy", "has a remainder of too many bits"
            return
        same_fingerprint = fingerprints[1:] == fingerprints[:-1]
        same_document = same_fingerprint & (numbers[1:] == numbers[:-1])
        if np.any(fingerprints[1:] < fingerprints[:-1]):
            yield "postings.npy", "remainders descend inside a slot"
        if np.any(same_fingerprint & (numbers[1:] < numbers[:-1])):
            yield "postings.npy", "numbers descend inside a fingerprint"
        if np.any(same_document & (positions[1:] <= positions[:-1])):
            yield "postings.npy", "positions do not ascend inside a document"
        first = ~same_document if before else np.append(True, ~same_document)
        np.add.at(chunks, numbers[before:][first], 1)
    if not np.array_equal(chunks, segment.documents["chunks"]):
        yield "documents.npy", "counts other chunks than the postings have"


def _check_deletions(
    folder: Path, record: ArrayRecord, documents: dict[int, int]
) -> Iterator[Damage]:
    path = folder / record.name
    try:
        pairs = open_array(path, DELETION_DTYPE, record.length)
    except CorruptIndexError as error:
        yield Damage(record.name, path, str(error))
        return
    for serial, count in documents.items():
        if np.any(pairs["number"][pairs["serial"] == serial] >= count):
            yield Damage(record.name, path, f"deletes a document beyond those of segment {serial}")
    if len(np.unique(pairs)) < len(pairs):
        yield Damage(record.name, path, "deletes a document twice")


def _check_boilerplate(folder: Path, record: ArrayRecord) -> Iterator[Damage]:
    path = folder / record.name
    try:
        fingerprints = open_array(path, FINGERPRINT_DTYPE, record.length)
    except CorruptIndexError as error:
        yield Damage(record.name, path, str(error))
        return
    if np.any(fingerprints[1:] <= fingerprints[:-1]):
        yield Damage(record.name, path, "does not ascend")


def _total_bytes(manifest: Manifest) -> int:
    arrays = [manifest.deletions, manifest.boilerplate.array if manifest.boilerplate else None]
    beside = sum(array.file.bytes for array in arrays if array)
    return beside + sum(file.bytes for s in manifest.segments for file in s.files.values())
