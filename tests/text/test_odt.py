"""ODT, ODP and ODS: every element that holds text, once and in its place."""

from __future__ import annotations

from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.odt import read

from .good_office_files import SECOND, odt_thesis
from .office_files import CZECH, ODF_NAMESPACES, odt_file

SETTINGS = ExtractionSettings()


def extracted(body: str, styles: str = "", kind: str = "text", **parts: str) -> Extracted:
    return read(odt_file(body, styles, kind, **parts), "thesis.odt", SETTINGS)


def test_a_document_of_odfpy_is_read_whole() -> None:
    found = read(odt_thesis(), "thesis.odt", SETTINGS)
    assert found.text == (f"Úvod\n\n{CZECH}\nPoznámka.\n\njedna\n\ndvě\n\ntři\tčtyři\n\n{SECOND}")
    assert (found.title, found.author, found.date) == ("Diplomová práce", "Jan Novák", "2009-05-12")
    assert (found.language, found.file_type, found.page_starts) == ("cs", "odt", ())


def test_white_space_collapses_across_elements() -> None:
    body = "<text:p>\n  a \n<text:span> b</text:span>  c<text:s text:c='3'/>d<text:tab/>e</text:p>"
    assert extracted(body).text == "a b c   d\te"


def test_line_breaks_are_line_breaks() -> None:
    assert extracted("<text:p>a<text:line-break/>b</text:p>").text == "a\nb"


def test_white_space_between_elements_is_no_text() -> None:
    assert extracted("\n <text:p>a</text:p>\n <text:h>b</text:h>\n ").text == "a\n\nb"


def test_tracked_deletions_and_comments_are_left_out() -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>smazáno</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>a<office:annotation><text:p>komentář</text:p></office:annotation>b</text:p>"
    )
    assert extracted(body).text == "ab"


def test_footnotes_and_boxes_stand_after_their_paragraph() -> None:
    note = (
        "<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>pod čarou</text:p></text:note-body></text:note>"
    )
    frame = (
        "<draw:frame><draw:text-box><text:p>v rámečku</text:p></draw:text-box>"
        "<svg:title>popisek</svg:title></draw:frame>"
    )
    drawn = "<draw:custom-shape><text:p>ve tvaru</text:p></draw:custom-shape>"
    found = extracted(f"<text:p>za{note}čá{frame}te{drawn}k</text:p><text:p>dál</text:p>")
    assert found.text == "začátek\npod čarou\nv rámečku\nve tvaru\n\ndál"


def test_soft_breaks_and_breaks_of_styles_begin_pages() -> None:
    styles = (
        '<style:style style:name="P1" style:parent-style-name="Nadpis"/>'
        '<style:style style:name="P2" style:parent-style-name="Nadpis">'
        '<style:paragraph-properties fo:break-before="auto"/></style:style>'
    )
    named = (
        f"<office:document-styles {ODF_NAMESPACES}><style:style style:name='Nadpis'>"
        "<style:paragraph-properties fo:break-before='page'/></style:style>"
        "</office:document-styles>"
    )
    body = (
        "<text:p>jedna <text:soft-page-break/>dvě</text:p>"
        "<text:p text:style-name='P1'>tři</text:p><text:p text:style-name='P2'>též</text:p>"
    )
    found = extracted(body, styles, styles_xml=named)
    assert found.text == "jedna dvě\n\ntři\n\ntéž"
    assert found.page_starts == (0, 6, 11)


def test_a_break_after_a_paragraph_begins_a_page() -> None:
    style = (
        '<style:style style:name="P1"><style:paragraph-properties fo:break-after="page"/>'
        "</style:style>"
    )
    found = extracted("<text:p text:style-name='P1'>a</text:p><text:p>b</text:p>", style)
    assert found.page_starts == (0, 3)


def test_styles_in_a_circle_end() -> None:
    styles = "".join(
        f'<style:style style:name="{one}" style:parent-style-name="{other}"/>'
        for one, other in (("A", "B"), ("B", "A"))
    )
    assert extracted("<text:p text:style-name='A'>a</text:p>", styles).page_starts == ()


def test_breaks_that_cannot_be_all_pages_give_no_page_numbers() -> None:
    style = (
        '<style:style style:name="P1"><style:paragraph-properties fo:break-before="page"/>'
        "</style:style>"
    )
    body = "<text:p>a</text:p><text:p text:style-name='P1'>b</text:p>"
    for pages, starts in ((80, ()), (2, (0, 3))):
        about = (
            f"<office:document-meta {ODF_NAMESPACES}><office:meta>"
            f'<meta:document-statistic meta:page-count="{pages}"/></office:meta>'
            "</office:document-meta>"
        )
        assert extracted(body, style, meta_xml=about).page_starts == starts


def test_hidden_text_is_left_out_and_noted() -> None:
    style = (
        '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>'
    )
    found = extracted("<text:p>a<text:span text:style-name='T1'>tajné</text:span>b</text:p>", style)
    assert found.text == "ab"
    assert found.notes == ("5 characters of hidden text were left out",)


def test_the_language_of_the_default_style_is_the_second_choice() -> None:
    named = (
        f"<office:document-styles {ODF_NAMESPACES}><style:default-style><style:text-properties "
        "fo:language='sk'/></style:default-style></office:document-styles>"
    )
    assert extracted("<text:p>a</text:p>", styles_xml=named).language == "sk"


def test_each_slide_of_a_presentation_is_a_page() -> None:
    box = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    notes = f"<presentation:notes>{box.format('řečník')}</presentation:notes>"
    body = (
        f"<draw:page>{box.format('jedna')}{notes}</draw:page><draw:page/>"
        f"<draw:page>{box.format('tři')}</draw:page>"
    )
    found = extracted(body, kind="presentation")
    assert found.text == "jedna\nřečník\n\ntři"
    assert found.page_starts == (0, 14, 14)
    assert found.file_type == "odp"


def test_a_sheet_gives_its_cells_once_however_often_they_repeat() -> None:
    body = (
        "<table:table><table:table-row table:number-rows-repeated='1048576'>"
        "<table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell table:number-columns-repeated='16384'/>"
        "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
    )
    found = extracted(body, kind="spreadsheet")
    assert (found.text, found.file_type) == ("a\tb", "ods")
