"""Documents → DOCX, with real footnotes and the properties that Word would fill in."""

from __future__ import annotations

import io
from datetime import datetime
from xml.sax.saxutils import escape

import docx
from docx.enum.text import WD_BREAK
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement
from docx.oxml.ns import nsdecls, qn
from docx.shared import RGBColor
from docx.text.paragraph import Paragraph

from sample_corpus.build.blocks import Document, Run
from sample_corpus.build.packages import read_package, write_package

_STYLES = {
    "heading": "Heading 1",
    "subheading": "Heading 2",
    "paragraph": "Normal",
    "quote": "Quote",
    "item": "List Bullet",
}
_LANGUAGES = {"en": "en-GB", "cs": "cs-CZ", "sk": "sk-SK"}
_FOOTNOTES = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"


def write_docx(document: Document) -> bytes:
    """The bytes of the document's DOCX; a declaration makes the first page a front page."""
    word = docx.Document()
    properties = word.core_properties
    properties.title, properties.author = document.title, document.author
    properties.last_modified_by = document.author.split(";")[0]
    properties.created = properties.modified = datetime.fromisoformat(document.date + "T12:00")
    properties.language = _LANGUAGES[document.language]
    properties.comments = ""
    for written_in in word.styles.element.iter(qn("w:lang")):
        written_in.set(qn("w:val"), _LANGUAGES[document.language])
    word.add_paragraph(document.title, "Title")
    word.add_paragraph(document.author)
    for ordinal, text in enumerate(document.declaration):
        word.add_paragraph(text, "Heading 2" if ordinal == 0 else "Normal")
    if document.declaration:
        word.paragraphs[-1].add_run().add_break(WD_BREAK.PAGE)
    for block in document.blocks:
        paragraph = word.add_paragraph("", _STYLES[block.kind])
        for run in block.runs:
            _add_run(paragraph, run)
    if document.notes:
        name = PackURI("/word/footnotes.xml")
        part = Part(name, _FOOTNOTES, _footnotes(document.notes), word.part.package)
        word.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    buffer = io.BytesIO()
    word.save(buffer)
    return write_package(read_package(buffer.getvalue()))


def _add_run(paragraph: Paragraph, run: Run) -> None:
    written = paragraph.add_run(run.text)
    if run.white:
        written.font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
    if run.note:
        caller = paragraph.add_run()
        caller.font.superscript = True
        reference = OxmlElement("w:footnoteReference")
        reference.set(qn("w:id"), str(run.note))
        caller._r.append(reference)


def _footnotes(notes: tuple[str, ...]) -> bytes:
    """The part that holds the footnotes; ids -1 and 0 are the lines that Word draws above them."""
    line = '<w:footnote w:type="{kind}" w:id="{id}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
    parts = [line.format(kind="separator", id=-1), line.format(kind="continuationSeparator", id=0)]
    for number, text in enumerate(notes, 1):
        mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
        words = f'<w:r><w:t xml:space="preserve"> {escape(text)}</w:t></w:r>'
        parts.append(f'<w:footnote w:id="{number}"><w:p>{mark}{words}</w:p></w:footnote>')
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return f"{head}<w:footnotes {nsdecls('w')}>{''.join(parts)}</w:footnotes>".encode()
