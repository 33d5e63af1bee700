"""All sources → all documents, metadata.csv and truth.json."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sample_corpus.build.bad_files import (
    write_broken_pdf,
    write_encrypted_pdf,
    write_scanned_pdf,
)
from sample_corpus.build.blocks import Document, make_document
from sample_corpus.build.docx import write_docx
from sample_corpus.build.odt import write_odt
from sample_corpus.build.pdf import write_pdf
from sample_corpus.build.plants import expand_plants
from sample_corpus.build.rtf import write_rtf
from sample_corpus.build.sources import (
    METADATA,
    Source,
    SourceError,
    read_declarations,
    read_sources,
    read_unrelated,
)
from sample_corpus.build.truth import extracted_text, find_declaration, find_places, pair_places
from sample_corpus.build.web import write_html, write_text, write_windows_text

WRITERS: dict[str, Callable[[Document], bytes]] = {
    "pdf-scanned": write_scanned_pdf,
    "pdf-encrypted": write_encrypted_pdf,
    "pdf-broken": write_broken_pdf,
    "docx": write_docx,
    "odt": write_odt,
    "rtf": write_rtf,
    "html": write_html,
    "txt": write_text,
    "txt-cp1250": write_windows_text,
    "empty": lambda document: b"",
}


@dataclass(frozen=True)
class Planned:
    """A source and the document it is to become."""

    source: Source
    document: Document

    def content(self) -> bytes:
        """The bytes of the file; the same whenever they are asked for."""
        colours = ("pdf", "docx", "html")
        white = any(run.white for block in self.document.blocks for run in block.runs)
        if white and self.source.format not in colours:
            raise SourceError(f"{self.source.slug}: white text is written into {colours} only")
        if self.source.format == "pdf":
            return write_pdf(self.document, self.source.layout)
        return WRITERS[self.source.format](self.document)


def plan_corpus() -> list[Planned]:
    """All documents in the order of their files."""
    declarations = read_declarations()
    planned = [
        Planned(expanded.source, make_document(expanded, declarations))
        for expanded in expand_plants(read_sources())
    ]
    return sorted(planned, key=lambda one: one.source.file)


def metadata_table(planned: list[Planned]) -> str:
    """The text of metadata.csv."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("file", *METADATA))
    for one in planned:
        table.writerow((one.source.file, *(one.source.metadata[key] for key in METADATA)))
    return out.getvalue()


def truth(planned: list[Planned], contents: dict[str, bytes]) -> dict[str, object]:
    """What is planted where: pairs of passages, documents that share nothing, declarations."""
    places = []
    declared: dict[str, list[dict[str, object]]] = {}
    for one in planned:
        source, document = one.source, one.document
        if not source.readable:
            continue
        text = extracted_text(contents[source.file], source.file)
        places += find_places(source, document, text)
        if document.declaration:
            start, end = find_declaration(source, document, text)
            entry = {"file": source.file, "start": start, "end": end}
            declared.setdefault(source.language, []).append(entry)
    files = {one.source.slug: one.source.file for one in planned}
    return {
        "pairs": pair_places(places),
        "unrelated": [[files[first], files[second]] for first, second in read_unrelated()],
        "boilerplate": declared,
        "unreadable": [one.source.file for one in planned if not one.source.readable],
    }


def build(folder: Path) -> list[Path]:
    """Writes documents/ and truth.json below the folder; a document whose source is gone is
    removed. Returns the paths of the documents."""
    planned = plan_corpus()
    documents = folder / "documents"
    contents = {one.source.file: one.content() for one in planned}
    written = truth(planned, contents)  # before anything is written: it may find a mistake
    for file, content in contents.items():
        path = documents / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (documents / "metadata.csv").write_text(metadata_table(planned), "utf-8")
    lines = json.dumps(written, ensure_ascii=False, indent=1)
    (folder / "truth.json").write_text(lines + "\n", "utf-8")
    expected = {documents / file for file in contents}
    for path in sorted(documents.glob("*/*")):
        if path not in expected:
            path.unlink()
    for path in sorted(documents.glob("*/")):
        if not any(path.iterdir()):
            path.rmdir()
    return sorted(expected)
