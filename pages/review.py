"""Review: a document of the corpus or a file, what it resembles, and the passages side by side."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from simdoc.view.address import Address, go, here
from simdoc.view.choosing import choose
from simdoc.view.language import _
from simdoc.view.open_corpus import opened
from simdoc.view.pair import show_pair
from simdoc.view.review_session import add_to_corpus, begin, other_side, query_side

everything = opened()
address = here()
if address.is_empty:
    st.title(_("Review"))
    choose(everything)
    st.stop()

query = query_side(everything, address)
bar = st.container(horizontal=True, vertical_alignment="center")
if bar.button(_("Another document"), icon=":material/search:", type="tertiary"):
    go(Address())
    st.rerun()

if address.other is not None:
    if bar.button(_("Back to the list"), icon=":material/arrow_back:", type="tertiary"):
        go(replace(address, other=None, passage=None))
        st.rerun()
    other = other_side(everything, address.other)
    at = show_pair(everything, query, other, address.passage, f"pair-{address.other}", bar)
    if at != address.passage:
        go(replace(address, passage=at))
else:
    add_to_corpus(everything, address)
    begin(everything, query, address)
