from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

import simdoc.index.manifest
from simdoc.errors import CorruptIndexError, IncompatibleIndexError, SimdocError
from simdoc.index.index import Index
from simdoc.index.manifest import Manifest, parse_manifest, read_manifest, write_manifest
from simdoc.settings import FingerprintSettings

from .oracle import add, document


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index with two segments, deletions and boilerplate."""
    index = Index.create(tmp_path, FingerprintSettings())
    add(index, *(document(n, [1, 2, 10 + n]) for n in range(12)))
    add(index, document(20, [1, 2, 3]))
    index.commit(delete=[3])
    return tmp_path


def test_a_manifest_reads_as_it_was_written(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest.generation == 3
    assert [record.serial for record in manifest.segments] == [1, 2]
    assert manifest.deletions is not None
    assert manifest.boilerplate is not None
    write_manifest(folder, replace(manifest, generation=4))
    assert read_manifest(folder) == replace(manifest, generation=4)


def test_no_flipped_bit_of_a_manifest_is_believed(folder: Path) -> None:
    content = (folder / "manifest.json").read_bytes()
    manifest = parse_manifest(folder, content)
    believed = []
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        with contextlib.suppress(SimdocError):
            believed.append((content[place : place + 1], parse_manifest(folder, bytes(flipped))))
    # White space that has become other white space is no change.
    assert all(byte.isspace() and read == manifest for byte, read in believed)


@pytest.mark.parametrize("length", [0, 1, 100, -2])
def test_a_truncated_manifest_is_refused_by_name(folder: Path, length: int) -> None:
    path = folder / "manifest.json"
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(CorruptIndexError, match=r"manifest\.json"):
        Index.open(folder)


def test_a_folder_without_a_manifest_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CorruptIndexError, match=r"manifest\.json.*no such file"):
        Index.open(tmp_path)


def test_a_later_format_is_told_from_damage(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps({"format": 2, "checksum": "made in another way"}))
    with pytest.raises(IncompatibleIndexError, match=r"format 2.*format 1.*new corpus"):
        Index.open(folder)


def test_another_pipeline_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simdoc.index.manifest, "PIPELINE_VERSION", 2)
    with pytest.raises(IncompatibleIndexError, match=r"pipeline 1.*pipeline 2"):
        Index.open(folder)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chunk_words", 4),
        ("sorted_words", False),
        ("overlapping", False),
        ("sentences", "whole"),
        ("words", "stemmed"),
        ("fold_diacritics", False),
        ("stop_words", True),
        ("word_list_hash", "0" * 64),
        ("sample", 2),
        ("hash", "md5"),
        ("bits", 30),
    ],
)
def test_every_setting_that_shapes_fingerprints_is_compared(
    folder: Path, name: str, value: object
) -> None:
    wanted = replace(FingerprintSettings(), **{name: value})  # type: ignore[arg-type]
    with pytest.raises(IncompatibleIndexError, match=f"fingerprint.{name}") as caught:
        Index.open(folder, wanted)
    assert "set it back" in caught.value.remedy


def test_where_the_word_list_lies_does_not_matter(folder: Path) -> None:
    Index.open(folder, replace(FingerprintSettings(), word_list="elsewhere.txt"))


def test_settings_unknown_to_this_version_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = simdoc.index.manifest._to_tree(Manifest(FingerprintSettings()))
    written["settings"]["tone_of_voice"] = "calm"
    monkeypatch.setattr(simdoc.index.manifest, "_to_tree", lambda _: written)
    write_manifest(folder, Manifest(FingerprintSettings()))
    with pytest.raises(IncompatibleIndexError, match="tone_of_voice"):
        Index.open(folder)
