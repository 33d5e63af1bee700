from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.index.format import IndexedDocument, SegmentRecord, slot_bits_for
from simdoc.index.preparation import Preparation
from simdoc.index.segment import Segment
from simdoc.index.segment_writer import SegmentBuilder
from simdoc.index.verify import verify_segment

from .oracle import document, prepare


def test_the_arrays_of_three_small_documents_are_these(tmp_path: Path) -> None:
    """Documents 0 = {1, 2, 4}, 1 = {2, 4, 4}, 2 = {5}: the inverted lists that the 2008 report
    draws, as arrays. With 18 bits a fingerprint is slot × 4 + remainder."""
    documents = [document(70, [1, 2, 4]), document(80, [2, 4, 4]), document(90, [5])]
    prepared = prepare(tmp_path, documents, bits=18)
    segment = Segment(tmp_path, prepared.record)
    assert (prepared.record.slot_bits, prepared.record.postings) == (16, 7)
    assert segment.offsets[:4].tolist() == [0, 3, 7, 7]
    assert segment.remainders.tolist() == [1, 2, 2, 0, 0, 0, 1]
    assert segment.numbers.tolist() == [0, 0, 1, 0, 1, 1, 2]
    assert segment.positions.tolist() == [0, 1, 0, 2, 1, 2, 0]
    assert segment.documents["doc_id"].tolist() == [70, 80, 90]
    assert segment.documents["chunks"].tolist() == [3, 2, 1]
    assert segment.offsets[-1] == 7
    assert segment.fingerprints(0, 7).tolist() == [1, 2, 2, 4, 4, 4, 5]
    assert segment.fingerprints(1, 4).tolist() == [2, 2, 4]
    header = json.loads((prepared.folder / "header.json").read_text())
    assert header == {"format": 1, "bits": 18, "slot_bits": 16, "postings": 7, "documents": 3}


@pytest.mark.parametrize(
    ("postings", "bits", "expected"),
    [
        (0, 48, 16),
        (1, 16, 16),
        (1 << 17, 48, 16),
        ((1 << 18) - 1, 48, 16),
        (1 << 18, 48, 17),
        (20_000_000, 48, 23),
        (20_000_000, 20, 20),
        (1 << 40, 48, 32),
    ],
)
def test_slots_hold_two_to_four_postings(postings: int, bits: int, expected: int) -> None:
    assert slot_bits_for(postings, bits) == expected


@settings(deadline=None, max_examples=40)
@given(
    documents=st.lists(st.lists(st.integers(0, 60), max_size=25), max_size=8),
    run_postings=st.integers(1, 30),
)
def test_a_segment_is_the_same_to_the_byte_whatever_the_budget(
    tmp_path_factory: pytest.TempPathFactory, documents: list[list[int]], run_postings: int
) -> None:
    folder = tmp_path_factory.mktemp("index")
    given_documents = [document(n, each) for n, each in enumerate(documents)]
    at_once = prepare(folder, given_documents)
    in_runs = prepare(folder, given_documents, run_postings=run_postings)
    assert in_runs.record.files == at_once.record.files
    assert verify_segment(folder, in_runs.record) == []
    assert sorted(p.name for p in in_runs.folder.iterdir()) == sorted(
        [*in_runs.record.files, "preparing.lock"]
    )
    at_once.abandon()
    in_runs.abandon()


def test_slots_of_a_large_segment_follow_its_fingerprints(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    fingerprints = rng.integers(0, 1 << 48, 300_000, dtype=np.uint64)
    fingerprints[:1000] = 12345
    positions = np.arange(len(fingerprints), dtype=np.uint32)
    prepared = prepare(tmp_path, [IndexedDocument(1, 9, fingerprints, positions)])
    segment = Segment(tmp_path, prepared.record)
    assert prepared.record.slot_bits == 17
    assert verify_segment(tmp_path, prepared.record) == []
    expected = np.searchsorted(
        np.sort(fingerprints), np.arange((1 << 17) + 1, dtype=np.uint64) << np.uint64(31)
    )
    assert np.array_equal(segment.offsets, expected)


def test_a_document_without_chunks_is_indexed_too(tmp_path: Path) -> None:
    prepared = prepare(tmp_path, [document(1, [])])
    segment = Segment(tmp_path, prepared.record)
    assert segment.documents["chunks"].tolist() == [0]
    assert segment.find(np.array([0, 5], np.uint64))[0].tolist() == []
    assert verify_segment(tmp_path, prepared.record) == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (IndexedDocument(1, 5, np.array([1 << 20], np.uint64), np.zeros(1, np.uint32)), "bits"),
        (IndexedDocument(1, 5, np.array([1, 2], np.uint64), np.zeros(2, np.uint32)), "ascend"),
        (IndexedDocument(1, 5, np.array([1, 2], np.uint64), np.zeros(1, np.uint32)), "one a"),
    ],
)
def test_a_document_that_breaks_the_rules_is_refused(
    tmp_path: Path, wrong: IndexedDocument, message: str
) -> None:
    with (
        pytest.raises(ValueError, match=message),
        SegmentBuilder(tmp_path, 20, 32) as builder,
    ):
        builder.add(wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_document_given_twice_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="twice"):
        prepare(tmp_path, [document(1, [2]), document(1, [3])])
    assert list(tmp_path.iterdir()) == []


def test_leaving_a_builder_unfinished_leaves_nothing(tmp_path: Path) -> None:
    with SegmentBuilder(tmp_path, 48, 32, run_postings=2) as builder:
        builder.add(document(1, [1, 2, 3, 4, 5]))
        assert len(list(tmp_path.iterdir())) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_child_fills_a_folder_that_its_parent_reserved(tmp_path: Path) -> None:
    reserved = Preparation.reserve(tmp_path)
    assert pickle.loads(pickle.dumps(reserved)).folder == reserved.folder
    code = (
        "import pathlib, pickle, sys\n"
        "from simdoc.index.segment_writer import SegmentBuilder\n"
        "from index.oracle import document\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "with SegmentBuilder(folder.parent, 48, 32, folder=folder) as builder:\n"
        "    builder.add(document(3, [1, 2, 3]))\n"
        "    sys.stdout.buffer.write(pickle.dumps(builder.finish()))\n"
    )
    tests = Path(__file__).parents[1]
    output = subprocess.run(
        [sys.executable, "-c", code, str(reserved.folder)],
        cwd=tests,
        check=True,
        capture_output=True,
    ).stdout
    prepared = pickle.loads(output)
    assert isinstance(prepared.record, SegmentRecord)
    assert prepared.folder == reserved.folder
    assert verify_segment(tmp_path, prepared.record) == []
    reserved.abandon()
    assert list(tmp_path.iterdir()) == []


def test_building_stays_within_its_memory_budget(tmp_path: Path) -> None:
    """Two million postings are 32 MB as they come, the least budget there is; a tenth of them
    are one fingerprint. Memory is what a process has of its own (RssAnon), sampled."""
    code = """
import pathlib, sys, threading, time
import numpy as np
from simdoc.index.format import IndexedDocument
from simdoc.index.segment_writer import SegmentBuilder

def anonymous():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(l.split()[1]) for l in lines if l.startswith("RssAnon")) / 1024

peak, ended = 0, threading.Event()
def watch():
    global peak
    while not ended.wait(0.002):
        peak = max(peak, anonymous())

rng = np.random.default_rng(1)
positions = np.arange(2500, dtype=np.uint32)
np.argsort(rng.integers(0, 9, 9).astype(np.uint16), kind="stable")
idle = anonymous()
thread = threading.Thread(target=watch)
thread.start()
with SegmentBuilder(pathlib.Path(sys.argv[1]), 48, 32) as builder:
    for doc_id in range(800):
        fingerprints = rng.integers(0, 1 << 48, 2500, dtype=np.uint64)
        fingerprints[:250] = 7
        builder.add(IndexedDocument(doc_id, 2504, fingerprints, positions))
    builder.finish()
ended.set()
thread.join()
print(peak - idle)
"""
    output = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], check=True, capture_output=True, text=True
    ).stdout
    assert float(output) < 32
