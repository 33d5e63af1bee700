"""RTF: code pages, Unicode, groups that are text and groups that are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.rtf import read

from .good_office_files import SECOND, rtf_thesis
from .office_files import CZECH, rtf_file

SETTINGS = ExtractionSettings()


def extracted(body: bytes) -> Extracted:
    return read(rtf_file(body), "thesis.rtf", SETTINGS)


def text_of(body: bytes) -> str:
    return extracted(body).text


def test_a_thesis_in_code_page_1250_is_read_whole() -> None:
    found = read(rtf_thesis(), "thesis.rtf", SETTINGS)
    first = f"{CZECH}\nPoznámka.\n\n"
    assert found.text == first + f"{SECOND}\n\njedna\tdvě\nKonec."
    assert found.page_starts == (0, len(first))
    assert (found.title, found.author, found.date) == ("Práce", "Jan Novák", "2009-05-12")
    assert (found.language, found.notes) == ("cs", ())


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"\'e8\'f8", "čř"),
        (rb"\f1 \'e8\'f8", "èø"),
        (rb"\f3 \'ef\'f0", "пр"),
        (rb"{\f1 \'e8}\'e8", "èč"),
        (rb"\f1\'e8\plain\'e8", "èč"),
        (rb"\f2 ab\'b3", "αβ≥"),
        (rb"\u269?\u345\'f8x", "čřx"),
        (rb"{\uc2\u269 ??x}\u345?y", "čxřy"),
        (rb"\uc0\u269x", "čx"),
        (rb"\u-10179?\u-8703?x", "😁x"),
        (rb"a\u-10179?b", "a\ufffdb"),
        (rb"\f2\u-3999?", "α"),
        ("č".encode("cp1250"), "č"),
        (rb"a\~b\-c\_d\{e\}\\", "a\u00a0b\u00adc\u2011d{e}\\"),
        (rb"a\emdash b\ldblquote c\rdblquote\tab d\line e", "a—b“c”\td\ne"),
        (b"roz\r\nd\xeclen\xe9", "rozdělené"),
        (b"a\\\nb", "a\n\nb"),
    ],
)
def test_characters_come_from_their_code_page(body: bytes, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    "group",
    [
        rb"{\header hlava}",
        rb"{\footerf pata}",
        rb"{\*\generator Word}",
        rb"{\pict\wmetafile8 0100090000}",
        rb"{\*\bkmkstart znacka}",
        rb"{\annotation komentar}",
        rb"{\listtext 1.\tab}",
        rb"{\nonshppict{\pict 00}}",
        rb"{\shp{\*\shpinst{\sp{\sn name}{\sv value}}}{\shprslt kopie}}",
        rb"{\xe rejstrik}",
        rb"{\deleted smazano}",
        rb"{\bin3 }}}}",
        rb"{\upr{stare}{\*\ud{}}}",
    ],
)
def test_groups_that_are_not_text_are_left_out(group: bytes) -> None:
    assert text_of(b"a" + group + b"b") == "ab"


def test_results_of_fields_are_text_and_their_codes_are_not() -> None:
    assert text_of(rb'{\field{\*\fldinst{HYPERLINK "x"}}{\fldrslt{odkaz}}}') == "odkaz"


def test_unicode_alternatives_replace_the_old_ones() -> None:
    assert text_of(rb"a{\upr{c}{\*\ud{\u269?}}}b") == "ačb"


def test_text_boxes_stand_after_their_paragraph() -> None:
    box = rb"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt v boxu\par}}}"
    assert text_of(b"za" + box + rb"cit\par dal") == "zacit\nv boxu\n\ndal"


def test_hidden_text_is_left_out_and_noted() -> None:
    found = extracted(rb"a{\v tajne}b\v c\v0 d")
    assert found.text == "abd"
    assert found.notes == ("6 characters of hidden text were left out",)


def test_sections_begin_pages_unless_they_say_otherwise() -> None:
    assert extracted(rb"a\sect\sectd b").page_starts == (0, 3)
    assert extracted(rb"a\sect\sectd\sbknone b").page_starts == ()


def test_a_file_that_ends_early_gives_its_text_with_a_note() -> None:
    found = read(rtf_file(rb"{\b tucne} dal")[:-3], "x.rtf", SETTINGS)
    assert found.text == "tucne d"
    assert found.notes == ("the file ends in the middle: its text may be incomplete",)


def test_what_follows_the_last_brace_is_no_text() -> None:
    assert read(rtf_file(b"text") + b"}}garbage", "x.rtf", SETTINGS).text == "text"


def test_an_unknown_code_page_falls_back_to_western() -> None:
    assert read(rb"{\rtf1\ansi\ansicpg99999 \'e9}", "x.rtf", SETTINGS).text == "é"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Co", "Cn"]), min_size=1))
def test_any_text_written_as_unicode_comes_back(text: str) -> None:
    units = (text + "x").encode("utf-16-le")
    numbers = [
        int.from_bytes(units[n : n + 2], "little", signed=True) for n in range(0, len(units), 2)
    ]
    body = b"".join(rb"\u%d?" % number for number in numbers)
    assert text_of(body) == text + "x"
