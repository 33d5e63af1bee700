"""Tables of text give one line a row."""

from __future__ import annotations

import pytest

from simdoc.settings import ExtractionSettings
from simdoc.text.csv_table import read

SETTINGS = ExtractionSettings()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a,b\n1,2\n", "a\tb\n1\t2"),
        ("a;b\n1,5;2,5\n", "a\tb\n1,5\t2,5"),
        ("a\tb\r\n1\t2\r\n", "a\tb\n1\t2"),
        ("a|b\n1|2", "a\tb\n1\t2"),
        ('"a, b",c\n"he said ""yes""",d', 'a, b\tc\nhe said "yes"\td'),
        ('jméno;věk\n"dva\nřádky";5\nx;6', "jméno\tvěk\ndva řádky\t5\nx\t6"),
        ("one column\nonly words", "one column\nonly words"),
        ("a,,c\n\n\nd,e,f", "a\tc\nd\te\tf"),
        ('"never closed,x\n1,2\n', "never closed,x 1,2"),
        ("a\0b,c\nd,e", "ab\tc\nd\te"),
    ],
)
def test_cells_are_parted_by_tabs_and_rows_by_lines(source: str, text: str) -> None:
    assert read(source.encode(), "x.csv", SETTINGS).text == text


def test_a_table_from_an_old_windows_is_decoded() -> None:
    source = "Příjmení;Obec\nŽižka;Plzeň\n"
    assert read(source.encode("cp1250"), "x.csv", SETTINGS).text == "Příjmení\tObec\nŽižka\tPlzeň"


def test_one_very_long_cell_is_read() -> None:
    assert len(read(b"a," + b"x" * 500_000, "x.csv", SETTINGS).text) == 500_002
