"""Bad PDFs, each with the reason it must end with."""

from __future__ import annotations

import zlib

from .bad_file import DEEP, BadFile, half
from .pdf_files import (
    CATALOG,
    contents_pdf,
    deflated,
    encrypted_pdf,
    font,
    garbled_pdf,
    page_of,
    pages_object,
    pdf_file,
    picture_pdf,
    stream,
    text_pdf,
)

_LINE = "A line of a thesis that is long enough to be one."
_OCR = "no text: run OCR"
_EMPTY = "the PDF is empty"
_DAMAGED = "the PDF is damaged and could not be read"
_PASSWORD = "the PDF is protected by a password"


def looping_pages() -> bytes:
    """A page tree that is its own child."""
    return pdf_file([CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"])


def looping_pages_in_two_steps() -> bytes:
    """Two nodes of a page tree, each the child of the other."""
    nodes = [b"<</Type/Pages/Kids[%d 0 R]/Count 9/Parent %d 0 R>>" % (n, n) for n in (3, 2)]
    return pdf_file([CATALOG, *nodes])


def billion_pages() -> bytes:
    """A page tree that says it has two billion pages, and has none."""
    return pdf_file([CATALOG, b"<</Type/Pages/Kids[]/Count 2147483647>>"])


def missing_pages() -> bytes:
    """Two thousand children of the page tree that are not in the file."""
    kids = b" ".join(b"%d 0 R" % number for number in range(10, 2010))
    return pdf_file([CATALOG, b"<</Type/Pages/Kids[%s]/Count 2000>>" % kids])


def looping_cross_references() -> bytes:
    """A table of objects whose previous table is itself; its catalogue has no pages."""
    content = pdf_file([b"<</Type/Catalog>>"])
    table = content.rindex(b"xref\n0")
    return content.replace(b"/Root 1 0 R", b"/Root 1 0 R/Prev %d" % table)


def endless_form() -> bytes:
    """A form that draws itself, and nothing else."""
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</Fm 6 0 R>>>>"
    resources = b"/XObject<</Fm 6 0 R>>"
    return contents_pdf(stream(b"/Fm Do"), stream(b"/Fm Do", form), resources=resources)


def bomb_of_spaces(megabytes: int) -> bytes:
    """A page whose contents unpack to spaces by the megabyte."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(megabytes)) + packer.flush()
    return contents_pdf(stream(packed, b"/Filter/FlateDecode"))


def bomb_in_bombs() -> bytes:
    """Contents packed four times over."""
    packed = b" " * (1 << 24)
    for _ in range(4):
        packed = zlib.compress(packed, 9)
    return contents_pdf(stream(packed, b"/Filter[%s]" % (b"/FlateDecode " * 4)))


def with_own_encryption() -> bytes:
    """Encryption by a method that only its maker knows."""
    return text_pdf([_LINE], trailer=b"/Encrypt<</Filter/Adobe.PubSec/V 4>>/ID[<00><00>]")


def with_aes_256() -> bytes:
    """Encryption of the newest kind, with a password that nobody knows."""
    entries = b"/O<%s>/U<%s>" % (b"4f" * 48, b"55" * 48)
    entries += b"/OE<%s>/UE<%s>/Perms<%s>/P -4" % (b"4f" * 32, b"55" * 32, b"50" * 16)
    filters = b"/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF"
    handler = b"/Filter/Standard/V 5/R 6/Length 256"
    return text_pdf([_LINE], trailer=b"/Encrypt<<%s%s%s>>" % (handler, entries, filters))


def deep_arrays() -> bytes:
    """Contents with arrays nested a hundred thousand deep."""
    return contents_pdf(deflated(b"[" * DEEP + b"]" * DEEP + b" TJ"))


def deep_objects() -> bytes:
    """A catalogue with dictionaries nested a hundred thousand deep."""
    return pdf_file([b"<</Pages" + b"<</A" * DEEP + b">>" * DEEP + b">>"])


def too_long() -> bytes:
    """More text than the limit, on ten thousand pages that share their contents."""
    contents = deflated(
        b"BT /F1 9 Tf 9 9 Td " + b"(Words and words and words.) Tj T* " * 90 + b"ET"
    )
    kids = b"4 0 R " * 10_000
    tree = b"<</Type/Pages/Kids[%s]/Count 10000>>" % kids
    return pdf_file([CATALOG, tree, font(), page_of(5), contents])


def _bad(name: str, reason: str, content: bytes) -> BadFile:
    return BadFile(f"{name}.pdf", "pdf", reason, lambda: content)


BAD_PDFS = (
    _bad("no bytes", "the file is empty", b""),
    _bad("header only", _DAMAGED, b"%PDF-1.7\n"),
    _bad("header and noise", _DAMAGED, b"%PDF-1.4\n" + bytes(range(256)) * 40),
    _bad("noise before the header", _DAMAGED, b"mail noise\n" * 20 + b"%PDF-1.4\n" + b"x" * 500),
    BadFile("half.pdf", "pdf", _DAMAGED, lambda: text_pdf([_LINE])[:180]),
    BadFile("half encrypted.pdf", "pdf", _DAMAGED, lambda: half(encrypted_pdf("secret"))),
    BadFile("password 128.pdf", "pdf", _PASSWORD, lambda: encrypted_pdf("secret")),
    BadFile("password 40.pdf", "pdf", _PASSWORD, lambda: encrypted_pdf("secret", 40)),
    BadFile("password 256.pdf", "pdf", _PASSWORD, with_aes_256),
    BadFile("own encryption.pdf", "pdf", "the PDF is encrypted", with_own_encryption),
    _bad("no pages", _EMPTY, pdf_file([CATALOG, pages_object(4, 0)])),
    _bad("catalogue without pages", _EMPTY, pdf_file([b"<</Type/Catalog>>"])),
    _bad("pages that are a number", _EMPTY, pdf_file([CATALOG, b"42"])),
    BadFile("looping pages.pdf", "pdf", _DAMAGED, looping_pages),
    BadFile("looping pages in two steps.pdf", "pdf", _DAMAGED, looping_pages_in_two_steps),
    BadFile("billion pages.pdf", "pdf", _EMPTY, billion_pages),
    BadFile("missing pages.pdf", "pdf", _DAMAGED, missing_pages),
    BadFile("looping cross references.pdf", "pdf", _DAMAGED, looping_cross_references),
    BadFile("blank.pdf", "pdf", _EMPTY, lambda: contents_pdf(stream(b""))),
    BadFile("endless form.pdf", "pdf", _EMPTY, endless_form),
    BadFile("unknown filter.pdf", "pdf", _EMPTY, lambda: contents_pdf(stream(b"x", b"/Filter/No"))),
    BadFile("bomb of spaces.pdf", "pdf", _EMPTY, lambda: bomb_of_spaces(100)),
    BadFile("bomb in bombs.pdf", "pdf", _EMPTY, bomb_in_bombs),
    BadFile("deep arrays.pdf", "pdf", _EMPTY, deep_arrays),
    BadFile("deep objects.pdf", "pdf", _EMPTY, deep_objects),
    BadFile("scan.pdf", "pdf", _OCR, lambda: picture_pdf("", "", "")),
    BadFile("scan with dots.pdf", "pdf", _OCR, lambda: picture_pdf("...", "- -")),
    BadFile("outlines.pdf", "pdf", _OCR, lambda: contents_pdf(stream(b"0 0 m 9 9 l S"))),
    BadFile("garbled.pdf", "pdf", _OCR, garbled_pdf),
    BadFile("too long.pdf", "pdf", "longer than", too_long),
)  # fmt: skip
