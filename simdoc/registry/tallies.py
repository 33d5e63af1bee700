"""How many documents there are of each course, year, kind and language, and when they came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, case, func, select

from simdoc.registry.schema import FAILED, PRESENT, documents
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
    """The tallies of the documents present. Reads every row of them once."""
    row = documents.c
    year = func.substr(row.submitted, 1, 4)
    statement = (
        select(row.course, year, row.kind, row.language, func.count())
        .where(row.status.in_(PRESENT), viewer.condition())
        .group_by(row.course, year, row.kind, row.language)
    )
    found: list[Counter[str]] = [Counter(), Counter(), Counter(), Counter()]
    for *values, count in connection.execute(statement):
        for tally, value in zip(found, values, strict=True):
            if value:
                tally[value] += count
    courses, years, kinds, languages = (_commonest_first(tally) for tally in found)
    decimal = {int(name): count for name, count in years.items() if name.isdecimal()}
    return Tallies(courses, dict(sorted(decimal.items(), reverse=True)), kinds, languages)


def _commonest_first(tally: Counter[str]) -> dict[str, int]:
    return dict(sorted(tally.items(), key=lambda item: (-item[1], item[0])))


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
