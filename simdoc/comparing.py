"""Readable sides, from the corpus or from files, and their comparison as an answer."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.adding import limits_of, unread_reason
from simdoc.answers import Comparison, Side
from simdoc.chunks import Chunks, Fingerprinter
from simdoc.engine.engine import Engine
from simdoc.engine.local import LocalEngine
from simdoc.errors import ExtractionError
from simdoc.passages.comparison import Method, PagedText, compare_texts
from simdoc.settings import Settings
from simdoc.text.extract import ExtractRequest, extract_file


@dataclass(frozen=True)
class Readable:
    """A side of a question with its text, before anything is counted."""

    paged: PagedText
    doc_id: int | None
    title: str | None
    path: str | None
    file_hash: str


Target = int | str | os.PathLike[str] | Readable
"""A doc_id, the path of a file, or what was read before."""


def read_file(
    path: Path, settings: Settings, engine: Engine, file_type: str | None = None
) -> Readable:
    """The one document of a file, read in a child process. A ZIP of several is refused: add it."""
    request = ExtractRequest(os.path.abspath(path), settings.extraction, file_type)
    [outcome] = engine.run(extract_file, [request], limits_of(settings.extraction))
    if outcome.error is not None or outcome.result is None:
        raise ExtractionError(str(path), unread_reason(outcome.error, settings.extraction))
    extractions = outcome.result
    if len(extractions) > 1:
        raise ExtractionError(
            str(path), f"it holds {len(extractions)} documents: unpack it and choose one, or add it"
        )
    extraction = extractions[0]
    if extraction.error is not None:
        raise extraction.error
    extracted = extraction.extracted
    assert extracted is not None  # exactly one of the two is set
    paged = PagedText(extracted.text, extracted.page_starts)
    return Readable(paged, None, extracted.title or path.name, request.path, extraction.file_hash)


def compared(
    query: Readable,
    other: Readable,
    fingerprinter: Fingerprinter,
    settings: Settings,
    boilerplate: NDArray[np.uint64],
    exact: bool,
    method: Method = "all-reuse",
) -> Comparison:
    """The comparison of two texts as an answer."""
    found = compare_texts(
        query.paged, other.paged, fingerprinter, settings.passage, boilerplate, exact, method
    )
    measures, ordinary = found.measures, found.without_boilerplate
    shown = [passage for passage in found.passages if not passage.boilerplate]
    return Comparison(
        side_of(query, fingerprinter.chunks(query.paged.text), measures.query_chunks),
        side_of(other, fingerprinter.chunks(other.paged.text), measures.other_chunks),
        measures.common,
        measures.of_query,
        measures.of_other,
        measures.symmetric,
        measures.resemblance,
        covered([(p.query_start, p.query_end) for p in shown], query.paged.text),
        covered([(p.other_start, p.other_end) for p in shown], other.paged.text),
        ordinary.of_query,
        ordinary.of_other,
        query.file_hash == other.file_hash,
        found.passages,
    )


def covered(ranges: list[tuple[int, int]], text: str) -> float:
    """The share of a text's characters that lie in any of the ranges."""
    total = end = 0
    for start, stop in sorted(ranges):
        total += max(0, stop - max(start, end))
        end = max(end, stop)
    return total / len(text) if text else 0.0


def compare_files(
    query: Target,
    other: Target,
    settings: Settings | None = None,
    exact: bool = False,
    method: Method = "all-reuse",
) -> Comparison:
    """Compare two files without any corpus."""
    chosen = settings or Settings()
    with LocalEngine() as engine:
        one = read_file(Path(str(query)), chosen, engine)
        two = read_file(Path(str(other)), chosen, engine)
    empty = np.zeros(0, np.uint64)
    return compared(one, two, Fingerprinter(chosen.fingerprint), chosen, empty, exact, method)


def side_of(query: Readable, chunks: Chunks, distinct: int) -> Side:
    return Side(
        query.doc_id, query.title, query.path, chunks.words, distinct, chunks.mixed_script_words
    )
