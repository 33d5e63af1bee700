"""Writing segments: `write_segment` is the one function that does; `SegmentBuilder` brings the
documents of a batch into its order, within a memory budget."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import zlib
from array import array
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import numpy as np

from simdoc.index.arrays import ArrayWriter, sync_folder
from simdoc.index.external_sort import (
    PostingSource,
    Run,
    distribute,
    ordered_postings,
    postings_within,
)
from simdoc.index.format import (
    DOCUMENT_DTYPE,
    FORMAT,
    POSTING_DTYPE,
    SEGMENT_HEADER,
    FileRecord,
    IndexedDocument,
    Integers,
    Postings,
    Records,
    SegmentRecord,
    segment_arrays,
    slot_bits_for,
)
from simdoc.index.preparation import Preparation, PreparedSegment

_SLOT_PIECE = 1 << 20


def write_segment(
    folder: Path, ordered: Iterable[Postings], documents: Records, bits: int, postings: int
) -> SegmentRecord:
    """Write and sync a segment of `postings` postings that come by (fingerprint, number, position).

    `documents` are DOCUMENT_DTYPE; their `chunks` are counted here, so that they always agree with
    the postings.
    """
    slot_bits = slot_bits_for(postings, bits)
    record = SegmentRecord(folder.name, 0, bits, slot_bits, postings, len(documents), {})
    chunks = np.zeros(len(documents), np.int64)
    remainder_bits = np.uint64(bits - slot_bits)
    remainder_mask = np.uint64((1 << (bits - slot_bits)) - 1)
    with contextlib.ExitStack() as stack:
        writers = {
            name: stack.enter_context(ArrayWriter(folder / name, dtype, length))
            for name, (dtype, length) in segment_arrays(record).items()
        }
        offsets = _OffsetWriter(writers["offsets.npy"], 1 << slot_bits)
        last: tuple[int, int] | None = None
        for fingerprints, numbers, positions in ordered:
            if not len(fingerprints):
                continue
            offsets.append((fingerprints >> remainder_bits).astype(np.int64))
            rows = np.empty(len(fingerprints), POSTING_DTYPE)
            rows["remainder"] = fingerprints & remainder_mask
            rows["number"] = numbers
            rows["position"] = positions
            writers["postings.npy"].append(rows)
            first = np.empty(len(numbers), np.bool_)  # of its document under its fingerprint
            first[0] = last != (int(fingerprints[0]), int(numbers[0]))
            first[1:] = (fingerprints[1:] != fingerprints[:-1]) | (numbers[1:] != numbers[:-1])
            np.add.at(chunks, numbers[first], 1)
            last = int(fingerprints[-1]), int(numbers[-1])
        offsets.finish()
        table = np.array(documents, DOCUMENT_DTYPE)
        table["chunks"] = chunks
        writers["documents.npy"].append(table)
        files = {name: writer.finish() for name, writer in writers.items()}
    header = json.dumps(
        {
            "format": FORMAT,
            "bits": bits,
            "slot_bits": slot_bits,
            "postings": postings,
            "documents": len(documents),
        }
    ).encode()
    with open(folder / SEGMENT_HEADER, "wb") as file:
        file.write(header)
        file.flush()
        os.fsync(file.fileno())
    files[SEGMENT_HEADER] = FileRecord(len(header), zlib.crc32(header))
    sync_folder(folder)
    sync_folder(folder.parent)
    return dataclasses.replace(record, files=files)


class _OffsetWriter:
    """offsets[s] = number of postings before slot s, written as far as it is known."""

    def __init__(self, writer: ArrayWriter, slots: int) -> None:
        self._writer = writer
        self._slots = slots
        self._next_slot = 0
        self._seen = 0

    def append(self, slots: Integers) -> None:
        """`slots` ascend, also from call to call."""
        self._advance(int(slots[-1]), slots)
        self._seen += len(slots)

    def finish(self) -> None:
        self._advance(self._slots, np.empty(0, np.int64))

    def _advance(self, until: int, slots: Integers) -> None:
        """Write offsets up to and including that of slot `until`."""
        while self._next_slot <= until:
            piece_end = min(self._next_slot + _SLOT_PIECE, until + 1)
            # offsets[s] counts the postings in slots below s: those of slot s − 1 and before.
            low, high = np.searchsorted(slots, [self._next_slot - 1, piece_end - 1])
            counts = np.bincount(
                slots[low:high] - (self._next_slot - 1), minlength=piece_end - self._next_slot
            )
            self._writer.append(self._seen + low + np.cumsum(counts))
            self._next_slot = piece_end


class SegmentBuilder:
    """Takes documents in any order and any number; `finish` gives a prepared segment.

    A context manager: whatever is not finished is abandoned. `folder` is for children that fill a
    folder which their parent has reserved; by default the builder reserves one itself.
    """

    def __init__(
        self,
        index_folder: Path,
        bits: int,
        budget_megabytes: int,
        *,
        run_postings: int | None = None,
        folder: Path | None = None,
    ) -> None:
        self._preparation = (
            Preparation(folder) if folder else Preparation.reserve(Path(index_folder))
        )
        self._folder = self._preparation.folder
        self._bits = bits
        self._run_postings = run_postings or postings_within(budget_megabytes)
        self._doc_ids = array("q")
        self._words = array("L")
        self._runs: list[PostingSource] = []
        self._buffers = _new_buffers(self._run_postings)
        self._filled = 0
        self.postings = 0
        self._ended = False

    def __enter__(self) -> SegmentBuilder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.abandon()

    @property
    def documents(self) -> int:
        return len(self._doc_ids)

    def add(self, document: IndexedDocument) -> None:
        """Take one document. Each doc_id may come once, which `finish` checks."""
        fingerprints, positions = document.fingerprints, document.positions
        if len(fingerprints) != len(positions) or np.any(positions[1:] <= positions[:-1]):
            raise ValueError(
                f"document {document.doc_id}: positions must ascend, one a fingerprint"
            )
        if len(fingerprints) and int(fingerprints.max()) >> self._bits:
            raise ValueError(
                f"document {document.doc_id}: fingerprints have over {self._bits} bits"
            )
        number = len(self._doc_ids)
        self._doc_ids.append(document.doc_id)
        self._words.append(document.words)
        self.postings += len(fingerprints)
        taken = 0
        try:
            while taken < len(fingerprints):
                count = min(len(fingerprints) - taken, self._run_postings - self._filled)
                to = slice(self._filled, self._filled + count)
                self._buffers.fingerprints[to] = fingerprints[taken : taken + count]
                self._buffers.numbers[to] = number
                self._buffers.positions[to] = positions[taken : taken + count]
                self._filled += count
                taken += count
                if self._filled == self._run_postings:
                    self._runs.append(self._distribute().save(self._run_path(len(self._runs))))
                    self._filled = 0
        except BaseException:
            self.abandon()
            raise

    def finish(self) -> PreparedSegment:
        """Write the segment. Whatever goes wrong, nothing is left behind."""
        try:
            if self._filled or not self._runs:
                self._runs.append(self._distribute())
            self._buffers = _new_buffers(0)
            documents = np.zeros(len(self._doc_ids), DOCUMENT_DTYPE)
            documents["doc_id"] = self._doc_ids
            documents["words"] = self._words
            doc_ids = np.sort(documents["doc_id"])
            if np.any(doc_ids[1:] == doc_ids[:-1]):
                raise ValueError("a document was given twice to the same segment")
            ordered = ordered_postings(self._runs, self._bits, max(self._run_postings // 2, 1))
            record = write_segment(self._folder, ordered, documents, self._bits, self.postings)
            for number in range(len(self._runs)):
                self._run_path(number).unlink(missing_ok=True)
        except BaseException:
            self.abandon()
            raise
        self._ended = True
        self._runs = []
        return PreparedSegment(record, self._preparation)

    def abandon(self) -> None:
        """Remove what was written, unless it was finished."""
        if not self._ended:
            self._ended = True
            self._runs = []
            self._buffers = _new_buffers(0)
            self._preparation.abandon()

    def _distribute(self) -> Run:
        return distribute(self._buffers.part(slice(self._filled)), self._bits)

    def _run_path(self, number: int) -> Path:
        return self._folder / f"run-{number}"


def _new_buffers(length: int) -> Postings:
    """Room for a run; the kernel gives the memory page by page as it is filled."""
    return Postings(
        np.empty(length, np.uint64), np.empty(length, np.uint32), np.empty(length, np.uint32)
    )
