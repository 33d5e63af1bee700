"""Passages that were computed for a pair, kept until one of the documents goes.

The key holds all that shapes them: both documents (whose texts never change), the pipeline
version and the settings of alignment. The payload is the caller's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, or_, select, text

from simdoc.registry.documents import batches
from simdoc.registry.schema import passages

_upsert = text(
    "INSERT INTO passages (query_id, other_id, pipeline, settings_key, payload)"
    " VALUES (:query_id, :other_id, :pipeline, :settings_key, :payload)"
    " ON CONFLICT (query_id, other_id, pipeline, settings_key)"
    " DO UPDATE SET payload = excluded.payload"
)


def store(
    connection: Connection,
    query_id: int,
    other_id: int,
    pipeline: int,
    settings_key: str,
    payload: bytes,
) -> None:
    """Keep the passages of a pair, in place of any of the same key."""
    connection.execute(
        _upsert,
        {
            "query_id": query_id,
            "other_id": other_id,
            "pipeline": pipeline,
            "settings_key": settings_key,
            "payload": payload,
        },
    )


def cached(
    connection: Connection,
    query_id: int,
    other_ids: Sequence[int],
    pipeline: int,
    settings_key: str,
) -> dict[int, bytes]:
    """other_id → payload, of the pairs that have one."""
    return {
        row.other_id: row.payload
        for batch in batches(other_ids)
        for row in connection.execute(
            select(passages.c.other_id, passages.c.payload).where(
                passages.c.query_id == query_id,
                passages.c.other_id.in_(batch),
                passages.c.pipeline == pipeline,
                passages.c.settings_key == settings_key,
            )
        )
    }


def forget(connection: Connection, doc_ids: Sequence[int]) -> None:
    """Drop all passages in which these documents take part."""
    for batch in batches(doc_ids):
        connection.execute(
            delete(passages).where(
                or_(passages.c.query_id.in_(batch), passages.c.other_id.in_(batch))
            )
        )
