"""Bad ZIPs of documents and bad old Office files."""

from __future__ import annotations

import io
import struct
import zipfile

from .bad_file import (
    DAMAGED,
    PASSWORD,
    BadFile,
    flag_as_encrypted,
    with_method,
    with_wrong_checksum,
)
from .office_files import CZECH, zip_file
from .ole2_files import doc_file, ole2_file

_TEXT = CZECH.encode()


def overlapping_zip() -> bytes:
    """Two entries of the directory that point at the same packed bytes."""
    content = zip_file({"a.txt": _TEXT, "b.txt": _TEXT})
    second = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 4)
    forged = bytearray(content)
    struct.pack_into("<I", forged, second + 42, 0)
    return bytes(forged)


def quine_like_zip() -> bytes:
    """ZIPs in ZIPs, forty deep, each holding the next twice."""
    content = zip_file({"a.txt": _TEXT})
    for _ in range(40):
        content = zip_file({"left.zip": content, "right.zip": content[:100]})
    return content


def lying_zip() -> bytes:
    """A member that declares ten bytes and unpacks to megabytes."""
    content = bytearray(zip_file({"a.txt": b"x" * (4 << 20)}))
    struct.pack_into("<I", content, 22, 10)
    struct.pack_into("<I", content, content.index(b"PK\x01\x02") + 24, 10)
    return bytes(content)


def _huge_directory() -> bytes:
    """A ZIP of thousands of empty members."""
    return zip_file({f"{n}.txt": b"" for n in range(7000)})


def _many_large() -> bytes:
    """Members that are each allowed and together too much."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(12):
            archive.writestr(f"{number}.txt", _TEXT * 140_000)
    return target.getvalue()


def _xls(encrypted: bool) -> bytes:
    head = struct.pack("<HHHHHHII", 0x809, 16, 0x600, 5, 0, 0, 0, 0)
    return ole2_file({"Workbook": head + (struct.pack("<HHH", 0x2F, 2, 0) if encrypted else b"")})


def _circle() -> bytes:
    """A container whose directory is a chain of sectors that bites its tail."""
    content = bytearray(doc_file(CZECH))
    (directory,) = struct.unpack_from("<I", content, 48)
    (table,) = struct.unpack_from("<I", content, 76)
    struct.pack_into("<I", content, (table + 1) * 512 + 4 * directory, directory)
    return bytes(content).replace("WordDocument".encode("utf-16-le"), b"x" * 24)


BAD_OLD_OFFICE = [
    BadFile("plain text.doc", "doc", "not an old Office", lambda: _TEXT),
    BadFile("password.doc", "doc", PASSWORD, lambda: doc_file(CZECH, encrypted=True)),
    BadFile("password.xls", "xls", PASSWORD, lambda: _xls(encrypted=True)),
    BadFile(
        "new format under password.xls",
        "xls",
        PASSWORD,
        lambda: ole2_file({"EncryptedPackage": b"y" * 5000}),
    ),
    BadFile("header only.doc", "doc", DAMAGED, lambda: doc_file(CZECH)[:40]),
    BadFile("odd sectors.doc", "doc", DAMAGED, lambda: doc_file(CZECH)[:30] + b"\xff" * 600),
    BadFile("thumbnails.doc", "doc", "without a document", lambda: ole2_file({"Thumbs": b"x"})),
    BadFile("circle.doc", "doc", "without a document", _circle),
    BadFile("header and nothing.ppt", "ppt", "without a document", lambda: doc_file(CZECH)[:512]),
]

BAD_ZIPS = [
    BadFile("empty.zip", "zip", "no documents", lambda: zip_file({})),
    BadFile(
        "clutter.zip",
        "zip",
        "no documents",
        lambda: zip_file({"__MACOSX/._a.docx": b"x", ".hidden/b.txt": b"x", "Thumbs.db": b"x"}),
    ),
    BadFile("cut.zip", "zip", DAMAGED, lambda: zip_file({"a.txt": _TEXT})[:-30]),
    BadFile(
        "bomb.zip", "zip", "times its packed size", lambda: zip_file({"a.txt": bytes(15 << 20)})
    ),
    BadFile("lying.zip", "zip", "do not unpack", lying_zip),
    BadFile("overlapping.zip", "zip", "shares its bytes", overlapping_zip),
    BadFile("quine.zip", "zip", "levels deep", quine_like_zip),
    BadFile("encrypted.zip", "zip", PASSWORD, lambda: flag_as_encrypted(zip_file({"a": _TEXT}))),
    BadFile(
        "checksum.zip",
        "zip",
        "do not unpack",
        lambda: with_wrong_checksum(zip_file({"a": _TEXT}), "a"),
    ),
    BadFile("Zstandard.zip", "zip", "method", lambda: with_method(zip_file({"a": _TEXT}), 93)),
    BadFile(
        "many.zip",
        "zip",
        "more than 100 files",
        lambda: zip_file({f"{n}.txt": "x" for n in range(150)}),
    ),
    BadFile("thousands.zip", "zip", "more than 100 files", _huge_directory),
    BadFile("together too large.zip", "zip", "more than 64 MB", _many_large),
    BadFile(
        "LZMA bomb.zip",
        "zip",
        "times its packed size",
        lambda: zip_file({"a.txt": bytes(15 << 20)}, zipfile.ZIP_LZMA),
    ),
    BadFile(
        "bzip2 bomb.zip",
        "zip",
        "times its packed size",
        lambda: zip_file({"a.txt": bytes(15 << 20)}, zipfile.ZIP_BZIP2),
    ),
]
