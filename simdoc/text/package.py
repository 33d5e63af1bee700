"""Safe opening of ZIP files, and of the documents that are ZIP files inside.

Nothing that a ZIP says about itself is trusted: members are unpacked piece by piece and stopped as
soon as they pass a limit, whatever size they declare.
"""

from __future__ import annotations

import io
import lzma
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.safe_xml import Target, parse_xml

OLE2_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MEGABYTE = 1 << 20
MAXIMUM_RATIO = 250
"""How many times its packed size a member may unpack to, once it is over RATIO_FREE_BYTES.
Office XML packs 5 to 50 times; a file of zeros packs 1000 times."""
RATIO_FREE_BYTES = 8 * MEGABYTE

_ENTRY = b"PK\x01\x02"
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    IndexError,
    KeyError,
    AssertionError,
)
"""Everything that zipfile raises on damaged input; the fuzz test collected them."""

_RELATIONSHIPS = {"http://schemas.openxmlformats.org/package/2006/relationships": "r"}


def open_zip(data: bytes, name: str, settings: ExtractionSettings) -> zipfile.ZipFile:
    """The ZIP file, its directory read; ExtractionError when it is none or has a huge directory."""
    # Each entry costs zipfile about 700 bytes of memory for 46 on disk. Documents inside the ZIP
    # have entries of their own, hence the generous factor.
    if data.count(_ENTRY) > 64 * settings.maximum_members:
        raise too_many_members(name, settings)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except NotImplementedError as error:
        raise ExtractionError(
            name, "it is a ZIP of a kind that cannot be read; pack it again as an ordinary ZIP"
        ) from error
    except _DAMAGE as error:
        raise ExtractionError(
            name,
            "it is damaged or incomplete (its table of contents cannot be read); "
            "ask for another copy of the file",
        ) from error


def too_many_members(name: str, settings: ExtractionSettings) -> ExtractionError:
    """The error for a ZIP of more members than the settings allow."""
    return ExtractionError(
        name,
        f"it holds more than {settings.maximum_members:,} files; split it, or raise the setting "
        "extraction.maximum_members",
    )


def unpack(
    opened: zipfile.ZipFile,
    info: zipfile.ZipInfo,
    name: str,
    settings: ExtractionSettings,
    maximum_bytes: int | None = None,
) -> bytes:
    """The bytes of one member, at most `maximum_bytes` (by default the largest file allowed);
    ExtractionError for `name` when it is encrypted, damaged, or a bomb."""
    if info.flag_bits & 0x41:
        raise ExtractionError(
            name, "it is protected by a password; ask the author for a copy without one"
        )
    limit = settings.maximum_file_megabytes * MEGABYTE
    if maximum_bytes is not None:
        limit = min(limit, maximum_bytes)
    # bz2 and LZMA streams are unpacked without regard to the size asked for: small bites.
    bite = 1 << 16 if info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) else 1 << 12
    pieces: list[bytes] = []
    size = 0
    try:
        with opened.open(info) as stream:
            while piece := stream.read(bite):
                pieces.append(piece)
                size += len(piece)
                if size > limit:
                    raise ExtractionError(
                        name,
                        f"it unpacks to more than {settings.maximum_file_megabytes:,} MB; if it "
                        "is no bomb, raise the setting extraction.maximum_file_megabytes",
                    )
                if size > RATIO_FREE_BYTES and size > MAXIMUM_RATIO * max(1, info.compress_size):
                    raise ExtractionError(
                        name,
                        f"it unpacks to more than {MAXIMUM_RATIO} times its packed size, as ZIP "
                        "bombs do; it was not read",
                    )
    except (NotImplementedError, RuntimeError) as error:
        raise ExtractionError(
            name,
            "it is packed by a method that cannot be read; pack it again as an ordinary ZIP",
        ) from error
    except _DAMAGE as error:
        raise ExtractionError(
            name, "it is damaged (its packed bytes do not unpack); ask for another copy"
        ) from error
    return b"".join(pieces)


@dataclass(frozen=True)
class Relationship:
    """One reference from a part: its id, the last word of its type, the part it points to."""

    identifier: str
    kind: str
    target: str


class Package:
    """A document that is a ZIP of parts: DOCX, XLSX, PPTX, ODT."""

    def __init__(self, data: bytes, name: str, settings: ExtractionSettings) -> None:
        self.name = name
        self._settings = settings
        _refuse_other_containers(data, name)
        self._zip = open_zip(data, name, settings)
        self._infos = {info.filename.lstrip("/").lower(): info for info in self._zip.infolist()}
        if len(self._zip.infolist()) > settings.maximum_members:
            raise too_many_members(name, settings)
        self._left = settings.maximum_file_megabytes * MEGABYTE

    def has(self, part: str) -> bool:
        """Whether there is such a part. Names of parts ignore case, as the formats ask."""
        return part.lower() in self._infos

    def part(self, part: str) -> bytes:
        """The bytes of a part; all parts together stay below the largest file allowed."""
        info = self._infos.get(part.lower())
        if info is None:
            raise ExtractionError(
                self.name,
                f"it is damaged or not what its name says: its part {part} is missing; "
                "open it in the program it was made with and save it again",
            )
        try:
            content = unpack(self._zip, info, self.name, self._settings, self._left)
        except ExtractionError as error:
            raise ExtractionError(self.name, f"in its part {part}, {error.reason}") from error
        self._left -= len(content)
        return content

    def parse(self, part: str, target: Target, prefixes: Mapping[str, str]) -> None:
        """Sends the events of an XML part to `target`."""
        parse_xml(self.part(part), target, prefixes, self.name, part)

    def relationships(self, part: str = "") -> list[Relationship]:
        """What a part (or, without one, the package) refers to, in the order of the file."""
        folder, base = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{base}.rels")
        found = _Relationships(folder)
        if self.has(path):
            self.parse(path, found, _RELATIONSHIPS)
        return found.found

    def related(self, part: str, kind: str) -> str | None:
        """The first existing part of this kind that `part` refers to."""
        for relationship in self.relationships(part):
            if relationship.kind == kind and self.has(relationship.target):
                return relationship.target
        return None


class _Relationships:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.found: list[Relationship] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "r:Relationship" and attributes.get("TargetMode") != "External":
            target = attributes.get("Target", "")
            path = posixpath.normpath(posixpath.join("/", self._folder, target)).lstrip("/")
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.found.append(Relationship(attributes.get("Id", ""), kind, path))

    def end(self, name: str) -> None:
        pass

    def characters(self, text: str) -> None:
        pass


def _refuse_other_containers(data: bytes, name: str) -> None:
    """A clear reason when the bytes are no ZIP at all."""
    if not data:
        raise ExtractionError(name, "the file is empty (0 bytes); ask for another copy")
    if data.startswith(OLE2_MAGIC):
        if is_encrypted_package(data):
            raise ExtractionError(
                name, "it is protected by a password; ask the author for a copy without one"
            )
        raise ExtractionError(
            name,
            "it is an old Office file under a new name; rename it to .doc, .xls or .ppt, "
            "or save it in the new format",
        )
    if b"PK" not in data[: 1 << 16]:
        raise ExtractionError(
            name,
            "it is not an office document, whatever its name says (there is no ZIP inside); "
            "correct its type by hand, or ask for another copy",
        )


def is_encrypted_package(data: bytes) -> bool:
    """Whether an OLE2 container holds a new-format document under a password."""
    return "EncryptedPackage".encode("utf-16-le") in data
