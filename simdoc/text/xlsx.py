"""XLSX: the cells that hold something, sheet by sheet and row by row.

Values stand as the file keeps them: dates are day numbers and percentages fractions, because only
the words matter for comparing texts. Formulas give their last result. Nothing is made from what
the file says of its own size, so a sheet of seventeen billion empty cells costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.core_properties import core_properties
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import LINE, PARAGRAPH, GrowingText
from simdoc.text.package import Package

_PREFIXES = {
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
}


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of a workbook: each sheet's name, then its rows; cells are parted by tabs."""
    package = Package(data, name, settings)
    main = package.related("", "officeDocument") or "xl/workbook.xml"
    if main.lower().endswith(".bin"):
        raise ExtractionError(
            name, "binary workbooks (.xlsb) cannot be read; save it as .xlsx and add that"
        )
    workbook = _Workbook()
    package.parse(main, workbook, _PREFIXES)
    if not workbook.is_workbook:
        raise ExtractionError(
            name, "it is not an Excel workbook, whatever its name says; correct its type by hand"
        )
    strings = _Strings()
    part = package.related(main, "sharedStrings")
    if part is not None:
        package.parse(part, strings, _PREFIXES)
    text = GrowingText(name, settings)
    targets = {found.identifier: found for found in package.relationships(main)}
    for title, identifier in dict.fromkeys(workbook.sheets):
        sheet = targets.get(identifier)
        # Sheets that are charts or macros hold no cells.
        if sheet is None or sheet.kind != "worksheet" or not package.has(sheet.target):
            continue
        package.parse(sheet.target, _Sheet(text, title, strings.strings), _PREFIXES)
        text.part(PARAGRAPH)
    properties = core_properties(package)
    return text.finish(
        "xlsx", title=properties.title, author=properties.author, date=properties.date
    )


class _Workbook:
    """The sheets in the order of their tabs: (name, id of the reference to its part)."""

    def __init__(self) -> None:
        self.is_workbook = False
        self.sheets: list[tuple[str, str]] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "x:workbook":
            self.is_workbook = True
        elif name == "x:sheet":
            self.sheets.append((attributes.get("name", ""), attributes.get("r:id", "")))

    def end(self, name: str) -> None:
        """Nothing ends that matters."""

    def characters(self, text: str) -> None:
        """The workbook's own part holds no text."""


class _Strings:
    """The strings that cells refer to by number; phonetic readings are left out."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._pieces: list[str] = []
        self._in_text = False
        self._in_reading = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "x:t":
            self._in_text = not self._in_reading
        elif name == "x:rPh":
            self._in_reading = True

    def end(self, name: str) -> None:
        if name == "x:t":
            self._in_text = False
        elif name == "x:rPh":
            self._in_reading = False
        elif name == "x:si":
            self.strings.append("".join(self._pieces))
            self._pieces = []

    def characters(self, text: str) -> None:
        if self._in_text:
            self._pieces.append(text)


class _Sheet:
    """Turns the events of a worksheet into rows of cells, after the sheet's title; a sheet
    without values gives nothing."""

    def __init__(self, text: GrowingText, title: str, strings: list[str]) -> None:
        self._text = text
        self._title = title
        self._strings = strings
        self._type = ""
        self._in_value = False
        self._in_reading = False
        self._pieces: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "x:c":
            self._type = attributes.get("t", "n")
            self._pieces = []
        elif name in ("x:v", "x:t"):
            self._in_value = not self._in_reading
        elif name == "x:rPh":
            self._in_reading = True

    def end(self, name: str) -> None:
        if name in ("x:v", "x:t"):
            self._in_value = False
        elif name == "x:rPh":
            self._in_reading = False
        elif name == "x:c" and (value := self._value().strip()):
            if self._title:
                self._text.add(self._title)
                self._text.part(LINE)
                self._title = ""
            self._text.add(value)
            self._text.end_cell()
        elif name == "x:row":
            self._text.end_cell(LINE)

    def characters(self, text: str) -> None:
        if self._in_value:
            self._pieces.append(text)

    def _value(self) -> str:
        value = "".join(self._pieces)
        match self._type:
            case "s":
                number = int(value) if value.isdecimal() and len(value) < 10 else -1
                return self._strings[number] if 0 <= number < len(self._strings) else ""
            case "b":
                return {"0": "FALSE", "1": "TRUE"}.get(value, value)
            case "e":
                return ""
            case _:
                return value
