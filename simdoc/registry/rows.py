"""What goes into the registry and what comes out of it."""

from __future__ import annotations

import dataclasses
import datetime
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Row

from simdoc.registry.schema import documents


@dataclass(frozen=True)
class NewDocument:
    """A document to be stored: with its `text`, or, when that is None, the `reason` why not.

    `path` is absolute, `archive.zip!/member`, or None; `page_starts` are characters of `text`.
    """

    file_hash: str
    text: str | None = None
    page_starts: Sequence[int] = ()
    reason: str | None = None
    path: str | None = None
    title: str | None = None
    author: str | None = None
    submitted: str | None = None
    kind: str | None = None
    course: str | None = None
    supervisor: str | None = None
    institution: str | None = None
    language: str | None = None
    file_type: str | None = None
    size: int | None = None
    owner: str | None = None
    visible_to: str = "public"
    visible_from: str | None = None
    visible_until: str | None = None
    compared: bool = True
    words: int | None = None
    chunks: int | None = None
    mixed_script_words: int | None = None
    replaces: int | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.text is None) == (self.reason is None):
            raise ValueError("a document has either a text or the reason why it has none")


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as the registry knows it; the columns are told in `schema`."""

    doc_id: int
    title: str | None
    author: str | None
    submitted: str | None
    kind: str | None
    course: str | None
    supervisor: str | None
    institution: str | None
    language: str | None
    file_hash: str | None
    file_type: str | None
    size: int | None
    path: str | None
    owner: str | None
    visible_to: str
    visible_from: str | None
    visible_until: str | None
    compared: bool
    status: str
    reason: str | None
    words: int | None
    chunks: int | None
    mixed_script_words: int | None
    replaces: int | None
    added: str
    generation: int | None
    list_cut: bool
    list_stale: bool
    deleted_at: str | None
    deleted_by: str | None
    notes: tuple[str, ...]


ROW_COLUMNS: Final = [documents.c[field.name] for field in dataclasses.fields(DocumentRow)]
"""What to select so that `document_row` can read it."""


def document_row(row: Row[Any]) -> DocumentRow:
    """The row of a selection of ROW_COLUMNS."""
    columns: list[Any] = list(row)
    notes = columns[-1]
    columns[-1] = tuple(notes.split("\n")) if notes else ()
    return DocumentRow(*columns)


class Heading(NamedTuple):
    """What a list of similar documents shows of each; quicker to read than a whole row."""

    doc_id: int
    title: str | None
    author: str | None
    submitted: str | None
    kind: str | None
    course: str | None
    path: str | None
    file_hash: str | None
    words: int | None
    chunks: int | None
    status: str


HEADING_COLUMNS: Final = [documents.c[name] for name in Heading._fields]


@dataclass(frozen=True)
class Searchable:
    """A document that the manifest names now, with what was counted on the way."""

    doc_id: int
    words: int
    chunks: int
    mixed_script_words: int = 0


class SimilarityRow(NamedTuple):
    """One line of a document's list: how much of it is also in another document."""

    doc_id: int
    other_id: int
    common_chunks: int
    boilerplate_chunks: int
    intervals: int


def now() -> str:
    """This moment in UTC, as the registry writes moments."""
    return moment(datetime.datetime.now(datetime.UTC))


def moment(when: datetime.datetime) -> str:
    """A moment as text of constant length, which orders as the moments do."""
    return when.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def folded(*parts: str | None) -> str:
    """The parts in one string without case and diacritics, for searching in."""
    whole = " ".join(part for part in parts if part)
    bare = "".join(c for c in unicodedata.normalize("NFKD", whole) if not unicodedata.combining(c))
    return bare.casefold()


def storable(text: str | None) -> str | None:
    """The text with what databases refuse, lone surrogates (as in file names that are not
    UTF-8) and NUL, written as escapes; most texts come back as they are."""
    if text is None:
        return None
    return text.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")
