"""The text while it grows: breaks, pages, asides, and the limit."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.growing_text import (
    LINE,
    PARAGRAPH,
    GrowingText,
    iso_date,
    iso_language,
    one_line,
)

SETTINGS = ExtractionSettings()


def growing() -> GrowingText:
    return GrowingText("x", SETTINGS)


def test_breaks_are_written_only_between_things() -> None:
    text = growing()
    text.end_paragraph()
    text.add("a")
    for _ in range(100):
        text.end_paragraph()
    text.add("b")
    text.end_paragraph()
    assert text.finish("t").text == "a\n\nb"


def test_the_strongest_break_wins_but_a_cell_ends_with_a_tab() -> None:
    text = growing()
    text.add("a")
    text.part(PARAGRAPH)
    text.part(LINE)
    text.add("b")
    text.end_paragraph()
    text.end_cell()
    text.end_paragraph(LINE)
    text.add("c")
    assert text.finish("t").text == "a\n\nb\tc"


def test_asides_in_asides_follow_their_paragraphs() -> None:
    text = growing()
    text.add("a")
    text.begin_aside()
    text.add("b")
    text.begin_aside()
    text.add("c")
    text.end_aside()
    text.add("d")
    text.end_aside()
    text.add("e")
    text.end_paragraph()
    text.add("f")
    assert text.finish("t").text == "ae\nbd\nc\n\nf"


def test_an_aside_left_open_is_not_lost() -> None:
    text = growing()
    text.add("a")
    text.begin_aside()
    text.add("b")
    assert text.finish("t").text == "a\nb"
    text.end_aside()


def test_page_breaks_inside_asides_do_not_count() -> None:
    text = growing()
    text.add("a")
    text.begin_aside()
    text.end_page()
    text.add("b")
    text.end_aside()
    assert text.finish("t").page_starts == ()


def test_control_characters_and_halves_of_pairs_are_dropped() -> None:
    text = growing()
    text.add("a\x00b\x0cc\ud800d\r\ne\x7f")
    assert text.finish("t").text == "abcd\ne"


def test_a_text_longer_than_allowed_is_refused_while_it_grows() -> None:
    text = GrowingText("x", dataclasses.replace(SETTINGS, maximum_characters=10))
    text.add("a" * 10)
    with pytest.raises(ExtractionError, match="longer than 10 characters"):
        text.add("a")


@given(st.lists(st.sampled_from(["a", "b c", "\n", "P", "L", "C", "p", "r", "<", ">"])))
def test_page_starts_never_descend_and_lie_in_the_text(steps: list[str]) -> None:
    text = growing()
    text.add("x")
    for step in steps:
        match step:
            case "P":
                text.end_paragraph()
            case "L":
                text.part(LINE)
            case "C":
                text.end_cell()
            case "p":
                text.end_page()
            case "r":
                text.end_page(rendered=True)
            case "<":
                text.begin_aside()
            case ">":
                text.end_aside()
            case _:
                text.add(step)
    found = text.finish("t")
    letters = sum(len(step) for step in steps if step in ("a", "b c", "\n"))
    assert sum(character not in "\t\n" for character in found.text) <= letters + 1
    assert list(found.page_starts) == sorted(found.page_starts)
    assert all(0 <= start < len(found.text) for start in found.page_starts)
    assert not found.page_starts or found.page_starts[0] == 0


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2009-05-12T10:30:00Z", "2009-05-12"),
        (" 2009-05-12 ", "2009-05-12"),
        ("2009-02-30", None),
        ("12. 5. 2009", None),
        ("", None),
        (None, None),
    ],
)
def test_dates_are_iso_or_nothing(text: str | None, day: str | None) -> None:
    assert iso_date(text) == day


@pytest.mark.parametrize(
    ("tag", "code"),
    [("cs-CZ", "cs"), ("SK", "sk"), ("en_GB", "en"), ("x-none", None), ("ces", None), (None, None)],
)
def test_languages_are_two_letters_or_nothing(tag: str | None, code: str | None) -> None:
    assert iso_language(tag) == code


def test_titles_are_one_line() -> None:
    assert one_line("  Diplomová\n\tpráce\x00 ") == "Diplomová práce"
    assert one_line(" \n ") is None
    assert one_line("a" * 9999) == "a" * 500
