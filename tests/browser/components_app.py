"""A page with nothing but the components, on the texts that the address names."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from simdoc.passages.coverage import stretches_of
from simdoc.view.document_map import Block, document_map, small_map
from simdoc.view.side_by_side import go_to, side_by_side
from simdoc.view.whole_document import whole_document
from tests.browser.component_texts import case, shared_ranges

st.set_page_config(layout="wide")
name = st.query_params.get("case", "plain")
query, other, passages = case(name)


def pair_view() -> None:
    """The map of the query above both texts, the chosen passage in the address."""
    blocks = [
        Block(one.query_start, one.query_end, f"Passage {at}: {query.title}", at, one.boilerplate)
        for at, one in enumerate(passages, 1)
    ]
    wanted = st.query_params.get("passage")
    clicked = document_map(
        len(query.text),
        blocks,
        key="map",
        page_starts=query.page_starts,
        chosen=int(wanted) if wanted else None,
    )
    if clicked:
        go_to(clicked)
    chosen = side_by_side(query, other, passages, int(wanted) if wanted else None)
    if chosen is not None:
        st.query_params["passage"] = str(chosen)
    st.text(f"Chosen: {chosen}")


def whole_view() -> None:
    """The query alone, and small maps of who shares it."""
    documents, starts, ends = shared_ranges(name)
    titles = [f"Document {at}: {other.title}" for at in range(1, 12)]
    chosen = whole_document(query, stretches_of(documents, starts, ends), titles)
    st.text(f"Chosen: {chosen}")
    rows = [small_map(len(query.text), [(one.query_start, one.query_end)]) for one in passages]
    st.dataframe(pd.DataFrame({"Map": rows}), column_config={"Map": st.column_config.ImageColumn()})


(whole_view if "whole" in st.query_params else pair_view)()
