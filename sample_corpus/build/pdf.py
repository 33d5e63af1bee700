"""Documents → PDF in five layouts: what word processors and typesetting programs really make."""

from __future__ import annotations

import io
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from sample_corpus.build.blocks import Document, Run
from sample_corpus.build.typesetting import (
    BOLD,
    ROMAN,
    Line,
    Style,
    break_lines,
    register_fonts,
    set_words,
    with_ligatures,
    word_width,
)

PAGE_WIDTH, PAGE_HEIGHT = A4
TOP, BOTTOM = PAGE_HEIGHT - 85.0, 85.0
MARGIN, GUTTER = 85.0, 22.0


@dataclass(frozen=True)
class Layout:
    """What distinguishes the layouts; `columns` share the width between the margins."""

    columns: int = 1
    size: float = 11.0
    justified: bool = False
    hyphenated: bool = False
    running_head: bool = False
    page_numbers: bool = False


LAYOUTS = {
    "single": Layout(),
    "two-columns": Layout(columns=2, size=9.5, justified=True, hyphenated=True, page_numbers=True),
    "headers": Layout(running_head=True, page_numbers=True),
    "footnotes": Layout(justified=True, page_numbers=True),
    "hyphenated": Layout(justified=True, hyphenated=True, page_numbers=True),
}


def write_pdf(document: Document, layout: str, password: str | None = None) -> bytes:
    """The bytes of the document's PDF, which a user password closes when one is given."""
    register_fonts()
    buffer = io.BytesIO()
    encrypt = StandardEncryption(password, strength=128) if password else None
    canvas = Canvas(buffer, pagesize=A4, invariant=1, encrypt=encrypt, lang=document.language)
    date = document.date.replace("-", "")
    canvas.setDateFormatter(lambda *_: f"D:{date}120000+00'00'")
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setProducer("sample corpus")
    canvas.setCreator("sample corpus")
    _Pages(canvas, document, LAYOUTS[layout]).write()
    canvas.save()
    return buffer.getvalue()


class _Pages:
    """Sets a document line by line: `y` is the height at which the next line may hang."""

    def __init__(self, canvas: Canvas, document: Document, layout: Layout) -> None:
        self.canvas = canvas
        self.document = document
        self.layout = layout
        size = layout.size
        leading = size * 1.35
        small = size * 0.82
        self.styles = {
            "heading": Style(BOLD, size * 1.3, size * 1.7, size * 1.6, keep_lines=4),
            "subheading": Style(BOLD, size * 1.1, size * 1.5, size, keep_lines=4),
            "paragraph": Style(ROMAN, size, leading, 0.0, first_indent=size * 1.4, keep_lines=2),
            "quote": Style(ROMAN, size * 0.95, leading, size * 0.5, indent=size * 2),
            "item": Style(ROMAN, size, leading, 0.0, indent=size * 1.4, first_indent=-size * 1.1),
        }
        self.title = Style(BOLD, 18.0, 23.0, 0.0, centred=True)
        self.author = Style(ROMAN, 12.0, 17.0, 10.0, centred=True)
        self.note = Style(ROMAN, small, small * 1.3, 0.0, first_indent=small)
        whole = PAGE_WIDTH - 2 * MARGIN
        self.width = (whole - GUTTER * (layout.columns - 1)) / layout.columns
        self.page = 1
        self.column = 0
        self.column_top = TOP
        self.y = TOP
        self.notes: list[Line] = []

    def write(self) -> None:
        self._begin_page()
        self._front()
        for block in self.document.blocks:
            bullet = (Run("– "),) if block.kind == "item" else ()
            self._flow(bullet + block.runs, self.styles[block.kind])
        self._end_page()

    def _front(self) -> None:
        """Title and author across the page; a declaration makes it a front page of its own."""
        whole = PAGE_WIDTH - 2 * MARGIN
        for text, style in ((self.document.title, self.title), (self.document.author, self.author)):
            self.y -= style.before
            for line in break_lines(set_words((Run(text),), style), style, whole, False):
                self._draw(line, MARGIN, whole)
        if self.document.declaration:
            self.y -= 260.0
            heading, *paragraphs = self.document.declaration
            for text in (heading, *paragraphs):
                style = self.styles["subheading" if text == heading else "paragraph"]
                self.y -= 8.0
                for line in break_lines(set_words((Run(text),), style), style, whole, False):
                    self._draw(line, MARGIN, whole)
            self._next_page()
        else:
            self.y -= 14.0
            self.column_top = self.y

    def _flow(self, runs: tuple[Run, ...], style: Style) -> None:
        """Sets one block in the columns, turning pages where it must."""
        words = set_words(runs, style)
        lines = break_lines(words, style, self.width, self.layout.hyphenated)
        if self.y < self.column_top:
            self.y -= style.before
        for ordinal, line in enumerate(lines):
            notes = [set_line for number in line.notes for set_line in self._note_lines(number)]
            need = style.leading * (style.keep_lines if ordinal == 0 else 1)
            if self.y - need - _height(notes) < self._floor():
                self._next_column()
            self.notes += notes
            x = MARGIN + self.column * (self.width + GUTTER)
            self._draw(line, x, self.width)

    def _note_lines(self, number: int) -> list[Line]:
        runs = (Run(f"{number} {self.document.notes[number - 1]}"),)
        return break_lines(set_words(runs, self.note), self.note, self.width, False)

    def _floor(self) -> float:
        """The lowest point that running text may reach above the footnotes of the page."""
        return BOTTOM + _height(self.notes) + (10.0 if self.notes else 0.0)

    def _draw(self, line: Line, x: float, width: float) -> None:
        """Draws a line below `y`, and moves `y` down to its foot."""
        style = line.style
        self.y -= style.leading
        words = line.words
        if self.layout.hyphenated:
            words = tuple(with_ligatures(word) for word in words)
        natural = sum(word_width(word) for word in words)
        space = float(self.canvas.stringWidth(" ", style.font, style.size))
        at = x + line.indent
        room = width - line.indent - style.indent
        if style.centred:
            at += (room - natural - space * (len(words) - 1)) / 2
        elif self.layout.justified and not line.last and len(words) > 1:
            space = (room - natural) / (len(words) - 1)
        text = self.canvas.beginText()
        for ordinal, word in enumerate(words):
            for piece in word:
                shade = 1.0 if piece.white else 0.0
                text.setFillColorRGB(shade, shade, shade)
                text.setTextOrigin(at, self.y + piece.rise)
                text.setFont(piece.font, piece.size)
                ends = piece is word[-1] and ordinal < len(words) - 1
                text.textOut(piece.text + (" " if ends else ""))
                at += piece.width
            at += space
        self.canvas.drawText(text)

    def _begin_page(self) -> None:
        self.column, self.y, self.column_top = 0, TOP, TOP
        if self.layout.running_head and self.page > 1:
            self.canvas.setFont(ROMAN, 8.5)
            self.canvas.drawString(MARGIN, TOP + 30, self.document.author)
            title = self.document.title
            short = title if len(title) < 60 else title[:57].rsplit(" ", 1)[0] + " …"
            self.canvas.drawRightString(PAGE_WIDTH - MARGIN, TOP + 30, short)

    def _end_page(self) -> None:
        if self.notes:
            self.y = BOTTOM + _height(self.notes)
            self.canvas.line(MARGIN, self.y + 3, MARGIN + 90, self.y + 3)
            for line in self.notes:
                self._draw(line, MARGIN, self.width)
            self.notes = []
        if self.layout.page_numbers:
            self.canvas.setFont(ROMAN, 9)
            self.canvas.drawCentredString(PAGE_WIDTH / 2, 45, str(self.page))
        self.canvas.showPage()

    def _next_page(self) -> None:
        self._end_page()
        self.page += 1
        self._begin_page()

    def _next_column(self) -> None:
        if self.column + 1 < self.layout.columns:
            self.column += 1
            self.y = self.column_top
        else:
            self._next_page()


def _height(lines: list[Line]) -> float:
    return sum(line.style.leading for line in lines)
