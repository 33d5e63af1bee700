"""Good office files made by the libraries that people use, for readers and fuzz tests."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable

import docx
import odf.dc
import odf.meta
import odf.opendocument
import odf.table
import odf.text
import openpyxl
import pptx
from docx.enum.text import WD_BREAK
from pptx.util import Inches

from .office_files import CZECH, rtf_file, zip_file
from .ole2_files import doc_file, summary_stream

SECOND = "Druhá věta o plagiátech má také několik slov."
DAY = datetime.datetime(2009, 5, 12, 10, 30)


def docx_thesis() -> bytes:
    """A DOCX by python-docx: heading, two pages, a table."""
    document = docx.Document()
    document.core_properties.title = "Diplomová práce"
    document.core_properties.author = "Jan Novák"
    document.core_properties.created = DAY
    document.add_heading("Úvod", 1)
    first = document.add_paragraph(CZECH)
    first.add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph(SECOND)
    table = document.add_table(2, 2)
    for index, word in enumerate(("jedna", "dvě", "tři", "čtyři")):
        table.cell(index // 2, index % 2).text = word
    document.add_paragraph("Závěr.")
    return _saved(document.save)


def odt_thesis() -> bytes:
    """An ODT by odfpy: heading, paragraph with a footnote, a list, a table."""
    document = odf.opendocument.OpenDocumentText()
    document.meta.addElement(odf.dc.Title(text="Diplomová práce"))
    document.meta.addElement(odf.meta.InitialCreator(text="Jan Novák"))
    document.meta.addElement(odf.meta.CreationDate(text="2009-05-12T10:30:00"))
    document.meta.addElement(odf.dc.Language(text="cs-CZ"))
    document.text.addElement(odf.text.H(outlinelevel=1, text="Úvod"))
    paragraph = odf.text.P(text=CZECH)
    note = odf.text.Note(noteclass="footnote")
    note.addElement(odf.text.NoteCitation(text="1"))
    body = odf.text.NoteBody()
    body.addElement(odf.text.P(text="Poznámka."))
    note.addElement(body)
    paragraph.addElement(note)
    document.text.addElement(paragraph)
    items = odf.text.List()
    for word in ("jedna", "dvě"):
        item = odf.text.ListItem()
        item.addElement(odf.text.P(text=word))
        items.addElement(item)
    document.text.addElement(items)
    table = odf.table.Table()
    row = odf.table.TableRow()
    for word in ("tři", "čtyři"):
        cell = odf.table.TableCell()
        cell.addElement(odf.text.P(text=word))
        row.addElement(cell)
    table.addElement(row)
    document.text.addElement(table)
    document.text.addElement(odf.text.P(text=SECOND))
    return _saved(document.write)


def xlsx_table() -> bytes:
    """A workbook by openpyxl: two sheets, a number, a formula, an empty column."""
    workbook = openpyxl.Workbook()
    workbook.properties.title = "Měření"
    workbook.properties.creator = "Jan Novák"
    workbook.properties.created = DAY
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "Data"
    sheet.append(["jméno", None, "počet"])
    sheet.append([CZECH, None, 42])
    sheet.append(["součet", None, "=SUM(C2:C2)"])
    workbook.create_sheet("Prázdný")
    workbook.create_sheet("Závěr").append([SECOND])
    return _saved(workbook.save)


def pptx_talk() -> bytes:
    """A presentation by python-pptx: two slides, a table, notes, a group."""
    presentation = pptx.Presentation()
    presentation.core_properties.title = "Obhajoba"
    presentation.core_properties.author = "Jan Novák"
    presentation.core_properties.created = DAY
    first = presentation.slides.add_slide(presentation.slide_layouts[0])
    first.shapes.title.text = "Úvod"
    first.placeholders[1].text = CZECH
    first.notes_slide.notes_text_frame.text = "Poznámka řečníka."
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    frame = second.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1))
    for index, word in enumerate(("jedna", "dvě", "tři", "čtyři")):
        frame.table.cell(index // 2, index % 2).text = word
    group = second.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = SECOND
    return _saved(presentation.save)


def rtf_thesis() -> bytes:
    """An RTF in code page 1250 with two pages, a footnote and a table."""
    first = b"".join(rb"\'%02x" % byte if byte > 127 else bytes([byte]) for byte in _cp1250(CZECH))
    body = first + rb"{\footnote Pozn\'e1mka.}\par\page " + SECOND.encode("cp1250")
    table = rb"\par\trowd jedna\cell dv\'ec\cell\row\pard Konec.\par"
    properties = rb"{\info{\title Pr\'e1ce}{\author Jan Nov\'e1k}{\creatim\yr2009\mo5\dy12\hr10}}"
    return rtf_file(body + table, properties)


def doc_thesis() -> bytes:
    """A Word 97 document."""
    summary = summary_stream(_cp1250("Práce"), _cp1250("Jan Novák"), 128_865_762_000_000_000)
    return doc_file(f"{CZECH}\n{SECOND}\n" * 20, **{"\x05SummaryInformation": summary})


def zip_of_theses() -> bytes:
    """A ZIP with documents in a folder and a ZIP inside."""
    inner = zip_file({"text.txt": CZECH})
    return zip_file({"práce/a.docx": docx_thesis(), "b.rtf": rtf_thesis(), "c.zip": inner})


def _cp1250(text: str) -> bytes:
    return text.encode("cp1250")


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    target = io.BytesIO()
    save(target)
    return target.getvalue()


GOOD_FILES: dict[str, Callable[[], bytes]] = {
    "thesis.docx": docx_thesis,
    "thesis.odt": odt_thesis,
    "thesis.rtf": rtf_thesis,
    "table.xlsx": xlsx_table,
    "talk.pptx": pptx_talk,
    "thesis.doc": doc_thesis,
    "theses.zip": zip_of_theses,
}
