"""The kind of a file is told from its content."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.errors import ExtractionError
from simdoc.text.file_type import FILE_TYPES, detect_file_type, ending_of, mislabelled

from .good_office_files import GOOD_FILES
from .office_files import zip_file
from .ole2_files import ole2_file
from .pdf_files import text_pdf

PDF = text_pdf(["text"])


def known_or_refused(data: bytes, name: str) -> bool:
    """Whether the bytes have a type of the list or are refused with a reason."""
    try:
        return detect_file_type(data, name) in FILE_TYPES
    except ExtractionError as error:
        return bool(error.reason)


@pytest.mark.parametrize("name", GOOD_FILES)
def test_office_files_are_told_whatever_their_name(name: str) -> None:
    expected = name.rpartition(".")[2]
    content = GOOD_FILES[name]()
    assert detect_file_type(content, name) == expected
    assert detect_file_type(content, "renamed.txt") == expected
    assert detect_file_type(content, "") == expected


@pytest.mark.parametrize(
    ("content", "name", "file_type"),
    [
        (PDF, "a.pdf", "pdf"),
        (PDF, "a.docx", "pdf"),
        (b"\n" * 1000 + PDF, "a.pdf", "pdf"),
        (b"{\\rtf1 text}", "a.doc", "rtf"),
        (b"\xef\xbb\xbf{\\rtf1 text}", "a", "rtf"),
        (zip_file({"a.txt": "x", "word/notes.txt": "x"}), "a.docx", "zip"),
        (zip_file({}), "a.zip", "zip"),
        (zip_file({"a.txt": "x" * 999})[:60], "a.zip", "zip"),
        (ole2_file({"WordDocument": b"x" * 5000}), "a.xls", "doc"),
        (ole2_file({"Workbook": b"x" * 5000}), "a.doc", "xls"),
        (ole2_file({"PowerPoint Document": b"x" * 5000}), "a", "ppt"),
        (b"<!DOCTYPE html><p>x", "a.txt", "html"),
        (b"  \n<!-- x --><HTML lang=cs>x", "a", "html"),
        (b"<?xml version='1.0'?>\n<html xmlns='x'>x", "a.xml", "html"),
        ("<html><p>x".encode("utf-16"), "a", "html"),
        (b"<div><p>x</p></div>", "a", "html"),
        (b"<p>a fragment", "a.html", "html"),
        (b"no tag in it", "a.html", "text"),
        (b"# Heading", "a.md", "markdown"),
        (b"# Heading", "a.txt", "text"),
        (b"a;b", "a.csv", "csv"),
        (b"a\tb", "a.TSV", "csv"),
        (b"plain words", "a.unknown", "text"),
        (b"plain words", "a.pdf", "text"),
        (b"MZ is how this text begins", "a.txt", "text"),
        (b"BZh and ID3 are short words", "a.txt", "text"),
        ("Příliš žluťoučký".encode("cp852"), "a", "text"),
        ("Příliš žluťoučký kůň".encode("utf-16-le"), "a", "text"),
        (b"\x89PNG\r\n\x1a\nxxxx", "a.txt", "image"),
        (b"\xff\xd8\xff\xe0xxxx", "a.jpg", "image"),
        (b"RIFF\0\0\0\0WEBPxxx", "a", "image"),
    ],
)  # fmt: skip
def test_the_content_decides(content: bytes, name: str, file_type: str) -> None:
    assert detect_file_type(content, name) == file_type
    assert file_type in FILE_TYPES


@given(st.binary(max_size=300), st.sampled_from(["a.pdf", "a.txt", "a.html", "a", "a.docx"]))
def test_any_bytes_are_of_a_known_type_or_refused_with_a_reason(data: bytes, name: str) -> None:
    assert known_or_refused(data, name)


@given(
    st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"%PDF-", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]),
    st.binary(),
)
def test_what_follows_a_known_beginning_may_be_anything(start: bytes, rest: bytes) -> None:
    assert known_or_refused(start + rest, "a")


def test_a_wrong_name_earns_a_note() -> None:
    assert mislabelled("pdf", "thesis.docx") == "the name ends in .docx but the content is PDF"
    assert (
        mislabelled("text", "page.html") == "the name ends in .html but the content is plain text"
    )


@pytest.mark.parametrize(
    ("file_type", "name"),
    [
        *(("pdf", "a.pdf"), ("pdf", "a"), ("docx", "a.docm"), ("html", "a.htm"), ("html", "a.txt")),
        *(("text", "a.tex"), ("text", "a.py"), ("text", "a.md")),
    ],
)
def test_names_that_promise_nothing_else_earn_none(file_type: str, name: str) -> None:
    assert mislabelled(file_type, name) is None


def test_endings_are_lower_case_without_the_dot() -> None:
    assert ending_of("Práce.PDF") == "pdf"
    assert ending_of("a.zip!/b/c.DocX") == "docx"
    assert ending_of("C:\\x.y\\name") == ""
