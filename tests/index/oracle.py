"""The index as Python sets: slow, obvious, and compared with the real one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.index.preparation import PreparedSegment
from simdoc.index.segment_writer import SegmentBuilder
from simdoc.index.snapshot import Lookup, Snapshot
from simdoc.settings import BoilerplateSettings


def document(doc_id: int, fingerprints: Sequence[int], first_position: int = 0) -> IndexedDocument:
    return IndexedDocument(
        doc_id,
        len(fingerprints) + 4,
        np.array(fingerprints, np.uint64),
        np.arange(first_position, first_position + len(fingerprints), dtype=np.uint32),
    )


def prepare(
    folder: Path,
    documents: Iterable[IndexedDocument],
    bits: int = 48,
    run_postings: int | None = None,
) -> PreparedSegment:
    with SegmentBuilder(folder, bits, 32, run_postings=run_postings) as builder:
        for each in documents:
            builder.add(each)
        return builder.finish()


def add(index: Index, *documents: IndexedDocument) -> int:
    bits = index.snapshot().settings.bits
    return index.commit([prepare(index.folder, documents, bits)])


def live_doc_ids(index: Index) -> list[int]:
    snapshot = index.snapshot()
    return sorted(snapshot.doc_ids[snapshot.live].tolist())


def rows(snapshot: Snapshot, fingerprints: Sequence[int], found: Lookup) -> list[tuple[int, ...]]:
    """(fingerprint, doc_id, position) of every posting found, ordered."""
    return sorted(
        (fingerprints[query], int(snapshot.doc_ids[number]), int(position))
        for query, number, position in zip(
            found.queries.tolist(), found.numbers.tolist(), found.positions.tolist(), strict=True
        )
    )


def expected_rows(
    documents: Mapping[int, IndexedDocument], fingerprints: Iterable[int]
) -> list[tuple[int, ...]]:
    asked = set(fingerprints)
    return sorted(
        (fingerprint, each.doc_id, position)
        for each in documents.values()
        for fingerprint, position in zip(
            each.fingerprints.tolist(), each.positions.tolist(), strict=True
        )
        if fingerprint in asked
    )


def assert_agrees(
    snapshot: Snapshot,
    documents: Mapping[int, IndexedDocument],
    boilerplate: BoilerplateSettings,
    others: Sequence[int] = (),
    seed: int = 0,
) -> None:
    """Every answer of the snapshot equals the answer of plain sets. `others` are fingerprints that
    are asked about though perhaps nobody has them."""
    sets = {doc_id: set(each.fingerprints.tolist()) for doc_id, each in documents.items()}
    numbers = {doc_id: snapshot.number_of(doc_id) for doc_id in documents}
    assert snapshot.documents == len(documents)
    assert sorted(snapshot.doc_ids[snapshot.live].tolist()) == sorted(documents)
    for doc_id, number in numbers.items():
        assert number is not None
        assert snapshot.doc_ids[number] == doc_id
        assert snapshot.words[number] == documents[doc_id].words
        assert snapshot.chunks[number] == len(sets[doc_id])
    assert snapshot.number_of(-1) is None

    rng = np.random.default_rng(seed)
    asked = rng.permutation(sorted(set(others).union(*sets.values()))).astype(np.uint64)
    listed = asked.tolist()
    assert rows(snapshot, listed, snapshot.lookup(asked)) == expected_rows(documents, listed)

    chosen = [doc_id for doc_id in documents if rng.random() < 0.4]
    picked = np.array([numbers[doc_id] for doc_id in chosen], np.int64)
    among = {doc_id: documents[doc_id] for doc_id in chosen}
    found = snapshot.find_postings_of(asked, picked)
    assert rows(snapshot, listed, found) == expected_rows(among, listed)

    allowed = np.zeros(len(snapshot.doc_ids), np.bool_)
    allowed[picked] = True
    allowed |= ~snapshot.live  # a dead document is never elsewhere, allowed or not
    elsewhere = set().union(*(sets[doc_id] for doc_id in chosen))
    assert snapshot.found_elsewhere(asked, allowed).tolist() == [f in elsewhere for f in listed]

    counts = {f: sum(f in each for each in sets.values()) for f in set().union(*sets.values())}
    unique = sum(count == 1 for count in counts.values())
    assert snapshot.distinct_fingerprints() == (len(counts), unique)
    limit = max(boilerplate.minimum_documents, boilerplate.share * len(documents))
    assert snapshot.boilerplate.tolist() == sorted(f for f, n in counts.items() if n > limit)
