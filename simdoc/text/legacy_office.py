"""DOC, XLS and PPT, the formats of Office until 2007, through programs that can read them.

antiword and catdoc are quick and small; LibreOffice reads everything but takes seconds. Whatever
is installed is tried in this order, until one of them gives text.
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text import docx, pptx, xlsx
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import LINE, PARAGRAPH, GrowingText
from simdoc.text.ole2 import Ole2, Summary, summary
from simdoc.text.package import OLE2_MAGIC
from simdoc.text.programs import find_program, run_program

_STREAMS = {"doc": ("WordDocument",), "xls": ("Workbook", "Book"), "ppt": ("PowerPoint Document",)}
_READERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "doc": (("antiword", "-w", "0", "-m", "UTF-8.txt"), ("catdoc", "-w", "-d", "utf-8")),
    "xls": (("xls2csv", "-d", "utf-8", "-q", "0", "-c", "\t", "-b", "\f"),),
    "ppt": (("catppt", "-d", "utf-8"),),
}
_PACKAGES = {"doc": "antiword or catdoc", "xls": "catdoc", "ppt": "catdoc"}
_Read = Callable[[bytes, str, ExtractionSettings], Extracted]
_CONVERSIONS: dict[str, tuple[str, _Read]] = {
    "doc": ("docx", docx.read),
    "xls": ("xlsx", xlsx.read),
    "ppt": ("pptx", pptx.read),
}
_PASSWORD = "it is protected by a password; ask the author for a copy without one"


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of an old Office document; the reason names the program to install when there is
    none that can read it."""
    kind = _kind(data, name)
    found = summary(data)
    failure: ExtractionError | None = None
    with tempfile.TemporaryDirectory(prefix="simdoc-") as folder:
        path = Path(folder) / f"document.{kind}"
        path.write_bytes(data)
        for command in _READERS[kind]:
            program = find_program(command[0])
            if program is None:
                continue
            try:
                output = run_program(
                    [program, *command[1:], path.name],
                    name,
                    Path(folder),
                    settings.seconds * 0.9,
                    4 * settings.maximum_characters,
                )
                return _extracted(output, kind, name, settings, found)
            except ExtractionError as error:
                failure = failure or error
        office = find_program("soffice", "libreoffice")
        if office is not None:
            try:
                return _converted(office, path, kind, name, settings, found)
            except ExtractionError as error:
                failure = failure or error
    if failure is not None:
        raise failure
    raise ExtractionError(
        name,
        f"old Office files (.{kind}) need a program that is not installed here: install the "
        f"Debian package {_PACKAGES[kind]}, or libreoffice; or save the document in a new format",
    )


def _kind(data: bytes, name: str) -> str:
    """doc, xls or ppt, from the streams inside; ExtractionError when it is none of them."""
    if not data.startswith(OLE2_MAGIC):
        raise ExtractionError(
            name,
            "it is not an old Office document, whatever its name says; correct its type by hand",
        )
    try:
        container = Ole2(data)
    except (ValueError, struct.error) as error:
        raise ExtractionError(
            name, "it is damaged (its table of contents cannot be read); ask for another copy"
        ) from error
    if "EncryptedPackage" in container.names:
        raise ExtractionError(name, _PASSWORD)
    for kind, streams in _STREAMS.items():
        for stream in streams:
            if stream in container.names:
                if _is_encrypted(kind, container.stream(stream, 4096)):
                    raise ExtractionError(name, _PASSWORD)
                return kind
    raise ExtractionError(
        name,
        "it is an old Office container without a document, workbook or presentation inside; "
        "open it in the program it was made with and save it in a new format",
    )


def _is_encrypted(kind: str, head: bytes) -> bool:
    """Whether the beginning of the main stream says that the rest is encrypted."""
    if kind == "doc" and len(head) >= 12:
        return bool(struct.unpack_from("<H", head, 10)[0] & 0x0100)
    if kind == "xls":
        position = 0
        for _ in range(8):
            if position + 4 > len(head):
                break
            record, size = struct.unpack_from("<HH", head, position)
            if record == 0x2F:
                return True
            position += 4 + size
    return False


def _extracted(
    output: bytes, kind: str, name: str, settings: ExtractionSettings, found: Summary
) -> Extracted:
    """A program's output as a document. antiword and catdoc give a line a paragraph and do not
    know the pages; catppt and xls2csv part slides and sheets by form feeds."""
    text = GrowingText(name, settings)
    for number, page in enumerate(output.decode("utf-8", "replace").split("\f")):
        if number and kind == "ppt":
            text.end_page()
        for line in page.splitlines():
            text.add(line.rstrip())
            text.end_paragraph(PARAGRAPH if kind == "doc" else LINE)
        text.part(PARAGRAPH)
    return text.finish(kind, title=found.title, author=found.author, date=found.date)


def _converted(
    office: str,
    path: Path,
    kind: str,
    name: str,
    settings: ExtractionSettings,
    found: Summary,
) -> Extracted:
    """The document through LibreOffice, with a profile of its own so that neither a running
    LibreOffice nor another document's reading is in the way."""
    ending, reader = _CONVERSIONS[kind]
    folder = path.parent
    command = [
        office,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--nologo", "--nolockcheck"),
        *("--convert-to", ending, "--outdir", str(folder), str(path)),
    ]
    run_program(command, name, folder, settings.seconds * 0.9, 1 << 20)
    converted = path.with_suffix(f".{ending}")
    if not converted.exists():
        raise ExtractionError(
            name, "LibreOffice could not read it; save it in a new format and add that"
        )
    extracted = reader(converted.read_bytes(), name, settings)
    return replace(
        extracted,
        file_type=kind,
        title=found.title or extracted.title,
        author=found.author or extracted.author,
        date=found.date or extracted.date,
    )
