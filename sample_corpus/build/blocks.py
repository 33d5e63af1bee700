"""Expanded text → blocks: what a page is made of, whatever the file format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sample_corpus.build.plants import (
    CLOSE,
    OPEN,
    PRIVATE,
    WHITE_OFF,
    WHITE_ON,
    Expanded,
    Planted,
)
from sample_corpus.build.sources import SourceError

Kind = Literal["heading", "subheading", "paragraph", "quote", "item"]
_PREFIXES: tuple[tuple[str, Kind], ...] = (
    ("## ", "subheading"),
    ("# ", "heading"),
    ("> ", "quote"),
    ("- ", "item"),
)
_NOTE = re.compile(r"\[\^(\w+)\]")


@dataclass(frozen=True)
class Run:
    """Text in one colour. `note` is the number of the footnote that is called after it, or 0."""

    text: str
    white: bool = False
    note: int = 0


@dataclass(frozen=True)
class Block:
    """One heading, paragraph, quotation or list item."""

    kind: Kind
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True)
class Span:
    """A planted passage as characters of `Document.plain`."""

    planted: Planted
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """What is to be put into a file. `notes[n - 1]` is the text of footnote n.

    `plain` is all blocks joined by line breaks, without footnotes: what truth.py looks for in the
    text that was extracted from the file.
    """

    title: str
    author: str
    date: str
    language: str
    declaration: tuple[str, ...]
    blocks: tuple[Block, ...]
    notes: tuple[str, ...]
    plain: str
    spans: tuple[Span, ...]


def make_document(expanded: Expanded, declarations: dict[str, list[str]]) -> Document:
    """The document of an expanded source."""
    source = expanded.source
    body, notes = _split_notes(source.slug, expanded.text)
    blocks = []
    marked = []
    white = False
    for kind, line in _lines(body):
        runs, white = _runs(line, white, list(notes))
        blocks.append(Block(kind, runs))
        marked.append(_NOTE.sub("", line))
    plain, spans = _spans("\n".join(marked), expanded.planted)
    return Document(
        title=source.metadata["title"],
        author=source.metadata["author"],
        date=source.metadata["submitted"],
        language=source.language,
        declaration=tuple(declarations[source.language]) if source.declaration else (),
        blocks=tuple(blocks),
        notes=tuple(notes.values()),
        plain=plain,
        spans=spans,
    )


def _split_notes(slug: str, text: str) -> tuple[list[str], dict[str, str]]:
    """Lines without the footnotes' texts, and those texts by label in the order of their calls."""
    texts: dict[str, str] = {}
    body = []
    for line in text.split("\n"):
        if match := re.match(r"\[\^(\w+)\]:\s*(.*)", line):
            texts[match[1]] = match[2]
        else:
            body.append(line)
    called = _NOTE.findall("\n".join(body))
    if sorted(called) != sorted(texts):
        raise SourceError(f"{slug}: footnotes called {called}, written {list(texts)}")
    return body, {label: texts[label] for label in called}


def _lines(body: list[str]) -> list[tuple[Kind, str]]:
    """Each line that says something, with its kind; private characters that stand alone move to
    the line that they open or close."""
    lines: list[tuple[Kind, str]] = []
    waiting = ""
    for raw in body:
        line = raw.strip()
        if not PRIVATE.sub("", line).strip():
            for mark in line:
                if lines and not waiting and _closes(mark):
                    lines[-1] = (lines[-1][0], lines[-1][1] + mark)
                else:
                    waiting += mark
            continue
        lead = re.match("[\ue000-\uf8ff]*", line)
        assert lead is not None
        waiting += lead[0]
        line = line[lead.end() :]
        kind: Kind = "paragraph"
        for prefix, named in _PREFIXES:
            if line.startswith(prefix):
                kind, line = named, line[len(prefix) :].lstrip()
                break
        lines.append((kind, waiting + line))
        waiting = ""
    return lines


def _closes(mark: str) -> bool:
    return mark == WHITE_OFF or CLOSE <= ord(mark) < ord(WHITE_ON)


def _runs(line: str, white: bool, labels: list[str]) -> tuple[tuple[Run, ...], bool]:
    """A line cut where its colour changes or a footnote is called; and the colour at its end."""
    runs: list[Run] = []
    for part in re.split(rf"([{WHITE_ON}{WHITE_OFF}]|\[\^\w+\])", line):
        if part in (WHITE_ON, WHITE_OFF):
            white = part == WHITE_ON
        elif call := _NOTE.fullmatch(part):
            last = runs.pop() if runs else Run("", white)
            runs.append(Run(last.text, last.white, labels.index(call[1]) + 1))
        elif text := PRIVATE.sub("", part):
            runs.append(Run(text, white))
    return tuple(runs), white


def _spans(marked: str, planted: tuple[Planted, ...]) -> tuple[str, tuple[Span, ...]]:
    """The text without private characters, and where each passage lies in it."""
    plain: list[str] = []
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for character in marked:
        code = ord(character)
        if OPEN <= code < CLOSE:
            starts[code - OPEN] = len(plain)
        elif CLOSE <= code < ord(WHITE_ON):
            ends[code - CLOSE] = len(plain)
        elif character not in (WHITE_ON, WHITE_OFF):
            plain.append(character)
    return "".join(plain), tuple(Span(p, starts[k], ends[k]) for k, p in enumerate(planted))
