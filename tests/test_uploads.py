"""Uploads: found by their token alone, read like any file, and gone in time."""

from __future__ import annotations

import dataclasses
import os
import time
from pathlib import Path

import pytest

from simdoc.errors import ExtractionError, UnknownUploadError
from simdoc.settings import Settings, UploadSettings
from simdoc.uploads import UPLOADS_FOLDER, Uploads
from tests.files_corpus import shared_engine, zip_file


def uploads_in(folder: Path, days: int = 7) -> Uploads:
    settings = dataclasses.replace(Settings(), upload=UploadSettings(days=days))
    return Uploads(folder, settings, shared_engine())


def test_an_upload_is_read_again_by_its_token(tmp_path: Path) -> None:
    text = "Žluťoučký kůň\r\núpěl 😀 ďábelské ódy."
    [kept] = uploads_in(tmp_path).keep("kůň.txt", text.encode())
    again = uploads_in(tmp_path)
    assert again.open(kept.token) == kept
    assert again.read(kept.token).paged.text == text
    assert kept.original.read_bytes() == text.encode()


def test_a_token_cannot_be_told_from_what_lies_on_disk(tmp_path: Path) -> None:
    [kept] = uploads_in(tmp_path).keep("a.txt", b"words enough to be a text")
    files = [path for path in (tmp_path / UPLOADS_FOLDER).rglob("*") if path.is_file()]
    assert files
    assert not any(kept.token.encode() in path.read_bytes() for path in files)
    assert not any(kept.token in str(path) for path in files)


def test_two_uploads_of_one_file_have_tokens_of_their_own(tmp_path: Path) -> None:
    uploads = uploads_in(tmp_path)
    [one], [two] = uploads.keep("a.txt", b"the same"), uploads.keep("a.txt", b"the same")
    assert one.token != two.token
    uploads.forget(one.token)
    assert uploads.read(two.token).paged.text == "the same"


@pytest.mark.parametrize("token", ["", "unknown", "../../registry", "a/b", "\ud800", "x" * 9999])
def test_no_other_token_opens_anything(tmp_path: Path, token: str) -> None:
    uploads = uploads_in(tmp_path)
    uploads.keep("a.txt", b"some words")
    with pytest.raises(UnknownUploadError):
        uploads.open(token)


def test_a_broken_file_is_kept_with_its_reason(tmp_path: Path) -> None:
    uploads = uploads_in(tmp_path)
    [kept] = uploads.keep("thesis.pdf", b"%PDF-1.4 broken")
    assert kept.reason
    assert uploads.open(kept.token).reason == kept.reason
    with pytest.raises(ExtractionError):
        uploads.read(kept.token)


def test_each_document_of_a_zip_is_an_upload(tmp_path: Path) -> None:
    archive = zip_file(tmp_path / "two.zip", {"a.txt": "first words", "b/c.txt": "other words"})
    uploads = uploads_in(tmp_path)
    found = {kept.name: kept.token for kept in uploads.keep("two.zip", archive.read_bytes())}
    assert sorted(found) == ["a.txt", "b/c.txt"]
    assert uploads.read(found["b/c.txt"]).paged.text == "other words"


def test_an_upload_ends_when_its_days_are_over(tmp_path: Path) -> None:
    uploads = uploads_in(tmp_path, days=2)
    [kept] = uploads.keep("a.txt", b"some words")
    folder = kept.original.parent
    record = folder / "upload.json"
    old = time.time() - 3 * 86_400
    record.write_text(record.read_text().replace(str(kept.kept_at), str(old)))
    with pytest.raises(UnknownUploadError):
        uploads.open(kept.token)
    os.utime(folder, (old, old))
    [new] = uploads.keep("b.txt", b"other words")
    assert not folder.exists()
    assert new.original.exists()


@pytest.mark.parametrize("name", ["../../evil.txt", "C:\\x\\y.txt", "", ".", "a" * 300 + ".txt"])
def test_a_hostile_name_never_leaves_the_folder(tmp_path: Path, name: str) -> None:
    [kept] = uploads_in(tmp_path).keep(name, b"some words")
    assert kept.original.resolve().is_relative_to(tmp_path / UPLOADS_FOLDER)
    assert kept.name == name
