"""Two texts → their measures and passages, as characters and pages of both.

`passages_of` is the one place where a finer alignment plugs in: it gets the chunks and the pairs of
both texts and answers with passages. Today it answers with valid intervals, which find verbatim
copies and small transpositions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks, Fingerprinter
from simdoc.passages.valid_intervals import Intervals, Pairs, valid_intervals
from simdoc.settings import PassageSettings
from simdoc.similarity import Measures, pairs_of
from simdoc.text.pages import pages_of

Kind = Literal["verbatim", "rewritten", "summary"]


@dataclass(frozen=True)
class Passage:
    """A stretch of one text found again in the other: characters [start, end) of both."""

    query_start: int
    query_end: int
    other_start: int
    other_end: int
    query_pages: tuple[int, int] | None
    other_pages: tuple[int, int] | None
    kind: Kind
    common_chunks: int
    boilerplate: bool
    """Nothing but boilerplate: shown in grey."""


@dataclass(frozen=True)
class ComparedTexts:
    """What a comparison found. `without_boilerplate` has its own, smaller denominators."""

    measures: Measures
    without_boilerplate: Measures
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class PagedText:
    """A text with the characters where its pages start."""

    text: str
    page_starts: Sequence[int] = ()


def compare_texts(
    query: PagedText,
    other: PagedText,
    fingerprinter: Fingerprinter,
    settings: PassageSettings,
    boilerplate: NDArray[np.uint64],
    exact: bool = False,
) -> ComparedTexts:
    """Compare two texts. `exact` takes all chunks of the texts with whole 64-bit fingerprints
    instead of the bits and the sample of the index, so that what an index of few bits says is
    checked by what the texts really share."""
    query_chunks = fingerprinter.chunks(query.text, exact)
    other_chunks = fingerprinter.chunks(other.text, exact)
    more_bits = 64 - fingerprinter.settings.bits if exact else 0
    pairs, measures, ordinary = pairs_of(query_chunks, other_chunks, boilerplate, more_bits)
    sample = 1 if exact else fingerprinter.settings.sample
    passages = passages_of(query, other, query_chunks, other_chunks, pairs, settings, sample)
    return ComparedTexts(measures, ordinary, passages)


def passages_of(
    query: PagedText,
    other: PagedText,
    query_chunks: Chunks,
    other_chunks: Chunks,
    pairs: Pairs,
    settings: PassageSettings,
    sample: int,
) -> tuple[Passage, ...]:
    """The passages of two texts, in order of the query."""
    intervals = valid_intervals(pairs, settings, sample)
    starts, ends = interval_characters(intervals.query_starts, intervals.query_ends, query_chunks)
    others = interval_characters(intervals.other_starts, intervals.other_ends, other_chunks)
    return tuple(
        Passage(
            start,
            end,
            other_start,
            other_end,
            pages_of(query.page_starts, start, end),
            pages_of(other.page_starts, other_start, other_end),
            "verbatim",
            chunks,
            grey,
        )
        for start, end, other_start, other_end, chunks, grey in zip(
            starts.tolist(),
            ends.tolist(),
            others[0].tolist(),
            others[1].tolist(),
            intervals.chunks.tolist(),
            intervals.boilerplate.tolist(),
            strict=True,
        )
    )


def interval_characters(
    starts: NDArray[np.int64], ends: NDArray[np.int64], chunks: Chunks
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Positions [start, end) of valid intervals as characters of the text."""
    first = np.searchsorted(chunks.positions, starts)
    last = np.searchsorted(chunks.positions, ends - 1)
    return chunks.starts[first], chunks.ends[last]


__all__ = [
    "ComparedTexts",
    "Intervals",
    "Kind",
    "PagedText",
    "Passage",
    "compare_texts",
    "interval_characters",
    "passages_of",
]
