"""Texts at rest: compressed, with page starts, and a checksum that `verify` goes by.

zlib at level 6: a text of 17,000 characters takes 43 % of its size and unpacks in 30 to 75 µs
(the same again and again, or one after another); lzma takes 3 % less room and four times as
long, bz2 9 % less and eleven times, and lower levels of zlib are not quicker to read. Lone
surrogates, which broken files give, survive.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from sqlalchemy import Connection, Row, bindparam, select

from simdoc.errors import CorruptIndexError, UnknownDocumentError
from simdoc.registry.database import Database
from simdoc.registry.rows import HEADING_COLUMNS, Heading
from simdoc.registry.schema import documents, texts
from simdoc.registry.visibility import Viewer

LEVEL: Final = 6
_PAGE = np.dtype("<u4")


class StoredText(NamedTuple):
    """A text and the characters where its pages start (empty when it has no pages)."""

    text: str
    page_starts: tuple[int, ...]


def packed(text: str, page_starts: Sequence[int]) -> dict[str, Any]:
    """The columns of a row of `texts`, all but its doc_id."""
    content = text.encode("utf-8", "surrogatepass")
    return {
        "content": zlib.compress(content, LEVEL),
        "characters": len(text),
        "page_starts": np.asarray(page_starts, _PAGE).tobytes(),
        "sha256": hashlib.sha256(content).digest(),
    }


_select_text = select(texts.c.content, texts.c.characters, texts.c.page_starts).where(
    texts.c.doc_id == bindparam("doc_id")
)


_select_both = select(*_select_text.selected_columns, *HEADING_COLUMNS).where(
    texts.c.doc_id == bindparam("doc_id"), documents.c.doc_id == texts.c.doc_id
)


def read_text(database: Database, doc_id: int, viewer: Viewer) -> StoredText:
    """The text of a document; UnknownDocumentError when there is none for this viewer."""
    if viewer.sees_all:
        rows = database.rows(_select_text, {"doc_id": doc_id})
        if not rows:
            raise UnknownDocumentError(doc_id)
        return _stored(doc_id, *rows[0])
    return read_text_and_heading(database, doc_id, viewer)[0]


def read_text_and_heading(
    database: Database, doc_id: int, viewer: Viewer
) -> tuple[StoredText, Heading]:
    """The text of a document and what lists show of it, read at once; UnknownDocumentError when
    there is no text for this viewer."""
    rows: Sequence[Sequence[Any]]
    if viewer.sees_all:
        rows = database.rows(_select_both, {"doc_id": doc_id})
    else:
        with database.read() as connection:
            seen = _select_both.where(viewer.condition())
            rows = connection.execute(seen, {"doc_id": doc_id}).all()
    if not rows:
        raise UnknownDocumentError(doc_id)
    return _stored(doc_id, *rows[0][:3]), Heading._make(rows[0][3:])


def _stored(doc_id: int, content: bytes, characters: int, page_starts: bytes) -> StoredText:
    text = _unpacked(doc_id, content)
    if len(text) != characters:
        raise CorruptIndexError(f"text of document {doc_id}", f"{characters} characters", len(text))
    starts = np.frombuffer(page_starts, _PAGE).tolist() if page_starts else ()
    return StoredText(text, tuple(starts))


def _unpacked(doc_id: int, content: bytes) -> str:
    try:
        return zlib.decompress(content).decode("utf-8", "surrogatepass")
    except (zlib.error, UnicodeDecodeError) as error:
        raise CorruptIndexError(
            f"text of document {doc_id}", "a sound compressed text", error
        ) from error


def damaged(connection: Connection) -> Iterator[tuple[int, str]]:
    """Documents whose stored text is not what was stored, and what is wrong; reads them all,
    a few at a time."""
    for row in connection.execution_options(yield_per=64).execute(
        select(texts).order_by(texts.c.doc_id)
    ):
        wrong = _wrong(row)
        if wrong:
            yield row.doc_id, wrong


def _wrong(row: Row[Any]) -> str | None:
    try:
        text = _unpacked(row.doc_id, row.content)
    except CorruptIndexError as error:
        return str(error.found)
    if hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() != row.sha256:
        return "its checksum differs"
    starts = np.frombuffer(row.page_starts, _PAGE).astype(np.int64)
    if len(starts) and (np.any(np.diff(starts) < 0) or starts[-1] > len(text)):
        return "its page starts do not ascend within the text"
    return None
