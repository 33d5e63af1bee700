"""A ZIP as several documents: its members one by one, safely.

Members are unpacked in memory under their names and never written to disk, so a name like
`../../etc/passwd` is only a strange name. A bad member costs only itself; the others go on.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.file_type import detect_file_type
from simdoc.text.package import MEGABYTE, open_zip, too_many_members, unpack

MAXIMUM_DEPTH = 2
"""A ZIP inside a ZIP is opened, one inside that is not."""
TOTAL_FACTOR = 4
"""All members together may unpack to this many times the largest file allowed."""
_LOCAL_HEADER = 30
_UNICODE_PATH = 0x7075
_CZECH = frozenset("áčďéěíňóřšťúůýžäĺľôŕöüÁČĎÉĚÍŇÓŘŠŤÚŮÝŽÄĹĽÔŔÖÜ")
_CLUTTER = frozenset({"thumbs.db", "desktop.ini"})


def members(
    data: bytes, name: str, settings: ExtractionSettings
) -> Iterator[tuple[str, bytes] | ExtractionError]:
    """The documents in the ZIP `name` as (member, bytes), in the order of its directory; for a
    member that cannot be unpacked, an ExtractionError whose `document` is the member.

    Members of a ZIP inside are named `inner.zip!/member`. Folders, links, hidden files and the
    clutter of operating systems are left out. Raises when the ZIP itself is damaged or empty.
    """
    budget = _Budget(settings)
    found = False
    for member in _members(data, name, "", settings, budget, 1):
        found = True
        yield member
    if not found:
        raise ExtractionError(name, "the ZIP holds no documents; add the right file")


class _Budget:
    """What is left to unpack, of the whole ZIP with all ZIPs in it."""

    def __init__(self, settings: ExtractionSettings) -> None:
        self.members = settings.maximum_members
        self.megabytes = TOTAL_FACTOR * settings.maximum_file_megabytes
        self.bytes = self.megabytes * MEGABYTE


def _members(
    data: bytes,
    name: str,
    prefix: str,
    settings: ExtractionSettings,
    budget: _Budget,
    depth: int,
) -> Iterator[tuple[str, bytes] | ExtractionError]:
    with open_zip(data, name, settings) as opened:
        infos = opened.infolist()
        overlapping = _overlapping(infos)
        taken: dict[str, int] = {}
        for info in infos:
            path = _path(info)
            if _is_left_out(info, path):
                continue
            member = prefix + _distinct(path, taken)
            budget.members -= 1
            if budget.members < 0:
                yield too_many_members(member, settings)
                return
            if id(info) in overlapping:
                yield ExtractionError(
                    member,
                    "it shares its bytes with another file of the ZIP, as ZIP bombs do; "
                    "pack the files again",
                )
                continue
            # zipfile gives no more than the size declared, so this is the most it can cost.
            budget.bytes -= min(info.file_size, settings.maximum_file_megabytes * MEGABYTE)
            if budget.bytes < 0:
                yield ExtractionError(
                    member,
                    f"the ZIP unpacks to more than {budget.megabytes:,} MB; this file and those "
                    "after it were not read; split the ZIP",
                )
                return
            try:
                content = unpack(opened, info, member, settings)
            except ExtractionError as error:
                yield error
                continue
            yield from _document(content, member, settings, budget, depth)


def _document(
    content: bytes, member: str, settings: ExtractionSettings, budget: _Budget, depth: int
) -> Iterator[tuple[str, bytes] | ExtractionError]:
    """The member itself, or, when it is a ZIP of documents, its members."""
    if not _is_zip_of_documents(content, member):
        yield member, content
    elif depth >= MAXIMUM_DEPTH:
        yield ExtractionError(
            member,
            f"it is a ZIP more than {MAXIMUM_DEPTH} levels deep; unpack it and add the documents",
        )
    else:
        try:
            yield from _members(content, member, f"{member}!/", settings, budget, depth + 1)
        except ExtractionError as error:
            yield error


def _is_zip_of_documents(content: bytes, member: str) -> bool:
    try:
        return content.startswith(b"PK") and detect_file_type(content, member) == "zip"
    except ExtractionError:
        return False


def _overlapping(infos: list[zipfile.ZipInfo]) -> set[int]:
    """Identities of members whose packed bytes begin before those of the member before end."""
    found: set[int] = set()
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            found.add(id(info))
        end = max(end, info.header_offset + _LOCAL_HEADER + max(0, info.compress_size))
    return found


def _is_left_out(info: zipfile.ZipInfo, path: str) -> bool:
    parts = path.replace("\\", "/").split("/")
    is_link = (info.external_attr >> 16) & 0o170000 == 0o120000
    return (
        info.is_dir()
        or is_link
        or parts[0] == "__MACOSX"
        or parts[-1].lower() in _CLUTTER
        or parts[-1].startswith("~$")
        or any(part.startswith(".") and part not in (".", "..") for part in parts)
    )


def _path(info: zipfile.ZipInfo) -> str:
    """The member's name, from whichever encoding the packing program used; characters that do
    not print become U+FFFD."""
    name = _unicode_path(info) or info.filename
    if not info.flag_bits & 0x800 and not name.isascii() and name == info.filename:
        raw = name.encode("cp437", "replace")
        try:
            name = raw.decode("utf-8")
        except UnicodeDecodeError:
            czech = raw.decode("cp852")
            if all(letter.isascii() or letter in _CZECH for letter in czech):
                name = czech
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


def _unicode_path(info: zipfile.ZipInfo) -> str | None:
    """The name in the extra field that Info-ZIP and 7-Zip write beside one in an old encoding."""
    position = 0
    while position + 4 <= len(info.extra):
        kind, size = struct.unpack_from("<HH", info.extra, position)
        if kind == _UNICODE_PATH and size > 5:
            try:
                return info.extra[position + 9 : position + 4 + size].decode("utf-8")
            except UnicodeDecodeError:
                return None
        position += 4 + size
    return None


def _distinct(path: str, taken: dict[str, int]) -> str:
    """The path, numbered when an earlier member has the same."""
    distinct = path
    while distinct in taken:
        taken[path] += 1
        distinct = f"{path} ({taken[path]})"
    taken[distinct] = 1
    return distinct
