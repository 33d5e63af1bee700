"""The room of a page: wide texts side by side need every pixel of a small screen."""

from __future__ import annotations

import streamlit as st

_STYLE = """<style>
.stMainBlockContainer { padding: 4rem 2rem 2rem; }
.st-key-interface-language { position: fixed; top: 0.6rem; right: 4.5rem; z-index: 1000000;
                             width: auto; }
</style>"""


def use_whole_width() -> None:
    """Let pages begin below the navigation and reach from edge to edge."""
    st.html(_STYLE)
