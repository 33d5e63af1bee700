"""Title, author and date of a PDF, when they are more than what a program put there by itself."""

from __future__ import annotations

import re
from datetime import date

from simdoc.text.growing_text import one_line

_JUNK_TITLE = re.compile(
    r"\W*|(untitled|unnamed|unspecified|document|dokument|title|no title|bez názvu|prezentace"
    r"|presentation|slide)[ _-]*\d*|(microsoft (word|powerpoint|excel)|powerpoint presentation)\b.*"
    r"|.*\.(docx?|dvi|tex|odt|rtf|pdf|indd|qxd|txt|pptx?|xlsx?|html?|ps|eps|wpd|pages)",
    re.I,
)
_JUNK_AUTHOR = re.compile(
    r"\W*|(user|uživatel|používateľ|admin|administrator|owner|anonymous|unknown|unspecified"
    r"|student|pc|home|author)[ _-]*\d*",
    re.I,
)
_DATE = re.compile(r"(?:D:)?\s*(\d{4})(\d\d)?(\d\d)?")


def pdf_title(text: str) -> str | None:
    """The title as one line; None for junk like "Microsoft Word - x.doc" and file names."""
    return _unless(_JUNK_TITLE, text)


def pdf_author(text: str) -> str | None:
    """The author as one line; None for names that an operating system gives its users."""
    return _unless(_JUNK_AUTHOR, text)


def pdf_date(text: str) -> str | None:
    """ISO date of D:YYYYMMDDhhmmss and its shorter forms; None when there is no such day."""
    match = _DATE.match(text.strip())
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)).isoformat()
    except ValueError:
        return None


def _unless(junk: re.Pattern[str], text: str) -> str | None:
    line = one_line(text)
    return None if line is None or junk.fullmatch(line) else line
