"""The local engine: worker processes of this machine, started when first needed and reused.

Each process in use has a thread here that feeds it and enforces its limits, also while the
caller is busy with an earlier outcome. Processes belong to the engine, threads to one `run`;
several threads of the caller may run things on one engine at the same time and share its
processes item by item.
"""

from __future__ import annotations

import os
import pickle
import queue
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Generic

from simdoc.engine.engine import NO_LIMITS, Engine, Limits, Outcome, R, T
from simdoc.engine.frames import ERROR
from simdoc.engine.process import WorkerProcess
from simdoc.errors import TaskError

__all__ = ["Engine", "Limits", "LocalEngine", "Outcome"]


class _Pool:
    """At most `processes` live worker processes, handed out one item at a time."""

    def __init__(self, processes: int) -> None:
        self._free = processes
        self._changed = threading.Condition()
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self.closed = False

    def take(self, stopped: Callable[[], bool]) -> WorkerProcess | None:
        """A live worker, the last used first; None once `stopped` or closed."""
        with self._changed:
            while not self._free:
                if stopped() or self.closed:
                    return None
                self._changed.wait()
            if stopped() or self.closed:
                return None
            self._free -= 1
            worker = self._idle.pop() if self._idle else None
            if worker is not None:
                self._busy.add(worker)
                return worker
        try:
            worker = WorkerProcess()
        except BaseException:
            with self._changed:
                self._free += 1
                self._changed.notify()
            raise
        with self._changed:
            self._busy.add(worker)
            closed = self.closed
        if closed:
            worker.kill()
        return worker

    def give(self, worker: WorkerProcess) -> None:
        """Take a worker back: for the next item, or to its grave."""
        with self._changed:
            self._busy.discard(worker)
            keep = not worker.worn and not self.closed
            if keep:
                self._idle.append(worker)
        if not keep:
            worker.kill()
            worker.close_pipes()
        with self._changed:
            self._free += 1
            self._changed.notify()

    def wake(self) -> None:
        """Have everyone who waits in `take` look again."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """End all workers; those in use are given to their grave by who uses them."""
        with self._changed:
            self.closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
            self._changed.notify_all()
        for worker in (*idle, *busy):
            worker.kill()
        for worker in idle:
            worker.close_pipes()


class _Run(Generic[T, R]):
    """One call of `run`: the items in work, the threads that see to them, the outcomes."""

    def __init__(self, pool: _Pool, processes: int, function: bytes, limits: Limits) -> None:
        self._pool, self._processes = pool, processes
        self._function, self._limits = function, limits
        self._tasks: queue.SimpleQueue[tuple[T, bytes] | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[Outcome[T, R]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._working: set[WorkerProcess] = set()
        self._guard = threading.Lock()
        self._stopped = False
        self.outstanding = 0

    def submit(self, item: T) -> None:
        """Put an item to work; one that cannot be sent is an outcome at once."""
        self.outstanding += 1
        try:
            content = pickle.dumps(item, protocol=5)
        except Exception as error:
            self._outcomes.put(Outcome(item, None, TaskError(f"cannot be sent: {error}")))
            return
        self._tasks.put((item, content))
        if len(self._threads) < min(self._processes, self.outstanding):
            thread = threading.Thread(target=self._serve, name="simdoc-engine", daemon=True)
            self._threads.append(thread)
            thread.start()

    def next(self, wait: bool) -> Outcome[T, R] | None:
        """The next outcome; None when none is there and we should not wait."""
        try:
            outcome = self._outcomes.get(block=wait)
        except queue.Empty:
            return None
        self.outstanding -= 1
        return outcome

    def stop(self) -> None:
        """End what is still in work and all threads of this run."""
        with self._guard:
            self._stopped = True
            working = list(self._working)
        for worker in working:
            worker.kill()
        for _ in self._threads:
            self._tasks.put(None)
        self._pool.wake()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None and not self._stopped:
            self._outcomes.put(self._outcome(*task))

    def _outcome(self, item: T, content: bytes) -> Outcome[T, R]:
        try:
            worker = self._pool.take(lambda: self._stopped)
            if worker is None:
                raise TaskError("was not done: the engine is closed")
            with self._guard:
                self._working.add(worker)
                stopped = self._stopped
            try:
                if stopped:
                    worker.kill()
                kind, reply = worker.work(self._function, content, self._limits)
            finally:
                with self._guard:
                    self._working.discard(worker)
                self._pool.give(worker)
            answer: Any = pickle.loads(reply)
        except Exception as error:
            return Outcome(item, None, error)
        return Outcome(item, None, answer) if kind == ERROR else Outcome(item, answer, None)


def _usable_cores() -> int:
    """Cores this process may run on, where the system tells, else all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalEngine:
    """An `Engine` of at most `processes` worker processes (default: one a usable core)."""

    def __init__(self, processes: int | None = None) -> None:
        if processes is not None and processes < 1:
            raise ValueError(f"processes is {processes}; at least 1 is needed")
        self.processes = processes or _usable_cores()
        self._pool = _Pool(self.processes)
        # Also without `close`, at the latest when the interpreter ends.
        self._end = weakref.finalize(self, self._pool.close)

    def run(
        self, function: Callable[[T], R], items: Iterable[T], limits: Limits = NO_LIMITS
    ) -> Iterator[Outcome[T, R]]:
        """Outcomes as they come; at most twice as many items as processes are on the way.

        Outcomes that are there are yielded before the next item is pulled. Closing the
        generator early ends what is in work.
        """
        if self._pool.closed:
            raise TaskError("this engine is closed; make another")
        if getattr(function, "__module__", None) == "__main__":
            raise TaskError(
                f"{function!r} lives in the main program, which worker processes never import; "
                "move it to a module"
            )
        return self._outcomes(pickle.dumps(function, protocol=5), items, limits)

    def _outcomes(
        self, function: bytes, items: Iterable[T], limits: Limits
    ) -> Iterator[Outcome[T, R]]:
        run: _Run[T, R] = _Run(self._pool, self.processes, function, limits)
        try:
            for item in items:
                run.submit(item)
                while outcome := run.next(wait=run.outstanding >= 2 * self.processes):
                    yield outcome
            while run.outstanding:
                if outcome := run.next(wait=True):
                    yield outcome
        finally:
            run.stop()

    def close(self) -> None:
        """End all worker processes. What is still in work fails."""
        self._end()

    def __enter__(self) -> LocalEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
