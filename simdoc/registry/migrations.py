"""Bringing a registry to the schema of this version, one step at a time.

A new registry is made in the newest schema at once. An older one goes through `STEPS` from
its version up, all in one transaction: it is migrated whole or stays as it was. A newer one is
refused: an older simdoc would not know what it must not break.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Connection, func, inspect, select

from simdoc.errors import IncompatibleIndexError
from simdoc.registry.database import Database
from simdoc.registry.schema import metadata, schema_version

VERSION: Final = 1

STEPS: Final[Mapping[int, Callable[[Connection], None]]] = {}
"""Version → what makes the next version of it."""


def migrate(
    database: Database,
    steps: Mapping[int, Callable[[Connection], None]] = STEPS,
    version: int = VERSION,
) -> None:
    """Make or migrate the tables; IncompatibleIndexError when the registry is newer."""
    with database.read() as connection:
        if _found(connection) == version:
            return
    with database.write() as connection:
        found = _found(connection)  # again: another process may have been first
        if found is None:
            metadata.create_all(connection)
            connection.execute(schema_version.insert(), {"version": version})
            return
        if found > version:
            raise IncompatibleIndexError(
                f"registry schema {found}",
                f"simdoc with registry schema {version}",
                "install the simdoc that made it, or a newer one",
            )
        for step in range(found, version):
            steps[step](connection)
        connection.execute(schema_version.update().values(version=version))


def _found(connection: Connection) -> int | None:
    """The version of the tables; None when there are none."""
    if not inspect(connection).has_table(schema_version.name):
        return None
    return connection.execute(select(func.max(schema_version.c.version))).scalar_one_or_none()
