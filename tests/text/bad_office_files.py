"""Bad ODT, RTF, XLSX and PPTX files: broken, encrypted, mislabelled, empty, harmful."""

from __future__ import annotations

from .bad_docx_files import BAD_DOCX_FILES
from .bad_file import DAMAGED, DEEP, NO_TEXT, PASSWORD, BadFile, half, laughs
from .office_files import (
    CZECH,
    ODF_NAMESPACES,
    odt_content,
    odt_file,
    pptx_parts,
    relationships,
    rtf_file,
    shape,
    xlsx_file,
    xlsx_parts,
    zip_file,
)


def _odt_of(content: str) -> bytes:
    return zip_file({"mimetype": _ODT_TYPE, "content.xml": content})


_ODT_TYPE = "application/vnd.oasis.opendocument.text"
_ODT = [
    BadFile("cut in half.odt", "odt", DAMAGED, lambda: half(odt_file(f"<text:p>{CZECH}</text:p>"))),
    BadFile(
        "no content.odt",
        "odt",
        "missing",
        lambda: zip_file({"mimetype": _ODT_TYPE}),
    ),
    BadFile("nothing written.odt", "odt", NO_TEXT, lambda: odt_file("<text:p/><text:p> </text:p>")),
    BadFile(
        "password.odt",
        "odt",
        PASSWORD,
        lambda: zip_file(
            {
                "mimetype": _ODT_TYPE,
                "content.xml": b"\x8f\x01\xfe" * 100,
                "META-INF/manifest.xml": (
                    f"<manifest:manifest {ODF_NAMESPACES}><manifest:file-entry><manifest:"
                    "encryption-data/></manifest:file-entry></manifest:manifest>"
                ),
            }
        ),
    ),
    BadFile(
        "billion laughs.odt",
        "odt",
        "entities",
        lambda: _odt_of(f"<!DOCTYPE x [{laughs()}]>" + odt_content("&l9;")),
    ),
    BadFile(
        "hundred thousand lists.odt",
        "odt",
        "levels deep",
        lambda: odt_file("<text:list>" * DEEP + "</text:list>" * DEEP),
    ),
    BadFile(
        "frames in frames.odt",
        "odt",
        "text boxes",
        lambda: odt_file("<draw:frame><draw:text-box>" * 60 + "</draw:text-box></draw:frame>" * 60),
    ),
    BadFile(
        "not OpenDocument.odt",
        "odt",
        "not an OpenDocument",
        lambda: _odt_of("<a/>"),
    ),
    BadFile(
        "billions of spaces.odt",
        "odt",
        "longer than",
        lambda: odt_file('<text:p>x<text:s text:c="999999999"/>x</text:p>' * 300),
    ),
    BadFile("mismatched tags.odt", "odt", "mismatched tag", lambda: odt_file("<text:p>x</text:h>")),
]

_RTF = [
    BadFile("plain text.rtf", "rtf", "not an RTF", lambda: CZECH.encode()),
    BadFile("nothing written.rtf", "rtf", NO_TEXT, lambda: rtf_file(b"\\par\\par")),
    BadFile("million groups.rtf", "rtf", "nested more than", lambda: rtf_file(b"{" * 1_000_000)),
    BadFile("too long.rtf", "rtf", "longer than", lambda: rtf_file(rb"\'e1\'e8 " * 200_000)),
    BadFile(
        "picture only.rtf",
        "rtf",
        NO_TEXT,
        lambda: rtf_file(rb"{\pict\pngblip\bin20 }}}}}}}}}}}}}}}}}}}}}{\pict 89504e47}"),
    ),
    BadFile("cut in the font table.rtf", "rtf", NO_TEXT, lambda: rtf_file(b"x")[:60]),
    BadFile("picture past the end.rtf", "rtf", NO_TEXT, lambda: rtf_file(rb"\bin2147483647 abc")),
    BadFile(
        "notes in notes.rtf",
        "rtf",
        "nested more than 50",
        lambda: rtf_file(rb"{\footnote x" * 60 + b"}" * 60),
    ),
]

_XLSX = [
    BadFile("cut in half.xlsx", "xlsx", DAMAGED, lambda: half(xlsx_file("<row/>"))),
    BadFile(
        "no workbook.xlsx",
        "xlsx",
        "missing",
        lambda: zip_file({k: v for k, v in xlsx_parts("").items() if k != "xl/workbook.xml"}),
    ),
    BadFile("no cells.xlsx", "xlsx", NO_TEXT, lambda: xlsx_file('<row r="1048576"/>')),
    BadFile(
        "binary.xlsx",
        "xlsx",
        ".xlsb",
        lambda: zip_file(
            {
                "[Content_Types].xml": "<Types/>",
                "_rels/.rels": relationships(("r1", "officeDocument", "xl/workbook.bin")),
                "xl/workbook.bin": b"\x83\x01",
            }
        ),
    ),
    BadFile(
        "one string a million times.xlsx",
        "xlsx",
        "longer than",
        lambda: xlsx_file(
            '<row><c t="s"><v>0</v></c></row>' * 10_000, f"<si><t>{'slovo ' * 1000}</t></si>"
        ),
    ),
    BadFile(
        "entities in strings.xlsx",
        "xlsx",
        "entities",
        lambda: zip_file(
            {**xlsx_parts(""), "xl/strings.xml": f"<!DOCTYPE x [{laughs()}]><x>&l9;</x>"}
        ),
    ),
    BadFile(
        "broken sheet.xlsx",
        "xlsx",
        "xl/worksheets/sheet1.xml",
        lambda: zip_file({**xlsx_parts(""), "xl/worksheets/sheet1.xml": b"\x00\x01\x02"}),
    ),
    BadFile(
        "not a workbook.xlsx",
        "xlsx",
        "not an Excel workbook",
        lambda: zip_file(xlsx_parts("", workbook="<workbook/>")),
    ),
]

_PPTX = [
    BadFile("cut in half.pptx", "pptx", DAMAGED, lambda: half(zip_file(pptx_parts("")))),
    BadFile("no shapes.pptx", "pptx", NO_TEXT, lambda: zip_file(pptx_parts("", ""))),
    BadFile(
        "slide numbers only.pptx",
        "pptx",
        NO_TEXT,
        lambda: zip_file(pptx_parts(shape("1", placeholder="sldNum"))),
    ),
    BadFile(
        "broken slide.pptx",
        "pptx",
        "ppt/slides/slide2.xml",
        lambda: zip_file({**pptx_parts(shape("a"), ""), "ppt/slides/slide2.xml": "<p:sld"}),
    ),
    BadFile(
        "not a presentation.pptx",
        "pptx",
        "not a PowerPoint",
        lambda: zip_file({**pptx_parts(""), "ppt/presentation.xml": "<presentation/>"}),
    ),
    BadFile(
        "hundred thousand groups.pptx",
        "pptx",
        "levels deep",
        lambda: zip_file(pptx_parts("<p:grpSp>" * DEEP + "</p:grpSp>" * DEEP)),
    ),
]


BAD_DOCUMENTS = [*BAD_DOCX_FILES, *_ODT, *_RTF, *_XLSX, *_PPTX]
