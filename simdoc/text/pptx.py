"""PPTX: each slide is a page; the speaker's notes follow their slide.

Tables, grouped shapes and the words of diagrams are in; slide numbers, dates and footers are not.
"""

from __future__ import annotations

from collections.abc import Mapping

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.core_properties import core_properties
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import LINE, PARAGRAPH, GrowingText, iso_language
from simdoc.text.package import Package

_PREFIXES = {
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
}
_NO_TEXT_PLACEHOLDERS = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of a presentation; page n of it is slide n, also when a slide holds no text."""
    package = Package(data, name, settings)
    main = package.related("", "officeDocument") or "ppt/presentation.xml"
    presentation = _Presentation()
    package.parse(main, presentation, _PREFIXES)
    if not presentation.is_presentation:
        raise ExtractionError(
            name,
            "it is not a PowerPoint presentation, whatever its name says; correct its type by hand",
        )
    text = GrowingText(name, settings)
    language: str | None = None
    slides = {found.identifier: found.target for found in package.relationships(main)}
    for number, identifier in enumerate(dict.fromkeys(presentation.slides)):
        if number:
            text.end_page()
        slide = slides.get(identifier, "")
        if not package.has(slide):
            continue
        shapes = _Shapes(text)
        package.parse(slide, shapes, _PREFIXES)
        language = language or iso_language(shapes.language)
        text.end_paragraph()
        for found in package.relationships(slide):
            if found.kind in ("notesSlide", "diagramData") and package.has(found.target):
                package.parse(found.target, _Shapes(text), _PREFIXES)
                text.end_paragraph()
    properties = core_properties(package)
    return text.finish(
        "pptx",
        title=properties.title,
        author=properties.author,
        date=properties.date,
        language=language,
    )


class _Presentation:
    """The slides in the order they are shown, as ids of references."""

    def __init__(self) -> None:
        self.is_presentation = False
        self.slides: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "p:presentation":
            self.is_presentation = True
        elif name == "p:sldId":
            self.slides.append(attributes.get("r:id", ""))

    def end(self, name: str) -> None:
        """Nothing ends that matters."""

    def characters(self, text: str) -> None:
        """The presentation's own part holds no text."""


class _Shapes:
    """Turns the events of a slide, of its notes or of a diagram's data into text."""

    def __init__(self, text: GrowingText) -> None:
        self.language: str | None = None
        self._text = text
        self._left_out = 0
        self._in_text = False
        self._placeholder = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._left_out or name == "mc:Fallback" or self._is_left_out_body(name):
            self._left_out += 1
            return
        match name:
            case "a:t" | "m:t":
                self._in_text = True
            case "a:br":
                self._text.add("\n")
            case "a:rPr":
                self.language = self.language or attributes.get("lang")
            case "p:sp":
                self._placeholder = ""
            case "p:ph":
                self._placeholder = attributes.get("type", "")
            case _:
                pass

    def end(self, name: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        match name:
            case "a:t" | "m:t":
                self._in_text = False
            case "a:p":
                self._text.end_paragraph(LINE)
            case "p:txBody" | "p:sp":
                self._text.part(PARAGRAPH)
            case "a:tc":
                self._text.end_cell()
            case "a:tr":
                self._text.end_cell(LINE)
            case "a:tbl":
                self._text.part(PARAGRAPH)
            case _:
                pass

    def characters(self, text: str) -> None:
        if self._in_text and not self._left_out:
            self._text.add(text.replace("\n", " "))

    def _is_left_out_body(self, name: str) -> bool:
        return name == "p:txBody" and self._placeholder in _NO_TEXT_PLACEHOLDERS
