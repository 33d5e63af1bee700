"""A page of a PDF as a picture, for somebody who wants to see the original."""

from __future__ import annotations

import io
from dataclasses import dataclass

from simdoc.errors import ExtractionError

PIXELS = 1400
"""Of the longer side: a page of small print can be read."""


@dataclass(frozen=True)
class PageRequest:
    """A page, counted from 1, of the PDF at a path."""

    path: str
    page: int


def page_image(request: PageRequest) -> bytes:
    """The page as PNG. To be run in a child process, as everything that opens a stranger's file."""
    import pypdfium2  # type: ignore[import-untyped]

    try:
        with pypdfium2.PdfDocument(request.path) as document:
            page = document[request.page - 1]
            scale = PIXELS / max(1.0, *page.get_size())
            image = page.render(scale=min(scale, 8.0)).to_pil()
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise ExtractionError(request.path, "this page cannot be shown") from error
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
