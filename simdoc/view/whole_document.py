"""One document alone, each stretch in the colour of the document that explains it best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from simdoc.passages.coverage import Stretches
from simdoc.view.browser_component import COLOURS, PATTERNS, browser_component
from simdoc.view.language import _, language, n_
from simdoc.view.pane import Pane, content_key, pane_data
from simdoc.view.side_by_side import heading, page_labels, walk_labels

_component = browser_component(
    "whole_document", ["text_pane.js", "whole_document.js"], ["colours.css", "text_pane.css"]
)

LEGEND = 8
"""Documents named above the text: those that explain the most of it."""


def whole_document(
    pane: Pane,
    stretches: Stretches,
    titles: Sequence[str],
    *,
    key: str = "whole-document",
) -> tuple[int, int] | None:
    """Show a document; characters [start, end) of the stretch that the reader chose, or None.

    `stretches.best` are ordinals, from 0, into `titles`. A document has the same number and colour
    wherever it explains something; a small raised number says how many documents share a stretch.
    """
    columns = (stretches.starts, stretches.ends, stretches.best, stretches.counts)
    content = content_key(
        *(pane.text, pane.page_starts, pane.title, pane.subtitle),
        *(column.tobytes().hex() for column in columns),
        list(titles),
        language(),
    )
    shown = _shown(content, pane, stretches, titles)
    report = _component(
        key=key, data={**shown, "content": content}, on_chosen_change=_nothing
    ).chosen
    if not isinstance(report, dict) or report.get("content") != content:
        return None
    chosen = report.get("ordinal")
    if not isinstance(chosen, int) or not 0 <= chosen < len(stretches):
        return None
    return int(stretches.starts[chosen]), int(stretches.ends[chosen])


def _nothing() -> None:
    """Streamlit keeps only those values that something listens to."""


@st.cache_resource(max_entries=8, show_spinner=False)
def _shown(
    content: str, _pane: Pane, _stretches: Stretches, _titles: Sequence[str]
) -> dict[str, Any]:
    """What the browser is given, made once for each content."""
    best, counts = _stretches.best.tolist(), _stretches.counts.tolist()
    side = pane_data(_pane, _stretches.starts.tolist(), _stretches.ends.tolist())
    side.update(heading(_pane, _("This document")), pageLabels=page_labels(side.pop("pages")))
    goes_on = _goes_on(_stretches)
    return {
        "side": side,
        "marks": {
            "colours": [document % COLOURS for document in best],
            "patterns": [document % PATTERNS for document in best],
            "badges": [
                "" if again else str(document + 1)
                for document, again in zip(best, goes_on, strict=True)
            ],
            # A single document needs no count, except after a stretch that more of them shared.
            "counts": [
                str(count) if count > 1 or again else ""
                for count, again in zip(counts, goes_on, strict=True)
            ],
            "names": [
                _name(_titles[document], count)
                for document, count in zip(best, counts, strict=True)
            ],
        },
        "legend": _legend(_stretches, _titles),
        "labels": {
            **walk_labels(),
            "hint": n_(
                "{count} stretch found elsewhere", "{count} stretches found elsewhere", len(best)
            )
            if best
            else _("Nothing of this document is found elsewhere"),
            "legend": _("Documents that explain the most"),
        },
    }


def _goes_on(stretches: Stretches) -> list[bool]:
    """Whether a stretch only goes on where the same document explained the one before."""
    goes_on = np.zeros(len(stretches), bool)
    goes_on[1:] = (stretches.starts[1:] == stretches.ends[:-1]) & (
        stretches.best[1:] == stretches.best[:-1]
    )
    return [bool(one) for one in goes_on]


def _name(title: str, count: int) -> str:
    if count == 1:
        return title
    return f"{title} · " + n_("and {count} more document", "and {count} more documents", count - 1)


def _legend(stretches: Stretches, titles: Sequence[str]) -> list[dict[str, Any]]:
    """The documents that explain the most characters, most first."""
    explained = np.bincount(
        stretches.best, (stretches.ends - stretches.starts).astype(np.float64), len(titles)
    )
    order = np.argsort(-explained, kind="stable")[:LEGEND]
    return [
        {
            "colour": document % COLOURS,
            "pattern": document % PATTERNS,
            "number": str(document + 1),
            "title": titles[document],
        }
        for document in order[explained[order] > 0].tolist()
    ]
