"""What a real inbox also holds: a scan, a PDF behind a password, and one whose upload broke off."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from sample_corpus.build.blocks import Document
from sample_corpus.build.pdf import write_pdf
from sample_corpus.build.typesetting import FONT_FILES, ROMAN

PASSWORD = "hradiste"
_DOTS_PER_INCH = 120
_WIDTH, _HEIGHT = (round(points / 72 * _DOTS_PER_INCH) for points in A4)
_MARGIN, _SIZE, _LEADING = 130, 19, 28


def write_scanned_pdf(document: Document) -> bytes:
    """A PDF of pages that are pictures: black and white, slightly turned, with specks."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for number, page in enumerate(_pages(document)):
        canvas.drawImage(ImageReader(_as_scanned(page, number)), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write_encrypted_pdf(document: Document) -> bytes:
    """A PDF that opens only with the password."""
    return write_pdf(document, "single", PASSWORD)


def write_broken_pdf(document: Document) -> bytes:
    """The first third of a PDF. The fonts come first and the list of pages last, so nothing in it
    can be read."""
    whole = write_pdf(document, "single")
    return whole[: len(whole) // 3]


def _pages(document: Document) -> list[Image.Image]:
    font = ImageFont.truetype(str(FONT_FILES[ROMAN]), _SIZE)
    lines: list[str] = []
    for paragraph in (document.title, document.author, "", *(b.text for b in document.blocks)):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if font.getlength(longer) > _WIDTH - 2 * _MARGIN:
                lines.append(line)
                longer = word
            line = longer
        lines += [line, ""]
    per_page = (_HEIGHT - 2 * _MARGIN) // _LEADING
    pages = []
    for first in range(0, len(lines), per_page):
        page = Image.new("L", (_WIDTH, _HEIGHT), 255)
        draw = ImageDraw.Draw(page)
        for row, line in enumerate(lines[first : first + per_page]):
            draw.text((_MARGIN, _MARGIN + row * _LEADING), line, font=font, fill=0)
        pages.append(page)
    return pages


def _as_scanned(page: Image.Image, number: int) -> Image.Image:
    turned = page.rotate(0.4 - 0.3 * (number % 3), Image.Resampling.BILINEAR, fillcolor=255)
    dark = np.asarray(turned) < 150
    specks = np.random.default_rng(number).random(dark.shape) < 0.0002
    return Image.fromarray(~(dark | specks)).convert("1")
