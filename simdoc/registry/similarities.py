"""The similarity table: per document the best others, a row in each direction.

Lists are ranked by common chunks that are not boilerplate, ties by the lower other_id. A list
that had more than `best` rows keeps the best and is marked as cut: of such a list we know the
best, not the rest, so when one of its rows goes with a deleted document it is marked stale and
must be computed again from the index.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    delete,
    func,
    or_,
    select,
    text,
    tuple_,
    update,
)

from simdoc.registry.documents import batches, ids_of
from simdoc.registry.rows import SimilarityRow
from simdoc.registry.schema import SEARCHABLE, documents, similarities
from simdoc.registry.visibility import Viewer

LOAD: Final = 10_000
"""Rows handed to the database at once."""

# The same statement in SQLite (from 3.24) and PostgreSQL.
_upsert = text(
    "INSERT INTO similarities (doc_id, other_id, common_chunks, boilerplate_chunks, intervals)"
    " VALUES (:doc_id, :other_id, :common_chunks, :boilerplate_chunks, :intervals)"
    " ON CONFLICT (doc_id, other_id) DO UPDATE SET common_chunks = excluded.common_chunks,"
    " boilerplate_chunks = excluded.boilerplate_chunks, intervals = excluded.intervals"
)
_weight = similarities.c.common_chunks - similarities.c.boilerplate_chunks
_ids: BindParameter[list[int]] = bindparam("ids", expanding=True)


def insert_rows(connection: Connection, rows: Iterable[SimilarityRow]) -> None:
    """Put rows into the lists they name, in this direction only; known pairs are renewed."""
    compiled = _upsert.compile(dialect=connection.dialect)
    for batch in batches(rows, LOAD):
        # In the order of the key, which the tree of a large table likes; and the tuples as
        # they are, in the order of the columns: dictionaries would take as long as the rows.
        batch.sort()
        values: Any = batch if compiled.positional else [row._asdict() for row in batch]
        connection.exec_driver_sql(compiled.string, values)


def insert_pair_rows(connection: Connection, rows: Iterable[SimilarityRow]) -> set[int]:
    """Put each row into the lists of both its documents; the documents touched."""
    given = list(rows)
    back = [SimilarityRow(row[1], row[0], row[2], row[3], row[4]) for row in given]
    insert_rows(connection, given + back)
    return {row[0] for row in given} | {row[0] for row in back}


def insert_and_trim(connection: Connection, rows: Iterable[SimilarityRow], best: int) -> list[int]:
    """Put each row into the lists of both its documents, then cut lists longer than `best`
    back to it. The documents whose list was cut now, ascending; they are marked as cut."""
    return trim(connection, insert_pair_rows(connection, rows), best)


def trim(connection: Connection, doc_ids: Iterable[int], best: int) -> list[int]:
    """Cut the lists of these documents to the best; those that were longer, ascending."""
    cut: list[int] = []
    longer = (
        select(similarities.c.doc_id)
        .where(similarities.c.doc_id.in_(_ids))
        .group_by(similarities.c.doc_id)
        .having(func.count() > best)
    )
    ranked = (
        select(
            similarities.c.doc_id,
            similarities.c.other_id,
            func.row_number()
            .over(
                partition_by=similarities.c.doc_id,
                order_by=[_weight.desc(), similarities.c.other_id],
            )
            .label("place"),
        )
        .where(similarities.c.doc_id.in_(_ids))
        .subquery()
    )
    surplus = select(ranked.c.doc_id, ranked.c.other_id).where(ranked.c.place > best)
    remove = delete(similarities).where(
        tuple_(similarities.c.doc_id, similarities.c.other_id).in_(surplus)
    )
    for batch in batches(sorted(doc_ids)):
        found = sorted(connection.execute(longer, {"ids": batch}).scalars())
        if found:
            connection.execute(remove, {"ids": found})
            _mark(connection, found, list_cut=True)
            cut += found
    return cut


def living(connection: Connection, rows: Iterable[SimilarityRow]) -> list[SimilarityRow]:
    """The rows of which both documents are searchable at this moment: one may have been
    deleted while its similarities were computed."""
    given = list(rows)
    named = {row.doc_id for row in given} | {row.other_id for row in given}
    alive: set[int] = set()
    for batch in batches(sorted(named)):
        alive.update(
            ids_of(connection, documents.c.doc_id.in_(batch), documents.c.status == SEARCHABLE)
        )
    return given if alive == named else [r for r in given if {r.doc_id, r.other_id} <= alive]


def replace_lists(
    connection: Connection,
    doc_ids: Sequence[int],
    rows: Iterable[SimilarityRow],
    cut: Collection[int],
) -> list[int]:
    """New lists for these documents, in this direction only: `rows` of living documents and
    nothing else; those in `cut` had been longer. The documents whose cut list lost a row to a
    deletion meanwhile: they are stale still, all others are not."""
    given = list(rows)
    strange = {row.doc_id for row in given} - set(doc_ids)
    if strange:
        raise ValueError(f"rows of documents {sorted(strange)}, whose lists are not replaced")
    kept = living(connection, given)
    lost = {row.doc_id for row in set(given) - set(kept)} if len(kept) < len(given) else set()
    for batch in batches(doc_ids):
        connection.execute(delete(similarities).where(similarities.c.doc_id.in_(batch)))
    insert_rows(connection, kept)
    stale = sorted(lost & set(cut))
    _mark(connection, doc_ids, list_cut=False, list_stale=False)
    _mark(connection, sorted(set(cut) & set(doc_ids)), list_cut=True)
    _mark(connection, stale, list_stale=True)
    return stale


def remove_documents(connection: Connection, doc_ids: Sequence[int]) -> list[int]:
    """Take these documents' lists and their rows in the lists of others away. The other
    documents that are left with a cut list which lost a row: these are stale now."""
    stale: set[int] = set()
    hit = (
        select(similarities.c.doc_id)
        .join(documents, documents.c.doc_id == similarities.c.doc_id)
        .where(similarities.c.other_id.in_(_ids), documents.c.list_cut)
        .distinct()
    )
    for batch in batches(doc_ids):
        stale.update(connection.execute(hit, {"ids": batch}).scalars())
        connection.execute(
            delete(similarities).where(
                or_(similarities.c.doc_id.in_(batch), similarities.c.other_id.in_(batch))
            )
        )
        _mark(connection, batch, list_cut=False, list_stale=False)
    left = sorted(stale - set(doc_ids))
    _mark(connection, left, list_stale=True)
    return left


def _mark(connection: Connection, doc_ids: Sequence[int], **flags: bool) -> None:
    for batch in batches(doc_ids):
        connection.execute(update(documents).where(documents.c.doc_id.in_(batch)).values(flags))


def similar_rows(
    connection: Connection, doc_id: int, viewer: Viewer, limit: int | None
) -> list[SimilarityRow]:
    """The list of a document in rank order, without the others that the viewer may not see."""
    statement = (
        select(similarities)
        .where(similarities.c.doc_id == doc_id)
        .order_by(_weight.desc(), similarities.c.other_id)
    )
    if not viewer.sees_all:
        others = select(documents.c.doc_id).where(viewer.condition())
        statement = statement.where(
            similarities.c.doc_id.in_(others), similarities.c.other_id.in_(others)
        )
    if limit is not None:
        statement = statement.limit(limit)
    return [SimilarityRow._make(row) for row in connection.execute(statement)]
