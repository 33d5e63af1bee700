"""Pages of originals as pictures."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from simdoc.errors import ExtractionError
from simdoc.evaluation.sample_corpus import sample_documents
from simdoc.text.page_image import PIXELS, PageRequest, page_image

PDF = sample_documents() / "INF390" / "catalogue-search-report.pdf"


def test_a_page_becomes_a_picture_of_readable_size_that_is_not_empty() -> None:
    first, second = (
        Image.open(io.BytesIO(page_image(PageRequest(str(PDF), page)))).convert("L")
        for page in (1, 2)
    )
    assert abs(max(first.size) - PIXELS) <= 1
    assert first.getextrema()[0] < 64  # ink
    assert first.tobytes() != second.tobytes()


@pytest.mark.parametrize("page", [0, 99])
def test_a_page_that_is_not_there_is_told(page: int) -> None:
    with pytest.raises(ExtractionError):
        page_image(PageRequest(str(PDF), page))


def test_a_broken_file_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing more")
    with pytest.raises(ExtractionError):
        page_image(PageRequest(str(broken), 1))
