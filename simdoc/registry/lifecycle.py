"""How a document comes in, each step one transaction; how it goes is told in `deletion`.

    (nothing) → extracted → searchable → deleted → purged
         └────→ failed ──↗       └→ replaced
                 deleted → extracted again, within the undo period

Adding stores row and text before the manifest names the document, deleting comes after the
manifest has dropped it; so whatever is interrupted, the missing step can be seen and redone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, null, or_, select, update

from simdoc.errors import UnknownDocumentError
from simdoc.registry import events, similarities
from simdoc.registry.deletion import withdraw
from simdoc.registry.documents import FOLDED_COLUMNS, batches, ids_of
from simdoc.registry.rows import (
    NewDocument,
    Searchable,
    SimilarityRow,
    folded,
    now,
    storable,
)
from simdoc.registry.schema import (
    EXTRACTED,
    FAILED,
    REPLACED,
    SEARCHABLE,
    documents,
    places,
    texts,
)
from simdoc.registry.texts import packed

Prepared = list[tuple[dict[str, Any], dict[str, Any] | None]]
"""Columns of `documents`, and of `texts` where there is a text."""


def prepared(added: Iterable[NewDocument]) -> Prepared:
    """The rows of new documents: compressing happens here, before anything is locked."""
    made: Prepared = []
    for document in added:
        row = {
            field.name: getattr(document, field.name)
            for field in dataclasses.fields(document)
            if field.name not in ("text", "page_starts")
        }
        row["notes"] = "\n".join(" ".join(note.splitlines()) for note in document.notes)
        row = {name: storable(v) if isinstance(v, str) else v for name, v in row.items()}
        row["folded"] = folded(*(row[name] for name in FOLDED_COLUMNS))
        row["status"] = FAILED if document.text is None else EXTRACTED
        row["added"] = now()
        text = None if document.text is None else packed(document.text, document.page_starts)
        made.append((row, text))
    return made


def add(connection: Connection, rows: Prepared, by: str | None) -> list[int]:
    """Store new documents; their doc_ids in the same order."""
    if not rows:
        return []
    new = insert(documents).returning(documents.c.doc_id, sort_by_parameter_order=True)
    doc_ids = list(connection.execute(new, [row for row, _ in rows]).scalars())
    stored = [{"doc_id": i, **text} for i, (_, text) in zip(doc_ids, rows, strict=True) if text]
    if stored:
        connection.execute(insert(texts), stored)
    found_at = [
        {"doc_id": i, "path": row["path"]}
        for i, (row, _) in zip(doc_ids, rows, strict=True)
        if row["path"] is not None
    ]
    if found_at:
        connection.execute(insert(places), found_at)
    events.log(connection, "added", doc_ids, by)
    return doc_ids


def refill(connection: Connection, doc_id: int, rows: Prepared, by: str | None) -> None:
    """Give a failed document the outcome of another attempt, under the same doc_id. What
    people have said of it meanwhile stays."""
    ((row, text),) = rows
    old = connection.execute(select(documents).where(documents.c.doc_id == doc_id)).one_or_none()
    if old is None or old.status != FAILED:
        raise UnknownDocumentError(doc_id)
    told = {
        name: value
        for name, value in row.items()
        if name
        in ("status", "reason", "notes", "file_hash", "file_type", "size", "words", "chunks")
        or (value is not None and getattr(old, name) is None)
    }
    told["folded"] = folded(*(told.get(name) or getattr(old, name) for name in FOLDED_COLUMNS))
    connection.execute(update(documents).where(documents.c.doc_id == doc_id).values(told))
    connection.execute(delete(texts).where(texts.c.doc_id == doc_id))
    if text is not None:
        connection.execute(insert(texts), {"doc_id": doc_id, **text})
    events.log(connection, "retried", [doc_id], by)


def mark_failed(connection: Connection, doc_id: int, reason: str) -> None:
    """Say of a stored document that it cannot be indexed, and why."""
    changed = connection.execute(
        update(documents)
        .where(documents.c.doc_id == doc_id, documents.c.status.in_((EXTRACTED, FAILED)))
        .values(status=FAILED, reason=storable(reason))
    )
    if not changed.rowcount:
        raise UnknownDocumentError(doc_id)


_now_searchable = (
    update(documents)
    .where(
        documents.c.doc_id == bindparam("id"),
        # An IN list cannot be used with many sets of parameters at once.
        or_(documents.c.status == EXTRACTED, documents.c.status == SEARCHABLE),
    )
    .values(
        status=SEARCHABLE,
        reason=null(),
        words=bindparam("of_words"),
        chunks=bindparam("of_chunks"),
        mixed_script_words=bindparam("of_mixed"),
        generation=bindparam("in_generation"),
    )
)


def mark_searchable(
    connection: Connection,
    committed: Sequence[Searchable],
    generation: int,
    rows: Iterable[SimilarityRow],
    best: int,
) -> list[int]:
    """The manifest names these documents: their numbers and similarities, in both directions,
    and old versions stand back. Documents deleted meanwhile stay deleted. The documents whose
    list is stale now, ascending."""
    if committed:
        connection.execute(
            _now_searchable,
            [
                {
                    "id": document.doc_id,
                    "of_words": document.words,
                    "of_chunks": document.chunks,
                    "of_mixed": document.mixed_script_words,
                    "in_generation": generation,
                }
                for document in committed
            ],
        )
    stale: set[int] = set()
    for batch in batches(document.doc_id for document in committed):
        new = select(documents.c.replaces).where(
            documents.c.doc_id.in_(batch), documents.c.status == SEARCHABLE
        )
        old = ids_of(
            connection,
            documents.c.doc_id.in_(new),
            documents.c.status.in_((EXTRACTED, SEARCHABLE, FAILED)),
        )
        connection.execute(
            update(documents).where(documents.c.doc_id.in_(old)).values(status=REPLACED)
        )
        stale.update(withdraw(connection, old))
        events.log(connection, "replaced", old)
    similarities.insert_and_trim(connection, similarities.living(connection, rows), best)
    return sorted(stale)
