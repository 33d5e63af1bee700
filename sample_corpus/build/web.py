"""Documents → HTML pages with a site's navigation around them, and plain text."""

from __future__ import annotations

import textwrap
from html import escape
from itertools import groupby

from sample_corpus.build.blocks import Block, Document

_SITE = {
    "en": ("University of Hradiště", ["Home", "Study", "Research", "Library"], "Last change"),
    "cs": ("Univerzita v Hradišti", ["Úvod", "Studium", "Věda", "Knihovna"], "Poslední změna"),
    "sk": ("Univerzita v Hradišti", ["Úvod", "Štúdium", "Veda", "Knižnica"], "Posledná zmena"),
}
_STYLE = "body{max-width:42em;margin:auto;font-family:serif}nav a{margin-right:1em}"


def write_html(document: Document) -> bytes:
    """The bytes of a page: the document in <main>, around it what every page of the site has."""
    site, menu, changed = _SITE[document.language]
    links = "".join(f'<a href="#">{entry}</a>' for entry in menu)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{document.language}">',
        f'<head><meta charset="utf-8"><title>{escape(document.title)}</title>',
        f'<meta name="author" content="{escape(document.author)}">',
        f'<meta name="date" content="{document.date}"><style>{_STYLE}</style></head>',
        f"<body><header><p>{site}</p></header><nav>{links}</nav>",
        f"<main><h1>{escape(document.title)}</h1>",
        f'<p class="author">{escape(document.author)}</p>',
    ]
    for ordinal, text in enumerate(document.declaration):
        lines.append(f"<h2>{escape(text)}</h2>" if ordinal == 0 else f"<p>{escape(text)}</p>")
    for kind, group in groupby(document.blocks, key=lambda block: block.kind):
        blocks = [_inside(block) for block in group]
        tag = {"heading": "h2", "subheading": "h3", "item": "li"}.get(kind, "p")
        lines += {"quote": ["<blockquote>"], "item": ["<ul>"]}.get(kind, [])
        lines += [f"<{tag}>{inside}</{tag}>" for inside in blocks]
        lines += {"quote": ["</blockquote>"], "item": ["</ul>"]}.get(kind, [])
    if document.notes:
        lines.append("<ol>")
        lines += [f"<li>{escape(note)}</li>" for note in document.notes]
        lines.append("</ol>")
    lines += [
        f"</main><footer><p>{site}. {changed} {document.date}.</p></footer></body></html>",
        "",
    ]
    return "\n".join(lines).encode()


def _inside(block: Block) -> str:
    parts = []
    for run in block.runs:
        text = escape(run.text, quote=False)
        parts.append(f'<span style="color:#fff">{text}</span>' if run.white else text)
        if run.note:
            parts.append(f"<sup>{run.note}</sup>")
    return "".join(parts)


def write_text(document: Document) -> bytes:
    """The bytes of a UTF-8 text with lines of at most 76 characters, as editors wrap them."""
    wrapped = [
        textwrap.fill(
            paragraph, 76, break_long_words=False, break_on_hyphens=False, subsequent_indent=indent
        )
        for paragraph, indent in _paragraphs(document)
    ]
    return ("\n\n".join(wrapped) + "\n").encode()


def write_windows_text(document: Document) -> bytes:
    """The bytes of a Windows-1250 text with a paragraph a line, as Notepad writes it."""
    return ("\r\n".join(text for text, _ in _paragraphs(document)) + "\r\n").encode("cp1250")


def _paragraphs(document: Document) -> list[tuple[str, str]]:
    """Each paragraph with the indent of its further lines; footnotes stand at the end."""
    paragraphs = [(document.title.upper(), ""), (document.author, "")]
    paragraphs += [(text, "") for text in document.declaration]
    for block in document.blocks:
        text = "".join(run.text + (f" [{run.note}]" if run.note else "") for run in block.runs)
        if block.kind == "item":
            paragraphs.append(("* " + text, "  "))
        else:
            paragraphs.append((text, ""))
    paragraphs += [(f"[{number}] {note}", "") for number, note in enumerate(document.notes, 1)]
    return paragraphs
