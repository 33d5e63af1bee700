"""DOCX: the text as Word shows it.

In the text: paragraphs, tables (nested too), hyperlinks, results of fields, equations, insertions.
Footnotes, endnotes and text boxes stand after the paragraph that refers to them. Left out: headers
and footers, comments, deletions, field codes, automatic numbers, and hidden text (with a note).
"""

from __future__ import annotations

from collections.abc import Mapping

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.core_properties import core_properties
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import LINE, PARAGRAPH, GrowingText, iso_language
from simdoc.text.package import Package
from simdoc.text.safe_xml import Enough
from simdoc.text.symbol_font import symbol_character

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
}
_LEFT_OUT = frozenset(
    {"w:del", "w:moveFrom", "w:rt", "w:tabs", "w:pPrChange", "w:rPrChange", "w:sectPrChange"}
    | {"mc:Fallback"}
)
"""Whole elements that are not shown: deletions, ruby, tab stops, former properties, and the second
copy that Word writes of each text box for its older versions."""
_SAME_PAGE = frozenset({"continuous", "nextColumn"})
_OFF = frozenset({"0", "false", "off"})


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of a DOCX. Page starts are those that Word noted when it last laid the document
    out, together with the breaks that the author set."""
    package = Package(data, name, settings)
    main = package.related("", "officeDocument") or "word/document.xml"
    properties = core_properties(package)
    notes = _Notes(package, main, settings)
    text = GrowingText(name, settings)
    body = _Body(text, notes)
    package.parse(main, body, _PREFIXES)
    if not body.is_word:
        raise ExtractionError(
            name, "it is not a Word document, whatever its name says; correct its type by hand"
        )
    # Without Word's own notes the author's breaks are all we have; when the file says that it
    # has more pages than these make, numbers made from them would mislead.
    pages = body.has_rendered_breaks or (properties.pages or 1) <= text.page_count()
    hidden = body.hidden_characters
    return text.finish(
        "docx",
        title=properties.title,
        author=properties.author,
        date=properties.date,
        language=_language(package, main),
        pages=pages,
        notes=(f"{hidden} characters of hidden text were left out",) if hidden else (),
    )


class _Notes:
    """The footnotes and endnotes of a document, by kind and id."""

    def __init__(self, package: Package, main: str, settings: ExtractionSettings) -> None:
        self._texts: dict[tuple[str, str], str] = {}
        for kind in ("footnote", "endnote"):
            part = package.related(main, f"{kind}s")
            if part is not None:
                collector = _NoteCollector(package.name, settings, kind)
                package.parse(part, collector, _PREFIXES)
                self._texts |= collector.texts

    def take(self, kind: str, identifier: str) -> str:
        """The note's text, once: a hostile file may refer to a long note a million times."""
        return self._texts.pop((kind, identifier), "")


class _NoteCollector:
    """Reads each note of footnotes.xml or endnotes.xml as a small body of its own."""

    def __init__(self, name: str, settings: ExtractionSettings, kind: str) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self._name = name
        self._settings = settings
        self._kind = kind
        self._identifier = ""
        self._body: _Body | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._body is not None:
            self._body.start(name, attributes)
        elif name == f"w:{self._kind}" and attributes.get("w:type", "normal") == "normal":
            self._identifier = attributes.get("w:id", "")
            self._body = _Body(GrowingText(self._name, self._settings), None)

    def end(self, name: str) -> None:
        if self._body is None:
            return
        if name == f"w:{self._kind}":
            self.texts[self._kind, self._identifier] = self._body.text.so_far()
            self._body = None
        else:
            self._body.end(name)

    def characters(self, text: str) -> None:
        if self._body is not None:
            self._body.characters(text)


class _Body:
    """Turns the events of a part into text."""

    def __init__(self, text: GrowingText, notes: _Notes | None) -> None:
        self.text = text
        self.is_word = False
        self.has_rendered_breaks = False
        self.hidden_characters = 0
        self._notes = notes
        self._left_out = 0
        self._in_text = False
        self._hidden = False
        self._in_run_properties = False
        self._in_paragraph_properties = False
        self._section_ends = False
        self._tables = 0
        self._fields: list[bool] = []
        """For each open field, whether its code is being read (True) or its result (False)."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._left_out or name in _LEFT_OUT:
            self._left_out += 1
            return
        match name:
            case "w:t" | "m:t":
                self._in_text = True
            case "w:r" | "m:r":
                self._hidden = False
            case "w:rPr":
                self._in_run_properties = True
            case "w:vanish" if self._in_run_properties:
                self._hidden = attributes.get("w:val", "1") not in _OFF
            case "w:tab" | "w:ptab":
                self._add("\t")
            case "w:br":
                if attributes.get("w:type") == "page":
                    self.text.part(LINE)
                    self.text.end_page()
                else:
                    self._add("\n")
            case "w:cr":
                self._add("\n")
            case "w:noBreakHyphen":
                self._add("\u2011")
            case "w:softHyphen":
                self._add("\u00ad")
            case "w:sym":
                self._add(_symbol(attributes))
            case "w:lastRenderedPageBreak":
                self.has_rendered_breaks = True
                self.text.end_page(rendered=True)
            case "w:pPr":
                self._in_paragraph_properties = True
            case "w:sectPr" if self._in_paragraph_properties:
                self._section_ends = True
            case "w:type" if attributes.get("w:val") in _SAME_PAGE:
                self._section_ends = False
            case "w:pageBreakBefore" if attributes.get("w:val", "1") not in _OFF:
                self.text.end_page()
            case "w:fldChar":
                self._field(attributes.get("w:fldCharType", ""))
            case "w:footnoteReference" | "w:endnoteReference" if self._notes is not None:
                kind = name[2:].removesuffix("Reference")
                self.text.put_aside(self._notes.take(kind, attributes.get("w:id", "")))
            case "w:txbxContent":
                self.text.begin_aside()
            case "w:tbl":
                self._tables += 1
            case "w:document":
                self.is_word = True
            case _:
                pass

    def end(self, name: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        match name:
            case "w:t" | "m:t":
                self._in_text = False
            case "w:rPr":
                self._in_run_properties = False
            case "w:pPr":
                self._in_paragraph_properties = False
            case "w:p":
                # A field code may not run on past its paragraph: a file that forgets to end one
                # would lose all the rest.
                self._fields = [False] * len(self._fields)
                self.text.end_paragraph(LINE if self._tables else PARAGRAPH)
                if self._section_ends:
                    self.text.end_page()
                    self._section_ends = False
            case "w:tc":
                self.text.end_cell()
            case "w:tr":
                self.text.end_cell(LINE)
            case "w:tbl":
                self._tables -= 1
                self.text.part(PARAGRAPH)
            case "w:txbxContent":
                self.text.end_aside()
            case _:
                pass

    def characters(self, text: str) -> None:
        if self._in_text and not self._left_out:
            self._add(text.replace("\n", " "))

    def _add(self, text: str) -> None:
        if self._fields and any(self._fields):
            return
        if self._hidden:
            self.hidden_characters += len(text)
            return
        self.text.add(text)

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append(True)
        elif kind == "separate" and self._fields:
            self._fields[-1] = False
        elif kind == "end" and self._fields:
            self._fields.pop()


def _symbol(attributes: Mapping[str, str]) -> str:
    try:
        code = int(attributes.get("w:char", ""), 16)
    except ValueError:
        return ""
    return symbol_character(code, attributes.get("w:font", ""))


class _Languages:
    """The language of the document's defaults, or else of the first style that has one."""

    def __init__(self) -> None:
        self.first: str | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "w:lang" and attributes.get("w:val"):
            self.first = attributes["w:val"]
            raise Enough  # the defaults come first of all

    def end(self, name: str) -> None:
        """Nothing ends that matters."""

    def characters(self, text: str) -> None:
        """Styles hold no text."""


def _language(package: Package, main: str) -> str | None:
    """The language of the styles; damage there is no reason to refuse a sound text."""
    languages = _Languages()
    try:
        styles = package.related(main, "styles")
        if styles is not None:
            package.parse(styles, languages, _PREFIXES)
    except ExtractionError:
        return None
    return iso_language(languages.first)
