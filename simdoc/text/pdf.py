"""PDF: PDFium first, pdfminer.six where PDFium fails or gives no sane text, then OCR.

A word cut at a line end comes as PDFium gives it: U+0002 stands for the hyphen and the line break
together. The words module joins such words; the mark stays in the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text import ocr, pdf_miner
from simdoc.text.extracted import Extracted
from simdoc.text.pages import join_pages
from simdoc.text.pdf_properties import pdf_author, pdf_date, pdf_title

NO_PAGES = "the PDF is empty: it has no pages; add the right file"
BLANK = "the PDF is empty: its pages are blank; add the right file"

_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)
"""Text is taken from beyond the edges of the page too: where it stands is for the reviewer."""
_UNREADABLE = re.compile("[\ue000-\uf8ff\ufffd\x00\x01\x03-\x08\x0e-\x1f\x7f-\x9f\ufff0-\uffff]")
_MAXIMUM_UNREADABLE = 0.15
"""Share of characters without meaning above which a text is garbled; formulas stay far below."""
_LETTERS_OF_A_PAGE = 20
"""A page with fewer letters holds no more than a number or a stamp."""
_SCAN_COVERS = 0.4
"""Share of the page that a picture covers when the page is a scan; figures have captions."""
_OBJECTS_LOOKED_AT = 200
_BROKEN_PAGES_IN_A_ROW = 200
"""After so many the page count is a lie and nothing more will come."""


@dataclass(frozen=True)
class _Page:
    """`drawn`: something stands on it, though few letters; `scanned`: a picture of a page."""

    text: str
    readable: bool = True
    drawn: bool = False
    scanned: bool = False


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text with its page starts, and what the file says of itself."""
    # Opened by hand: pypdfium2 would take a document without pages for one that failed to open,
    # with the error of whichever file failed before it in this process.
    handle = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not handle:
        code = pdfium.FPDF_GetLastError()
        if code == pdfium.FPDF_ERR_PASSWORD:
            raise ExtractionError(name, pdf_miner.PASSWORD)
        if code == pdfium.FPDF_ERR_SECURITY:
            raise ExtractionError(name, pdf_miner.ENCRYPTED)
        return _read_without_pdfium(data, name, settings)
    with pypdfium2.PdfDocument(handle) as document:
        return _read_with_pdfium(document, data, name, settings)


def is_sane(text: str) -> bool:
    """Whether a text has letters or digits and few characters that mean nothing."""
    characters = len("".join(text.split()))
    if not any(map(str.isalnum, text)):
        return False
    return len(_UNREADABLE.findall(text)) <= characters * _MAXIMUM_UNREADABLE


def _read_with_pdfium(
    document: Any, data: bytes, name: str, settings: ExtractionSettings
) -> Extracted:
    maximum = settings.maximum_characters
    pages: list[_Page] = []
    text, starts = join_pages(_texts(document, pages), name, maximum)
    notes: list[str] = []
    broken = [i for i, page in enumerate(pages) if not page.readable]
    if not is_sane(text):
        second = _second_opinion(data, name, settings)
        if second is not None:
            return second
        if len(broken) == len(pages):
            raise ExtractionError(name, pdf_miner.DAMAGED if len(document) else NO_PAGES)
    if broken:
        notes.append(_about(broken, "is damaged and was left out", "are damaged and were left out"))
    if is_sane(text):
        pictures = [i for i, page in enumerate(pages) if page.scanned]
    else:
        pictures = [i for i, page in enumerate(pages) if page.drawn]
        if not pictures:
            raise ExtractionError(name, BLANK)
        garbled = any(map(_UNREADABLE.search, (page.text for page in pages)))
        what = "its letters have no meaning to a computer" if garbled else "its pages are pictures"
        ocr.require(name, settings, what)
    if pictures and settings.ocr and ocr.installed():
        read_again = ocr.read_pdf(document, name, settings, pictures)
        texts = [read_again.get(i, page.text) for i, page in enumerate(pages)]
        text, starts = join_pages(texts, name, maximum)
        notes.append(_about(pictures, "was read by OCR", "were read by OCR"))
    elif pictures:
        notes.append(
            _about(pictures, "is a scan without text", "are scans without text") + ": run OCR"
        )
    return Extracted(
        text=text,
        file_type="pdf",
        page_starts=starts,
        title=pdf_title(_meta(document, "Title")),
        author=pdf_author(_meta(document, "Author")),
        date=pdf_date(_meta(document, "CreationDate")),
        notes=tuple(notes),
    )


def _texts(document: Any, pages: list[_Page]) -> Iterator[str]:
    """The text of each page; `pages` grows along with it."""
    in_a_row = 0
    for number in range(len(document)):
        page = _read_page(document, number)
        in_a_row = 0 if page.readable else in_a_row + 1
        if in_a_row > _BROKEN_PAGES_IN_A_ROW:
            del pages[-_BROKEN_PAGES_IN_A_ROW:]
            return
        pages.append(page)
        yield page.text


def _read_page(document: Any, number: int) -> _Page:
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return _Page("", readable=False)
    try:
        lines = page.get_textpage()
        text = lines.get_text_bounded(*_EVERYWHERE, errors="replace").replace("\r\n", "\n")
        lines.close()
        if sum(map(str.isalpha, text)) >= _LETTERS_OF_A_PAGE and is_sane(text):
            return _Page(text)
        drawn, scanned = _looks_of(page)
        return _Page(text, drawn=drawn or bool(text.strip()), scanned=scanned)
    except pypdfium2.PdfiumError:
        return _Page("", readable=False)
    finally:
        page.close()


def _looks_of(page: Any) -> tuple[bool, bool]:
    """Whether anything is drawn on the page, and whether a picture covers much of it."""
    drawn = False
    width, height = page.get_size()
    for seen, thing in enumerate(page.get_objects(max_depth=5)):
        drawn = drawn or thing.type != pdfium.FPDF_PAGEOBJ_FORM
        if thing.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = thing.get_bounds()
            if (right - left) * (top - bottom) >= _SCAN_COVERS * width * height:
                return True, True
        if seen >= _OBJECTS_LOOKED_AT:
            break
    return drawn, False


def _read_without_pdfium(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """What pdfminer.six makes of a file that PDFium refuses; it repairs other kinds of damage."""
    text, starts = join_pages(pdf_miner.page_texts(data, name), name, settings.maximum_characters)
    if not is_sane(text):
        raise ExtractionError(name, pdf_miner.DAMAGED if starts else NO_PAGES)
    note = "the PDF is damaged: read by pdfminer.six, some of it may be missing"
    return Extracted(text=text, file_type="pdf", page_starts=starts, notes=(note,))


def _second_opinion(data: bytes, name: str, settings: ExtractionSettings) -> Extracted | None:
    """The document as pdfminer.six reads it, when that is sane; a look at the first pages
    decides, because it needs 25 ms a page and a scan has hundreds."""
    try:
        first = "".join(pdf_miner.page_texts(data, name, maximum_pages=5))
        if not is_sane(first):
            return None
        extracted = _read_without_pdfium(data, name, settings)
    except ExtractionError:
        return None
    note = "read by pdfminer.six, because PDFium found no readable text"
    return Extracted(extracted.text, "pdf", extracted.page_starts, notes=(note,))


def _meta(document: Any, key: str) -> str:
    """A value of the document's information; "" when it is missing or cannot be decoded."""
    try:
        return str(document.get_metadata_value(key))
    except (ValueError, pypdfium2.PdfiumError):
        return ""


def _about(numbers: Collection[int], one: str, more: str) -> str:
    """ "page 3 is …", "pages 3, 4 and 17 are …", or "12 pages are …" when there are many."""
    shown = [str(number + 1) for number in sorted(numbers)]
    if len(shown) == 1:
        return f"page {shown[0]} {one}"
    if len(shown) > 8:
        return f"{len(shown)} pages {more}"
    return f"pages {', '.join(shown[:-1])} and {shown[-1]} {more}"
