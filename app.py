"""The dashboard: page list and navigation. Pages hold widgets, logic stays in simdoc."""

from __future__ import annotations

import streamlit as st

from simdoc.view.language import _, language_switch
from simdoc.view.layout import use_whole_width

st.set_page_config(page_title="simdoc", page_icon="📚", layout="wide")
pages = [
    st.Page("pages/review.py", title=_("Review"), icon=":material/rate_review:", default=True),
    st.Page("pages/compare.py", title=_("Compare"), icon=":material/compare:"),
    st.Page("pages/corpus.py", title=_("Corpus"), icon=":material/library_books:"),
    st.Page("pages/index.py", title=_("Index"), icon=":material/database:"),
]
chosen = st.navigation(pages, position="top")
use_whole_width()
language_switch()
chosen.run()
