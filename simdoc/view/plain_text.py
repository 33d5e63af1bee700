"""Document data where Streamlit reads Markdown: labels, captions, notices.

Prefer `st.text` and table cells, which show a string as it is. Labels of widgets, captions,
notices, dialog titles, tabs and the options of radios and segmented controls are Markdown with
emoji names, colours and links; `plain` makes a string come out there as it was written.
"""

from __future__ import annotations

import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_JOINER = "\u2060"
"""Invisible, of no width: it parts what would be found after unescaping, such as :name: and
addresses, which are looked for in the finished text."""
_FOUND_LATER = re.compile(r"(?<=:)(?=\S)|(?<=www)(?=\.)|(?=@)", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
"""They turn round what follows them, beyond the end of the data."""


def one_line(text: str | None) -> str:
    """The text without line breaks, control characters and marks that change the direction."""
    return _DIRECTIONS.sub("", _CONTROLS.sub(" ", text or "")).strip()


def plain(text: str | None) -> str:
    """Markdown that shows the text, on one line, and is nothing but text."""
    return _PUNCTUATION.sub(r"\\\1", _FOUND_LATER.sub(_JOINER, one_line(text)))


def shortened(text: str | None, letters: int = 60) -> str:
    """The text on one line, cut with an ellipsis where it is longer."""
    line = one_line(text)
    return line if len(line) <= letters else f"{line[: letters - 1].rstrip()}…"
