"""Pairs of similar documents of a course or a year, read off the similarity table.

A pair is in a scope when it stands in the list of a document of the scope; it comes once. Its
first side, `doc_id`, belongs to the scope; where both do, it is the document that came later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Select,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.sql.selectable import FromClause

from simdoc.registry.schema import documents, similarities
from simdoc.registry.visibility import Viewer

PairOrder = Literal["newest", "highest"]
BINS: Final = 20
"""Of the histogram: five per cent each."""

_others = documents.alias("others")
_reverse = similarities.alias("reverse")


@dataclass(frozen=True)
class PairScope:
    """Whose pairs: a course's, a year's, both at once; everybody's when both are None."""

    course: str | None = None
    year: int | None = None

    def condition(self, table: FromClause) -> ColumnElement[bool]:
        """What is true of the scope's rows of `documents`; never null."""
        wanted: ColumnElement[bool] = true()
        if self.course is not None:
            wanted = wanted & (func.coalesce(table.c.course, "") == self.course)
        if self.year is not None:
            submitted = func.coalesce(table.c.submitted, "")
            wanted = wanted & (submitted >= f"{self.year:04}") & (submitted < f"{self.year + 1:04}")
        return wanted

    def indexed(self) -> ColumnElement[bool]:
        """The same of `documents` itself, in words that its indexes answer."""
        row = documents.c
        wanted: ColumnElement[bool] = true()
        if self.course is not None:
            wanted = wanted & (row.course == self.course)
        if self.year is not None:
            wanted = wanted & (row.submitted >= f"{self.year:04}")
            wanted = wanted & (row.submitted < f"{self.year + 1:04}")
        return wanted


class Pair(NamedTuple):
    """Two documents of which one stands in the other's list. The similarities are shares of the
    named side's chunks."""

    doc_id: int
    other_id: int
    common_chunks: int
    boilerplate_chunks: int
    intervals: int
    similarity_of_document: float
    similarity_of_other: float

    @property
    def highest(self) -> float:
        """The similarity of the side that has more of itself in the other."""
        return max(self.similarity_of_document, self.similarity_of_other)


_fewer_chunks = case(
    (documents.c.chunks < _others.c.chunks, documents.c.chunks), else_=_others.c.chunks
)
_highest = cast(similarities.c.common_chunks, Float) / _fewer_chunks
_columns = (
    *similarities.columns,
    (cast(similarities.c.common_chunks, Float) / documents.c.chunks).label("of_document"),
    (cast(similarities.c.common_chunks, Float) / _others.c.chunks).label("of_other"),
)


def _within(statement: Select[Any], scope: PairScope, viewer: Viewer) -> Select[Any]:
    """The statement over the pairs of the scope, each once."""
    backwards = exists().where(
        _reverse.c.doc_id == similarities.c.other_id, _reverse.c.other_id == similarities.c.doc_id
    )
    once = or_(
        similarities.c.doc_id > similarities.c.other_id, ~scope.condition(_others), ~backwards
    )
    statement = (
        statement.select_from(documents)
        .join(similarities, similarities.c.doc_id == documents.c.doc_id)
        .join(_others, _others.c.doc_id == similarities.c.other_id)
        .where(scope.indexed(), once, documents.c.chunks > 0, _others.c.chunks > 0)
    )
    if not viewer.sees_all:
        seen = select(documents.c.doc_id).where(viewer.condition())
        statement = statement.where(
            similarities.c.doc_id.in_(seen), similarities.c.other_id.in_(seen)
        )
    return statement


def pairs(
    connection: Connection,
    scope: PairScope,
    viewer: Viewer,
    order: PairOrder,
    minimum: float,
    limit: int | None,
    offset: int,
) -> list[Pair]:
    """One page of the pairs with at least this similarity in one direction: those of the latest
    documents first, or the most similar first."""
    newest, highest = similarities.c.doc_id.desc(), _highest.desc()
    by = (newest, highest) if order == "newest" else (highest, newest)
    statement = _within(select(*_columns), scope, viewer).order_by(*by, similarities.c.other_id)
    statement = statement.where(_highest >= minimum).offset(offset)
    if limit is not None:
        statement = statement.limit(limit)
    return [Pair._make(row) for row in connection.execute(statement)]


def histogram(connection: Connection, scope: PairScope, viewer: Viewer) -> list[int]:
    """How many pairs have their higher similarity in each of BINS equal steps from 0 to 1, the
    last one with 1 itself."""
    step = (similarities.c.common_chunks * BINS) // _fewer_chunks
    statement = _within(select(step.label("step"), func.count()), scope, viewer).group_by("step")
    counts = [0] * BINS
    for found, count in connection.execute(statement):
        counts[min(int(found), BINS - 1)] += count
    return counts


def inside(connection: Connection, scope: PairScope, viewer: Viewer) -> list[Pair]:
    """The pairs of which both sides are in the scope."""
    statement = _within(select(*_columns), scope, viewer).where(scope.condition(_others))
    return [Pair._make(row) for row in connection.execute(statement)]
