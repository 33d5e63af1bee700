"""Two whole texts side by side, their passages numbered and in matching colours.

The browser keeps what it shows until the texts or passages change, and walks from passage to
passage by itself; Python learns of it a moment later. So that those reruns send no text again, the
data stays the same, byte for byte, until the page asks for another passage: every such request has
a serial number, and a report that answers an older one is not believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from simdoc.passages.comparison import Passage
from simdoc.passages.differing_words import differing_ranges
from simdoc.text.words import find_words
from simdoc.view.browser_component import COLOURS, PATTERNS, browser_component
from simdoc.view.language import _, language, n_, percent
from simdoc.view.pane import Pane, content_key, pane_data

_component = browser_component(
    "side_by_side", ["text_pane.js", "side_by_side.js"], ["colours.css", "text_pane.css"]
)


@dataclass(frozen=True)
class _Request:
    """Where the page wants the reader to be."""

    content: str
    serial: int
    ordinal: int | None
    known: tuple[int | None, ...] = ()
    """What the page handed over and got back the last time: no new wish when it says so again."""


def side_by_side(
    query: Pane,
    other: Pane,
    passages: Sequence[Passage],
    chosen: int | None = None,
    *,
    key: str = "side-by-side",
) -> int | None:
    """Show two texts; the ordinal, from 1, of the passage that the reader stands at, or None.

    `chosen` is where to begin; hand over what you got the last time (from the address, say), or
    another ordinal to go there. From a callback or a click elsewhere on the page, `go_to` says so
    without doubt. Walking from passage to passage happens in the browser: the page only reruns a
    moment after the reader has come to rest.
    """
    if chosen is not None and not 1 <= chosen <= len(passages):
        chosen = None
    content = content_key(
        *(query.text, query.page_starts, query.title, query.subtitle),
        *(other.text, other.page_starts, other.title, other.subtitle),
        passages,
        language(),
    )
    before = st.session_state.get(_request_key(key))
    wish = st.session_state.pop(_wish_key(key), None)
    now = _reported(st.session_state.get(key), before)
    if before is None or before.content != content:
        request = _Request(content, before.serial + 1 if before else 1, wish or chosen)
        now = request.ordinal
    elif wish is not None and wish <= len(passages):
        request = replace(before, serial=before.serial + 1, ordinal=wish)
        now = wish
    elif chosen is not None and chosen not in (now, *before.known):
        request = replace(before, serial=before.serial + 1, ordinal=chosen)
        now = chosen
    else:
        request = before
    st.session_state[_request_key(key)] = replace(request, known=(chosen, now))
    _component(
        key=key,
        data={
            **_shown(content, query, other, passages),
            "content": content,
            "ask": {"serial": request.serial, "ordinal": request.ordinal},
        },
        on_chosen_change=_nothing,
    )
    return now


def go_to(ordinal: int, *, key: str = "side-by-side") -> None:
    """Let the view of this key go to a passage when the page shows it next."""
    st.session_state[_wish_key(key)] = ordinal


def _nothing() -> None:
    """Streamlit keeps only those values that something listens to."""


def _request_key(key: str) -> str:
    return f"{key}-request"


def _wish_key(key: str) -> str:
    return f"{key}-wish"


def _reported(state: Any, request: _Request | None) -> int | None:
    """Where the reader stands: where the browser says, if it knows of the last request."""
    if request is None:
        return None
    report = (state or {}).get("chosen")
    if (
        isinstance(report, dict)
        and report.get("content") == request.content
        and report.get("serial") == request.serial
        and isinstance(report.get("ordinal"), int)
    ):
        return int(report["ordinal"])
    return request.ordinal


@st.cache_resource(max_entries=8, show_spinner=False)
def _shown(
    content: str, _query: Pane, _other: Pane, _passages: Sequence[Passage]
) -> dict[str, Any]:
    """What the browser is given, made once for each content."""
    query_words, other_words = find_words(_query.text), find_words(_other.text)
    differing = [
        differing_ranges(
            query_words,
            other_words,
            (one.query_start, one.query_end),
            (one.other_start, one.other_end),
        )
        for one in _passages
    ]
    sides = [
        pane_data(
            _query,
            [one.query_start for one in _passages],
            [one.query_end for one in _passages],
            [ours for ours, _theirs in differing],
        ),
        pane_data(
            _other,
            [one.other_start for one in _passages],
            [one.other_end for one in _passages],
            [theirs for _ours, theirs in differing],
        ),
    ]
    for side, pane, role in (
        (sides[0], _query, _("This document")),
        (sides[1], _other, _("Similar document")),
    ):
        side.update(heading(pane, role), pageLabels=page_labels(side.pop("pages")))
    grey = [one.boilerplate for one in _passages]
    return {
        "sides": sides,
        "marks": {
            "colours": [-1 if plain else at % COLOURS for at, plain in enumerate(grey)],
            "patterns": [at % PATTERNS for at in range(len(grey))],
            "badges": [str(at + 1) for at in range(len(grey))],
            "counts": [""] * len(grey),
            "names": [passage_name(one) for one in _passages],
            "more": [_more(one) for one in _passages],
        },
        "labels": {
            **walk_labels(),
            "hint": n_(
                "{count} passage: press n for the next",
                "{count} passages: press n for the next",
                len(grey),
            )
            if grey
            else _("No passages: these texts share nothing long enough"),
            "differing": _("Mark differing words"),
            "linked": _("Scroll together"),
        },
    }


def heading(pane: Pane, role: str) -> dict[str, str]:
    """What stands above a pane."""
    return {"role": role, "title": pane.title or _("Untitled"), "subtitle": pane.subtitle}


def page_labels(pages: Sequence[int]) -> list[str]:
    """Page numbers as they stand in the margin."""
    return [_("p. {page}").format(page=page) for page in pages]


def walk_labels() -> dict[str, str]:
    """What the buttons and an empty pane say."""
    return {
        "toolbar": _("Walk through the passages"),
        "previous": _("Previous passage (key p)"),
        "next": _("Next passage (key n)"),
        "empty": _("This document has no text."),
    }


def passage_name(passage: Passage) -> str:
    """A passage in a few words: its kind, and the pages it stands on."""
    kinds = {
        "verbatim": _("word for word"),
        "rewritten": _("rewritten"),
        "summary": _("summed up"),
    }
    parts = [_("boilerplate") if passage.boilerplate else kinds[passage.kind]]
    if passage.other_numbers:
        parts.append(_("the same words with other numbers"))
    parts.extend(_where(passage))
    return " · ".join(parts)


def _where(passage: Passage) -> list[str]:
    """The pages of both sides, as far as their formats have pages."""
    ours, theirs = passage.query_pages, passage.other_pages
    if ours and theirs:
        return [f"{_pages(*ours)} ↔ {_pages(*theirs)}"]
    if ours:
        return [_("{pages} of this document").format(pages=_pages(*ours))]
    return [_("{pages} of the similar one").format(pages=_pages(*theirs))] if theirs else []


def _pages(first: int, last: int) -> str:
    return _("p. {page}").format(page=first if first == last else f"{first}–{last}")


def _more(passage: Passage) -> str:
    """What the passage rests on."""
    parts = [n_("{count} common chunk", "{count} common chunks", passage.common_chunks)]
    if passage.confidence is not None:
        parts.append(
            _("{share} of passages with this evidence are real").format(
                share=percent(passage.confidence, 0)
            )
        )
    if passage.speaks:
        parts.append(
            _("rests on: {words}").format(words=", ".join(word for word, _nats in passage.speaks))
        )
    return " · ".join(parts)


__all__ = ["Pane", "go_to", "side_by_side"]
