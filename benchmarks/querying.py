"""Corpus.similar_to on 20 M postings, against SQLite at its best; opening, sharing, freshness.

    python -m benchmarks.querying [--documents 8000]

The corpus has the default settings but traces off: the papers' question is asked of chunks alone.
No result is cached; what is read again and again is warm. SQLite is asked in the quickest of
several ways, with the query's chunks given to it, and must give the same counts.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.corpora import make_corpus
from benchmarks.measuring import anonymous_kilobytes, forget_cached, table, verdict
from benchmarks.sqlite_peer import WAYS, SqlitePeer
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.index.index import Index
from simdoc.settings import Settings, with_values
from simdoc.stores import INDEX_FOLDER

COMMAND = "python -m benchmarks.querying"
DOCUMENTS = 8_000
SMALL, LARGE = 2_400, 24_000
ASKED = 200
READERS = 4


def chunk_settings() -> Settings:
    """The defaults with traces off."""
    return with_values(Settings(), {"trace.enabled": "false"})


def asked_ids(documents: int, count: int = ASKED) -> list[int]:
    """doc_ids spread over the corpus, the same every time."""
    return sorted(np.random.default_rng(7).choice(documents, count, replace=False) + 1)


def seconds_a_query(folder: Path, documents: int) -> float:
    """Median over rounds of the mean processor time of a question, warm."""
    ids = [int(doc_id) for doc_id in asked_ids(documents)]
    rounds = []
    with Corpus.open(folder, create=False) as corpus:
        for _ in range(4):
            begin = time.process_time()
            for doc_id in ids:
                corpus.similar_to(doc_id)
            rounds.append((time.process_time() - begin) / len(ids))
    return statistics.median(rounds[1:])


def ask_sqlite(folder: Path, corpus: Path, documents: int) -> tuple[str, float, str]:
    """The quickest way, its mean processor time of a question, warm, and its plan. Its counts are
    compared with ours for every document that our list holds."""
    peer = SqlitePeer(folder / "peer.sqlite3")
    ids = [int(doc_id) for doc_id in asked_ids(documents, 60)]
    with Corpus.open(corpus, create=False) as opened:
        fingerprinter = opened._stores.fingerprinter
        chunks = {
            doc_id: fingerprinter.chunks(opened.text(doc_id).text).distinct().tolist()
            for doc_id in ids
        }
        times = {}
        for way, ask in WAYS.items():
            for doc_id in ids[:10]:
                ask(peer, doc_id, chunks[doc_id])
            begin = time.process_time()
            for doc_id in ids[:20]:
                ask(peer, doc_id, chunks[doc_id])
            times[way] = time.process_time() - begin
        best = min(times, key=times.__getitem__)
        for doc_id in ids:
            WAYS[best](peer, doc_id, chunks[doc_id])
        begin = time.process_time()
        counts = {doc_id: WAYS[best](peer, doc_id, chunks[doc_id]) for doc_id in ids}
        taken = (time.process_time() - begin) / len(ids)
        for doc_id in ids:
            for row in opened.similar_to(doc_id).similar:
                assert counts[doc_id][row.doc_id] == row.common_chunks, (doc_id, row.doc_id)
    plan = peer.plan(best)
    assert "COVERING INDEX by_chunk" in plan, plan
    peer.close()
    return best, taken, plan


def fill_sqlite(folder: Path, corpus: Path) -> None:
    """The peer's database of the same chunks."""
    peer = SqlitePeer(folder / "peer.sqlite3")
    with Corpus.open(corpus, create=False) as opened:
        chunks = opened._stores.fingerprinter.chunks
        rows = (row.doc_id for row in opened.documents())
        peer.fill((doc_id, chunks(opened.text(doc_id).text).distinct()) for doc_id in rows)
    peer.index()
    peer.index_documents()
    peer.close()


def reader(words: list[str]) -> None:
    """In a child process: open, ask, and say how long it took; wait to be looked at."""
    kind, folder, doc_id = words[0], Path(words[1]), int(words[2])
    idle = anonymous_kilobytes(os.getpid())
    begin = time.perf_counter()
    if kind == "ours":
        Index.open(folder / INDEX_FOLDER)
        opened = time.perf_counter() - begin
        private = anonymous_kilobytes(os.getpid()) - idle
    if kind == "sqlite":
        peer = SqlitePeer(folder / "peer.sqlite3")
        WAYS["join with itself"](peer, doc_id, [])
        print(json.dumps({"first": time.perf_counter() - begin}), flush=True)
        return
    with Corpus.open(folder, create=False) as corpus:
        begin = time.perf_counter()
        corpus.similar_to(doc_id)
        first = time.perf_counter() - begin
        for other in range(1, 101):
            corpus.similar_to(other)
        print(json.dumps({"open": opened, "private": private, "first": first}), flush=True)
        sys.stdin.readline()


def start_reader(kind: str, folder: Path, doc_id: int) -> subprocess.Popen[str]:
    """A reader in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.querying", "--reader", kind, str(folder)]
    return subprocess.Popen(
        [*command, str(doc_id)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def said(process: subprocess.Popen[str]) -> dict[str, float]:
    """What a reader says once it has asked."""
    assert process.stdout is not None
    numbers: dict[str, float] = json.loads(process.stdout.readline())
    return numbers


def cold_seconds(kind: str, folder: Path, documents: int) -> float:
    """Median time of a first question with nothing of the files in memory."""
    times = []
    for doc_id in asked_ids(documents, 7):
        forget_cached(folder)
        process = start_reader(kind, folder, int(doc_id))
        times.append(said(process)["first"])
        process.communicate("\n")
    return statistics.median(times)


def shared_memory(corpus: Path) -> tuple[float, float, dict[str, float]]:
    """Resident memory of one of several readers, and the proportional share of each, in MB; and
    what the first said of opening."""
    processes = [start_reader("ours", corpus, 1 + k) for k in range(READERS)]
    numbers = [said(process) for process in processes]
    resident, proportional = [], []
    for process in processes:
        rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
        sizes = {line.split(":")[0]: int(line.split()[1]) for line in rollup[1:]}
        resident.append(sizes["Rss"] / 1024)
        proportional.append(sizes["Pss"] / 1024)
    for process in processes:
        process.communicate("\n")
    opened = {key: statistics.median(n[key] for n in numbers) for key in numbers[0]}
    return statistics.mean(resident), statistics.mean(proportional), opened


def freshness(corpus: Path, folder: Path) -> float:
    """Seconds from a thesis of 60,000 words being extracted to its being searchable."""
    text = CorpusGenerator(CorpusPlan(documents=1, words=60_000, seed=99)).document(0).text
    times = []
    with Corpus.open(corpus, create=False) as opened:
        for attempt in range(3):
            file = folder / f"thesis-{attempt}.txt"
            file.write_text(f"{text} {attempt}", "utf-8")
            opened.text(file)  # the child process is there, as in a running system
            begin = time.perf_counter()
            opened.text(file)
            extraction = time.perf_counter() - begin
            begin = time.perf_counter()
            [document] = opened.add([file])
            times.append(time.perf_counter() - begin - extraction)
            assert opened.similar_to(file).similar[0].doc_id == document.doc_id
    return statistics.median(times)


def section(documents: int = DOCUMENTS) -> str:
    """The section of the results."""
    with tempfile.TemporaryDirectory(prefix="simdoc-querying-") as temporary:
        folder = Path(temporary)
        corpus = folder / "corpus"
        make_corpus(corpus, CorpusPlan(documents=documents), chunk_settings())
        fill_sqlite(folder, corpus)
        ours = seconds_a_query(corpus, documents)
        way, theirs, plan = ask_sqlite(folder, corpus, documents)
        cold = cold_seconds("ours", corpus, documents)
        cold_peer = cold_seconds("sqlite", folder, documents)
        resident, proportional, opened = shared_memory(corpus)
        fresh = freshness(corpus, folder)
        bytes_ = sum(f.stat().st_size for f in (corpus / INDEX_FOLDER).rglob("*") if f.is_file())
        sizes = {}
        for count in (SMALL, LARGE):
            place = folder / f"corpus-{count}"
            settings = chunk_settings()
            budget = dataclasses.replace(settings.index, memory_megabytes=64)
            make_corpus(
                place, CorpusPlan(documents=count), dataclasses.replace(settings, index=budget)
            )
            sizes[count] = seconds_a_query(place, count)
    growth = sizes[LARGE] / sizes[SMALL]
    rate = 1 / ours
    rows = [
        ("questions a second on one core", f"{rate:,.0f}", "≥ 500", verdict(rate, 500)),
        (
            f"SQLite, warm ({way})",
            f"{theirs / ours:.1f} × as long",
            "≥ 8 ×",
            verdict(theirs / ours, 8),
        ),
        ("SQLite, cold (first question)", f"{cold_peer / cold:.1f} × as long", "reported", ""),
        (
            "opening the index",
            f"{opened['open'] * 1000:.0f} ms, {opened['private'] / 1024:.0f} MB private",
            "≤ 50 ms, ≤ 50 MB",
            verdict(max(opened["open"] * 1000, opened["private"] / 1024), 50, False),
        ),
        (
            f"{READERS} readers share pages",
            f"each {resident:.0f} MB resident, {proportional:.0f} MB as its share",
            "reported",
            "",
        ),
        (
            f"ten times the corpus ({SMALL:,} → {LARGE:,} documents)",
            f"{growth:.2f} × the time",
            "≤ 1.5 ×",
            verdict(growth, 1.5, False),
        ),
        (
            "a thesis of 60,000 words searchable after extraction",
            f"{fresh:.2f} s",
            "≤ 1 s",
            verdict(fresh, 1, False),
        ),
    ]
    return (
        "## Asking\n\n"
        f"`{COMMAND}`: `Corpus.similar_to` for {ASKED} of {documents:,} indexed documents "
        f"({bytes_ / 1e6:.0f} MB of index), text read from the registry, nothing cached: "
        f"{ours * 1000:.2f} ms. SQLite: {theirs * 1000:.1f} ms ({plan}). Cold: "
        f"{cold * 1000:.0f} ms against {cold_peer * 1000:.0f} ms.\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--reader", nargs=3)
    chosen = parser.parse_args()
    if chosen.reader:
        reader(chosen.reader)
    else:
        print(section(chosen.documents))
