"""A new thesis in a corpus of 20 M postings: how soon it is searchable once its text is extracted.

python -m benchmarks.freshness [--documents 8000]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.corpora import make_corpus
from benchmarks.measuring import table, verdict
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.index.index import Index
from simdoc.index.segment_writer import SegmentBuilder
from simdoc.registry.registry import Registry
from simdoc.settings import Settings, with_values
from simdoc.stores import Stores

COMMAND = "python -m benchmarks.freshness"
DOCUMENTS = 8_000
WORDS = 60_000
REUSED = 40
"""Documents of the corpus of which the thesis holds the second half, so that it has neighbours."""
THESES = 5
STEPS: tuple[tuple[str, type[Any], str], ...] = (
    ("row and text into the registry", Registry, "add_documents"),
    ("writing the segment", SegmentBuilder, "finish"),
    ("commit", Index, "commit"),
    ("similar documents", Stores, "list_of"),
    ("similarity rows into the registry", Registry, "mark_searchable"),
    ("merging", Index, "merge"),
)


@contextmanager
def timed(owner: type[Any], name: str, taken: list[float]) -> Iterator[None]:
    """Has a method tell how long it takes."""
    method = getattr(owner, name)

    def telling(*args: Any, **kwargs: Any) -> Any:
        begin = time.perf_counter()
        try:
            return method(*args, **kwargs)
        finally:
            taken.append(time.perf_counter() - begin)

    setattr(owner, name, telling)
    try:
        yield
    finally:
        setattr(owner, name, method)


def thesis(ordinal: int, plan: CorpusPlan) -> str:
    """A text of WORDS words, a part of it from documents of the corpus."""
    own = CorpusGenerator(CorpusPlan(documents=1, words=WORDS, seed=99 + ordinal)).document(0).text
    corpus = CorpusGenerator(plan)
    step = plan.documents // REUSED
    parts = [corpus.document(ordinal + step * k).text for k in range(REUSED)]
    reused = " ".join(part[len(part) // 2 :] for part in parts)
    return f"{own[: len(own) - len(reused)]} {reused}"


def measured(folder: Path, corpus: Path, plan: CorpusPlan) -> tuple[float, dict[str, float]]:
    """Median seconds from extracted to searchable, and of each step."""
    totals: list[float] = []
    steps: dict[str, list[float]] = {what: [] for what, _, _ in STEPS}
    with Corpus.open(corpus, create=False) as opened:
        for ordinal in range(THESES):
            file = folder / f"thesis-{ordinal}.txt"
            file.write_text(thesis(ordinal, plan), "utf-8")
            opened.text(file)  # the child that reads files is there, as in a running system
            begin = time.perf_counter()
            opened.text(file)
            extraction = time.perf_counter() - begin
            taken: dict[str, list[float]] = {what: [] for what in steps}
            with ExitStack() as stack:
                for what, owner, name in STEPS:
                    stack.enter_context(timed(owner, name, taken[what]))
                begin = time.perf_counter()
                [document] = opened.add([file])
                totals.append(time.perf_counter() - begin - extraction)
            for what, times in taken.items():
                steps[what].append(sum(times))
            best = opened.similar_to(file).similar[0]
            assert (best.doc_id, best.similarity_of_query) == (document.doc_id, 1.0)
    return statistics.median(totals), {w: statistics.median(t) for w, t in steps.items()}


def section(documents: int = DOCUMENTS) -> str:
    """The section of the results."""
    plan = CorpusPlan(documents=documents)
    with tempfile.TemporaryDirectory(prefix="simdoc-freshness-") as temporary:
        folder = Path(temporary)
        chunks_alone = with_values(Settings(), {"trace.enabled": "false"})
        make_corpus(folder / "corpus", plan, chunks_alone)
        total, steps = measured(folder, folder / "corpus", plan)
    whole = ("from extracted to searchable", f"{total * 1000:.0f} ms", "≤ 1 s")
    rows = [(*whole, verdict(total, 1, False))]
    rows += [(f"– {what}", f"{taken * 1000:.0f} ms", "", "") for what, taken in steps.items()]
    return (
        "## Freshness\n\n"
        f"`{COMMAND}`: one thesis of {WORDS:,} words, text of {REUSED} others in it, added to "
        f"{documents:,} documents (traces off); acknowledged when it is on the disk and found. "
        f"Median of {THESES}; extraction, in a child process, is not counted.\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    print(section(parser.parse_args().documents))
