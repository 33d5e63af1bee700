"""What is to be brought in, and where its bytes lie: files and folders, files handed in without a
path (an upload), and documents that failed and are tried once more.

A document handed in is known by a path below `handed-in/` of the corpus that is made of its bytes
and its name. No file lies there, but the same file handed in twice is one document, and another
attempt at a failed one fills the same row.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from simdoc.answers import AddedDocument
from simdoc.files import file_hash
from simdoc.registry.rows import DocumentRow
from simdoc.registry.schema import FAILED
from simdoc.stores import ORIGINALS_FOLDER
from simdoc.text.extract import original_path

HANDED_IN = "handed-in"
_STAGING = ".handed-in-"
"""A hidden folder: adding the corpus's own folder does not find it."""
_FORGOTTEN_SECONDS = 86_400.0
_LONGEST_NAME = 200


@dataclass(frozen=True)
class Incoming:
    """Files by the path that names them, each with the folder it was found under; `lying` says
    where the bytes are of those that are elsewhere."""

    files: dict[Path, Path]
    lying: dict[Path, Path] = field(default_factory=dict)
    lost: tuple[AddedDocument, ...] = ()
    """Documents to try again whose bytes are nowhere any more."""


@contextlib.contextmanager
def handed_in(corpus_folder: Path, given: Iterable[tuple[str, BinaryIO]]) -> Iterator[Incoming]:
    """Files given by name and content, on disk as long as the block lasts."""
    _remove_forgotten(corpus_folder)
    staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=corpus_folder))
    try:
        lying: dict[Path, Path] = {}
        for ordinal, (name, content) in enumerate(given):
            kept = staging / str(ordinal)
            with kept.open("wb") as file:
                content.seek(0)
                shutil.copyfileobj(content, file)
            lying.setdefault(named_path(corpus_folder, name, file_hash(kept)), kept)
        yield Incoming({path: path.parent for path in lying}, lying)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def named_path(corpus_folder: Path, name: str, digest: str) -> Path:
    """The path that names a document handed in; a harmless last part whatever the name is."""
    last = PurePosixPath(name.replace("\\", "/").replace("\0", "")).name.replace("!", "_")
    if last in ("", ".", ".."):
        last = "document"
    stem, ending = last[:_LONGEST_NAME], PurePosixPath(last).suffix[:10]
    short = last if len(last) <= _LONGEST_NAME else stem + ending
    return corpus_folder / HANDED_IN / digest[:16] / short


def shown_path(path: str | None) -> str:
    """Where a document was found, as people understand it: of one handed in, its name."""
    if path is None:
        return ""
    head, found, tail = path.partition(f"/{HANDED_IN}/")
    return tail.partition("/")[2] if found and head else path


def failed_again(corpus_folder: Path, rows: Sequence[DocumentRow]) -> Incoming:
    """The files of documents that failed: where they lay, or else our copy of their bytes. Members
    of an archive come with the whole archive. Documents that did not fail are left out."""
    files: dict[Path, Path] = {}
    lying: dict[Path, Path] = {}
    lost: list[AddedDocument] = []
    for row in rows:
        if row.status != FAILED or row.path is None:
            continue
        path = Path(row.path.split("!/")[0])
        kept = original_path(corpus_folder / ORIGINALS_FOLDER, row.file_hash or "-")
        if not path.is_file() and (not kept.is_file() or "!/" in row.path):
            why = f"the file is no longer at {shown_path(str(path))}: add it again"
            lost.append(AddedDocument(row.doc_id, row.path, FAILED, why, row.title))
            continue
        files[path] = path.parent
        if not path.is_file():
            lying[path] = kept
    return Incoming(files, lying, tuple(lost))


def _remove_forgotten(corpus_folder: Path) -> None:
    """What a killed process left staged."""
    for folder in corpus_folder.glob(f"{_STAGING}*"):
        with contextlib.suppress(FileNotFoundError):
            if folder.stat().st_mtime < time.time() - _FORGOTTEN_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
