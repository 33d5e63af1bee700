"""Texts → index, against filling and indexing a table of SQLite; memory, bytes, and growth.

    python -m benchmarks.building [--documents 8000]

Each build is a process of its own that reads the same texts from one file; generating them costs
nobody time or memory. Memory is private memory (RssAnon) of all processes above the same imports.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import Stopwatch, build_index, folder_bytes
from benchmarks.measuring import run_sampled, table, verdict
from benchmarks.sqlite_peer import SqlitePeer
from benchmarks.texts import read_texts, write_texts
from simdoc.chunks import Fingerprinter
from simdoc.evaluation.generator import CorpusPlan
from simdoc.settings import IndexSettings, Settings

COMMAND = "python -m benchmarks.building"
DOCUMENTS = 8_000
SMALL, LARGE, SMALL_BUDGET = 800, 8_000, 32
"""Documents of the two sizes for growth, and a budget in MB that both exceed."""
BUDGET = 512


def build_ours(texts: Path, folder: Path, documents: int, budget: int) -> dict[str, float]:
    """In a child process: seconds, postings, bytes."""
    settings = dataclasses.replace(Settings(), index=IndexSettings(memory_megabytes=budget))
    built = build_index(folder, read_texts(texts, documents), settings)
    return {"seconds": built.seconds, "postings": built.postings, "bytes": built.index_bytes}


def build_sqlite(texts: Path, folder: Path, documents: int) -> dict[str, float]:
    """In a child process: the same from the same texts. Making the chunks is part of both."""
    folder.mkdir()
    fingerprinter = Fingerprinter(Settings().fingerprint)
    watch = Stopwatch()
    with watch:
        peer = SqlitePeer(folder / "peer.sqlite3")
        numbered = enumerate((text for batch in read_texts(texts, documents) for text in batch), 1)
        peer.fill((doc_id, fingerprinter.chunks(text).distinct()) for doc_id, text in numbered)
        peer.index()
        peer.close()
    return {"seconds": watch.seconds, "postings": 0, "bytes": folder_bytes(folder)}


def child(*arguments: object) -> tuple[dict[str, float], float]:
    """Run one build in a process of its own; its numbers and its peak of memory in MB."""
    command = [sys.executable, "-m", "benchmarks.building", "--child", *map(str, arguments)]
    printed, peak = run_sampled(command)
    _, idle = run_sampled([*command[:3], "--child", "idle"])
    numbers: dict[str, float] = json.loads(printed)
    return numbers, (peak - idle) / 1024


def run_child(words: list[str]) -> None:
    """What `child` runs."""
    if words[0] == "idle":
        numbers: dict[str, float] = {}
    elif words[0] == "sqlite":
        numbers = build_sqlite(Path(words[1]), Path(words[2]), int(words[3]))
    else:
        numbers = build_ours(Path(words[1]), Path(words[2]), int(words[3]), int(words[4]))
    print(json.dumps(numbers))


def section(documents: int = DOCUMENTS) -> str:
    """The section of the results."""
    with tempfile.TemporaryDirectory(prefix="simdoc-building-") as temporary:
        folder = Path(temporary)
        texts = folder / "texts"
        write_texts(texts, CorpusPlan(documents=max(documents, LARGE)))
        ours, memory = child("simdoc", texts, folder / "ours", documents, BUDGET)
        peer, peer_memory = child("sqlite", texts, folder / "peer", documents)
        small, _ = child("simdoc", texts, folder / "small", SMALL, SMALL_BUDGET)
        large, _ = child("simdoc", texts, folder / "large", LARGE, SMALL_BUDGET)
    ratio = peer["seconds"] / ours["seconds"]
    each = ours["bytes"] / ours["postings"]
    growth = large["seconds"] / small["seconds"]
    rows = [
        ("filling and indexing SQLite takes", f"{ratio:.1f} × as long", "≥ 4 ×", verdict(ratio, 4)),
        ("memory above idle", f"{memory:.0f} MB", "≤ 512 MB", verdict(memory, 512, False)),
        ("on disk", f"{each:.2f} bytes a posting", "≤ 16", verdict(each, 16, False)),
        (
            f"ten times the corpus ({small['postings'] / 1e6:.0f} M → "
            f"{large['postings'] / 1e6:.0f} M postings, budget {SMALL_BUDGET} MB)",
            f"{growth:.1f} × the time",
            "≤ 13 ×",
            verdict(growth, 13, False),
        ),
    ]
    return (
        "## Building\n\n"
        f"`{COMMAND}`: {documents:,} documents, {ours['postings'] / 1e6:.1f} M postings, from "
        f"texts to a committed index in {ours['seconds']:.1f} s on one core; SQLite, without a "
        f"journal, from the same texts to a covering index in {peer['seconds']:.1f} s "
        f"({peer_memory:.0f} MB, {peer['bytes'] / ours['postings']:.1f} bytes a posting).\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--child", nargs="+")
    chosen = parser.parse_args()
    if chosen.child:
        run_child(chosen.child)
    else:
        print(section(chosen.documents))
