"""Charts of the dashboard: similarities of a course as a heat map, their histogram, arrivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import altair as alt
import pandas as pd

from simdoc.registry.pairs import BINS, Pair
from simdoc.registry.rows import Heading
from simdoc.registry.tallies import Arrivals
from simdoc.view.language import _, percent
from simdoc.view.plain_text import shortened

READABLE = 60
"""Documents of a heat map whose labels can still be read."""
_BLUE, _ORANGE = "#2a78b5", "#d98200"
"""Apart for the colour-blind too, on light and on dark ground."""


def most_connected(pairs: Sequence[Pair], most: int = READABLE) -> list[int]:
    """The documents with the most pairs, at most so many, in the order of their coming."""
    degree = Counter(doc_id for pair in pairs for doc_id in (pair.doc_id, pair.other_id))
    ranked = sorted(degree, key=lambda doc_id: (-degree[doc_id], doc_id))
    return sorted(ranked[:most])


def heat_table(
    pairs: Sequence[Pair], doc_ids: Sequence[int], headings: Mapping[int, Heading]
) -> pd.DataFrame:
    """Both directions of the pairs among these documents: a row's document, a column's, and the
    share of the row's chunks that the column's has too."""
    among = set(doc_ids)
    cells = []
    for pair in pairs:
        if {pair.doc_id, pair.other_id} <= among:
            cells.append((pair.doc_id, pair.other_id, pair.similarity_of_document))
            cells.append((pair.other_id, pair.doc_id, pair.similarity_of_other))
    names = {doc_id: label(doc_id, headings) for doc_id in doc_ids}
    return pd.DataFrame(
        {
            "row": [names[row] for row, _column, _share in cells],
            "column": [names[column] for _row, column, _share in cells],
            "share": [share for _row, _column, share in cells],
            "said": [percent(share) for _row, _column, share in cells],
        }
    )


def label(doc_id: int, headings: Mapping[int, Heading]) -> str:
    """A name that is short and no other document's."""
    known = headings.get(doc_id)
    return f"{shortened(known.title if known else '', 28)} ({doc_id})"


def heat_map(table: pd.DataFrame, order: Sequence[str]) -> alt.Chart:
    """Documents × documents, the darker the more similar."""
    cell = 34 if len(order) <= 12 else 22 if len(order) <= 30 else 15
    axis = alt.Axis(labelLimit=220, labelOverlap=False, title=None)
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_rect(stroke="#8886", strokeWidth=0.5)
        .encode(
            x=alt.X("column:N", sort=list(order), scale=alt.Scale(domain=list(order)), axis=axis),
            y=alt.Y("row:N", sort=list(order), scale=alt.Scale(domain=list(order)), axis=axis),
            color=alt.Color(
                "share:Q",
                scale=alt.Scale(scheme="viridis", domain=[0, 1], reverse=True),
                legend=alt.Legend(format=".0%", title=_("of the row's chunks")),
            ),
            tooltip=[
                alt.Tooltip("row:N", title=_("This document")),
                alt.Tooltip("column:N", title=_("Similar document")),
                alt.Tooltip("said:N", title=_("Share of this document's chunks")),
            ],
        )
        .properties(width=alt.Step(cell), height=alt.Step(cell))
    )
    return chart


def histogram(counts: Sequence[int]) -> alt.Chart:
    """How many pairs are how similar."""
    table = pd.DataFrame(
        {
            "from": [step / BINS for step in range(BINS)],
            "to": [(step + 1) / BINS for step in range(BINS)],
            "pairs": list(counts),
        }
    )
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_bar(color=_BLUE)
        .encode(
            x=alt.X(
                "from:Q",
                bin="binned",
                title=_("Similarity: share of the chunks of the side with more in common"),
                axis=alt.Axis(format=".0%", tickCount=10),
                scale=alt.Scale(domain=[0, 1]),
            ),
            x2="to:Q",
            y=alt.Y("pairs:Q", title=_("Pairs"), axis=alt.Axis(tickMinStep=1, format=",d")),
            tooltip=[
                alt.Tooltip("from:Q", title=_("from"), format=".0%"),
                alt.Tooltip("to:Q", title=_("to"), format=".0%"),
                alt.Tooltip("pairs:Q", title=_("Pairs"), format=",d"),
            ],
        )
        .properties(height=300)
    )
    return chart


def arrivals_chart(arrivals: Sequence[Arrivals], since: datetime, until: datetime) -> alt.Chart:
    """Documents that came in each hour or day of a time, those that could not be read apart."""
    read, unread = _("read"), _("could not be read")
    hourly = bool(arrivals) and len(arrivals[0].start) == 13
    starts = [a.start + (":00:00Z" if hourly else "T00:00:00Z") for a in arrivals]
    table = pd.DataFrame(
        {
            "start": pd.to_datetime(starts * 2, utc=True),
            "documents": [a.came - a.failed for a in arrivals] + [a.failed for a in arrivals],
            "outcome": [read] * len(arrivals) + [unread] * len(arrivals),
        }
    )
    unit = {"unit": "utcyearmonthdatehours" if hourly else "utcyearmonthdate"}
    chart: alt.Chart = (
        alt.Chart(table)
        .mark_bar()
        .encode(
            x=alt.X(
                "start:T",
                timeUnit=unit,
                title=_("Time (UTC)"),
                scale=alt.Scale(domain=[since.isoformat(), until.isoformat()]),
            ),
            y=alt.Y("documents:Q", title=_("Documents"), axis=alt.Axis(tickMinStep=1, format=",d")),
            color=alt.Color(
                "outcome:N",
                title=None,
                scale=alt.Scale(domain=[read, unread], range=[_BLUE, _ORANGE]),
                legend=alt.Legend(orient="top"),
            ),
            tooltip=[
                alt.Tooltip("start:T", timeUnit=unit, title=_("Time (UTC)")),
                alt.Tooltip("outcome:N", title=_("Outcome")),
                alt.Tooltip("documents:Q", title=_("Documents"), format=",d"),
            ],
        )
        .properties(height=240)
    )
    return chart
