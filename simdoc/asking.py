"""A text × the index → the answer about similar documents: what chunks and traces say together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simdoc.answers import Candidate, Seen, SimilarAnswer, SimilarDocument
from simdoc.chunks import Chunks
from simdoc.comparing import Readable, side_of
from simdoc.index.snapshot import Snapshot
from simdoc.registry.rows import Heading
from simdoc.registry.schema import SEARCHABLE
from simdoc.registry.visibility import Viewer
from simdoc.rewritten import TracedDocuments
from simdoc.settings import SimilaritySettings
from simdoc.similarity import Measures, SimilarDocuments, find_similar, is_member
from simdoc.stores import Stores
from simdoc.text.words import find_words

EXPLAINED = 3.0
"""Trace score that one common chunk explains: a verbatim copy has about 2 a chunk, more at its
borders. What goes beyond was rewritten."""


def similar_answer(
    stores: Stores,
    query: Readable,
    snapshot: Snapshot,
    viewer: Viewer,
    allowed: NDArray[np.bool_] | None,
    best: int | None,
) -> SimilarAnswer:
    """The documents that share chunks with the query as the papers define it, and those whose
    traces show a rewritten passage, ranked together: each by its common chunks, or by the chunks
    that its traces are worth where these are more."""
    settings = stores.settings
    text = query.paged.text
    words = find_words(text, settings.fingerprint.fold_diacritics)
    chunks = stores.fingerprinter.chunks(text, words=words)
    traced = listed = None
    if stores.traces is not None:
        grey = is_member(chunks.fingerprints, snapshot.boilerplate)
        boilerplate = (chunks.starts[grey], chunks.ends[grey]) if grey.any() else None
        traced = stores.traces.find(text, snapshot, allowed, query.doc_id, words, boilerplate)
    if traced is not None:
        listed = traced.listed(settings.trace.minimum_score)
    found = find_similar(
        snapshot,
        chunks,
        settings.similarity,
        settings.passage,
        allowed=allowed,
        itself=None if query.doc_id is None else snapshot.number_of(query.doc_id),
        best=best,
        also=None if listed is None else (listed.numbers, listed.chunks_worth()),
    )
    doc_ids = snapshot.doc_ids[found.numbers].tolist()
    headings = stores.registry.headings(doc_ids, viewer)
    room = (settings.similarity.best if best is None else best) - len(doc_ids)
    return SimilarAnswer(
        side_of(query, chunks, found.query_chunks),
        found.global_similarity,
        found.query_boilerplate,
        tuple(
            _lines(
                headings,
                found,
                snapshot,
                query.file_hash,
                traced,
                _seen(found, snapshot, listed, settings.similarity),
            )
        ),
        found.hidden,
        found.cut,
        _candidates(traced, found, snapshot, room) if traced is not None else (),
        stores.traces.without_traces(snapshot) if stores.traces is not None else 0,
    )


def boilerplate_only(
    snapshot: Snapshot, chunks: Chunks, answer: SimilarAnswer, allowed: NDArray[np.bool_] | None
) -> int:
    """How many documents share nothing with the query but boilerplate, and are therefore not in
    its list."""
    distinct = chunks.distinct()
    grey = is_member(distinct, snapshot.boilerplate)
    if not grey.any():
        return 0
    others = snapshot.live.copy() if allowed is None else allowed & snapshot.live
    listed = [row.number for row in answer.similar]
    itself = None if answer.query.doc_id is None else snapshot.number_of(answer.query.doc_id)
    others[listed if itself is None else [*listed, itself]] = False
    shared = snapshot.count_common(distinct[grey], others) > 0
    shared &= snapshot.count_common(distinct[~grey], others) == 0
    return int(np.count_nonzero(shared))


def _seen(
    found: SimilarDocuments,
    snapshot: Snapshot,
    listed: TracedDocuments | None,
    similarity: SimilaritySettings,
) -> list[Seen]:
    """The reuse that was seen in each document of the list: rewritten where traces tell more than
    common chunks explain, or where it is listed for them alone."""
    if listed is None:
        return ["verbatim"] * len(found.numbers)
    ordinary = found.common - found.boilerplate
    copied = np.isin(found.numbers, found.intervals.numbers[~found.intervals.boilerplate])
    chunks = snapshot.chunks[found.numbers]
    enough = ordinary >= similarity.minimum * np.minimum(chunks, found.query_chunks)
    of_both = found.common / np.maximum(np.maximum(chunks, found.query_chunks), 1)
    enough |= of_both >= similarity.mutual_minimum
    rewritten = listed.scores_of(found.numbers) > EXPLAINED * ordinary
    rewritten |= ~copied & ~enough
    return [
        ("both" if verbatim else "rewritten") if changed else "verbatim"
        for verbatim, changed in zip(copied.tolist(), rewritten.tolist(), strict=True)
    ]


def _candidates(
    traced: TracedDocuments, found: SimilarDocuments, snapshot: Snapshot, room: int
) -> tuple[Candidate, ...]:
    """The best documents that are not listed, as far as there is room for them; a single common
    chunk counts as much as a trace of this document alone."""
    if room <= 0:
        return ()
    common = np.zeros(len(snapshot.live), np.int64)
    common[found.rest] = found.rest_common
    evidence = common.astype(np.float64)
    evidence[traced.numbers] += traced.scores
    evidence[found.numbers] = 0.0
    numbers = np.flatnonzero(evidence)
    if len(numbers) > room:
        least = np.partition(evidence[numbers], -room)[-room]
        numbers = numbers[evidence[numbers] >= least]
    doc_ids = snapshot.doc_ids[numbers]
    order = np.lexsort((doc_ids, -evidence[numbers]))[:room]
    scores = traced.scores_of(numbers[order])
    return tuple(
        map(Candidate, doc_ids[order].tolist(), scores.tolist(), common[numbers[order]].tolist())
    )


def _lines(
    headings: Mapping[int, Heading],
    found: SimilarDocuments,
    snapshot: Snapshot,
    query_hash: str,
    traced: TracedDocuments | None,
    seen_of_each: Sequence[Seen],
) -> Iterator[SimilarDocument]:
    """The lines of the list, without documents that the registry does not show."""
    scores: list[float | None] = [None] * len(found.numbers)
    if traced is not None:
        scores = traced.scores_of(found.numbers).tolist()
    for number, doc_id, chunks, common, boilerplate, score, seen in zip(
        found.numbers.tolist(),
        snapshot.doc_ids[found.numbers].tolist(),
        snapshot.chunks[found.numbers].tolist(),
        found.common.tolist(),
        found.boilerplate.tolist(),
        scores,
        seen_of_each,
        strict=True,
    ):
        heading = headings.get(doc_id)
        if heading is None or heading.status != SEARCHABLE:
            continue
        measures = Measures(common, found.query_chunks, chunks)
        yield SimilarDocument(
            doc_id,
            heading.title,
            heading.author,
            heading.submitted,
            heading.kind,
            heading.course,
            heading.path,
            measures.of_query,
            measures.of_other,
            common,
            boilerplate,
            bool(query_hash) and heading.file_hash == query_hash,
            found,
            number,
            seen,
            score,
        )
