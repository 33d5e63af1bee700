"""Locks that the kernel frees when their holder dies, whatever it died of.

Process id and host stand in the file for the message only; nobody decides by them.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from simdoc.errors import IndexLockedError

PATIENCE_SECONDS = 60.0
"""A commit holds its lock for milliseconds, and for seconds when boilerplate is counted anew."""
_PAUSE_SECONDS = 0.005


class FileLock:
    """An exclusive flock on a file of its own, held from `acquire` to `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def acquire(self, patience: float = 0.0) -> bool:
        """Whether the lock was had within `patience` seconds."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        deadline = time.monotonic() + patience
        try:
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() >= deadline:
                        os.close(descriptor)
                        return False
                    time.sleep(_PAUSE_SECONDS)
            with contextlib.suppress(OSError):  # a full disk costs the message, not the lock
                os.ftruncate(descriptor, 0)
                holder = f"process {os.getpid()} on {socket.gethostname()}"
                os.pwrite(descriptor, holder.encode(), 0)
        except OSError:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return True

    def still_there(self) -> bool:
        """Whether the locked file is the one under this name: its folder may have been removed
        between opening and locking."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self.path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def holder(self) -> str:
        """Who holds it, as far as the file tells."""
        try:
            return self.path.read_text("utf-8", "replace") or "another process"
        except OSError:
            return "another process"


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock inside a `with`, or IndexLockedError with who has it."""
    lock = FileLock(path)
    if not lock.acquire(PATIENCE_SECONDS):
        raise IndexLockedError(path, lock.holder())
    try:
        yield
    finally:
        lock.release()
