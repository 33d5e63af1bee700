"""Old Office files made by hand: OLE2 containers of the streams given."""

from __future__ import annotations

import struct
from collections.abc import Mapping

_END = 0xFFFFFFFE
_FREE = 0xFFFFFFFF
_TABLE = 0xFFFFFFFD


def _pad(content: bytes, size: int) -> bytes:
    return content + bytes(-len(content) % size)


def _chain(first: int, count: int) -> list[int]:
    return [*range(first + 1, first + count), _END] if count else []


def _entry(name: str, kind: int, first: int, size: int, child: int, right: int) -> bytes:
    encoded = name.encode("utf-16-le")
    return (
        encoded.ljust(64, b"\0")
        + struct.pack("<HBB", len(encoded) + 2, kind, 1)
        + struct.pack("<III", _FREE, right, child)
        + bytes(36)
        + struct.pack("<IQ", first, size)
    )


def ole2_file(streams: Mapping[str, bytes]) -> bytes:
    """A container of these streams; those below 4096 bytes lie in the mini stream, as they must."""
    sectors: list[bytes] = []
    table: list[int] = []

    def put(content: bytes) -> int:
        """The first sector of the content, chained."""
        padded = _pad(content, 512)
        first = len(sectors)
        count = len(padded) // 512
        sectors.extend(padded[512 * n : 512 * n + 512] for n in range(count))
        table.extend(_chain(first, count))
        return first if count else _END

    mini = b""
    mini_table: list[int] = []
    places: list[tuple[str, int, int]] = []
    for name, content in streams.items():
        if len(content) < 4096:
            first = len(mini) // 64
            mini += _pad(content, 64)
            mini_table += _chain(first, len(mini) // 64 - first)
            places.append((name, first, len(content)))
        else:
            places.append((name, put(content), len(content)))
    root = put(mini)
    mini_first = put(struct.pack(f"<{len(mini_table)}I", *mini_table).ljust(512, b"\xff"))
    directory = _entry("Root Entry", 5, root, len(mini), 1, _FREE)
    for number, (name, first, size) in enumerate(places, 1):
        right = number + 1 if number < len(places) else _FREE
        directory += _entry(name, 2, first, size, _FREE, right)
    directory_first = put(_pad(directory, 512))
    tables = -(-(len(table) + 8) // 128)
    table_sectors = list(range(len(sectors), len(sectors) + tables))
    table += [_TABLE] * tables
    packed = struct.pack(f"<{len(table)}I", *table).ljust(512 * tables, b"\xff")
    header = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + bytes(16)
        + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
        + struct.pack("<III", 0, tables, directory_first)
        + struct.pack("<IIIIII", 0, 4096, mini_first, 1, _END, 0)
    )
    header += struct.pack("<109I", *(table_sectors + [_FREE] * (109 - tables)))
    return header + b"".join(sectors) + packed


def doc_file(text: str, *, encrypted: bool = False, **streams: bytes) -> bytes:
    """A Word 97 document of this text, one piece of UTF-16; further `streams` by name."""
    content = text.replace("\n", "\r").encode("utf-16-le")
    begin = 0x800
    flags = 0x1200 | (0x0100 if encrypted else 0)
    table = b"\x02" + struct.pack("<I", 16) + struct.pack("<II", 0, len(text))
    table += struct.pack("<HIH", 0, begin, 0)
    # A style sheet of fifteen empty styles: antiword reads one even where there is none.
    styles = struct.pack("<HHH", 18, 15, 10) + bytes(14) + bytes(2 * 15)
    fib = bytearray(begin)
    struct.pack_into("<HHHHHH", fib, 0, 0xA5EC, 0xC1, 0, 0x0405, 0, flags)
    struct.pack_into("<HI", fib, 12, 0xC1, 0)
    struct.pack_into("<II", fib, 0x18, begin, begin + len(content))
    struct.pack_into("<H", fib, 0x20, 14)
    struct.pack_into("<H", fib, 0x3E, 22)
    struct.pack_into("<II", fib, 0x40, begin + len(content), 0)
    struct.pack_into("<I", fib, 0x4C, len(text))
    struct.pack_into("<H", fib, 0x98, 0x5D)
    struct.pack_into("<II", fib, 0xA2, len(table), len(styles))
    struct.pack_into("<II", fib, 0x1A2, 0, len(table))
    # Word keeps pages of formatting after the text; catdoc does not read the very last bytes.
    word = (_pad(bytes(fib) + content, 512) + bytes(1024)).ljust(4096, b"\0")
    return ole2_file(
        {"WordDocument": word, "1Table": (table + styles).ljust(4096, b"\0"), **streams}
    )


def summary_stream(title: bytes, author: bytes, ticks: int, code_page: int = 1250) -> bytes:
    """A SummaryInformation stream."""
    values = [
        (1, struct.pack("<IHH", 2, code_page, 0)),
        (2, struct.pack("<II", 30, len(title) + 1) + _pad(title + b"\0", 4)),
        (4, struct.pack("<II", 30, len(author) + 1) + _pad(author + b"\0", 4)),
        (12, struct.pack("<IQ", 64, ticks)),
    ]
    offset = 8 + 8 * len(values)
    listed, packed = b"", b""
    for identifier, value in values:
        listed += struct.pack("<II", identifier, offset + len(packed))
        packed += value
    section = struct.pack("<II", offset + len(packed), len(values)) + listed + packed
    head = struct.pack("<HHI", 0xFFFE, 0, 2) + bytes(16) + struct.pack("<I", 1)
    return head + bytes(16) + struct.pack("<I", 48) + section
