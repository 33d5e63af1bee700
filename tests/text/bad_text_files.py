"""Bad texts, pages, tables and pictures, and files that are no documents, each with its reason."""

from __future__ import annotations

import codecs
import io
import random
import tarfile

from .bad_file import BadFile
from .office_files import zip_file

_EMPTY = "the file is empty"
_NO_TEXT = "holds no text"
_CHARACTERS = "its characters are damaged"
_OCR = "no text: run OCR"
_NOISE = random.Random(1).randbytes(3000)
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_OLE2 = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)


def _tar() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("thesis.txt"))
    return target.getvalue()


def _ole2(title: str) -> bytes:
    return _OLE2 + title.encode("utf-16-le") + bytes(100)


def _packed(mimetype: str) -> bytes:
    return zip_file({"mimetype": mimetype, "content.xml": "<x/>"})


_FILES: tuple[tuple[str, str, bytes], ...] = (
    # texts
    ("nothing.txt", _EMPTY, b""),
    ("spaces.txt", _EMPTY, b" \r\n\t \n"),
    ("spaces in UTF-16.txt", _EMPTY, codecs.BOM_UTF16_LE + "  \n".encode("utf-16-le")),
    ("mark only.txt", _EMPTY, codecs.BOM_UTF8),
    ("mark of UTF-16 only.txt", _EMPTY, codecs.BOM_UTF16_BE),
    ("zeros.txt", "neither text nor a known kind", bytes(5000)),
    ("noise.txt", "neither text nor a known kind", _NOISE),
    ("dots.txt", _NO_TEXT, b"... --- !!!"),
    ("surrogates.txt", _CHARACTERS, codecs.BOM_UTF16_LE + b"\x00\xd8" * 300),
    ("beyond Unicode.txt", _CHARACTERS, codecs.BOM_UTF32_LE + b"\xff\xff\xff\x7f" * 100),
    ("noise after a mark.txt", _CHARACTERS, codecs.BOM_UTF8 + bytes(range(128, 256)) * 9),
    ("long.txt", "longer than", b"word " * 60_000),
    # pages
    ("empty.html", _NO_TEXT, b"<!doctype html><html><body></body></html>"),
    ("scripts.html", _NO_TEXT, b"<html><script>document.write('thesis')</script></html>"),
    ("hidden.html", _NO_TEXT, b"<html><p hidden>one</p><p style='Display : none'>two</p></html>"),
    ("pictures.html", _NO_TEXT, b"<!DOCTYPE html><img alt='x' src='data:image/png;base64,AAAA'>"),
    ("comment.html", _NO_TEXT, b"<html><!-- the whole thesis is commented out <p>text</p>"),
    ("unclosed title.html", _NO_TEXT, b"<html><title>all the text is in the title <p>text</p>"),
    ("frames.html", _NO_TEXT, b"<html><frameset><frame src='a.html'></frameset></html>"),
    ("damaged.html", _CHARACTERS, "\ufeff<html>".encode("utf-16-le") + b"\0\xdc" * 99),
    ("long.html", "longer than", b"<html><p>" + b"word <b>and</b> word<p>" * 20_000),
    ("long entity.html", _NO_TEXT, b"<html>&" + b"#" * 100_000),
    # Markdown and tables
    ("front.md", _EMPTY, b"---\ntitle: Only a title\n---\n"),
    ("rules.md", _EMPTY, b"---\n\n***\n\n___\n"),
    ("link.md", _EMPTY, b"[a]: http://example.org\n"),
    ("cells.csv", _EMPTY, b";;;\n;;;\n"),
    ("quotes.csv", _EMPTY, b'"","",""\n'),
    ("long.csv", "longer than", b"word;word\n" * 60_000),
    # pictures
    ("scan.png", _OCR, b"\x89PNG\r\n\x1a\n" + _NOISE),
    ("scan.jpg", _OCR, b"\xff\xd8\xff\xe0" + _NOISE),
    ("scan.tif", _OCR, b"II*\x00" + _NOISE),
    ("picture called a thesis.pdf", _OCR, b"GIF89a" + _NOISE),
    # no documents
    ("setup.exe", "a Windows program", b"MZ" + _NOISE),
    ("program.txt", "a program", b"\x7fELF" + _NOISE),
    ("lecture.mp3", "a sound recording", b"ID3\x03" + _NOISE),
    ("lecture.mp4", "a video", b"\0\0\0\x20ftypisom" + _NOISE),
    ("lecture.avi", "a recording", b"RIFF\0\0\0\0AVI " + _NOISE),
    ("theses.tar", "a tar archive", _tar()),
    ("theses.gz", "a gzip archive", b"\x1f\x8b\x08\0" + _NOISE),
    ("theses.7z", "a 7-Zip archive", b"7z\xbc\xaf\x27\x1c" + _NOISE),
    ("theses.rar", "a RAR archive", b"Rar!\x1a\x07\x01\0" + _NOISE),
    ("thesis.ps", "a PostScript file", b"%!PS-Adobe-3.0\n(text) show\n"),
    ("thesis.djvu", "a DjVu file", b"AT&TFORM\0\0\0\0DJVM" + _NOISE),
    ("thesis.wpd", "a WordPerfect document", b"\xffWPC" + _NOISE),
    ("theses.db", "a database", b"SQLite format 3\x00" + _NOISE),
    ("thesis.epub", "an EPUB book", _packed("application/epub+zip")),
    ("table.ods", "an OpenDocument table", _packed(f"{_OPEN_DOCUMENT}spreadsheet")),
    ("thesis.pages", "an Apple Pages", zip_file({"Index/Document.iwa": b"x"})),
    ("letter.msg", "an Outlook message", _ole2("__substg1.0_007D001E")),
    ("locked.docx", "a password", _ole2("EncryptedPackage")),
)  # fmt: skip


def _bad(name: str, reason: str, content: bytes) -> BadFile:
    return BadFile(name, name.rpartition(".")[2], reason, lambda: content)


BAD_TEXTS = tuple(_bad(*file) for file in _FILES)
