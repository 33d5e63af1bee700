"""The traces of a corpus: an index of their own in the corpus's folder.

Traces are committed before the chunks, whose manifest stays the truth about what is searchable:
readers ignore traces of documents that it does not name, and `agree` brings both together again
after an interruption. A corpus made before there were traces opens without any and gets them at
the next change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.index.format import MANIFEST, IndexedDocument
from simdoc.index.index import Index
from simdoc.index.snapshot import Snapshot
from simdoc.rewritten import TracedDocuments, document_limit, find_rewritten
from simdoc.settings import BoilerplateSettings, Settings
from simdoc.text.words import Words
from simdoc.traces import find_traces

TRACES_FOLDER = "traces"

Intervals = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Starts and ends, both ascending."""


class TraceStore:
    """The traces beside the chunks. Any number of processes may have the same ones open."""

    def __init__(self, corpus_folder: Path, settings: Settings) -> None:
        self.folder = corpus_folder / TRACES_FOLDER
        self._settings = settings
        self._shape = settings.trace.shape()
        self._index: Index | None = None
        self._numbers: tuple[Snapshot, Snapshot, NDArray[np.int64]] | None = None
        self.snapshot()  # refuses damaged traces, and traces of other settings

    def snapshot(self) -> Snapshot | None:
        """The newest generation; None where there are no traces yet."""
        if self._index is None:
            if not (self.folder / MANIFEST).exists():
                return None
            self._index = Index.open(
                self.folder, self._shape, self._boilerplate(), self._settings.index
            )
        return self._index.snapshot()

    def add(self, texts: Iterable[tuple[int, str]], delete: Collection[int] = ()) -> None:
        """Put the traces of these documents in, and take those of others out, in one commit."""
        index = self._writable()
        builder = index.builder()
        with builder:
            for doc_id, text in texts:
                traces = find_traces(text, self._shape)
                builder.add(IndexedDocument(doc_id, traces.words, *traces.by_position()))
            prepared = builder.finish()
        index.commit([prepared], delete=delete)

    def delete(self, doc_ids: Collection[int]) -> None:
        """Take the traces of these documents out."""
        if self.snapshot() is not None:
            self._writable().commit(delete=doc_ids)

    def merge(self, all: bool = False) -> int:
        """Merge as the chunks are merged; the number of merges."""
        return 0 if self.snapshot() is None else self._writable().merge(all=all)

    def differences(self, chunks: Snapshot) -> tuple[list[int], list[int]]:
        """The searchable documents that have no traces, and documents with traces that are not
        searchable."""
        searchable = chunks.doc_ids[chunks.live]
        mine = self.snapshot()
        traced = searchable[:0] if mine is None else mine.doc_ids[mine.live]
        missing: list[int] = np.setdiff1d(searchable, traced).tolist()
        strange: list[int] = np.setdiff1d(traced, searchable).tolist()
        return missing, strange

    def find(
        self,
        text: str,
        chunks: Snapshot,
        allowed: NDArray[np.bool_] | None = None,
        doc_id: int | None = None,
        words: Words | None = None,
        boilerplate: Intervals | None = None,
    ) -> TracedDocuments | None:
        """The documents of the snapshot of chunks that share traces with a text, without `doc_id`,
        under their numbers there; None where there are no traces yet. Traces inside `boilerplate`,
        characters of the text, are no evidence."""
        mine = self.snapshot()
        if mine is None:
            return None
        numbers = self._numbers_in(mine, chunks)
        if allowed is not None:
            numbers = np.where(np.append(allowed, False)[numbers], numbers, -1)
        settings = self._settings.trace
        traces = find_traces(text, self._shape, words)
        if boilerplate is not None:
            traces = traces.outside(*boilerplate)
        return find_rewritten(
            mine,
            traces,
            settings,
            document_limit(settings, self._settings.boilerplate, chunks.documents),
            numbers,
            None if doc_id is None else mine.number_of(doc_id),
        )

    def without_traces(self, chunks: Snapshot) -> int:
        """How many searchable documents have no traces yet."""
        mine = self.snapshot()
        if mine is None:
            return chunks.documents
        return chunks.documents - int(np.count_nonzero(self._numbers_in(mine, chunks) >= 0))

    def _numbers_in(self, mine: Snapshot, chunks: Snapshot) -> NDArray[np.int64]:
        """The number in `chunks` of each document of `mine`, −1 where it is dead in either."""
        known = self._numbers
        if known is None or known[0] is not mine or known[1] is not chunks:
            numbers = np.where(mine.live, chunks.numbers_of(mine.doc_ids), -1)
            self._numbers = known = mine, chunks, numbers
        return known[2]

    def _writable(self) -> Index:
        if self._index is None:
            self._index = Index.create(
                self.folder, self._shape, self._boilerplate(), self._settings.index
            )
        return self._index

    def _boilerplate(self) -> BoilerplateSettings:
        return BoilerplateSettings(self._settings.trace.maximum_documents, 0.0)
