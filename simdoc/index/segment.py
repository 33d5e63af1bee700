"""One open segment: memory-mapped arrays and the ways to find postings in them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simdoc.errors import CorruptIndexError
from simdoc.index.arrays import open_array
from simdoc.index.format import (
    FORMAT,
    POSTING_DTYPE,
    PREFIX_BITS,
    SEGMENT_HEADER,
    Fingerprints,
    Integers,
    Numbers,
    Positions,
    Postings,
    Records,
    SegmentRecord,
    segment_arrays,
)
from simdoc.index.ranges import bisect, expand, fingerprints_between, spread

_COLUMNS = POSTING_DTYPE.itemsize // 4
_LONG_SLOT = 64
"""Slots with more postings than this hold boilerplate; searching them beats reading them."""


class Segment:
    """The arrays of a segment. Sizes and headers are checked on opening, elements are not read."""

    is_sorted = True

    def __init__(self, index_folder: Path, record: SegmentRecord) -> None:
        self.record = record
        folder = index_folder / record.name
        _check_header(folder / SEGMENT_HEADER, record)
        arrays = {
            name: open_array(folder / name, dtype, length)
            for name, (dtype, length) in segment_arrays(record).items()
        }
        self.offsets: npt.NDArray[np.uint32] | npt.NDArray[np.uint64] = arrays["offsets.npy"]
        # Views with gaps: index these, do not `take`, which would copy the whole array first.
        postings: Records = arrays["postings.npy"]
        self._flat: npt.NDArray[np.uint32] = postings.view(np.uint32)
        self.remainders: npt.NDArray[np.uint32] = postings["remainder"]
        self.numbers: Numbers = postings["number"]
        self.positions: Positions = postings["position"]
        self.documents: Records = arrays["documents.npy"]
        self._remainder_bits = np.uint64(record.bits - record.slot_bits)
        self._remainder_mask = np.uint64((1 << (record.bits - record.slot_bits)) - 1)

    def find(
        self, fingerprints: Fingerprints, besides: int | None = None
    ) -> tuple[Integers, Numbers, Positions]:
        """All postings of all `fingerprints`, by ordinal of the fingerprint, number and position;
        those of the document number `besides` are left out."""
        start, end, remainders = self._slots(fingerprints)
        lengths = end - start
        if len(lengths) and int(lengths.max()) > _LONG_SLOT:
            long = np.flatnonzero(lengths > _LONG_SLOT)
            start[long], end[long] = self._narrow(start[long], end[long], remainders[long])
            lengths[long] = end[long] - start[long]
        # From here on in steps of one element of the flat array, a fifth quicker than indexing
        # its columns: three fifths of the time are these gathers.
        queries, at = spread(start, lengths, _COLUMNS)
        same = (self._flat.take(at) == remainders.take(queries)).nonzero()[0]
        at = at.take(same)
        at += 1
        numbers = self._flat.take(at)
        if besides is not None:
            # Of an indexed document most postings are its own.
            others = (numbers != besides).nonzero()[0]
            same, at, numbers = same.take(others), at.take(others), numbers.take(others)
        at += 1
        return queries.take(same), numbers, self._flat.take(at)

    def ranges(self, fingerprints: Fingerprints) -> tuple[Integers, Integers]:
        """Start and end of the postings of each fingerprint; equal where there are none."""
        start, end, remainders = self._slots(fingerprints)
        lengths = end - start
        long = np.flatnonzero(lengths > _LONG_SLOT)
        short = np.flatnonzero(lengths <= _LONG_SLOT)
        start[long], end[long] = self._narrow(start[long], end[long], remainders[long])
        # Reading a short slot beats bisecting it: the matches lie together, so the first and
        # their number give the range.
        ordinals, offsets = expand(start[short], end[short])
        same = self.remainders[offsets] == remainders.take(short).take(ordinals)
        matching = np.flatnonzero(same)
        ordinals, offsets = ordinals.take(matching), offsets.take(matching)
        counts = np.bincount(ordinals, minlength=len(short))
        found = np.flatnonzero(counts)
        start[short[found]] = offsets[(np.cumsum(counts) - counts)[found]]
        end[short] = start[short] + counts
        return start, end

    def read(self, start: int, end: int) -> Postings:
        """The postings at offsets start:end."""
        return Postings(
            self.fingerprints(start, end), self.numbers[start:end], self.positions[start:end]
        )

    def fingerprints(self, start: int, end: int) -> Fingerprints:
        """The fingerprints of the postings at offsets start:end, put together again."""
        bits = self.record.bits - self.record.slot_bits
        return fingerprints_between(self.offsets, self.remainders, bits, start, end)

    def join(self, slots: Integers, offsets: Integers) -> Fingerprints:
        """The fingerprints of postings whose slots are known."""
        top = slots.astype(np.uint64) << self._remainder_bits
        return top | self.remainders[offsets]

    @property
    def prefix_offsets(self) -> Integers:
        """Where the postings of each prefix (top 16 bits of the fingerprint) begin."""
        step = 1 << (self.record.slot_bits - PREFIX_BITS)
        return self.offsets[::step].astype(np.int64)

    def _slots(
        self, fingerprints: Fingerprints
    ) -> tuple[Integers, Integers, npt.NDArray[np.uint32]]:
        """Start and end of each fingerprint's slot, and its remainder."""
        slots = (fingerprints >> self._remainder_bits).view(np.int64)
        start = self.offsets.take(slots).astype(np.int64)
        slots += 1
        end = self.offsets.take(slots).astype(np.int64)
        return start, end, (fingerprints & self._remainder_mask).astype(np.uint32)

    def _narrow(
        self, start: Integers, end: Integers, remainders: npt.NDArray[np.uint32]
    ) -> tuple[Integers, Integers]:
        """The part of each range start:end where the remainder is the wanted one."""
        wanted = remainders.astype(np.int64)
        low = bisect(self.remainders, wanted, start, end)
        return low, bisect(self.remainders, wanted + 1, low, end)


def _check_header(path: Path, record: SegmentRecord) -> None:
    expected = {
        "format": FORMAT,
        "bits": record.bits,
        "slot_bits": record.slot_bits,
        "postings": record.postings,
        "documents": record.documents,
    }
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise CorruptIndexError(path, "a segment's header", "no such file") from error
    except ValueError as error:
        raise CorruptIndexError(path, "a segment's header", "no JSON") from error
    if found != expected:
        raise CorruptIndexError(path, expected, found)
