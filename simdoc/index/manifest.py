"""The manifest: which segments, deletions and boilerplate make up the index now.

Reading checks its own checksum, format and pipeline; replacing it is the commit.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import secrets
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simdoc.errors import CorruptIndexError, IncompatibleIndexError
from simdoc.index.arrays import sync_folder
from simdoc.index.format import FORMAT, MANIFEST, ArrayRecord, FileRecord, SegmentRecord
from simdoc.settings import PIPELINE_VERSION, FingerprintSettings, TraceFingerprintSettings

TEMPORARY_PREFIX = "manifest-"
_REMEDY = "use the version that made it, or add the documents to a new corpus"

ShapingSettings = FingerprintSettings | TraceFingerprintSettings
"""An index is made of chunks or of traces; nothing else in this package tells them apart."""

_PIECE = 1 << 14


@dataclass(frozen=True)
class BoilerplateRecord:
    """The boilerplate array, and what it was made from: it is made anew when these have changed."""

    array: ArrayRecord
    minimum_documents: int
    share: float
    postings: int


@dataclass(frozen=True)
class Manifest:
    """One generation of the index. `set_aside` are damaged segments that are not answered from."""

    settings: ShapingSettings
    generation: int = 0
    next_serial: int = 1
    segments: tuple[SegmentRecord, ...] = ()
    deletions: ArrayRecord | None = None
    boilerplate: BoilerplateRecord | None = None
    set_aside: tuple[SegmentRecord, ...] = ()

    @property
    def postings(self) -> int:
        return sum(segment.postings for segment in self.segments)

    def names(self) -> set[str]:
        """Every file and folder of the index folder that this generation needs."""
        arrays = [self.deletions, self.boilerplate.array if self.boilerplate else None]
        return {s.name for s in self.segments + self.set_aside} | {a.name for a in arrays if a}


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an index folder."""
    return parse_manifest(folder, read_manifest_bytes(folder))


def read_manifest_bytes(folder: Path) -> bytes:
    """Generations differ in these bytes, so equal bytes mean that nothing was committed. Every
    query asks: by bare system calls it takes 8 µs, a third of what `read_bytes` does."""
    path = os.path.join(folder, MANIFEST)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError as error:
        raise CorruptIndexError(path, "a manifest", "no such file") from error
    try:
        content = piece = os.read(descriptor, _PIECE)
        while len(piece) == _PIECE:
            content += (piece := os.read(descriptor, _PIECE))
        return content
    finally:
        os.close(descriptor)


def parse_manifest(folder: Path, content: bytes) -> Manifest:
    """The manifest in these bytes. A foreign format is told before the checksum is looked at,
    because to us it would look like damage."""
    path = folder / MANIFEST
    try:
        tree = json.loads(content)
        checksum = tree.pop("checksum")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise CorruptIndexError(path, "a manifest", "no JSON with a checksum") from error
    if tree.get("format") != FORMAT:
        raise IncompatibleIndexError(f"format {tree.get('format')}", f"format {FORMAT}", _REMEDY)
    if checksum != _checksum(tree):
        raise CorruptIndexError(path, f"checksum {checksum}", _checksum(tree))
    if tree.get("pipeline") != PIPELINE_VERSION:
        raise IncompatibleIndexError(
            f"pipeline {tree.get('pipeline')}", f"pipeline {PIPELINE_VERSION}", _REMEDY
        )
    return _from_tree(tree)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """The commit: after this returns, `manifest` is what every process reads, also after a power
    cut. If it raises before the rename, nothing has changed."""
    temporary = folder / f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp"
    tree = _to_tree(manifest)
    tree["checksum"] = _checksum(tree)
    try:
        with open(temporary, "wb") as file:
            file.write(json.dumps(tree, indent=1, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, folder / MANIFEST)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(folder)


def compare_settings(found: ShapingSettings, wanted: ShapingSettings) -> None:
    """Refuse settings that would give other fingerprints than those in the index. Where the word
    list lies does not matter: its hash is a setting too."""
    if type(found) is not type(wanted):
        kinds = [_table(type(settings)) for settings in (found, wanted)]
        raise IncompatibleIndexError(f"settings of {kinds[0]}", f"{kinds[1]} wanted", _REMEDY)
    for field in dataclasses.fields(found):
        have, want = getattr(found, field.name), getattr(wanted, field.name)
        if field.name == "words_by" and not (have and want):
            continue  # made before it was noted, or not filled in: nothing to compare
        if field.name != "word_list" and have != want:
            raise IncompatibleIndexError(
                f"{_table(type(found))}.{field.name} = {have!r}",
                f"set to {want!r}",
                _remedy(field.name, have, found),
            )


def _remedy(name: str, have: object, found: ShapingSettings) -> str:
    if isinstance(found, TraceFingerprintSettings):
        return "set it back, or remove the corpus's folder of traces: they are made anew"
    back = f"install {str(have).replace(' ', '==')}" if name == "words_by" else "set it back"
    return f"{back}, or add the documents to a new corpus"


def _table(kind: type[ShapingSettings]) -> str:
    return "trace" if kind is TraceFingerprintSettings else "fingerprint"


def _checksum(tree: Mapping[str, Any]) -> str:
    canonical = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"{zlib.crc32(canonical.encode()):08x}"


def _to_tree(manifest: Manifest) -> dict[str, Any]:
    tree = {"format": FORMAT, "pipeline": PIPELINE_VERSION, **dataclasses.asdict(manifest)}
    if not tree["settings"].get("words_by", True):
        del tree["settings"]["words_by"]  # added later: manifests without it stay as they were
    return tree


def _from_tree(tree: Mapping[str, Any]) -> Manifest:
    # A setting added later is missing here and has its default, which must mean what was done
    # before; otherwise the pipeline version would have been raised.
    # Only settings of traces have a version.
    kind: type[ShapingSettings] = (
        TraceFingerprintSettings if "version" in tree["settings"] else FingerprintSettings
    )
    known = {field.name for field in dataclasses.fields(kind)}
    unknown = sorted(set(tree["settings"]) - known)
    if unknown:
        names = ", ".join(f"{_table(kind)}.{name}" for name in unknown)
        raise IncompatibleIndexError(f"the settings {names}", "a version without them", _REMEDY)
    boilerplate = tree["boilerplate"]
    return Manifest(
        settings=kind(**tree["settings"]),
        generation=tree["generation"],
        next_serial=tree["next_serial"],
        segments=tuple(_segment(part) for part in tree["segments"]),
        deletions=_array(tree["deletions"]) if tree["deletions"] else None,
        boilerplate=BoilerplateRecord(**{**boilerplate, "array": _array(boilerplate["array"])})
        if boilerplate
        else None,
        set_aside=tuple(_segment(part) for part in tree["set_aside"]),
    )


def _array(tree: Mapping[str, Any]) -> ArrayRecord:
    return ArrayRecord(tree["name"], tree["length"], FileRecord(**tree["file"]))


def _segment(tree: Mapping[str, Any]) -> SegmentRecord:
    files = {name: FileRecord(**file) for name, file in tree["files"].items()}
    return SegmentRecord(**{**tree, "files": files})
