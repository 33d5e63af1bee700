"""Narrowing the ranked list; the address carries every choice."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from simdoc.registry.rows import folded
from simdoc.view.language import _


@dataclass(frozen=True)
class Filters:
    """What a row must have to be shown; empty tuples ask nothing."""

    percent: float = 0.0
    words: int = 0
    years: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    courses: tuple[str, ...] = ()
    hide_author: str | None = None

    def shown(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows that pass, in their order."""
        best = table[["Of this document", "Of the similar one"]].max(axis=1).fillna(0.0)
        kept = (best >= self.percent / 100) & (table["Longest"] >= self.words)
        for column, wanted in (
            ("Year", self.years),
            ("Kind", self.kinds),
            ("Course", self.courses),
        ):
            if wanted:
                kept &= table[column].isin(wanted)
        if self.hide_author:
            mine = author_key(self.hide_author)
            kept &= table["Author"].map(author_key) != mine
        return table[kept]


def author_key(name: str) -> str:
    """The same for "Novák Jan" and "Jan Novak"."""
    return " ".join(sorted(folded(name.replace(",", " ")).split()))


def choose_filters(table: pd.DataFrame, author: str | None) -> Filters:
    """The widgets, and what they say."""
    with st.expander(_("Filter the list"), icon=":material/filter_list:"):
        first, second, third = st.columns(3)
        percent = first.number_input(
            _("Similarity in either direction, at least (%)"),
            0.0,
            100.0,
            0.0,
            1.0,
            key="percent",
            bind="query-params",
        )
        words = second.number_input(
            _("Longest passage, at least (words)"),
            0,
            1_000_000,
            0,
            10,
            key="words",
            bind="query-params",
        )
        hide = third.toggle(
            _("Hide documents of the same author"),
            key="hide_author",
            bind="query-params",
            disabled=not author,
            help=_("The author of this document is not known.") if not author else None,
        )
        years = first.multiselect(
            _("Year"), _values(table, "Year"), key="year", bind="query-params"
        )
        kinds = second.multiselect(
            _("Kind"), _values(table, "Kind"), key="kind", bind="query-params"
        )
        courses = third.multiselect(
            _("Course"), _values(table, "Course"), key="course", bind="query-params"
        )
    return Filters(
        float(percent),
        int(words),
        tuple(years),
        tuple(kinds),
        tuple(courses),
        author if hide else None,
    )


def _values(table: pd.DataFrame, column: str) -> list[str]:
    return sorted({value for value in table[column] if value})
