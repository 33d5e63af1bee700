"""Choosing what to review: a document of the corpus, found as one types, or an uploaded file."""

from __future__ import annotations

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import SEARCHABLE
from simdoc.uploads import Upload, Uploads
from simdoc.view.address import Address, go
from simdoc.view.finding import find_documents
from simdoc.view.language import _, n_
from simdoc.view.open_corpus import OpenCorpus
from simdoc.view.plain_text import plain
from simdoc.view.tables import chosen_row, document_table

SHOWN = 20
"""Documents shown for what was typed."""
KEPT = "uploads-of-this-visit"


def choose(opened: OpenCorpus) -> None:
    """Both ways to begin a review; the address changes when one was taken."""
    known, uploaded = st.columns(2, gap="large")
    with known:
        st.subheader(_("A document of the corpus"))
        doc_id = document_search(opened.corpus, "review-search")
        if doc_id is not None:
            go(Address(document=doc_id))
            st.rerun()
    with uploaded:
        st.subheader(_("A file of your own"))
        upload = upload_box(opened.uploads, "review-upload")
        if upload is not None:
            go(Address(upload=upload.token))
            st.rerun()


def document_search(corpus: Corpus, key: str) -> int | None:
    """A search box and what it finds; the doc_id of the row chosen."""
    typed = st.text_input(
        _("Search by title, author, year or course"),
        key=f"{key}-typed",
        type="search",
        live=True,
        placeholder=_("for example: Novák 2021"),
        help=_("Typing errors, missing accents and the order of names do not matter."),
    )
    wanted = DocumentFilter((SEARCHABLE,), search=typed or None)
    found = find_documents(corpus, wanted, limit=SHOWN)
    if not found.rows:
        st.info(
            _("Nothing resembles what you typed.")
            if typed
            else _("This corpus has no documents yet. Add some on the Corpus page.")
        )
        return None
    state = st.dataframe(
        document_table(found.rows)[["Title", "Author", "Submitted", "Course"]],
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        # What was chosen among other rows means nothing here.
        key=f"{key}-rows-{typed}",
        column_config={
            "Title": st.column_config.TextColumn(_("Title"), width="medium"),
            "Author": _("Author"),
            "Submitted": _("Submitted"),
            "Course": _("Course"),
        },
    )
    st.caption(_("Click a row to begin."))
    more = found.total - len(found.rows)
    if more:
        st.caption(n_("{count} more: type more.", "{count} more: type more.", more))
    row = chosen_row(state)
    return None if row is None else found.rows[row].doc_id


def upload_box(uploads: Uploads, key: str) -> Upload | None:
    """A box for files, and the uploads of this visit; the one chosen."""
    days = uploads.days
    files = st.file_uploader(
        _("PDF, Word, ODT, RTF, HTML, Markdown, text, tables, presentations, or a ZIP of these"),
        accept_multiple_files=True,
        key=f"{key}-files",
        help=n_(
            "Nothing is added to the corpus. The file stays on this server for {count} day, under "
            "an address that only you have.",
            "Nothing is added to the corpus. The file stays on this server for {count} days, under "
            "an address that only you have.",
            days,
        ),
    )
    kept: dict[str, list[Upload]] = st.session_state.setdefault(f"{KEPT}-{key}", {})
    new = [file for file in files or () if file.file_id not in kept]
    if new:
        bar = st.progress(0.0)
        for done, file in enumerate(new):
            bar.progress(done / len(new), plain(_("Reading {name} …").format(name=file.name)))
            try:
                kept[file.file_id] = uploads.keep(file.name, file.getvalue())
            except (SimdocError, OSError) as error:
                st.error(_("The file could not be kept."))
                st.text(f"{file.name}: {error}")
        bar.empty()
    given = {file.file_id for file in files or ()}
    mine = [upload for file_id, found in kept.items() if file_id in given for upload in found]
    readable = [upload for upload in mine if upload.reason is None]
    for upload in mine:
        if upload.reason is not None:
            st.error(_("This file cannot be read."))
            st.text(f"{upload.name}: {upload.reason}")
    if len(readable) == 1 and len(mine) == 1:
        return readable[0]
    for upload in readable:
        if st.button(plain(upload.title), key=f"{key}-{upload.token}", icon=":material/article:"):
            return upload
    return None
