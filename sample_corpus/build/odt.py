"""Documents → ODT, written as the plain XML that an OpenDocument text is."""

from __future__ import annotations

from xml.sax.saxutils import escape

from sample_corpus.build.blocks import Block, Document
from sample_corpus.build.packages import write_package

_MIME = "application/vnd.oasis.opendocument.text"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{prefix}="{_OASIS}:{name}"'
    for prefix, name in {
        "office": "office:1.0",
        "text": "text:1.0",
        "style": "style:1.0",
        "meta": "meta:1.0",
        "manifest": "manifest:1.0",
        "fo": "xsl-fo-compatible:1.0",
    }.items()
)
_DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_COUNTRIES = {"en": "GB", "cs": "CZ", "sk": "SK"}
_STYLES = """<office:automatic-styles>
<style:style style:name="Front" style:family="paragraph">
<style:paragraph-properties fo:break-after="page"/></style:style>
<style:style style:name="Indented" style:family="paragraph">
<style:paragraph-properties fo:margin-left="1cm" fo:margin-right="1cm"/></style:style>
</office:automatic-styles>"""


def write_odt(document: Document) -> bytes:
    """The bytes of the document's ODT; a declaration makes the first page a front page."""
    body = [_heading(document.title, 1), f"<text:p>{escape(document.author)}</text:p>"]
    for ordinal, text in enumerate(document.declaration):
        last = ordinal == len(document.declaration) - 1
        style = ' text:style-name="Front"' if last else ""
        body.append(
            _heading(text, 2) if ordinal == 0 else f"<text:p{style}>{escape(text)}</text:p>"
        )
    body += [_block(block, document.notes) for block in document.blocks]
    text = "\n".join(body)
    content = (
        f'{_HEAD}<office:document-content {_NAMES} office:version="1.2">{_STYLES}<office:body>'
        f"<office:text>\n{text}\n</office:text></office:body></office:document-content>"
    )
    return write_package(
        {
            "mimetype": _MIME.encode(),
            "content.xml": content.encode(),
            "styles.xml": _styles(document.language).encode(),
            "meta.xml": _meta(document).encode(),
            "META-INF/manifest.xml": _manifest().encode(),
        }
    )


def _heading(text: str, level: int) -> str:
    return f'<text:h text:outline-level="{level}">{escape(text)}</text:h>'


def _block(block: Block, notes: tuple[str, ...]) -> str:
    inside = ""
    for run in block.runs:
        inside += escape(run.text)
        if run.note:
            inside += (
                f'<text:note text:id="ftn{run.note}" text:note-class="footnote">'
                f"<text:note-citation>{run.note}</text:note-citation><text:note-body>"
                f"<text:p>{escape(notes[run.note - 1])}</text:p></text:note-body></text:note>"
            )
    if block.kind in ("heading", "subheading"):
        level = 1 if block.kind == "heading" else 2
        return f'<text:h text:outline-level="{level}">{inside}</text:h>'
    if block.kind == "item":
        return f"<text:list><text:list-item><text:p>{inside}</text:p></text:list-item></text:list>"
    style = ' text:style-name="Indented"' if block.kind == "quote" else ""
    return f"<text:p{style}>{inside}</text:p>"


def _styles(language: str) -> str:
    return (
        f'{_HEAD}<office:document-styles {_NAMES} office:version="1.2"><office:styles>'
        '<style:default-style style:family="paragraph"><style:text-properties '
        f'fo:font-size="12pt" fo:language="{language}" fo:country="{_COUNTRIES[language]}"/>'
        "</style:default-style></office:styles></office:document-styles>"
    )


def _meta(document: Document) -> str:
    return (
        f'{_HEAD}<office:document-meta {_NAMES} {_DC} office:version="1.2"><office:meta>'
        f"<dc:title>{escape(document.title)}</dc:title>"
        f"<meta:initial-creator>{escape(document.author)}</meta:initial-creator>"
        f"<meta:creation-date>{document.date}T12:00:00</meta:creation-date>"
        f"<dc:date>{document.date}T12:00:00</dc:date><dc:language>{document.language}</dc:language>"
        "</office:meta></office:document-meta>"
    )


def _manifest() -> str:
    entries = [f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>']
    entries += [
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>'
        for name in ("content.xml", "styles.xml", "meta.xml")
    ]
    return f"{_HEAD}<manifest:manifest {_NAMES}>{''.join(entries)}</manifest:manifest>"
