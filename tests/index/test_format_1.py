"""The index in tests/data/format-1 was committed once and must open for ever, with these answers.
docs/format.md explains its bytes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

import simdoc.index.manifest
from simdoc.index.index import Index
from simdoc.index.verify import verify
from simdoc.settings import BoilerplateSettings

from .oracle import add, assert_agrees, document

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "data" / "format-1"
BOILERPLATE = BoilerplateSettings(minimum_documents=1, share=0.0)
DOCUMENTS = {
    101: document(101, [0x5, 0x1_0000_0002, 0x1_0000_0002, 0xFFFF_FFFF_FFFF]),
    102: document(102, [0x1_0000_0002, 0x1_0000_0007]),
}
DELETED = document(103, [0x5, 0x8000_0000_0000])


@pytest.fixture(autouse=True)
def pipeline_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """The format is one thing, how fingerprints are made another, with a version of its own."""
    monkeypatch.setattr(simdoc.index.manifest, "PIPELINE_VERSION", 1)


def test_the_index_of_format_1_opens_with_its_answers() -> None:
    snapshot = Index.open(FOLDER).snapshot()
    assert snapshot.generation == 2
    assert snapshot.settings.bits == 48
    others = DELETED.fingerprints.tolist()
    assert_agrees(snapshot, DOCUMENTS, BOILERPLATE, others)
    assert verify(FOLDER) == []


def test_the_arrays_of_format_1_are_these() -> None:
    segment = Index.open(FOLDER).snapshot().segments[0]
    assert np.flatnonzero(np.diff(segment.offsets)).tolist() == [0, 1, 32768, 65535]
    assert segment.offsets[[0, 1, 2, 32768, 32769, 65535, 65536]].tolist() == [0, 2, 6, 6, 7, 7, 8]
    assert segment.remainders.tolist() == [5, 5, 2, 2, 2, 7, 0, 0xFFFF_FFFF]
    assert segment.numbers.tolist() == [0, 2, 0, 0, 1, 1, 2, 0]
    assert segment.positions.tolist() == [0, 0, 1, 2, 0, 1, 1, 3]
    assert segment.documents.tolist() == [(101, 8, 3), (102, 6, 2), (103, 6, 2)]


def test_an_index_of_format_1_goes_on_being_used(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "index")
    index = Index.open(tmp_path / "index", None, BOILERPLATE)
    add(index, DELETED)
    index.merge(all=True)
    assert_agrees(index.snapshot(), {**DOCUMENTS, 103: DELETED}, BOILERPLATE)
    assert verify(tmp_path / "index") == []


def test_the_bytes_in_the_documentation_are_those_of_the_index() -> None:
    """Every dump in docs/format.md is headed by its file and the place it begins."""
    text = (ROOT / "docs" / "format.md").read_text("utf-8")
    dumps = re.findall(r"^`(\S+)` from byte (\d+):\n\n((?: {4}.*\n)+)", text, re.M)
    assert len(dumps) == 7
    for name, start, dump in dumps:
        lines = re.findall(r"^ {4}((?:[0-9a-f]{2} {1,2})*[0-9a-f]{2})(?: {3}|$)", dump, re.M)
        assert len(lines) == len(dump.splitlines())
        shown = bytes.fromhex("".join(lines))
        path = FOLDER / name
        assert path.read_bytes()[int(start) : int(start) + len(shown)] == shown, name
