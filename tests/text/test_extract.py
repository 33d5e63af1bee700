"""A file becomes a list of outcomes, whatever it holds."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extract import (
    READERS,
    ExtractRequest,
    extract_bytes,
    extract_file,
    fit_to_store,
    keep_original,
    original_path,
)
from simdoc.text.extracted import Extracted
from simdoc.text.file_type import FILE_TYPES

from .good_office_files import GOOD_FILES
from .office_files import zip_file
from .pdf_files import text_pdf

SETTINGS = ExtractionSettings()
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy, protože se mu nechtělo do práce.\r\n"


def request(path: Path, **values: str) -> ExtractRequest:
    return ExtractRequest(str(path), SETTINGS, **values)


def test_a_text_file_gives_its_exact_text_and_hash(tmp_path: Path) -> None:
    path = tmp_path / "práce.txt"
    path.write_bytes(CZECH.encode())
    (extraction,) = extract_file(request(path))
    assert extraction.member is None
    assert extraction.error is None
    assert extraction.file_hash == hashlib.sha256(CZECH.encode()).hexdigest()
    assert extraction.size == len(CZECH.encode())
    assert extraction.extracted == Extracted(text=CZECH, file_type="text", language="cs")


@pytest.mark.parametrize(
    "name", [name for name in GOOD_FILES if not name.endswith((".doc", ".zip"))]
)
def test_office_files_are_read_by_their_readers(name: str) -> None:
    extracted = extract_bytes(GOOD_FILES[name](), name, SETTINGS)[0].extracted
    assert extracted is not None
    assert extracted.file_type == name.rpartition(".")[2]


def test_every_type_but_zip_has_a_reader() -> None:
    assert set(READERS) | {"zip"} == set(FILE_TYPES)


def test_a_zip_gives_one_outcome_a_member_with_hashes_of_their_own(tmp_path: Path) -> None:
    inner = zip_file({"deep.txt": CZECH})
    path = tmp_path / "theses.zip"
    path.write_bytes(
        zip_file(
            {
                "a/one.txt": CZECH,
                "two.pdf": text_pdf(["Some text."]),
                "bad.exe": b"MZ\0\0",
                "in.zip": inner,
            }
        )
    )
    outcomes = {extraction.member: extraction for extraction in extract_file(request(path))}
    assert set(outcomes) == {"a/one.txt", "two.pdf", "bad.exe", "in.zip!/deep.txt"}
    assert outcomes["a/one.txt"].file_hash == hashlib.sha256(CZECH.encode()).hexdigest()
    assert outcomes["in.zip!/deep.txt"].file_hash == outcomes["a/one.txt"].file_hash
    bad = outcomes["bad.exe"].error
    assert bad is not None
    assert bad.document == f"{path}!/bad.exe"
    pdf = outcomes["two.pdf"].extracted
    assert pdf is not None
    assert (pdf.text, pdf.page_starts) == ("Some text.", (0,))


def test_a_mislabelled_file_is_read_by_its_content_with_a_note() -> None:
    extracted = extract_bytes(text_pdf(["Some text."]), "thesis.docx", SETTINGS)[0].extracted
    assert extracted is not None
    assert extracted.file_type == "pdf"
    assert extracted.notes == ("the name ends in .docx but the content is PDF",)


def test_a_type_corrected_by_hand_is_believed() -> None:
    source = b"<html><p>text</p></html>"
    (extraction,) = extract_bytes(source, "x.html", SETTINGS, "text")
    assert extraction.extracted is not None
    assert extraction.extracted.text == source.decode()
    assert extraction.extracted.notes == ()


def test_a_wrong_correction_ends_with_a_reason() -> None:
    for file_type in ("pdf", "docx", "odt", "xlsx", "pptx", "doc", "zip"):
        (extraction,) = extract_bytes(b"just some words", "x.txt", SETTINGS, file_type)
        assert isinstance(extraction.error, ExtractionError)


def test_a_type_that_does_not_exist_is_refused_with_the_list() -> None:
    error = extract_bytes(b"text", "x", SETTINGS, "word")[0].error
    assert error is not None
    assert "docx" in error.reason


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "it is a folder"),
        (lambda path: path.symlink_to(path), "there is no such file"),
        (os.mkfifo, "it is no ordinary file"),
        (lambda path: path.write_bytes(b"x" * (1 << 20) + b"y"), "larger than 1 MB"),
    ],
    ids=["missing", "folder", "link to itself", "pipe", "too large"],
)
def test_what_cannot_be_opened_has_a_reason(tmp_path: Path, make: object, expected: str) -> None:
    path = tmp_path / "file"
    make(path)  # type: ignore[operator]
    small = replace(SETTINGS, maximum_file_megabytes=1)
    (extraction,) = extract_file(ExtractRequest(str(path), small))
    assert extraction.error is not None
    assert expected in extraction.error.reason


def test_a_name_that_no_file_can_have_has_a_reason() -> None:
    (extraction,) = extract_file(ExtractRequest("a\0b", SETTINGS))
    assert extraction.error is not None


def test_originals_are_kept_by_hash_and_members_by_their_own(tmp_path: Path) -> None:
    originals = tmp_path / "originals"
    path = tmp_path / "x.zip"
    path.write_bytes(zip_file({"one.txt": CZECH, "empty.txt": ""}))
    extractions = extract_file(request(path, originals=str(originals)))
    kept = [file for file in originals.rglob("*") if file.is_file()]
    file_hash = next(e.file_hash for e in extractions if e.member == "one.txt")
    assert kept == [original_path(originals, file_hash)]
    assert kept[0].parent.name == file_hash[:2]
    assert kept[0].read_bytes() == CZECH.encode()


def test_an_original_that_cannot_be_written_leaves_no_half(tmp_path: Path) -> None:
    keep_original(tmp_path, "ab" * 32, b"first")
    keep_original(tmp_path, "ab" * 32, b"second")
    assert original_path(tmp_path, "ab" * 32).read_bytes() == b"first"
    with pytest.raises(TypeError):
        keep_original(tmp_path, "cd" * 32, "not bytes")  # type: ignore[arg-type]
    assert list((tmp_path / "cd").iterdir()) == []


def _stumble(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make the library that parses HTML raise the error."""

    def parser(source: str) -> object:
        raise error

    monkeypatch.setattr("simdoc.text.html.LexborHTMLParser", parser)


@pytest.mark.parametrize(
    "error", [KeyError("Root"), RecursionError(), ValueError("a\nb"), AssertionError()]
)
def test_a_library_that_stumbles_means_a_damaged_file(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    _stumble(monkeypatch, error)
    found = extract_bytes(b"<html>text</html>", "x.html", SETTINGS)[0].error
    assert found is not None
    assert "is damaged and could not be read" in found.reason
    assert type(error).__name__ in found.reason
    assert "\n" not in found.reason


def test_running_out_of_memory_is_left_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    _stumble(monkeypatch, MemoryError())
    with pytest.raises(MemoryError):
        extract_bytes(b"<html>text</html>", "x.html", SETTINGS)


def test_nuls_are_dropped_from_a_text_file() -> None:
    extracted = extract_bytes(b"wo\0rds " + b"and words " * 20, "x.txt", SETTINGS)[0].extracted
    assert extracted is not None
    assert extracted.text == "words " + "and words " * 20


def test_nuls_and_halves_of_pairs_are_made_fit_to_store_and_pages_move_along() -> None:
    raw = Extracted("o\0ne\0\ntw\ud800o\0\nthree", "text", (0, 6, 12), title="a\udc00\0b\n")
    extracted = fit_to_store(raw, "x.txt", SETTINGS)
    assert extracted.text == "one\ntw\ufffdo\nthree"
    starts = extracted.page_starts
    assert [extracted.text[start : start + 2] for start in starts] == ["on", "tw", "th"]
    assert extracted.title == "a b"
    extracted.text.encode("utf-8")


def test_outcomes_survive_the_way_between_processes(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(zip_file({"one.txt": CZECH, "bad.exe": b"MZ\0\0"}))
    outcomes = extract_file(request(path))
    again = pickle.loads(pickle.dumps(outcomes))
    assert [e.extracted for e in again] == [e.extracted for e in outcomes]
    assert [str(e.error) for e in again] == [str(e.error) for e in outcomes]


def test_importing_the_function_loads_no_reader() -> None:
    code = (
        "import sys, simdoc.text.extract;"
        "heavy = ('pypdfium2', 'pdfminer', 'selectolax', 'openpyxl', 'lxml', 'numpy');"
        "print([module for module in heavy if module in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
