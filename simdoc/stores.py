"""The two stores of a corpus, registry and index, and the order in which they change.

Add: registry (row, text, extracted) → manifest → registry (similarities, searchable). Delete:
manifest → registry. Whatever is interrupted, what is missing can be seen and is redone by
`recover`, which the next one to write calls. Nothing that was acknowledged is ever undone.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simdoc.chunks import Fingerprinter
from simdoc.index.format import MANIFEST, IndexedDocument
from simdoc.index.index import Index
from simdoc.index.set_aside import set_aside
from simdoc.index.snapshot import Snapshot
from simdoc.index.verify import Damage, verify
from simdoc.registry.registry import Registry
from simdoc.registry.rows import Searchable, SimilarityRow
from simdoc.settings import Settings
from simdoc.similarity import find_similar

INDEX_FOLDER = "index"
WRITERS_LOCK = "writers.lock"
BATCH_CHARACTERS = 16_000_000
"""Text indexed by one commit: about 2.5 M postings, a second or two of work."""
EVERY = 1 << 62


@dataclass(frozen=True)
class Stores:
    """An open corpus folder: what everything that reads or writes it needs."""

    folder: Path
    settings: Settings
    registry: Registry
    index: Index
    fingerprinter: Fingerprinter

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Around every change. Whoever finds no other writer at work finishes what a dead one
        left; beside a living one it cannot be told apart from work under way."""
        with (self.folder / WRITERS_LOCK).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                fcntl.flock(lock, fcntl.LOCK_SH)
            else:
                self.recover()
                fcntl.flock(lock, fcntl.LOCK_SH)
            yield

    def recover(self) -> None:
        """Redo the steps that an interrupted process did not come to."""
        snapshot = self.index.snapshot()
        unfinished = self.registry.unfinished_ids()
        named = _named(snapshot, unfinished)
        self.acknowledge(sorted(named))
        self.index_stored([doc_id for doc_id in unfinished if doc_id not in named])
        searchable = self.registry.searchable_ids()
        lost = set(searchable) - _named(snapshot := self.index.snapshot(), searchable)
        self.index_stored(sorted(lost))
        strange = set(snapshot.doc_ids[snapshot.live].tolist()) - set(
            self.registry.searchable_ids()
        )
        if strange:
            self.index.commit(delete=strange)
        self.refresh_lists(self.registry.stale_ids())

    def index_stored(self, doc_ids: Sequence[int]) -> None:
        """Make documents whose texts are stored searchable, a batch at a time."""
        batch: list[tuple[int, str]] = []
        size = 0
        for doc_id in doc_ids:
            text = self.registry.text(doc_id).text
            batch.append((doc_id, text))
            size += len(text)
            if size > BATCH_CHARACTERS:
                self.index_texts(batch)
                batch, size = [], 0
        if batch:
            self.index_texts(batch)

    def index_texts(self, texts: Sequence[tuple[int, str]], replaced: Collection[int] = ()) -> int:
        """Make these documents searchable and `replaced` ones not, in one commit, then enter their
        similarities; the generation. Their rows and texts are in the registry already."""
        builder = self.index.builder()
        counts = []
        try:
            for doc_id, text in texts:
                chunks = self.fingerprinter.chunks(text)
                builder.add(
                    IndexedDocument(doc_id, chunks.words, chunks.fingerprints, chunks.positions)
                )
                counts.append((doc_id, chunks.words, chunks.mixed_script_words))
            prepared = builder.finish()
        except BaseException:
            builder.abandon()
            raise
        generation = self.index.commit([prepared], delete=replaced)
        self._enter_similarities(texts, counts, generation)
        return generation

    def acknowledge(self, doc_ids: Sequence[int]) -> None:
        """Enter what the manifest names already but the registry does not know to be."""
        if not doc_ids:
            return
        texts = [(doc_id, self.registry.text(doc_id).text) for doc_id in doc_ids]
        counts = []
        for doc_id, text in texts:
            words = self.fingerprinter.counted_words(text)
            counts.append((doc_id, len(words), words.mixed_script))
        self._enter_similarities(texts, counts, self.index.snapshot().generation)

    def _enter_similarities(
        self,
        texts: Sequence[tuple[int, str]],
        counts: Sequence[tuple[int, int, int]],
        generation: int,
    ) -> None:
        snapshot = self.index.snapshot()
        mine = {doc_id for doc_id, _ in texts}
        rows: list[SimilarityRow] = []
        searchable = []
        for (doc_id, text), (_, words, mixed) in zip(texts, counts, strict=True):
            found = self.list_of(snapshot, doc_id, text, EVERY)
            # Two documents of one batch find each other: once is enough, it goes both ways.
            rows += [row for row in found if row.other_id not in mine or row.other_id > doc_id]
            number = snapshot.number_of(doc_id)
            chunks = 0 if number is None else int(snapshot.chunks[number])
            searchable.append(Searchable(doc_id, words, chunks, mixed))
        best = self.settings.similarity.best
        self.refresh_lists(self.registry.mark_searchable(searchable, generation, rows, best))

    def list_of(self, snapshot: Snapshot, doc_id: int, text: str, best: int) -> list[SimilarityRow]:
        """A document's rows for the similarity table, computed from the index."""
        number = snapshot.number_of(doc_id)
        if number is None:
            return []
        found = find_similar(
            snapshot,
            self.fingerprinter.chunks(text),
            self.settings.similarity,
            self.settings.passage,
            itself=number,
            best=best,
        )
        others = snapshot.doc_ids[found.numbers].tolist()
        per_number = np.bincount(found.intervals.numbers, minlength=len(snapshot.live))
        intervals = per_number[found.numbers].tolist()
        return [
            SimilarityRow(doc_id, *row)
            for row in zip(
                others, found.common.tolist(), found.boilerplate.tolist(), intervals, strict=True
            )
        ]

    def refresh_lists(self, doc_ids: Sequence[int]) -> None:
        """Compute lists again that lost rows beyond what the table remembers."""
        best = self.settings.similarity.best
        while doc_ids:
            snapshot = self.index.snapshot()
            rows: list[SimilarityRow] = []
            cut = []
            for doc_id in doc_ids:
                mine = self.list_of(snapshot, doc_id, self.registry.text(doc_id).text, best + 1)
                mine.sort(
                    key=lambda row: (row.boilerplate_chunks - row.common_chunks, row.other_id)
                )
                if len(mine) > best:
                    cut.append(doc_id)
                rows += mine[:best]
            doc_ids = self.registry.replace_lists(list(doc_ids), rows, cut)


def _named(snapshot: Snapshot, doc_ids: Sequence[int]) -> set[int]:
    """Those of the documents that the manifest names."""
    if not doc_ids:
        return set()
    ids = np.array(doc_ids, np.int64)
    return set(ids[snapshot.numbers_of(ids) >= 0].tolist())


def verify_corpus(
    folder: Path, progress: Callable[[int, int], None] | None = None
) -> tuple[list[Damage], list[str]]:
    """Everything wrong with the index and with the registry. Damaged segments are set aside: they
    are not answered from, and the next change indexes their documents again from their texts.
    Works also where the damage keeps the corpus from opening."""
    damage = verify(folder / INDEX_FOLDER, progress)
    names = {found.name for found in damage} - {MANIFEST}
    if names:
        set_aside(folder / INDEX_FOLDER, names)
    with Registry.open(folder, create=False) as registry:
        return damage, registry.verify()
