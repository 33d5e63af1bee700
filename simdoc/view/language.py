"""The language of the interface: English as written in the code, Czech and Slovak by gettext.

The browser's language decides until a person chooses another; the choice lasts for the visit and
stands in the address, so that a link sent to a colleague opens in the same words. Catalogues are
ordinary `.po` files under `locale/`; `python -m simdoc.view.catalogues` renews and compiles them.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

import streamlit as st

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "simdoc"
LANGUAGES = ("en", "cs", "sk")
PARAMETER = "lang"
_CHOSEN = "interface-language"


def language() -> str:
    """The code of the language of this visit: en, cs or sk."""
    for wanted in (
        st.session_state.get(_CHOSEN),
        st.query_params.get(PARAMETER),
        (st.context.locale or "").split("-")[0],
    ):
        if wanted in LANGUAGES:
            return str(wanted)
    return "en"


def language_switch() -> None:
    """The choice of language, in the upper corner of every page; the address carries it."""
    st.session_state.setdefault(_CHOSEN, language())
    st.segmented_control(
        "Language · Jazyk",
        list(LANGUAGES),
        key=_CHOSEN,
        required=True,
        format_func=str.upper,
        label_visibility="collapsed",
    )
    chosen = language()
    if st.query_params.get(PARAMETER) != chosen:
        st.query_params[PARAMETER] = chosen


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, [code], fallback=code == "en")


def _(message: str) -> str:
    """The message in the language of this visit."""
    return _catalogue(language()).gettext(message)


def n_(one: str, many: str, count: int) -> str:
    """The form of the message that goes with a number, the number filled in as {count}."""
    return _catalogue(language()).ngettext(one, many, count).format(count=number(count))


def number(value: int) -> str:
    """A whole number with its thousands apart, as the language writes it."""
    return f"{value:,}" if language() == "en" else f"{value:,}".replace(",", "\u00a0")


def percent(share: float | None, digits: int = 1) -> str:
    """A share as per cent, as the language writes it; a dash where there is none. What is not
    nothing is never shown as 0, what is not everything never as 100."""
    if share is None:
        return "–"
    least = 10.0**-digits
    value = 100 * share
    if 0 < value < least:
        shown = f"<\u00a0{least:.{digits}f}"
    elif 100 - least < value < 100:
        shown = f"{100 - least:.{digits}f}"
    else:
        shown = f"{value:.{digits}f}"
    shown = shown.removesuffix(f".{'0' * digits}") if value in (0, 100) else shown
    return f"{shown}%" if language() == "en" else f"{shown.replace('.', ',')}\u00a0%"
