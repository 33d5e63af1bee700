"""Any number of postings in order, in little memory.

A run is as many postings as the budget allows, distributed by the top 16 bits of the fingerprint
(one radix pass, stable). Runs and segments alike can then be read by ranges of these prefixes.
`ordered_postings` takes the same range from every source, sorts it in the processor's cache and
hands it on; a batch of new documents and a merge of segments differ in their sources only.

Sources are given in the order of their document numbers and each is ordered by (number, position)
inside a fingerprint; so a stable sort by fingerprint is all there is to do. Segments are sorted
already, and `np.argsort(kind="stable")` merges them at 60 to 200 M postings a second; it does 23 M
on 24 runs, where sorting by digits does 40 M and does not slow down as runs get more. (`np.sort` of
keys packed with their ordinals does 25 M.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simdoc.index.format import (
    PREFIX_BITS,
    Integers,
    Numbers,
    Positions,
    Postings,
)
from simdoc.index.ordering import stable_order
from simdoc.index.ranges import fingerprints_between

RANGE_POSTINGS = 1 << 16
"""Postings sorted at once: 64 Ki keys and their order fit a second-level cache."""
_BYTES_A_POSTING = 64
"""What a posting costs while it is distributed or sorted: 16 as it comes, up to 18 for the order,
16 for the ordered copy, and room to spare."""


def postings_within(budget_megabytes: int) -> int:
    """How many postings can be distributed or sorted at once in so much memory."""
    return (budget_megabytes << 20) // _BYTES_A_POSTING


class PostingSource(Protocol):
    """Postings that can be read by prefix. `read` may leave some out, but keeps the order."""

    @property
    def prefix_offsets(self) -> Integers:
        """Offset of the first posting of every prefix, and the number of postings at the end."""

    @property
    def is_sorted(self) -> bool:
        """Whether fingerprints ascend throughout, not only their prefixes."""

    def read(self, start: int, end: int) -> Postings: ...


class Run:
    """Postings distributed by prefix, in memory or in a file: like a segment with 2^16 slots, but
    in the order of arrival inside a slot."""

    is_sorted = False

    def __init__(
        self,
        prefix_offsets: Integers,
        bits: int,
        remainders: npt.NDArray[np.uint32],
        numbers: Numbers,
        positions: Positions,
    ) -> None:
        self.prefix_offsets = prefix_offsets
        self._bits = bits
        self._columns = remainders, numbers, positions

    def read(self, start: int, end: int) -> Postings:
        remainders, numbers, positions = self._columns
        fingerprints = fingerprints_between(
            self.prefix_offsets, remainders, self._bits - PREFIX_BITS, start, end
        )
        return Postings(fingerprints, numbers[start:end], positions[start:end])

    def save(self, path: Path) -> Run:
        """The same run with its columns, one after another, in a file (not synced)."""
        with open(path, "wb") as file:
            for column in self._columns:
                file.write(column.view(np.uint8).data)
        length = len(self._columns[0])
        data = np.memmap(path, np.uint32, "r", shape=(3, length)).view(np.ndarray)
        return Run(self.prefix_offsets, self._bits, *data)


def distribute(postings: Postings, bits: int) -> Run:
    """Postings ordered by (number, position) → a run in memory."""
    remainder_bits = bits - PREFIX_BITS
    prefixes = (postings.fingerprints >> np.uint64(remainder_bits)).astype(np.uint16)
    prefix_offsets = np.zeros((1 << PREFIX_BITS) + 1, np.int64)
    np.cumsum(np.bincount(prefixes, minlength=1 << PREFIX_BITS), out=prefix_offsets[1:])
    order = np.argsort(prefixes, kind="stable")  # a radix sort for 16-bit keys
    mask = np.uint64((1 << remainder_bits) - 1)
    remainders = (postings.fingerprints & mask).astype(np.uint32)
    return Run(
        prefix_offsets,
        bits,
        remainders.take(order),
        postings.numbers.take(order),
        postings.positions.take(order),
    )


def ordered_postings(sources: Sequence[PostingSource], bits: int, limit: int) -> Iterator[Postings]:
    """All postings of all sources by (fingerprint, number, position), piece by piece of at most
    `limit` postings.

    A fingerprint may go on from one piece to the next, but only when it alone fills pieces.
    """
    cuts = [source.prefix_offsets for source in sources]
    totals: Integers = np.zeros((1 << PREFIX_BITS) + 1, np.int64)
    for cut in cuts:
        totals += cut
    wanted = min(RANGE_POSTINGS, limit)
    first = 0
    while first < len(totals) - 1:
        last = int(np.searchsorted(totals, totals[first] + wanted, side="right")) - 1
        last = max(last, first + 1)
        size = int(totals[last] - totals[first])
        if size:
            spans = [(int(cut[first]), int(cut[last])) for cut in cuts]
            if size <= limit:
                pieces = [s.read(*span) for s, span in zip(sources, spans, strict=True)]
                yield _sorted(pieces, all(source.is_sorted for source in sources))
            else:
                low, high = first << (bits - PREFIX_BITS), last << (bits - PREFIX_BITS)
                yield from _by_halves(sources, spans, low, high, limit)
        first = last


def _sorted(pieces: Sequence[Postings], each_sorted: bool) -> Postings:
    """Concatenated and put in order."""
    if len(pieces) == 1 and each_sorted:
        return pieces[0]
    columns = Postings(*(np.concatenate(column) for column in zip(*pieces, strict=True)))
    fingerprints = columns.fingerprints
    if each_sorted or not len(fingerprints):
        return columns.part(np.argsort(fingerprints, kind="stable"))
    return columns.part(stable_order(fingerprints - fingerprints.min()))


def _by_halves(
    sources: Sequence[PostingSource],
    spans: Sequence[tuple[int, int]],
    low: int,
    high: int,
    limit: int,
) -> Iterator[Postings]:
    """The postings in `spans` with low <= fingerprint < high, in order, when they are too many to
    be sorted at once: halve the fingerprints until they are few enough, or only one is left, whose
    postings are in order already. Each level reads the spans once more."""

    def pieces() -> Iterator[Postings]:
        for source, (start, end) in zip(sources, spans, strict=True):
            for piece_start in range(start, end, limit):
                piece = source.read(piece_start, min(piece_start + limit, end))
                within = (piece.fingerprints >= low) & (piece.fingerprints < high)
                yield piece.part(within)

    size = sum(len(piece.fingerprints) for piece in pieces())
    if size <= limit:
        if size:
            yield _sorted(list(pieces()), False)
    elif high - low == 1:
        yield from (piece for piece in pieces() if len(piece.fingerprints))
    else:
        middle = (low + high) // 2
        yield from _by_halves(sources, spans, low, middle, limit)
        yield from _by_halves(sources, spans, middle, high, limit)
