"""Marks of a text cut into segments, against looking at every character."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simdoc.view.pane import Pane, content_key, pane_data, segments_of

MARKS = st.lists(
    st.tuples(st.integers(0, 25), st.integers(0, 12)).map(lambda one: (one[0], sum(one))),
    max_size=7,
)


@given(MARKS)
def test_every_character_is_under_the_marks_that_have_it(marks: list[tuple[int, int]]) -> None:
    found = segments_of([start for start, _ in marks], [end for _, end in marks])
    under = {place: set[int]() for place in range(40)}
    for start, end, here in zip(found.starts, found.ends, found.marks, strict=True):
        sizes = [marks[mark][1] - marks[mark][0] for mark in here]
        assert sizes == sorted(sizes)
        for place in range(start, end):
            assert not under[place]
            under[place] = set(here)
    for place, here in under.items():
        assert here == {at for at, (start, end) in enumerate(marks) if start <= place < end}


def test_offsets_are_units_of_utf16_and_slice_the_same_characters() -> None:
    text = "😀😀 alpha 𝒳 beta"
    data = pane_data(Pane(text, (0, 3)), [3], [10], [np.array([[3, 8]])])
    units = text.encode("utf-16-le")

    def cut(start: int, end: int) -> str:
        return units[2 * start : 2 * end].decode("utf-16-le")

    assert cut(data["starts"][0], data["ends"][0]) == text[3:10] == "alpha 𝒳"
    assert cut(*data["differing"]) == "alpha"
    assert data["pageStarts"] == [0, 5]
    assert data["pages"] == [1, 2]


def test_empty_pages_give_way_to_the_page_that_has_text() -> None:
    data = pane_data(Pane("ab", (0, 0, 0, 1, 2)), [], [])
    assert (data["pageStarts"], data["pages"]) == ([0, 1, 2], [3, 4, 5])


def test_where_marks_overlap_the_differences_of_the_shorter_one_are_shown() -> None:
    text = "a" * 30
    differing = [np.array([[2, 12], [20, 22]]), np.array([[11, 13]])]
    data = pane_data(Pane(text), [0, 10], [25, 15], differing)
    assert data["differing"] == [2, 10, 11, 13, 20, 22]


def test_marks_beyond_the_text_end_with_it() -> None:
    data = pane_data(Pane("short"), [2, 90], [90, 95])
    assert (data["starts"], data["ends"]) == ([2, 5], [5, 5])


def test_the_name_of_a_content_tells_parts_apart() -> None:
    assert content_key("ab", "c") != content_key("a", "bc")
    assert content_key("a\ud800") == content_key("a\ud800")
