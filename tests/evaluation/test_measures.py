"""The PAN measures against cases worked out by hand and against plain sets of characters."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.evaluation.measures import Reuse, Scores, covered_share, granularity, plagdet, scores


def reuse(
    query_start: int, query_end: int, other_start: int, other_end: int, pair: str = "p"
) -> Reuse:
    return Reuse(f"{pair}-query", query_start, query_end, f"{pair}-other", other_start, other_end)


def test_a_perfect_detection_scores_one() -> None:
    case = reuse(10, 20, 30, 40)
    assert scores([case], [case]) == Scores(1.0, 1.0, 1.0, 1.0, 1, 1)


def test_nothing_to_find_and_nothing_found_is_perfect() -> None:
    assert scores([], []).plagdet == 1.0


def test_a_detection_where_nothing_is_to_find_scores_zero() -> None:
    found = scores([], [reuse(0, 5, 0, 5)])
    assert (found.precision, found.recall, found.plagdet) == (0.0, 0.0, 0.0)


def test_half_of_a_case_found_in_two_pieces_by_hand() -> None:
    # The case has 100 + 100 characters; the pieces cover 30 + 20 of the query side and
    # 30 + 20 of the other: recall 100/200. Both pieces lie inside: precision 1. Two pieces.
    found = scores([reuse(0, 100, 0, 100)], [reuse(0, 30, 0, 30), reuse(50, 70, 60, 80)])
    assert found.recall == pytest.approx(0.5)
    assert found.precision == pytest.approx(1.0)
    assert found.granularity == 2.0
    assert found.plagdet == pytest.approx((2 / 3) / log2(3))


def test_macro_means_weigh_a_small_false_alarm_like_a_large_detection() -> None:
    large = reuse(0, 10_000, 0, 10_000)
    found = scores([large], [large, reuse(20_000, 20_020, 0, 20)])
    assert found.precision == pytest.approx(0.5)
    assert found.recall == 1.0


def test_overlapping_one_side_only_counts_for_nothing() -> None:
    found = scores([reuse(0, 100, 0, 100)], [reuse(0, 100, 200, 300)])
    assert (found.precision, found.recall, found.granularity) == (0.0, 0.0, 1.0)


def test_touching_is_not_overlapping() -> None:
    assert granularity([reuse(0, 10, 0, 10)], [reuse(10, 20, 0, 10)]) == 1.0
    assert covered_share(reuse(0, 10, 0, 10), [reuse(10, 20, 0, 10)]) == 0.0


def test_detections_of_another_pair_count_for_nothing() -> None:
    found = scores([reuse(0, 10, 0, 10, "p")], [reuse(0, 10, 0, 10, "q")])
    assert found.recall == 0.0


def test_characters_covered_twice_count_once() -> None:
    # Query side [0, 10) covered by [0, 6) and [4, 8): 8 characters. Other side wholly: 10.
    assert covered_share(
        reuse(0, 10, 0, 10), [reuse(0, 6, 0, 10), reuse(4, 8, 0, 10)]
    ) == pytest.approx(18 / 20)


def test_granularity_leaves_missed_cases_out() -> None:
    cases = [reuse(0, 100, 0, 100), reuse(500, 600, 500, 600)]
    detections = [reuse(0, 10, 0, 10), reuse(20, 30, 20, 30), reuse(40, 50, 40, 50)]
    assert granularity(cases, detections) == 3.0


def test_plagdet_with_a_granularity_of_one_is_f1() -> None:
    assert plagdet(0.5, 1.0, 1.0) == pytest.approx(2 / 3)
    assert plagdet(0.0, 0.0, 1.0) == 0.0


intervals = st.tuples(st.integers(0, 40), st.integers(1, 20)).map(lambda p: (p[0], p[0] + p[1]))
reuses = st.lists(st.builds(lambda a, b: reuse(*a, *b), intervals, intervals), max_size=6)


@given(reuses, reuses)
def test_scores_equal_those_of_plain_sets_of_characters(
    cases: list[Reuse], detections: list[Reuse]
) -> None:
    def characters(one: Reuse) -> tuple[set[int], set[int]]:
        return (
            set(range(one.query_start, one.query_end)),
            set(range(one.other_start, one.other_end)),
        )

    def overlap(one: Reuse, two: Reuse) -> bool:
        return all(a & b for a, b in zip(characters(one), characters(two), strict=True))

    def share(one: Reuse, those: list[Reuse]) -> float:
        near = [two for two in those if overlap(one, two)]
        covered = whole = 0
        for side in (0, 1):
            mine = characters(one)[side]
            covered += len(mine & set().union(*(characters(two)[side] for two in near)))
            whole += len(mine)
        return covered / whole

    found = scores(cases, detections)
    if cases and detections:
        assert found.recall == pytest.approx(
            sum(share(case, detections) for case in cases) / len(cases)
        )
        assert found.precision == pytest.approx(
            sum(share(one, cases) for one in detections) / len(detections)
        )
        counts = [sum(overlap(case, one) for one in detections) for case in cases]
        hit = [count for count in counts if count]
        assert found.granularity == pytest.approx(sum(hit) / len(hit) if hit else 1.0)
