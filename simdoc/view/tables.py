"""Tables of the dashboard as pandas DataFrames, with the words that are on screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from streamlit.elements.arrow import DataframeState

from simdoc.answers import Seen, SimilarDocument
from simdoc.corpus import Corpus
from simdoc.passages.comparison import Passage
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import FAILED, SEARCHABLE
from simdoc.reviewing import Found
from simdoc.view.document_map import small_map
from simdoc.view.language import _


def document_table(corpus: Corpus) -> pd.DataFrame:
    """The documents that can be searched, one row each."""
    rows = corpus.documents(DocumentFilter((SEARCHABLE,)))
    return pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Author": [row.author or "" for row in rows],
            "Submitted": [row.submitted or "" for row in rows],
            "Kind": [row.kind or "" for row in rows],
            "Course": [row.course or "" for row in rows],
            "Language": [row.language or "" for row in rows],
            "Words": pd.array([row.words or 0 for row in rows], dtype="int64"),
        }
    )


def failure_table(corpus: Corpus) -> pd.DataFrame:
    """The documents that could not be read, with the reason."""
    rows = corpus.documents(DocumentFilter((FAILED,)))
    return pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Reason": [row.reason or "" for row in rows],
            "File": [row.path or "" for row in rows],
        }
    )


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
