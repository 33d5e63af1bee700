"""PDFs made by hand, object by object, for tests that need a certain thing in them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

_GLYPHS = {
    "č": "ccaron", "ř": "rcaron", "š": "scaron", "ž": "zcaron", "ě": "ecaron", "ů": "uring",
    "ď": "dcaron", "ť": "tcaron", "ň": "ncaron", "Č": "Ccaron", "Ř": "Rcaron", "Š": "Scaron",
    "Ž": "Zcaron", "ľ": "lcaron", "–": "endash", "ﬁ": "fi",
}  # fmt: skip
_FIRST_CODE = 128
CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"


def pdf_file(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = b"%PDF-1.7\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return (
        out
        + b"xref\n0 %d\n0000000000 65535 f \n" % size
        + table
        + b"trailer\n<</Size %d/Root 1 0 R%s>>\n" % (size, trailer)
        + b"startxref\n%d\n%%%%EOF\n" % len(out)
    )


def stream(content: bytes, entries: bytes = b"") -> bytes:
    """A stream object."""
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(content), entries, content)


def deflated(content: bytes) -> bytes:
    """A compressed stream object."""
    return stream(zlib.compress(content, 9), b"/Filter/FlateDecode")


def page_of(contents: int, resources: bytes = b"/Font<</F1 3 0 R>>") -> bytes:
    """A page whose contents are the object of this number."""
    return b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<<%s>>>>" % (
        contents,
        resources,
    )


def pages_object(first: int, count: int) -> bytes:
    """The page tree of pages that are every second object from `first`."""
    kids = b" ".join(b"%d 0 R" % (first + 2 * page) for page in range(count))
    return b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count)


def font(more: bytes = b"") -> bytes:
    """Helvetica with Czech letters above the ASCII ones; no font file is needed."""
    names = b"".join(b"/" + name.encode() for name in _GLYPHS.values())
    encoding = b"<</BaseEncoding/WinAnsiEncoding/Differences[%d%s]>>" % (_FIRST_CODE, names)
    return b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding %s%s>>" % (encoding, more)


def shown(line: str) -> bytes:
    """The operator that shows a line."""
    codes = {glyph: _FIRST_CODE + index for index, glyph in enumerate(_GLYPHS)}
    content = bytes(codes.get(letter) or letter.encode("cp1252")[0] for letter in line)
    return b"<%s> Tj" % content.hex().encode()


def lines_of(lines: Sequence[str]) -> bytes:
    """Contents of a page that show these lines below each other."""
    return b"BT /F1 11 Tf 14 TL 50 780 Td " + b" T* ".join(map(shown, lines)) + b" ET"


def text_pdf(*pages: Sequence[str], trailer: bytes = b"", more: Sequence[bytes] = ()) -> bytes:
    """A PDF with one page for each list of lines; `more` objects follow the pages."""
    objects = [CATALOG, pages_object(4, len(pages)), font()]
    for number, lines in enumerate(pages):
        objects += [page_of(5 + 2 * number), deflated(lines_of(lines))]
    return pdf_file([*objects, *more], trailer)


def contents_pdf(contents: bytes, *more: bytes, resources: bytes | None = None) -> bytes:
    """A PDF of one page with this content stream object."""
    page = page_of(5) if resources is None else page_of(5, resources)
    return pdf_file([CATALOG, pages_object(4, 1), font(), page, contents, *more])


def picture_pdf(*captions: str) -> bytes:
    """Pages that are pictures of a page, each with a caption ("" for none)."""
    objects = [CATALOG, pages_object(4, len(captions)), font()]
    picture = 4 + 2 * len(captions)
    for number, caption in enumerate(captions):
        contents = b"q 595 0 0 842 0 0 cm /Im Do Q " + lines_of([caption])
        resources = b"/Font<</F1 3 0 R>>/XObject<</Im %d 0 R>>" % picture
        objects += [page_of(5 + 2 * number, resources), stream(contents)]
    image = b"/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8"
    return pdf_file([*objects, stream(bytes(range(64)), image)])


def garbled_pdf() -> bytes:
    """Letters whose font maps them to private characters, as some programs' subsets do."""
    mapping = b"".join(b"<%02x> <%04x>\n" % (code, 0xE000 + code) for code in range(65, 123))
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap /CMapName /X def /CMapType 2 def\n"
        b"1 begincodespacerange <00> <FF> endcodespacerange\n"
        b"58 beginbfchar\n" + mapping + b"endbfchar endcmap end"
    )
    contents = stream(b"BT /F1 11 Tf 50 700 Td (Nothing here can be read by anybody) Tj ET")
    objects = [CATALOG, pages_object(4, 1), font(b"/ToUnicode 6 0 R"), page_of(5), contents]
    return pdf_file([*objects, stream(cmap)])


def encrypted_pdf(user: str, strength: int = 128) -> bytes:
    """A PDF encrypted with this user password and an owner password."""
    target = io.BytesIO()
    encryption = StandardEncryption(user, ownerPassword="owner", strength=strength)
    canvas = Canvas(target, encrypt=encryption)
    canvas.drawString(72, 700, "A secret thesis about secrets, encrypted.")
    canvas.save()
    return target.getvalue()
