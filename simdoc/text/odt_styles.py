"""What an OpenDocument file's styles decide about its text: page breaks, hiding, language."""

from __future__ import annotations

from collections.abc import Mapping

from simdoc.text.growing_text import iso_language

_MAXIMUM_ANCESTORS = 20
"""Styles inherit from styles; a circle of them would have no end."""


class Styles:
    """A target for the styles of styles.xml and of content.xml, in this order."""

    def __init__(self) -> None:
        self.language: str | None = None
        """ISO 639-1, of the first default style that has one."""
        self._breaks_before: dict[str, bool] = {}
        self._breaks_after: dict[str, bool] = {}
        self._hidden: dict[str, bool] = {}
        self._parents: dict[str, str] = {}
        self._current: str | None = None
        self._in_default = False

    def breaks_before(self, style: str) -> bool:
        """Whether a paragraph of this style begins a page."""
        return self._inherited(self._breaks_before, style)

    def breaks_after(self, style: str) -> bool:
        """Whether a paragraph of this style ends its page."""
        return self._inherited(self._breaks_after, style)

    def hides(self, style: str) -> bool:
        """Whether text of this style is not shown."""
        return self._inherited(self._hidden, style)

    def _inherited(self, values: dict[str, bool], style: str) -> bool:
        for _ in range(_MAXIMUM_ANCESTORS):
            if style in values:
                return values[style]
            if style not in self._parents:
                break
            style = self._parents[style]
        return False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "style:style":
                self._current = attributes.get("style:name")
                if self._current is None:
                    return
                if parent := attributes.get("style:parent-style-name"):
                    self._parents[self._current] = parent
                if attributes.get("style:master-page-name"):
                    # A change of the page's layout begins a page.
                    self._breaks_before[self._current] = True
            case "style:default-style":
                self._in_default = True
            case "style:paragraph-properties" if self._current is not None:
                if "fo:break-before" in attributes:
                    self._breaks_before[self._current] = attributes["fo:break-before"] == "page"
                if "fo:break-after" in attributes:
                    self._breaks_after[self._current] = attributes["fo:break-after"] == "page"
            case "style:text-properties":
                if self._current is not None and "text:display" in attributes:
                    self._hidden[self._current] = attributes["text:display"] == "none"
                if self._in_default and self.language is None:
                    self.language = iso_language(attributes.get("fo:language"))
            case _:
                pass

    def end(self, name: str) -> None:
        if name == "style:style":
            self._current = None
        elif name == "style:default-style":
            self._in_default = False

    def characters(self, text: str) -> None:
        """Styles hold no text."""
