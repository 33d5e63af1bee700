"""Pages are joined so that every character has one page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.errors import ExtractionError
from simdoc.text.pages import join_pages, page_of, pages_of

PAGES = st.lists(st.text(alphabet="ab \n", max_size=6), min_size=1, max_size=8)


def test_pages_end_in_a_line_break_of_their_own() -> None:
    assert join_pages(["one", "two\n", "", "four"], "x", 99) == ("one\ntwo\nfour", (0, 4, 8, 8))


@given(PAGES)
def test_every_page_is_found_between_its_start_and_the_next(pages: list[str]) -> None:
    text, starts = join_pages(pages, "x", 1000)
    assert len(starts) == len(pages)
    assert list(starts) == sorted(starts)
    ends = [*starts[1:], len(text)]
    for page, start, end in zip(pages, starts, ends, strict=True):
        assert text[start:end] in (page, page + "\n")


@given(PAGES)
def test_the_page_of_a_character_is_the_one_whose_text_holds_it(pages: list[str]) -> None:
    text, starts = join_pages(pages, "x", 1000)
    ends = [*starts[1:], len(text)]
    for character in range(len(text)):
        page = page_of(starts, character)
        assert page is not None
        assert starts[page - 1] <= character < ends[page - 1]


@given(PAGES, st.data())
def test_an_interval_lies_on_the_pages_of_its_first_and_last_character(
    pages: list[str], data: st.DataObject
) -> None:
    text, starts = join_pages(pages, "x", 1000)
    if text:
        start = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        assert pages_of(starts, start, end) == (page_of(starts, start), page_of(starts, end - 1))


def test_an_empty_interval_lies_on_one_page() -> None:
    assert pages_of((0, 4, 8), 4, 4) == (2, 2)
    assert pages_of((0, 4, 8), 0, 0) == (1, 1)


def test_a_text_without_pages_has_none() -> None:
    assert page_of((), 5) is None
    assert pages_of((), 5, 9) is None


def test_no_page_is_taken_after_the_limit() -> None:
    taken = []

    def endless() -> object:
        while True:
            taken.append(1)
            yield "word " * 20

    with pytest.raises(ExtractionError, match="longer than 1,000 characters"):
        join_pages(endless(), "x", 1000)  # type: ignore[arg-type]
    assert len(taken) == 10
