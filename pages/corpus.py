"""What the corpus holds: its numbers, its documents, and what could not be read and why."""

from __future__ import annotations

import streamlit as st

from simdoc.view.open_corpus import open_corpus
from simdoc.view.search import matching
from simdoc.view.tables import document_table, failure_table, passage_texts, similar_table

st.title("Corpus")
corpus = open_corpus()
if corpus is None:
    st.stop()

documents = document_table(corpus)
failures = failure_table(corpus)
held, unread, words = st.columns(3)
held.metric("Documents that can be searched", f"{len(documents):,}")
unread.metric("Documents that could not be read", f"{len(failures):,}")
words.metric("Words in all", f"{int(documents['Words'].sum()):,}")


def show_similar(doc_id: int, title: str) -> None:
    """The ranked list of one document; choosing a row shows the passages."""
    st.subheader("Similar documents")
    st.text(f"This document: {title}")
    share, table = similar_table(corpus, doc_id)
    if share is None:
        st.info("This document is too short for one chunk: nothing can be said of it.")
        return
    st.text(f"{share:.1%} of its chunks are found in other documents.")
    if table.empty:
        st.info("No other document resembles it.")
        return
    st.caption("Choose a row to see the passages that both share.")
    bar = {"format": "percent", "min_value": 0.0, "max_value": 1.0}
    chosen = st.dataframe(
        table,
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="single-row",
        key=f"similar-{doc_id}",
        column_config={
            "Of this document": st.column_config.ProgressColumn(
                help="share of this document's chunks that the similar one has too", **bar
            ),
            "Of the similar one": st.column_config.ProgressColumn(
                help="share of the similar document's chunks that this one has too", **bar
            ),
        },
    )
    for row in chosen.selection.rows:
        show_passages(doc_id, int(table.iloc[row]["ID"]))


def show_passages(doc_id: int, other_id: int) -> None:
    """Both texts of every passage, side by side."""
    passages = passage_texts(corpus, doc_id, other_id)
    if not passages:
        st.info("No passage: what they share is scattered.")
    for heading, ours, theirs in passages:
        st.markdown(f"**{heading}**")
        left, right = st.columns(2)
        left.text(ours)
        right.text(theirs)


if documents.empty:
    st.info(
        "This corpus has no documents yet. Add some from a terminal: "
        "`simdoc add PATH --corpus DIR`, then reload this page."
    )
else:
    st.subheader("Documents")
    typed = st.text_input("Search", placeholder="title, author, year or course")
    documents = matching(documents, typed)
    st.caption("Choose a row to see which documents it resembles.")
    selected = st.dataframe(
        documents,
        hide_index=True,
        width="stretch",
        height=320,
        on_select="rerun",
        selection_mode="single-row",
        key="documents",
    )
    for row in selected.selection.rows:
        show_similar(int(documents.iloc[row]["ID"]), documents.iloc[row]["Title"])

if not failures.empty:
    st.subheader("Could not be read")
    st.dataframe(failures, hide_index=True, width="stretch")
