"""The stores of a corpus, registry and index, and the order in which they change.

Add: registry (row, text, extracted) → traces → manifest → registry (similarities, searchable).
Delete: manifest → traces → registry. Whatever is interrupted, what is missing can be seen and is
redone by `recover`, which the next one to write calls. Nothing that was acknowledged is ever
undone.
"""

from __future__ import annotations

import contextlib
import fcntl
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Fingerprinter
from simdoc.errors import CorruptIndexError, UnknownDocumentError
from simdoc.index.format import MANIFEST, IndexedDocument
from simdoc.index.index import Index
from simdoc.index.set_aside import set_aside
from simdoc.index.snapshot import Snapshot
from simdoc.index.verify import Damage, verify
from simdoc.registry.registry import Registry
from simdoc.registry.rows import Searchable, SimilarityRow
from simdoc.registry.schema import SEARCHABLE
from simdoc.settings import Settings, load_settings
from simdoc.similarity import find_similar
from simdoc.trace_store import TRACES_FOLDER, TraceStore

INDEX_FOLDER = "index"
ORIGINALS_FOLDER = "originals"
DAMAGED = ".damaged-"
"""What the folder of a damaged index is called behind its name."""
SETTINGS_FILE = "settings.toml"
WORD_LIST_FILE = "word_list.txt"
WRITERS_LOCK = "writers.lock"
STORING_LOCK = "storing.lock"
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
    traces: TraceStore | None = None

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

    @contextlib.contextmanager
    def storing(self) -> Iterator[None]:
        """Around looking something up and storing what follows from it, one writer at a time: two
        that add the same file must not both find it new, and of two documents committed together
        the one acknowledged last must find the other. Not to be entered twice."""
        with (self.folder / STORING_LOCK).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def recover(self) -> None:
        """Redo the steps that an interrupted process did not come to."""
        snapshot = self.index.snapshot()
        unfinished = self.registry.unfinished_ids()
        named = _named(snapshot, unfinished)
        self.acknowledge(sorted(named))
        self.index_stored([doc_id for doc_id in unfinished if doc_id not in named])
        # An archive of a million documents does not list them all before each small addition.
        snapshot = self.index.snapshot()
        total = int(snapshot.doc_ids[snapshot.live].sum())
        if self.registry.searchable_sum() != (snapshot.documents, total):
            self._agree()
        self._agree_on_traces()
        self.refresh_lists(self.registry.stale_ids())

    def _agree(self) -> None:
        """Index what only the registry has, drop what only the manifest has."""
        searchable = self.registry.searchable_ids()
        snapshot = self.index.snapshot()
        self.index_stored(sorted(set(searchable) - _named(snapshot, searchable)))
        strange = set(snapshot.doc_ids[snapshot.live].tolist()) - set(searchable)
        if strange:
            self.index.commit(delete=strange)

    def _agree_on_traces(self) -> None:
        """Make the traces of documents that have none, drop those of documents that are gone."""
        if self.traces is None:
            return
        missing, strange = self.traces.differences(self.index.snapshot())
        if strange:
            self.traces.delete(strange)
        for texts in self._stored_texts(missing):
            self.traces.add(texts)

    def index_stored(self, doc_ids: Sequence[int]) -> None:
        """Make documents whose texts are stored searchable, a batch at a time. One whose text is
        damaged is not, and keeps nothing else from being written."""
        for batch in self._stored_texts(doc_ids, self._mark_damaged):
            self.index_texts(batch)

    def _stored_texts(
        self, doc_ids: Sequence[int], damaged: Callable[[int], None] = lambda doc_id: None
    ) -> Iterator[list[tuple[int, str]]]:
        """The texts of documents, a batch at a time; `damaged` is told of those not readable."""
        batch: list[tuple[int, str]] = []
        size = 0
        for doc_id in doc_ids:
            try:
                text = self.registry.text(doc_id).text
            except (CorruptIndexError, UnknownDocumentError):
                damaged(doc_id)
                continue
            batch.append((doc_id, text))
            size += len(text)
            if size > BATCH_CHARACTERS:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _mark_damaged(self, doc_id: int) -> None:
        with contextlib.suppress(UnknownDocumentError):  # searchable once: `verify` tells
            self.registry.mark_failed(doc_id, "its text is damaged: add the file again")

    def index_texts(self, texts: Sequence[tuple[int, str]]) -> int:
        """Make these documents searchable, and the versions that they replace not, in one commit,
        then enter their similarities; the generation. Rows and texts are in the registry."""
        rows = self.registry.get_many([doc_id for doc_id, _ in texts])
        replaced = [row.replaces for row in rows.values() if row.replaces is not None]
        if self.traces is not None:
            self.traces.add(texts, delete=replaced)
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

    def delete(self, doc_ids: Sequence[int]) -> None:
        """Make documents not searchable; the registry is told by the caller."""
        self.index.commit(delete=doc_ids)
        if self.traces is not None:
            self.traces.delete(doc_ids)

    def merge(self, all: bool = False) -> int:
        """Merge segments of chunks and of traces where it pays, or all into one; the number of
        merges done."""
        merges = self.index.merge(all=all)
        return merges + (self.traces.merge(all=all) if self.traces is not None else 0)

    def acknowledge(self, doc_ids: Sequence[int]) -> None:
        """Enter what the manifest names already but the registry does not know to be."""
        for texts in self._stored_texts(doc_ids, self._mark_damaged):
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
        mine = {doc_id for doc_id, _ in texts}
        rows: list[SimilarityRow] = []
        searchable = []
        with self.storing():
            snapshot = self.index.snapshot()
            for (doc_id, text), (_, words, mixed) in zip(texts, counts, strict=True):
                found = self.list_of(snapshot, doc_id, text, EVERY)
                # Two documents of one batch find each other: once is enough, it goes both ways.
                rows += [row for row in found if row.other_id not in mine or row.other_id > doc_id]
                number = snapshot.number_of(doc_id)
                chunks = 0 if number is None else int(snapshot.chunks[number])
                searchable.append(Searchable(doc_id, words, chunks, mixed))
            best = self.settings.similarity.best
            self._refresh(self.registry.mark_searchable(searchable, generation, rows, best))

    def list_of(
        self,
        snapshot: Snapshot,
        doc_id: int,
        text: str,
        best: int,
        allowed: NDArray[np.bool_] | None = None,
    ) -> list[SimilarityRow]:
        """A document's rows for the similarity table, computed from the index."""
        number = snapshot.number_of(doc_id)
        if number is None:
            return []
        found = find_similar(
            snapshot,
            self.fingerprinter.chunks(text),
            self.settings.similarity,
            self.settings.passage,
            allowed=allowed,
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
        if doc_ids:
            with self.storing():
                self._refresh(doc_ids)

    def _refresh(self, doc_ids: Sequence[int]) -> None:
        best = self.settings.similarity.best
        # What only the manifest knows enters the lists when it is acknowledged, by whoever does
        # that: waiting for it here would be waiting for ever.
        strangers = set(self.registry.unfinished_ids())
        while doc_ids:
            snapshot = self.index.snapshot()
            allowed = ~np.isin(snapshot.doc_ids, list(strangers))
            rows: list[SimilarityRow] = []
            done, cut = [], []
            for doc_id in doc_ids:
                try:
                    text = self.registry.text(doc_id).text
                except (UnknownDocumentError, CorruptIndexError):
                    continue  # purged meanwhile, or damaged: no reason to refuse every change
                mine = self.list_of(snapshot, doc_id, text, best + 1, allowed)
                mine.sort(
                    key=lambda row: (row.boilerplate_chunks - row.common_chunks, row.other_id)
                )
                done.append(doc_id)
                if len(mine) > best:
                    cut.append(doc_id)
                rows += mine[:best]
            others = {row.other_id for row in rows}
            known = self.registry.headings(sorted(others))
            found = {i for i in others if i not in known or known[i].status != SEARCHABLE}
            if found:
                strangers |= found  # and once more without them
            else:
                doc_ids = self.registry.replace_lists(done, rows, cut)


def _named(snapshot: Snapshot, doc_ids: Sequence[int]) -> set[int]:
    """Those of the documents that the manifest names."""
    if not doc_ids:
        return set()
    ids = np.array(doc_ids, np.int64)
    return set(ids[snapshot.numbers_of(ids) >= 0].tolist())


def verify_corpus(
    folder: Path, progress: Callable[[int, int], None] | None = None
) -> tuple[list[Damage], list[str]]:
    """Everything wrong with the index and with the registry. Damaged segments are set aside, the
    whole index where its manifest is damaged: they are not answered from, and the next change
    indexes their documents again from their texts. Works also where the damage keeps the corpus
    from opening."""
    with Registry.open(folder, create=False) as registry:
        damage = verify(folder / INDEX_FOLDER, progress)
        names = {found.name for found in damage}
        if MANIFEST in names:
            _begin_anew(folder)
        elif names:
            set_aside(folder / INDEX_FOLDER, names)
        # Before their first commit traces have neither: that is no damage.
        traces = folder / TRACES_FOLDER
        if (traces / MANIFEST).exists() or any(traces.glob("segment-*")):
            damage += _verify_traces(folder, progress)
        return damage, registry.verify()


def _verify_traces(folder: Path, progress: Callable[[int, int], None] | None) -> list[Damage]:
    """The same for the traces; where their manifest is damaged, the next change makes them anew."""
    damage = verify(folder / TRACES_FOLDER, progress)
    names = {found.name for found in damage}
    if MANIFEST in names:
        _put_away(folder / TRACES_FOLDER)
    elif names:
        set_aside(folder / TRACES_FOLDER, names)
    return damage


def _put_away(index_folder: Path) -> None:
    """Keep a damaged index under another name."""
    if index_folder.exists():
        index_folder.rename(
            index_folder.with_name(f"{index_folder.name}{DAMAGED}{secrets.token_hex(4)}")
        )


def _begin_anew(folder: Path) -> None:
    """An empty index in place of one whose manifest is lost; the old one is kept under another
    name."""
    settings = load_settings(folder / SETTINGS_FILE)
    fingerprints = Fingerprinter(settings.fingerprint, folder).settings
    _put_away(folder / INDEX_FOLDER)
    Index.create(folder / INDEX_FOLDER, fingerprints, settings.boilerplate, settings.index)
