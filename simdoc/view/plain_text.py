"""Text of documents where Streamlit would read Markdown: titles are hostile input."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~<>$:&^=/@])")
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    """The text on one line, such that Markdown, HTML, directives and formulas in it stay the
    characters they are."""
    return _MARKS.sub(r"\\\1", _SPACE.sub(" ", text).strip())
