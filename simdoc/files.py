"""Which files are documents, and what the tables beside them say."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from simdoc.errors import SimdocError
from simdoc.metadata import FILE_NAME, Metadata, read_metadata
from simdoc.registry.database import FILE_NAME as REGISTRY_FILE
from simdoc.stores import DAMAGED, INDEX_FOLDER, ORIGINALS_FOLDER, SETTINGS_FILE, WORD_LIST_FILE
from simdoc.trace_store import TRACES_FOLDER

_PARTS = (INDEX_FOLDER, TRACES_FOLDER, ORIGINALS_FOLDER, SETTINGS_FILE, WORD_LIST_FILE)
_PART_NAMES = (REGISTRY_FILE, INDEX_FOLDER + DAMAGED, TRACES_FOLDER + DAMAGED)


def is_corpus(folder: Path) -> bool:
    """Whether a corpus lies in this folder."""
    return (folder / REGISTRY_FILE).exists() and (folder / INDEX_FOLDER).is_dir()


def _is_no_document(name: str) -> bool:
    return name.startswith((".", "~$")) or name == FILE_NAME


def _is_part(name: str) -> bool:
    """What a corpus is made of: its copies of documents must not become documents again."""
    own = name in _PARTS or name.startswith(_PART_NAMES) or name.endswith(".lock")
    return own or _is_no_document(name)


def collect_files(paths: Iterable[Path]) -> dict[Path, Path]:
    """All files under the paths, absolute, folders in order of name, each with the folder that it
    was found under. Hidden files, editors' lock files, metadata.csv, what a corpus is made of and
    what is no file at all (a pipe, a device) are no documents; a path that does not exist is
    refused."""
    found: dict[Path, Path] = {}
    for path in paths:
        root = Path(os.path.abspath(path))
        if root.is_dir():
            for folder, folders, names in os.walk(root):
                left_out = _is_part if is_corpus(Path(folder)) else _is_no_document
                folders[:] = sorted(name for name in folders if not left_out(name))
                for name in sorted(names):
                    if not left_out(name):
                        _take_file(Path(folder) / name, root, found)
        elif os.path.lexists(root):
            _take_file(root, root.parent, found)
        else:
            raise SimdocError(f"{root}: no such file or folder; check the path")
    return found


def _take_file(file: Path, root: Path, found: dict[Path, Path]) -> None:
    """Reading a pipe or a device might never end. A link that leads nowhere is taken, so that the
    reason why it cannot be read is told."""
    if file.is_file() or not file.exists():
        found[file] = root


def collect_metadata(files: dict[Path, Path]) -> dict[Path, Metadata]:
    """What the metadata.csv nearest above each file says of it. Reads every table before anything
    is added, so that a mistake in one is told at once."""
    tables: dict[Path, dict[Path, Metadata]] = {}
    told: dict[Path, Metadata] = {}
    for file, root in files.items():
        for folder in (file.parent, *file.parent.parents):
            if folder not in tables:
                tables[folder] = read_metadata(folder)
            # The table knows its files by the true path of its folder; a file may be a link.
            row = tables[folder] and tables[folder].get(folder.resolve() / file.relative_to(folder))
            if row:
                told[file] = row
            if row or folder == root:
                break
    return told


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes; empty when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
