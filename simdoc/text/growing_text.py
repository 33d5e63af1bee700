"""The text of a document while it is being read, with its breaks, pages and asides.

Readers say what they meet (characters, a cell's end, a paragraph's end, a page break) and this
decides what stands in the text: paragraphs are parted by an empty line, lines and table rows by a
line break, cells by a tab. A break is written only when something follows it, so a text neither
begins nor ends with one, and a hundred empty paragraphs make one empty line.

An aside (a footnote, a text box) is read where the file has it, often in the middle of a sentence,
and stands in the text after the paragraph it belongs to.
"""

from __future__ import annotations

import re
from datetime import date

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted

CELL = "\t"
LINE = "\n"
PARAGRAPH = "\n\n"
_STRENGTH = {"": 0, CELL: 1, LINE: 2, PARAGRAPH: 3}

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
MAXIMUM_NESTED_ASIDES = 50
"""A text box in a footnote in a text box is as deep as real documents go."""


class _Level:
    """The main text, or one aside."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.pending = ""
        self.asides: list[str] = []


class GrowingText:
    """Collects the text of the document `name`; refuses it once it is longer than the settings
    allow, so that a bomb is stopped while it unfolds and not after."""

    def __init__(self, name: str, settings: ExtractionSettings) -> None:
        self._name = name
        self._maximum = settings.maximum_characters
        self._total = 0
        self._levels = [_Level()]
        self._page_starts = [0]
        self._page_breaks = 0
        self._rendered_breaks = 0

    def add(self, text: str) -> None:
        """Characters of the current paragraph. Control characters and halves of surrogate pairs
        are dropped: no text has them, and they cannot be stored or shown."""
        if _UNPRINTABLE.search(text):
            text = _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        if not text:
            return
        level = self._levels[-1]
        if level.pending:
            if level.length:
                level.pieces.append(level.pending)
                level.length += len(level.pending)
            level.pending = ""
        if len(self._levels) == 1 and (self._page_breaks or self._rendered_breaks):
            breaks = max(self._page_breaks, self._rendered_breaks)
            self._page_starts += [level.length] * breaks
            self._page_breaks = self._rendered_breaks = 0
        level.pieces.append(text)
        level.length += len(text)
        self._total += len(text)
        if self._total > self._maximum:
            raise too_long(self._name, self._maximum)

    def part(self, separator: str) -> None:
        """The text that follows is parted from the text before by at least this separator; empty
        lines at the beginning of a cell do not count."""
        level = self._levels[-1]
        if level.pending == CELL and separator == LINE:
            return
        if _STRENGTH[separator] > _STRENGTH[level.pending]:
            level.pending = separator

    def end_cell(self, separator: str = CELL) -> None:
        """A table's cell ends: its last paragraph is parted from the next cell by a tab only."""
        self._put_asides()
        self._levels[-1].pending = separator

    def end_paragraph(self, separator: str = PARAGRAPH) -> None:
        """The paragraph ends, and the asides met in it follow."""
        self._put_asides()
        self.part(separator)

    def end_page(self, rendered: bool = False) -> None:
        """The next character stands on a new page. A break that the author set and the one that
        the layout noted down at the same place (`rendered`) are one break."""
        if len(self._levels) == 1:
            if rendered:
                self._rendered_breaks += 1
            else:
                self._page_breaks += 1

    def begin_aside(self) -> None:
        """What is added until `end_aside` stands after the current paragraph."""
        if len(self._levels) > MAXIMUM_NESTED_ASIDES:
            raise ExtractionError(
                self._name,
                f"text boxes or notes are nested more than {MAXIMUM_NESTED_ASIDES} deep, which no "
                "word processor does; open the file and save it again",
            )
        self._levels.append(_Level())

    def end_aside(self) -> None:
        """Ends the aside begun last; without one, nothing happens."""
        if len(self._levels) > 1:
            self._put_asides()
            level = self._levels.pop()
            if level.length:
                self._levels[-1].asides.append("".join(level.pieces))

    def put_aside(self, text: str) -> None:
        """A finished text that stands after the current paragraph."""
        if text:
            self._levels[-1].asides.append(text)

    def ends_in_space(self) -> bool:
        """Whether a space added now would begin a line or follow another space."""
        level = self._levels[-1]
        return bool(level.pending) or not level.pieces or level.pieces[-1][-1] in " \t\n"

    def page_count(self) -> int:
        """Pages begun so far."""
        return len(self._page_starts)

    def so_far(self) -> str:
        """All that was added, asides included."""
        while len(self._levels) > 1:
            self.end_aside()
        self._put_asides()
        return "".join(self._levels[0].pieces)

    def _put_asides(self) -> None:
        level = self._levels[-1]
        asides, level.asides = level.asides, []
        for aside in asides:
            self.part(LINE)
            self.add(aside)
            self.part(LINE)

    def finish(
        self,
        file_type: str,
        *,
        title: str | None = None,
        author: str | None = None,
        date: str | None = None,
        language: str | None = None,
        pages: bool = True,
        notes: tuple[str, ...] = (),
    ) -> Extracted:
        """The document as read; `page_starts` are empty when no page break was met or when
        `pages` is false. A document without a letter or digit is refused."""
        text = self.so_far()
        if not any(map(str.isalnum, text)):
            raise ExtractionError(
                self._name,
                "it holds no text, only pictures or nothing at all; if the text is in pictures, "
                "export the document as PDF and run OCR on it",
            )
        starts = tuple(self._page_starts)
        return Extracted(
            text=text,
            file_type=file_type,
            page_starts=starts if pages and len(starts) > 1 else (),
            title=title,
            author=author,
            date=date,
            language=language,
            notes=notes,
        )


def too_long(name: str, maximum: int) -> ExtractionError:
    """The error for a text of more than `maximum` characters."""
    return ExtractionError(
        name,
        f"its text is longer than {maximum:,} characters; split it, or raise the setting "
        "extraction.maximum_characters if it is a real document",
    )


def one_line(text: str | None) -> str | None:
    """A title or name as one line without outer spaces; None when nothing is left."""
    cleaned = " ".join(_UNPRINTABLE.sub(" ", text or "").split())
    return cleaned[:500] or None


def iso_date(text: str | None) -> str | None:
    """The date that an ISO date or time begins with; None when it is none."""
    try:
        return date.fromisoformat((text or "").strip()[:10]).isoformat()
    except ValueError:
        return None


def iso_language(tag: str | None) -> str | None:
    """ISO 639-1 code of a tag like cs-CZ; None when the tag has no two-letter language."""
    code = re.split("[-_]", (tag or "").strip().lower())[0]
    return code if re.fullmatch("[a-z]{2}", code) else None
