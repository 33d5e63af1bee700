"""The most similar pairs of a course or a year: list, heat map and histogram."""

from __future__ import annotations

from typing import Any

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.registry.pairs import Pair, PairOrder, PairScope
from simdoc.registry.tallies import Tallies
from simdoc.view.charts import READABLE, heat_map, heat_table, histogram, label, most_connected
from simdoc.view.finding import tallies_now
from simdoc.view.language import _, n_, number
from simdoc.view.paging import page_of, pager
from simdoc.view.tables import pairs_table
from simdoc.view.trouble import trouble

PAGE = 50
EVERYBODY = 2_000
"""Up to this many documents the pairs of all may be asked for; more take a course or a year."""
MOST_MAPPED = 2_000


def show_pairs(corpus: Corpus) -> None:
    """Whose pairs, and how they are shown."""
    with trouble(_("The pairs cannot be listed now. Try again in a moment.")):
        tallies = tallies_now(corpus)
        scope = _scope(corpus, tallies)
        if scope is None:
            return
        shown = st.segmented_control(
            _("Show as"),
            ["list", "map", "histogram"],
            format_func={
                "list": _("List"),
                "map": _("Heat map"),
                "histogram": _("Histogram"),
            }.__getitem__,
            default="list",
            key="pairs-shown",
            label_visibility="collapsed",
        )
        if shown == "map":
            _show_map(corpus, scope, tallies)
        elif shown == "histogram":
            _show_histogram(corpus, scope)
        else:
            _show_list(corpus, scope)


def _scope(corpus: Corpus, tallies: Tallies) -> PairScope | None:
    """The course and the year that are asked for; None after saying what is missing."""
    course_column, year_column, _rest = st.columns([2, 1, 2])
    small = corpus.registry.count() <= EVERYBODY
    courses, years = list(tallies.courses), list(tallies.years)
    course = course_column.selectbox(
        _("Course"),
        [None, *courses],
        index=1 if courses and not small else 0,
        format_func=lambda v: _("all") if v is None else f"{v} ({number(tallies.courses[v])})",
        key="pairs-course",
        help=_("Pairs of which at least one document belongs to the course."),
    )
    year = year_column.selectbox(
        _("Year"),
        [None, *years],
        index=1 if years and not courses and not small else 0,
        format_func=lambda v: _("all") if v is None else f"{v} ({number(tallies.years[v])})",
        key="pairs-year",
    )
    if course is None and year is None and not small:
        st.info(_("Choose a course or a year: this corpus is large."), icon=":material/filter_alt:")
        return None
    return PairScope(course, year)


@st.cache_data(max_entries=64, show_spinner=False)
def _pairs_then(
    folder: str,
    state: tuple[int, int],
    scope: PairScope,
    order: PairOrder,
    minimum: float,
    page: int,
    _corpus: Corpus,
) -> list[Pair]:
    return _corpus.registry.pairs(scope, order, minimum, PAGE + 1, page * PAGE)


@st.cache_data(max_entries=64, show_spinner=False)
def _histogram_then(
    folder: str, state: tuple[int, int], scope: PairScope, _corpus: Corpus
) -> list[int]:
    return _corpus.registry.pair_histogram(scope)


def _state(corpus: Corpus) -> tuple[int, int]:
    """Differs whenever the similarity table may: the pairs of a large year take half a second."""
    return corpus.registry.last_event(), corpus.generation


def _show_list(corpus: Corpus, scope: PairScope) -> None:
    order_column, minimum_column, _rest = st.columns([1, 1, 1])
    order: PairOrder = order_column.selectbox(
        _("Order"),
        ["highest", "newest"],
        format_func={"highest": _("most similar first"), "newest": _("newest first")}.__getitem__,
        key="pairs-order",
        help=_("Newest first: the pairs of the documents that were added last."),
    )
    least = minimum_column.slider(
        _("At least similar"),
        0,
        100,
        0,
        5,
        format="%d %%",
        key="pairs-minimum",
        help=_("Per cent of the chunks of one of the two documents that the other has too."),
    )
    page = page_of("pairs", (scope, order, least))
    with st.spinner(_("Looking for pairs …"), show_time=False):
        found = _pairs_then(
            str(corpus.folder), _state(corpus), scope, order, least / 100, page, corpus
        )
    pairs = found[:PAGE]
    if not pairs:
        st.info(_("No two documents are that similar here."), icon=":material/sentiment_satisfied:")
        return
    ids = {doc_id for pair in pairs for doc_id in (pair.doc_id, pair.other_id)}
    column = st.column_config
    share: dict[str, Any] = {"format": "percent", "min_value": 0.0, "max_value": 1.0}
    st.dataframe(
        pairs_table(pairs, corpus.registry.headings(sorted(ids))),
        hide_index=True,
        width="stretch",
        height=min(560, 35 * (len(pairs) + 1) + 3),
        column_config={
            "Title": column.TextColumn(_("This document"), width="medium"),
            "Author": column.TextColumn(_("Author"), width=120),
            "Of this document": column.ProgressColumn(
                _("of this document"),
                help=_("Per cent of this document's chunks that the similar one has too."),
                width=130,
                **share,
            ),
            "Of the similar one": column.ProgressColumn(
                _("of the similar one"),
                help=_("Per cent of the similar document's chunks that this one has too."),
                width=130,
                **share,
            ),
            "Similar document": column.TextColumn(_("Similar document"), width="medium"),
            "Its author": column.TextColumn(_("Its author"), width=120),
            "Common chunks": column.NumberColumn(
                _("Common chunks"),
                format="localized",
                width=90,
                help=_("Runs of five words that both documents have, in whatever order."),
            ),
            "of which boilerplate": column.NumberColumn(
                _("of which boilerplate"),
                format="localized",
                width=90,
                help=_("Chunks that so many documents have that they mean nothing."),
            ),
            "Valid intervals": column.NumberColumn(
                _("Valid intervals"),
                width=80,
                help=_("Dense runs of common chunks."),
            ),
            "Side by side": column.LinkColumn(
                _("Side by side"),
                display_text=_("open"),
                width=90,
                help=_("Opens both documents beside each other."),
            ),
        },
    )
    pager("pairs", page, PAGE, len(pairs), None, len(found) > PAGE)


def _show_histogram(corpus: Corpus, scope: PairScope) -> None:
    with st.spinner(_("Counting pairs …")):
        counts = _histogram_then(str(corpus.folder), _state(corpus), scope, corpus)
    total = sum(counts)
    if not total:
        st.info(_("No two documents are similar here."), icon=":material/sentiment_satisfied:")
        return
    st.caption(
        n_(
            "{count} pair of similar documents, by the share of common chunks of the side that "
            "has more of itself in the other. Pairs below one per cent are kept only where a "
            "dense run of words is shared.",
            "{count} pairs of similar documents, by the share of common chunks of the side that "
            "has more of itself in the other. Pairs below one per cent are kept only where a "
            "dense run of words is shared.",
            total,
        )
    )
    st.altair_chart(histogram(counts), width="stretch")


def _show_map(corpus: Corpus, scope: PairScope, tallies: Tallies) -> None:
    if scope.course is None:
        st.info(_("Choose a course to see its documents as a map."), icon=":material/grid_on:")
        return
    if tallies.courses.get(scope.course, 0) > MOST_MAPPED and scope.year is None:
        st.info(_("This course is large: choose a year too."), icon=":material/grid_on:")
        return
    pairs = corpus.registry.pairs_inside(scope)
    if not pairs:
        st.info(
            _("No two documents of this course are similar."),
            icon=":material/sentiment_satisfied:",
        )
        return
    named = {doc_id for pair in pairs for doc_id in (pair.doc_id, pair.other_id)}
    chosen = most_connected(pairs)
    said = _(
        "Each row is a document of the course; a cell says how much of it, in per cent of its "
        "chunks, the document of the column has too. Documents that resemble no other are left out."
    )
    if len(named) > len(chosen):
        said += " " + _("Of {all} documents the {shown} with the most pairs are shown.").format(
            all=number(len(named)), shown=number(READABLE)
        )
    st.caption(said)
    headings = corpus.registry.headings(chosen)
    order = [label(doc_id, headings) for doc_id in chosen]
    st.altair_chart(heat_map(heat_table(pairs, chosen, headings), order), width="content")
