"""From a file to its documents: the function that runs in a child process.

Whatever a file holds, the answer is a list of outcomes, one a document; a library that stumbles
over a hostile file is a damaged document, not an accident. Running out of memory is left to
whoever set the limit.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import os
import re
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted, Extraction
from simdoc.text.file_type import FILE_TYPES, called, detect_file_type, mislabelled
from simdoc.text.growing_text import one_line, too_long
from simdoc.text.language import detect_language

READERS = {
    "pdf": "pdf",
    "docx": "docx",
    "odt": "odt",
    "rtf": "rtf",
    "xlsx": "xlsx",
    "pptx": "pptx",
    "html": "html",
    "markdown": "markdown",
    "csv": "csv_table",
    "text": "plain",
    "image": "ocr",
    **dict.fromkeys(("doc", "xls", "ppt"), "legacy_office"),
}
"""File type → module of simdoc.text whose `read` reads it; imported when first needed, so that
a child process starts fast. A ZIP is no document but a folder of them."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class ExtractRequest:
    """One file to read. `file_type` is set when the type was corrected by hand; `originals` is
    the folder that keeps the bytes of documents by hash, None to keep none; `lies` is where the
    bytes are when they are not at the path that names them."""

    path: str
    settings: ExtractionSettings
    file_type: str | None = None
    originals: str | None = None
    lies: str | None = None


def extract_file(request: ExtractRequest) -> list[Extraction]:
    """The documents of the file; several when it is a ZIP, and always at least one outcome."""
    try:
        data = _bytes_of(request)
    except ExtractionError as error:
        return [Extraction(None, "", 0, error=error)]
    extractions = []
    for content, extraction in _documents(data, request.path, request.settings, request.file_type):
        if request.originals is not None and extraction.extracted is not None:
            keep_original(Path(request.originals), extraction.file_hash, content)
        extractions.append(extraction)
    return extractions


def extract_bytes(
    data: bytes, name: str, settings: ExtractionSettings, file_type: str | None = None
) -> list[Extraction]:
    """The documents of bytes that came without a file, such as an upload."""
    return [extraction for _, extraction in _documents(data, name, settings, file_type)]


def original_path(originals: Path, file_hash: str) -> Path:
    """Where the bytes with this SHA-256 are kept."""
    return originals / file_hash[:2] / file_hash


def keep_original(originals: Path, file_hash: str, data: bytes) -> None:
    """Keep the bytes under their hash, all or nothing; what is there already stays."""
    path = original_path(originals, file_hash)
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _bytes_of(request: ExtractRequest) -> bytes:
    path = Path(request.lies or request.path)
    limit = request.settings.maximum_file_megabytes
    try:
        if not path.is_file():
            missing = "there is no such file"
            if path.exists():
                missing = (
                    "it is a folder, not a file" if path.is_dir() else "it is no ordinary file"
                )
            raise ExtractionError(request.path, f"{missing}: check the path")
        with path.open("rb") as file:
            data = file.read((limit << 20) + 1)
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or error
        raise ExtractionError(
            request.path, f"the file could not be opened ({detail}): check that you may read it"
        ) from error
    if len(data) > limit << 20:
        raise ExtractionError(
            request.path,
            f"the file is larger than {limit} MB: split it, or raise the setting "
            "extraction.maximum_file_megabytes",
        )
    return data


def _documents(
    data: bytes, name: str, settings: ExtractionSettings, file_type: str | None
) -> Iterator[tuple[bytes, Extraction]]:
    """Each document of these bytes with its own bytes."""
    try:
        if _chosen_type(data, name, file_type) == "zip":
            yield from _members(data, name, settings)
            return
    except MemoryError:
        raise
    except Exception as error:
        yield data, Extraction(None, _hash(data), len(data), error=_damaged(name, "zip", error))
        return
    yield data, _document(data, name, settings, file_type, None)


def _members(
    data: bytes, name: str, settings: ExtractionSettings
) -> Iterator[tuple[bytes, Extraction]]:
    """The documents of a ZIP; its own reader opens the ZIPs inside."""
    archive = importlib.import_module("simdoc.text.archive")
    for item in archive.members(data, name, settings):
        if isinstance(item, ExtractionError):
            error = ExtractionError(f"{name}!/{item.document}", item.reason)
            yield b"", Extraction(item.document, "", 0, error=error)
        else:
            member, content = item
            yield content, _document(content, f"{name}!/{member}", settings, None, member)


def _document(
    data: bytes,
    name: str,
    settings: ExtractionSettings,
    file_type: str | None,
    member: str | None,
) -> Extraction:
    """The outcome for bytes that are one document."""
    try:
        kind = _chosen_type(data, name, file_type)
        extracted = _read(data, name, settings, kind)
    except ExtractionError as error:
        return Extraction(member, _hash(data), len(data), error=error)
    note = mislabelled(kind, name) if file_type is None else None
    if note is not None:
        extracted = dataclasses.replace(extracted, notes=(note, *extracted.notes))
    return Extraction(member, _hash(data), len(data), extracted=extracted)


def _chosen_type(data: bytes, name: str, file_type: str | None) -> str:
    if file_type is not None and file_type not in FILE_TYPES:
        raise ExtractionError(
            name, f"there is no file type {file_type!r}: choose one of {', '.join(FILE_TYPES)}"
        )
    if not data:
        raise ExtractionError(name, "the file is empty: add the right one")
    return file_type or detect_file_type(data, name)


def _read(data: bytes, name: str, settings: ExtractionSettings, kind: str) -> Extracted:
    """What the reader of this kind makes of the bytes, checked and fit to be stored."""
    try:
        reader = importlib.import_module(f"simdoc.text.{READERS[kind]}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # libraries grumble about odd files
            extracted = reader.read(data, name, settings)
    except (ExtractionError, MemoryError, ImportError):
        raise
    except Exception as error:
        raise _damaged(name, kind, error) from error
    assert isinstance(extracted, Extracted)
    return fit_to_store(extracted, name, settings)


def _damaged(name: str, kind: str, error: Exception) -> ExtractionError:
    """The error itself when it is ours; any other says that the file is damaged, and how."""
    if isinstance(error, ExtractionError):
        return error
    detail = one_line(f"{type(error).__name__}: {error}".strip(": ")) or ""
    return ExtractionError(
        name,
        f"the file ({called(kind)}) is damaged and could not be read ({detail[:200]}): "
        "open it and save it again",
    )


def fit_to_store(extracted: Extracted, name: str, settings: ExtractionSettings) -> Extracted:
    """The same without NULs and lone halves of surrogate pairs, which UTF-8, XML and databases
    refuse: NULs are dropped and page starts moved along, halves become U+FFFD."""
    text, starts = extracted.text, extracted.page_starts
    if "\0" in text:
        starts = tuple(start - text.count("\0", 0, start) for start in starts)
        text = text.replace("\0", "")
    text = _SURROGATE.sub("\ufffd", text)
    if len(text) > settings.maximum_characters:
        raise too_long(name, settings.maximum_characters)
    if not any(map(str.isalnum, text)):
        raise ExtractionError(name, "the document holds no text: no letter and no digit is in it")
    return dataclasses.replace(
        extracted,
        text=text,
        page_starts=starts,
        title=one_line(extracted.title),
        author=one_line(extracted.author),
        language=detect_language(text) or extracted.language,
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
