"""The corpus that the dashboard shows, opened once for all sessions."""

from __future__ import annotations

import logging

import streamlit as st

from simdoc.cli.arguments import default_corpus
from simdoc.corpus import Corpus
from simdoc.errors import SimdocError

log = logging.getLogger(__name__)


@st.cache_resource(show_spinner="Opening the corpus …")
def _opened(folder: str) -> Corpus:
    return Corpus.open(folder)


def open_corpus() -> Corpus | None:
    """The corpus named by SIMDOC_CORPUS or the user's own; None after saying what is wrong."""
    folder = default_corpus()
    try:
        return _opened(str(folder))
    except (SimdocError, OSError) as error:
        log.exception("opening %s", folder)
        st.error("The corpus cannot be opened.")
        st.text(str(error))
        return None
