"""Reading XML from strangers as a stream of events, never as a tree.

Memory stays small whatever the file says, and nothing recurses, so depth cannot exhaust the stack.
Entity declarations are refused on sight (no office format has them), which leaves "billion laughs"
and files or addresses pulled in from outside nothing to work with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from simdoc.errors import ExtractionError

MAXIMUM_DEPTH = 1000
"""Levels of nesting; a table in a table in a list needs about thirty."""
MAXIMUM_ATTRIBUTES = 1000
"""Attributes of one element."""
_PIECE = 1 << 24


class Enough(Exception):
    """A target raises it when it has seen all it wants; the rest is not read."""


class Target(Protocol):
    """Receives the events. Names are `prefix:local` with the prefixes that `parse_xml` was given,
    whatever the file itself calls them; names of other namespaces are empty strings."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...

    def end(self, name: str) -> None: ...

    def characters(self, text: str) -> None: ...


class _ShortNames(dict[str, str]):
    """`namespace local` → `prefix:local`, each worked out once."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        super().__init__()
        self._prefixes = prefixes

    def __missing__(self, full: str) -> str:
        namespace, _, local = full.rpartition(" ")
        prefix = self._prefixes.get(namespace)
        short = local if not namespace else f"{prefix}:{local}" if prefix else ""
        self[full] = short
        return short


def parse_xml(
    xml: bytes, target: Target, prefixes: Mapping[str, str], document: str, part: str
) -> None:
    """Sends the events of `xml` to `target`; ExtractionError with the place of the damage when it
    is not well-formed, and when it tries one of the known attacks."""
    names = _ShortNames(prefixes)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0
    begun = False

    def start(full: str, attributes: dict[str, str]) -> None:
        nonlocal depth, begun
        depth += 1
        begun = True
        if depth > MAXIMUM_DEPTH or len(attributes) > MAXIMUM_ATTRIBUTES:
            raise ExtractionError(
                document,
                f"its part {part} is nested more than {MAXIMUM_DEPTH} levels deep or has elements "
                f"of more than {MAXIMUM_ATTRIBUTES} attributes, which no office program writes; "
                "open the document and save it again",
            )
        target.start(names[full], {names[key]: value for key, value in attributes.items()})

    def end(full: str) -> None:
        nonlocal depth
        depth -= 1
        target.end(names[full])

    def refuse_entity(*_: object) -> None:
        raise ExtractionError(
            document,
            f"its part {part} declares XML entities, which no office program writes and which "
            "serve attacks; open the document and save it again",
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = target.characters
    parser.EntityDeclHandler = refuse_entity
    try:
        for begin in range(0, len(xml), _PIECE):
            parser.Parse(xml[begin : begin + _PIECE], False)
        parser.Parse(b"", True)
    except Enough:
        return
    except expat.ExpatError as error:
        raise ExtractionError(
            document,
            f"it is damaged: part {part}, line {error.lineno}, is not readable "
            f"({expat.ErrorString(error.code)}); ask for another copy of the file",
        ) from error
    except (LookupError, ValueError) as error:
        # Before the first element only the encoding can be at fault: one that Python lacks.
        if begun:
            raise
        raise ExtractionError(
            document, f"it is damaged: part {part} is in an unknown encoding; save it again"
        ) from error


class ElementTexts:
    """A target that keeps the first text of each of the elements it is asked for."""

    def __init__(self, *wanted: str) -> None:
        self.texts: dict[str, str] = {}
        self._wanted = frozenset(wanted)
        self._inside: str | None = None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in self._wanted and name not in self.texts:
            self._inside = name
            self.texts[name] = ""

    def end(self, name: str) -> None:
        if name == self._inside:
            self._inside = None

    def characters(self, text: str) -> None:
        if self._inside is not None:
            self.texts[self._inside] += text
