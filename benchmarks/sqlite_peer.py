"""The papers' first generation: an SQL table of (chunk, document) rows, in SQLite at its best.

Filling uses no journal and never syncs; the index over (chunk, document) is made at the end, by
sorting, and covers every question, so that the table itself is never read. Questions are asked
warm, in the quickest of the ways below.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Chunks = NDArray[np.uint64]
Ask = Callable[["SqlitePeer", list[int]], dict[int, int]]

CACHE_KILOBYTES = 512 * 1024
"""As much memory as simdoc may use for building; asking, SQLite may map the whole file besides."""


class SqlitePeer:
    """A database of (chunk, document) rows."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        for pragma in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            f"cache_size = -{CACHE_KILOBYTES}",
            "temp_store = MEMORY",
            f"mmap_size = {1 << 36}",
        ):
            self.connection.execute(f"PRAGMA {pragma}").fetchall()
        self.connection.execute("CREATE TEMP TABLE wanted (chunk INTEGER PRIMARY KEY)")

    def fill(self, documents: Iterable[tuple[int, Chunks]]) -> None:
        """One row for each distinct chunk of each document."""
        self.connection.execute("CREATE TABLE postings (chunk INTEGER, document INTEGER)")
        self.connection.execute("BEGIN")
        for doc_id, chunks in documents:
            self.connection.executemany(
                "INSERT INTO postings VALUES (?, ?)",
                zip(chunks.tolist(), itertools.repeat(doc_id)),
            )
        self.connection.execute("COMMIT")

    def index(self) -> None:
        """The covering index."""
        self.connection.execute("CREATE INDEX by_chunk ON postings (chunk, document)")

    def plan(self, way: str) -> str:
        """What SQLite says it does when asked in this way."""
        sql, parameters = _PLANS[way]
        rows = self.connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()
        return "; ".join(row[3] for row in rows)

    def close(self) -> None:
        self.connection.close()


_JOIN = (
    "SELECT postings.document, count(*) FROM {chunks} CROSS JOIN postings INDEXED BY by_chunk"
    " ON postings.chunk = {column} GROUP BY postings.document"
)
_TEMPORARY = _JOIN.format(chunks="wanted", column="wanted.chunk")
_JSON = _JOIN.format(chunks="json_each(?) AS wanted", column="wanted.value")
_ONE = "SELECT document FROM postings INDEXED BY by_chunk WHERE chunk = ?"
_PLANS: dict[str, tuple[str, tuple[object, ...]]] = {
    "temporary table": (_TEMPORARY, ()),
    "json_each": (_JSON, ("[1]",)),
    "list of parameters": (_ONE.replace("= ?", "IN (?, ?)"), (1, 2)),
    "chunk by chunk": (_ONE, (1,)),
}


def _temporary(peer: SqlitePeer, chunks: list[int]) -> dict[int, int]:
    execute = peer.connection.execute
    execute("DELETE FROM wanted")
    execute("BEGIN")
    peer.connection.executemany("INSERT INTO wanted VALUES (?)", zip(chunks))
    execute("COMMIT")
    return dict(execute(_TEMPORARY).fetchall())


def _json(peer: SqlitePeer, chunks: list[int]) -> dict[int, int]:
    return dict(peer.connection.execute(_JSON, (json.dumps(chunks),)).fetchall())


def _parameters(peer: SqlitePeer, chunks: list[int]) -> dict[int, int]:
    marks = ",".join("?" * len(chunks))
    sql = f"SELECT document, count(*) FROM postings WHERE chunk IN ({marks}) GROUP BY document"
    return dict(peer.connection.execute(sql, chunks).fetchall())


def _one_by_one(peer: SqlitePeer, chunks: list[int]) -> dict[int, int]:
    execute = peer.connection.execute
    counts: Counter[int] = Counter()
    for chunk in chunks:
        counts.update(row[0] for row in execute(_ONE, (chunk,)))
    return dict(counts)


WAYS: dict[str, Ask] = {
    "temporary table": _temporary,
    "json_each": _json,
    "list of parameters": _parameters,
    "chunk by chunk": _one_by_one,
}
"""Way of asking: the query's chunks → document → number of common chunks, of all documents that
have any."""
