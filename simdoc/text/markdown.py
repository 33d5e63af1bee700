"""Markdown: the words without the marks; text, code and the texts of links stay.

Works line by line on the source, so that lines stay where the author put them.
"""

from __future__ import annotations

import html
import re

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import iso_date, iso_language
from simdoc.text.plain import decode

_FRONT = re.compile(r"\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.S)
_FIELD = re.compile(r"^(title|author|authors|date|lang|language)\s*:[ \t]*(.*)$", re.I | re.M)
_FENCE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)*(```+|~~~+)")
_RULE = re.compile(r"(?:[-*_][ \t]*){3,}|=+|-+")
_TABLE_RULE = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?)?")
_DEFINITION = re.compile(r"[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S")
_LINE_START = re.compile(
    r"[ \t]*(?:>[ \t]?)*(?:#{1,6}(?=[ \t])|[-*+](?=[ \t])(?:[ \t]+\[[ xX]\](?=[ \t]))?"
    r"|\[\^[^\]\n]{1,40}\]:)?[ \t]*"
)
_INLINE = (
    (
        re.compile(r"!?\[([^\[\]\n]*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])"),
        r"\1",
    ),
    (re.compile(r"<((?:https?|ftp|mailto):[^<>\s]*|[^<>\s@]+@[^<>\s]+)>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]*>"), ""),
    (re.compile(r"\[\^[^\]\n]{1,40}\]"), ""),
    (re.compile(r"(?<![*\w\\])(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"\*{1,3}(?=\S)([^*\n]+?)(?<=\S)\*{1,3}"), r"\1"),
    (re.compile(r"~~(?=\S)([^~\n]+?)~~"), r"\1"),
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SHELTER = 0x10FF00
"""Escaped marks are moved this far out of sight while the others are taken off."""
_SHELTERED = re.compile("[\U0010ff00-\U0010ff7f]")
_CODE = re.compile(r"(`+)(.+?)\1")
_LONGEST_LINE = 20_000
"""Marks are looked for in lines up to this length; longer ones are data, not prose."""


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The words of the document; title, author, date and language from the front matter."""
    source, notes = decode(data, name)
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT.match(source)
    fields = _front_matter(front[1]) if front else {}
    body = source[front.end() :] if front else source
    text = _without_marks(body)
    if not text.strip():
        raise ExtractionError(name, "the file is empty: it holds no text; add the right one")
    return Extracted(
        text=text,
        file_type="markdown",
        title=fields.get("title") or _first_heading(body),
        author=fields.get("author") or fields.get("authors"),
        date=iso_date(fields.get("date")),
        language=iso_language(fields.get("lang") or fields.get("language")),
        notes=notes,
    )


def _front_matter(block: str) -> dict[str, str]:
    """The single-line fields of a YAML block; lists of authors as [a, b] or on lines below."""
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(block):
        value = match[2].strip()
        if not value:
            below = re.match(r"(?:\n[ \t]*-[ \t]+[^\n]*)+", block[match.end() :])
            items = re.findall(r"-[ \t]+(?:name:[ \t]*)?([^\n]*)", below[0]) if below else []
            value = ", ".join(item.strip(" \t\"'") for item in items)
        elif value.startswith("[") and value.endswith("]"):
            value = ", ".join(item.strip(" \t\"'") for item in value[1:-1].split(","))
        fields.setdefault(match[1].lower(), value.strip("\"'"))
    return fields


def _first_heading(body: str) -> str | None:
    match = re.search(r"^#[ \t]+(\S.*)$", body, re.M)
    return _plain_line(match[0][:_LONGEST_LINE]) if match else None


def _without_marks(body: str) -> str:
    lines: list[str] = []
    fence = ""
    for line in body.split("\n"):
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence):
                fence = ""
            else:
                lines.append(line)
        elif opening:
            fence = opening[1]
        elif _TABLE_RULE.fullmatch(line.strip()) or _DEFINITION.match(line):
            continue
        elif _RULE.fullmatch(line.strip()):
            lines.append("")
        else:
            lines.append(_plain_line(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _plain_line(line: str) -> str:
    if len(line) > _LONGEST_LINE:
        return line
    start = _LINE_START.match(line)
    rest = line[start.end() :].rstrip() if start else line
    if line.lstrip().startswith("#") and rest.rstrip("#").endswith((" ", "\t")):
        rest = rest.rstrip("#").rstrip()
    if rest.startswith("|") or rest.endswith("|"):
        rest = "\t".join(cell.strip() for cell in rest.strip().strip("|").split("|"))
    return _without_inline_marks(rest)


def _without_inline_marks(line: str) -> str:
    """The line with its code spans as they are and every other mark taken off."""
    pieces: list[str] = []
    taken = 0
    for code in _CODE.finditer(line):
        pieces += [_unmarked(line[taken : code.start()]), code[2].strip()]
        taken = code.end()
    pieces.append(_unmarked(line[taken:]))
    return "".join(pieces)


def _unmarked(piece: str) -> str:
    piece = _without_comments(piece)
    piece = _ESCAPE.sub(lambda escape: chr(_SHELTER + ord(escape[1])), piece)
    for pattern, replacement in _INLINE:
        piece = pattern.sub(replacement, piece)
    piece = html.unescape(piece)
    return _SHELTERED.sub(lambda moved: chr(ord(moved[0]) - _SHELTER), piece)


def _without_comments(piece: str) -> str:
    """The piece without HTML comments; one that is never closed is text."""
    start = piece.find("<!--")
    while start >= 0 and (end := piece.find("-->", start)) >= 0:
        piece = piece[:start] + piece[end + 3 :]
        start = piece.find("<!--", start)
    return piece
