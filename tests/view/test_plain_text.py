"""Titles stay the characters they are wherever Streamlit reads Markdown."""

from __future__ import annotations

import pytest

from simdoc.view.plain_text import plain, shortened


@pytest.mark.parametrize(
    "hostile",
    [
        "**bold** and _slanted_ `code`",
        "[a link](javascript:alert(1))",
        "![picture](http://x/y.png)",
        "# heading",
        "<script>alert(1)</script>",
        ":red[colour] :material/delete: :smile:",
        "$x^2$ and $$y$$",
        "a | b\n--- | ---",
        "~~gone~~ https://example.org",
        "\\*already escaped\\*",
    ],
)
def test_every_mark_of_markdown_is_escaped(hostile: str) -> None:
    shown = plain(hostile)
    unescaped = shown.replace("\\\\", "")
    for mark in "*_`[]()<>#$:~|!":
        assert unescaped.count(mark) == unescaped.count(f"\\{mark}")


def test_ordinary_words_stay_as_they_are() -> None:
    assert plain("Žluťoučký kůň 2021") == "Žluťoučký kůň 2021"


def test_a_title_is_one_line() -> None:
    assert plain(" one\n\n# two\tthree ") == "one \\# two three"


def test_what_is_looked_for_after_unescaping_is_parted() -> None:
    for hostile in (":smile:", "www.example.org", "a@example.org", "https://example.org"):
        shown = plain(hostile).replace("\\", "")
        assert hostile not in shown
        assert shown.replace("\u2060", "") == hostile


def test_marks_that_turn_the_line_round_are_dropped() -> None:
    assert plain("gnp.\u202esiseht") == "gnp\\.siseht"
    assert plain(None) == ""


def test_a_long_title_is_cut_with_an_ellipsis() -> None:
    assert shortened("abc def", 20) == "abc def"
    assert shortened("abcdefghij", 5) == "abcd…"
    assert len(shortened("word " * 100, 60)) <= 60
