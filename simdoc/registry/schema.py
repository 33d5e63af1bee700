"""The tables of the registry, schema version 1.

    documents     one row a document for ever: a purged one stays as an empty tombstone
    places        every path under which a document's bytes were found
    texts         the text of a document, compressed, with its page starts
    similarities  the best others of each document, a row in each direction
    passages      passages computed on demand, by pair, pipeline and settings
    events        who added, deleted, undeleted or purged what, and when
    schema_version  one row: the number that `migrations` goes by

Dates are ISO text (YYYY-MM-DD), moments ISO text in UTC, so that both order as text in every
database. `doc_id` is never given twice: AUTOINCREMENT in SQLite, a sequence in PostgreSQL.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

EXTRACTED: Final = "extracted"
"""Row and text are stored; the manifest does not name the document yet, or we do not know."""
SEARCHABLE: Final = "searchable"
FAILED: Final = "failed"
"""No text; `reason` says why."""
DELETED: Final = "deleted"
"""Not searchable; the text is kept until the undo period is over."""
PURGED: Final = "purged"
"""Nothing is left but the number and the dates."""
REPLACED: Final = "replaced"
"""An old version: another document `replaces` it."""

STATUSES: Final = (EXTRACTED, SEARCHABLE, FAILED, DELETED, PURGED, REPLACED)
PRESENT: Final = (EXTRACTED, SEARCHABLE, FAILED)
"""What a corpus shows by itself: neither gone nor superseded."""

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

documents = Table(
    "documents",
    metadata,
    Column("doc_id", Integer, primary_key=True, autoincrement=True),
    Column("title", Text),
    Column("author", Text),
    Column("submitted", String(10)),
    Column("kind", Text),
    Column("course", Text),
    Column("supervisor", Text),
    Column("institution", Text),
    Column("language", String(16)),
    Column("file_hash", String(64)),
    Column("file_type", String(32)),
    Column("size", BigInteger),
    Column("path", Text),
    Column("owner", Text),
    Column("visible_to", Text, nullable=False, server_default="public"),
    Column("visible_from", String(10)),
    Column("visible_until", String(10)),
    Column("compared", Boolean, nullable=False, server_default=true()),
    Column("status", String(16), nullable=False),
    Column("reason", Text),
    Column("words", Integer),
    Column("chunks", Integer),
    Column("mixed_script_words", Integer),
    Column("replaces", Integer, ForeignKey("documents.doc_id")),
    Column("added", String(27), nullable=False),
    Column("generation", Integer),
    Column("list_cut", Boolean, nullable=False, server_default=false()),
    Column("list_stale", Boolean, nullable=False, server_default=false()),
    Column("deleted_at", String(27)),
    Column("deleted_by", Text),
    Column("notes", Text, nullable=False, server_default=""),
    # Title, author, course and supervisor without case and diacritics, for searching: no
    # database folds Czech letters the way the others do.
    Column("folded", Text, nullable=False, server_default=""),
    Index("documents_path", "path"),
    Index("documents_file_hash", "file_hash"),
    Index("documents_status", "status"),
    Index("documents_course", "course"),
    Index("documents_submitted", "submitted"),
    Index("documents_folded", "folded"),
    Index("documents_replaces", "replaces"),
    sqlite_autoincrement=True,
)

places = Table(
    "places",
    metadata,
    Column("doc_id", Integer, ForeignKey("documents.doc_id"), primary_key=True),
    Column("path", Text, primary_key=True),
    Index("places_path", "path"),
)

texts = Table(
    "texts",
    metadata,
    Column("doc_id", Integer, ForeignKey("documents.doc_id"), primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("page_starts", LargeBinary, nullable=False),
    Column("sha256", LargeBinary, nullable=False),
)

# Numbers of documents that are never removed from `documents`, so no foreign keys: checking
# them would make loading rows half as fast again.
similarities = Table(
    "similarities",
    metadata,
    Column("doc_id", Integer, primary_key=True, autoincrement=False),
    Column("other_id", Integer, primary_key=True, autoincrement=False),
    Column("common_chunks", Integer, nullable=False),
    Column("boilerplate_chunks", Integer, nullable=False),
    Column("intervals", Integer, nullable=False),
    Index("similarities_other_id", "other_id"),
    sqlite_with_rowid=False,
)

passages = Table(
    "passages",
    metadata,
    Column("query_id", Integer, primary_key=True, autoincrement=False),
    Column("other_id", Integer, primary_key=True, autoincrement=False),
    Column("pipeline", Integer, primary_key=True, autoincrement=False),
    Column("settings_key", String(64), primary_key=True),
    Column("payload", LargeBinary, nullable=False),
    Index("passages_other_id", "other_id"),
)

events = Table(
    "events",
    metadata,
    Column("event_id", Integer, primary_key=True, autoincrement=True),
    Column("happened", String(27), nullable=False),
    Column("who", Text),
    Column("what", String(32), nullable=False),
    Column("doc_id", Integer),
    Column("detail", Text),
    Index("events_doc_id", "doc_id"),
)
