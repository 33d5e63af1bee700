"""ODT, and ODP and ODS by the same walk: the text as LibreOffice shows it.

Footnotes, endnotes and text boxes stand after the paragraph that they are anchored in. Left out:
tracked deletions, comments, headers and footers, automatic numbers, and hidden text (with a note).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import (
    LINE,
    PARAGRAPH,
    GrowingText,
    iso_date,
    iso_language,
    one_line,
)
from simdoc.text.odt_styles import Styles
from simdoc.text.package import Package
from simdoc.text.safe_xml import ElementTexts

_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_NAMESPACE}text:1.0": "text",
    f"{_NAMESPACE}table:1.0": "table",
    f"{_NAMESPACE}drawing:1.0": "draw",
    f"{_NAMESPACE}office:1.0": "office",
    f"{_NAMESPACE}style:1.0": "style",
    f"{_NAMESPACE}presentation:1.0": "presentation",
    f"{_NAMESPACE}meta:1.0": "meta",
    f"{_NAMESPACE}manifest:1.0": "manifest",
    f"{_NAMESPACE}xsl-fo-compatible:1.0": "fo",
    f"{_NAMESPACE}svg-compatible:1.0": "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_LEFT_OUT = frozenset(
    {"text:tracked-changes", "text:note-citation", "text:ruby-text", "text:script"}
    | {"text:hidden-text", "text:hidden-paragraph", "text:page-number", "svg:title", "svg:desc"}
    | {"table:tracked-changes", "table:covered-table-cell", "office:annotation", "office:forms"}
    | {"draw:object", "draw:object-ole", "presentation:footer", "presentation:date-time"}
)
_PARAGRAPHS = frozenset({"text:p", "text:h"})
_ASIDES = frozenset(
    {"text:note-body", "draw:text-box", "presentation:notes", "draw:custom-shape", "draw:rect"}
    | {"draw:ellipse", "draw:circle", "draw:line", "draw:connector", "draw:polygon", "draw:path"}
    | {"draw:polyline", "draw:caption", "draw:measure"}
)
_SPACE = re.compile("[ \t\r\n]+")
_MAXIMUM_SPACES = 1000
"""What one text:s may stand for: it says how many spaces, and may say two billion."""

_FILE_TYPES = {
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
}


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of an OpenDocument file. Page starts are those that LibreOffice noted when it last
    laid the document out, together with the author's; in a presentation each slide is a page."""
    package = Package(data, name, settings)
    _refuse_encrypted(package)
    text = GrowingText(name, settings)
    body = _Body(text, _styles(package))
    package.parse("content.xml", body, _PREFIXES)
    if not body.is_open_document:
        raise ExtractionError(
            name,
            "it is not an OpenDocument text, whatever its name says; correct its type by hand",
        )
    about = _about(package)
    # When the file says that it has more pages than the author's breaks make and the layout was
    # not noted down, numbers made from these breaks would mislead.
    pages = body.has_pages or about.pages <= text.page_count()
    hidden = body.hidden_characters
    texts = about.texts
    return text.finish(
        _file_type(package),
        title=one_line(texts.get("dc:title")),
        author=one_line(texts.get("meta:initial-creator")) or one_line(texts.get("dc:creator")),
        date=iso_date(texts.get("meta:creation-date")) or iso_date(texts.get("dc:date")),
        language=iso_language(texts.get("dc:language")) or body.styles.language,
        pages=pages,
        notes=(f"{hidden} characters of hidden text were left out",) if hidden else (),
    )


class _Body:
    """Turns the events of content.xml into text."""

    def __init__(self, text: GrowingText, styles: Styles) -> None:
        self.is_open_document = False
        self.has_pages = False
        self.hidden_characters = 0
        self.styles = styles
        self._text = text
        self._left_out = 0
        self._hidden = 0
        self._open: list[str] = []
        """Open paragraphs and asides: characters count only inside a paragraph."""
        self._styles_open: list[str] = []
        self._tables = 0
        self._slides = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._left_out or name in _LEFT_OUT:
            self._left_out += 1
            return
        if self._hidden:
            self._hidden += 1
        elif name == "text:span" and self.styles.hides(attributes.get("text:style-name", "")):
            self._hidden = 1
        if not self.is_open_document:
            self.styles.start(name, attributes)
            self.is_open_document = name == "office:body"
        elif name in _PARAGRAPHS:
            style = attributes.get("text:style-name", "")
            if self.styles.breaks_before(style):
                self._text.end_page()
            self._open.append(name)
            self._styles_open.append(style)
        elif name in _ASIDES:
            self._open.append(name)
            self._text.begin_aside()
        elif name == "text:soft-page-break":
            self.has_pages = True
            self._text.end_page(rendered=True)
        elif name == "draw:page":
            self.has_pages = True
            self._slides += 1
            if self._slides > 1:
                self._text.end_page()
        elif name == "table:table":
            self._tables += 1
        else:
            self._add(_standing_for(name, attributes))

    def end(self, name: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        if self._hidden:
            self._hidden -= 1
        if not self.is_open_document:
            self.styles.end(name)
        elif name in _PARAGRAPHS:
            self._open.pop()
            self._text.end_paragraph(LINE if self._tables else PARAGRAPH)
            if self.styles.breaks_after(self._styles_open.pop()):
                self._text.end_page()
        elif name in _ASIDES:
            self._open.pop()
            self._text.end_aside()
        elif name == "draw:page":
            self._text.end_paragraph()
        elif name == "table:table-cell":
            self._text.end_cell()
        elif name == "table:table-row":
            self._text.end_cell(LINE)
        elif name == "table:table":
            self._tables -= 1
            self._text.part(PARAGRAPH)

    def characters(self, text: str) -> None:
        """White space collapses, also across elements, as in HTML."""
        text = _SPACE.sub(" ", text)
        if text[0] == " " and self._text.ends_in_space():
            text = text[1:]
        self._add(text)

    def _add(self, text: str) -> None:
        if self._left_out or not self._open or self._open[-1] not in _PARAGRAPHS:
            return
        if self._hidden:
            self.hidden_characters += len(text)
        else:
            self._text.add(text)


def _standing_for(name: str, attributes: Mapping[str, str]) -> str:
    """The characters that an empty element stands for."""
    if name == "text:s":
        count = attributes.get("text:c", "1")
        spaces = int(count) if count.isdecimal() and len(count) < 10 else 1
        return " " * min(spaces, _MAXIMUM_SPACES)
    return {"text:tab": "\t", "text:line-break": "\n"}.get(name, "")


class _Encryption:
    """Whether the manifest says that a part is encrypted."""

    def __init__(self) -> None:
        self.found = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.found = self.found or name == "manifest:encryption-data"

    def end(self, name: str) -> None:
        """Nothing ends that matters."""

    def characters(self, text: str) -> None:
        """The manifest holds no text."""


def _refuse_encrypted(package: Package) -> None:
    encryption = _Encryption()
    if package.has("META-INF/manifest.xml"):
        package.parse("META-INF/manifest.xml", encryption, _PREFIXES)
    if encryption.found or package.has("encrypted-package"):
        raise ExtractionError(
            package.name, "it is protected by a password; ask the author for a copy without one"
        )


def _file_type(package: Package) -> str:
    if not package.has("mimetype"):
        return "odt"
    kind = package.part("mimetype")[:200].decode("ascii", "replace").strip()
    return _FILE_TYPES.get(kind.removesuffix("-template"), "odt")


class _About(ElementTexts):
    """What meta.xml says; `pages` is what the writing program counted, 0 when unknown."""

    def __init__(self) -> None:
        super().__init__(
            *("dc:title", "dc:creator", "dc:date", "dc:language"),
            *("meta:initial-creator", "meta:creation-date"),
        )
        self.pages = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        super().start(name, attributes)
        pages = attributes.get("meta:page-count", "")
        if name == "meta:document-statistic" and pages.isdecimal() and len(pages) < 7:
            self.pages = int(pages)


def _about(package: Package) -> _About:
    """Damage in meta.xml is no reason to refuse a document whose text is sound."""
    about = _About()
    try:
        if package.has("meta.xml"):
            package.parse("meta.xml", about, _PREFIXES)
    except ExtractionError:
        return _About()
    return about


def _styles(package: Package) -> Styles:
    """The named styles; damage in them is no reason to refuse either."""
    styles = Styles()
    try:
        if package.has("styles.xml"):
            package.parse("styles.xml", styles, _PREFIXES)
    except ExtractionError:
        return Styles()
    return styles
