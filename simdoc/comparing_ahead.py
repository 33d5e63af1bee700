"""Comparing a query with its whole list while somebody reads the list.

The work runs in one child process, so that the pages stay quick; a thread of the parent only
hands out pairs and keeps the answers. It can be cancelled at any time, and what was done stays.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from simdoc.answers import Comparison
from simdoc.comparing import Readable
from simdoc.corpus import Corpus
from simdoc.engine.engine import Limits
from simdoc.engine.local import LocalEngine

log = logging.getLogger(__name__)
LIMITS = Limits(seconds=60.0, memory_megabytes=4096)
"""For one pair; two theses of 60,000 words take a fifth of a second."""
RUNS = 20
"""Runs remembered; a finished one is forgotten after so many newer ones."""


@dataclass(frozen=True)
class Ahead:
    """How far a run has come."""

    total: int
    serial: int = 0
    """Tells a run from one of the same key that was cancelled before it."""
    done: int = 0
    failed: int = 0
    cancelled: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.cancelled or self.done + self.failed >= self.total


@dataclass(frozen=True)
class _Work:
    """One run: its key, and which of that key."""

    key: str
    serial: int


@dataclass(frozen=True)
class _Pair:
    folder: str
    query: Readable | int
    other_id: int


def compare_pair(pair: _Pair) -> Comparison:
    """One comparison, in a child process."""
    with Corpus.open(pair.folder, create=False) as corpus:
        return corpus.compare(pair.query, pair.other_id)


class ComparingAhead:
    """The runs of one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._runs: dict[str, Ahead] = {}
        self._started = 0
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def start(self, key: str, query: Readable, other_ids: Sequence[int]) -> None:
        """Compare the query with these documents, best first, as far as nobody has yet. A run of
        the same key that was not cancelled goes on as it is."""
        with self._lock:
            if key in self._runs and not self._runs[key].cancelled:
                return
            self._started += 1
            run = self._runs[key] = Ahead(len(other_ids), self._started)
            for old in [k for k, known in self._runs.items() if known.is_over][:-RUNS]:
                del self._runs[old]
        work = (_Work(key, run.serial), query, tuple(other_ids))
        threading.Thread(target=self._run, args=work, daemon=True, name="ahead").start()

    def state(self, key: str) -> Ahead | None:
        """How far a run has come; None when there is none."""
        with self._lock:
            return self._runs.get(key)

    def cancel(self, key: str) -> None:
        """Let a run end after the pair it is at."""
        run = self.state(key)
        if run is not None:
            self._change(_Work(key, run.serial), cancelled=True)

    def _change(self, work: _Work, done: int = 0, failed: int = 0, cancelled: bool = False) -> None:
        with self._lock:
            run = self._runs.get(work.key)
            if run is not None and run.serial == work.serial:
                self._runs[work.key] = replace(
                    run,
                    done=run.done + done,
                    failed=run.failed + failed,
                    cancelled=run.cancelled or cancelled,
                )

    def _is_cancelled(self, work: _Work) -> bool:
        run = self.state(work.key)
        return run is None or run.cancelled or run.serial != work.serial

    def _run(self, work: _Work, query: Readable, other_ids: Sequence[int]) -> None:
        try:
            with self._turn:  # one run at a time: the others wait, the machine is for people
                self._compare_all(work, query, other_ids)
        except Exception:
            log.exception("comparing ahead")
            self._change(work, cancelled=True)

    def _compare_all(self, work: _Work, query: Readable, other_ids: Sequence[int]) -> None:
        if self._is_cancelled(work):
            return
        folder = str(self._corpus.folder)
        kept = self._corpus.kept_comparisons(query, other_ids)
        self._change(work, done=len(kept))
        side = query if query.doc_id is None else query.doc_id
        missing = [_Pair(folder, side, other) for other in other_ids if other not in kept]
        if not missing:
            return
        with LocalEngine(1) as engine:
            for outcome in engine.run(compare_pair, missing, LIMITS):
                if outcome.error is not None:
                    log.warning("comparing with %s: %s", outcome.item.other_id, outcome.error)
                    self._change(work, failed=1)
                else:
                    found = cast(Comparison, outcome.result)
                    self._corpus.keep_comparison(query, outcome.item.other_id, found)
                    self._change(work, done=1)
                if self._is_cancelled(work):
                    return
