"""Folders of segments that are being prepared: locked by whoever prepares them, so that cleaning
can tell work in progress from the leavings of a dead process."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from simdoc.index.format import SegmentRecord
from simdoc.index.locks import FileLock

SEGMENT_PREFIX = "segment-"
_LOCK = "preparing.lock"


class Preparation:
    """A new segment folder, under a lock that goes with the process which reserved it.

    A parent can reserve folders and let children fill them; to a child the folder is a
    Preparation without a lock.
    """

    def __init__(self, folder: Path, lock: FileLock | None = None) -> None:
        self.folder = folder
        self._lock = lock

    def __reduce__(self) -> tuple[type[Preparation], tuple[Path]]:
        return type(self), (self.folder,)

    @classmethod
    def reserve(cls, index_folder: Path) -> Preparation:
        """A new folder with a name that was never used before."""
        while True:
            folder = index_folder / (SEGMENT_PREFIX + secrets.token_hex(8))
            folder.mkdir()
            lock = FileLock(folder / _LOCK)
            # Between mkdir and lock a cleaning process may take the folder for an orphan.
            with contextlib.suppress(FileNotFoundError):
                if lock.acquire() and lock.still_there():
                    return cls(folder, lock)
            lock.release()

    def done(self) -> None:
        """The segment is committed: it needs no lock any more."""
        with contextlib.suppress(OSError):
            (self.folder / _LOCK).unlink()
        self._release()

    def abandon(self) -> None:
        """Remove the folder and what it holds."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._release()

    def _release(self) -> None:
        if self._lock:
            self._lock.release()


def is_abandoned(folder: Path) -> bool:
    """Whether nobody is preparing a segment in this folder."""
    lock = FileLock(folder / _LOCK)
    try:
        return not lock.path.exists() or lock.acquire()
    finally:
        lock.release()


@dataclass(frozen=True)
class PreparedSegment:
    """A written and synced segment that no manifest names yet: hand it to `Index.commit`, or
    `abandon` it. It may cross to another process, but its lock does not: the process that will
    commit it should have reserved its folder."""

    record: SegmentRecord
    preparation: Preparation

    @property
    def folder(self) -> Path:
        return self.preparation.folder

    def abandon(self) -> None:
        self.preparation.abandon()
