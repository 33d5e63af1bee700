"""Readers in processes of their own: how an index opens, answers cold, and shares its pages.

`python -m benchmarks.querying` starts them as `python -m benchmarks.readers KIND FOLDER DOC_ID`.
Each opens, asks once, says how long that took, asks about more documents, and waits to be looked
at.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import anonymous_kilobytes, forget_cached
from benchmarks.sqlite_peer import WAYS, SqlitePeer
from simdoc.corpus import Corpus
from simdoc.index.index import Index
from simdoc.stores import INDEX_FOLDER

READERS = 4
MORE = 300
"""Questions after which a reader has touched nearly every page of 20 M postings."""
PEER = "peer.sqlite3"
CHUNKS = "chunks-{}.json"
"""The chunks of a query document, for the child that asks SQLite."""


@dataclass(frozen=True)
class Sharing:
    """Megabytes of mapped index pages of all readers together: as each counts them, and as they
    are in memory."""

    counted: float
    in_memory: float


def run(kind: str, folder: Path, doc_id: int) -> None:
    """What a child does."""
    idle = anonymous_kilobytes(os.getpid())
    begin = time.perf_counter()
    if kind == "sqlite":
        chunks = json.loads((folder / CHUNKS.format(doc_id)).read_bytes())
        peer = SqlitePeer(folder / PEER)
        begin = time.perf_counter()
        WAYS["json_each"](peer, chunks, doc_id)
        print(json.dumps({"first": time.perf_counter() - begin}), flush=True)
        return
    Index.open(folder / INDEX_FOLDER)
    opening = time.perf_counter() - begin
    private = anonymous_kilobytes(os.getpid()) - idle
    with Corpus.open(folder, create=False) as corpus:
        begin = time.perf_counter()
        corpus.similar_to(doc_id)
        first = time.perf_counter() - begin
        said = {"opening": opening, "private": private / 1024, "first": first}
        print(json.dumps(said), flush=True)
        for command in sys.stdin:
            for other in range(1, int(command) + 1):
                corpus.similar_to(other)
            print(json.dumps(said), flush=True)


class Reader:
    """A child process that opened a corpus, or SQLite's database, and asked once."""

    def __init__(self, kind: str, folder: Path, doc_id: int) -> None:
        command = [sys.executable, "-m", "benchmarks.readers", kind, str(folder), str(doc_id)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = self._process.pid
        self.said = self._answer()

    def ask_more(self, questions: int) -> None:
        assert self._process.stdin is not None
        print(questions, file=self._process.stdin, flush=True)
        self._answer()

    def end(self) -> None:
        self._process.communicate()

    def _answer(self) -> dict[str, float]:
        assert self._process.stdout is not None
        said: dict[str, float] = json.loads(self._process.stdout.readline())
        return said


def cold_seconds(kind: str, folder: Path, ids: Sequence[int]) -> float:
    """Median time of a first question with nothing of the files in memory."""
    times = []
    for doc_id in ids:
        forget_cached(folder)
        reader = Reader(kind, folder, doc_id)
        times.append(reader.said["first"])
        reader.end()
    return statistics.median(times)


def opened(corpus: Path) -> tuple[float, float]:
    """Seconds and private megabytes that opening the index takes: the worst of several."""
    readers = [Reader("simdoc", corpus, 1) for _ in range(READERS)]
    for reader in readers:
        reader.end()
    return max(r.said["opening"] for r in readers), max(r.said["private"] for r in readers)


def sharing(corpus: Path) -> Sharing:
    """What several readers that have touched the whole index hold of it together."""
    readers = [Reader("simdoc", corpus, 1 + ordinal) for ordinal in range(READERS)]
    for reader in readers:
        reader.ask_more(MORE)
    counted = sum(mapped_kilobytes(r.pid, corpus / INDEX_FOLDER, "Rss") for r in readers)
    in_memory = sum(mapped_kilobytes(r.pid, corpus / INDEX_FOLDER, "Pss") for r in readers)
    for reader in readers:
        reader.end()
    return Sharing(counted / 1024, in_memory / 1024)


def mapped_kilobytes(pid: int, folder: Path, kind: str) -> int:
    """Rss or Pss of the mapped files below a folder."""
    total, inside = 0, False
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        words = line.split()
        if "-" in words[0] and not words[0].endswith(":"):
            inside = len(words) > 5 and words[5].startswith(str(folder))
        elif inside and words[0] == f"{kind}:":
            total += int(words[1])
    return total


if __name__ == "__main__":
    run(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
