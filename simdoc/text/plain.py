"""Plain text in any common encoding, characters and line ends exactly as the file has them."""

from __future__ import annotations

import codecs
import re

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.eight_bit import best_encoding
from simdoc.text.extracted import Extracted

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 1 << 16
_CONTROLS = bytes(b for b in range(32) if b not in b"\t\n\v\f\r\x1a\x1b") + b"\x7f"
_MAXIMUM_CONTROLS = 0.02
"""Share of control bytes above which bytes are no text; old text has a stray one here and there."""
_MULTIBYTE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text of the file, one character for each it has; notes say what could not be decoded."""
    text, notes = decode(data, name)
    if not text.strip():
        raise ExtractionError(name, "the file is empty: it holds no text; add the right one")
    return Extracted(text=text, file_type="text", notes=notes)


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of these bytes without its byte order mark, and notes on what was damaged."""
    encoding = unicode_encoding(data)
    if encoding is None:
        if looks_binary(data):
            raise ExtractionError(
                name, "it is not text but binary data: correct its type, or save it as PDF or DOCX"
            )
        encoding = best_encoding(data)
        return data.decode(encoding, "replace"), (f"read as {encoding.upper()}",)
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    damaged = text.count("\ufffd") - _replacements_in(data, encoding)
    if damaged <= 0:
        return text, ()
    if damaged > max(3, len(text) // 10):
        raise ExtractionError(
            name,
            f"its characters are damaged: it says it is {encoding.upper()} and is not; "
            "open it in an editor and save it again as UTF-8",
        )
    return text, (f"{damaged} damaged characters were replaced by \ufffd",)


def unicode_encoding(data: bytes) -> str | None:
    """The Unicode encoding of these bytes, by mark, by validity or by pattern; else None.

    Bytes that are valid UTF-8 are UTF-8 (pure ASCII included): accented text of an 8-bit
    encoding is practically never valid by chance.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if b"\0" in data[:_SAMPLE]:
        wide = _wide_encoding(data[:_SAMPLE])
        if wide is not None:
            return wide
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "utf-8" if _is_damaged_utf8(data) else None
    return "utf-8"


def looks_binary(data: bytes) -> bool:
    """Whether the bytes hold too many control characters, or NULs, to be text of any encoding."""
    sample = data[:_SAMPLE]
    if sample.startswith(tuple(mark for mark, _ in _MARKS)):
        return False
    if b"\0" in sample and _wide_encoding(sample) is not None:
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls > len(sample) * _MAXIMUM_CONTROLS


def _wide_encoding(sample: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: the one under which nearly all is ordinary text."""
    for encoding, width in (
        ("utf-32-le", 4),
        ("utf-32-be", 4),
        ("utf-16-le", 2),
        ("utf-16-be", 2),
    ):
        text = sample[: len(sample) // width * width].decode(encoding, "replace")
        if len(text) < 2:
            continue
        ordinary = sum(map(_is_ordinary, text))
        if ordinary >= 0.97 * len(text) and sum(map(str.isascii, text)) >= 0.05 * len(text):
            return encoding
    return None


def _is_ordinary(character: str) -> bool:
    """Letters of the scripts up to Arabic, general punctuation, and white space."""
    code = ord(character)
    return (
        0x20 <= code < 0x7F
        or character in "\t\n\r\f"
        or 0xA0 <= code < 0x0700
        or 0x2010 <= code < 0x2040
        or character == "\u20ac"
    )


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether the bytes were UTF-8 before a few were lost: many times more characters of two
    bytes or more are whole than broken. A cut at the end breaks at most one."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd") - _replacements_in(data, "utf-8")
    whole = len(_MULTIBYTE.findall(data)) - broken
    return whole >= 4 * broken or (broken == 1 and text.endswith("\ufffd") and whole > 0)


def _replacements_in(data: bytes, encoding: str) -> int:
    """Replacement characters that the file itself has, which no decoder put in."""
    return data.count("\ufffd".encode(encoding)) if encoding == "utf-8" else 0
