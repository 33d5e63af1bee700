"""Two documents side by side: how similar they are, both ways, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from simdoc.answers import Comparison
from simdoc.comparing import Readable
from simdoc.corpus import Corpus
from simdoc.passages.comparison import Passage
from simdoc.settings import PassageSettings
from simdoc.view.language import _, n_, number, percent
from simdoc.view.open_corpus import OpenCorpus, told
from simdoc.view.original import show_original
from simdoc.view.plain_text import plain
from simdoc.view.side_by_side import Pane, side_by_side
from simdoc.view.tables import kind_words, page_words


@dataclass(frozen=True)
class PairSideShown:
    """One side as it is shown: its text, what to call it, and how to get its original."""

    readable: Readable
    title: str
    subtitle: str
    original: Callable[[], tuple[Path, str]] | None = None
    """The file with the original bytes, and its name; None where there is none."""


def document_side(corpus: Corpus, doc_id: int) -> PairSideShown:
    """A document of the corpus as a side."""
    row = corpus.document(doc_id)
    subtitle = " · ".join(part for part in (row.author, row.submitted, row.course) if part)
    name = Path(row.path).name if row.path else f"document-{doc_id}"
    return PairSideShown(
        corpus.readable(doc_id),
        row.title or name,
        subtitle,
        lambda: (corpus.original(doc_id), name),
    )


def show_pair(
    opened: OpenCorpus,
    query: PairSideShown,
    other: PairSideShown,
    chosen: int | None,
    key: str,
    bar: DeltaGenerator,
) -> int | None:
    """The whole view of a pair, its choices in the `bar`; the ordinal of the passage that the
    reader stands at."""
    with bar:
        passage_settings = _method()
    waiting = st.spinner(_("Comparing the two texts …"))
    with told(_("These two documents cannot be compared.")), waiting:
        comparison = _comparison(opened.corpus, query, other, passage_settings)
    _numbers(comparison)
    if not comparison.passages:
        st.info(_no_passage(comparison))
    at = side_by_side(_pane(query), _pane(other), comparison.passages, chosen, key=key)
    if at is not None and 0 < at <= len(comparison.passages):
        _passage_details(opened, query, other, comparison.passages[at - 1], at)
    return at


def _method() -> PassageSettings | None:
    """The choice between all reuse (None) and the papers' valid intervals, with their numbers."""
    papers = st.toggle(
        _("Valid intervals only, as in the papers"),
        key="papers",
        bind="query-params",
        help=_(
            "Otherwise all reuse is shown: every word is weighed, and rewritten and summed-up text "
            "is found too. A valid interval is a run of common chunks (five words each, order "
            "ignored) that lie close together in both documents."
        ),
    )
    if not papers:
        return None
    default = PassageSettings()
    least = st.number_input(
        _("Common chunks, at least"),
        *(1, 1000, default.minimum_chunks),
        key="chunks",
        bind="query-params",
        width=150,
    )
    gap = st.number_input(
        _("Gap, at most"),
        *(1, 10_000, default.maximum_gap),
        key="gap",
        bind="query-params",
        width=150,
    )
    return PassageSettings(int(least), int(gap))


def _comparison(
    corpus: Corpus, query: PairSideShown, other: PairSideShown, passage: PassageSettings | None
) -> Comparison:
    sides = query.readable, other.readable
    if passage is not None:
        return corpus.compare(*sides, method="valid-intervals", passage=passage)
    kept = corpus.kept_comparison(*sides)
    if kept is None:
        kept = corpus.compare(*sides)
        corpus.keep_comparison(*sides, kept)
    return kept


def _numbers(comparison: Comparison) -> None:
    """Both percentages, each with what it is a share of."""
    ours, theirs, covered, shared = st.columns(4)
    chunks_of = _("{common} of {all} chunks")
    ours.metric(
        _("Of this document"),
        percent(comparison.similarity_of_query),
        chunks_of.format(
            common=number(comparison.common_chunks), all=number(comparison.query.chunks)
        ),
        delta_color="off",
        delta_arrow="off",
        help=_("Share of this document's chunks that the similar document has too."),
    )
    theirs.metric(
        _("Of the similar document"),
        percent(comparison.similarity_of_other),
        chunks_of.format(
            common=number(comparison.common_chunks), all=number(comparison.other.chunks)
        ),
        delta_color="off",
        delta_arrow="off",
        help=_("Share of the similar document's chunks that this document has too."),
    )
    covered.metric(
        _("Text inside passages"),
        percent(comparison.covered_of_query),
        _("{share} of the similar one").format(share=percent(comparison.covered_of_other)),
        delta_color="off",
        delta_arrow="off",
        help=_(
            "Share of this document's characters inside the passages shown, boilerplate left out."
        ),
    )
    grey = sum(passage.boilerplate for passage in comparison.passages)
    shared.metric(
        _("Passages"),
        number(len(comparison.passages) - grey),
        n_("{count} more is boilerplate", "{count} more are boilerplate", grey) if grey else None,
        delta_color="off",
        delta_arrow="off",
        help=_(
            "Boilerplate, such as the declaration of authorship, stands in many documents and "
            "is shown in grey."
        ),
    )
    if comparison.same_bytes:
        st.warning(_("Both are the same file, byte for byte."))
    for side in (comparison.query, comparison.other):
        if not side.chunks:
            st.info(
                _("{title}: too short for one chunk, so no percentage can be given.").format(
                    title=plain(side.title or "–")
                )
            )


def _no_passage(comparison: Comparison) -> str:
    if comparison.common_chunks:
        return n_(
            "No passage: the {count} common chunk stands alone.",
            "No passage: the {count} common chunks are scattered.",
            comparison.common_chunks,
        )
    return _("These two documents share nothing.")


def _pane(side: PairSideShown) -> Pane:
    paged = side.readable.paged
    return Pane(paged.text, paged.page_starts, side.title, side.subtitle)


def _passage_details(
    opened: OpenCorpus,
    query: PairSideShown,
    other: PairSideShown,
    passage: Passage,
    ordinal: int,
) -> None:
    """Why this is a passage, where it stands, and the ways to the originals."""
    with st.container(border=True):
        why, ours, theirs = st.columns([3, 1, 1], vertical_alignment="center")
        why.text(_("Passage {ordinal}: {kind}").format(ordinal=ordinal, kind=kind_words(passage)))
        if passage.speaks:
            words = ", ".join(word for word, _nats in passage.speaks[:8])
            why.text(_("The words that speak most for it: {words}").format(words=words))
        if passage.evidence is not None and passage.confidence is not None:
            why.caption(
                _(
                    "Evidence {nats} nats. Of passages with such evidence, {share} were real reuse "
                    "in our measurements."
                ).format(nats=f"{passage.evidence:.0f}", share=percent(passage.confidence, 0))
            )
        for column, side, pages, name in (
            (ours, query, passage.query_pages, _("This document")),
            (theirs, other, passage.other_pages, _("Similar document")),
        ):
            label = f"{name}, {page_words(pages)}" if pages else name
            if side.original is not None and column.button(
                label,
                key=f"original-{name}-{ordinal}",
                icon=":material/picture_as_pdf:",
                width="stretch",
                help=_("Open the original file at this page."),
            ):
                with told(_("The original cannot be shown.")):
                    file, file_name = side.original()
                    page = pages[0] if pages else None
                    show_original(opened.engine, side.title, file, page, file_name)
