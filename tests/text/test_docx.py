"""DOCX: every element that holds text, once and in its place."""

from __future__ import annotations

import pytest

from simdoc.settings import ExtractionSettings
from simdoc.text.docx import read
from simdoc.text.extracted import Extracted

from .good_office_files import SECOND, docx_thesis
from .office_files import CZECH, docx_file, docx_parts, paragraph, relationships, zip_file

SETTINGS = ExtractionSettings()


def extracted(body: str, notes: dict[str, str] | None = None) -> Extracted:
    return read(docx_file(body, notes), "thesis.docx", SETTINGS)


def text_of(*runs: str) -> str:
    return extracted(paragraph(*runs)).text


def run(content: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr>{content}</w:r>"


def field(kind: str) -> str:
    return run(f'<w:fldChar w:fldCharType="{kind}"/>')


def test_a_document_of_python_docx_is_read_whole() -> None:
    found = read(docx_thesis(), "thesis.docx", SETTINGS)
    pages = f"Úvod\n\n{CZECH}\n\n", f"{SECOND}\n\njedna\tdvě\ntři\tčtyři\n\nZávěr."
    assert found.text == "".join(pages)
    assert found.page_starts == (0, len(pages[0]))
    assert (found.title, found.author, found.date) == ("Diplomová práce", "Jan Novák", "2009-05-12")
    assert found.file_type == "docx"


def test_the_language_is_that_of_the_default_style() -> None:
    assert extracted(paragraph(CZECH)).language == "cs"


def test_tabs_breaks_hyphens_and_symbols_are_characters() -> None:
    content = (
        "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t>"
        '<w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/>'
        '<w:sym w:font="Wingdings" w:char="F04A"/><w:sym w:char="zz"/>'
    )
    assert text_of(run(content)) == "a\tb\nc\u00add\u2011α•"


def test_tab_stops_of_a_paragraph_are_no_tabs() -> None:
    stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>'
    assert text_of(stops, "a") == "a"


def test_hyperlinks_and_content_controls_are_text() -> None:
    link = "<w:hyperlink><w:r><w:t>odkaz</w:t></w:r></w:hyperlink>"
    control = "<w:sdt><w:sdtContent><w:r><w:t>pole</w:t></w:r></w:sdtContent></w:sdt>"
    assert text_of("viz ", link, " a ", control) == "viz odkaz a pole"


def test_results_of_fields_are_text_and_their_codes_are_not() -> None:
    code = run("<w:instrText>REF x</w:instrText><w:t>kód</w:t>")
    runs = (field("begin"), code, field("separate"), "výsledek", field("end"), " dál")
    assert text_of(*runs) == "výsledek dál"


def test_a_field_that_never_ends_does_not_swallow_the_document() -> None:
    body = paragraph("a", field("begin"), "kód") + paragraph("b")
    assert extracted(body).text == "a\n\nb"


def test_insertions_are_text_and_deletions_are_not() -> None:
    inserted = "<w:ins><w:r><w:t>vloženo</w:t></w:r></w:ins>"
    deleted = "<w:del><w:r><w:delText>smazáno</w:delText><w:t>též</w:t></w:r></w:del>"
    moved = "<w:moveFrom><w:r><w:t>odsud</w:t></w:r></w:moveFrom>"
    target = "<w:moveTo><w:r><w:t> sem</w:t></w:r></w:moveTo>"
    assert text_of(inserted, deleted, moved, target) == "vloženo sem"


def test_hidden_text_is_left_out_and_noted() -> None:
    found = extracted(
        paragraph("vidět", run("<w:t>tajné</w:t>", "<w:vanish/>"), " dál")
        + paragraph(run("<w:t>i toto</w:t>", '<w:vanish w:val="0"/>'))
    )
    assert found.text == "vidět dál\n\ni toto"
    assert found.notes == ("5 characters of hidden text were left out",)


def test_footnotes_stand_after_their_paragraph() -> None:
    reference = run('<w:footnoteReference w:id="2"/>')
    found = extracted(
        paragraph("slovo", reference, " pokračuje") + paragraph("další"),
        {"2": paragraph("první odstavec") + paragraph("druhý")},
    )
    assert found.text == "slovo pokračuje\nprvní odstavec\n\ndruhý\n\ndalší"


def test_a_note_referred_to_twice_stands_once() -> None:
    reference = run('<w:footnoteReference w:id="2"/>')
    found = extracted(paragraph("a", reference, reference), {"2": paragraph("poznámka")})
    assert found.text == "a\npoznámka"


def test_a_text_box_stands_once_after_its_paragraph() -> None:
    box = f"<w:txbxContent>{paragraph('v rámečku')}</w:txbxContent>"
    both = (
        f'<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{box}</wps:txbx>'
        f"</w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict>"
        "</mc:Fallback></mc:AlternateContent>"
    )
    found = extracted(paragraph("začátek ", run(both), "konec") + paragraph("další"))
    assert found.text == "začátek konec\nv rámečku\n\ndalší"


def test_a_table_in_a_table_keeps_its_rows() -> None:
    def cell(content: str) -> str:
        return f"<w:tc>{content}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell(paragraph('x'))}{cell(paragraph('y'))}</w:tr></w:tbl>"
    outer = (
        f"<w:tbl><w:tr>{cell(paragraph('a'))}{cell(paragraph() + inner + paragraph())}</w:tr>"
        f"<w:tr>{cell(paragraph('b') + paragraph('b2'))}{cell(paragraph('c'))}</w:tr></w:tbl>"
    )
    assert extracted(outer + paragraph("po")).text == "a\tx\ty\nb\nb2\tc\n\npo"


def test_equations_are_text() -> None:
    assert text_of("kde ", "<m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath>") == "kde E=mc"


def test_headers_and_comments_are_left_out() -> None:
    parts = docx_parts(paragraph("tělo"))
    parts["word/header1.xml"] = parts["word/comments.xml"] = parts["word/document.xml"]
    assert read(zip_file(parts), "x.docx", SETTINGS).text == "tělo"


def test_rendered_breaks_in_the_middle_of_a_paragraph_begin_pages() -> None:
    broken = run("<w:lastRenderedPageBreak/><w:t>druhá strana</w:t>")
    found = extracted(paragraph("první strana, ", broken))
    assert found.text == "první strana, druhá strana"
    assert found.page_starts == (0, 14)


@pytest.mark.parametrize(
    "author_break",
    [
        paragraph(run('<w:br w:type="page"/>')) + "<w:p>",
        "<w:p><w:pPr><w:pageBreakBefore/></w:pPr>",
        "<w:p><w:pPr><w:sectPr/></w:pPr></w:p><w:p>",
    ],
)
def test_a_break_of_the_author_and_its_rendering_are_one_page(author_break: str) -> None:
    second = run("<w:lastRenderedPageBreak/><w:t>b</w:t>")
    found = extracted(paragraph("a") + author_break + second + "</w:p>")
    assert found.text == "a\n\nb"
    assert found.page_starts == (0, 3)


def test_a_continuous_section_begins_no_page() -> None:
    section = '<w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr></w:p>'
    assert extracted(paragraph("a") + section + paragraph("b")).page_starts == ()


def test_two_breaks_in_a_row_count_an_empty_page() -> None:
    page = run('<w:br w:type="page"/>')
    assert extracted(paragraph("a", page, page) + paragraph("b")).page_starts == (0, 3, 3)


def test_breaks_that_cannot_be_all_pages_give_no_page_numbers() -> None:
    parts = docx_parts(paragraph("a", run('<w:br w:type="page"/>')) + paragraph("b"))
    parts["_rels/.rels"] = relationships(
        ("r1", "officeDocument", "word/document.xml"), ("r2", "extended-properties", "app.xml")
    )
    namespace = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    for pages, starts in ((80, ()), (2, (0, 3))):
        parts["app.xml"] = f'<Properties xmlns="{namespace}"><Pages>{pages}</Pages></Properties>'
        assert read(zip_file(parts), "x.docx", SETTINGS).page_starts == starts


def test_a_strict_document_is_read_as_well() -> None:
    parts = docx_parts(paragraph(CZECH))
    content = parts["word/document.xml"]
    assert isinstance(content, str)
    parts["word/document.xml"] = content.replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    assert read(zip_file(parts), "x.docx", SETTINGS).text == CZECH


def test_damaged_properties_and_styles_do_not_cost_the_text() -> None:
    parts = docx_parts(paragraph(CZECH))
    parts["_rels/.rels"] = relationships(
        ("r1", "officeDocument", "word/document.xml"), ("r2", "core-properties", "core.xml")
    )
    parts["core.xml"] = parts["word/styles.xml"] = "<broken"
    found = read(zip_file(parts), "x.docx", SETTINGS)
    assert (found.text, found.title, found.language) == (CZECH, None, None)


def test_a_huge_attribute_is_passed_over() -> None:
    assert extracted(f'<w:p w:x="{"a" * 6_000_000}"/>' + paragraph("text")).text == "text"
