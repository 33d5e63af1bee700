"""Two texts → their measures and passages, as characters and pages of both.

Passages come by one of two methods: valid intervals, as the papers define them, which find verbatim
copies and small transpositions; or the alignment, which finds all reuse, also where it is rewritten
or summed up, and says how strong the evidence is and which words it rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks, Fingerprinter
from simdoc.passages.align import Alignment, align
from simdoc.passages.alignment_settings import DEFAULTS, AlignmentSettings
from simdoc.passages.background import NO_CORPUS, CorpusBackground, stemmed
from simdoc.passages.confidence import confidence_of
from simdoc.passages.valid_intervals import Intervals, Pairs, valid_intervals
from simdoc.settings import PassageSettings
from simdoc.similarity import Measures, pairs_of
from simdoc.text.pages import pages_of

Kind = Literal["verbatim", "rewritten", "summary"]
Method = Literal["all-reuse", "valid-intervals"]

VERBATIM = 0.6
"""Share of the chunks of a passage, on each side, that are common when it counts as verbatim: one
word in twelve may be another, since each stands in five chunks."""

OUTSIDE = 0.25
"""Share of a valid interval that passages cover when they say enough of it."""


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
    evidence: float | None = None
    """Nats by which the words speak for a copy; None for valid intervals."""
    confidence: float | None = None
    """Of passages with this evidence, the share that are real; None for valid intervals."""
    other_numbers: bool = False
    """The same words with other numbers."""
    speaks: tuple[tuple[str, float], ...] = ()
    """The words that speak most for it, with their nats."""


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
    method: Method = "valid-intervals",
    alignment: AlignmentSettings = DEFAULTS,
    corpus: CorpusBackground = NO_CORPUS,
) -> ComparedTexts:
    """Compare two texts by a method. `exact` takes all chunks of the texts with whole 64-bit
    fingerprints instead of the bits and the sample of the index, so that what an index of few bits
    says is checked by what the texts really share."""
    query_chunks = fingerprinter.chunks(query.text, exact)
    other_chunks = fingerprinter.chunks(other.text, exact)
    more_bits = 64 - fingerprinter.settings.bits if exact else 0
    pairs, measures, ordinary = pairs_of(query_chunks, other_chunks, boilerplate, more_bits)
    sample = 1 if exact else fingerprinter.settings.sample
    passages = passages_of(query, other, query_chunks, other_chunks, pairs, settings, sample)
    if method == "all-reuse":
        texts = stemmed(query.text), stemmed(other.text)
        aligned = align(*texts, alignment, corpus)
        common = boilerplate << np.uint64(more_bits)
        grey = tuple(
            np.isin(chunks.fingerprints >> np.uint64(more_bits) << np.uint64(more_bits), common)
            for chunks in (query_chunks, other_chunks)
        )
        passages = with_intervals(
            reuse_of(query, other, query_chunks, other_chunks, pairs, aligned, grey),
            passages,
            alignment,
        )
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
    """The valid intervals of two texts, in order of the query."""
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


def reuse_of(
    query: PagedText,
    other: PagedText,
    query_chunks: Chunks,
    other_chunks: Chunks,
    pairs: Pairs,
    aligned: Alignment,
    grey: tuple[NDArray[np.bool_], ...],
) -> tuple[Passage, ...]:
    """The aligned passages with what the chunks say of them: their kind, and whether they are
    boilerplate, which `grey` tells of each chunk of both texts."""
    found = []
    for one in aligned.passages:
        ours = _inside(query_chunks, one.query_start, one.query_end)
        theirs = _inside(other_chunks, one.other_start, one.other_end)
        both = ours[pairs.query_positions] & theirs[pairs.other_positions]
        common = _distinct(pairs.query_positions[both])
        chunks, other_common = int(ours.sum()), _distinct(pairs.other_positions[both])
        share = min(common / max(1, chunks), other_common / max(1, int(theirs.sum())))
        sides = ((query_chunks, ours, grey[0]), (other_chunks, theirs, grey[1]))
        kind: Kind = "verbatim" if share >= VERBATIM else "rewritten"
        if one.box.form == "summary":
            kind = "summary"
        ordinary = _distinct(pairs.query_positions[both & ~pairs.boilerplate])
        found.append(
            Passage(
                one.query_start,
                one.query_end,
                one.other_start,
                one.other_end,
                pages_of(query.page_starts, one.query_start, one.query_end),
                pages_of(other.page_starts, one.other_start, one.other_end),
                kind,
                common,
                5 * ordinary <= common and min(_share(*side) for side in sides) >= 0.5,
                round(one.box.evidence, 2),
                confidence_of(one.box.evidence),
                aligned.other_numbers(one),
                aligned.speaks(one),
            )
        )
    return tuple(found)


def with_intervals(
    reuse: Sequence[Passage], intervals: Sequence[Passage], settings: AlignmentSettings
) -> tuple[Passage, ...]:
    """All reuse, with the valid intervals that no passage says anything of: equal chunks are reuse
    also where the words would surprise nobody.

    One of text that a passage already places elsewhere is left out, and one that is too short;
    a passage grows around one that is mostly outside of it.
    """
    found = list(reuse)
    for one in intervals:
        touched = [passage for passage in found if _covered(one, passage) > 0]
        if touched:
            if sum(_covered(one, passage) for passage in touched) < OUTSIDE:
                best = max(touched, key=lambda passage: _covered(one, passage))
                found[found.index(best)] = _hull(best, one)
            continue
        size = one.query_end - one.query_start
        elsewhere = sum(_overlap(one, passage) for passage in found if not passage.boilerplate)
        if size >= settings.verbatim_characters and elsewhere <= settings.overlap * size:
            found.append(one)
    return tuple(sorted(found, key=lambda one: (one.query_start, one.other_start)))


def _hull(passage: Passage, one: Passage) -> Passage:
    """The passage, large enough for the other as well."""
    return replace(
        passage,
        query_start=min(passage.query_start, one.query_start),
        query_end=max(passage.query_end, one.query_end),
        other_start=min(passage.other_start, one.other_start),
        other_end=max(passage.other_end, one.other_end),
    )


def _overlap(one: Passage, other: Passage) -> int:
    """Characters of the query that both have."""
    start, end = max(one.query_start, other.query_start), min(one.query_end, other.query_end)
    return max(0, end - start)


def _covered(one: Passage, other: Passage) -> float:
    """The share of `one` that `other` covers, of the side where it is less."""
    query = min(one.query_end, other.query_end) - max(one.query_start, other.query_start)
    others = min(one.other_end, other.other_end) - max(one.other_start, other.other_start)
    return min(
        max(0, query) / (one.query_end - one.query_start),
        max(0, others) / (one.other_end - one.other_start),
    )


def _inside(chunks: Chunks, start: int, end: int) -> NDArray[np.bool_]:
    """Position → whether its chunk is kept and lies within these characters."""
    inside = np.zeros(int(chunks.positions[-1]) + 1 if len(chunks.positions) else 0, bool)
    inside[chunks.positions[(chunks.starts >= start) & (chunks.ends <= end)]] = True
    return inside


def _share(chunks: Chunks, inside: NDArray[np.bool_], grey: NDArray[np.bool_]) -> float:
    """The share of the chunks at these positions that are boilerplate."""
    here = grey[inside[chunks.positions]]
    return float(here.mean()) if len(here) else 0.0


def _distinct(positions: NDArray[np.int64]) -> int:
    return len(np.unique(positions))


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
    "Method",
    "PagedText",
    "Passage",
    "compare_texts",
    "interval_characters",
    "passages_of",
    "reuse_of",
    "with_intervals",
]
