"""HTML: the text a reader of the page sees, one line a block.

Scripts, styles, form controls and hidden elements are left out; so is the navigation of the site
(menus, headers, footers, sidebars), unless the settings keep it or nothing else is there.
"""

from __future__ import annotations

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import CELL, LINE, PARAGRAPH, GrowingText, iso_date, iso_language
from simdoc.text.html_source import html_source

_NOT_SHOWN = frozenset({
    "head", "script", "style", "template", "noscript", "noframes", "noembed", "iframe", "object",
    "embed", "applet", "canvas", "audio", "video", "svg", "map", "select", "option", "datalist",
    "button", "textarea", "input", "progress", "meter", "rp",
})  # fmt: skip
_PARAGRAPHS = frozenset({
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre",
    "article", "section", "figure", "hr", "address", "details", "fieldset", "main",
})  # fmt: skip
_LINES = frozenset({
    "div", "li", "tr", "dt", "dd", "caption", "figcaption", "header", "footer", "nav", "aside",
    "form", "legend", "summary", "center", "dir", "thead", "tbody", "tfoot", "body", "menu",
    "search", "hgroup", "dialog", "title",
})  # fmt: skip
_NAVIGATION = frozenset({"nav", "aside", "menu", "search"})
_ENDS_OF_PAGE = frozenset({"header", "footer"})
_NAVIGATION_ROLES = frozenset({
    "navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "search", "toolbar",
})  # fmt: skip
_NAVIGATION_NAMES = frozenset({
    "nav", "navbar", "navigation", "navbox", "topnav", "mainnav", "sidenav", "menu", "mainmenu",
    "topmenu", "submenu", "navmenu", "main-menu", "main-nav", "site-nav", "site-navigation",
    "sidebar", "side-bar", "breadcrumb", "breadcrumbs", "pagination", "pager", "site-header",
    "site-footer", "page-header", "page-footer", "cookie-banner", "cookie-consent", "cookies",
    "skip-link", "noprint", "footer",
})  # fmt: skip
_NAMED_ONLY = frozenset({"div", "ul", "ol", "table", "section", "p", "span", "td"})
_HIDDEN = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_SPACES = re.compile(r"[ \t\n\r\f]+")


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The visible text, with title, author, date and language where the page says them."""
    source, notes = html_source(data, name)
    page = LexborHTMLParser(source)
    text = _visible(page, name, settings, settings.html_navigation)
    if not any(map(str.isalnum, text)) and not settings.html_navigation:
        text = _visible(page, name, settings, True)
    if not any(map(str.isalnum, text)):
        raise ExtractionError(
            name,
            "the page holds no text: it may be made by scripts; open it in a browser, "
            "print it to PDF and add that",
        )
    said = _meta(page)
    title = page.css_first("title") or page.css_first("h1")
    root = page.root
    language = (
        None if root is None else root.attributes.get("lang") or root.attributes.get("xml:lang")
    )
    return Extracted(
        text=text,
        file_type="html",
        title=title.text() if title is not None else None,
        author=_first(said, "author", "dc.creator", "dcterms.creator", "citation_author"),
        date=iso_date(
            (
                _first(
                    said, "date", "dc.date", "dcterms.date", "dcterms.created",
                    "article:published_time", "citation_publication_date", "citation_date",
                )
                or ""
            ).replace("/", "-")
        ),
        language=iso_language(language),
        notes=notes,
    )  # fmt: skip


def _visible(
    page: LexborHTMLParser, name: str, settings: ExtractionSettings, navigation: bool
) -> str:
    """The text of what is shown. Walks without recursion: pages may nest as deep as they like."""
    lines = _Lines(GrowingText(name, settings))
    todo: list[tuple[Any, bool]] = [(page.root, False)] if page.root is not None else []
    inside_article = 0
    while todo:
        node, leaving = todo.pop()
        if node.is_text_node:
            lines.add(node.text_content or "")
            continue
        tag = node.tag or ""
        if leaving:
            lines.end(tag)
            inside_article -= tag in ("article", "main")
            continue
        if not node.is_element_node or tag in _NOT_SHOWN:
            continue
        attributes = node.attributes
        if _is_hidden(tag, attributes):
            continue
        if not navigation and _is_navigation(tag, attributes, inside_article > 0):
            lines.end("div")
            continue
        lines.begin(tag)
        inside_article += tag in ("article", "main")
        todo.append((node, True))
        todo.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return lines.text.so_far()


class _Lines:
    """Puts text nodes together as a browser does: white space collapses, blocks end lines."""

    def __init__(self, text: GrowingText) -> None:
        self.text = text
        self._space = False
        self._preformatted = 0
        self._line_ended = False
        self._cell_begins = False

    def add(self, characters: str) -> None:
        """A text node's characters."""
        if self._preformatted:
            self._write(characters)
            return
        collapsed = _SPACES.sub(" ", characters)
        stripped = collapsed.strip(" ")
        if not stripped:
            self._space = self._space or bool(collapsed)
            return
        self._space = self._space or collapsed[0] == " "
        self._write(stripped)
        self._space = collapsed[-1] == " "

    def begin(self, tag: str) -> None:
        """An element begins."""
        if tag == "br":
            self._break(PARAGRAPH if self._line_ended else LINE)
            self._line_ended = True
        elif tag in ("td", "th"):
            self._break(CELL)
            self._cell_begins = True
        elif tag in _PARAGRAPHS:
            self._break(PARAGRAPH)
        elif tag in _LINES:
            self._break(LINE)
        self._preformatted += tag in ("pre", "listing", "xmp", "plaintext")

    def end(self, tag: str) -> None:
        """An element ends."""
        if tag == "br":
            return
        if tag in ("td", "th", "tr"):
            self.text.end_cell(LINE if tag == "tr" else CELL)
            self._space = self._cell_begins = False
            return
        self._preformatted -= tag in ("pre", "listing", "xmp", "plaintext")
        if tag in _PARAGRAPHS:
            self._break(PARAGRAPH)
        elif tag in _LINES:
            self._break(LINE)

    def _break(self, separator: str) -> None:
        if not self._cell_begins:  # paragraphs inside cells stay in the row
            self.text.part(separator)
        self._space = False

    def _write(self, characters: str) -> None:
        if self._space and not self.text.ends_in_space():
            self.text.add(" ")
        self._space = False
        self._line_ended = self._cell_begins = False
        self.text.add(characters)


def _is_hidden(tag: str, attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes or (tag == "dialog" and "open" not in attributes):
        return True
    return bool(_HIDDEN.search(attributes.get("style") or ""))


def _is_navigation(tag: str, attributes: dict[str, str | None], inside_article: bool) -> bool:
    """Menus and what stands around the content; an article's own header belongs to it, and so do
    notes (role doc-…), which some writers mark as asides."""
    role = (attributes.get("role") or "").strip().lower()
    if role.startswith("doc-") and not role.endswith("toc"):
        return False
    if tag in _NAVIGATION or role in _NAVIGATION_ROLES:
        return True
    if tag in _ENDS_OF_PAGE:
        return not inside_article
    if tag not in _NAMED_ONLY or inside_article:
        return False
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".lower().split()
    return any(given in _NAVIGATION_NAMES for given in names)


def _meta(page: LexborHTMLParser) -> dict[str, str]:
    """What the page's meta elements say, by lower-case name."""
    said: dict[str, str] = {}
    for node in page.css("meta"):
        attributes = node.attributes
        key = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        if key and attributes.get("content"):
            said.setdefault(key, attributes["content"] or "")
    return said


def _first(said: dict[str, str], *names: str) -> str | None:
    return next((said[name] for name in names if said.get(name, "").strip()), None)
