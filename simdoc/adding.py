"""Files and folders → documents of the corpus.

Files are read in parallel, each in a child process under its limits; what is read becomes
searchable batch by batch, so that an interruption costs at most one batch. A file that cannot be
read is recorded with its reason and never stops the rest.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from simdoc.answers import AddedDocument
from simdoc.engine.engine import Engine, Limits
from simdoc.errors import ExtractionError, SimdocError, TaskMemoryLimit, TaskTimeLimit
from simdoc.metadata import FILE_NAME, Metadata, read_metadata
from simdoc.registry.rows import DocumentRow, NewDocument
from simdoc.registry.schema import FAILED
from simdoc.settings import ExtractionSettings
from simdoc.stores import BATCH_CHARACTERS, Stores
from simdoc.text import ocr
from simdoc.text.extract import ExtractRequest, extract_file
from simdoc.text.extracted import Extraction

BATCH_DOCUMENTS = 500
BATCH_SECONDS = 5.0
"""A batch is closed by its size, its count or its age: nothing read waits long to be searchable."""
STORED_AT_ONCE = 50
"""Documents in one transaction: others wait for the database some 25 ms at most."""
OCR_TIMES = 10
"""Recognising a scan may take this many times the ordinary limit."""

Progress = Callable[[AddedDocument], None]


def collect_files(paths: Iterable[Path]) -> dict[Path, Path]:
    """All files under the paths, absolute, folders in order of name, each with the folder that it
    was found under. Hidden files, editors' lock files and metadata.csv are no documents; a path
    that does not exist is refused."""
    found: dict[Path, Path] = {}
    for path in paths:
        root = Path(os.path.abspath(path))
        if root.is_dir():
            for folder, folders, names in os.walk(root):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                for name in sorted(names):
                    if not name.startswith((".", "~$")) and name != FILE_NAME:
                        found[Path(folder) / name] = root
        elif root.exists():
            found[root] = root.parent
        else:
            raise SimdocError(f"{root}: no such file or folder; check the path")
    return found


def collect_metadata(files: dict[Path, Path]) -> dict[Path, Metadata]:
    """What the metadata.csv nearest above each file says of it. Reads every table before anything
    is added, so that a mistake in one is told at once."""
    tables: dict[Path, dict[Path, Metadata]] = {}
    told: dict[Path, Metadata] = {}
    for file, root in files.items():
        for folder in (file.parent, *file.parent.parents):
            if folder not in tables:
                tables[folder] = read_metadata(folder)
            row = tables[folder].get(file) or tables[folder].get(file.resolve())
            if row is not None:
                told[file] = row
            if row is not None or folder == root:
                break
    return told


@dataclass(frozen=True)
class AddOptions:
    """How documents are added. `replace` makes changed bytes at a known path a new version of the
    document there; otherwise they become a document of their own."""

    file_type: str | None = None
    replace: bool = False
    owner: str | None = None
    metadata: Metadata | None = None
    """For every document added; wins over metadata.csv."""


class Adding:
    """One run of adding: `documents` brings the files in and yields what became of each."""

    def __init__(self, stores: Stores, engine: Engine, options: AddOptions) -> None:
        self._stores = stores
        self._engine = engine
        self._options = options
        self._metadata: dict[Path, Metadata] = {}
        self._waiting: list[tuple[NewDocument, AddedDocument]] = []
        self._characters = 0
        self._since = 0.0

    def documents(self, files: dict[Path, Path]) -> Iterator[AddedDocument]:
        """What became of each document, as soon as it is certain: a document reported searchable
        is on disk and found from then on."""
        self._metadata = collect_metadata(files)
        with self._stores.writing():
            unchanged: list[AddedDocument] = []
            settings = self._stores.settings.extraction
            for outcome in self._engine.run(
                extract_file, self._requests(files, unchanged), limits_of(settings)
            ):
                yield from unchanged
                unchanged.clear()
                request = outcome.item
                extractions = outcome.result
                if outcome.error is not None or extractions is None:
                    extractions = [_unread(request, outcome.error)]
                for extraction in extractions:
                    self._take(request, extraction, unchanged)
                if self._is_due():
                    yield from self._commit()
            yield from unchanged
            yield from self._commit()
            self._stores.index.merge()

    def _requests(
        self, files: Iterable[Path], unchanged: list[AddedDocument]
    ) -> Iterator[ExtractRequest]:
        """One request a file, except where the same bytes are known at the same path."""
        settings = self._stores.settings.extraction
        originals = str(self._stores.folder / "originals") if settings.keep_originals else None
        for file in files:
            known = self._stores.registry.find_by_path(str(file))
            known = [row for row in known if row.status != FAILED]
            if known and any(row.file_hash == file_hash(file) for row in known):
                unchanged.append(_unchanged(known[0]))
                continue
            yield ExtractRequest(str(file), settings, self._options.file_type, originals)

    def _take(
        self, request: ExtractRequest, extraction: Extraction, unchanged: list[AddedDocument]
    ) -> None:
        """Put one document into the batch, or find that there is nothing to do."""
        registry = self._stores.registry
        path = request.path if extraction.member is None else f"{request.path}!/{extraction.member}"
        known = registry.find_by_path(path)
        same = [row for row in known if row.file_hash == extraction.file_hash]
        if same and same[0].status != FAILED:
            unchanged.append(_unchanged(same[0]))
            return
        new = self._new_document(Path(request.path), path, extraction)
        added = AddedDocument(None, path, "searchable", new.reason, new.title, notes=new.notes)
        if same:  # it failed before: another attempt under the same doc_id
            added = dataclasses.replace(added, doc_id=same[0].doc_id)
        elif known and self._options.replace:
            new = dataclasses.replace(new, replaces=known[0].doc_id)
            added = dataclasses.replace(added, replaces=known[0].doc_id)
        elif known:
            note = (
                f"document {known[0].doc_id} was at this path before; "
                "add with --replace to make this its new version"
            )
            added = dataclasses.replace(added, notes=(*added.notes, note))
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append((new, added))
        self._characters += len(new.text or "")

    def _is_due(self) -> bool:
        return bool(self._waiting) and (
            len(self._waiting) >= BATCH_DOCUMENTS
            or self._characters >= BATCH_CHARACTERS
            or time.monotonic() - self._since >= BATCH_SECONDS
        )

    def _commit(self) -> list[AddedDocument]:
        """Store the batch, make it searchable, and say what became of it."""
        batch, self._waiting, self._characters = self._waiting, [], 0
        if not batch:
            return []
        registry = self._stores.registry
        owner = self._options.owner
        fresh = [new for new, added in batch if added.doc_id is None]
        doc_ids = iter(
            doc_id
            for at in range(0, len(fresh), STORED_AT_ONCE)
            for doc_id in registry.add_documents(fresh[at : at + STORED_AT_ONCE], by=owner)
        )
        done = []
        for new, added in batch:
            if added.doc_id is None:
                added = dataclasses.replace(added, doc_id=next(doc_ids))
            else:
                registry.refill(added.doc_id, new, by=owner)
            done.append((new, added))
        texts = [(a.doc_id, n.text) for n, a in done if n.text is not None and a.doc_id is not None]
        if texts:
            replaced = [
                n.replaces for n, _ in done if n.text is not None and n.replaces is not None
            ]
            self._stores.index_texts(texts, replaced)
        rows = registry.get_many([a.doc_id for _, a in done if a.doc_id is not None])
        return [self._outcome(new, added, rows) for new, added in done]

    def _outcome(
        self, new: NewDocument, added: AddedDocument, rows: dict[int, DocumentRow]
    ) -> AddedDocument:
        row = rows[added.doc_id or 0]
        twins = self._stores.registry.find_by_hash(new.file_hash)
        return dataclasses.replace(
            added,
            status=row.status,
            reason=row.reason,
            words=row.words,
            identical_to=tuple(twin.doc_id for twin in twins if twin.doc_id != row.doc_id),
        )

    def _new_document(self, file: Path, path: str, extraction: Extraction) -> NewDocument:
        """The registry's row: what the table says wins over what the file says of itself."""
        told = self._options.metadata or self._metadata.get(file, Metadata())
        row = NewDocument(
            file_hash=extraction.file_hash or file_hash(file),
            reason=extraction.error.reason if extraction.error else "could not be read",
            path=path,
            title=told.title or path.rsplit("/", 1)[-1],
            author=told.author,
            submitted=told.submitted,
            kind=told.kind,
            course=told.course,
            supervisor=told.supervisor,
            institution=told.institution,
            language=told.language,
            size=extraction.size,
            owner=self._options.owner,
        )
        extracted = extraction.extracted
        if extracted is None:
            return row
        return dataclasses.replace(
            row,
            reason=None,
            text=extracted.text,
            page_starts=extracted.page_starts,
            title=told.title or extracted.title or row.title,
            author=told.author or extracted.author,
            submitted=told.submitted or extracted.date,
            language=told.language or extracted.language,
            file_type=extracted.file_type,
            notes=extracted.notes,
        )


def limits_of(settings: ExtractionSettings) -> Limits:
    """The limits of reading one file."""
    seconds = settings.seconds * (OCR_TIMES if settings.ocr and ocr.installed() else 1)
    return Limits(seconds=seconds, memory_megabytes=settings.memory_megabytes)


def file_hash(path: Path) -> str:
    """SHA-256 of a file's bytes; empty when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def unread_reason(error: Exception | None, settings: ExtractionSettings) -> str:
    """Why a child process gave no text, for a reviewer."""
    if isinstance(error, TaskTimeLimit):
        return (
            f"reading took longer than {limits_of(settings).seconds:.0f} seconds and was stopped: "
            "raise extraction.seconds if the file is really that large"
        )
    if isinstance(error, TaskMemoryLimit):
        return (
            f"reading needed more than {settings.memory_megabytes} MB of memory and was stopped: "
            "the file may be a bomb; raise extraction.memory_megabytes if you trust it"
        )
    if isinstance(error, ExtractionError):
        return error.reason
    return f"the file broke the program that reads it ({error}): save it anew or as PDF"


def _unread(request: ExtractRequest, error: Exception | None) -> Extraction:
    reason = unread_reason(error, request.settings)
    path = Path(request.path)
    size = path.stat().st_size if path.exists() else 0
    return Extraction(None, file_hash(path), size, error=ExtractionError(request.path, reason))


def _unchanged(row: DocumentRow) -> AddedDocument:
    return AddedDocument(row.doc_id, row.path or "", "unchanged", row.reason, row.title, row.words)
