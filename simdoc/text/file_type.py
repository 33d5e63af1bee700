"""What kind of file these bytes are, told from the bytes themselves.

The ending of the name is believed only between kinds that look alike inside (text, Markdown,
CSV); everywhere else a wrong ending earns a note and the content decides.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath

from simdoc.errors import ExtractionError
from simdoc.text.plain import looks_binary, unicode_encoding

FILE_TYPES = (
    "pdf", "docx", "odt", "rtf", "xlsx", "pptx", "doc", "xls", "ppt",
    "html", "markdown", "csv", "text", "zip", "image",
)  # fmt: skip
"""The names a type may be corrected to by hand."""

ENDINGS = {
    **{kind: kind for kind in FILE_TYPES if kind not in ("markdown", "text", "image")},
    **dict.fromkeys(("docm", "dotx", "dotm"), "docx"),
    **dict.fromkeys(("xlsm", "xltx", "xltm"), "xlsx"),
    **dict.fromkeys(("pptm", "potx", "ppsx", "ppsm"), "pptx"),
    **dict.fromkeys(("htm", "xhtml", "xht"), "html"),
    **dict.fromkeys(("md", "markdown", "mkd"), "markdown"),
    **dict.fromkeys(("tsv", "tab"), "csv"),
    **dict.fromkeys(("txt", "text", "asc", "tex", "log"), "text"),
    **dict.fromkeys(("png", "jpg", "jpeg", "tif", "tiff", "gif", "bmp", "webp"), "image"),
    "ott": "odt",
    "dot": "doc",
    "xlt": "xls",
    "pps": "ppt",
}

_SAVE_AS = "save it as PDF or DOCX and add that"
_UNPACK = "unpack it and add the documents inside, or pack them as ZIP"
_NO_DOCUMENT = "only documents with text can be added"
_UNSUPPORTED: tuple[tuple[bytes, str, str], ...] = (
    (b"MZ", "a Windows program", _NO_DOCUMENT),
    (b"\x7fELF", "a program", _NO_DOCUMENT),
    (b"\xcf\xfa\xed\xfe", "a program", _NO_DOCUMENT),
    (b"\xca\xfe\xba\xbe", "a program", _NO_DOCUMENT),
    (b"ID3", "a sound recording", _NO_DOCUMENT),
    (b"\xff\xfb", "a sound recording", _NO_DOCUMENT),
    (b"\xff\xf3", "a sound recording", _NO_DOCUMENT),
    (b"OggS", "a recording", _NO_DOCUMENT),
    (b"fLaC", "a sound recording", _NO_DOCUMENT),
    (b"\x1aE\xdf\xa3", "a video", _NO_DOCUMENT),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"BZh", "a bzip2 archive", _UNPACK),
    (b"\xfd7zXZ\x00", "an xz archive", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", _UNPACK),
    (b"SQLite format 3\x00", "a database", _NO_DOCUMENT),
    (b"%!PS", "a PostScript file", "convert it to PDF and add that"),
    (b"AT&TFORM", "a DjVu file", "convert it to PDF and add that"),
    (b"\xffWPC", "a WordPerfect document", _SAVE_AS),
    (b"8BPS", "a Photoshop picture", "export it as PDF and add that"),
    (b"wOFF", "a font", _NO_DOCUMENT),
    (b"\x00\x01\x00\x00\x00", "a font", _NO_DOCUMENT),
)
_IMAGES = (
    b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a",
    b"\x00\x00\x00\x0cjP  ",
)  # fmt: skip
_OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML_START = re.compile(
    r"(?:\s|<!--.*?-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html[\s>])", re.I | re.S
)
_HTML_TAG = re.compile(
    r"</?(?:html|head|title|body|div|p|span|table|br|h[1-6]|ul|ol|li|a|meta|script|style)\b[^<>]*>",
    re.I,
)


def ending_of(name: str) -> str:
    """The lower-case ending without its dot ("" when there is none)."""
    return PurePosixPath(name.replace("\\", "/")).suffix.lower().lstrip(".")


def detect_file_type(data: bytes, name: str) -> str:
    """One of FILE_TYPES; ExtractionError with what to do when these bytes hold no readable kind."""
    if not data:
        raise ExtractionError(name, "the file is empty: add the right one")
    if b"%PDF-" in data[:1029]:  # garbage before the header is common in mailed PDFs
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _kind_of_zip(data, name)
    if data[:16].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rt"):
        return "rtf"
    if data.startswith(_OLE2):
        return _kind_of_ole2(data, name)
    if data.startswith(_IMAGES) or (data.startswith(b"BM") and data[6:10] == bytes(4)):
        return "image"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image"
    _refuse_unsupported(data, name)
    if looks_binary(data):
        raise ExtractionError(
            name, "the file is neither text nor a known kind of document: " + _SAVE_AS
        )
    return _kind_of_text(data, name)


def mislabelled(file_type: str, name: str) -> str | None:
    """A note when the name promises another kind than the content is, else None."""
    ending = ending_of(name)
    promised = ENDINGS.get(ending)
    if promised is None or promised == file_type:
        return None
    if {promised, file_type} <= {"text", "html", "markdown", "csv"} and promised != "html":
        return None
    return f"the name ends in .{ending} but the content is {_CALLED.get(file_type, file_type)}"


_CALLED = {
    "pdf": "PDF", "text": "plain text", "html": "HTML", "zip": "a ZIP archive", "rtf": "RTF",
    "image": "a picture", "csv": "a table of text", "markdown": "Markdown",
    "docx": "a Word document (DOCX)", "doc": "an old Word document (DOC)",
    "xlsx": "an Excel workbook (XLSX)", "xls": "an old Excel workbook (XLS)",
    "pptx": "a PowerPoint presentation (PPTX)", "ppt": "an old PowerPoint presentation (PPT)",
    "odt": "an OpenDocument text (ODT)",
}  # fmt: skip


def called(file_type: str) -> str:
    """The type in a reviewer's words, with its article where it has one."""
    return _CALLED.get(file_type, file_type)


def _kind_of_zip(data: bytes, name: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            mimetype = b""
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                mimetype = archive.read("mimetype").strip()
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError, NotImplementedError):
        return _kind_of_broken_zip(data)
    except Exception as error:  # zlib.error and whatever else a forged header provokes
        if isinstance(error, MemoryError):
            raise
        return _kind_of_broken_zip(data)
    members = set(names)
    if mimetype.startswith(b"application/vnd.oasis.opendocument.text"):
        return "odt"
    if mimetype.startswith(b"application/vnd.oasis.opendocument."):
        raise ExtractionError(
            name, "an OpenDocument table, presentation or drawing cannot be read: " + _SAVE_AS
        )
    if mimetype == b"application/epub+zip":
        raise ExtractionError(name, "an EPUB book cannot be read: " + _SAVE_AS)
    if "[Content_Types].xml" in members:
        for folder, kind in (("word/", "docx"), ("xl/", "xlsx"), ("ppt/", "pptx")):
            if any(member.startswith(folder) for member in names):
                return kind
    if "Index/Document.iwa" in members or "Index.zip" in members:
        raise ExtractionError(
            name, "an Apple Pages, Numbers or Keynote file cannot be read: " + _SAVE_AS
        )
    return "zip"


def _kind_of_broken_zip(data: bytes) -> str:
    """The directory of the ZIP is gone: the first members' own headers still tell the kind,
    so that the right reader can say what is wrong with it."""
    head = data[:65536]
    for mark, kind in (
        (b"opendocument.text", "odt"),
        (b"word/", "docx"),
        (b"xl/", "xlsx"),
        (b"ppt/", "pptx"),
    ):
        if mark in head and (kind == "odt" or b"[Content_Types].xml" in head):
            return kind
    return "zip"


def _kind_of_ole2(data: bytes, name: str) -> str:
    def stream(title: str) -> bool:
        return title.encode("utf-16-le") in data

    if stream("EncryptedPackage"):
        raise ExtractionError(
            name,
            "the document is protected by a password: open it, remove the password and save it",
        )
    for title, kind in (
        ("WordDocument", "doc"),
        ("Workbook", "xls"),
        ("PowerPoint Document", "ppt"),
        ("Book", "xls"),
    ):
        if stream(title):
            return kind
    if stream("__substg1.0_"):
        raise ExtractionError(name, "an Outlook message cannot be read: " + _SAVE_AS)
    wanted = ENDINGS.get(ending_of(name))
    return wanted if wanted in ("doc", "xls", "ppt") else "doc"


def _refuse_unsupported(data: bytes, name: str) -> None:
    for magic, kind, remedy in _UNSUPPORTED:
        # short magics ("MZ", "ID3", "BZh") may begin an honest text
        if data.startswith(magic) and (len(magic) > 3 or looks_binary(data)):
            raise ExtractionError(name, f"the file is {kind}: {remedy}")
    if data[4:8] == b"ftyp":
        raise ExtractionError(name, "the file is a video or a phone's photograph: " + _NO_DOCUMENT)
    if data.startswith(b"RIFF") and data[8:12] in (b"WAVE", b"AVI "):
        raise ExtractionError(name, "the file is a recording: " + _NO_DOCUMENT)
    if data[257:262] == b"ustar":
        raise ExtractionError(name, "the file is a tar archive: " + _UNPACK)


def _kind_of_text(data: bytes, name: str) -> str:
    named = ENDINGS.get(ending_of(name))
    encoding = unicode_encoding(data)
    head = data[:16384].decode(encoding or "latin-1", "replace").lstrip("\ufeff")
    if _HTML_START.match(head):
        return "html"
    if named in ("markdown", "csv"):
        return named
    tags = len(_HTML_TAG.findall(head))
    if named == "html":
        return "html" if tags else "text"
    if named is None and head.lstrip().startswith("<") and tags >= 3:
        return "html"
    return "text"
