"""The corpus that the dashboard shows, opened once for all sessions, and what goes with it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st

from simdoc.cli.arguments import default_corpus
from simdoc.comparing_ahead import ComparingAhead
from simdoc.corpus import Corpus
from simdoc.engine.local import LocalEngine
from simdoc.errors import SimdocError
from simdoc.uploads import Uploads
from simdoc.view.language import _

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenCorpus:
    """What the pages share: the corpus, its uploads, what compares ahead, and child processes."""

    corpus: Corpus
    uploads: Uploads
    ahead: ComparingAhead
    engine: LocalEngine


@st.cache_resource(show_spinner=False)
def _opened(folder: str) -> OpenCorpus:
    corpus = Corpus.open(folder)
    engine = LocalEngine()
    uploads = Uploads(corpus.folder, corpus.settings, engine)
    return OpenCorpus(corpus, uploads, ComparingAhead(corpus), engine)


def opened() -> OpenCorpus:
    """The corpus named by SIMDOC_CORPUS or the user's own; when it cannot be opened the page says
    why and ends."""
    folder = default_corpus()
    try:
        with st.spinner(_("Opening the corpus …")):
            return _opened(str(folder))
    except (SimdocError, OSError) as error:
        log.exception("opening %s", folder)
        st.error(_("The corpus cannot be opened."))
        st.text(str(error))
        st.stop()


def can_be_opened() -> bool:
    """Whether the corpus opens; says nothing, `opened` does."""
    try:
        _opened(str(default_corpus()))
    except (SimdocError, OSError):
        return False
    return True


def open_corpus() -> Corpus:
    """The corpus alone."""
    return opened().corpus


@contextmanager
def told(failing: str) -> Iterator[None]:
    """Whatever goes wrong inside is told in words, with what to do, and the page ends there; the
    details go to the log."""
    try:
        yield
    except SimdocError as error:
        log.info("%s: %s", failing, error)
        st.error(failing)
        st.text(str(error))
        st.stop()
    except Exception:
        log.exception("%s", failing)
        st.error(failing)
        st.text(_("Something unexpected went wrong. The details are in the log of the dashboard."))
        st.stop()
