"""Files and folders → documents of the corpus.

Files are read in parallel, each in a child process under its limits; what is read becomes
searchable batch by batch, so that an interruption costs at most one batch. A file that cannot be
read is recorded with its reason and never stops the rest.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from simdoc.answers import AddedDocument
from simdoc.engine.engine import Engine, Limits
from simdoc.errors import ExtractionError, TaskMemoryLimit, TaskTimeLimit
from simdoc.files import collect_metadata, file_hash
from simdoc.metadata import Metadata
from simdoc.registry.rows import DocumentRow, NewDocument
from simdoc.registry.schema import FAILED
from simdoc.settings import ExtractionSettings
from simdoc.stores import BATCH_CHARACTERS, ORIGINALS_FOLDER, Stores
from simdoc.text import ocr
from simdoc.text.extract import ExtractRequest, extract_file, keep_original
from simdoc.text.extracted import Extraction

BATCH_DOCUMENTS = 500
BATCH_SECONDS = 5.0
"""A batch is closed by its size, its count or its age: nothing read waits long to be searchable."""
STORED_AT_ONCE = 50
"""Documents in one transaction: others wait for the database some 25 ms at most."""

UNCHANGED = "unchanged"
"""The status of a document that was there already."""

Progress = Callable[[AddedDocument], None]


@dataclass(frozen=True)
class AddOptions:
    """How documents are added. `replace` makes changed bytes at a known path a new version of the
    document there; otherwise they become a document of their own."""

    file_type: str | None = None
    replace: bool = False
    owner: str | None = None
    metadata: Metadata | None = None
    """For every document added; wins over metadata.csv."""


class Watch:
    """What an addition tells whoever watches it and asks of them; another thread may look."""

    def __init__(self) -> None:
        self.files = 0
        """How many files there are in all."""
        self.read = 0
        """How many have been read, or need not be."""
        self.stop = False
        """Set by who watches: nothing more is read, and what was read is kept."""


class Adding:
    """One run of adding: `documents` brings the files in and yields what became of each."""

    def __init__(
        self,
        stores: Stores,
        engine: Engine,
        options: AddOptions,
        lying: Mapping[Path, Path] | None = None,
        watch: Watch | None = None,
    ) -> None:
        """`lying` tells where the bytes of a file are that is not where it says: an upload."""
        self._stores = stores
        self._engine = engine
        self._options = options
        self._lying = lying or {}
        self._watch = watch or Watch()
        self._metadata: dict[Path, Metadata] = {}
        self._ordinals: dict[str, int] = {}
        self._waiting: list[NewDocument] = []
        self._characters = 0
        self._since = 0.0

    def documents(self, files: dict[Path, Path]) -> Iterator[AddedDocument]:
        """What became of each document, as soon as it is certain: a document reported searchable
        is on disk and found from then on."""
        self._metadata = collect_metadata(files)
        self._ordinals = {str(file): ordinal for ordinal, file in enumerate(files)}
        self._watch.files = len(files)
        with self._stores.writing():
            unchanged: list[AddedDocument] = []
            settings = self._stores.settings.extraction
            for outcome in self._engine.run(
                extract_file, self._requests(files, unchanged), limits_of(settings)
            ):
                yield from unchanged
                unchanged.clear()
                self._watch.read += 1
                request = outcome.item
                extractions = outcome.result
                if outcome.error is not None or extractions is None:
                    extractions = [_unread(request, outcome.error)]
                self._keep_unread(Path(request.path), extractions)
                if not self._waiting:
                    self._since = time.monotonic()
                for extraction in extractions:
                    self._waiting.append(self._new_document(Path(request.path), extraction))
                    self._characters += len(self._waiting[-1].text or "")
                if self._is_due():
                    yield from self._commit()
                if self._watch.stop:
                    break
            yield from unchanged
            yield from self._commit()
            self._stores.merge()

    def _requests(
        self, files: Iterable[Path], unchanged: list[AddedDocument]
    ) -> Iterator[ExtractRequest]:
        """One request a file, except where the same bytes are known at the same path."""
        settings = self._stores.settings.extraction
        originals = str(self._stores.folder / ORIGINALS_FOLDER) if settings.keep_originals else None
        for file in files:
            if self._watch.stop:
                return
            known = _settled(self._stores.registry.find_by_path(str(file)))
            digest = self._digest(file) if known else ""
            same = [row for row in known if digest and row.file_hash == digest]
            if same:
                unchanged.append(_unchanged(same[0]))
                self._watch.read += 1
                continue
            lies = str(self._lying[file]) if file in self._lying else None
            yield ExtractRequest(str(file), settings, self._options.file_type, originals, lies)

    def _digest(self, file: Path) -> str:
        return file_hash(self._lying.get(file, file))

    def _keep_unread(self, file: Path, extractions: Iterable[Extraction]) -> None:
        """Keep the bytes of an upload that cannot be read: another attempt has no others."""
        if file in self._lying and any(e.error and e.member is None for e in extractions):
            data = self._lying[file].read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            keep_original(self._stores.folder / ORIGINALS_FOLDER, digest, data)

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
        # Files are read in any order; doc_ids follow the order in which they were given.
        batch.sort(key=lambda new: self._ordinals.get((new.path or "").split("!/")[0], 0))
        with self._stores.storing():
            done = self._store(batch)
        texts = [
            (added.doc_id, new.text)
            for new, added in done
            if new.text is not None and added.doc_id is not None and added.status != UNCHANGED
        ]
        if texts:
            self._stores.index_texts(texts)
        rows = self._stores.registry.get_many([a.doc_id for _, a in done if a.doc_id is not None])
        return [self._outcome(new, added, rows) for new, added in done]

    def _store(self, batch: list[NewDocument]) -> list[tuple[NewDocument, AddedDocument]]:
        """The batch in the registry: each as a document of its own, as another attempt at one that
        failed, or not at all because it is there."""
        registry = self._stores.registry
        owner = self._options.owner
        decided = [self._decided(new) for new in batch]
        fresh = [new for new, added in decided if added.doc_id is None]
        doc_ids = iter(registry.add_documents(fresh, by=owner))
        done = []
        for new, added in decided:
            if added.doc_id is None:
                added = dataclasses.replace(added, doc_id=next(doc_ids))
            elif added.status != UNCHANGED:
                registry.refill(added.doc_id, new, by=owner)
            done.append((new, added))
        return done

    def _decided(self, new: NewDocument) -> tuple[NewDocument, AddedDocument]:
        """What to do with a document, given what is known at its path: with a doc_id if it has one
        already."""
        path = new.path or ""
        everything = self._stores.registry.find_by_path(path)
        known = _settled(everything)
        same = [row for row in known if new.file_hash and row.file_hash == new.file_hash]
        if same:
            return new, _unchanged(same[0])
        added = AddedDocument(None, path, "searchable", new.reason, new.title, notes=new.notes)
        if known and self._options.replace:
            new = dataclasses.replace(new, replaces=known[0].doc_id)
            added = dataclasses.replace(added, replaces=known[0].doc_id)
        elif known:
            note = (
                f"document {known[0].doc_id} was at this path before; "
                "add with --replace to make this its new version"
            )
            added = dataclasses.replace(added, notes=(*added.notes, note))
        failed = [row for row in everything if row.status == FAILED]
        if failed:
            added = dataclasses.replace(added, doc_id=failed[0].doc_id)
        return new, added

    def _outcome(
        self, new: NewDocument, added: AddedDocument, rows: dict[int, DocumentRow]
    ) -> AddedDocument:
        if added.status == UNCHANGED:
            return added
        row = rows[added.doc_id or 0]
        twins = self._stores.registry.find_by_hash(new.file_hash) if new.file_hash else []
        return dataclasses.replace(
            added,
            status=row.status,
            reason=row.reason,
            words=row.words,
            identical_to=tuple(twin.doc_id for twin in twins if twin.doc_id != row.doc_id),
        )

    def _new_document(self, file: Path, extraction: Extraction) -> NewDocument:
        """The registry's row: what the options say wins over what the table says, and that over
        what the file says of itself."""
        path = str(file) if extraction.member is None else f"{file}!/{extraction.member}"
        told = _over(self._options.metadata, self._metadata.get(file, Metadata()))
        row = NewDocument(
            file_hash=extraction.file_hash or (self._digest(file) if str(file) == path else ""),
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


def _settled(rows: Iterable[DocumentRow]) -> list[DocumentRow]:
    """Those that have a text; the others wait for another attempt."""
    return [row for row in rows if row.status != FAILED]


def _over(first: Metadata | None, second: Metadata) -> Metadata:
    """The first, and where it says nothing the second."""
    if first is None:
        return second
    said = {name: value for name, value in dataclasses.asdict(first).items() if value is not None}
    return dataclasses.replace(second, **said)


def limits_of(settings: ExtractionSettings) -> Limits:
    """The limits of reading one file."""
    seconds = settings.seconds * (ocr.TIME_FACTOR if settings.ocr and ocr.installed() else 1)
    return Limits(seconds=seconds, memory_megabytes=settings.memory_megabytes)


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
    path = Path(request.lies or request.path)
    size = path.stat().st_size if path.exists() else 0
    return Extraction(None, file_hash(path), size, error=ExtractionError(request.path, reason))


def _unchanged(row: DocumentRow) -> AddedDocument:
    return AddedDocument(row.doc_id, row.path or "", UNCHANGED, row.reason, row.title, row.words)
