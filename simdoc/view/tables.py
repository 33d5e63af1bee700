"""Tables of the dashboard as pandas DataFrames, with the words that are on screen."""

from __future__ import annotations

import pandas as pd

from simdoc.corpus import Corpus
from simdoc.passages.comparison import Passage
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import FAILED, SEARCHABLE


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


def similar_table(corpus: Corpus, doc_id: int) -> tuple[float | None, pd.DataFrame]:
    """The global similarity of a document (None when it is too short) and its ranked list."""
    answer = corpus.similar_to(doc_id)
    rows = answer.similar
    table = pd.DataFrame(
        {
            "ID": [row.doc_id for row in rows],
            "Title": [row.title or "" for row in rows],
            "Author": [row.author or "" for row in rows],
            "Of this document": [row.similarity_of_query for row in rows],
            "Of the similar one": [row.similarity_of_other for row in rows],
            "Common chunks": [row.common_chunks for row in rows],
            "of which boilerplate": [row.boilerplate_chunks for row in rows],
            "Valid intervals": [len(row.intervals) for row in rows],
        }
    )
    return answer.global_similarity, table


def passage_texts(corpus: Corpus, query_id: int, other_id: int) -> list[tuple[str, str, str]]:
    """The passages of two documents: a heading, and the text of each side as it stands there."""
    comparison = corpus.compare(query_id, other_id)
    query, other = corpus.text(query_id).text, corpus.text(other_id).text
    return [
        (
            f"Passage {ordinal}: {_kind(passage)}{_where(passage)}",
            query[passage.query_start : passage.query_end],
            other[passage.other_start : passage.other_end],
        )
        for ordinal, passage in enumerate(comparison.passages, 1)
    ]


def _kind(passage: Passage) -> str:
    if passage.boilerplate:
        return "boilerplate"
    return (
        f"{passage.kind}, same structure, other numbers" if passage.other_numbers else passage.kind
    )


def _where(passage: Passage) -> str:
    """The pages of both sides, as far as their formats have pages."""
    sides = (("this document", passage.query_pages), ("similar one", passage.other_pages))
    return "".join(f", {side} {_pages(*pages)}" for side, pages in sides if pages is not None)


def _pages(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first}–{last}"
