"""Who may see a document.

A document is visible to `public` (everyone), to its `owner` alone, or to the members of one
group, from `visible_from` on and before `visible_until` (both may be open). The owner always
sees it. Every read of the registry takes a `Viewer` and asks the database for no more than
that viewer may see.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import ColumnElement, and_, false, or_, true

from simdoc.registry.schema import documents

PUBLIC: Final = "public"
OWNER: Final = "owner"


@dataclass(frozen=True)
class Viewer:
    """Somebody who reads: a name (None is nobody in particular), groups, and the day."""

    name: str | None = None
    groups: frozenset[str] = frozenset()
    today: datetime.date = field(default_factory=lambda: datetime.datetime.now(datetime.UTC).date())
    sees_all: bool = False

    def condition(self) -> ColumnElement[bool]:
        """What is true of exactly the rows of `documents` that this viewer may see."""
        if self.sees_all:
            return true()
        # A group may bear the name of a keyword; it opens nothing by it.
        audiences = sorted({PUBLIC, *self.groups} - {OWNER})
        day = self.today.isoformat()
        row = documents.c
        open_to_viewer = and_(
            row.visible_to.in_(audiences),
            or_(row.visible_from.is_(None), row.visible_from <= day),
            or_(row.visible_until.is_(None), row.visible_until > day),
        )
        own = false() if self.name is None else row.owner == self.name
        return or_(own, open_to_viewer)


EVERYONE_SEES_ALL: Final = Viewer(today=datetime.date.min, sees_all=True)
"""Until access control is switched on."""
