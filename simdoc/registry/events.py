"""The log of who did what to which document, and when. Never titles, names or paths: a purge
must leave nothing of a document."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from simdoc.registry.rows import now
from simdoc.registry.schema import events


class Event(NamedTuple):
    """Something that happened to a document."""

    event_id: int
    happened: str
    who: str | None
    what: str
    doc_id: int | None
    detail: str | None


def log(
    connection: Connection,
    what: str,
    doc_ids: Sequence[int],
    who: str | None = None,
    detail: str | None = None,
) -> None:
    """Note that `who` did `what` to each of these documents."""
    happened = now()
    rows = [
        {"happened": happened, "who": who, "what": what, "doc_id": doc_id, "detail": detail}
        for doc_id in doc_ids
    ]
    if rows:
        connection.execute(events.insert(), rows)


def read(
    connection: Connection,
    doc_id: int | None,
    limit: int,
    kinds: Collection[str] = (),
    offset: int = 0,
) -> list[Event]:
    """The latest events, of one document or of all, of some kinds or of all, the newest first."""
    statement = select(events).order_by(events.c.event_id.desc()).limit(limit).offset(offset)
    if doc_id is not None:
        statement = statement.where(events.c.doc_id == doc_id)
    if kinds:
        statement = statement.where(events.c.what.in_(kinds))
    return [Event._make(row) for row in connection.execute(statement)]


def last(connection: Connection) -> int:
    """The number of the newest event, 0 before the first: it grows when anything is added,
    edited, deleted or brought back."""
    return int(connection.execute(select(func.max(events.c.event_id))).scalar() or 0)
