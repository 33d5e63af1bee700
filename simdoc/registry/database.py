"""The one place that knows which database it is: connections, their settings, transactions.

SQLite is in WAL mode, so that readers never wait for a writer nor a writer for readers; a
commit is on the disk when it returns (synchronous=FULL); what is erased is overwritten
(secure_delete). Each `read` and `write` takes a connection of its own from a pool, so one
registry serves any number of threads.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    PoolProxiedConnection,
    Select,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import DatabaseError, OperationalError

from simdoc.errors import CorruptIndexError, IndexLockedError, SimdocError

FILE_NAME: Final = "registry.sqlite3"
BUSY_SECONDS: Final = 10.0
"""How long a writer waits for another; each holds the database for far less than a second."""


class Database:
    """Transactions on one database, given as a folder (SQLite inside it) or a URL."""

    def __init__(self, where: Path | str, create: bool) -> None:
        self.path: Path | None = None
        if "://" in str(where):
            url = make_url(str(where))
        else:
            self.path = Path(where).absolute() / FILE_NAME
            url = make_url("sqlite://").set(database=str(self.path))
            if create:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            elif not self.path.is_file():
                raise SimdocError(f"{where} holds no corpus; 'simdoc add' makes one")
        self.name = url.render_as_string(hide_password=True)
        # Readers come and go in microseconds; beyond eight at once connections are made anew.
        # Parameters are texts and names of people: no error message repeats them.
        self._engine = create_engine(url, pool_size=8, max_overflow=-1, hide_parameters=True)
        self._snapshots = self._engine.execution_options(simdoc_begin="BEGIN")
        self._writes = self._engine.execution_options(simdoc_begin="BEGIN IMMEDIATE")
        self._compiled: dict[Select[Any], tuple[str, list[str] | None]] = {}
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        self._idle: deque[PoolProxiedConnection] = deque()
        if self._is_sqlite:
            event.listen(self._engine, "connect", _configure)
            event.listen(self._engine, "begin", _begin)
            try:
                with self._translated():
                    self._enter_wal()
            except BaseException:
                self.close()
                raise

    @property
    def engine(self) -> Engine:
        """The SQLAlchemy engine underneath."""
        return self._engine

    @contextlib.contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for one statement, or for several that need not agree."""
        with self._translated(), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one state of the database, from first to last statement."""
        with self._translated(), self._snapshots.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that holds the database for writing from its start: what it reads
        stays true until it commits. All of it happens, or nothing when an error leaves it."""
        with self._translated(), self._writes.begin() as connection:
            yield connection

    def rows(self, statement: Select[Any], parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows of a statement, which the caller keeps for many calls, as the driver gives
        them: 5 µs around the database's own work, where `read` takes 100. The connections are
        kept apart from the pool's, whose care for them takes as long as the work."""
        known = self._compiled.get(statement)
        if known is None:
            compiled = statement.compile(dialect=self._engine.dialect)
            order = compiled.positiontup if compiled.positional else None
            known = self._compiled[statement] = compiled.string, order
        sql, order = known
        values = dict(parameters) if order is None else [parameters[name] for name in order]
        with self._translated():
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._engine.raw_connection()
                if self._is_sqlite:
                    connection.detach()
            cursor = connection.cursor()
            try:
                cursor.execute(sql, values)
                return list(cursor.fetchall())
            finally:
                cursor.close()
                if self._is_sqlite:  # no transaction is open: each statement is one
                    self._idle.append(connection)
                else:
                    connection.close()

    def erase_traces(self) -> None:
        """Leave nothing of erased rows in the write-ahead log either."""
        if not self._is_sqlite:
            return
        with self._translated():
            raw = self._engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                raw.close()

    def check(self) -> list[str]:
        """What the database itself finds wrong with its file; empty when all is well."""
        if not self._is_sqlite:
            return []
        with self.read() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        return [] if list(found) == ["ok"] else [str(line) for line in found]

    def close(self) -> None:
        """Close all connections; the last one folds the log into the database file."""
        while self._idle:
            self._idle.pop().close()
        self._engine.dispose()

    def _enter_wal(self) -> None:
        # Changing the mode of a new file does not wait for others by itself as writing does.
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            raw = self._engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA journal_mode = WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
            finally:
                raw.close()
            time.sleep(0.02)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Errors of a locked or damaged database as ours, naming it."""
        try:
            yield
        except (DatabaseError, sqlite3.DatabaseError) as error:
            cause = getattr(error, "orig", error)
            text = str(cause)
            if isinstance(error, OperationalError | sqlite3.OperationalError):
                if "locked" in text or "busy" in text:
                    raise IndexLockedError(self.name, "another process that writes") from error
            elif isinstance(cause, sqlite3.DatabaseError) and (
                "malformed" in text or "not a database" in text
            ):
                raise CorruptIndexError(self.name, "a sound SQLite database", text) from error
            raise


def _configure(connection: Any, _record: object) -> None:
    """Settings that each SQLite connection needs; transactions are begun by `_begin` alone."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    statement = connection.get_execution_options().get("simdoc_begin")
    if statement is not None:
        connection.exec_driver_sql(statement)
