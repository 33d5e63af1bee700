"""Paragraphs → lines of a given width: line breaking, hyphenation and ligatures for pdf.py."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import font_source_serif_pro  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from sample_corpus.build.blocks import Run

ROMAN, BOLD = "SourceSerifPro", "SourceSerifPro-Bold"
_FONT_FOLDER = Path(font_source_serif_pro.font_directory)
FONT_FILES = {
    ROMAN: _FONT_FOLDER / "SourceSerifPro-Regular.ttf",
    BOLD: _FONT_FOLDER / "SourceSerifPro-Bold.ttf",
}
_VOWELS = "aeiouyáéíóúýäěôůâ"
_LETTERS = re.compile(r"[^\W\d_]{6,}")


@dataclass(frozen=True)
class Style:
    """How a block is set: `size` and `leading` in points, `before` is the room above it."""

    font: str
    size: float
    leading: float
    before: float
    indent: float = 0.0
    first_indent: float = 0.0
    centred: bool = False
    keep_lines: int = 1
    """Lines that must fit below each other before the block may start in a column."""


@dataclass(frozen=True)
class Piece:
    """Characters that touch and look alike. `rise` lifts the number of a footnote."""

    text: str
    font: str
    size: float
    white: bool = False
    rise: float = 0.0

    @property
    def width(self) -> float:
        return float(pdfmetrics.stringWidth(self.text, self.font, self.size))


Word = tuple[Piece, ...]


@dataclass(frozen=True)
class Line:
    """Words between two margins; `notes` are the footnotes called in it."""

    words: tuple[Word, ...]
    style: Style
    indent: float
    last: bool
    notes: tuple[int, ...] = ()


def register_fonts() -> None:
    """Makes the embedded fonts known to reportlab. They cover Czech, Slovak and Cyrillic."""
    for name, path in FONT_FILES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(path)))


def set_words(runs: tuple[Run, ...], style: Style) -> list[tuple[Word, int]]:
    """The words of a block, each with the number of the footnote called after it, or 0."""
    words: list[tuple[Word, int]] = []
    glued = False
    for run in runs:
        parts = run.text.split(" ")
        for ordinal, part in enumerate(parts):
            if part:
                piece = Piece(part, style.font, style.size, run.white)
                if glued and ordinal == 0:
                    word, note = words.pop()
                    words.append(((*word, piece), note))
                else:
                    words.append(((piece,), 0))
            glued = bool(part)
        if run.note:
            number = Piece(
                str(run.note), style.font, style.size * 0.6, run.white, style.size * 0.35
            )
            words[-1] = ((*words[-1][0], number), run.note)
            glued = True
    return words


def break_lines(
    words: list[tuple[Word, int]], style: Style, width: float, hyphenated: bool
) -> list[Line]:
    """The words in lines of `width`, as many in each as fit."""
    lines: list[Line] = []
    waiting = list(words)
    while waiting:
        indent = style.indent + (0.0 if lines else style.first_indent)
        room = width - indent - style.indent
        space = pdfmetrics.stringWidth(" ", style.font, style.size)
        taken: list[tuple[Word, int]] = []
        used = 0.0
        while waiting:
            word, note = waiting[0]
            needed = word_width(word) + (space if taken else 0.0)
            if used + needed > room:
                rest = room - used - (space if taken else 0.0)
                if hyphenated and (halves := _split(word, rest)):
                    taken.append((halves[0], 0))
                    waiting[0] = (halves[1], note)
                elif not taken:
                    taken.append(waiting.pop(0))
                break
            taken.append(waiting.pop(0))
            used += needed
        notes = tuple(note for _, note in taken if note)
        lines.append(Line(tuple(w for w, _ in taken), style, indent, not waiting, notes))
    return lines


def word_width(word: Word) -> float:
    return sum(piece.width for piece in word)


def with_ligatures(word: Word) -> Word:
    """The word with the single characters that typesetters' fonts have for fi and fl."""
    return tuple(
        replace(piece, text=piece.text.replace("fi", "ﬁ").replace("fl", "ﬂ")) for piece in word
    )


def break_points(word: str) -> list[int]:
    """Where a word of letters may be hyphenated: before a consonant and a vowel that follow a
    syllable, with two letters left before the hyphen and three after it."""
    low = word.lower()
    points = []
    for at in range(2, len(low) - 2):
        before = any(letter in _VOWELS for letter in low[:at])
        digraph = low[at - 1 : at + 1] in ("ch", "th", "sh", "ph", "ck", "qu")
        if before and low[at] not in _VOWELS and low[at + 1] in _VOWELS and not digraph:
            points.append(at)
    return points


def _split(word: Word, room: float) -> tuple[Word, Word] | None:
    """The longest hyphenated beginning of the word that fits the room, and the rest."""
    first = word[0]
    letters = _LETTERS.search(first.text)
    if letters is None:
        return None
    for at in reversed(break_points(letters[0])):
        cut = letters.start() + at
        head = replace(first, text=first.text[:cut] + "-")
        if head.width <= room:
            return (head,), (replace(first, text=first.text[cut:]), *word[1:])
    return None
