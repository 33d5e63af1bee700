"""Page by page through something long."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from simdoc.view.language import _, number


def page_of(key: str, asked: Hashable) -> int:
    """The page that is shown, counted from 0: the first one whenever another thing is asked for."""
    if st.session_state.get(f"{key}-asked") != asked:
        st.session_state[f"{key}-asked"] = asked
        st.session_state[f"{key}-page"] = 0
    return int(st.session_state.setdefault(f"{key}-page", 0))


def _turn(key: str, page: int) -> None:
    st.session_state[f"{key}-page"] = page


def pager(key: str, page: int, size: int, shown: int, total: int | None, more: bool) -> None:
    """What is shown of how much, and buttons to the neighbouring pages where there are any."""
    first = page * size
    if page == 0 and not more:
        return
    back, where, forth = st.columns([1, 3, 1], vertical_alignment="center")
    back.button(
        _("Previous"),
        key=f"{key}-back",
        icon=":material/chevron_left:",
        disabled=page == 0,
        on_click=_turn,
        args=(key, page - 1),
        width="stretch",
    )
    span = {"first": number(first + 1), "last": number(first + shown)}
    if total is None:
        where.caption(_("{first} to {last}").format(**span), text_alignment="center")
    else:
        where.caption(
            _("{first} to {last} of {total}").format(**span, total=number(total)),
            text_alignment="center",
        )
    forth.button(
        _("Next"),
        key=f"{key}-forth",
        icon=":material/chevron_right:",
        icon_position="right",
        disabled=not more,
        on_click=_turn,
        args=(key, page + 1),
        width="stretch",
    )
