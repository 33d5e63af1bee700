"""What the index is made of and what is being done to it now: cheap enough to ask every second."""

from __future__ import annotations

import datetime
import fcntl
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simdoc.index.format import MANIFEST, SegmentRecord
from simdoc.index.snapshot import Snapshot
from simdoc.registry.database import FILE_NAME as REGISTRY_FILE
from simdoc.stores import WRITERS_LOCK, Stores


@dataclass(frozen=True)
class SegmentState:
    """One segment of the chunks or of the traces."""

    holds: str
    """'chunks' or 'traces'."""
    name: str
    documents: int
    deleted: int
    postings: int
    bytes: int


@dataclass(frozen=True)
class IndexState:
    """The index at one moment. Sizes are bytes; `committed` is when the newest generation was
    made, `writing` whether some process or thread is changing the corpus."""

    generation: int
    committed: datetime.datetime
    documents: int
    words: int
    segments: tuple[SegmentState, ...]
    set_aside: int
    registry_bytes: int
    free_bytes: int
    statuses: Mapping[str, int]
    writing: bool

    def bytes_of(self, holds: str) -> int:
        """The size of all segments of the chunks, or of the traces."""
        return sum(segment.bytes for segment in self.segments if segment.holds == holds)


def index_state(stores: Stores) -> IndexState:
    """The state of an open corpus; reads no postings."""
    snapshot = stores.index.snapshot()
    traces = None if stores.traces is None else stores.traces.snapshot()
    manifest = stores.index.folder / MANIFEST
    return IndexState(
        generation=snapshot.generation,
        committed=datetime.datetime.fromtimestamp(manifest.stat().st_mtime, datetime.UTC),
        documents=snapshot.documents,
        words=int(snapshot.words[snapshot.live].sum(dtype=np.int64)),
        segments=(*_segments("chunks", snapshot), *_segments("traces", traces)),
        set_aside=len(snapshot.manifest.set_aside),
        registry_bytes=sum(path.stat().st_size for path in stores.folder.glob(f"{REGISTRY_FILE}*")),
        free_bytes=shutil.disk_usage(stores.folder).free,
        statuses=stores.registry.count_by_status(),
        writing=somebody_writes(stores.folder),
    )


def somebody_writes(folder: Path) -> bool:
    """Whether a writer is alive: whoever changes the corpus holds this lock, and the kernel frees
    it when they die. Asking takes it for a moment, which no writer notices: it would find itself
    beside another for once, and leave recovery to the next."""
    try:
        with (folder / WRITERS_LOCK).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False  # a folder that nobody may write to has no writer


def _segments(holds: str, snapshot: Snapshot | None) -> list[SegmentState]:
    if snapshot is None:
        return []
    records = snapshot.manifest.segments
    serials, dead = np.unique(snapshot.deletions["serial"], return_counts=True)
    deleted = dict(zip(serials.tolist(), dead.tolist(), strict=True))
    return [_state(holds, record, deleted.get(record.serial, 0)) for record in records]


def _state(holds: str, record: SegmentRecord, deleted: int) -> SegmentState:
    size = sum(file.bytes for file in record.files.values())
    return SegmentState(holds, record.name, record.documents, deleted, record.postings, size)
