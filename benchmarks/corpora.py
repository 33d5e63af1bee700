"""Generated corpora on disk, as whole corpora and as bare indexes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from simdoc.chunks import Chunks, Fingerprinter
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.registry.rows import NewDocument, Searchable
from simdoc.settings import Settings
from simdoc.stores import INDEX_FOLDER

BATCH = 500
"""Documents generated, and stored, at once."""


@dataclass(frozen=True)
class Built:
    """What building an index took, without generating the texts."""

    postings: int
    seconds: float
    processor_seconds: float
    index_bytes: int


def texts_of(plan: CorpusPlan) -> Iterator[list[str]]:
    """The texts of a plan, a batch at a time."""
    documents = CorpusGenerator(plan).documents()
    while batch := [document.text for document in itertools.islice(documents, BATCH)]:
        yield batch


class Stopwatch:
    """Seconds spent inside its `with` blocks, on the wall and on this process's processors."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.processor_seconds = 0.0

    def __enter__(self) -> Stopwatch:
        self._begin = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_error: object) -> None:
        self.seconds += time.perf_counter() - self._begin[0]
        self.processor_seconds += time.process_time() - self._begin[1]


def build_index(
    folder: Path, batches: Iterable[list[str]], settings: Settings, watch: Stopwatch | None = None
) -> Built:
    """Texts → one committed segment, as adding documents does it. Only what happens between
    texts and commit is timed; doc_ids count from 1."""
    fingerprinter = Fingerprinter(settings.fingerprint)
    watch = watch or Stopwatch()
    with watch:
        index = Index.create(folder, fingerprinter.settings, settings.boilerplate, settings.index)
        builder = index.builder()
    doc_ids = itertools.count(1)
    for batch in batches:
        with watch:
            for text in batch:
                builder.add(indexed(next(doc_ids), fingerprinter.chunks(text)))
    with watch:
        index.commit([builder.finish()])
    postings = index.snapshot().postings
    return Built(postings, watch.seconds, watch.processor_seconds, folder_bytes(folder))


def indexed(doc_id: int, chunks: Chunks) -> IndexedDocument:
    """A document's chunks on their way into a segment."""
    return IndexedDocument(doc_id, chunks.words, chunks.fingerprints, chunks.positions)


def make_corpus(folder: Path, plan: CorpusPlan, settings: Settings | None = None) -> None:
    """A whole corpus: registry with all texts, an index of one segment, an empty similarity
    table. Much quicker than extracting as many files, and the same to whoever asks."""
    settings = settings or Settings()

    def stored(corpus: Corpus) -> Iterator[list[str]]:
        first = 1
        for batch in texts_of(plan):
            corpus.registry.add_documents(
                NewDocument(f"{first + k:064x}", text, title=f"Thesis {first + k}")
                for k, text in enumerate(batch)
            )
            first += len(batch)
            yield batch

    with Corpus.open(folder, settings) as corpus:
        build_index(folder / INDEX_FOLDER, stored(corpus), settings)
        index = Index.open(folder / INDEX_FOLDER)
        snapshot = index.snapshot()
        counts = [
            Searchable(*row)
            for row in zip(
                snapshot.doc_ids.tolist(),
                snapshot.words.tolist(),
                snapshot.chunks.tolist(),
                strict=True,
            )
        ]
        for first in range(0, len(counts), BATCH):
            corpus.registry.mark_searchable(counts[first : first + BATCH], snapshot.generation)


def folder_bytes(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
