"""Corpus.similar_to on 20 M postings, against SQLite at its best; opening and sharing.

    python -m benchmarks.querying [--documents 8000]

The corpus has the default settings but traces off: the papers' question is asked of chunks alone.
No result is cached; what is read again and again is warm. SQLite is asked in the quickest of
several ways and must give the same counts. Two ratios are told: of the whole question (a doc_id in,
the list with titles out; around the SQL stands the same registry and the same fingerprinting), and
of the index alone (fingerprints in, counts out).
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.corpora import folder_bytes, make_corpus
from benchmarks.measuring import table, verdict
from benchmarks.readers import CHUNKS, PEER, READERS, cold_seconds, opened, sharing
from benchmarks.sqlite_peer import WAYS, SqlitePeer
from simdoc.chunks import Chunks, Fingerprinter
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusPlan
from simdoc.index.index import Index
from simdoc.settings import Settings, with_values
from simdoc.similarity import SimilarDocuments, find_similar
from simdoc.stores import INDEX_FOLDER

COMMAND = "python -m benchmarks.querying"
DOCUMENTS = 8_000
SMALL, LARGE = 2_400, 24_000
ASKED = 200
ROUNDS, A_ROUND = 11, 50
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


class Asked:
    """The same questions asked of both, with everything around the index the same."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus = corpus
        self.index = Index.open(corpus.folder / INDEX_FOLDER)
        self.fingerprinter = Fingerprinter(corpus.settings.fingerprint)
        self.peer = SqlitePeer(folder / PEER)
        self.way = "json_each"

    def chunks(self, doc_id: int) -> Chunks:
        return self.fingerprinter.chunks(self.corpus.registry.text(doc_id).text)

    def choose_way(self, ids: Sequence[int]) -> str:
        """The quickest way to ask SQLite, its plan checked; all ways must give the same counts."""
        chunks = {doc_id: self.chunks(doc_id).distinct().tolist() for doc_id in ids}
        times = dict.fromkeys(WAYS, 0.0)
        for doc_id in ids:
            answers = []
            for way, ask in WAYS.items():
                begin = time.process_time()
                answers.append(ask(self.peer, chunks[doc_id]))
                times[way] += time.process_time() - begin
            assert all(answer == answers[0] for answer in answers), doc_id
        self.way = min(times, key=times.__getitem__)
        plan = self.peer.plan(self.way)
        assert "SEARCH postings USING COVERING INDEX by_chunk" in plan, plan
        return plan

    def answer(self, doc_id: int) -> dict[int, int]:
        """Whole question: document → common chunks of the listed ones."""
        return {row.doc_id: row.common_chunks for row in self.corpus.similar_to(doc_id).similar}

    def peer_answer(self, doc_id: int) -> dict[int, int]:
        """The same from SQLite: those with at least 1 % of the query, titles looked up."""
        chunks = self.chunks(doc_id).distinct().tolist()
        counts = WAYS[self.way](self.peer, chunks)
        counts.pop(doc_id, None)
        least = self.corpus.settings.similarity.minimum * len(chunks)
        best = sorted((-count, other) for other, count in counts.items() if count >= least)
        listed = {other: -count for count, other in best[: self.corpus.settings.similarity.best]}
        self.corpus.registry.headings(listed)
        return listed

    def index_alone(self, chunks: Chunks, doc_id: int) -> SimilarDocuments:
        """Fingerprints in, ranked counts out."""
        snapshot = self.index.snapshot()
        settings = self.corpus.settings
        itself = snapshot.number_of(doc_id)
        return find_similar(snapshot, chunks, settings.similarity, settings.passage, itself=itself)

    def times(self, ids: Sequence[int]) -> dict[str, float]:
        """Mean processor seconds of each kind of question; what the lists of both hold is
        compared on the way."""
        chunks = {doc_id: self.chunks(doc_id) for doc_id in ids}
        numbers = {doc_id: found.distinct().tolist() for doc_id, found in chunks.items()}
        ask = WAYS[self.way]
        works: dict[str, Callable[[int], Any]] = {
            "simdoc": self.answer,
            "sqlite": self.peer_answer,
            "index alone": lambda doc_id: self.index_alone(chunks[doc_id], doc_id),
            "sql alone": lambda doc_id: ask(self.peer, numbers[doc_id]),
        }
        taken = {}
        answers = {}
        for name, work in works.items():
            begin = time.process_time()
            answers[name] = [work(doc_id) for doc_id in ids]
            taken[name] = (time.process_time() - begin) / len(ids)
        for ours, listed, counts in zip(
            answers["simdoc"], answers["sqlite"], answers["sql alone"], strict=True
        ):
            # Ours may also list what has a passage of less than 1 %.
            assert listed.items() <= ours.items() <= counts.items()
        return taken


def compared(corpus: Path, folder: Path, documents: int) -> tuple[dict[str, float], str, str]:
    """Median seconds of each kind of question over rounds that take turns; SQLite's way and plan.
    Every round asks about other documents."""
    with Corpus.open(corpus, create=False) as asking:
        asked = Asked(asking, folder)
        ids = asked_ids(documents, (ROUNDS + 1) * A_ROUND)
        plan = asked.choose_way(ids[:20])
        rounds = [asked.times(ids[start :: ROUNDS + 1]) for start in range(ROUNDS + 1)]
        asked.peer.close()
    medians = {name: statistics.median(r[name] for r in rounds[1:]) for name in rounds[0]}
    return medians, asked.way, plan


def fill_sqlite(folder: Path, corpus: Path) -> None:
    """The peer's database of the same chunks."""
    peer = SqlitePeer(folder / PEER)
    with Corpus.open(corpus, create=False) as source:
        chunks = Fingerprinter(source.settings.fingerprint).chunks
        rows = (row.doc_id for row in source.documents())
        peer.fill((doc_id, chunks(source.text(doc_id).text).distinct()) for doc_id in rows)
    peer.index()
    peer.close()


def write_chunks(folder: Path, corpus: Path, ids: Sequence[int]) -> None:
    """The chunks of some documents, for the readers of SQLite."""
    with Corpus.open(corpus, create=False) as opened_corpus:
        fingerprinter = Fingerprinter(opened_corpus.settings.fingerprint)
        for doc_id in ids:
            chunks = fingerprinter.chunks(opened_corpus.text(doc_id).text).distinct()
            (folder / CHUNKS.format(doc_id)).write_text(json.dumps(chunks.tolist()))


def section(documents: int = DOCUMENTS) -> str:
    """The section of the results."""
    with tempfile.TemporaryDirectory(prefix="simdoc-querying-") as temporary:
        folder = Path(temporary)
        corpus = folder / "corpus"
        make_corpus(corpus, CorpusPlan(documents=documents), chunk_settings())
        fill_sqlite(folder, corpus)
        times, way, plan = compared(corpus, folder, documents)
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
    rate = 1 / times["simdoc"]
    whole = times["sqlite"] / times["simdoc"]
    alone = times["sql alone"] / times["index alone"]
    rows = [
        ("questions a second on one core", f"{rate:,.0f}", "≥ 500", verdict(rate, 500)),
        (
            f"SQLite, warm ({way}), the whole question",
            f"{whole:.1f} × as long",
            "≥ 8 ×",
            verdict(whole, 8),
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
        f"({index_megabytes:.0f} MB of index), text read from the registry, nothing cached: "
        f"{times['simdoc'] * 1000:.2f} ms, of which the index {times['index alone'] * 1000:.2f} "
        f"ms. SQLite: {times['sqlite'] * 1000:.1f} ms, of which SQL "
        f"{times['sql alone'] * 1000:.1f} ms ({plan}). Medians of {ROUNDS} rounds of {A_ROUND} "
        f"questions in turn, processor time. Cold, a first question: {cold * 1000:.0f} ms against "
        f"{cold_peer * 1000:.0f} ms.\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    print(section(parser.parse_args().documents))
