"""PDFs give their text with page starts, and what they say of themselves."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
from reportlab.pdfgen.canvas import Canvas

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text import pdf_miner
from simdoc.text.pdf import is_sane, read
from simdoc.text.pdf_properties import pdf_author, pdf_date, pdf_title

from .pdf_files import (
    CATALOG,
    contents_pdf,
    deflated,
    encrypted_pdf,
    font,
    lines_of,
    page_of,
    pages_object,
    pdf_file,
    picture_pdf,
    stream,
    text_pdf,
)

SETTINGS = ExtractionSettings(ocr=False)
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy."


def pages(data: bytes) -> list[str]:
    """The text page by page, from the page starts."""
    extracted = read(data, "x.pdf", SETTINGS)
    ends = [*extracted.page_starts[1:], len(extracted.text)]
    return [extracted.text[a:b] for a, b in zip(extracted.page_starts, ends, strict=True)]


def test_pages_and_lines_are_kept_in_order() -> None:
    data = text_pdf([CZECH, "Druhý řádek."], ["Druhá strana."], [], ["Čtvrtá."])
    assert pages(data) == [f"{CZECH}\nDruhý řádek.\n", "Druhá strana.\n", "", "Čtvrtá."]


def test_a_word_cut_at_a_line_end_keeps_pdfiums_mark() -> None:
    data = text_pdf(["Toto je roz-", "dělené slovo a léta 1990-", "1995."])
    assert pages(data) == ["Toto je roz\x02dělené slovo a léta 1990-\n1995."]


def test_glyphs_of_two_letters_are_read_as_their_letters() -> None:
    assert pages(text_pdf(["The ﬁnal deﬁnition of it."])) == ["The final definition of it."]


def test_letters_beyond_the_basic_plane_are_kept() -> None:
    cmap = (
        b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <D835DC65> endbfchar"
    )
    objects = [CATALOG, pages_object(4, 1), font(b"/ToUnicode 6 0 R"), page_of(5)]
    data = pdf_file([*objects, stream(lines_of(["A and plain words about it"])), stream(cmap)])
    assert pages(data) == ["𝑥 and plain words about it"]


def test_text_beyond_the_edge_of_the_page_is_read_too() -> None:
    contents = (
        b"BT /F1 9 Tf 50 700 Td (On the page.) Tj ET BT /F1 9 Tf 50 -4000 Td (Below it.) Tj ET"
    )
    assert pages(contents_pdf(deflated(contents))) == ["On the page.\nBelow it."]


def test_noise_before_the_header_does_no_harm() -> None:
    assert pages(b"From: mail\r\n\r\n" + text_pdf([CZECH])) == [CZECH]


@pytest.mark.parametrize("damage", [b"startxref\n", b"xref\n0"])
def test_a_broken_table_of_objects_is_rebuilt(damage: bytes) -> None:
    assert pages(text_pdf([CZECH], [CZECH]).replace(damage, b"#" * len(damage))) == [
        CZECH + "\n",
        CZECH,
    ]


def test_encryption_without_a_password_to_open_is_read() -> None:
    assert pages(encrypted_pdf("")) == ["A secret thesis about secrets, encrypted."]


def test_title_author_and_date_are_read() -> None:
    target = io.BytesIO()
    canvas = Canvas(target)
    canvas.setTitle("Podobnost dokumentů")
    canvas.setAuthor("Jan Kašpar")
    canvas.drawString(72, 700, "Some text of the thesis.")
    canvas.save()
    data = target.getvalue()
    extracted = read(data, "x.pdf", SETTINGS)
    assert extracted.title == "Podobnost dokumentů"
    assert extracted.author == "Jan Kašpar"
    with pypdfium2.PdfDocument(data) as document:
        created = document.get_metadata_value("CreationDate")
    assert extracted.date == f"{created[2:6]}-{created[6:8]}-{created[8:10]}"


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "  ",
        "untitled",
        "Microsoft Word - x.doc",
        "thesis.dvi",
        "Document1",
        "...",
        "Bez názvu 1",
    ],
)
def test_titles_that_a_program_made_are_ignored(junk: str) -> None:
    assert pdf_title(junk) is None


@pytest.mark.parametrize("title", ["Untitled poems", "On documents", "Slide rules", "Word"])
def test_titles_that_a_person_made_are_kept(title: str) -> None:
    assert pdf_title(title) == title


def test_names_of_accounts_are_no_authors() -> None:
    assert [pdf_author(name) for name in ("user", "Administrator", "PC", "student 2")] == [None] * 4
    assert pdf_author(" Jan\nKašpar ") == "Jan Kašpar"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("D:20210506123000+02'00'", "2021-05-06"),
        ("20210506", "2021-05-06"),
        ("D:202105", "2021-05-01"),
        ("D:2021", "2021-01-01"),
        ("D:20211399", None),
        ("D:0000", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_of_pdf_become_iso(text: str, date: str | None) -> None:
    assert pdf_date(text) == date


def test_scanned_pages_among_others_are_noted() -> None:
    data = picture_pdf("", "This page is a scan with its text behind it, as it should be.", "")
    extracted = read(data, "x.pdf", SETTINGS)
    assert extracted.notes == ("pages 1 and 3 are scans without text: run OCR",)
    assert len(extracted.page_starts) == 3


def test_a_damaged_page_costs_only_itself() -> None:
    objects = [CATALOG, b"<</Type/Pages/Kids[4 0 R 9 0 R 6 0 R]/Count 3>>", font()]
    for number, line in enumerate((CZECH, "Třetí strana.")):
        objects += [page_of(5 + 2 * number), stream(lines_of([line]))]
    extracted = read(pdf_file(objects), "x.pdf", SETTINGS)
    assert CZECH in extracted.text
    assert "Třetí strana." in extracted.text


def test_a_file_that_pdfium_refuses_is_read_by_pdfminer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simdoc.text.pdf.pdfium.FPDF_LoadMemDocument64", lambda *_: None)
    monkeypatch.setattr("simdoc.text.pdf.pdfium.FPDF_GetLastError", lambda: 3)
    extracted = read(text_pdf([CZECH], ["Druhá strana."]), "x.pdf", SETTINGS)
    assert [line for line in extracted.text.split("\n") if line] == [CZECH, "Druhá strana."]
    assert len(extracted.page_starts) == 2
    assert "pdfminer" in extracted.notes[0]


def test_pages_that_the_catalogue_has_lost_are_found_by_pdfminer() -> None:
    data = text_pdf([CZECH]).replace(b"/Pages 2 0 R", b"/Lost  2 0 R")
    extracted = read(data, "x.pdf", SETTINGS)
    assert extracted.text.strip() == CZECH
    assert "pdfminer" in extracted.notes[0]


def test_pdfminer_gives_the_same_words_page_by_page() -> None:
    data = text_pdf([CZECH, "Druhý řádek."], ["Druhá strana."])
    found = [page.split() for page in pdf_miner.page_texts(data, "x.pdf")]
    assert found == [page.split() for page in pages(data)]


def test_pdfminer_reads_only_the_pages_asked_for() -> None:
    assert len(list(pdf_miner.page_texts(text_pdf([CZECH], [CZECH], [CZECH]), "x", 2))) == 2


def test_reading_stops_at_the_limit_of_characters() -> None:
    settings = ExtractionSettings(maximum_characters=100)
    with pytest.raises(ExtractionError, match="longer than 100 characters"):
        read(text_pdf(*[[CZECH]] * 10), "x.pdf", settings)


def test_sane_text_is_told_from_garbled() -> None:
    assert is_sane("Plain words\x02with marks and α + β = \ue001.")
    assert not is_sane("\ue001\ue002\ue003 a")
    assert not is_sane("\ufffd\ufffd\ufffd\ufffd 12")
    assert not is_sane("  \n ... \n")


def test_ten_thousand_short_pages_are_read(tmp_path: Path) -> None:
    contents = deflated(lines_of(["Page."]))
    tree = b"<</Type/Pages/Kids[%s]/Count 10000>>" % (b"4 0 R " * 10_000)
    data = pdf_file([CATALOG, tree, font(), page_of(5), contents])
    extracted = read(data, "x.pdf", SETTINGS)
    assert extracted.text.count("Page.") == len(extracted.page_starts) == 10_000
