"""What a file gave: the text, its page starts, and what the file says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from simdoc.errors import ExtractionError


@dataclass(frozen=True)
class Extracted:
    """The text of one document. `page_starts` are characters of `text`, ascending from 0;
    empty when the format has no pages. Dates are ISO (YYYY-MM-DD), languages ISO 639-1."""

    text: str
    file_type: str
    page_starts: tuple[int, ...] = ()
    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Extraction:
    """The outcome for one document of a file: `member` is its name inside a ZIP, else None.

    `file_hash` is the SHA-256 of the document's own bytes (of the member, not of the ZIP);
    exactly one of `extracted` and `error` is set.
    """

    member: str | None
    file_hash: str
    size: int
    extracted: Extracted | None = None
    error: ExtractionError | None = None
