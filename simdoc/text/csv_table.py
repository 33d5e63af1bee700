"""CSV and TSV: one line a row, cells parted by tabs."""

from __future__ import annotations

import csv
from collections import Counter

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.growing_text import CELL, LINE, GrowingText
from simdoc.text.plain import decode

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 50


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The cells of the table; a line break inside a quoted cell is a space."""
    source, notes = decode(data, name)
    source = source.replace("\0", "")
    # a quote that never closes makes one cell of the rest of the file, which is still its text
    csv.field_size_limit(max(1, len(source)))
    text = GrowingText(name, settings)
    lines = source.splitlines(keepends=True)
    for row in csv.reader(lines, delimiter=_delimiter(lines[:_SAMPLE_LINES])):
        for cell in row:
            text.add(" ".join(cell.split()))
            text.end_cell(CELL)
        text.end_cell(LINE)
    if not text.so_far().strip():
        raise ExtractionError(name, "the file is empty: it holds no text; add the right one")
    return text.finish("csv", pages=False, notes=notes)


def _delimiter(lines: list[str]) -> str:
    """The character that parts the cells: the one found equally often in most of the lines."""

    def evenness(mark: str) -> tuple[int, int]:
        counts = Counter(line.count(mark) for line in lines)
        del counts[0]
        times, in_lines = max(counts.items(), key=lambda item: item[::-1], default=(0, 0))
        return in_lines, times

    return max(_DELIMITERS, key=evenness)
