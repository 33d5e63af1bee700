"""What can be done to chosen documents: report, downloads, edit, delete and undo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.incoming import shown_path
from simdoc.registry.rows import DocumentRow
from simdoc.registry.schema import EXTRACTED, SEARCHABLE
from simdoc.view.language import _, n_, number
from simdoc.view.metadata_form import edit_form
from simdoc.view.plain_text import one_line
from simdoc.view.tables import status_in_words
from simdoc.view.trouble import trouble
from simdoc.view.who import who

_DELETED = "just-deleted"
_LISTED = 8


def show_chosen(corpus: Corpus, rows: Sequence[DocumentRow]) -> None:
    """One document with all that can be done to it, or several to be deleted."""
    if not rows:
        return
    with st.container(border=True):
        if len(rows) == 1:
            _show_one(corpus, rows[0])
            return
        st.text(n_("{count} document chosen", "{count} documents chosen", len(rows)))
        _delete_button(corpus, rows)


def _show_one(corpus: Corpus, row: DocumentRow) -> None:
    st.text(one_line(row.title) or f"{row.doc_id}")
    told = [one_line(part) for part in (row.author, row.submitted, row.kind, row.course) if part]
    if row.words is not None:
        told.append(n_("{count} word", "{count} words", row.words))
    told += [status_in_words(row.status), shown_path(row.path)]
    st.text(" · ".join(filter(None, told)))
    if row.reason:
        st.text(row.reason)
    for note in row.notes:
        st.text(note)
    report, text, original, edit, delete = st.columns(5)
    with report:
        if row.status == SEARCHABLE:
            st.page_link(
                "pages/review.py",
                label=_("Similar documents"),
                icon=":material/rate_review:",
                query_params={"document": str(row.doc_id)},
            )
    with text:
        _text_download(corpus, row)
    with original:
        _original_download(corpus, row)
    if edit.button(_("Edit"), icon=":material/edit:", width="stretch", key="edit"):
        edit_form(corpus, row)
    with delete:
        _delete_button(corpus, [row])


def _stem(row: DocumentRow) -> str:
    """A harmless name for a download."""
    name = PurePosixPath(shown_path(row.path)).stem or f"document-{row.doc_id}"
    return "".join(c if c.isalnum() or c in "-_. " else "_" for c in name)[:100]


def _text_download(corpus: Corpus, row: DocumentRow) -> None:
    if row.status not in (SEARCHABLE, EXTRACTED):
        return
    st.download_button(
        _("Text"),
        # Read when the button is clicked: choosing a row stays quick.
        data=lambda: corpus.registry.text(row.doc_id).text.encode("utf-8"),
        file_name=f"{_stem(row)}.txt",
        mime="text/plain",
        icon=":material/description:",
        help=_("The text that was found in the document, as all percentages count it."),
        on_click="ignore",
        width="stretch",
    )


def _original_download(corpus: Corpus, row: DocumentRow) -> None:
    try:
        path = corpus.original(row.doc_id)
    except (SimdocError, OSError):
        st.caption(_("The original file was not kept."))
        return
    ending = PurePosixPath(shown_path(row.path)).suffix
    st.download_button(
        _("Original"),
        data=path.read_bytes,
        file_name=f"{_stem(row)}{ending}",
        mime="application/octet-stream",
        icon=":material/download:",
        help=_("The file as it was handed in."),
        on_click="ignore",
        width="stretch",
    )


def _delete_button(corpus: Corpus, rows: Sequence[DocumentRow]) -> None:
    label = _("Delete …")
    if st.button(label, icon=":material/delete:", key="delete", width="stretch"):
        _confirm_deletion(corpus, rows)


def _confirm_deletion(corpus: Corpus, rows: Sequence[DocumentRow]) -> None:
    @st.dialog(_("Delete?"))
    def dialog() -> None:
        list_titles(rows)
        st.text(
            n_(
                "Deleted documents are no longer found. Their texts are kept for {count} day, "
                "so that you can bring them back.",
                "Deleted documents are no longer found. Their texts are kept for {count} days, "
                "so that you can bring them back.",
                corpus.settings.registry.undo_days,
            )
        )
        yes, no = st.columns(2)
        if no.button(_("Keep"), width="stretch", key="delete-no"):
            st.rerun()
        if yes.button(_("Delete"), type="primary", width="stretch", key="delete-yes"):
            ids = [row.doc_id for row in rows]
            done = False
            with trouble(_("The deletion did not succeed; nothing was lost.")):
                with st.spinner(_("Deleting …")):
                    corpus.delete(ids, by=who())
                done = True
            if done:
                st.session_state[_DELETED] = ids
                st.rerun()

    dialog()


def list_titles(rows: Sequence[DocumentRow]) -> None:
    """The titles of what is about to change, the first few of many."""
    for row in rows[:_LISTED]:
        st.text(f"• {one_line(row.title) or row.doc_id}")
    if len(rows) > _LISTED:
        st.text(_("and {count} more").format(count=number(len(rows) - _LISTED)))


def undo_bar(corpus: Corpus) -> None:
    """What was deleted last in this visit, with a button that undoes it."""
    ids = st.session_state.get(_DELETED)
    if not ids:
        return
    said, undo = st.columns([4, 1], vertical_alignment="center")
    said.success(
        n_("{count} document was deleted.", "{count} documents were deleted.", len(ids)),
        icon=":material/delete:",
    )
    if undo.button(_("Undo"), icon=":material/undo:", key="undo", width="stretch"):
        bring_back(corpus, ids)


def bring_back(corpus: Corpus, ids: Sequence[int]) -> None:
    """Undo deletions, and draw the page anew."""
    done = False
    with trouble(_("The documents could not be brought back.")):
        with st.spinner(_("Bringing back …")):
            corpus.undelete(ids, by=who())
        done = True
    if done:
        st.session_state.pop(_DELETED, None)
        st.toast(_("Brought back."))
        st.rerun()
