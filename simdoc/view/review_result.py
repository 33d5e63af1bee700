"""The result of a review: how much is found elsewhere, where, and in which documents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from simdoc.passages.coverage import stretches_of
from simdoc.view.address import Address, go
from simdoc.view.document_map import Block, document_map
from simdoc.view.language import _, n_, number, percent
from simdoc.view.open_corpus import OpenCorpus
from simdoc.view.plain_text import plain
from simdoc.view.review_list import show_list
from simdoc.view.review_shown import ReviewShown, ranges
from simdoc.view.side_by_side import Pane
from simdoc.view.whole_document import whole_document


def show_result(opened: OpenCorpus, shown: ReviewShown, address: Address) -> None:
    """Numbers, map, then the list or the whole document."""
    answer = shown.review.answer
    if answer.global_similarity is None:
        st.info(
            _("This document is too short for one chunk of five words: nothing can be said of it.")
        )
        return
    _numbers(shown)
    _map(shown, address)
    _progress(opened, shown)
    view = st.segmented_control(
        _("View"),
        ["list", "document"],
        default=address.view,
        required=True,
        label_visibility="collapsed",
        format_func=lambda name: {"list": _("Similar documents"), "document": _("Whole document")}[
            name
        ],
        key=f"view-{shown.key}",
    )
    if view != address.view:
        go(replace(address, view="document" if view == "document" else "list"))
    if view == "document":
        _document(shown, address)
    else:
        show_list(shown, address)
    _left_out(shown)


def _numbers(shown: ReviewShown) -> None:
    answer = shown.review.answer
    everything, words, documents = st.columns(3)
    chunks = answer.query.chunks
    everything.metric(
        _("Found elsewhere in all"),
        percent(answer.global_similarity),
        _("{common} of {all} chunks").format(
            common=number(round((answer.global_similarity or 0) * chunks)), all=number(chunks)
        ),
        delta_color="off",
        delta_arrow="off",
        help=_(
            "Global similarity: the share of this document's chunks (five consecutive words, "
            "order ignored) found in any other document of the corpus, boilerplate included."
        ),
    )
    covered = shown.review.words_covered(shown.found)
    words.metric(
        _("Words inside passages"),
        number(covered),
        _("of {all} words").format(all=number(answer.query.words)),
        delta_color="off",
        delta_arrow="off",
        help=_(
            "Words of this document inside passages shared with the documents listed below, "
            "boilerplate left out."
        ),
    )
    documents.metric(
        _("Similar documents"),
        number(len(answer.similar)),
        help=_(
            "Documents with at least 1 % of similarity in either direction outside boilerplate, "
            "with a shared passage, or with signs of rewritten text."
        ),
    )


def _map(shown: ReviewShown, address: Address) -> None:
    """The whole document as a line; a click opens the document that explains the block best."""
    owners, starts, ends = ranges(shown.found)
    text = shown.review.query.paged
    if not len(starts):
        return
    stretches = stretches_of(owners, starts, ends)
    rows = shown.rows
    blocks = [
        Block(start, end, rows[best].title or "", best + 1)
        for start, end, best in zip(
            stretches.starts.tolist(),
            stretches.ends.tolist(),
            stretches.best.tolist(),
            strict=True,
        )
    ]
    clicked = document_map(
        len(text.text), blocks, key=f"map-{shown.key}", page_starts=text.page_starts
    )
    if clicked is not None:
        best = int(stretches.best[clicked - 1])
        go(replace(address, other=rows[best].doc_id, passage=None))
        st.rerun()


def _document(shown: ReviewShown, address: Address) -> None:
    """The document alone, coloured by the similar documents that explain it best."""
    owners, starts, ends = ranges(shown.found)
    paged = shown.review.query.paged
    titles = [row.title or "" for row in shown.rows]
    pane = Pane(paged.text, paged.page_starts, shown.title)
    stretch = whole_document(
        pane, stretches_of(owners, starts, ends), titles, key=f"whole-{shown.key}"
    )
    if stretch is None:
        st.caption(_("Click a coloured passage to see which documents share it."))
        return
    start, end = stretch
    sharing = np.unique(owners[(starts < end) & (ends > start)]).tolist()
    st.text(
        n_(
            "{count} document shares this passage:",
            "{count} documents share this passage:",
            len(sharing),
        )
    )
    for ordinal in sharing:
        row = shown.rows[ordinal]
        label = " · ".join(
            part for part in (row.title, row.author, (row.submitted or "")[:4]) if part
        )
        if st.button(plain(label), key=f"shares-{row.doc_id}", icon=":material/compare:"):
            go(replace(address, other=row.doc_id, passage=None))
            st.rerun()


def _left_out(shown: ReviewShown) -> None:
    """What is not in the list, and why."""
    answer = shown.review.answer
    notes = []
    if answer.hidden:
        notes.append(
            n_(
                "{count} hidden: shares a few scattered chunks only.",
                "{count} hidden: share a few scattered chunks only.",
                answer.hidden,
            )
        )
    if answer.cut:
        notes.append(
            n_(
                "{count} more is similar, but less than those listed.",
                "{count} more are similar, but less than those listed.",
                answer.cut,
            )
        )
    if shown.review.boilerplate_only:
        notes.append(
            n_(
                "{count} hidden: shares boilerplate only.",
                "{count} hidden: share boilerplate only.",
                shown.review.boilerplate_only,
            )
        )
    if answer.boilerplate_chunks:
        notes.append(
            n_(
                "{count} chunk of this document is boilerplate.",
                "{count} chunks of this document are boilerplate.",
                answer.boilerplate_chunks,
            )
        )
    if answer.without_traces:
        notes.append(
            n_(
                "{count} document has no traces yet: rewritten text is not looked for in it.",
                "{count} documents have no traces yet: rewritten text is not looked for in them.",
                answer.without_traces,
            )
        )
    for note in notes:
        st.caption(note)


@st.fragment(run_every=1.0)
def _progress(opened: OpenCorpus, shown: ReviewShown) -> None:
    """How far the finer comparison of the whole list has come; it can be cancelled."""
    state = opened.ahead.state(shown.key)
    if state is None or not state.total:
        return
    if state.is_over:
        # Once more with all passages, unless they were there when the page was made.
        if not state.cancelled and sum(one.aligned for one in shown.found) < state.done:
            st.rerun()
        if state.cancelled and st.button(_("Compare the rest"), key=f"again-{shown.key}"):
            opened.ahead.start(shown.key, shown.review.query, [row.doc_id for row in shown.rows])
        return
    bar, button = st.columns([6, 1], vertical_alignment="center")
    bar.progress(
        state.done / state.total,
        _("Looking for rewritten passages: {done} of {total} documents").format(
            done=state.done, total=state.total
        ),
    )
    if button.button(_("Cancel"), key=f"cancel-{shown.key}"):
        opened.ahead.cancel(shown.key)
