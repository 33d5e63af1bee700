"""OLE2 containers, in which Office kept documents until 2007: their streams, and what they say of
themselves.

The container is a small file system of sectors chained in tables; every chain is followed at most
as far as the file has sectors, so a circle in it ends.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import date, timedelta

from simdoc.text.growing_text import one_line
from simdoc.text.package import OLE2_MAGIC
from simdoc.text.rtf_words import encoding_of_code_page

_LAST_SECTOR = 0xFFFFFFFA
_SUMMARY = "\x05SummaryInformation"


@dataclass(frozen=True)
class Summary:
    """Each None when the file does not say; `date` is when the document was made."""

    title: str | None = None
    author: str | None = None
    date: str | None = None


class Ole2:
    """The streams of a container by name. Raises ValueError when `data` is none."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(OLE2_MAGIC) or len(data) < 512:
            raise ValueError("no OLE2 container")
        self._data = data
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        if shift not in (9, 12) or mini_shift != 6:
            raise ValueError("an OLE2 container with unknown sizes of sectors")
        self._size = 1 << shift
        self._sectors = len(data) // self._size
        first_directory, _, _, first_mini, _, first_more, _ = struct.unpack_from("<7I", data, 48)
        self._table = self._read_table(first_more)
        self._mini_table = _numbers(self._chain(first_mini))
        self._streams: dict[str, tuple[int, int]] = {}
        self._mini = b""
        self._read_directory(first_directory)

    @property
    def names(self) -> frozenset[str]:
        """The names of all streams."""
        return frozenset(self._streams)

    def stream(self, name: str, maximum_bytes: int) -> bytes:
        """The beginning of a stream, or all of it; empty when there is none."""
        first, size = self._streams.get(name, (_LAST_SECTOR, 0))
        size = min(size, maximum_bytes)
        if size and self._streams[name][1] < 4096:
            return self._mini_chain(first)[:size]
        return self._chain(first, size)[:size]

    def _sector(self, number: int) -> bytes:
        return self._data[(number + 1) * self._size : (number + 2) * self._size]

    def _read_table(self, more: int) -> tuple[int, ...]:
        """Which sector follows which; the header names the first 109 sectors of this table, and
        chained sectors name the others."""
        numbers = list(struct.unpack_from("<109I", self._data, 76))
        for _ in range(self._sectors):
            if more >= _LAST_SECTOR:
                break
            named = _numbers(self._sector(more))
            if not named:
                break
            numbers += named[:-1]
            more = named[-1]
        used = [number for number in numbers if number < self._sectors]
        return _numbers(b"".join(self._sector(number) for number in used[: self._sectors]))

    def _chain(self, first: int, size: int | None = None) -> bytes:
        pieces = []
        left = self._sectors if size is None else -(-size // self._size)
        for _ in range(min(left, self._sectors)):
            if first >= min(len(self._table), _LAST_SECTOR):
                break
            pieces.append(self._sector(first))
            first = self._table[first]
        return b"".join(pieces)

    def _mini_chain(self, first: int) -> bytes:
        pieces = []
        for _ in range(64):
            if first >= len(self._mini_table):
                break
            pieces.append(self._mini[first * 64 : first * 64 + 64])
            first = self._mini_table[first]
        return b"".join(pieces)

    def _read_directory(self, first: int) -> None:
        directory = self._chain(first)
        for begin in range(0, len(directory) - 127, 128):
            length, kind = struct.unpack_from("<HB", directory, begin + 64)
            start, size = struct.unpack_from("<IQ", directory, begin + 116)
            name = directory[begin : begin + max(0, min(length, 64) - 2)].decode("utf-16", "ignore")
            size = min(size & 0xFFFFFFFF, len(self._data))
            if kind == 5:
                self._mini = self._chain(start, size)
            elif kind == 2:
                self._streams.setdefault(name, (start, size))


def _numbers(sectors: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(sectors) // 4}I", sectors[: len(sectors) // 4 * 4])


def summary(data: bytes) -> Summary:
    """Title, author and date of an old Office document; damage gives an empty summary."""
    try:
        stream = Ole2(data).stream(_SUMMARY, 1 << 20)
        return _summary(stream) if stream else Summary()
    except (ValueError, struct.error):
        return Summary()


def _summary(stream: bytes) -> Summary:
    (section,) = struct.unpack_from("<I", stream, 44)
    (count,) = struct.unpack_from("<I", stream, section + 4)
    offsets: dict[int, int] = {}
    for index in range(min(count, 100)):
        identifier, offset = struct.unpack_from("<II", stream, section + 8 + 8 * index)
        offsets[identifier] = section + offset
    encoding = "cp1252"
    if 1 in offsets:
        (page,) = struct.unpack_from("<H", stream, offsets[1] + 4)
        encoding = encoding_of_code_page(page) or encoding
    return Summary(
        title=_string(stream, offsets.get(2), encoding),
        author=_string(stream, offsets.get(4), encoding),
        date=_date(stream, offsets.get(12)),
    )


def _string(stream: bytes, offset: int | None, encoding: str) -> str | None:
    if offset is None:
        return None
    kind, size = struct.unpack_from("<II", stream, offset)
    if kind == 30:
        content = stream[offset + 8 : offset + 8 + size].decode(encoding, "replace")
    elif kind == 31:
        content = stream[offset + 8 : offset + 8 + 2 * size].decode("utf-16-le", "replace")
    else:
        return None
    return one_line(content.partition("\0")[0])


def _date(stream: bytes, offset: int | None) -> str | None:
    """A FILETIME counts tenths of microseconds from 1601."""
    if offset is None:
        return None
    kind, ticks = struct.unpack_from("<IQ", stream, offset)
    days = ticks // (10_000_000 * 86_400)
    if kind != 64 or not 0 < days < 300_000:
        return None
    return (date(1601, 1, 1) + timedelta(days=days)).isoformat()
