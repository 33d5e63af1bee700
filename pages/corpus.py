"""The corpus: its documents, adding, similar pairs, and what was deleted."""

from __future__ import annotations

import streamlit as st

from simdoc.view.corpus_adding import show_adding
from simdoc.view.corpus_deleted import show_deleted
from simdoc.view.corpus_documents import show_documents
from simdoc.view.corpus_pairs import show_pairs
from simdoc.view.language import _
from simdoc.view.numbers import show_numbers
from simdoc.view.open_corpus import open_corpus
from simdoc.view.who import ask_who

st.title(_("Corpus"))
corpus = open_corpus()
ask_who()
show_numbers(corpus)
sections = {
    "documents": (_("Documents"), show_documents),
    "add": (_("Add documents"), show_adding),
    "pairs": (_("Similar pairs"), show_pairs),
    "deleted": (_("Deleted documents"), show_deleted),
}
chosen = st.segmented_control(
    _("Part of the page"),
    list(sections),
    format_func=lambda name: sections[name][0],
    default="documents",
    required=True,
    key="corpus-section",
    label_visibility="collapsed",
    width="stretch",
)
sections[chosen or "documents"][1](corpus)
