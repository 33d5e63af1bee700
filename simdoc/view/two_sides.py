"""One of the two sides of the compare page: chosen once, and kept in the address."""

from __future__ import annotations

import streamlit as st

from simdoc.errors import SimdocError
from simdoc.view.choosing import document_search, upload_box
from simdoc.view.language import _
from simdoc.view.open_corpus import OpenCorpus
from simdoc.view.pair import PairSideShown, document_side
from simdoc.view.plain_text import plain


def choose_side(opened: OpenCorpus, name: str, heading: str) -> PairSideShown | None:
    """The side of this name in the address, with a button to choose another; else the choice."""
    chosen = _side_of(opened, st.query_params.get(name, ""))
    if chosen is not None:
        line = st.container(horizontal=True, vertical_alignment="center")
        line.text(f"{heading}: {chosen.title}")
        if line.button(
            _("Choose another"), key=f"{name}-other", icon=":material/swap_horiz:", type="tertiary"
        ):
            del st.query_params[name]
            st.query_params.pop("passage", None)
            st.rerun()
        return chosen
    st.subheader(heading)
    file, corpus = st.tabs([_("A file of your own"), _("A document of the corpus")])
    with file:
        upload = upload_box(opened.uploads, f"{name}-upload")
        if upload is not None:
            st.query_params[name] = f"u{upload.token}"
            st.rerun()
    with corpus:
        doc_id = document_search(opened.corpus, f"{name}-search")
        if doc_id is not None:
            st.query_params[name] = str(doc_id)
            st.rerun()
    return None


def _side_of(opened: OpenCorpus, value: str) -> PairSideShown | None:
    """A doc_id, or u and the token of an upload."""
    if not value:
        return None
    try:
        if value.startswith("u"):
            upload = opened.uploads.open(value[1:])
            readable = opened.uploads.read(value[1:])
            return PairSideShown(
                readable, upload.title, upload.author or "", lambda: (upload.original, upload.name)
            )
        if value.isascii() and value.isdecimal():
            return document_side(opened.corpus, int(value[:15]))
    except SimdocError as error:
        st.error(_("What this address names cannot be shown."))
        st.text(plain(str(error)))
    return None
