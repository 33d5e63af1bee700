"""Markdown gives its words without the marks."""

from __future__ import annotations

import time

import pytest

from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.markdown import read

SETTINGS = ExtractionSettings()


def markdown(source: str) -> Extracted:
    """What is read of this source."""
    return read(source.encode(), "x.md", SETTINGS)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# Heading #", "Heading"),
        ("# C# and F#", "C# and F#"),
        ("Heading\n=======\n\ntext", "Heading\n\ntext"),
        (
            "**bold** and *italic* and ***both*** and __bold__ _it_",
            "bold and italic and both and bold it",
        ),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("inter*nation*al", "international"),
        ("~~gone~~ here", "gone here"),
        ("[text](http://a.b/c_(d)) and [text][ref]", "text and text"),
        ("![alt text](picture.png)", "alt text"),
        ("<http://example.org> and <me@example.org>", "http://example.org and me@example.org"),
        ("`a * b * c` stays", "a * b * c stays"),
        ("```python\nx = a * b * c\n# comment\n```\nafter", "x = a * b * c\n# comment\nafter"),
        ("~~~\n```\n~~~", "```"),
        ("> quoted\n> > twice", "quoted\ntwice"),
        ("* one\n- two\n+ three\n1. four", "one\ntwo\nthree\n1. four"),
        ("- [x] done\n- [ ] not", "done\nnot"),
        ("| a | b |\n|---|:-:|\n| 1 | **2** |", "a\tb\n1\t2"),
        ("text[^1]\n\n[^1]: The note.", "text\n\nThe note."),
        ("text\n\n[ref]: http://example.org", "text"),
        (r"\*not italic\* and \[not\](link)", "*not italic* and [not](link)"),
        ("a &amp; b &rarr; c", "a & b → c"),
        ("<b>html</b> <br/>too<!-- but not this -->", "html too"),
        ("x < y and y > z", "x < y and y > z"),
        ("one\n\n---\n\ntwo", "one\n\ntwo"),
        ("one\r\ntwo", "one\ntwo"),
        ("never `closed and **never closed", "never `closed and **never closed"),
    ],
)
def test_marks_are_taken_off_and_words_stay(source: str, text: str) -> None:
    assert markdown(source).text == text


def test_front_matter_tells_title_author_date_and_language() -> None:
    extracted = markdown(
        '---\ntitle: "Moje: práce"\nauthor: [Jan Kašpar, "Eva Malá"]\ndate: 2021-05-06\n'
        "lang: cs-CZ\n---\nText.\n"
    )
    assert extracted.text == "Text."
    assert extracted.title == "Moje: práce"
    assert extracted.author == "Jan Kašpar, Eva Malá"
    assert (extracted.date, extracted.language) == ("2021-05-06", "cs")


def test_authors_may_stand_on_lines_of_their_own() -> None:
    extracted = markdown("---\nauthor:\n  - Jan Kašpar\n  - name: Eva Malá\n---\nText.")
    assert extracted.author == "Jan Kašpar, Eva Malá"


def test_without_front_matter_the_first_heading_is_the_title() -> None:
    assert markdown("Foreword\n\n# The **title**\n\ntext").title == "The title"
    assert markdown("just text").title is None


@pytest.mark.parametrize(
    "line",
    [
        *("<!--" * 5000, "[x](" * 5000, "*a " * 6000, "`a``b```" * 2000, " " * 10**6, "_" * 19999),
        *("|-" * 10**5, "# " + "a #" * 10**5, "\\" * 10**5, "[" * 19999, "&" * 19999),
    ],
    ids=lambda line: line[:5],
)
def test_marks_that_lead_nowhere_take_no_time(line: str) -> None:
    start = time.monotonic()
    markdown(f"word\n{line}x\n{line}x\nword")
    assert time.monotonic() - start < 2
