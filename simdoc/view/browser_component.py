"""The parts of the dashboard that run in the browser, from the scripts and styles beside them.

Text of documents reaches them as data and is written as text nodes only; the scripts themselves
are our own and never made from anything a document says.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

FOLDER = Path(__file__).parent / "components"
COLOURS = 8
PATTERNS = 5
"""Kinds of underlining. With eight colours, forty passages in a row look different."""
_ROOT = '<div class="root"></div>'


def browser_component(name: str, scripts: list[str], styles: list[str]) -> ComponentRenderer:
    """A component of these files, joined in order; call this once, when a module is imported."""
    return st.components.v2.component(
        f"simdoc_{name}", html=_ROOT, css=_joined(styles), js=_joined(scripts)
    )


def _joined(names: list[str]) -> str:
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)
