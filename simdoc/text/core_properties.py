"""What a DOCX, XLSX or PPTX says of itself: title, author, date."""

from __future__ import annotations

from dataclasses import dataclass

from simdoc.errors import ExtractionError
from simdoc.text.growing_text import iso_date, one_line
from simdoc.text.package import Package
from simdoc.text.safe_xml import ElementTexts

_PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": "app",
}


@dataclass(frozen=True)
class CoreProperties:
    """Each None when the file does not say. `pages` is what the writing program counted."""

    title: str | None = None
    author: str | None = None
    date: str | None = None
    pages: int | None = None


def core_properties(package: Package) -> CoreProperties:
    """The properties; damage in them is no reason to refuse a document whose text is sound."""
    texts = ElementTexts("dc:title", "dc:creator", "dcterms:created", "app:Pages")
    for kind in ("core-properties", "extended-properties"):
        try:
            part = package.related("", kind)
            if part is not None:
                package.parse(part, texts, _PREFIXES)
        except ExtractionError:
            continue
    pages = texts.texts.get("app:Pages", "")
    return CoreProperties(
        title=one_line(texts.texts.get("dc:title")),
        author=one_line(texts.texts.get("dc:creator")),
        date=iso_date(texts.texts.get("dcterms:created")),
        pages=int(pages) if pages.isdecimal() and len(pages) < 7 else None,
    )
