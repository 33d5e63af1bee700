"""Bad DOCX files: broken, encrypted, mislabelled, empty, and made to do harm."""

from __future__ import annotations

from .bad_file import (
    DAMAGED,
    DEEP,
    NO_TEXT,
    PASSWORD,
    BadFile,
    flag_as_encrypted,
    half,
    laughs,
    repeated_noise,
    with_method,
    with_wrong_checksum,
)
from .office_files import CZECH, W, docx_file, docx_parts, paragraph, word_xml, zip_file
from .ole2_files import doc_file, ole2_file


def _docx_with(part: str, content: str | bytes) -> bytes:
    return zip_file({**docx_parts(paragraph(CZECH)), part: content})


def _docx_without(part: str) -> bytes:
    parts = docx_parts(paragraph(CZECH))
    del parts[part]
    return zip_file(parts)


def _entities(declarations: str, reference: str) -> str:
    return f"<!DOCTYPE x [{declarations}]>" + word_xml(paragraph(reference))


def _nested_boxes(depth: int) -> str:
    begin = "<w:p><w:r><w:txbxContent>" * depth
    return begin + paragraph(CZECH) + "</w:txbxContent></w:r></w:p>" * depth


_PICTURE = "<w:p><w:r><w:drawing/></w:r></w:p>"
_UTF_16_LAUGHS = ('<?xml version="1.0" encoding="UTF-16"?>' + _entities(laughs(), "&l9;")).encode(
    "utf-16"
)

BAD_DOCX_FILES = [
    BadFile("empty.docx", "docx", "empty", lambda: b""),
    BadFile("plain text.docx", "docx", "not an office document", lambda: CZECH.encode() * 9),
    BadFile("cut in half.docx", "docx", DAMAGED, lambda: half(docx_file(paragraph(CZECH)))),
    BadFile("no body.docx", "docx", "missing", lambda: _docx_without("word/document.xml")),
    BadFile(
        "ends early.docx",
        "docx",
        "line 1",
        lambda: _docx_with("word/document.xml", word_xml(paragraph(CZECH))[:-30]),
    ),
    BadFile(
        "billion laughs.docx",
        "docx",
        "entities",
        lambda: _docx_with("word/document.xml", _entities(laughs(), "&l9;")),
    ),
    BadFile(
        "billion laughs in UTF-16.docx",
        "docx",
        "entities",
        lambda: _docx_with("word/document.xml", _UTF_16_LAUGHS),
    ),
    BadFile(
        "reads a file.docx",
        "docx",
        "entities",
        lambda: _docx_with(
            "word/document.xml", _entities('<!ENTITY e SYSTEM "file:///etc/passwd">', "&e;")
        ),
    ),
    BadFile(
        "asks the network.docx",
        "docx",
        "entities",
        lambda: _docx_with(
            "word/document.xml", _entities('<!ENTITY % e SYSTEM "http://localhost:9/"> %e;', "x")
        ),
    ),
    BadFile(
        "hundred thousand levels.docx",
        "docx",
        "levels deep",
        lambda: docx_file("<w:sdt>" * DEEP + "</w:sdt>" * DEEP),
    ),
    BadFile(
        "hundred thousand tables.docx",
        "docx",
        "levels deep",
        lambda: docx_file("<w:tbl><w:tr><w:tc>" * DEEP + "</w:tc></w:tr></w:tbl>" * DEEP),
    ),
    BadFile("boxes in boxes.docx", "docx", "text boxes", lambda: docx_file(_nested_boxes(60))),
    BadFile(
        "attributes.docx",
        "docx",
        "attributes",
        lambda: docx_file("<w:p " + " ".join(f'a{n}="1"' for n in range(5000)) + "/>"),
    ),
    BadFile(
        "bomb.docx",
        "docx",
        "times its packed size",
        lambda: _docx_with("word/document.xml", b" " * (15 << 20)),
    ),
    BadFile(
        "larger than allowed.docx",
        "docx",
        "unpacks to more than 16 MB",
        lambda: _docx_with("word/document.xml", repeated_noise(17 << 20)),
    ),
    BadFile(
        "checksum.docx",
        "docx",
        "do not unpack",
        lambda: with_wrong_checksum(docx_file(paragraph(CZECH)), "word/document.xml"),
    ),
    BadFile(
        "encrypted member.docx",
        "docx",
        PASSWORD,
        lambda: flag_as_encrypted(docx_file(paragraph(CZECH))),
    ),
    BadFile(
        "password.docx",
        "docx",
        PASSWORD,
        lambda: ole2_file({"EncryptionInfo": b"x" * 99, "EncryptedPackage": b"y" * 5000}),
    ),
    BadFile("old under a new name.docx", "docx", "old Office file", lambda: doc_file(CZECH)),
    BadFile("pictures only.docx", "docx", NO_TEXT, lambda: docx_file(_PICTURE)),
    BadFile(
        "too long.docx", "docx", "longer than", lambda: docx_file(paragraph("slovo ") * 40_000)
    ),
    BadFile(
        "unknown encoding.docx",
        "docx",
        "unknown encoding",
        lambda: _docx_with("word/document.xml", '<?xml version="1.0" encoding="klingon"?><a/>'),
    ),
    BadFile(
        "web page inside.docx",
        "docx",
        "not a Word document",
        lambda: _docx_with("word/document.xml", "<html><body>text</body></html>"),
    ),
    BadFile(
        "Deflate64.docx",
        "docx",
        "method",
        lambda: with_method(docx_file(paragraph(CZECH)), 9),
    ),
    BadFile(
        "members.docx",
        "docx",
        "more than 100 files",
        lambda: zip_file({**docx_parts(""), **{f"word/{n}.xml": "" for n in range(200)}}),
    ),
    BadFile(
        "broken notes.docx",
        "docx",
        "word/footnotes.xml",
        lambda: _docx_with("word/footnotes.xml", f'<w:footnotes xmlns:w="{W}"><w:foot'),
    ),
    BadFile(
        "undeclared prefix.docx",
        "docx",
        "unbound prefix",
        lambda: _docx_with("word/document.xml", "<w:document><w:body/></w:document>"),
    ),
]
