"""Where sentences end, in the texts people write and in the texts nobody should."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.text.sentences import sentence_ends


def sentences(text: str) -> list[str]:
    ends = [0, *sentence_ends(text).tolist()]
    return [text[a:b].strip() for a, b in pairwise(ends)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("He said “No.” She left.", ["He said “No.”", "She left."]),
        ("(See above.) Then go on.", ["(See above.)", "Then go on."]),
        ("Viz např. Nováka a tzv. Brno.", ["Viz např. Nováka a tzv. Brno."]),
        ("J. Novák came. He left.", ["J. Novák came.", "He left."]),
        ("Version 2.5 is out. Good.", ["Version 2.5 is out.", "Good."]),
        ("It goes on. and on. End.", ["It goes on. and on.", "End."]),
        ("A title\n\nA paragraph", ["A title", "A paragraph"]),
        ("first page\fsecond page", ["first page", "second page"]),
        ("a stop.\n\nsmall letters", ["a stop.", "", "small letters"]),
        ("Wait... Now. Really?! Yes…  So", ["Wait...", "Now.", "Really?!", "Yes…", "So"]),
        ("no end", ["no end"]),
        ("The end.", ["The end."]),
        ("viz str. 5 a obr. Tři", ["viz str. 5 a obr. Tři"]),
    ],
)
def test_a_text_is_cut_where_its_sentences_end(text: str, expected: list[str]) -> None:
    assert [s for s in sentences(text) if s] == [s for s in expected if s]


def test_an_empty_text_has_one_empty_sentence() -> None:
    assert sentence_ends("").tolist() == [0]


@given(st.text(alphabet=' \t\n\f.!?…"”)ab1Žč', max_size=80))
def test_ends_ascend_strictly_and_the_last_is_the_end_of_the_text(text: str) -> None:
    ends = sentence_ends(text).tolist()
    assert ends[-1] == len(text)
    assert ends == sorted(set(ends))


@given(st.lists(st.sampled_from(["Alfa beta", "Gama", "Delta 5 eta"]), min_size=1, max_size=6))
def test_plain_sentences_come_apart_whatever_closes_them(parts: list[str]) -> None:
    for mark in (".", "!", "?", "...", "?!", ".”"):
        assert sentences(f"{mark} ".join(parts)) == [p + mark for p in parts[:-1]] + parts[-1:]


@pytest.mark.parametrize("unit", [".", "!?", '."', "\n ", " \n", ". ", "a.", "\n\t"])
def test_a_page_of_nothing_but_marks_takes_no_longer_than_a_page_of_words(unit: str) -> None:
    text = unit * (400_000 // len(unit)) + "x"
    begun = time.perf_counter()
    sentence_ends(text)
    assert time.perf_counter() - begun < 30  # quadratic time would take minutes
