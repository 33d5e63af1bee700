"""Corpus.similar_to on 20 M postings, against SQLite at its best; opening and sharing.

    python -m benchmarks.querying [--documents 8000]

The corpus has the default settings but traces off: the papers' question is asked of chunks alone.
No result is cached; what is read again and again is warm. SQLite is asked in the quickest of
several ways and must give the same counts. Ratios are told of the whole question (a doc_id in, the
list with titles out), once with the text read and fingerprinted around the SQL as around our index,
once with SQLite joining the table with itself, which needs neither; and of the index alone
(fingerprints in, counts out).
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.against_sqlite import (
    A_ROUND,
    FINGERPRINTING,
    FROM_TEXT,
    INDEX_ALONE,
    READING,
    ROUNDS,
    SIMDOC,
    SQL_ALONE,
    TITLES,
    compared,
    fill_sqlite,
)
from benchmarks.corpora import folder_bytes, make_corpus
from benchmarks.measuring import table, verdict
from benchmarks.readers import CHUNKS, READERS, cold_seconds, opened, sharing
from benchmarks.sqlite_peer import ITSELF
from simdoc.chunks import Fingerprinter
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusPlan
from simdoc.settings import Settings, with_values
from simdoc.stores import INDEX_FOLDER

COMMAND = "python -m benchmarks.querying"
DOCUMENTS = 8_000
SMALL, LARGE = 2_400, 24_000
ASKED = 200
COLD = 7


def chunk_settings() -> Settings:
    """The defaults with traces off."""
    return with_values(Settings(), {"trace.enabled": "false"})


def asked_ids(documents: int, count: int = ASKED) -> list[int]:
    """doc_ids from all over the corpus, the same every time."""
    chosen: list[int] = np.random.default_rng(7).choice(documents, count, replace=False).tolist()
    return [ordinal + 1 for ordinal in chosen]


def seconds_a_query(folder: Path, documents: int) -> float:
    """Median over rounds of the mean processor time of a question, warm."""
    ids = asked_ids(documents)
    rounds = []
    with Corpus.open(folder, create=False) as corpus:
        for _ in range(6):
            begin = time.process_time()
            for doc_id in ids:
                corpus.similar_to(doc_id)
            rounds.append((time.process_time() - begin) / len(ids))
    return statistics.median(rounds[1:])


def write_chunks(folder: Path, corpus: Path, ids: Sequence[int]) -> None:
    """The chunks of some documents, for the readers of SQLite."""
    with Corpus.open(corpus, create=False) as opened_corpus:
        fingerprinter = Fingerprinter(opened_corpus.settings.fingerprint)
        for doc_id in ids:
            chunks = fingerprinter.chunks(opened_corpus.text(doc_id).text).distinct()
            (folder / CHUNKS.format(doc_id)).write_text(json.dumps(chunks.tolist()))


def _parts(times: dict[str, float]) -> list[tuple[str, ...]]:
    """Rows of the table of parts."""

    def row(name: str, *columns: str | None) -> tuple[str, ...]:
        return name, *(f"{times[part] * 1000:.2f}" if part else "–" for part in columns)

    return [
        row(READING, READING, READING, None),
        row(FINGERPRINTING, FINGERPRINTING, FINGERPRINTING, None),
        row("the index", INDEX_ALONE, SQL_ALONE, ITSELF),
        row(TITLES, TITLES, TITLES, None),
        row("**the whole question**", SIMDOC, FROM_TEXT, ITSELF),
    ]


def section(documents: int = DOCUMENTS) -> str:
    """The section of the results."""
    with tempfile.TemporaryDirectory(prefix="simdoc-querying-") as temporary:
        folder = Path(temporary)
        corpus = folder / "corpus"
        make_corpus(corpus, CorpusPlan(documents=documents), chunk_settings())
        fill_sqlite(folder, corpus)
        ids = asked_ids(documents, (ROUNDS + 1) * A_ROUND)
        times, way, plan = compared(corpus, folder, ids)
        cold_ids = asked_ids(documents, COLD)
        write_chunks(folder, corpus, cold_ids)
        cold = cold_seconds("simdoc", corpus, cold_ids)
        cold_peer = cold_seconds("sqlite", folder, cold_ids)
        opening, private = opened(corpus)
        shared = sharing(corpus)
        index_megabytes = folder_bytes(corpus / INDEX_FOLDER) / 1e6
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
    rate = 1 / times[SIMDOC]
    whole, joined = times[FROM_TEXT] / times[SIMDOC], times[ITSELF] / times[SIMDOC]
    alone = times[SQL_ALONE] / times[INDEX_ALONE]
    rows = [
        ("questions a second on one core", f"{rate:,.0f}", "≥ 500", verdict(rate, 500)),
        (
            f"SQLite, warm, the whole question from the text ({way})",
            f"{whole:.1f} × as long",
            "≥ 8 ×",
            verdict(whole, 8),
        ),
        (
            "SQLite, warm, the whole question joined with itself (a second index)",
            f"{joined:.1f} × as long",
            "≥ 8 ×",
            verdict(joined, 8),
        ),
        ("SQLite, warm, the index alone", f"{alone:.1f} × as long", "≥ 8 ×", verdict(alone, 8)),
        ("SQLite, cold (first question)", f"{cold_peer / cold:.1f} × as long", "reported", ""),
        ("opening the index", f"{opening * 1000:.0f} ms", "≤ 50 ms", verdict(opening, 0.05, False)),
        ("– private memory", f"{private:.1f} MB", "≤ 50 MB", verdict(private, 50, False)),
        (
            f"{READERS} readers, pages of the index",
            f"{shared.counted:.0f} MB counted, {shared.in_memory:.0f} MB in memory",
            "shared",
            verdict(shared.in_memory, shared.counted / READERS * 1.1, False),
        ),
        (
            f"ten times the corpus ({SMALL:,} → {LARGE:,} documents)",
            f"{growth:.2f} × the time",
            "≤ 1.5 ×",
            verdict(growth, 1.5, False),
        ),
    ]
    return (
        "## Asking\n\n"
        f"`{COMMAND}`: `Corpus.similar_to` for indexed documents of {documents:,} "
        f"({index_megabytes:.0f} MB of index), text read from the registry, nothing cached, "
        f"against SQLite ({plan}). Medians of {ROUNDS} rounds of {A_ROUND} questions in turn, "
        f"processor time. Cold, a first question: {cold * 1000:.0f} ms against "
        f"{cold_peer * 1000:.0f} ms.\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n\n"
        "Where the time of a question goes, in ms; the parts are timed by themselves and cost "
        "more one after another, because each finds the caches full of the one before.\n\n"
        f"{table(('', 'simdoc', 'SQLite from the text', 'SQLite joined'), _parts(times))}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    print(section(parser.parse_args().documents))
