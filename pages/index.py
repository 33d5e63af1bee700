"""The index: what is under way, what failed, what it is made of, and its settings."""

from __future__ import annotations

import streamlit as st

from simdoc.cli.arguments import default_corpus
from simdoc.view.index_failures import show_failures
from simdoc.view.index_now import show_now
from simdoc.view.index_segments import show_care, show_segments
from simdoc.view.index_settings import show_settings
from simdoc.view.language import _
from simdoc.view.open_corpus import can_be_opened, open_corpus
from simdoc.view.who import ask_who

st.title(_("Index"))
if not can_be_opened():
    show_care(default_corpus(), None)
corpus = open_corpus()
ask_who()
sections = {
    "now": (_("Now"), show_now),
    "failures": (_("Could not be read"), show_failures),
    "segments": (_("Segments and care"), show_segments),
    "settings": (_("Settings"), show_settings),
}
chosen = st.segmented_control(
    _("Part of the page"),
    list(sections),
    format_func=lambda name: sections[name][0],
    default="now",
    required=True,
    key="index-section",
    label_visibility="collapsed",
    width="stretch",
)
sections[chosen or "now"][1](corpus)
