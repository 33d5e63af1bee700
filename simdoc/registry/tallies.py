"""How many documents there are of each course, year, kind and language, and when they came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, func, select

from simdoc.registry.schema import FAILED, PRESENT, STATUSES, documents
from simdoc.registry.visibility import Viewer

Period = Literal["hour", "day"]
_LETTERS: Final[Mapping[Period, int]] = {"hour": 13, "day": 10}
"""So much of a moment's text names its hour, or its day."""


@dataclass(frozen=True)
class Tallies:
    """Value → documents that have it, the commonest first; `years` the latest first."""

    courses: dict[str, int]
    years: dict[int, int]
    kinds: dict[str, int]
    languages: dict[str, int]


class Arrivals(NamedTuple):
    """The documents that came in one hour or day, and how many of them cannot be read so far."""

    start: str
    came: int
    failed: int


def tallies(connection: Connection, viewer: Viewer) -> Tallies:
    """The tallies of the documents present; four passes over them, a quarter of what one pass
    over all combinations takes."""
    row = documents.c
    years = _tally(connection, func.substr(row.submitted, 1, 4), viewer)
    decimal = {int(name): count for name, count in years.items() if name.isdecimal()}
    return Tallies(
        _tally(connection, row.course, viewer),
        dict(sorted(decimal.items(), reverse=True)),
        _tally(connection, row.kind, viewer),
        _tally(connection, row.language, viewer),
    )


def _tally(connection: Connection, value: ColumnElement[Any], viewer: Viewer) -> dict[str, int]:
    # What is left out, not what is wanted: otherwise the database goes by the index of the
    # statuses, which names almost every document, and looks each up.
    absent = sorted(set(STATUSES) - set(PRESENT))
    statement = (
        select(value, func.count())
        .where(documents.c.status.not_in(absent), value.is_not(None), value != "")
        .group_by(value)
        .order_by(func.count().desc(), value)
    )
    if not viewer.sees_all:
        statement = statement.where(viewer.condition())
    return {str(name): int(count) for name, count in connection.execute(statement)}


def arrivals(connection: Connection, period: Period, since: str, viewer: Viewer) -> list[Arrivals]:
    """Hours or days in which documents came from the moment `since` on, in order; those in which
    none came are left out. Documents deleted meanwhile count: they came."""
    start = func.substr(documents.c.added, 1, _LETTERS[period])
    failed = func.sum(case((documents.c.status == FAILED, 1), else_=0))
    statement = (
        select(start, func.count(), failed)
        .where(documents.c.added >= since, viewer.condition())
        .group_by(start)
        .order_by(start)
    )
    return [Arrivals(row[0], int(row[1]), int(row[2])) for row in connection.execute(statement)]
