"""Deleted documents: brought back, or erased for good; and the log of who did it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from simdoc.corpus import Corpus
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.events import Event
from simdoc.registry.rows import DocumentRow
from simdoc.registry.schema import DELETED
from simdoc.view.document_actions import bring_back, list_titles
from simdoc.view.language import _, n_
from simdoc.view.paging import page_of, pager
from simdoc.view.tables import deleted_table, when
from simdoc.view.trouble import trouble
from simdoc.view.who import who

PAGE = 50
_GONE = ("deleted", "undeleted", "purged")


def show_deleted(corpus: Corpus) -> None:
    """What can still be undone, and what was done."""
    with trouble(_("The deleted documents cannot be listed now. Try again in a moment.")):
        _show_documents(corpus)
        _show_log(corpus)


def _show_documents(corpus: Corpus) -> None:
    wanted, days = DocumentFilter((DELETED,)), corpus.settings.registry.undo_days
    total = corpus.registry.count(wanted)
    if not total:
        st.info(_("Nothing is deleted that could be brought back."), icon=":material/delete:")
        return
    page = page_of("deleted", None)
    rows = corpus.registry.list_documents(
        wanted, order="doc_id", descending=True, limit=PAGE, offset=page * PAGE
    )
    st.caption(
        n_(
            "{count} deleted document. Choose rows to bring them back or to erase them.",
            "{count} deleted documents. Choose rows to bring them back or to erase them.",
            total,
        )
    )
    column = st.column_config
    chosen = st.dataframe(
        deleted_table(rows, days),
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="multi-row",
        key=f"deleted-{page}-{[row.doc_id for row in rows]}",
        column_config={
            "ID": column.NumberColumn(_("Number"), format="%d", width=70),
            "Title": column.TextColumn(_("Title"), width="large"),
            "Author": column.TextColumn(_("Author")),
            "Deleted": column.DatetimeColumn(_("Deleted"), format="YYYY-MM-DD HH:mm"),
            "Who": column.TextColumn(_("By")),
            "Until": column.DatetimeColumn(
                _("Can be undone until"),
                format="YYYY-MM-DD HH:mm",
                help=_("Afterwards the text is erased with the next change of the corpus."),
            ),
        },
    )
    pager("deleted", page, PAGE, len(rows), total, (page + 1) * PAGE < total)
    picked = [rows[row] for row in chosen["selection"]["rows"] if row < len(rows)]
    back, erase, _rest = st.columns([1, 1, 3])
    none = not picked
    if back.button(
        _("Bring back"), icon=":material/undo:", disabled=none, key="bring-back", width="stretch"
    ):
        bring_back(corpus, [row.doc_id for row in picked])
    if erase.button(
        _("Erase for good …"),
        icon=":material/delete_forever:",
        disabled=none,
        key="erase",
        width="stretch",
    ):
        _confirm_erasure(corpus, picked)


def _confirm_erasure(corpus: Corpus, rows: Sequence[DocumentRow]) -> None:
    @st.dialog(_("Erase for good?"))
    def dialog() -> None:
        list_titles(rows)
        st.text(
            _("Text, original file and all that is known of it are erased. Nobody can undo this.")
        )
        sure = st.checkbox(_("I know that this cannot be undone"), key="erase-sure")
        yes, no = st.columns(2)
        if no.button(_("Keep"), width="stretch", key="erase-no"):
            st.rerun()
        if yes.button(
            _("Erase"), type="primary", disabled=not sure, width="stretch", key="erase-yes"
        ):
            done = False
            with trouble(_("Erasing did not succeed.")):
                with st.spinner(_("Erasing …")):
                    corpus.delete([row.doc_id for row in rows], by=who(), purge=True)
                done = True
            if done:
                st.toast(_("Erased."))
                st.rerun()

    dialog()


def _show_log(corpus: Corpus) -> None:
    st.subheader(_("Log of deletions"), help=_("Who deleted, brought back or erased what."))
    page = page_of("log", None)
    events = corpus.registry.events(kinds=_GONE, limit=PAGE + 1, offset=page * PAGE)
    if not events:
        st.caption(_("Nothing was ever deleted here."))
        return
    column = st.column_config
    st.dataframe(
        event_table(events[:PAGE]),
        hide_index=True,
        width="stretch",
        height=min(300, 35 * (len(events[:PAGE]) + 1) + 3),
        column_config={
            "happened": column.DatetimeColumn(_("When"), format="YYYY-MM-DD HH:mm:ss"),
            "who": column.TextColumn(_("Who")),
            "what": column.TextColumn(_("What")),
            "doc_id": column.NumberColumn(_("Document"), format="%d"),
        },
    )
    pager("log", page, PAGE, len(events[:PAGE]), None, len(events) > PAGE)


def event_table(events: Sequence[Event]) -> pd.DataFrame:
    """Events in words. The log knows documents by number only: a purge leaves no title."""
    words = {"deleted": _("deleted"), "undeleted": _("brought back"), "purged": _("erased")}
    return pd.DataFrame(
        {
            "happened": [when(event.happened) for event in events],
            "who": [event.who or "" for event in events],
            "what": [words.get(event.what, event.what) for event in events],
            "doc_id": pd.array([event.doc_id for event in events], dtype="Int64"),
        }
    )
