"""Long work beside the pages: a thread that never touches Streamlit, and a part of the page that
looks at it every so often.

A job belongs to one visit. Leaving the page does not end it; its outcome waits.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from simdoc.adding import Watch
from simdoc.answers import AddedDocument
from simdoc.view.trouble import EXPECTED

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.7


class Job:
    """Work under way or done. `watch` tells how far it is and takes the wish to stop."""

    def __init__(self, work: Callable[[Job], object]) -> None:
        self.watch = Watch()
        self.outcomes: list[AddedDocument] = []
        self.result: Any = None
        self.error: BaseException | None = None
        self.began = time.monotonic()
        self.ended = False
        self.told = False
        """Whether the page has been drawn anew since the end."""
        self._work = work
        self._thread = threading.Thread(target=self._run, name="simdoc-job", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.result = self._work(self)
        except EXPECTED as error:
            log.exception("a job failed")
            self.error = error
        except Exception as error:  # a thread of ours has nobody else to tell
            log.exception("a job broke")
            self.error = error
        finally:
            self.ended = True

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1; 0 while that is not known."""
        return min(1.0, self.watch.read / self.watch.files) if self.watch.files else 0.0

    def wait(self, seconds: float) -> bool:
        """Whether it ended within these seconds."""
        self._thread.join(seconds)
        return self.ended


def _key(name: str) -> str:
    return f"job-{name}"


def start(name: str, work: Callable[[Job], object]) -> Job:
    """Begin a job of this visit; while one of that name runs there is no second."""
    known = current(name)
    if known is not None and not known.ended:
        return known
    job = Job(work)
    st.session_state[_key(name)] = job
    return job


def current(name: str) -> Job | None:
    """The job of that name, under way or done."""
    job: Job | None = st.session_state.get(_key(name))
    return job


def forget(name: str) -> None:
    """Put the outcome of a job away."""
    st.session_state.pop(_key(name), None)


def follow(name: str, under_way: Callable[[Job], None], done: Callable[[Job], None]) -> None:
    """Show a job: again and again while it runs, and once more the whole page when it ends."""
    job = current(name)
    if job is None:
        return
    if job.ended:
        job.told = True
        done(job)
        return

    @st.fragment(run_every=EVERY_SECONDS)
    def look() -> None:
        if not job.ended:
            under_way(job)
        elif not job.told:
            st.rerun()

    look()
