"""The documents of the corpus: searched, filtered, page by page, and what can be done to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.column_types import ColumnConfig

from simdoc.corpus import Corpus
from simdoc.registry.documents import DocumentFilter, Order
from simdoc.registry.schema import EXTRACTED, FAILED, PRESENT, REPLACED, SEARCHABLE
from simdoc.registry.tallies import Tallies
from simdoc.view.document_actions import show_chosen, undo_bar
from simdoc.view.finding import find_documents, tallies_now
from simdoc.view.language import _, n_, number
from simdoc.view.paging import page_of, pager
from simdoc.view.tables import document_table, status_in_words
from simdoc.view.trouble import trouble

T = TypeVar("T")

PAGE = 50
_HEIGHT = 420
_ORDERS: dict[str, tuple[Order, bool]] = {
    "newest": ("doc_id", True),
    "oldest": ("doc_id", False),
    "title": ("title", False),
    "submitted": ("submitted", True),
    "words": ("words", True),
}


def show_documents(corpus: Corpus) -> None:
    """Search, filters, the table, and what is chosen in it."""
    undo_bar(corpus)
    with trouble(_("The documents cannot be listed now. Try again in a moment.")):
        _show_table(corpus)


def _show_table(corpus: Corpus) -> None:
    tallies = tallies_now(corpus)
    wanted, (order, descending) = _asked(tallies)
    page = page_of("documents", (wanted, order, descending))
    found = find_documents(corpus, wanted, order, descending, PAGE, page * PAGE)
    if not found.rows:
        _say_nothing_found(corpus)
        return
    if found.forgiving:
        st.caption(_("Few documents are spelled as you typed; others that nearly are follow."))
    else:
        st.caption(
            n_(
                "{count} document. Choose rows to do something with them.",
                "{count} documents. Choose rows to do something with them.",
                found.total,
            )
        )
    # What is done to a document stands above the table: below it would be out of sight.
    above = st.container()
    chosen = st.dataframe(
        document_table(found.rows),
        hide_index=True,
        width="stretch",
        height=min(_HEIGHT, 35 * (len(found.rows) + 1) + 3),
        on_select="rerun",
        selection_mode="multi-row",
        # Another key for another list: a choice must not pass over to what stands in its place.
        key=f"documents-{page}-{order}-{descending}-{wanted}",
        column_config=_columns(),
    )
    more = (page + 1) * PAGE < found.total
    pager("documents", page, PAGE, len(found.rows), found.total, more)
    rows = [found.rows[row] for row in chosen["selection"]["rows"] if row < len(found.rows)]
    with above:
        show_chosen(corpus, rows)


def _asked(tallies: Tallies) -> tuple[DocumentFilter, tuple[Order, bool]]:
    """What the search field and the filters say."""
    search, order = st.columns([4, 1])
    typed = search.text_input(
        _("Search"),
        placeholder=_("title, author, course, supervisor or year"),
        icon=":material/search:",
        key="documents-search",
        help=_(
            "Words in any order; case and accents do not matter. Where little is found, "
            "names that are spelled nearly so are shown too."
        ),
    )
    said = {
        "newest": _("added last"),
        "oldest": _("added first"),
        "title": _("title"),
        "submitted": _("submitted last"),
        "words": _("longest"),
    }
    by = order.selectbox(_("Order"), list(_ORDERS), format_func=said.__getitem__)
    status, course, year, kind, language = st.columns(5)
    statuses = status.selectbox(
        _("Status"),
        [None, SEARCHABLE, EXTRACTED, FAILED, REPLACED],
        format_func=lambda value: _("all") if value is None else status_in_words(value),
        help=_("Deleted documents have a list of their own."),
    )
    wanted = DocumentFilter(
        statuses=PRESENT if statuses is None else (statuses,),
        search=(typed or "").strip() or None,
        course=_one_of(course, _("Course"), tallies.courses),
        year=_one_of(year, _("Year"), tallies.years),
        kind=_one_of(kind, _("Kind"), tallies.kinds),
        language=_one_of(language, _("Language of the text"), tallies.languages),
    )
    return wanted, _ORDERS[by]


def _one_of(column: DeltaGenerator, label: str, tally: Mapping[T, int]) -> T | None:
    """A filter by one of the values that occur, each with how many documents have it."""
    return column.selectbox(
        label,
        [None, *tally],
        format_func=lambda v: _("all") if v is None else f"{v} ({number(tally[v])})",
    )


def _say_nothing_found(corpus: Corpus) -> None:
    if corpus.registry.count() == 0:
        st.info(
            _(
                "This corpus has no documents yet. Add some under “Add documents” above, or from "
                "a terminal: `simdoc add PATH --corpus DIR`."
            ),
            icon=":material/inbox:",
        )
    else:
        st.info(
            _("No document is like that. Try fewer words, or set the filters back to “all”."),
            icon=":material/search_off:",
        )


def _columns() -> dict[str, ColumnConfig]:
    column = st.column_config
    return {
        "ID": column.NumberColumn(
            _("Number"), width=70, format="%d", help=_("The document's permanent number.")
        ),
        "Title": column.TextColumn(_("Title"), width="large"),
        "Author": column.TextColumn(_("Author")),
        "Submitted": column.TextColumn(_("Submitted"), width=90),
        "Kind": column.TextColumn(_("Kind"), width=110),
        "Course": column.TextColumn(_("Course"), width=80),
        "Language": column.TextColumn(_("Language"), width=80),
        "Words": column.NumberColumn(_("Words"), width=80, format="localized"),
        "Status": column.TextColumn(_("Status"), width=130),
        "Reason": column.TextColumn(
            _("Reason"), help=_("Why the document could not be read, and what to do.")
        ),
        "Report": column.LinkColumn(
            _("Report"),
            display_text=_("similar documents"),
            width=130,
            help=_("Opens the documents that resemble this one."),
        ),
    }
