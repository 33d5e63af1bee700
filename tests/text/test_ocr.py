"""Scans are put through the OCR program that is installed, and only they.

The program here is a small stand-in for tesseract with its command line: it checks that it is
given a picture and answers with a text.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from simdoc.settings import ExtractionSettings
from simdoc.text import ocr
from simdoc.text.extract import extract_bytes

from .pdf_files import garbled_pdf, picture_pdf

SETTINGS = ExtractionSettings()
LONG = "This page is a scan with its text behind it, as it should be."
PROGRAM = """#!{python}
import os, pathlib, sys, time
if "--list-langs" in sys.argv:
    print("List of available languages (3):\\n{languages}\\nosd")
    sys.exit()
picture = pathlib.Path(sys.argv[1]).read_bytes()
with open({log!r}, "a") as log:
    log.write(" ".join(sys.argv[2:]) + " " + repr(picture[:14]) + "\\n")
{body}
"""


class Tesseract:
    """The stand-in: `write` makes it behave, `calls` are the command lines it was given."""

    def __init__(self, folder: Path) -> None:
        self._program = folder / "tesseract"
        self._log = folder / "log"

    def write(self, body: str, languages: str = "ces\\neng") -> None:
        """Install it, with these languages and this to do after the picture is read."""
        program = PROGRAM.format(
            python=sys.executable, log=str(self._log), body=body, languages=languages
        )
        self._program.write_text(program)
        self._program.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        """The arguments and the first bytes of the picture, call by call."""
        return self._log.read_text().splitlines() if self._log.exists() else []


@pytest.fixture
def tesseract(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tesseract:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    return Tesseract(tmp_path)


def reason(data: bytes, name: str = "x.pdf", settings: ExtractionSettings = SETTINGS) -> str:
    """The reason why nothing was read."""
    error = extract_bytes(data, name, settings)[0].error
    assert error is not None
    return error.reason


def test_without_the_program_the_reason_says_to_run_it(tesseract: Tesseract) -> None:
    assert not ocr.installed()
    assert reason(picture_pdf("")).startswith("no text: run OCR: its pages are pictures; install")


def test_scanned_pages_are_read_and_the_others_left_as_they_are(tesseract: Tesseract) -> None:
    tesseract.write("print('Přečtená strana.\\f')")
    assert ocr.installed()
    extracted = extract_bytes(picture_pdf("", LONG, ""), "x.pdf", SETTINGS)[0].extracted
    assert extracted is not None
    assert extracted.text == f"Přečtená strana.\n{LONG}\nPřečtená strana."
    assert extracted.page_starts == (0, 17, 17 + len(LONG) + 1)
    assert extracted.notes == ("pages 1 and 3 were read by OCR",)
    # A4 at 300 dots an inch, in grey, with the languages of ours that are there
    assert tesseract.calls == ["stdout -l ces+eng b'P5 2480 3509 2'"] * 2


def test_a_garbled_pdf_is_read_by_ocr(tesseract: Tesseract) -> None:
    tesseract.write("print('What the page shows')")
    extracted = extract_bytes(garbled_pdf(), "x.pdf", SETTINGS)[0].extracted
    assert extracted is not None
    assert extracted.text == "What the page shows"


def test_a_picture_is_read(tesseract: Tesseract) -> None:
    tesseract.write("print('Text on a photograph')", languages="deu")
    extracted = extract_bytes(b"\x89PNG\r\n\x1a\nxxxx", "x.png", SETTINGS)[0].extracted
    assert extracted is not None
    assert (extracted.text, extracted.file_type) == ("Text on a photograph", "image")
    assert tesseract.calls[0].startswith("stdout -l deu")


def test_the_setting_switches_it_off(tesseract: Tesseract) -> None:
    tesseract.write("print('never')")
    off = replace(SETTINGS, ocr=False)
    assert reason(picture_pdf(""), settings=off).startswith("no text: run OCR")
    extracted = extract_bytes(picture_pdf("", LONG), "x.pdf", off)[0].extracted
    assert extracted is not None
    assert extracted.notes == ("page 1 is a scan without text: run OCR",)
    assert tesseract.calls == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("print()", "found no letters"),
        ("sys.exit('cannot read it')", "tesseract could not read it (cannot read it)"),
        ("time.sleep(99)", "took longer than"),
        ("print('x' * 10**6)", "made more than"),
    ],
)
def test_a_program_that_fails_leaves_a_reason(
    tesseract: Tesseract, body: str, expected: str
) -> None:
    tesseract.write(body)
    seconds = 0.1 if "sleep" in body else 10.0
    settings = replace(SETTINGS, seconds=seconds, maximum_characters=1000)
    for found in (
        reason(picture_pdf(""), settings=settings),
        reason(b"\xff\xd8\xff", "x.jpg", settings),
    ):
        assert found.startswith("no text: run OCR by hand")
        assert expected in found


def test_an_enormous_page_is_drawn_with_fewer_dots(tesseract: Tesseract) -> None:
    tesseract.write("print('A poster')")
    data = picture_pdf("").replace(b"[0 0 595 842]", b"[0 0 14000 14000]").replace(
        b"595 0 0 842", b"14000 0 0 14000"
    )  # fmt: skip
    extracted = extract_bytes(data, "x.pdf", SETTINGS)[0].extracted
    assert extracted is not None
    width, height = tesseract.calls[0].split("b'P5 ")[1].split()[:2]
    assert int(width) * int(height) <= 40_100_000
