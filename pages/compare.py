"""Compare: two files or two documents of the corpus, nothing else needed."""

from __future__ import annotations

import streamlit as st

from simdoc.view.address import here
from simdoc.view.language import _
from simdoc.view.open_corpus import opened
from simdoc.view.pair import show_pair
from simdoc.view.two_sides import choose_side

st.title(_("Compare"))
everything = opened()
st.text(_("Two documents side by side: from the corpus, or files of your own."))
left, right = st.columns(2, gap="large")
with left:
    query = choose_side(everything, "a", _("This document"))
with right:
    other = choose_side(everything, "b", _("Similar document"))
if query is not None and other is not None:
    bar = st.container(horizontal=True, vertical_alignment="center")
    chosen = here().passage
    at = show_pair(everything, query, other, chosen, "compare", bar)
    if at is not None and at != chosen:
        st.query_params["passage"] = str(at)
