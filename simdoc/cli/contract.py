"""The answers as JSON: a contract that others build on, written down in docs/json.md.

Every answer is an object with `"simdoc": 1`. Similarities are numbers from 0 to 1, null when a
document is too short for one chunk; pages are [first, last] from 1, or null.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from simdoc.answers import AddedDocument, Comparison, Side, SimilarAnswer, Stats
from simdoc.index.verify import Damage
from simdoc.passages.comparison import PagedText
from simdoc.registry.rows import DocumentRow, SimilarityRow

VERSION = 1
Object = dict[str, Any]


def answer(**parts: Any) -> Object:
    """An answer of this version."""
    return {"simdoc": VERSION, **parts}


def added(documents: Iterable[AddedDocument]) -> Object:
    """`simdoc add`."""
    return answer(documents=[dataclasses.asdict(document) for document in documents])


def _side(side: Side) -> Object:
    return dataclasses.asdict(side)


def similar(found: SimilarAnswer) -> Object:
    """`simdoc similar`."""
    rows = []
    for document in found.similar:
        row = {
            field.name: getattr(document, field.name)
            for field in dataclasses.fields(document)
            if field.name not in ("found", "number")
        }
        intervals = document.intervals
        row["intervals"] = [
            {"query_positions": [a, b], "other_positions": [c, d], "common_chunks": n}
            for a, b, c, d, n in zip(
                intervals.query_starts.tolist(),
                intervals.query_ends.tolist(),
                intervals.other_starts.tolist(),
                intervals.other_ends.tolist(),
                intervals.chunks.tolist(),
                strict=True,
            )
        ]
        rows.append(row)
    return answer(
        query=_side(found.query),
        global_similarity=found.global_similarity,
        boilerplate_chunks=found.boilerplate_chunks,
        hidden=found.hidden,
        cut=found.cut,
        similar=rows,
        candidates=[dataclasses.asdict(candidate) for candidate in found.candidates],
        without_traces=found.without_traces,
    )


def compared(found: Comparison) -> Object:
    """`simdoc compare`."""
    parts = {
        field.name: getattr(found, field.name)
        for field in dataclasses.fields(found)
        if field.name not in ("query", "other", "passages")
    }
    passages = [dataclasses.asdict(passage) for passage in found.passages]
    return answer(query=_side(found.query), other=_side(found.other), **parts, passages=passages)


def listed(rows: Iterable[DocumentRow]) -> Object:
    """`simdoc list`."""
    return answer(documents=[_document(row) for row in rows])


def _document(row: DocumentRow) -> Object:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}


def shown(row: DocumentRow, places: list[str], similarities: Iterable[SimilarityRow]) -> Object:
    """`simdoc show`."""
    table = [similarity._asdict() for similarity in similarities]
    return answer(document=_document(row), places=places, similarities=table)


def stats(numbers: Stats) -> Object:
    """`simdoc stats`."""
    return answer(**dataclasses.asdict(numbers), unique_share=numbers.unique_share)


def verified(damage: Iterable[Damage], registry: Iterable[str]) -> Object:
    """`simdoc verify`."""
    found = [{"name": d.name, "path": str(d.path), "what": d.what} for d in damage]
    return answer(sound=not found and not list(registry), index=found, registry=list(registry))


def text(paged: PagedText) -> Object:
    """`simdoc text`."""
    return answer(text=paged.text, page_starts=list(paged.page_starts))
