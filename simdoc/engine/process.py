"""The parent's side of one worker process: give it work, wait under a deadline, end it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from typing import Final

from simdoc.engine.engine import Limits
from simdoc.engine.frames import FUNCTION, HEADER, ITEM, MEMORY, NUMBER, READY
from simdoc.errors import TaskCrash, TaskError, TaskMemoryLimit, TaskTimeLimit

START_SECONDS: Final = 120.0
"""Time for starting and importing the function, and for passing a finished reply on: far
more than either takes on a loaded machine, so that only a true hang meets it."""
TASKS: Final = 1_000
"""Items a worker does before a fresh one takes its place: small leaks do not add up."""
GROWTH: Final = 256 << 20
"""Resident bytes above what it held after importing at which a worker is replaced."""

_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[2]); "
    "from simdoc.engine.worker import main; main(int(sys.argv[1]))"
)
_ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OMP_THREAD_LIMIT",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "MALLOC_ARENA_MAX",  # an arena a thread reserves 64 MB of the address space limit
    ),
    "1",
)
_ALLOCATION_SIGNALS = (signal.SIGABRT, signal.SIGTRAP, signal.SIGILL)


class WorkerProcess:
    """One child in a session of its own. One thread at a time gives it work; any may `kill`."""

    def __init__(self) -> None:
        watched, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _BOOT, str(watched), json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                pass_fds=(watched,),
                start_new_session=True,
                env={**os.environ, **_ONE_THREAD},
            )
        except OSError as error:
            os.close(self._lifeline)
            raise TaskCrash(f"no worker process could be started: {error}") from error
        finally:
            os.close(watched)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        self._replies = self._process.stdout.fileno()
        os.set_blocking(self._requests, False)
        os.set_blocking(self._replies, False)
        self._ending = threading.Lock()
        self._function: bytes | None = None
        self._tasks = 0
        self._resident_at_start = self._resident = 0
        self.alive = True

    @property
    def pid(self) -> int:
        """The process id, which is also its group's and its session's."""
        return self._process.pid

    @property
    def worn(self) -> bool:
        """Whether a fresh process should take its place."""
        grown = self._resident - self._resident_at_start
        return not self.alive or self._tasks >= TASKS or grown > GROWTH

    def work(self, function: bytes, item: bytes, limits: Limits) -> tuple[int, bytearray]:
        """RESULT or ERROR and what was pickled, for a pickled function and item.

        Raises TaskTimeLimit, TaskMemoryLimit or TaskCrash; after these the process is gone.
        """
        try:
            if function != self._function:
                self._function = None
                deadline = time.monotonic() + START_SECONDS
                self._send(FUNCTION, deadline, function)
                kind, content = self._receive(deadline)
                if kind != READY:
                    return kind, content
                self._function, self._resident_at_start = function, self._resident
            self._tasks += 1
            seconds = float("inf") if limits.seconds is None else limits.seconds
            deadline = time.monotonic() + seconds
            self._send(ITEM, deadline, NUMBER.pack((limits.memory_megabytes or 0) << 20), item)
            kind, content = self._receive(deadline)
        except TimeoutError:
            self.kill()
            if self._function is None or limits.seconds is None:
                raise TaskError(f"its process did not answer within {START_SECONDS:g} s") from None
            raise TaskTimeLimit(
                f"took longer than its limit of {limits.seconds:g} s and was stopped"
            ) from None
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise TaskCrash(_obituary(self.kill(), limits)) from None
        except BaseException:
            self.kill()
            raise
        if kind == MEMORY:
            self.kill()
            raise TaskMemoryLimit(
                "wanted more memory than there is"
                if limits.memory_megabytes is None
                else f"wanted more memory than its limit of {limits.memory_megabytes} MB"
            )
        return kind, content

    def kill(self) -> int:
        """End the process and all that it has started; the way it ended, as Popen counts it."""
        with self._ending:
            if self.alive:
                self.alive = False
                # The group first: until it is waited for, the dead leader keeps the number.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.pid, signal.SIGKILL)
                self._process.wait()
                os.close(self._lifeline)
            return self._process.returncode

    def close_pipes(self) -> None:
        """Give the descriptors back; only for the thread that works with this process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _send(self, kind: int, deadline: float, *parts: bytes) -> None:
        header = HEADER.pack(kind, sum(len(part) for part in parts))
        for part in (header, *parts):
            view = memoryview(part)
            while view:
                try:
                    view = view[os.write(self._requests, view) :]
                except BlockingIOError:
                    _wait(self._requests, select.POLLOUT, deadline)

    def _receive(self, deadline: float) -> tuple[int, bytearray]:
        """Kind and content of the next frame, its opening number taken as resident bytes."""
        header = self._read(HEADER.size, deadline)
        kind, size = HEADER.unpack(header)
        deadline = time.monotonic() + START_SECONDS  # done in time: the passing on is ours
        (self._resident,) = NUMBER.unpack(self._read(NUMBER.size, deadline))
        return kind, self._read(size - NUMBER.size, deadline)

    def _read(self, size: int, deadline: float) -> bytearray:
        content = bytearray(size)
        view = memoryview(content)
        while view:
            try:
                count = os.readv(self._replies, [view])
            except BlockingIOError:
                _wait(self._replies, select.POLLIN, deadline)
                continue
            if count == 0:
                raise EOFError
            view = view[count:]
        return content


def _wait(descriptor: int, event: int, deadline: float) -> None:
    """Until the descriptor is ready; TimeoutError when the deadline passes first."""
    poll = select.poll()
    poll.register(descriptor, event)
    left = deadline - time.monotonic()
    # poll() counts in a C int of milliseconds: a longer wait is made of several.
    milliseconds = min(max(left, 0.0) * 1000, 1e8)
    if not poll.poll(milliseconds) and time.monotonic() >= deadline:
        raise TimeoutError


def _obituary(status: int, limits: Limits) -> str:
    """How a process ended that should not have."""
    if status >= 0:
        return f"its process ended with exit code {status}"
    name = signal.Signals(-status).name
    if -status == signal.SIGKILL:
        return f"its process was killed ({name}), most likely because memory ran out"
    if -status in _ALLOCATION_SIGNALS and limits.memory_megabytes is not None:
        return (
            f"its process died of {name}, as some libraries do when they meet their "
            f"memory limit ({limits.memory_megabytes} MB)"
        )
    return f"its process died of {name}"
