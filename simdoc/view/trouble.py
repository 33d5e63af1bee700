"""What goes wrong is told in words; the details go to the log."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from simdoc.errors import SimdocError
from simdoc.view.language import _

log = logging.getLogger(__name__)

EXPECTED = (SimdocError, OSError, SQLAlchemyError)
"""What may happen to a sound program: a full disk, a lock, a damaged file."""


@contextlib.contextmanager
def trouble(headline: str) -> Iterator[None]:
    """A block whose failure ends it, and is shown under this headline."""
    try:
        yield
    except EXPECTED as error:
        log.exception("%s", headline)
        tell(headline, error)


def tell(headline: str, error: BaseException) -> None:
    """Say that something failed, why, and where to look. The reason may name files: plain text."""
    st.error(headline, icon=":material/error:")
    if isinstance(error, SimdocError):
        st.text(str(error))
    elif isinstance(error, OSError) and error.strerror:
        st.text(f"{error.strerror}: {error.filename}" if error.filename else error.strerror)
    else:
        st.text(_("The log of the server says more."))
