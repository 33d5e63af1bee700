"""Every bad PDF, text, page, table and picture ends with its reason; random damage with some."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from simdoc.engine.local import Limits, LocalEngine
from simdoc.errors import ExtractionError, TaskError
from simdoc.text.extract import ExtractRequest, extract_bytes, extract_file

from .bad_file import TIGHT, BadFile
from .bad_pdf_files import BAD_PDFS
from .bad_text_files import BAD_TEXTS
from .pdf_files import encrypted_pdf, garbled_pdf, picture_pdf, text_pdf

CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy. "
GOOD: dict[str, Callable[[], bytes]] = {
    "utf8.txt": lambda: (CZECH * 9).encode(),
    "utf16.txt": lambda: (CZECH * 9).encode("utf-16"),
    "utf32.txt": lambda: (CZECH * 9).encode("utf-32"),
    "cp1250.txt": lambda: (CZECH * 9).encode("cp1250"),
    "page.html": lambda: f"<!doctype html><html lang=cs><title>T</title><p>{CZECH}".encode() * 3,
    "table.html": lambda: f"<table><tr><td>{CZECH}<td><pre>x</pre></table>&amp;".encode("cp1250"),
    "notes.md": lambda: (
        f"---\ntitle: x\n---\n# {CZECH}\n\n* **b** [a](b) `c`\n```\nx\n```\n".encode()
    ),
    "table.csv": lambda: f'a;b\n"{CZECH}";2\n'.encode() * 9,
}
GOOD_PDFS: dict[str, Callable[[], bytes]] = {
    "text.pdf": lambda: text_pdf([CZECH], [CZECH, CZECH]),
    "open.pdf": lambda: encrypted_pdf(""),
    "garbled.pdf": garbled_pdf,
    "picture.pdf": lambda: picture_pdf("", CZECH * 3),
}


@pytest.fixture(autouse=True)
def _no_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No OCR, whatever this machine has."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.parametrize("bad", [*BAD_PDFS, *BAD_TEXTS], ids=lambda bad: bad.name)
def test_a_bad_file_ends_with_its_reason(bad: BadFile) -> None:
    (extraction,) = extract_bytes(bad.build(), bad.name, TIGHT)
    assert extraction.extracted is None
    assert extraction.error is not None
    assert extraction.error.document == bad.name
    assert bad.reason in extraction.error.reason


def test_reasons_are_one_short_line_that_says_what_to_do() -> None:
    for bad in BAD_TEXTS:
        error = extract_bytes(bad.build(), bad.name, TIGHT)[0].error
        assert error is not None
        assert len(error.reason) < 300
        assert "\n" not in error.reason
        assert ":" in error.reason or ";" in error.reason


def test_a_pdf_without_pages_is_not_blamed_for_the_password_of_the_one_before() -> None:
    bad = {bad.name: bad for bad in BAD_PDFS}
    extract_bytes(bad["password 128.pdf"].build(), "a.pdf", TIGHT)
    error = extract_bytes(bad["no pages.pdf"].build(), "b.pdf", TIGHT)[0].error
    assert error is not None
    assert "no pages" in error.reason


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with bytes flipped, cut out, doubled, or its end cut off."""
    result = bytearray(content)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(result))
        match chance.randrange(5):
            case 0 | 1:
                result[at] = chance.randrange(256)
            case 2:
                del result[at : at + chance.randint(1, 30)]
            case 3:
                result[at:at] = result[at : at + chance.randint(1, 30)]
            case 4:
                del result[max(1, at) :]
        if not result:
            return b"\0"
    return bytes(result)


@pytest.mark.parametrize("name", GOOD)
def test_damaged_texts_and_pages_give_a_text_or_a_reason(name: str) -> None:
    good = GOOD[name]()
    assert extract_bytes(good, name, TIGHT)[0].extracted is not None
    chance = random.Random(name)
    for _ in range(300):
        for extraction in extract_bytes(damaged(good, chance), name, TIGHT):
            if extraction.extracted is None:
                assert isinstance(extraction.error, ExtractionError)
                assert extraction.error.reason
            else:
                assert extraction.error is None
                extraction.extracted.text.encode("utf-8")


def test_damaged_pdfs_give_a_text_or_a_reason_in_a_process_of_their_own(tmp_path: Path) -> None:
    chance = random.Random("pdf")
    requests = []
    for name, build in GOOD_PDFS.items():
        good = build()
        for number in range(150):
            path = tmp_path / f"{number} {name}"
            path.write_bytes(damaged(good, chance))
            requests.append(ExtractRequest(str(path), TIGHT))
    texts = reasons = 0
    with LocalEngine(2) as engine:
        for outcome in engine.run(extract_file, requests, Limits(20.0, 1024)):
            if outcome.result is None:  # PDFium itself may fall over, and takes nobody with it
                assert isinstance(outcome.error, TaskError)
                continue
            (extraction,) = outcome.result
            texts += extraction.extracted is not None
            reasons += extraction.error is not None
    assert texts + reasons > 0.95 * len(requests)
    assert texts > 100
    assert reasons > 100
