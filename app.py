"""The dashboard: page list and navigation. Pages hold widgets, logic stays in simdoc."""

from __future__ import annotations

import streamlit as st

st.set_page_config(page_title="simdoc", page_icon="📚", layout="wide")
st.navigation([st.Page("pages/corpus.py", title="Corpus", icon="📚", default=True)]).run()
