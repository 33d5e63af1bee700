"""The ranked list of similar documents."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from simdoc.view.address import Address, go
from simdoc.view.language import _, n_
from simdoc.view.review_filters import choose_filters
from simdoc.view.review_shown import ReviewShown
from simdoc.view.tables import chosen_row, similar_table


def show_list(shown: ReviewShown, address: Address) -> None:
    """The table with its filters; choosing a row opens the pair."""
    if not shown.rows:
        st.success(_("No other document of the corpus resembles it."))
        return
    table = similar_table(shown.rows, shown.found, len(shown.review.query.paged.text))
    filters = choose_filters(table, shown.author)
    kept = filters.shown(table)
    state = st.dataframe(
        kept,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        key=f"list-{shown.key}-{filters}",
        column_order=[name for name in table.columns if name != "ID"],
        column_config={
            "Title": st.column_config.TextColumn(_("Title"), width="medium"),
            "Author": _("Author"),
            "Year": _("Year"),
            "Of this document": _bar(
                _("Of this document"),
                _("Share of this document's chunks that the similar document has too."),
            ),
            "Of the similar one": _bar(
                _("Of the similar one"),
                _("Share of the similar document's chunks that this document has too."),
            ),
            "Where": st.column_config.ImageColumn(
                _("Where"),
                width="medium",
                help=_("This document from its beginning to its end; shared passages are dark."),
            ),
            "Passages": st.column_config.NumberColumn(
                _("Passages"), help=_("Passages that both share, boilerplate left out.")
            ),
            "Longest": st.column_config.NumberColumn(
                _("Longest"), help=_("Words of the longest passage.")
            ),
            "Common chunks": st.column_config.NumberColumn(
                _("Common chunks"), help=_("Distinct chunks in both, boilerplate included.")
            ),
            "Reuse": st.column_config.TextColumn(
                _("Reuse"), help=_("What kind of reuse was seen.")
            ),
            "Kind": _("Kind"),
            "Course": _("Course"),
        },
    )
    st.caption(_("Click a row to see both texts side by side."))
    if len(kept) < len(table):
        st.caption(
            n_(
                "{count} hidden by the filters.",
                "{count} hidden by the filters.",
                len(table) - len(kept),
            )
        )
    row = chosen_row(state)
    if row is not None:
        other = int(kept.iloc[row]["ID"])
        go(replace(address, other=other, passage=None))
        st.rerun()


def _bar(label: str, explained: str) -> ColumnConfig:
    return st.column_config.ProgressColumn(
        label, help=explained, format="percent", min_value=0.0, max_value=1.0
    )
