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
    done: int = 0
    failed: int = 0
    cancelled: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.cancelled or self.done + self.failed >= self.total


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
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def start(self, key: str, query: Readable, other_ids: Sequence[int]) -> None:
        """Compare the query with these documents, best first, as far as nobody has yet. A run of
        the same key that was not cancelled goes on as it is."""
        with self._lock:
            if key in self._runs and not self._runs[key].cancelled:
                return
            self._runs[key] = Ahead(len(other_ids))
            for old in [k for k, run in self._runs.items() if run.is_over][:-RUNS]:
                del self._runs[old]
        work = (key, query, tuple(other_ids))
        threading.Thread(target=self._run, args=work, daemon=True, name="ahead").start()

    def state(self, key: str) -> Ahead | None:
        """How far a run has come; None when there is none."""
        with self._lock:
            return self._runs.get(key)

    def cancel(self, key: str) -> None:
        """Let a run end after the pair it is at."""
        self._change(key, cancelled=True)

    def _change(self, key: str, done: int = 0, failed: int = 0, cancelled: bool = False) -> None:
        with self._lock:
            run = self._runs.get(key)
            if run is not None:
                self._runs[key] = replace(
                    run,
                    done=run.done + done,
                    failed=run.failed + failed,
                    cancelled=run.cancelled or cancelled,
                )

    def _is_cancelled(self, key: str) -> bool:
        run = self.state(key)
        return run is None or run.cancelled

    def _run(self, key: str, query: Readable, other_ids: Sequence[int]) -> None:
        try:
            with self._turn:  # one run at a time: the others wait, the machine is for people
                self._compare_all(key, query, other_ids)
        except Exception:
            log.exception("comparing ahead")
            self._change(key, cancelled=True)

    def _compare_all(self, key: str, query: Readable, other_ids: Sequence[int]) -> None:
        folder = str(self._corpus.folder)
        missing = []
        for other_id in other_ids:
            if self._is_cancelled(key):
                return
            known = self._corpus.kept_comparison(query, other_id) is not None
            if known:
                self._change(key, done=1)
            else:
                missing.append(
                    _Pair(folder, query if query.doc_id is None else query.doc_id, other_id)
                )
        if not missing:
            return
        with LocalEngine(1) as engine:
            for outcome in engine.run(compare_pair, missing, LIMITS):
                if outcome.error is not None:
                    log.warning("comparing with %s: %s", outcome.item.other_id, outcome.error)
                    self._change(key, failed=1)
                else:
                    found = cast(Comparison, outcome.result)
                    self._corpus.keep_comparison(query, outcome.item.other_id, found)
                    self._change(key, done=1)
                if self._is_cancelled(key):
                    return
