"""RTF: the text as Word shows it, whatever the code pages of its fonts.

Footnotes, endnotes and text boxes stand after the paragraph that they are anchored in. Left out:
headers and footers, comments, deletions, field codes, automatic numbers, and hidden text (with a
note). Page starts are the breaks that the author set: RTF notes no others.
"""

from __future__ import annotations

import locale
import re
from dataclasses import dataclass, replace

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import LINE, GrowingText, iso_date, iso_language, one_line
from simdoc.text.rtf_words import (
    ASIDES,
    CHARACTERS,
    NOT_TEXT,
    STARRED_TEXT,
    SYMBOL_CHARSET,
    SYMBOLS,
    encoding_of_charset,
    encoding_of_code_page,
)
from simdoc.text.symbol_font import symbol_character

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,40})(-?[0-9]{1,10})? ?"
    rb"|((?:[^\\{}\r\n]+|\\'[0-9a-fA-F]{2})+)"
    rb"|\\([^a-zA-Z])"
    rb"|([{}])"
    rb"|[\r\n]+"
    rb"|\\",
    re.DOTALL,
)
_BYTE = re.compile(rb"\\'([0-9a-fA-F]{2})")
_SKIPPED = re.compile(rb"[^\\{}]+")
MAXIMUM_DEPTH = 10_000
"""Groups in groups; Word stops at a few dozen."""


@dataclass(frozen=True)
class _State:
    """What a group inherits and gives back when it closes."""

    into: str = "text"
    """Where characters go: text, fonttbl, skip, or the name of a property (title, author)."""
    font: int | None = None
    """Number in the font table; None means the document's default font."""
    fallbacks: int = 1
    """Characters for old readers that follow each \\u."""
    hidden: bool = False
    deleted: bool = False
    aside: bool = False


@dataclass
class _Font:
    encoding: str | None = None
    symbol: bool = False
    name: str = ""


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of an RTF document; a file that ends early gives what it has, with a note."""
    begin = data.find(b"{\\rtf", 0, 4096)
    if begin < 0:
        raise ExtractionError(
            name,
            "it is not an RTF document, whatever its name says; correct its type by hand, "
            "or ask for another copy",
        )
    return _Reader(data, name, settings).read(begin)


def _byte(match: re.Match[bytes]) -> bytes:
    return bytes((int(match[1], 16),))


class _Reader:
    def __init__(self, data: bytes, name: str, settings: ExtractionSettings) -> None:
        self._data = data
        self._name = name
        self._text = GrowingText(name, settings)
        self._state = _State()
        self._stack: list[_State] = []
        self._encoding = "cp1252"
        self._fonts: dict[int, _Font] = {}
        self._default_font = 0
        self._bytes = bytearray()
        """Bytes not yet decoded: a character may be spread over several tokens."""
        self._units: list[int] = []
        """UTF-16 units not yet decoded: a character may be a pair of them."""
        self._to_skip = 0
        self._starred = False
        self._section_ended = False
        self._properties: dict[str, str] = {}
        self._created = [0, 0, 0]
        self._language: str | None = None
        self._hidden_characters = 0

    def read(self, position: int) -> Extracted:
        data = self._data
        whole = False
        while position < len(data):
            if self._state.into == "skip" and (skipped := _SKIPPED.match(data, position)):
                position = skipped.end()
                continue
            match = _TOKEN.match(data, position)
            if match is None:
                break
            position = match.end()
            word, number, plain, symbol, brace = match.groups()
            if plain is not None:
                self._plain(_BYTE.sub(_byte, plain) if b"\\" in plain else plain)
            elif brace == b"{":
                self._open_group()
            elif brace == b"}":
                self._close_group()
                if not self._stack:
                    whole = True
                    break
            elif word is not None:
                argument = int(number) if number is not None else None
                if word == b"bin" and argument is not None:
                    position += max(0, argument)
                else:
                    self._word(word.decode("ascii"), argument)
            elif symbol is not None:
                self._symbol(symbol)
        return self._finish(whole and position <= len(data))

    def _finish(self, whole: bool) -> Extracted:
        self._flush()
        notes = []
        if not whole:
            notes.append("the file ends in the middle: its text may be incomplete")
        if self._hidden_characters:
            notes.append(f"{self._hidden_characters} characters of hidden text were left out")
        year, month, day = self._created
        return self._text.finish(
            "rtf",
            title=one_line(self._properties.get("title")),
            author=one_line(self._properties.get("author")),
            date=iso_date(f"{year:04}-{month:02}-{day:02}"),
            language=self._language,
            notes=tuple(notes),
        )

    def _open_group(self) -> None:
        self._flush()
        self._to_skip = 0
        if len(self._stack) >= MAXIMUM_DEPTH:
            raise ExtractionError(
                self._name,
                f"its groups are nested more than {MAXIMUM_DEPTH:,} deep, which no word processor "
                "does; open the document and save it again",
            )
        self._stack.append(self._state)
        self._state = replace(self._state, aside=False)
        self._starred = False

    def _close_group(self) -> None:
        self._flush()
        self._to_skip = 0
        if self._state.aside:
            self._text.end_aside()
        if self._stack:
            self._state = self._stack.pop()

    def _plain(self, content: bytes) -> None:
        """Bytes of text, less those that only repeat a \\u for old readers."""
        if self._to_skip:
            dropped = min(self._to_skip, len(content))
            self._to_skip -= dropped
            content = content[dropped:]
        if content and self._state.into != "skip":
            if self._units:
                self._flush()
            self._bytes += content

    def _symbol(self, symbol: bytes) -> None:
        character = symbol.decode("latin-1")
        if character == "*":
            self._starred = True
        elif character in "\r\n":
            self._word("par", None)
        elif character in SYMBOLS:
            if self._to_skip:
                self._to_skip -= 1
            else:
                self._flush()
                self._put(SYMBOLS[character])

    def _word(self, word: str, number: int | None) -> None:
        if word == "u":
            if number is not None and self._state.into != "skip":
                if self._bytes:
                    self._flush()
                self._units.append(number & 0xFFFF)
            self._to_skip = self._state.fallbacks
            return
        self._flush()
        self._to_skip = 0
        starred, self._starred = self._starred, False
        if word == "ud" and len(self._stack) > 1:
            # {\upr{for old readers}{\*\ud{in Unicode}}}: back to what held before \upr.
            self._state = self._stack[-2]
        elif word in NOT_TEXT or (starred and word not in STARRED_TEXT):
            self._into("skip")
        elif self._state.into == "text":
            self._text_word(word, number)
        elif self._state.into != "skip":
            self._table_word(word, number)
        if word == "uc":
            self._state = replace(self._state, fallbacks=min(max(0, number or 0), 100))

    def _text_word(self, word: str, number: int | None) -> None:
        on = number != 0
        if word in CHARACTERS:
            self._put(CHARACTERS[word])
        elif word == "par":
            self._text.end_paragraph()
        elif word in ("cell", "nestcell"):
            self._text.end_cell()
        elif word in ("row", "nestrow"):
            self._text.end_cell(LINE)
        elif word in ("page", "pagebb"):
            self._text.part(LINE)
            self._text.end_page()
        elif word == "sect":
            self._text.end_paragraph()
            self._section_ended = True
        elif word in ("sbknone", "sbkcol"):
            self._section_ended = False
        elif word in ASIDES and not self._state.aside:
            self._state = replace(self._state, aside=True)
            self._text.begin_aside()
        elif word == "f":
            self._state = replace(self._state, font=number or 0)
        elif word == "v":
            self._state = replace(self._state, hidden=on)
        elif word == "deleted":
            self._state = replace(self._state, deleted=on)
        elif word == "plain":
            self._state = replace(self._state, font=None, hidden=False, deleted=False)
        elif word == "deff":
            self._default_font = number or 0
        elif word in ("fonttbl", "info"):
            self._into(word)
        elif word == "ansicpg":
            self._encoding = encoding_of_code_page(number or 0) or self._encoding
        elif word in ("mac", "pc", "pca"):
            self._encoding = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
        elif word in ("deflang", "lang") and self._language is None:
            self._language = iso_language(locale.windows_locale.get(number or 0))

    def _table_word(self, word: str, number: int | None) -> None:
        """Control words of the font table and of the properties."""
        if self._state.into == "fonttbl":
            if word == "f":
                self._state = replace(self._state, font=number or 0)
            font = self._font()
            if word == "fcharset":
                font.symbol = number == SYMBOL_CHARSET
                font.encoding = encoding_of_charset(number or 0)
            elif word == "cpg":
                font.encoding = encoding_of_code_page(number or 0) or font.encoding
        elif word in ("title", "author", "creatim"):
            self._into(word)
        elif self._state.into == "info":
            self._into("skip")
        elif self._state.into == "creatim" and word in ("yr", "mo", "dy"):
            self._created[["yr", "mo", "dy"].index(word)] = min(max(0, number or 0), 9999)

    def _into(self, destination: str) -> None:
        self._state = replace(self._state, into=destination)

    def _put(self, text: str) -> None:
        """Characters to where the current group's go."""
        into = self._state.into
        if into == "text":
            if self._state.deleted:
                return
            if self._state.hidden:
                self._hidden_characters += len(text)
                return
            if self._section_ended:
                self._section_ended = False
                self._text.end_page()
            self._text.add(text)
        elif into in ("title", "author"):
            self._properties[into] = self._properties.get(into, "") + text

    def _flush(self) -> None:
        """Decodes what has been gathered."""
        if self._bytes:
            content = bytes(self._bytes)
            self._bytes.clear()
            if self._state.into == "fonttbl":
                self._font().name += content.decode("latin-1").rstrip(";").strip()
            elif self._font().symbol:
                font = self._font().name
                self._put("".join(symbol_character(0xF000 + byte, font) for byte in content))
            else:
                self._put(content.decode(self._font().encoding or self._encoding, "replace"))
        if self._units:
            units, self._units = self._units, []
            self._put(self._decoded(units))

    def _font(self) -> _Font:
        number = self._default_font if self._state.font is None else self._state.font
        return self._fonts.setdefault(number, _Font())

    def _decoded(self, units: list[int]) -> str:
        """Text of UTF-16 units; Word writes the Symbol font's characters in the private area."""
        text = b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "replace")
        if not any("\uf000" <= character <= "\uf0ff" for character in text):
            return text
        font = self._font().name
        return "".join(
            symbol_character(ord(c), font) if "\uf000" <= c <= "\uf0ff" else c for c in text
        )
