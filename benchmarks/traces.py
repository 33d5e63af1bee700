"""What traces cost: postings a chunk posting, and the time of a question with and without them.

    python -m benchmarks.traces [--documents 4000]

Two corpora of the same made-up documents, one with traces and one without; questions are asked of
both in turn, processor time on one core.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import table
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.settings import Settings, TraceSettings

MOST_POSTINGS, MOST_TIME = 2.2, 3.5
QUESTIONS, ROUNDS = 50, 7


def measured(documents: int, folder: Path) -> tuple[float, float]:
    """Trace postings a chunk posting, and the ratio of the times of a question."""
    texts = folder / "texts"
    texts.mkdir()
    for document in CorpusGenerator(CorpusPlan(documents=documents)).documents():
        (texts / f"{document.ordinal:06}.txt").write_text(document.text, "utf-8")
    with (
        Corpus.open(folder / "with", Settings()) as with_traces,
        Corpus.open(folder / "without", Settings(trace=TraceSettings(enabled=False))) as without,
    ):
        for corpus in (with_traces, without):
            corpus.add([texts])
        stats = with_traces.stats()
        asked = [row.doc_id for row in with_traces.documents()][:: max(1, documents // QUESTIONS)]
        ratios = []
        for _ in range(ROUNDS):
            plain, traced = _seconds(without, asked), _seconds(with_traces, asked)
            ratios.append(traced / plain)
    return stats.trace_postings / stats.postings, statistics.median(ratios)


def _seconds(corpus: Corpus, asked: list[int]) -> float:
    begin = time.process_time()
    for doc_id in asked:
        corpus.similar_to(doc_id)
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=4000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        postings, ratio = measured(given.documents, Path(folder))
    rows = [
        ("trace postings a chunk posting", f"{postings:.2f}", f"≤ {MOST_POSTINGS}"),
        ("`similar_to` with traces against without", f"{ratio:.2f}", f"≤ {MOST_TIME}"),
    ]
    print(table(("what", "measured", "target"), rows))


if __name__ == "__main__":
    main()
