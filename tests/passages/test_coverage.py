"""Stretches against counting character by character."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simdoc.passages.coverage import stretches_of

RANGES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 30), st.integers(0, 12)).map(
        lambda row: (row[0] * 7, row[1], row[1] + row[2])
    ),
    max_size=14,
)


def brute(ranges: list[tuple[int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Rows of start, end, best, count, character by character."""
    covered: dict[int, set[int]] = {}
    for document, start, end in ranges:
        covered.setdefault(document, set()).update(range(start, end))
    rows: list[tuple[int, int, int, int]] = []
    for place in range(60):
        sharing = [document for document, places in covered.items() if place in places]
        if not sharing:
            continue
        best = min(sharing, key=lambda document: (-len(covered[document]), document))
        if rows and rows[-1][1:] == (place, best, len(sharing)):
            rows[-1] = (rows[-1][0], place + 1, best, len(sharing))
        else:
            rows.append((place, place + 1, best, len(sharing)))
    return rows


@given(RANGES)
def test_stretches_are_what_counting_every_character_says(
    ranges: list[tuple[int, int, int]],
) -> None:
    columns = np.array(ranges, np.int64).reshape(-1, 3).T
    found = stretches_of(*columns)
    rows = zip(found.starts, found.ends, found.best, found.counts, strict=True)
    assert [tuple(map(int, row)) for row in rows] == brute(ranges)


def test_the_document_that_covers_more_in_all_explains_what_both_share() -> None:
    found = stretches_of(np.array([3, 8, 8]), np.array([0, 5, 50]), np.array([10, 9, 90]))
    assert found.starts.tolist() == [0, 5, 9, 50]
    assert found.ends.tolist() == [5, 9, 10, 90]
    assert found.best.tolist() == [3, 8, 3, 8]
    assert found.counts.tolist() == [1, 2, 1, 1]
    assert len(found) == 4
