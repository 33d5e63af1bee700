"""The papers' first generation: an SQL table of (chunk, document) rows, in SQLite at its best.

Filling uses no journal and never syncs; the index over (chunk, document) is made at the end, by
sorting, and covers every question, so that the table itself is never read. Questions are asked
warm, in the quickest of the ways below. An indexed document can also be asked about by its doc_id
alone, by joining the table with itself: that needs a second index over (document, chunk), as large
as the first, and saves reading the text and fingerprinting it.
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
Ask = Callable[["SqlitePeer", list[int], int], dict[int, int]]

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

    def index_documents(self) -> None:
        """The second index, for joining the table with itself."""
        self.connection.execute("CREATE INDEX by_document ON postings (document, chunk)")

    def join_with_itself(self, doc_id: int) -> dict[int, int]:
        """Document → number of chunks in common with this one, of all others that have any."""
        return dict(self.connection.execute(_ITSELF, (doc_id,)).fetchall())

    def plan(self, way: str) -> str:
        """What SQLite says it does when asked in this way."""
        sql, parameters = _PLANS[way]
        rows = self.connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()
        return "; ".join(row[3] for row in rows)

    def close(self) -> None:
        self.connection.close()


_JOIN = (
    "SELECT postings.document, count(*) FROM {chunks} CROSS JOIN postings INDEXED BY by_chunk"
    " ON postings.chunk = {column} AND postings.document <> ? GROUP BY postings.document"
)
_TEMPORARY = _JOIN.format(chunks="wanted", column="wanted.chunk")
_JSON = _JOIN.format(chunks="json_each(?) AS wanted", column="wanted.value")
_LIST = (
    "SELECT document, count(*) FROM postings INDEXED BY by_chunk"
    " WHERE chunk IN ({marks}) AND document <> ? GROUP BY document"
)
_ONE = "SELECT document FROM postings INDEXED BY by_chunk WHERE chunk = ? AND document <> ?"
_ITSELF = (
    "SELECT other.document, count(*) FROM postings AS query INDEXED BY by_document"
    " CROSS JOIN postings AS other INDEXED BY by_chunk"
    " ON other.chunk = query.chunk AND other.document <> query.document"
    " WHERE query.document = ? GROUP BY other.document"
)
ITSELF = "joined with itself"
_PLANS: dict[str, tuple[str, tuple[object, ...]]] = {
    "temporary table": (_TEMPORARY, (1,)),
    "json_each": (_JSON, ("[1]", 1)),
    "list of parameters": (_LIST.format(marks="?, ?"), (1, 2, 1)),
    "chunk by chunk": (_ONE, (1, 1)),
    ITSELF: (_ITSELF, (1,)),
}


def _temporary(peer: SqlitePeer, chunks: list[int], besides: int) -> dict[int, int]:
    execute = peer.connection.execute
    execute("DELETE FROM wanted")
    execute("BEGIN")
    peer.connection.executemany("INSERT INTO wanted VALUES (?)", zip(chunks))
    execute("COMMIT")
    return dict(execute(_TEMPORARY, (besides,)).fetchall())


def _json(peer: SqlitePeer, chunks: list[int], besides: int) -> dict[int, int]:
    return dict(peer.connection.execute(_JSON, (json.dumps(chunks), besides)).fetchall())


def _parameters(peer: SqlitePeer, chunks: list[int], besides: int) -> dict[int, int]:
    sql = _LIST.format(marks=",".join("?" * len(chunks)))
    return dict(peer.connection.execute(sql, (*chunks, besides)).fetchall())


def _one_by_one(peer: SqlitePeer, chunks: list[int], besides: int) -> dict[int, int]:
    execute = peer.connection.execute
    counts: Counter[int] = Counter()
    for chunk in chunks:
        counts.update(row[0] for row in execute(_ONE, (chunk, besides)))
    return dict(counts)


WAYS: dict[str, Ask] = {
    "temporary table": _temporary,
    "json_each": _json,
    "list of parameters": _parameters,
    "chunk by chunk": _one_by_one,
}
"""Way of asking: the query's chunks and its own doc_id → document → number of common chunks, of all
others that have any."""
