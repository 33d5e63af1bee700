"""XLSX: the values of the cells, whatever the sheet says of its size."""

from __future__ import annotations

from simdoc.settings import ExtractionSettings
from simdoc.text.xlsx import read

from .good_office_files import SECOND, xlsx_table
from .office_files import CZECH, xlsx_file, xlsx_parts, zip_file

SETTINGS = ExtractionSettings()


def test_a_workbook_of_openpyxl_is_read_sheet_by_sheet() -> None:
    found = read(xlsx_table(), "table.xlsx", SETTINGS)
    assert found.text == f"Data\njméno\tpočet\n{CZECH}\t42\nsoučet\n\nZávěr\n{SECOND}"
    assert (found.title, found.author, found.date) == ("Měření", "Jan Novák", "2009-05-12")
    assert (found.file_type, found.page_starts) == ("xlsx", ())


def test_all_kinds_of_cells_give_their_values() -> None:
    rows = (
        '<row><c t="s"><v>1</v></c>'
        '<c t="inlineStr"><is><r><t>v </t></r><r><t>buňce</t></r></is></c>'
        '<c t="str"><f>A1</f><v>vzorec</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>'
        "<c><v>3.5</v></c><c/></row>"
    )
    found = read(xlsx_file(rows, "<si><t>a</t></si><si><t>b</t></si>"), "x.xlsx", SETTINGS)
    assert found.text == "List 1\nb\tv buňce\tvzorec\tTRUE\t3.5"


def test_strings_that_do_not_exist_give_nothing() -> None:
    rows = "".join(f'<c t="s"><v>{number}</v></c>' for number in ("7", "-1", "x", "9" * 40, "0"))
    found = read(xlsx_file(f"<row>{rows}</row>", "<si><t>a</t></si>"), "x.xlsx", SETTINGS)
    assert found.text == "List 1\na"


def test_phonetic_readings_are_left_out() -> None:
    strings = "<si><t>漢字</t><rPh><t>かんじ</t></rPh></si>"
    found = read(xlsx_file('<row><c t="s"><v>0</v></c></row>', strings), "x.xlsx", SETTINGS)
    assert found.text == "List 1\n漢字"


def test_a_sheet_that_claims_all_cells_costs_only_those_it_has() -> None:
    rows = "".join(
        f'<row r="{row}"><c r="{cell}"><v>{row}</v></c></row>'
        for row, cell in ((1, "A1"), (1048576, "XFD1048576"))
    )
    assert read(xlsx_file(rows), "x.xlsx", SETTINGS).text == "List 1\n1\n1048576"


def test_a_missing_sheet_does_not_cost_the_others() -> None:
    parts = xlsx_parts("<row><c><v>1</v></c></row>")
    workbook = parts["xl/workbook.xml"]
    assert isinstance(workbook, str)
    parts["xl/workbook.xml"] = workbook.replace(
        "<sheets>", '<sheets><sheet name="chybí" r:id="r9"/>'
    )
    assert read(zip_file(parts), "x.xlsx", SETTINGS).text == "List 1\n1"
