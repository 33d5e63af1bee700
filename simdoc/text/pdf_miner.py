"""Pages of a PDF as pdfminer.six reads them: slower than PDFium, with other strengths."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator

from pdfminer.converter import TextConverter
from pdfminer.layout import LAParams
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser

from simdoc.errors import ExtractionError

PASSWORD = "the PDF is protected by a password: open it, print it to a new PDF and add that"
ENCRYPTED = (
    "the PDF is encrypted in a way that only some programs know: open it in the program it was "
    "made for, print it to a new PDF and add that"
)
DAMAGED = (
    "the PDF is damaged and could not be read: open it and save it again, or ask for another copy"
)
_UNMAPPED = re.compile(r"\(cid:\d+\)")

# it reports every oddity of a damaged file, thousands of lines at times
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)


def page_texts(data: bytes, name: str, maximum_pages: int | None = None) -> Iterator[str]:
    """The text of each page in turn; glyphs without a character become U+FFFD."""
    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)))
        resources = PDFResourceManager()
        for number, page in enumerate(PDFPage.create_pages(document)):
            if number == maximum_pages:
                return
            output = io.StringIO()
            device = TextConverter(resources, output, laparams=LAParams())
            PDFPageInterpreter(resources, device).process_page(page)
            yield _UNMAPPED.sub("\ufffd", output.getvalue()).rstrip("\f")
    except PDFPasswordIncorrect as error:
        raise ExtractionError(name, PASSWORD) from error
    except PDFEncryptionError as error:
        raise ExtractionError(name, ENCRYPTED) from error
    except MemoryError:
        raise
    except Exception as error:  # its parsers let TypeError, KeyError and many others through
        raise ExtractionError(name, DAMAGED) from error
