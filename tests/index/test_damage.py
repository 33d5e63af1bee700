"""Every file of an index, missing, truncated, overlong and with flipped bits."""

from __future__ import annotations

import shutil
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simdoc.errors import CorruptIndexError
from simdoc.index.arrays import open_array, write_array
from simdoc.index.format import DELETION_DTYPE, DOCUMENT_DTYPE, FileRecord, IndexedDocument
from simdoc.index.index import Index
from simdoc.index.manifest import read_manifest, write_manifest
from simdoc.index.set_aside import set_aside
from simdoc.index.verify import verify, verify_segment
from simdoc.settings import BoilerplateSettings, FingerprintSettings

from .oracle import add, assert_agrees, document, live_doc_ids

BOILERPLATE = BoilerplateSettings(minimum_documents=2, share=0.0)
FIRST = {n: document(n, [1, 2, 2, 10 + n, 1 << 47]) for n in range(1, 6)}
SECOND = {n: document(n, [1, 30 + n, 30 + n, 31 + n]) for n in range(6, 9)}
DELETED = 3
FILES = [
    "first/header.json",
    "first/offsets.npy",
    "first/postings.npy",
    "first/documents.npy",
    "deletions",
    "boilerplate",
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "index"
    index = Index.create(folder, FingerprintSettings(), BOILERPLATE)
    add(index, *FIRST.values())
    add(index, *SECOND.values())
    index.commit(delete=[DELETED])
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "index")
    return tmp_path / "index"


def remaining(*groups: dict[int, IndexedDocument]) -> dict[int, IndexedDocument]:
    together = {n: each for group in groups for n, each in group.items()}
    return {n: each for n, each in together.items() if n != DELETED}


def path_of(folder: Path, file: str) -> tuple[str, Path]:
    """(what to set aside, the file)."""
    manifest = read_manifest(folder)
    assert manifest.deletions is not None
    assert manifest.boilerplate is not None
    if file == "deletions":
        name = manifest.deletions.name
    elif file == "boilerplate":
        name = manifest.boilerplate.array.name
    else:
        name = manifest.segments[0].name
        return name, folder / name / file.removeprefix("first/")
    return name, folder / name


def test_these_are_all_files_of_an_index(folder: Path) -> None:
    tested = {path_of(folder, file)[1].relative_to(folder) for file in FILES}
    second = read_manifest(folder).segments[1].name
    there = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert {path for path in there if path.parts[0] != second} - tested == {
        Path("manifest.json"),
        Path("commit.lock"),
    }
    assert verify(folder) == []


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", ["missing", "truncated", "empty", "overlong"])
def test_a_damaged_file_is_refused_by_name_at_opening(folder: Path, file: str, damage: str) -> None:
    name, path = path_of(folder, file)
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        wrong = {"truncated": content[:-1], "empty": b"", "overlong": content + b"x"}[damage]
        path.write_bytes(wrong)
    with pytest.raises(CorruptIndexError) as caught:
        Index.open(folder)
    assert caught.value.path == path
    assert path.name in str(caught.value)
    found = verify(folder)
    assert [(each.name, each.path) for each in found] == [(name, path)]


@pytest.mark.parametrize("file", FILES)
def test_a_flipped_bit_anywhere_is_found_by_verify(folder: Path, file: str) -> None:
    name, path = path_of(folder, file)
    size = path.stat().st_size
    if file == "first/offsets.npy":  # 262 kB: its ends and a sample
        places = [*range(192), *range(192, size, 4099), size - 1]
    else:
        places = list(range(size))
    for place in places:
        with path.open("r+b") as stream:
            stream.seek(place)
            old = stream.read(1)[0]
            stream.seek(place)
            stream.write(bytes([old ^ (1 << place % 8)]))
        found = verify(folder)
        assert [(each.name, each.path) for each in found] == [(name, path)]
        with path.open("r+b") as stream:
            stream.seek(place)
            stream.write(bytes([old]))
    assert verify(folder) == []


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("first/")])
def test_a_segment_set_aside_is_not_answered_from(folder: Path, file: str) -> None:
    name, path = path_of(folder, file)
    path.write_bytes(path.read_bytes()[:-1])
    set_aside(folder, {each.name for each in verify(folder)})
    index = Index.open(folder, None, BOILERPLATE)
    assert index.snapshot().generation == 4
    index.commit()  # which counts boilerplate anew
    assert_agrees(index.snapshot(), remaining(SECOND), BOILERPLATE, [1, 2, 11, 1 << 47])
    assert [record.name for record in index.snapshot().manifest.set_aside] == [name]
    assert path.exists()  # kept as evidence, through any number of commits
    add(index, *remaining(FIRST).values())
    assert_agrees(index.snapshot(), remaining(FIRST, SECOND), BOILERPLATE)
    assert verify(folder) == []


def test_an_open_index_can_set_aside_too(folder: Path) -> None:
    index = Index.open(folder, None, BOILERPLATE)
    _, path = path_of(folder, "first/postings.npy")
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    assert index.set_aside({each.name for each in verify(folder)}) == 4
    assert live_doc_ids(index) == [6, 7, 8]


def test_lost_boilerplate_is_made_anew_by_the_next_commit(folder: Path) -> None:
    name, path = path_of(folder, "boilerplate")
    path.unlink()
    set_aside(folder, [name])
    index = Index.open(folder, None, BOILERPLATE)
    assert index.snapshot().boilerplate.tolist() == []
    index.commit()
    assert_agrees(index.snapshot(), remaining(FIRST, SECOND), BOILERPLATE)


def test_lost_deletions_bring_documents_back_but_never_twice(folder: Path) -> None:
    index = Index.open(folder, None, BOILERPLATE)
    newer = {5: document(5, [77, 78])}
    add(index, *newer.values())
    name, path = path_of(folder, "deletions")
    path.write_bytes(path.read_bytes()[:-1])
    set_aside(folder, [name])
    index = Index.open(folder, None, BOILERPLATE)
    index.commit()
    assert_agrees(index.snapshot(), {**FIRST, **SECOND, **newer}, BOILERPLATE)
    assert verify(folder) == []


def test_only_parts_of_the_index_can_be_set_aside(folder: Path) -> None:
    with pytest.raises(ValueError, match="not part of the index: elsewhere"):
        set_aside(folder, ["elsewhere"])


def break_invariant(folder: Path, file: str, change: dict[int, int], field: str = "") -> None:
    """Change elements and make every checksum right again: a program's mistake, not a disk's."""
    manifest = read_manifest(folder)
    record = manifest.segments[0]
    path = folder / record.name / file
    array = np.load(path)
    for at, value in change.items():
        (array[field] if field else array)[at] = value
    written = write_array(path, array).file
    first = replace(record, files={**record.files, file: written})
    write_manifest(folder, replace(manifest, segments=(first, *manifest.segments[1:])))


@pytest.mark.parametrize(
    ("file", "change", "field", "what"),
    [
        ("offsets.npy", {0: 1}, "", "runs from 1"),
        ("offsets.npy", {-1: 24}, "", "to 24"),
        ("offsets.npy", {5: 0}, "", "descends"),
        ("postings.npy", {0: 9}, "remainder", "remainders descend inside a slot"),
        ("postings.npy", {0: 5}, "number", "beyond the 5"),
        ("postings.npy", {0: 3}, "number", "numbers descend inside a fingerprint"),
        ("postings.npy", {6: 1}, "position", "positions do not ascend"),
        ("documents.npy", {2: 5}, "chunks", "counts other chunks"),
        ("documents.npy", {2: 1}, "doc_id", "a document twice"),
    ],
)
def test_a_broken_invariant_is_found_though_all_checksums_are_right(
    folder: Path, file: str, change: dict[int, int], field: str, what: str
) -> None:
    break_invariant(folder, file, change, field)
    found = verify(folder)
    name = read_manifest(folder).segments[0].name
    assert (name, folder / name / file) in [(each.name, each.path) for each in found]
    assert what in " ".join(each.what for each in found)


def test_a_remainder_of_too_many_bits_is_found(tmp_path: Path) -> None:
    index = Index.create(tmp_path, FingerprintSettings(bits=17))
    add(index, document(1, [1, 2, 3]))
    break_invariant(tmp_path, "postings.npy", {2: 2}, "remainder")
    assert "too many bits" in verify(tmp_path)[0].what


@pytest.mark.parametrize(("pairs", "what"), [([(1, 5)], "beyond"), ([(1, 2), (1, 2)], "twice")])
def test_impossible_deletions_are_found(
    folder: Path, pairs: list[tuple[int, int]], what: str
) -> None:
    manifest = read_manifest(folder)
    record = write_array(folder / "deletions-x.npy", np.array(pairs, DELETION_DTYPE))
    write_manifest(folder, replace(manifest, deletions=record))
    assert what in verify(folder)[0].what


def test_boilerplate_out_of_order_is_found(folder: Path) -> None:
    manifest = read_manifest(folder)
    assert manifest.boilerplate is not None
    record = write_array(folder / "boilerplate-x.npy", np.array([2, 1], np.uint64))
    changed = replace(manifest, boilerplate=replace(manifest.boilerplate, array=record))
    write_manifest(folder, changed)
    assert "does not ascend" in verify(folder)[0].what


def test_a_header_that_disagrees_with_the_manifest_is_found(folder: Path) -> None:
    manifest = read_manifest(folder)
    record = manifest.segments[0]
    content = b'{"format": 1}'
    (folder / record.name / "header.json").write_bytes(content)
    files = {**record.files, "header.json": FileRecord(len(content), zlib.crc32(content))}
    assert "header.json" in verify_segment(folder, replace(record, files=files))[0].what


def test_verify_tells_how_far_it_is(folder: Path) -> None:
    calls: list[tuple[int, int]] = []
    verify(folder, lambda done, total: calls.append((done, total)))
    total = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
    total -= sum((folder / name).stat().st_size for name in ("manifest.json", "commit.lock"))
    assert calls[-1] == (total, total)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_opening_does_not_read_the_elements(folder: Path) -> None:
    """A flipped element is verify's to find: opening 20 million postings must be instant."""
    _, path = path_of(folder, "first/documents.npy")
    content = bytearray(path.read_bytes())
    content[-1] ^= 255
    path.write_bytes(content)
    Index.open(folder)
    assert open_array(path, DOCUMENT_DTYPE, 5)["chunks"][4] != 4
