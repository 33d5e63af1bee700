"""What a corpus answers: frozen values, the same for Python, the command line and the pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from simdoc.passages.comparison import Passage
from simdoc.passages.valid_intervals import Intervals
from simdoc.similarity import SimilarDocuments

Seen = Literal["verbatim", "rewritten", "both"]


@dataclass(frozen=True)
class AddedDocument:
    """What became of one document handed in.

    `status` is searchable, failed (with the `reason`) or unchanged (the same bytes at the same
    path were there before). `identical_to` names documents of exactly the same bytes elsewhere.
    """

    doc_id: int | None
    path: str
    status: str
    reason: str | None = None
    title: str | None = None
    words: int | None = None
    identical_to: tuple[int, ...] = ()
    replaces: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One side of a comparison: a document of the corpus, or a file (doc_id None)."""

    doc_id: int | None
    title: str | None
    path: str | None
    words: int
    chunks: int
    """Distinct chunks, the denominator of its similarity."""
    mixed_script_words: int = 0


@dataclass(frozen=True)
class SimilarDocument:
    """One line of the ranked list. Similarities are shares from 0 to 1 of the named side."""

    doc_id: int
    title: str | None
    author: str | None
    submitted: str | None
    kind: str | None
    course: str | None
    path: str | None
    similarity_of_query: float | None
    similarity_of_other: float | None
    common_chunks: int
    boilerplate_chunks: int
    same_bytes: bool
    found: SimilarDocuments = field(repr=False)
    number: int
    """What was found in the index, and this document's number there."""
    seen: Seen = "verbatim"
    """The reuse that was seen: verbatim by common chunks, rewritten by traces beyond what these
    explain, or both."""
    trace_score: float | None = None
    """The evidence of common traces; None where traces are not kept."""

    @property
    def intervals(self) -> Intervals:
        """Its valid intervals, for the maps."""
        return self.found.intervals_of(self.number)


@dataclass(frozen=True)
class Candidate:
    """A document that shares some traces or single chunks, too few to be listed: worth a look by
    somebody who compares the texts."""

    doc_id: int
    trace_score: float
    common_chunks: int


@dataclass(frozen=True)
class SimilarAnswer:
    """The documents similar to a query, best first, and what was left out."""

    query: Side
    global_similarity: float | None
    boilerplate_chunks: int
    """The query's chunks that are boilerplate."""
    similar: tuple[SimilarDocument, ...]
    hidden: int
    """Documents that share some chunks, but too few for the list."""
    cut: int
    """Documents that would belong to the list but are not among the best."""
    candidates: tuple[Candidate, ...] = ()
    """What comes after the list by traces and single chunks, as far as the list has room."""
    without_traces: int = 0
    """Documents that rewritten reuse is not looked for in, because they have no traces yet."""


@dataclass(frozen=True)
class Comparison:
    """Two documents, their measures and passages."""

    query: Side
    other: Side
    common_chunks: int
    similarity_of_query: float | None
    similarity_of_other: float | None
    symmetric: float | None
    resemblance: float | None
    covered_of_query: float
    """The share of the query's text inside passages, boilerplate left out."""
    covered_of_other: float
    without_boilerplate_of_query: float | None
    without_boilerplate_of_other: float | None
    same_bytes: bool
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Stats:
    """The corpus in numbers, as the 2008 report gave its own."""

    documents: int
    failed: int
    deleted: int
    words: int
    chunk_document_pairs: int
    distinct_chunks: int
    unique_chunks: int
    postings: int
    boilerplate_chunks: int
    segments: int
    index_bytes: int
    generation: int
    trace_postings: int = 0
    trace_segments: int = 0
    trace_bytes: int = 0
    without_traces: int = 0
    """Documents that have no traces yet; 0 where traces are not kept."""

    @property
    def unique_share(self) -> float | None:
        """The share of distinct chunks that stand in one document only."""
        return self.unique_chunks / self.distinct_chunks if self.distinct_chunks else None
