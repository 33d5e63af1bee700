"""The registry: documents, texts, similarities, cached passages and the log, in one database.

Each method here changes something, in one transaction; what can be asked is in `reader`. One
registry serves several threads; several processes open one each.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from simdoc.registry import deletion, documents, events, lifecycle, passage_cache, similarities
from simdoc.registry.database import Database
from simdoc.registry.migrations import migrate
from simdoc.registry.reader import RegistryReader
from simdoc.registry.rows import DocumentRow, NewDocument, Searchable, SimilarityRow
from simdoc.registry.visibility import EVERYONE_SEES_ALL


class Registry(RegistryReader):
    """The open registry of one corpus; `open` makes it, `close` or a `with` block ends it."""

    @classmethod
    def open(cls, where: Path | str, create: bool = True) -> Registry:
        """The registry in a folder (SQLite) or at a database URL, made or migrated if need be;
        with `create` False one that is not there is refused."""
        database = Database(where, create)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def __enter__(self) -> Registry:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # The life of a document.

    def add_documents(self, added: Iterable[NewDocument], by: str | None = None) -> list[int]:
        """Store new documents, with text or with the reason why not; their doc_ids in order."""
        rows = lifecycle.prepared(added)
        with self._database.write() as connection:
            return lifecycle.add(connection, rows, by)

    def refill(self, doc_id: int, document: NewDocument, by: str | None = None) -> None:
        """Give a failed document the outcome of another attempt."""
        rows = lifecycle.prepared([document])
        with self._database.write() as connection:
            lifecycle.refill(connection, doc_id, rows, by)

    def mark_failed(self, doc_id: int, reason: str) -> None:
        """Say of a stored document that it cannot be indexed, and why."""
        with self._database.write() as connection:
            lifecycle.mark_failed(connection, doc_id, reason)

    def mark_searchable(
        self,
        committed: Sequence[Searchable],
        generation: int,
        rows: Iterable[SimilarityRow] = (),
        best: int = 100,
    ) -> list[int]:
        """After the manifest names documents: their numbers, their similarities (each pair
        once, stored in both directions, lists cut to the best), old versions replaced. The
        documents whose list must be computed again."""
        given = list(rows)
        with self._database.write() as connection:
            return lifecycle.mark_searchable(connection, committed, generation, given, best)

    def mark_deleted(self, doc_ids: Collection[int], by: str | None = None) -> list[int]:
        """After the manifest has dropped documents: gone, but for undo. The documents whose
        list must be computed again."""
        with self._database.write() as connection:
            return deletion.mark_deleted(connection, doc_ids, by)

    def undelete(self, doc_ids: Collection[int], by: str | None = None) -> list[int]:
        """Deleted documents back to 'extracted', to be indexed anew; those brought back."""
        with self._database.write() as connection:
            return deletion.undelete(connection, doc_ids, by)

    def purge(self, doc_ids: Collection[int], by: str | None = None) -> list[int]:
        """Erase documents, on the disk too. The documents whose list must be computed again."""
        with self._database.write() as connection:
            stale = deletion.purge(connection, doc_ids, by)
        self._database.erase_traces()
        return stale

    def purge_expired(
        self, undo_days: int, today: datetime.datetime | None = None, by: str | None = None
    ) -> list[int]:
        """Purge what was deleted `undo_days` ago or earlier; the doc_ids purged."""
        with self._database.write() as connection:
            doc_ids = deletion.expired(connection, undo_days, today)
            deletion.purge(connection, doc_ids, by)
        if doc_ids:
            self._database.erase_traces()
        return doc_ids

    def edit(
        self, doc_id: int, changes: Mapping[str, object], by: str | None = None
    ) -> DocumentRow:
        """Change metadata (documents.EDITABLE); the document as it is then."""
        with self._database.write() as connection:
            documents.edit(connection, doc_id, changes)
            events.log(connection, "edited", [doc_id], by, ", ".join(sorted(changes)))
            return documents.get(connection, doc_id, EVERYONE_SEES_ALL)

    def add_place(self, doc_id: int, path: str) -> None:
        """Note that a document's bytes lie at this path too."""
        with self._database.write() as connection:
            documents.get(connection, doc_id, EVERYONE_SEES_ALL)
            documents.add_place(connection, doc_id, path)

    def set_compared(self, doc_ids: Sequence[int], compared: bool) -> None:
        """Have documents compared with others, or not."""
        with self._database.write() as connection:
            documents.set_compared(connection, doc_ids, compared)

    # Similarities and passages.

    def insert_and_trim(self, rows: Iterable[SimilarityRow], best: int) -> list[int]:
        """Add pairs (each given once) to the lists of both documents, cut to the best; the
        documents whose list was cut now."""
        given = list(rows)
        with self._database.write() as connection:
            alive = similarities.living(connection, given)
            return similarities.insert_and_trim(connection, alive, best)

    def replace_lists(
        self, doc_ids: Sequence[int], rows: Iterable[SimilarityRow], cut: Collection[int] = ()
    ) -> list[int]:
        """New lists for these documents, `cut` those that had been longer; the documents
        whose list must be computed once more because of a deletion meanwhile."""
        given = list(rows)
        with self._database.write() as connection:
            return similarities.replace_lists(connection, doc_ids, given, cut)

    def store_passages(
        self, query_id: int, other_id: int, pipeline: int, settings_key: str, payload: bytes
    ) -> None:
        """Keep the passages of a pair."""
        with self._database.write() as connection:
            passage_cache.store(connection, query_id, other_id, pipeline, settings_key, payload)
