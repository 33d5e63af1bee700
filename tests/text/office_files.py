"""Office files made by hand, part by part, for tests that need a certain element in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy."

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_WORD_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
ODF_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{_ODF}{name}:1.0"'
    for prefix, name in (
        ("office", "office"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"),
        ("meta", "meta"),
        ("manifest", "manifest"),
        ("presentation", "presentation"),
    )
)


def zip_file(members: Mapping[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP of these members in this order."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return target.getvalue()


def relationships(*entries: tuple[str, str, str]) -> str:
    """A .rels part of (id, last word of the type, target)."""
    lines = "".join(
        f'<Relationship Id="{identifier}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for identifier, kind, target in entries
    )
    return f'<Relationships xmlns="{_PACKAGE}">{lines}</Relationships>'


def content_types() -> str:
    """A [Content_Types].xml, enough to tell the kind of file."""
    return '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def word_xml(body: str) -> str:
    """word/document.xml with this body."""
    return f"<w:document {_WORD_NAMESPACES}><w:body>{body}</w:body></w:document>"


def paragraph(*runs: str) -> str:
    """A w:p of these runs; each is text unless it is markup."""
    return (
        "<w:p>"
        + "".join(
            run if run.startswith("<") else f'<w:r><w:t xml:space="preserve">{run}</w:t></w:r>'
            for run in runs
        )
        + "</w:p>"
    )


def docx_parts(body: str, notes: Mapping[str, str] | None = None) -> dict[str, str | bytes]:
    """The parts of a DOCX; `notes` are bodies of footnotes by id."""
    footnotes = "".join(
        f'<w:footnote w:id="{identifier}">{content}</w:footnote>'
        for identifier, content in (notes or {}).items()
    )
    return {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": relationships(("r1", "officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relationships(
            ("r1", "footnotes", "footnotes.xml"), ("r2", "styles", "styles.xml")
        ),
        "word/document.xml": word_xml(body),
        "word/footnotes.xml": (
            f'<w:footnotes {_WORD_NAMESPACES}><w:footnote w:type="separator" w:id="-1">'
            f"{paragraph('čára')}</w:footnote>{footnotes}</w:footnotes>"
        ),
        "word/styles.xml": (
            f"<w:styles {_WORD_NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>"
            '<w:lang w:val="cs-CZ"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>'
        ),
    }


def docx_file(body: str, notes: Mapping[str, str] | None = None) -> bytes:
    """A DOCX with this body."""
    return zip_file(docx_parts(body, notes))


def odt_content(body: str, styles: str = "", kind: str = "text") -> str:
    """content.xml with this body and these automatic styles."""
    return (
        f"<office:document-content {ODF_NAMESPACES}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
        "</office:document-content>"
    )


def odt_file(body: str, styles: str = "", kind: str = "text", **parts: str) -> bytes:
    """An OpenDocument file; `parts` are further parts, their dots as underscores."""
    members: dict[str, str | bytes] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": odt_content(body, styles, kind),
    }
    members |= {name.replace("_", "."): content for name, content in parts.items()}
    return zip_file(members)


def xlsx_parts(rows: str, strings: str = "", workbook: str | None = None) -> dict[str, str | bytes]:
    """The parts of a workbook with one sheet of these rows."""
    namespaces = (
        f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{_OFFICE}"'
    )
    sheets = '<sheets><sheet name="List 1" sheetId="1" r:id="r1"/></sheets>'
    return {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": relationships(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relationships(
            ("r1", "worksheet", "worksheets/sheet1.xml"), ("r2", "sharedStrings", "strings.xml")
        ),
        "xl/workbook.xml": workbook or f"<workbook {namespaces}>{sheets}</workbook>",
        "xl/strings.xml": f"<sst {namespaces}>{strings}</sst>",
        "xl/worksheets/sheet1.xml": (
            f'<worksheet {namespaces}><dimension ref="A1:XFD1048576"/>'
            f"<sheetData>{rows}</sheetData></worksheet>"
        ),
    }


def xlsx_file(rows: str, strings: str = "") -> bytes:
    """A workbook with one sheet of these rows."""
    return zip_file(xlsx_parts(rows, strings))


def pptx_parts(*slides: str) -> dict[str, str | bytes]:
    """The parts of a presentation, each slide given as the markup of its shapes."""
    namespaces = (
        'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        f'xmlns:r="{_OFFICE}"'
    )
    numbers = range(1, len(slides) + 1)
    order = "".join(f'<p:sldId id="{255 + n}" r:id="r{n}"/>' for n in numbers)
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": relationships(("r1", "officeDocument", "ppt/presentation.xml")),
        "ppt/_rels/presentation.xml.rels": relationships(
            *((f"r{n}", "slide", f"slides/slide{n}.xml") for n in numbers)
        ),
        "ppt/presentation.xml": (
            f"<p:presentation {namespaces}><p:sldIdLst>{order}</p:sldIdLst></p:presentation>"
        ),
    }
    for number, shapes in zip(numbers, slides, strict=True):
        parts[f"ppt/slides/slide{number}.xml"] = (
            f"<p:sld {namespaces}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"
        )
    return parts


def shape(*lines: str, placeholder: str = "") -> str:
    """A p:sp with these paragraphs."""
    kind = f'<p:nvSpPr><p:nvPr><p:ph type="{placeholder}"/></p:nvPr></p:nvSpPr>'
    text = "".join(
        f'<a:p><a:r><a:rPr lang="cs-CZ"/><a:t>{line}</a:t></a:r></a:p>' for line in lines
    )
    return f"<p:sp>{kind if placeholder else ''}<p:txBody>{text}</p:txBody></p:sp>"


def rtf_file(body: bytes, properties: bytes = b"") -> bytes:
    """An RTF document in code page 1250 with a Czech font, a Western font and Symbol."""
    return (
        rb"{\rtf1\ansi\ansicpg1250\deff0\deflang1029{\fonttbl{\f0\froman\fcharset238 Times;}"
        rb"{\f1\fswiss\fcharset0 Arial;}{\f2\ftech\fcharset2 Symbol;}{\f3\fcharset204 Cyr;}}"
        rb"{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}"
        + properties
        + body
        + b"}"
    )
