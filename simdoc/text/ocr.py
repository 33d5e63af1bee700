"""OCR by tesseract, where installed; and the reader of pictures.

ocrmypdf calls the same tesseract, so where it is installed this works too. On the one scan tried
with both (two synthetic Czech pages) it took 4.6 s and lost accents, tesseract alone 2.0 s.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.programs import find_program, run_program

NO_TEXT = "no text: run OCR"
"""How the reason begins when all there is are pictures of text."""
TIME_FACTOR = 10
"""How many times longer than other files one with OCR may take."""

_LANGUAGES = ("ces", "slk", "eng")
_DOTS_PER_INCH = 300
_MAXIMUM_PIXELS = 40_000_000
"""An A3 page at 300 dpi has 17 million; a poster is read at fewer dots."""


def installed() -> bool:
    """Whether the program for OCR can be found."""
    return find_program("tesseract") is not None


def require(name: str, settings: ExtractionSettings, what: str = "its pages are pictures") -> None:
    """ExtractionError unless OCR is allowed and installed."""
    if not settings.ocr:
        raise ExtractionError(
            name, f"{NO_TEXT}: {what}, and OCR is switched off (setting extraction.ocr)"
        )
    if not installed():
        raise ExtractionError(
            name,
            f"{NO_TEXT}: {what}; install tesseract with the Czech and Slovak languages and add "
            "it again, or make a searchable PDF of it and add that",
        )


def read(data: bytes, name: str, settings: ExtractionSettings) -> Extracted:
    """The text that OCR finds in a picture."""
    require(name, settings, "the file is a picture")
    with _Tesseract(name, settings) as tesseract:
        text = tesseract.read(data)
    if not any(map(str.isalnum, text)):
        raise _by_hand(name, "the one here found no letters in the picture")
    return Extracted(text=text, file_type="image", notes=("read by OCR",))


def read_pdf(
    document: Any, name: str, settings: ExtractionSettings, numbers: Sequence[int]
) -> dict[int, str]:
    """Number of each of these pages (from 0) → the text that OCR finds on it."""
    with _Tesseract(name, settings) as tesseract:
        texts = {number: tesseract.read(_picture(document[number])) for number in numbers}
    if not any(any(map(str.isalnum, text)) for text in texts.values()):
        raise _by_hand(name, "the one here found no letters on its pages")
    return texts


def _by_hand(name: str, why: str) -> ExtractionError:
    return ExtractionError(name, f"{NO_TEXT} by hand: {why}")


class _Tesseract:
    """Tesseract with those of our languages that it has, until the document's time is up."""

    def __init__(self, name: str, settings: ExtractionSettings) -> None:
        self._name = name
        # a little less than the whole process has, so that the reason still gets out
        self._deadline = time.monotonic() + 0.9 * settings.seconds * TIME_FACTOR
        self._maximum_bytes = 4 * settings.maximum_characters
        program = find_program("tesseract")
        if program is None:
            raise _by_hand(name, "tesseract is not installed here")
        self._program = program
        self._folder = tempfile.TemporaryDirectory(prefix="simdoc-")
        self._languages = "+".join(_languages(program, name, Path(self._folder.name)))

    def __enter__(self) -> _Tesseract:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def read(self, picture: bytes) -> str:
        """The text of one picture in any format that tesseract knows."""
        folder = Path(self._folder.name)
        (folder / "picture").write_bytes(picture)
        seconds = max(0.1, self._deadline - time.monotonic())
        command = [self._program, "picture", "stdout", *_data_folder(), "-l", self._languages]
        try:
            output = run_program(command, self._name, folder, seconds, self._maximum_bytes)
        except ExtractionError as error:
            raise _by_hand(self._name, error.reason) from error
        return output.decode("utf-8", "replace").rstrip("\f\n")


def _data_folder() -> list[str]:
    """Where tesseract keeps its languages, when the user has put them elsewhere."""
    elsewhere = os.environ.get("TESSDATA_PREFIX")
    return ["--tessdata-dir", elsewhere] if elsewhere else []


def _languages(program: str, name: str, folder: Path) -> list[str]:
    """Our languages that are installed; the first that tesseract has when none of them is."""
    listed = run_program([program, *_data_folder(), "--list-langs"], name, folder, 60, 1 << 20)
    there = listed.decode("utf-8", "replace").split("\n")[1:]
    ours = [language for language in _LANGUAGES if language in there]
    return ours or [line for line in there if line not in ("", "osd")][:1] or ["eng"]


def _picture(page: Any) -> bytes:
    """The page as a grey picture in the PGM format."""
    width, height = page.get_size()
    scale = _DOTS_PER_INCH / 72
    if width * height * scale * scale > _MAXIMUM_PIXELS:
        scale = math.sqrt(_MAXIMUM_PIXELS / (width * height))
    bitmap = page.render(scale=scale, grayscale=True)
    rows = memoryview(bitmap.buffer).cast("B")
    packed = b"".join(
        rows[start : start + bitmap.width]
        for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
    )
    header = b"P5 %d %d 255\n" % (bitmap.width, bitmap.height)
    rows.release()
    bitmap.close()
    page.close()
    return header + packed
