"""Files that a reviewer asks about without adding them: kept under a token that nobody can guess.

An upload lives below `uploads/` of the corpus in a folder named by the SHA-256 of its token, so
that not even somebody who can list the folder knows a token. It is listed nowhere, belongs to no
search, and goes after some days (`upload.days`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import secrets
import shutil
import time
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from simdoc.adding import limits_of, unread_reason
from simdoc.comparing import Readable
from simdoc.engine.engine import Engine
from simdoc.errors import ExtractionError, UnknownUploadError
from simdoc.passages.comparison import PagedText
from simdoc.settings import Settings
from simdoc.text.extract import ExtractRequest, extract_file
from simdoc.text.extracted import Extraction

UPLOADS_FOLDER = "uploads"
_RECORD, _TEXT = "upload.json", "text"
_DAY = 86_400.0
_TOKEN_BYTES = 24


@dataclass(frozen=True)
class Upload:
    """One document of an uploaded file; `reason` tells why it could not be read, and then there
    is no text."""

    token: str
    name: str
    title: str
    author: str | None
    file_hash: str
    reason: str | None
    kept_at: float
    original: Path


class Uploads:
    """The uploads of a corpus folder."""

    def __init__(self, corpus_folder: Path, settings: Settings, engine: Engine) -> None:
        self._folder = corpus_folder / UPLOADS_FOLDER
        self._settings = settings
        self._engine = engine

    @property
    def days(self) -> int:
        """How long an upload lasts."""
        return self._settings.upload.days

    def keep(self, name: str, content: bytes) -> list[Upload]:
        """Keep a file and read it in a child process: one upload for each document in it, also
        for those that cannot be read. What is too old goes on the way."""
        self.remove_expired()
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        folder = self._place(token)
        folder.mkdir(parents=True, mode=0o700)
        original = folder / _file_name(name)
        original.write_bytes(content)
        request = ExtractRequest(str(original), self._settings.extraction)
        [outcome] = self._engine.run(extract_file, [request], limits_of(self._settings.extraction))
        extractions = outcome.result
        if outcome.error is not None or extractions is None:
            why = unread_reason(outcome.error, self._settings.extraction)
            extractions = [Extraction(None, "", 0, error=ExtractionError(name, why))]
        first = self._store(token, name, extractions[0], original)
        return [first] + [
            self._store(secrets.token_urlsafe(_TOKEN_BYTES), name, extraction, original)
            for extraction in extractions[1:]
        ]

    def open(self, token: str) -> Upload:
        """The upload of a token; UnknownUploadError when there is none, or none any more."""
        record = self._record(token)
        kept = {field: record[field] for field in _KEPT}
        return Upload(token, original=self._place(token) / str(record["original"]), **kept)

    def read(self, token: str) -> Readable:
        """The text of an upload, as a side of a question."""
        upload = self.open(token)
        if upload.reason is not None:
            raise ExtractionError(upload.name, upload.reason)
        record = self._record(token)
        text = (self._place(token) / _TEXT).read_bytes().decode("utf-8")
        paged = PagedText(text, tuple(record["page_starts"]))
        return Readable(paged, None, upload.title, None, upload.file_hash)

    def forget(self, token: str) -> None:
        """Erase an upload at once."""
        shutil.rmtree(self._place(token), ignore_errors=True)

    def remove_expired(self) -> int:
        """Erase what is older than the setting allows; how many uploads that were."""
        if not self._folder.is_dir():
            return 0
        end = time.time() - self._settings.upload.days * _DAY
        old = [entry for entry in os.scandir(self._folder) if entry.stat().st_mtime < end]
        for entry in old:
            shutil.rmtree(entry.path, ignore_errors=True)
        return len(old)

    def _place(self, token: str) -> Path:
        return self._folder / hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

    def _record(self, token: str) -> dict[str, Any]:
        try:
            record: dict[str, Any] = json.loads((self._place(token) / _RECORD).read_bytes())
        except (OSError, ValueError):
            raise UnknownUploadError from None
        if record["kept_at"] < time.time() - self._settings.upload.days * _DAY:
            raise UnknownUploadError
        return record

    def _store(self, token: str, name: str, extraction: Extraction, original: Path) -> Upload:
        folder = self._place(token)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        own = folder / original.name
        if own != original:
            os.link(original, own)  # of a ZIP each document's folder has the whole
        shown = extraction.member or name
        extracted = extraction.extracted
        reason = None if extraction.error is None else extraction.error.reason
        title = (extracted.title if extracted else None) or shown
        author = extracted.author if extracted else None
        upload = Upload(token, shown, title, author, extraction.file_hash, reason, time.time(), own)
        if extracted is not None:
            (folder / _TEXT).write_bytes(extracted.text.encode("utf-8"))
        record = dataclasses.asdict(upload) | {
            "original": own.name,
            "page_starts": extracted.page_starts if extracted else (),
        }
        del record["token"]
        (folder / _RECORD).write_text(json.dumps(record), "utf-8")
        return upload


_KEPT = ("name", "title", "author", "file_hash", "reason", "kept_at")


def _file_name(name: str) -> str:
    """A harmless name that keeps the ending, which tells Markdown from plain text."""
    ending = PurePosixPath(name.replace("\\", "/")).suffix
    kept = "".join(letter for letter in ending if letter.isascii() and letter.isalnum())[:10]
    return f"original.{kept.lower()}" if kept else "original"
