"""The reading half of the registry.

Each method is one transaction and sees one state. All take a `Viewer` and give nothing that
viewer may not see; the all-seeing one is the default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from simdoc.registry import (
    documents,
    events,
    pairs,
    passage_cache,
    similarities,
    tallies,
    texts,
)
from simdoc.registry.database import Database
from simdoc.registry.documents import (
    EVERYTHING_PRESENT,
    DocumentFilter,
    FoldedNames,
    Order,
)
from simdoc.registry.events import Event
from simdoc.registry.pairs import Pair, PairOrder, PairScope
from simdoc.registry.rows import DocumentRow, Heading, SimilarityRow
from simdoc.registry.schema import documents as table
from simdoc.registry.tallies import Arrivals, Period, Tallies
from simdoc.registry.texts import StoredText
from simdoc.registry.visibility import EVERYONE_SEES_ALL, Viewer


class RegistryReader:
    """What can be asked of a registry; several threads may ask at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, doc_id: int, viewer: Viewer = EVERYONE_SEES_ALL) -> DocumentRow:
        """The document, whatever its status, or UnknownDocumentError."""
        with self._database.read() as connection:
            return documents.get(connection, doc_id, viewer)

    def get_many(
        self, doc_ids: Iterable[int], viewer: Viewer = EVERYONE_SEES_ALL
    ) -> dict[int, DocumentRow]:
        """doc_id → document, for those that are there."""
        with self._database.snapshot() as connection:
            return documents.get_many(connection, doc_ids, viewer)

    def headings(
        self, doc_ids: Iterable[int], viewer: Viewer = EVERYONE_SEES_ALL
    ) -> dict[int, Heading]:
        """doc_id → what a list shows of it, for those that are there; each as it is when read."""
        return documents.headings(self._database, doc_ids, viewer)

    def text(self, doc_id: int, viewer: Viewer = EVERYONE_SEES_ALL) -> StoredText:
        """The text and page starts of a document, or UnknownDocumentError."""
        return texts.read_text(self._database, doc_id, viewer)

    def text_and_heading(
        self, doc_id: int, viewer: Viewer = EVERYONE_SEES_ALL
    ) -> tuple[StoredText, Heading]:
        """The text of a document with what lists show of it, or UnknownDocumentError."""
        return texts.read_text_and_heading(self._database, doc_id, viewer)

    def find_by_path(self, path: str, viewer: Viewer = EVERYONE_SEES_ALL) -> list[DocumentRow]:
        """Present documents found at this path, the newest first."""
        with self._database.read() as connection:
            return documents.find_by_path(connection, path, viewer)

    def find_by_hash(self, file_hash: str, viewer: Viewer = EVERYONE_SEES_ALL) -> list[DocumentRow]:
        """Present documents of these bytes, the oldest first."""
        with self._database.read() as connection:
            return documents.find_by_hash(connection, file_hash, viewer)

    def has_hash(self, file_hash: str, besides: Collection[int] = ()) -> bool:
        """Whether any document, deleted ones in their undo period included, has these bytes,
        `besides` these documents."""
        with self._database.read() as connection:
            found = documents.ids_of(connection, table.c.file_hash == file_hash)
            return bool(set(found) - set(besides))

    def places(self, doc_id: int, viewer: Viewer = EVERYONE_SEES_ALL) -> list[str]:
        """All paths where a document's bytes were found."""
        with self._database.snapshot() as connection:
            documents.get(connection, doc_id, viewer)
            return documents.places_of(connection, doc_id)

    def list_documents(
        self,
        wanted: DocumentFilter = EVERYTHING_PRESENT,
        viewer: Viewer = EVERYONE_SEES_ALL,
        order: Order = "doc_id",
        descending: bool = False,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[DocumentRow]:
        """One page of the documents wanted."""
        with self._database.read() as connection:
            return documents.page(connection, wanted, viewer, order, descending, limit, offset)

    def count(
        self, wanted: DocumentFilter = EVERYTHING_PRESENT, viewer: Viewer = EVERYONE_SEES_ALL
    ) -> int:
        """How many documents are wanted."""
        with self._database.read() as connection:
            return documents.count(connection, wanted, viewer)

    def count_by_status(self, viewer: Viewer = EVERYONE_SEES_ALL) -> dict[str, int]:
        """Status → how many documents."""
        with self._database.read() as connection:
            return documents.count_by_status(connection, viewer)

    def searchable_ids(self) -> list[int]:
        """Documents that should be in the manifest, ascending."""
        with self._database.read() as connection:
            return documents.searchable_ids(connection)

    def searchable_sum(self) -> tuple[int, int]:
        """How many documents should be in the manifest, and the sum of their doc_ids: different
        where the sets differ, by all odds, and far quicker to ask for than the sets."""
        with self._database.read() as connection:
            return documents.searchable_sum(connection)

    def unfinished_ids(self) -> list[int]:
        """Documents stored whose commit, or its acknowledgement, is missing, ascending."""
        with self._database.read() as connection:
            return documents.unfinished_ids(connection)

    def similar(
        self, doc_id: int, viewer: Viewer = EVERYONE_SEES_ALL, limit: int | None = None
    ) -> list[SimilarityRow]:
        """The document's list in the similarity table, best first."""
        with self._database.read() as connection:
            return similarities.similar_rows(connection, doc_id, viewer, limit)

    def stale_ids(self) -> list[int]:
        """Documents whose list must be computed again from the index, ascending."""
        with self._database.read() as connection:
            return documents.ids_of(connection, table.c.list_stale)

    def passages(
        self,
        query_id: int,
        other_ids: Sequence[int],
        pipeline: int,
        settings_key: str,
        viewer: Viewer = EVERYONE_SEES_ALL,
    ) -> dict[int, bytes]:
        """other_id → cached passages of the pair, for the pairs that were computed and whose
        documents are for this viewer."""
        with self._database.snapshot() as connection:
            if not viewer.sees_all:
                seen = documents.get_many(connection, {query_id, *other_ids}, viewer)
                other_ids = [i for i in other_ids if i in seen] if query_id in seen else []
            return passage_cache.cached(connection, query_id, other_ids, pipeline, settings_key)

    def events(
        self,
        doc_id: int | None = None,
        limit: int = 100,
        kinds: Collection[str] = (),
        offset: int = 0,
    ) -> list[Event]:
        """What happened, the newest first; `kinds` are such as 'deleted', none asks for all."""
        with self._database.read() as connection:
            return events.read(connection, doc_id, limit, kinds, offset)

    def last_event(self) -> int:
        """A number that grows whenever documents are added, edited, deleted or brought back."""
        with self._database.read() as connection:
            return events.last(connection)

    def tallies(self, viewer: Viewer = EVERYONE_SEES_ALL) -> Tallies:
        """How many documents there are of each course, year, kind and language."""
        with self._database.read() as connection:
            return tallies.tallies(connection, viewer)

    def arrivals(
        self, period: Period, since: str, viewer: Viewer = EVERYONE_SEES_ALL
    ) -> list[Arrivals]:
        """How many documents came in each hour or day from a moment on."""
        with self._database.read() as connection:
            return tallies.arrivals(connection, period, since, viewer)

    def folded_names(
        self, wanted: DocumentFilter = EVERYTHING_PRESENT, viewer: Viewer = EVERYONE_SEES_ALL
    ) -> FoldedNames:
        """What the documents wanted are called, for a forgiving search."""
        with self._database.read() as connection:
            return documents.folded_names(connection, wanted, viewer)

    def pairs(
        self,
        scope: PairScope,
        order: PairOrder = "newest",
        minimum: float = 0.0,
        limit: int | None = None,
        offset: int = 0,
        viewer: Viewer = EVERYONE_SEES_ALL,
    ) -> list[Pair]:
        """One page of the similar pairs of a course or a year."""
        with self._database.read() as connection:
            return pairs.pairs(connection, scope, viewer, order, minimum, limit, offset)

    def pair_histogram(self, scope: PairScope, viewer: Viewer = EVERYONE_SEES_ALL) -> list[int]:
        """How many pairs of a scope there are in each step of similarity."""
        with self._database.read() as connection:
            return pairs.histogram(connection, scope, viewer)

    def pairs_inside(self, scope: PairScope, viewer: Viewer = EVERYONE_SEES_ALL) -> list[Pair]:
        """The pairs of which both documents are in the scope."""
        with self._database.read() as connection:
            return pairs.inside(connection, scope, viewer)

    def verify(self) -> list[str]:
        """What is wrong with the database or a text in it, in words; empty when all is well."""
        wrong = self._database.check()
        with self._database.snapshot() as connection:
            wrong += [f"text of document {i}: {what}" for i, what in texts.damaged(connection)]
        return wrong
