"""Tables of the dashboard as pandas DataFrames, with the words that are on screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np
import pandas as pd
from streamlit.elements.arrow import DataframeState

from simdoc.adding import UNCHANGED
from simdoc.answers import AddedDocument, Seen, SimilarDocument
from simdoc.incoming import shown_path
from simdoc.passages.comparison import Passage
from simdoc.registry.pairs import Pair
from simdoc.registry.rows import DocumentRow, Heading
from simdoc.registry.schema import DELETED, EXTRACTED, FAILED, PURGED, REPLACED, SEARCHABLE
from simdoc.reviewing import Found
from simdoc.view.address import Address, link
from simdoc.view.document_map import small_map
from simdoc.view.language import _, language


def document_table(rows: Sequence[DocumentRow]) -> pd.DataFrame:
    """Documents as the corpus page lists them, one row each; the status in words, and the address
    of the report where there is one."""
    return pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Author": [row.author or "" for row in rows],
            "Submitted": [row.submitted or "" for row in rows],
            "Kind": [row.kind or "" for row in rows],
            "Course": [row.course or "" for row in rows],
            "Language": [row.language or "" for row in rows],
            "Words": pd.array([row.words for row in rows], dtype="Int64"),
            "Status": [status_in_words(row.status) for row in rows],
            "Reason": [row.reason or "" for row in rows],
            "Report": [
                review_address(row.doc_id) if row.status == SEARCHABLE else None for row in rows
            ],
        }
    )


def failure_table(rows: Sequence[DocumentRow]) -> pd.DataFrame:
    """Documents that could not be read, with the reason and where they lay."""
    return pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Reason": [row.reason or "" for row in rows],
            "File": [shown_path(row.path) for row in rows],
            "Added": [when(row.added) for row in rows],
        }
    )


def deleted_table(rows: Sequence[DocumentRow], undo_days: int) -> pd.DataFrame:
    """Deleted documents: who deleted them when, and until when that can be undone."""
    return pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Author": [row.author or "" for row in rows],
            "Deleted": [when(row.deleted_at) for row in rows],
            "Who": [row.deleted_by or "" for row in rows],
            "Until": [
                None if (gone := when(row.deleted_at)) is None else gone + timedelta(days=undo_days)
                for row in rows
            ],
        }
    )


def pairs_table(pairs: Sequence[Pair], headings: Mapping[int, Heading]) -> pd.DataFrame:
    """Pairs of similar documents, one row each, with the address of both side by side."""
    return pd.DataFrame(
        {
            "Title": [_title(headings, pair.doc_id) for pair in pairs],
            "Author": [_author(headings, pair.doc_id) for pair in pairs],
            "Of this document": [pair.similarity_of_document for pair in pairs],
            "Of the similar one": [pair.similarity_of_other for pair in pairs],
            "Similar document": [_title(headings, pair.other_id) for pair in pairs],
            "Its author": [_author(headings, pair.other_id) for pair in pairs],
            "Common chunks": [pair.common_chunks for pair in pairs],
            "of which boilerplate": [pair.boilerplate_chunks for pair in pairs],
            "Valid intervals": [pair.intervals for pair in pairs],
            "Side by side": [review_address(pair.doc_id, pair.other_id) for pair in pairs],
        }
    )


def outcome_table(outcomes: Sequence[AddedDocument]) -> pd.DataFrame:
    """What became of each file that was added or tried again."""
    return pd.DataFrame(
        {
            "File": [shown_path(done.path).rsplit("/", 1)[-1] for done in outcomes],
            "Outcome": [outcome_in_words(done) for done in outcomes],
            "Note": ["; ".join(filter(None, (done.reason, *done.notes))) for done in outcomes],
            "Words": pd.array([done.words for done in outcomes], dtype="Int64"),
            "Report": [
                review_address(done.doc_id)
                if done.doc_id is not None and done.status != FAILED
                else None
                for done in outcomes
            ],
        }
    )


def review_address(doc_id: int, other_id: int | None = None) -> str:
    """The address of a document's report, or of two documents side by side."""
    return link(Address(document=doc_id, other=other_id), language())


def status_in_words(status: str) -> str:
    """What a status means to a reviewer."""
    return {
        EXTRACTED: _("waiting to be indexed"),
        SEARCHABLE: _("can be searched"),
        FAILED: _("could not be read"),
        DELETED: _("deleted"),
        PURGED: _("erased"),
        REPLACED: _("replaced by a newer version"),
    }.get(status, status)


def outcome_in_words(done: AddedDocument) -> str:
    """What became of a file handed in."""
    if done.status == UNCHANGED:
        return _("was here already")
    if done.status == SEARCHABLE and done.identical_to:
        return _("added; the same file is here under another name")
    return (
        _("added, can be searched") if done.status == SEARCHABLE else status_in_words(done.status)
    )


def when(moment: str | None) -> datetime | None:
    """A moment of the registry; tables show it in the reader's own time."""
    return None if moment is None else datetime.fromisoformat(moment)


def _title(headings: Mapping[int, Heading], doc_id: int) -> str:
    known = headings.get(doc_id)
    return (known.title if known else None) or f"{doc_id}"


def _author(headings: Mapping[int, Heading], doc_id: int) -> str:
    known = headings.get(doc_id)
    return (known.author if known else None) or ""


def similar_table(
    rows: Sequence[SimilarDocument], found: Sequence[Found], length: int
) -> pd.DataFrame:
    """The ranked list: who, how similar in both directions, and where in the query's text, which
    is `length` characters long."""
    maps = [
        small_map(length, np.column_stack((one.starts, one.ends))[~one.boilerplate])
        for one in found
    ]
    return pd.DataFrame(
        {
            "ID": pd.array([row.doc_id for row in rows], dtype="int64"),
            "Title": [row.title or "" for row in rows],
            "Author": [row.author or "" for row in rows],
            "Year": [(row.submitted or "")[:4] for row in rows],
            "Of this document": [row.similarity_of_query for row in rows],
            "Of the similar one": [row.similarity_of_other for row in rows],
            "Where": maps,
            "Passages": pd.array([one.count for one in found], dtype="int64"),
            "Longest": pd.array([one.longest for one in found], dtype="int64"),
            "Common chunks": pd.array([row.common_chunks for row in rows], dtype="int64"),
            "Reuse": [seen_words(row.seen) for row in rows],
            "Kind": [row.kind or "" for row in rows],
            "Course": [row.course or "" for row in rows],
        }
    )


def seen_words(seen: Seen) -> str:
    """The kind of reuse that was seen, in words."""
    words = {
        "verbatim": _("verbatim"),
        "rewritten": _("rewritten"),
        "both": _("verbatim and rewritten"),
    }
    return words[seen]


def kind_words(passage: Passage) -> str:
    """What kind of passage this is, in words."""
    if passage.boilerplate:
        return _("boilerplate")
    words = {
        "verbatim": _("verbatim"),
        "rewritten": _("rewritten"),
        "summary": _("summed up"),
    }
    kind = words[passage.kind]
    return (
        _("{kind}, same structure, other numbers").format(kind=kind)
        if passage.other_numbers
        else kind
    )


def page_words(pages: tuple[int, int]) -> str:
    """Pages [first, last] in words."""
    first, last = pages
    if first == last:
        return _("page {page}").format(page=first)
    return _("pages {first}–{last}").format(first=first, last=last)


def chosen_row(state: DataframeState) -> int | None:
    """The row of the cell that was clicked, as the table was handed over; None when none was."""
    cells = state.selection.cells
    return cells[0][0] if cells else None
