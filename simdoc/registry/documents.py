"""Reading and editing rows of `documents`."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    bindparam,
    func,
    or_,
    select,
    update,
)

from simdoc.errors import UnknownDocumentError
from simdoc.registry.database import Database
from simdoc.registry.rows import (
    HEADING_COLUMNS,
    ROW_COLUMNS,
    DocumentRow,
    Heading,
    document_row,
    folded,
    storable,
)
from simdoc.registry.schema import EXTRACTED, PRESENT, SEARCHABLE, STATUSES, documents, places
from simdoc.registry.visibility import Viewer

BATCH: Final = 500
"""Numbers in one IN list; well under every database's limit of parameters."""

Order = Literal["doc_id", "title", "author", "submitted", "words", "added", "status"]

FOLDED_COLUMNS: Final = ("title", "author", "course", "supervisor")
EDITABLE: Final = (
    *FOLDED_COLUMNS,
    *("submitted", "kind", "institution", "language", "path", "owner"),
    *("visible_to", "visible_from", "visible_until", "compared"),
)

T = TypeVar("T")

FoldedNames = tuple[list[int], list[str]]
"""doc_ids, and what each document is called: title, author, course, supervisor and date."""


@dataclass(frozen=True)
class DocumentFilter:
    """Which documents to list; None asks nothing. `search` is words of title, author, course
    or supervisor in any order, without regard to case and diacritics, or the year."""

    statuses: Collection[str] = PRESENT
    search: str | None = None
    course: str | None = None
    year: int | None = None
    kind: str | None = None
    language: str | None = None
    author: str | None = None
    compared: bool | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """What is true of the rows wanted."""
        row = documents.c
        # Most documents have one of several statuses, few have one: what is left out tells
        # the database to walk along the order asked for instead of sorting them all.
        absent = sorted(set(STATUSES) - set(self.statuses))
        wanted: list[ColumnElement[bool]] = [
            row.status.in_(self.statuses) if len(self.statuses) < 2 else row.status.not_in(absent)
        ]
        exact = {
            "course": self.course,
            "kind": self.kind,
            "language": self.language,
            "author": self.author,
        }
        wanted += [row[name] == value for name, value in exact.items() if value is not None]
        if self.compared is not None:
            wanted.append(row.compared.is_(self.compared))
        if self.year is not None:
            wanted.append(row.submitted >= f"{self.year:04}")
            wanted.append(row.submitted < f"{self.year + 1:04}")
        return wanted + [_holds(word) for word in folded(self.search).split()]


def _holds(word: str) -> ColumnElement[bool]:
    """Whether a document is called so, or was submitted then."""
    named = documents.c.folded.contains(word, autoescape=True)
    if not word.replace("-", "").isdecimal():
        return named
    return or_(named, documents.c.submitted.startswith(word, autoescape=True))


EVERYTHING_PRESENT: Final = DocumentFilter()


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """The items in lists of at most `size`."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


_one = select(*ROW_COLUMNS).where(documents.c.doc_id == bindparam("doc_id"))
_many = select(*ROW_COLUMNS).where(documents.c.doc_id.in_(bindparam("ids", expanding=True)))
_NAMES = [f"id_{place}" for place in range(128)]
_headings: dict[int, Select[Any]] = {
    size: select(*HEADING_COLUMNS).where(
        documents.c.doc_id.in_([bindparam(name, type_=Integer) for name in _NAMES[:size]])
    )
    for size in (8, 32, 128)
}
"""Size of the IN list → statement. Shorter lists repeat their last number, so that there are
few statements and the driver keeps them prepared."""


def _seen(statement: Select[Any], viewer: Viewer) -> Select[Any]:
    return statement if viewer.sees_all else statement.where(viewer.condition())


def get(connection: Connection, doc_id: int, viewer: Viewer) -> DocumentRow:
    """The document, whatever its status; UnknownDocumentError when the viewer sees none."""
    row = connection.execute(_seen(_one, viewer), {"doc_id": doc_id}).one_or_none()
    if row is None:
        raise UnknownDocumentError(doc_id)
    return document_row(row)


def get_many(
    connection: Connection, doc_ids: Iterable[int], viewer: Viewer
) -> dict[int, DocumentRow]:
    """doc_id → row of those that are there for the viewer."""
    return {
        row.doc_id: document_row(row)
        for batch in batches(doc_ids)
        for row in connection.execute(_seen(_many, viewer), {"ids": batch})
    }


def headings(database: Database, doc_ids: Iterable[int], viewer: Viewer) -> dict[int, Heading]:
    """doc_id → heading of those that are there for the viewer."""
    found: list[Sequence[Any]] = []
    for batch in batches(doc_ids, max(_headings)):
        size = next(size for size in _headings if size >= len(batch))
        ids = dict(zip(_NAMES[:size], batch + batch[-1:] * (size - len(batch)), strict=True))
        if viewer.sees_all:
            found += database.rows(_headings[size], ids)
        else:
            with database.read() as connection:
                found += connection.execute(_seen(_headings[size], viewer), ids).all()
    return {row[0]: Heading._make(row) for row in found}


def find_by_path(connection: Connection, path: str, viewer: Viewer) -> list[DocumentRow]:
    """Present documents whose bytes were found at this path, the newest first."""
    statement = (
        select(*ROW_COLUMNS)
        .join_from(documents, places)
        .where(places.c.path == storable(path), documents.c.status.in_(PRESENT))
        .order_by(documents.c.doc_id.desc())
    )
    return [document_row(row) for row in connection.execute(_seen(statement, viewer))]


def find_by_hash(connection: Connection, file_hash: str, viewer: Viewer) -> list[DocumentRow]:
    """Present documents of exactly these bytes, the oldest first."""
    statement = (
        select(*ROW_COLUMNS)
        .where(documents.c.file_hash == file_hash, documents.c.status.in_(PRESENT))
        .order_by(documents.c.doc_id)
    )
    return [document_row(row) for row in connection.execute(_seen(statement, viewer))]


def page(
    connection: Connection,
    wanted: DocumentFilter,
    viewer: Viewer,
    order: Order,
    descending: bool,
    limit: int | None,
    offset: int,
) -> list[DocumentRow]:
    """One page of the documents wanted, in order, ties by doc_id."""
    column = documents.c.folded if order == "title" else documents.c[order]
    statement = (
        select(*ROW_COLUMNS)
        .where(*wanted.conditions())
        .order_by(column.desc() if descending else column.asc(), documents.c.doc_id)
        .offset(offset)
    )
    if limit is not None:
        statement = statement.limit(limit)
    return [document_row(row) for row in connection.execute(_seen(statement, viewer))]


def count(connection: Connection, wanted: DocumentFilter, viewer: Viewer) -> int:
    """How many documents are wanted and seen."""
    statement = select(func.count()).select_from(documents).where(*wanted.conditions())
    return int(connection.execute(_seen(statement, viewer)).scalar_one())


def count_by_status(connection: Connection, viewer: Viewer) -> dict[str, int]:
    """Status → how many, for the statuses that occur."""
    statement = select(documents.c.status, func.count()).group_by(documents.c.status)
    return {row[0]: row[1] for row in connection.execute(_seen(statement, viewer))}


def folded_names(connection: Connection, wanted: DocumentFilter, viewer: Viewer) -> FoldedNames:
    """What searching compares with, of every document wanted: nothing else is read of them."""
    statement = select(documents.c.doc_id, documents.c.folded, documents.c.submitted)
    rows = connection.execute(_seen(statement.where(*wanted.conditions()), viewer)).all()
    return [row[0] for row in rows], [f"{row[1]} {row[2] or ''}" for row in rows]


def ids_of(connection: Connection, *conditions: ColumnElement[bool]) -> list[int]:
    """doc_ids of the rows of which the conditions are true, ascending."""
    statement = select(documents.c.doc_id).where(*conditions).order_by(documents.c.doc_id)
    return list(connection.execute(statement).scalars())


def searchable_ids(connection: Connection) -> list[int]:
    """Documents that the registry believes to be in the manifest."""
    return ids_of(connection, documents.c.status == SEARCHABLE)


def searchable_sum(connection: Connection) -> tuple[int, int]:
    """How many these are, and the sum of their doc_ids."""
    ids = documents.c.doc_id
    statement = select(func.count(), func.coalesce(func.sum(ids), 0))
    row = connection.execute(statement.where(documents.c.status == SEARCHABLE)).one()
    return int(row[0]), int(row[1])


def unfinished_ids(connection: Connection) -> list[int]:
    """Documents whose text is stored and whose commit is missing."""
    return ids_of(connection, documents.c.status == EXTRACTED)


def edit(connection: Connection, doc_id: int, changes: Mapping[str, object]) -> None:
    """Change what people say of a document; never its text, its bytes or its status."""
    unknown = sorted(set(changes) - set(EDITABLE))
    if unknown:
        raise ValueError(f"{', '.join(unknown)} cannot be edited; {', '.join(EDITABLE)} can")
    for name in ("visible_from", "visible_until"):
        if (value := changes.get(name)) is not None:
            datetime.date.fromisoformat(str(value))
    if (submitted := changes.get("submitted")) is not None:
        _check_submitted(str(submitted))
    values = {n: storable(v) if isinstance(v, str) else v for n, v in changes.items()}
    row = connection.execute(_one, {"doc_id": doc_id}).one_or_none()
    if row is None:
        raise UnknownDocumentError(doc_id)
    parts = [values.get(name, getattr(row, name)) for name in FOLDED_COLUMNS]
    values["folded"] = folded(*(None if part is None else str(part) for part in parts))
    connection.execute(update(documents).where(documents.c.doc_id == doc_id).values(values))
    if values.get("path") is not None:
        add_place(connection, doc_id, str(values["path"]))


def _check_submitted(text: str) -> None:
    """Of when a thesis was submitted often only the month or the year is known."""
    if len(text) not in (4, 7, 10):
        raise ValueError(f"submitted is {text!r}; it takes YYYY, YYYY-MM or YYYY-MM-DD")
    datetime.date.fromisoformat(f"{text}-01-01"[:10])


def add_place(connection: Connection, doc_id: int, path: str) -> None:
    """Note that the document's bytes lie at this path too."""
    row = {"doc_id": doc_id, "path": storable(path)}
    known = select(places).where(places.c.doc_id == doc_id, places.c.path == row["path"])
    if connection.execute(known).first() is None:
        connection.execute(places.insert(), row)


def places_of(connection: Connection, doc_id: int) -> list[str]:
    """All paths where the document's bytes were found, in order."""
    statement = select(places.c.path).where(places.c.doc_id == doc_id).order_by(places.c.path)
    return list(connection.execute(statement).scalars())


def set_compared(connection: Connection, doc_ids: Sequence[int], compared: bool) -> None:
    """Have these documents compared with others, or not."""
    for batch in batches(doc_ids):
        connection.execute(
            update(documents).where(documents.c.doc_id.in_(batch)).values(compared=compared)
        )
