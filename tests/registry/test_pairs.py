"""Pairs of a course or a year against a plain Python count of the similarity table."""

from __future__ import annotations

import random

import pytest

from simdoc.registry.pairs import BINS, PairScope
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable, SimilarityRow
from simdoc.registry.visibility import Viewer


def filled(
    registry: Registry, rows: list[tuple[str | None, str | None]], chunks: list[int]
) -> list[int]:
    """Searchable documents of these courses and dates."""
    doc_ids = registry.add_documents(
        NewDocument(
            file_hash=f"{i:064x}", text="t", title=f"title {i}", course=course, submitted=submitted
        )
        for i, (course, submitted) in enumerate(rows)
    )
    registry.mark_searchable(
        [Searchable(i, 10, count) for i, count in zip(doc_ids, chunks, strict=True)], 1
    )
    return doc_ids


def test_a_pair_of_a_course_comes_once_the_later_document_first(registry: Registry) -> None:
    a, b, c = filled(registry, [("X", "2020"), ("X", "2021-05"), (None, None)], [100, 50, 10])
    registry.insert_and_trim([SimilarityRow(a, b, 20, 5, 1), SimilarityRow(a, c, 9, 0, 0)], best=9)
    found = registry.pairs(PairScope(course="X"))
    assert [(p.doc_id, p.other_id) for p in found] == [(b, a), (a, c)]
    assert found[0].similarity_of_document == pytest.approx(0.4)
    assert found[0].similarity_of_other == pytest.approx(0.2)
    assert (found[0].common_chunks, found[0].boilerplate_chunks, found[0].intervals) == (20, 5, 1)
    assert [(p.doc_id, p.other_id) for p in registry.pairs(PairScope("X"), "highest")] == [
        (a, c),
        (b, a),
    ]
    assert [(p.doc_id, p.other_id) for p in registry.pairs(PairScope(year=2021))] == [(b, a)]
    assert registry.pairs(PairScope(course="Y")) == []
    assert [p.other_id for p in registry.pairs_inside(PairScope("X"))] == [a]


def test_a_pair_that_one_list_alone_kept_is_shown(registry: Registry) -> None:
    a, b, c = filled(registry, [("X", None)] * 3, [100, 100, 100])
    registry.replace_lists([a], [SimilarityRow(a, b, 30, 0, 1)])
    registry.replace_lists([c], [SimilarityRow(c, b, 10, 0, 1)])
    assert {(p.doc_id, p.other_id) for p in registry.pairs(PairScope("X"))} == {(a, b), (c, b)}


def test_pages_put_together_are_the_whole_list_and_the_histogram_counts_it(
    registry: Registry,
) -> None:
    rng = random.Random(5)
    places = [
        (rng.choice(["X", "Y", None]), rng.choice(["2019", "2020-06", "2020-12-31", None]))
        for _ in range(60)
    ]
    chunks = [rng.randint(0, 200) for _ in range(60)]
    doc_ids = filled(registry, places, chunks)
    where = dict(zip(doc_ids, zip(places, chunks, strict=True), strict=True))
    table: dict[tuple[int, int], int] = {}
    for doc_id in doc_ids:
        others = rng.sample([i for i in doc_ids if i != doc_id], 12)
        rows = []
        for other in others:
            most = min(where[doc_id][1], where[other][1])
            common = table.get((other, doc_id), rng.randint(0, most))
            table[doc_id, other] = common
            rows.append(SimilarityRow(doc_id, other, common, 0, 0))
        registry.replace_lists([doc_id], rows)

    def belongs(doc_id: int, scope: PairScope) -> bool:
        course, submitted = where[doc_id][0]
        return (scope.course is None or course == scope.course) and (
            scope.year is None or (submitted or "").startswith(str(scope.year))
        )

    for scope in (PairScope("X"), PairScope(year=2020), PairScope("Y", 2019), PairScope()):
        expected: dict[frozenset[int], float] = {}
        for (doc_id, other), common in table.items():
            fewer = min(where[doc_id][1], where[other][1])
            if belongs(doc_id, scope) and fewer:
                expected[frozenset((doc_id, other))] = common / fewer
        whole = registry.pairs(scope, "highest")
        assert {frozenset((p.doc_id, p.other_id)): pytest.approx(p.highest) for p in whole} == (
            expected
        )
        assert len(whole) == len(expected)
        assert all(belongs(p.doc_id, scope) for p in whole)
        assert [p.highest for p in whole] == sorted((p.highest for p in whole), reverse=True)
        paged = [
            pair
            for offset in range(0, len(whole), 7)
            for pair in registry.pairs(scope, "highest", limit=7, offset=offset)
        ]
        assert paged == whole
        newest = registry.pairs(scope, "newest")
        assert sorted(newest) == sorted(whole)
        assert [p.doc_id for p in newest] == sorted((p.doc_id for p in whole), reverse=True)
        high = registry.pairs(scope, "highest", minimum=0.5)
        assert high == [pair for pair in whole if pair.highest >= 0.5]
        steps = [0] * BINS
        for share in expected.values():
            steps[min(int(share * BINS + 1e-9), BINS - 1)] += 1
        assert registry.pair_histogram(scope) == steps
        both = {frozenset((p.doc_id, p.other_id)) for p in registry.pairs_inside(scope)}
        assert both == {pair for pair in expected if all(belongs(i, scope) for i in pair)}


def test_pairs_with_a_document_that_the_viewer_may_not_see_are_left_out(
    registry: Registry,
) -> None:
    a, b, c = filled(registry, [("X", None)] * 3, [10, 10, 10])
    registry.insert_and_trim([SimilarityRow(a, b, 5, 0, 0), SimilarityRow(a, c, 5, 0, 0)], best=9)
    registry.edit(c, {"visible_to": "owner"})
    seen = registry.pairs(PairScope("X"), viewer=Viewer("somebody"))
    assert [(p.doc_id, p.other_id) for p in seen] == [(b, a)]
