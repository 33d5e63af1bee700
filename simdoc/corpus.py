"""Corpus: what pages, the command line and Python users call.

>>> from simdoc import Corpus
>>> with Corpus.open("my-corpus") as corpus:          # doctest: +SKIP
...     corpus.add(["theses/"])
...     answer = corpus.similar_to(1)
...     comparison = corpus.compare(1, answer.similar[0].doc_id)
"""

from __future__ import annotations

import dataclasses
import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.adding import Adding, AddOptions, Progress, Watch
from simdoc.answers import AddedDocument, Comparison, SimilarAnswer, Stats
from simdoc.asking import boilerplate_only, similar_answer
from simdoc.chunks import Chunks, Fingerprinter
from simdoc.comparing import Readable, Target, compared, read_file
from simdoc.corpus_folder import bytes_below, prepare_folder, with_word_list
from simdoc.engine.local import LocalEngine
from simdoc.errors import ExtractionError, SimdocError, UnknownDocumentError
from simdoc.files import collect_files, file_hash
from simdoc.incoming import Incoming, failed_again
from simdoc.index.format import MANIFEST
from simdoc.index.index import Index
from simdoc.index.snapshot import Snapshot
from simdoc.index_state import IndexState, index_state
from simdoc.kept_comparisons import KeptComparisons, PairSide, side_key
from simdoc.passages.comparison import Method, PagedText
from simdoc.registry.database import FILE_NAME as REGISTRY_FILE
from simdoc.registry.documents import EVERYTHING_PRESENT, DocumentFilter
from simdoc.registry.registry import Registry
from simdoc.registry.rows import DocumentRow, moment
from simdoc.registry.schema import DELETED, FAILED, SEARCHABLE
from simdoc.registry.visibility import EVERYONE_SEES_ALL, Viewer
from simdoc.settings import PassageSettings, Settings, load_settings
from simdoc.stores import (
    INDEX_FOLDER,
    ORIGINALS_FOLDER,
    SETTINGS_FILE,
    Stores,
)
from simdoc.text.extract import original_path
from simdoc.trace_store import TRACES_FOLDER, TraceStore


class Corpus:
    """An open corpus. `Corpus.open` makes or opens one; use it in a `with` block."""

    def __init__(self, stores: Stores, viewer: Viewer = EVERYONE_SEES_ALL) -> None:
        self._stores = stores
        self._viewer = viewer
        self._engine: LocalEngine | None = None
        self._kept = KeptComparisons(stores.registry, stores.settings)

    @classmethod
    def open(
        cls,
        folder: str | os.PathLike[str],
        settings: Settings | None = None,
        create: bool = True,
        viewer: Viewer = EVERYONE_SEES_ALL,
    ) -> Corpus:
        """The corpus in a folder. A new one is made with `settings` (default: the papers'); an
        existing one keeps the settings that shaped its fingerprints and refuses others."""
        folder = Path(folder).absolute()
        # Killed while it was being made, a corpus has neither and is made once more.
        exists = (folder / INDEX_FOLDER / MANIFEST).exists() or (folder / REGISTRY_FILE).exists()
        if not exists and not create:
            raise SimdocError(
                f"{folder} holds no corpus; 'simdoc add PATH --corpus {folder}' makes one"
            )
        if not exists:
            prepare_folder(folder, settings or load_settings(folder / SETTINGS_FILE))
        chosen = load_settings(folder / SETTINGS_FILE)
        if exists and settings is not None:
            chosen = with_word_list(settings, folder)
        fingerprinter = Fingerprinter(chosen.fingerprint, folder)
        open_index = Index.open if exists else Index.create
        index = open_index(
            folder / INDEX_FOLDER, fingerprinter.settings, chosen.boilerplate, chosen.index
        )
        registry = Registry.open(folder)
        traces = TraceStore(folder, chosen) if chosen.trace.enabled else None
        return cls(Stores(folder, chosen, registry, index, fingerprinter, traces), viewer)

    @property
    def folder(self) -> Path:
        """Where the corpus lies."""
        return self._stores.folder

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._stores.settings

    @property
    def generation(self) -> int:
        """Raised by every commit: what was asked before may have another answer now."""
        return self._stores.index.snapshot().generation

    @property
    def registry(self) -> Registry:
        """The registry of documents, texts, similarities."""
        return self._stores.registry

    def close(self) -> None:
        """End child processes and connections."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        self._stores.registry.close()

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # Changing the corpus.

    def add(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        options: AddOptions | None = None,
        progress: Progress | None = None,
        starting: Callable[[int], None] | None = None,
    ) -> list[AddedDocument]:
        """Bring in files and whole folders; what became of each document. `starting` is told how
        many files there are, `progress` each document as soon as it is certain."""
        given = [paths] if isinstance(paths, str | os.PathLike) else paths
        files = collect_files(Path(path) for path in given)
        if starting:
            starting(len(files))
        done = []
        for document in self.bring_in(Incoming(files), options):
            if progress:
                progress(document)
            done.append(document)
        return done

    def bring_in(
        self, incoming: Incoming, options: AddOptions | None = None, watch: Watch | None = None
    ) -> Iterator[AddedDocument]:
        """Bring in what `simdoc.incoming` collected; each document as soon as it is certain."""
        yield from incoming.lost
        how = options or AddOptions()
        adding = Adding(self._stores, self._children(), how, incoming.lying, watch)
        yield from adding.documents(incoming.files)

    def retry(
        self, doc_ids: Sequence[int], by: str | None = None, watch: Watch | None = None
    ) -> Iterator[AddedDocument]:
        """Read documents that failed once more; one that can be read now keeps its doc_id."""
        rows = [self.document(doc_id) for doc_id in doc_ids]
        yield from self.bring_in(failed_again(self.folder, rows), AddOptions(owner=by), watch)

    def repair(self) -> None:
        """Finish what an interrupted process or damage left undone, if nobody else is writing."""
        with self._stores.writing():
            pass

    def delete(self, doc_ids: Sequence[int], by: str | None = None, purge: bool = False) -> None:
        """Delete documents: they are no longer found. Their texts are kept for the undo period,
        unless `purge` erases them, original bytes included."""
        registry = self._stores.registry
        rows = [registry.get(doc_id, self._viewer) for doc_id in doc_ids]
        with self._stores.writing():
            self._stores.delete(doc_ids)
            self._stores.refresh_lists(registry.mark_deleted(doc_ids, by))
            if purge:
                self._erase_originals(rows)
                registry.purge(doc_ids, by)
            else:
                self._purge_expired()

    def undelete(self, doc_ids: Sequence[int], by: str | None = None) -> list[int]:
        """Bring deleted documents back under their old doc_ids; those that were deleted."""
        for doc_id in doc_ids:
            self.document(doc_id)  # this viewer must see them
        with self._stores.writing():
            back = self._stores.registry.undelete(doc_ids, by)
            rows = self._stores.registry.get_many(back)
            self._stores.index_stored([i for i in back if rows[i].status != FAILED])
            return back

    def purge_expired(self) -> list[int]:
        """Erase what was deleted longer ago than the undo period; the doc_ids erased."""
        with self._stores.writing():
            return self._purge_expired()

    def _purge_expired(self) -> list[int]:
        days, today = self.settings.registry.undo_days, datetime.datetime.now(datetime.UTC)
        end = moment(today - datetime.timedelta(days=days))
        rows = self._stores.registry.list_documents(DocumentFilter(statuses=(DELETED,)))
        self._erase_originals([row for row in rows if row.deleted_at and row.deleted_at <= end])
        return self._stores.registry.purge_expired(days, today)

    def _erase_originals(self, rows: Sequence[DocumentRow]) -> None:
        """Remove the original bytes that no document has besides these, which are about to be
        purged: before that, because nobody would know of them after an interruption."""
        going = [row.doc_id for row in rows]
        for digest in {row.file_hash for row in rows if row.file_hash}:
            if not self._stores.registry.has_hash(digest, besides=going):
                original_path(self.folder / ORIGINALS_FOLDER, digest).unlink(missing_ok=True)

    def merge(self, all: bool = False) -> int:
        """Merge segments where it pays, or all into one; the number of merges done."""
        return self._stores.merge(all=all)

    # Asking.

    def similar_to(
        self, target: Target, best: int | None = None, among: Iterable[int] | None = None
    ) -> SimilarAnswer:
        """The documents similar to a document (which leaves itself out) or to a file (which is not
        added), counted from the index. `among` restricts the set to these doc_ids."""
        query = self.readable(target)
        snapshot = self._stores.index.snapshot()
        allowed = self._allowed(snapshot, among)
        return similar_answer(self._stores, query, snapshot, self._viewer, allowed, best)

    def compare(
        self,
        query: Target,
        other: Target,
        exact: bool = False,
        method: Method = "all-reuse",
        passage: PassageSettings | None = None,
    ) -> Comparison:
        """Two documents or files: their measures and passages, computed from the texts. The
        passages are all reuse that the alignment finds, or the papers' valid intervals, with the
        numbers of the settings or with others."""
        one, two = self.readable(query), self.readable(other)
        settings = self.settings
        if passage is not None:
            settings = dataclasses.replace(settings, passage=passage)
        boilerplate = self._stores.index.snapshot().boilerplate
        fingerprinter = self._stores.fingerprinter
        return compared(one, two, fingerprinter, settings, boilerplate, exact, method)

    def chunks(self, target: Target) -> Chunks:
        """The chunks of a text, as the index counts them."""
        return self._stores.fingerprinter.chunks(self.readable(target).paged.text)

    def boilerplate_only(self, query: Readable, answer: SimilarAnswer) -> int:
        """How many documents are not in an answer because they share boilerplate only."""
        snapshot = self._stores.index.snapshot()
        return boilerplate_only(snapshot, self.chunks(query), answer, self._allowed(snapshot, None))

    def kept_comparisons(
        self, query: Target, others: Sequence[int | Readable]
    ) -> dict[PairSide, Comparison]:
        """Those comparisons that were computed before and would be the same now, by `side_key`."""
        sides = [self._side_key(other) for other in others]
        return self._kept.find(self._side_key(query), sides, self._boilerplate_name())

    def kept_comparison(self, query: Target, other: Target) -> Comparison | None:
        """One of them, None when there is none."""
        side = self._side_key(other)
        found = self._kept.find(self._side_key(query), [side], self._boilerplate_name())
        return found.get(side)

    def keep_comparison(self, query: Target, other: Target, comparison: Comparison) -> None:
        """Keep what `compare` found for the next time."""
        sides = self._side_key(query), self._side_key(other)
        self._kept.keep(*sides, self._boilerplate_name(), comparison)

    def _side_key(self, target: Target) -> PairSide:
        return target if isinstance(target, int) else side_key(self.readable(target))

    def _boilerplate_name(self) -> str:
        """What tells the boilerplate of now from any other."""
        record = self._stores.index.snapshot().manifest.boilerplate
        return "" if record is None else f"{record.array.length}-{record.array.file.crc32}"

    def text(self, target: Target) -> PagedText:
        """The text that every start and end refers to, with its page starts."""
        return self.readable(target).paged

    def readable(self, target: Target) -> Readable:
        """A document of the corpus or a file with its text, to ask several questions of it."""
        if isinstance(target, Readable):
            return target
        if isinstance(target, int):
            registry = self._stores.registry
            try:
                stored, heading = registry.text_and_heading(target, self._viewer)
            except UnknownDocumentError:
                heading = None
            if heading is None or heading.status != SEARCHABLE:
                row = registry.get(target, self._viewer)
                if row.status == FAILED:
                    raise ExtractionError(f"document {target}", row.reason or "could not be read")
                raise UnknownDocumentError(target)
            paged = PagedText(stored.text, stored.page_starts)
            return Readable(paged, target, heading.title, heading.path, heading.file_hash or "")
        return read_file(Path(target), self.settings, self._children())

    def documents(self, wanted: DocumentFilter = EVERYTHING_PRESENT) -> list[DocumentRow]:
        """The documents of the corpus, also those that failed, with status and reason."""
        return self._stores.registry.list_documents(wanted, self._viewer)

    def document(self, doc_id: int) -> DocumentRow:
        """One document as the registry knows it."""
        return self._stores.registry.get(doc_id, self._viewer)

    def stats(self) -> Stats:
        """The corpus in numbers. Reads the whole index."""
        snapshot = self._stores.index.snapshot()
        statuses = self._stores.registry.count_by_status(self._viewer)
        distinct, unique = snapshot.distinct_fingerprints()
        live = snapshot.live
        return Stats(
            documents=snapshot.documents,
            failed=statuses.get(FAILED, 0),
            deleted=statuses.get(DELETED, 0),
            words=int(snapshot.words[live].sum(dtype=np.int64)),
            chunk_document_pairs=int(snapshot.chunks[live].sum(dtype=np.int64)),
            distinct_chunks=distinct,
            unique_chunks=unique,
            postings=snapshot.postings,
            boilerplate_chunks=len(snapshot.boilerplate),
            segments=len(snapshot.segments),
            index_bytes=bytes_below(self.folder / INDEX_FOLDER),
            generation=snapshot.generation,
            **self._trace_stats(snapshot),
        )

    def state(self) -> IndexState:
        """What the index is made of and whether it is being written: quick, unlike `stats`."""
        return index_state(self._stores)

    def _trace_stats(self, snapshot: Snapshot) -> dict[str, int]:
        traces = self._stores.traces
        mine = None if traces is None else traces.snapshot()
        return {
            "trace_postings": 0 if mine is None else mine.postings,
            "trace_segments": 0 if mine is None else len(mine.segments),
            "trace_bytes": bytes_below(self.folder / TRACES_FOLDER),
            "without_traces": 0 if traces is None else traces.without_traces(snapshot),
        }

    def original(self, doc_id: int) -> Path:
        """The file with a document's original bytes: our copy, or else where it lay."""
        row = self.document(doc_id)
        kept = original_path(self.folder / ORIGINALS_FOLDER, row.file_hash or "-")
        if kept.is_file():
            return kept
        if row.path and row.file_hash and file_hash(Path(row.path)) == row.file_hash:
            return Path(row.path)
        raise SimdocError(
            f"the original of document {doc_id} was not kept and is gone from {row.path}"
        )

    def _allowed(self, snapshot: Snapshot, among: Iterable[int] | None) -> NDArray[np.bool_] | None:
        """Flags over numbers of what may be found; None when that is everything."""
        if among is None and self._viewer.sees_all:
            return None
        ids = set(among) if among is not None else None
        if not self._viewer.sees_all:
            seen = {row.doc_id for row in self.documents()}
            ids = seen if ids is None else ids & seen
        return np.isin(snapshot.doc_ids, np.fromiter(ids or (), np.int64))

    def _children(self) -> LocalEngine:
        if self._engine is None:
            self._engine = LocalEngine()
        return self._engine
