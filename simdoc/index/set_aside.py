"""Taking damaged parts out of an index, also when the damage prevents opening it.

The manifest must be sound. What is set aside:
- a segment: its folder stays, its documents are no longer answered; add them again;
- the boilerplate: the next commit makes it anew;
- the deletions: deleted documents come back until they are deleted again, except where a newer
  segment holds the same document.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from simdoc.index.arrays import write_array
from simdoc.index.cleaning import DELETIONS_PREFIX
from simdoc.index.format import COMMIT_LOCK, DELETION_DTYPE, ArrayRecord, SegmentRecord
from simdoc.index.locks import held
from simdoc.index.manifest import read_manifest, write_manifest
from simdoc.index.segment import Segment


def set_aside(folder: Path, names: Iterable[str]) -> int:
    """Commit a manifest without the segments and files of these names; gives its generation."""
    damaged = set(names)
    with held(folder / COMMIT_LOCK):
        manifest = read_manifest(folder)
        unknown = damaged - manifest.names()
        if unknown:
            raise ValueError(f"not part of the index: {', '.join(sorted(unknown))}")
        kept = tuple(record for record in manifest.segments if record.name not in damaged)
        after = dataclasses.replace(
            manifest,
            generation=manifest.generation + 1,
            segments=kept,
            set_aside=manifest.set_aside
            + tuple(record for record in manifest.segments if record.name in damaged),
        )
        if manifest.deletions and manifest.deletions.name in damaged:
            after = dataclasses.replace(
                after, deletions=_superseded(folder, kept, after.generation)
            )
        if manifest.boilerplate and manifest.boilerplate.array.name in damaged:
            after = dataclasses.replace(after, boilerplate=None)
        write_manifest(folder, after)
        return after.generation


def _superseded(
    folder: Path, records: Sequence[SegmentRecord], generation: int
) -> ArrayRecord | None:
    """Deletions of every document that a segment of a higher serial holds too."""
    if not records:
        return None
    tables = []
    for record in records:
        rows = np.zeros(record.documents, [("doc_id", "<i8"), *DELETION_DTYPE.descr])
        rows["doc_id"] = Segment(folder, record).documents["doc_id"]
        rows["serial"] = record.serial
        rows["number"] = np.arange(record.documents)
        tables.append(rows)
    rows = np.sort(np.concatenate(tables), order=["doc_id", "serial"])
    old = rows[:-1][rows["doc_id"][1:] == rows["doc_id"][:-1]]
    if not len(old):
        return None
    pairs = np.zeros(len(old), DELETION_DTYPE)
    pairs["serial"], pairs["number"] = old["serial"], old["number"]
    pairs.sort(order=["serial", "number"])
    name = f"{DELETIONS_PREFIX}{generation:08d}-{secrets.token_hex(4)}.npy"
    return write_array(folder / name, pairs)
