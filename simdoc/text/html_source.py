"""The characters of an HTML file, made safe to parse.

Parsers follow the standard, and the standard lets a page of a few megabytes take hours: 100,000
nested elements cost 15 s, and every element that stays open is opened again in each paragraph.
Browsers cut nesting at 512; so does this.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter

from simdoc.text.plain import decode

MAXIMUM_DEPTH = 512
_MAXIMUM_FORMATTING = 16
"""Elements for bold, italic and the like that may be open at once: each paragraph begins with a
copy of every one left open, and they hold no text of their own."""

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,200}?encoding=["']([\w.:-]+)""",
    re.I,
)
_LOOKED_AT = 4096
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)[^<>]*>?")
_LONG_TAG = re.compile(r"<([a-zA-Z][\w:-]{0,50})\b[^<>]{20000,}>")
_EMPTY_ELEMENT = re.compile(r"<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/>")
_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "frame", "basefont",
})  # fmt: skip
_FORMATTING = frozenset({
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
})  # fmt: skip
_ENDS_BY_ITSELF = _VOID | frozenset({
    "p", "li", "dt", "dd", "option", "optgroup", "tr", "td", "th", "thead", "tbody", "tfoot",
    "colgroup", "rp", "rt", "html", "head", "body",
})  # fmt: skip


def html_source(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The characters of the page and notes on damaged ones."""
    source, notes = _decoded(data, name)
    source = source.replace("\0", "")
    if source.lstrip().startswith("<?xml"):
        source = _EMPTY_ELEMENT.sub(_open_and_close, source)
    # such tags are pictures written into the page; the standard compares their attributes pairwise
    source = _LONG_TAG.sub(r"<\1>", source)
    return limited_depth(source), notes


def limited_depth(source: str, maximum: int = MAXIMUM_DEPTH) -> str:
    """The source without the tags that would nest elements deeper than `maximum`."""
    if source.count("<") <= maximum:
        return source
    open_tags: Counter[str] = Counter()
    depth = formatting = 0
    pieces: list[str] = []
    taken = 0
    for tag in _TAG.finditer(source):
        element = tag[2].lower()
        if element in _ENDS_BY_ITSELF:
            continue
        formats = element in _FORMATTING
        if tag[1]:
            if open_tags[element]:
                open_tags[element] -= 1
                depth -= 1
                formatting -= formats
        elif depth < maximum and (not formats or formatting < _MAXIMUM_FORMATTING):
            open_tags[element] += 1
            depth += 1
            formatting += formats
        else:
            pieces.append(source[taken : tag.start()])
            taken = tag.end()
    if not taken:
        return source
    return "".join([*pieces, source[taken:]])


def _open_and_close(tag: re.Match[str]) -> str:
    """XHTML's `<a/>` as `<a></a>`; an HTML parser would take it for `<a>`."""
    return tag[0] if tag[1].lower() in _VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>"


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """By byte order mark or as UTF-8 when the bytes are that; else as the page declares; else by
    its letters."""
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    declared = _DECLARED.search(data[:_LOOKED_AT])
    if declared is not None and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        label = (declared[1] or declared[2]).decode("ascii", "replace").lower()
        # browsers read these labels as the Windows code page, and pages count on it
        label = {"iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252"}.get(label, label)
        try:
            if not label.startswith("utf") and label not in _NOT_CHARSETS:
                return data.decode(label), ()
        except (LookupError, UnicodeError, ValueError):
            pass
    return decode(data, name)


_NOT_CHARSETS = frozenset({"idna", "punycode", "rot13", "unicode_escape", "raw_unicode_escape"})
