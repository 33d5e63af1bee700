"""In whose name the log records what is done here."""

from __future__ import annotations

import streamlit as st

from simdoc.view.language import _
from simdoc.view.plain_text import plain

NOBODY_NAMED = "dashboard"
_KEPT = "who-kept"
_LONGEST = 80


def who() -> str:
    """The name of this visit, as the log writes it."""
    return str(st.session_state.get(_KEPT) or NOBODY_NAMED)


def ask_who() -> None:
    """A field for the name, behind a button; it lasts for the visit, on every page."""
    # Streamlit forgets a widget's value when another page is shown: it is kept apart.
    name = plain(who())
    with st.popover(_("You are: {name}").format(name=name), icon=":material/person:"):
        typed = st.text_input(
            _("Your name"),
            value=st.session_state.get(_KEPT, ""),
            max_chars=_LONGEST,
            placeholder=NOBODY_NAMED,
            help=_("Written to the log beside what you add, change or delete. Nobody checks it."),
        )
    st.session_state[_KEPT] = (typed or "").strip()
