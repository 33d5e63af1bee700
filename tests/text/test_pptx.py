"""PPTX: slides are pages, and what is on them is text."""

from __future__ import annotations

from simdoc.settings import ExtractionSettings
from simdoc.text.pptx import read

from .good_office_files import SECOND, pptx_talk
from .office_files import CZECH, pptx_parts, shape, zip_file

SETTINGS = ExtractionSettings()


def test_a_presentation_of_python_pptx_is_read_slide_by_slide() -> None:
    found = read(pptx_talk(), "talk.pptx", SETTINGS)
    first = f"Úvod\n\n{CZECH}\n\nPoznámka řečníka.\n\n"
    assert found.text == first + f"jedna\tdvě\ntři\tčtyři\n\n{SECOND}"
    assert found.page_starts == (0, len(first))
    assert (found.title, found.author, found.date) == ("Obhajoba", "Jan Novák", "2009-05-12")
    assert found.file_type == "pptx"


def test_page_n_is_slide_n_also_when_slides_hold_no_text() -> None:
    parts = pptx_parts("", shape("a"), "", shape("b"))
    found = read(zip_file(parts), "x.pptx", SETTINGS)
    assert found.text == "a\n\nb"
    assert found.page_starts == (0, 0, 3, 3)
    assert found.language == "cs"


def test_slides_come_in_the_order_they_are_shown() -> None:
    parts = pptx_parts(shape("druhý"), shape("první"))
    content = parts["ppt/presentation.xml"]
    assert isinstance(content, str)
    swapped = content.replace('"r1"', '"r0"').replace('"r2"', '"r1"').replace('"r0"', '"r2"')
    parts["ppt/presentation.xml"] = swapped
    assert read(zip_file(parts), "x.pptx", SETTINGS).text == "první\n\ndruhý"


def test_slide_numbers_dates_and_footers_are_left_out() -> None:
    repeated = "".join(shape("x", placeholder=kind) for kind in ("sldNum", "dt", "ftr"))
    parts = pptx_parts(shape("nadpis", placeholder="title") + repeated + shape("text"))
    assert read(zip_file(parts), "x.pptx", SETTINGS).text == "nadpis\n\ntext"


def test_lines_of_a_shape_and_line_breaks_stay() -> None:
    line = "<a:r><a:t>{}</a:t></a:r>"
    broken = f"<a:p>{line.format('a')}<a:br/>{line.format('b')}</a:p>"
    parts = pptx_parts(shape("jedna", "dvě") + f"<p:sp><p:txBody>{broken}</p:txBody></p:sp>")
    assert read(zip_file(parts), "x.pptx", SETTINGS).text == "jedna\ndvě\n\na\nb"
