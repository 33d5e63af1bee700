"""How a document goes: deleted with an undo period, brought back, or erased for good."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, null, select, update

from simdoc.errors import SimdocError, UnknownDocumentError
from simdoc.registry import events, passage_cache, similarities
from simdoc.registry.documents import batches, ids_of
from simdoc.registry.rows import moment, now, storable
from simdoc.registry.schema import (
    DELETED,
    EXTRACTED,
    FAILED,
    PURGED,
    REPLACED,
    SEARCHABLE,
    documents,
    places,
    texts,
)


def withdraw(connection: Connection, doc_ids: Sequence[int]) -> list[int]:
    """Take documents out of all lists and caches; the documents whose list is stale now."""
    if not doc_ids:
        return []
    passage_cache.forget(connection, doc_ids)
    return similarities.remove_documents(connection, doc_ids)


def _chosen(connection: Connection, doc_ids: Collection[int], *statuses: str) -> list[int]:
    """Those of the documents that have one of the statuses; all of them must exist."""
    found: dict[int, str] = {}
    for batch in batches(doc_ids):
        statement = select(documents.c.doc_id, documents.c.status)
        rows = connection.execute(statement.where(documents.c.doc_id.in_(batch)))
        found.update({row.doc_id: row.status for row in rows})
    for doc_id in doc_ids:
        if doc_id not in found:
            raise UnknownDocumentError(doc_id)
    return sorted(doc_id for doc_id, status in found.items() if status in statuses)


def mark_deleted(connection: Connection, doc_ids: Collection[int], by: str | None) -> list[int]:
    """Delete documents, keeping their texts for undo; those deleted already stay so. The
    documents whose list is stale now, ascending."""
    chosen = _chosen(connection, doc_ids, EXTRACTED, SEARCHABLE, FAILED, REPLACED)
    stale = withdraw(connection, chosen)
    for batch in batches(chosen):
        connection.execute(
            update(documents)
            .where(documents.c.doc_id.in_(batch))
            .values(status=DELETED, deleted_at=now(), deleted_by=storable(by), generation=null())
        )
    events.log(connection, "deleted", chosen, by)
    return stale


def undelete(connection: Connection, doc_ids: Collection[int], by: str | None) -> list[int]:
    """Bring deleted documents back to where they were before the manifest named them; those
    that were deleted. A purged one is refused."""
    for purged in _chosen(connection, doc_ids, PURGED):
        raise SimdocError(f"document {purged} was purged; nothing is left to bring back")
    chosen = _chosen(connection, doc_ids, DELETED)
    for batch in batches(chosen):
        with_text = select(texts.c.doc_id).where(texts.c.doc_id.in_(batch))
        back = update(documents).where(documents.c.doc_id.in_(batch))
        cleared = {"deleted_at": None, "deleted_by": None}
        connection.execute(back.values(status=FAILED, **cleared))
        connection.execute(
            update(documents).where(documents.c.doc_id.in_(with_text)).values(status=EXTRACTED)
        )
    events.log(connection, "undeleted", chosen, by)
    return chosen


_KEPT_BY_TOMBSTONES = {"doc_id", "added", "deleted_at", "deleted_by", "replaces"}
_TOMBSTONE = {
    column.name: None if column.nullable else ""
    for column in documents.columns
    if column.name not in _KEPT_BY_TOMBSTONES
} | {
    "status": PURGED,
    "visible_to": "owner",
    "compared": False,
    "list_cut": False,
    "list_stale": False,
}


def purge(connection: Connection, doc_ids: Collection[int], by: str | None) -> list[int]:
    """Erase all that is known of these documents but their numbers and dates. The documents
    whose list is stale now, ascending."""
    chosen = _chosen(connection, doc_ids, EXTRACTED, SEARCHABLE, FAILED, DELETED, REPLACED)
    stale = withdraw(connection, chosen)
    for batch in batches(chosen):
        connection.execute(delete(texts).where(texts.c.doc_id.in_(batch)))
        connection.execute(delete(places).where(places.c.doc_id.in_(batch)))
        mine = documents.c.doc_id.in_(batch)
        undated = update(documents).where(mine, documents.c.deleted_at.is_(None))
        connection.execute(undated.values(deleted_at=now(), deleted_by=storable(by)))
        connection.execute(update(documents).where(mine).values(_TOMBSTONE))
    events.log(connection, "purged", chosen, by)
    return stale


def expired(
    connection: Connection, undo_days: int, today: datetime.datetime | None = None
) -> list[int]:
    """Deleted documents whose undo period is over."""
    end = (today or datetime.datetime.now(datetime.UTC)) - datetime.timedelta(days=undo_days)
    return ids_of(connection, documents.c.status == DELETED, documents.c.deleted_at <= moment(end))
