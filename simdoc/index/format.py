"""The index on disk, format 1. `docs/format.md` tells the same with a worked example.

An index is a folder:

    manifest.json                 what is searchable; replacing this file is the commit
    commit.lock                   held while the manifest is being replaced
    segment-<random>/             postings of a set of documents, written once, never changed
        header.json               format, bits, slot_bits, postings, documents
        offsets.npy               uint32 × (2^slot_bits + 1); uint64 from 2^32 postings on
        postings.npy              POSTING_DTYPE × postings
        documents.npy             DOCUMENT_DTYPE × documents
    deletions-<generation>-<random>.npy     DELETION_DTYPE: dead (segment serial, number) pairs
    boilerplate-<generation>-<random>.npy   uint64, ascending: fingerprints in too many documents

A fingerprint has `bits` bits (16 to 48). Its top `slot_bits` are its slot, the others its
remainder. The postings of slot s lie at offsets[s]:offsets[s + 1], ordered by (fingerprint, number,
position). `number` is the row of a document in `documents`: it means something inside its segment
only; `doc_id` is the permanent name. A document's `chunks` is the number of its distinct
fingerprints. The three parts of a posting lie side by side because a lookup costs what its cache
misses cost: from three arrays it takes 1.8 times as long at 200 million postings.

All numbers are little-endian. Every array file is NumPy's .npy version 1.0 with a header of
exactly HEADER_BYTES, so that size and header of a sound file are known beforehand.

A manifest is one JSON object: format, pipeline, generation, next_serial, settings, segments
(with the size and CRC-32 of every file), deletions, boilerplate, set_aside, and the CRC-32 of
all this as canonical JSON under `checksum`. Names are never used twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FORMAT = 1
HEADER_BYTES = 192
PREFIX_BITS = 16
"""Every segment can be cut at the top 16 bits of the fingerprint, as slots have at least these."""
MAXIMUM_SLOT_BITS = 32

MANIFEST = "manifest.json"
COMMIT_LOCK = "commit.lock"
SEGMENT_HEADER = "header.json"

DOCUMENT_DTYPE = np.dtype([("doc_id", "<i8"), ("words", "<u4"), ("chunks", "<u4")])
DELETION_DTYPE = np.dtype([("serial", "<u4"), ("number", "<u4")])
FINGERPRINT_DTYPE = np.dtype("<u8")
POSTING_DTYPE = np.dtype([("remainder", "<u4"), ("number", "<u4"), ("position", "<u4")])

Integers = npt.NDArray[np.int64]
Fingerprints = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.uint32]
Positions = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
Records = npt.NDArray[np.void]


@dataclass(frozen=True)
class IndexedDocument:
    """A document on its way into a segment: its fingerprints in position order, repeats allowed,
    all below 2**bits, and the strictly ascending positions where they stand."""

    doc_id: int
    words: int
    fingerprints: Fingerprints
    positions: Positions


class Postings(NamedTuple):
    """Parallel arrays, one row a posting."""

    fingerprints: Fingerprints
    numbers: Numbers
    positions: Positions

    def part(self, rows: slice | Flags | Integers) -> Postings:
        """These rows only: a slice, flags, or ordinals."""
        return Postings(self.fingerprints[rows], self.numbers[rows], self.positions[rows])


@dataclass(frozen=True)
class FileRecord:
    """What a sound file looks like from outside."""

    bytes: int
    crc32: int


@dataclass(frozen=True)
class ArrayRecord:
    """An array file beside the segments, as the manifest names it."""

    name: str
    length: int
    file: FileRecord


@dataclass(frozen=True)
class SegmentRecord:
    """A segment as the manifest names it. `serial` is given at the commit, 0 before."""

    name: str
    serial: int
    bits: int
    slot_bits: int
    postings: int
    documents: int
    files: Mapping[str, FileRecord]


def slot_bits_for(postings: int, bits: int) -> int:
    """Two to four postings a slot: at most 2 bytes a posting for the offset array.

    Measured at 20 M postings (`python -m benchmarks.offsets`): with one to two postings a slot the
    array doubles for 8 % more lookups a second; 16-bit deltas on a base per 256 slots are as small
    and as fast as this, but overflow where one fingerprint stands in 65,536 documents.
    """
    return min(max(postings.bit_length() - 2, PREFIX_BITS), MAXIMUM_SLOT_BITS, bits)


def offset_dtype(postings: int) -> np.dtype[np.uint32] | np.dtype[np.uint64]:
    """Four bytes as long as they can count the postings."""
    return np.dtype("<u4") if postings < 1 << 32 else np.dtype("<u8")


def segment_arrays(record: SegmentRecord) -> dict[str, tuple[np.dtype[np.generic], int]]:
    """The arrays of a segment: file name → element type and length."""
    return {
        "offsets.npy": (offset_dtype(record.postings), (1 << record.slot_bits) + 1),
        "postings.npy": (POSTING_DTYPE, record.postings),
        "documents.npy": (DOCUMENT_DTYPE, record.documents),
    }
