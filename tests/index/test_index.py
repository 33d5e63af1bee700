"""Commits, merges and snapshots: several processes, failures, and what is left on disk."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simdoc.index.index
from simdoc.errors import IncompatibleIndexError, IndexLockedError
from simdoc.index import locks
from simdoc.index.index import Index
from simdoc.index.locks import FileLock, held
from simdoc.index.manifest import parse_manifest, read_manifest
from simdoc.index.merge import PreparedMerge, prepare_merge
from simdoc.index.verify import verify
from simdoc.settings import BoilerplateSettings, FingerprintSettings, IndexSettings

from .oracle import add, assert_agrees, document, live_doc_ids, prepare

TESTS = Path(__file__).parents[1]
DEFAULT = BoilerplateSettings()


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index.create(tmp_path / "index", FingerprintSettings())


def start_child(code: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=TESTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_an_empty_index_answers_that_there_is_nothing(index: Index) -> None:
    assert_agrees(index.snapshot(), {}, DEFAULT, [0, 1, 2**48 - 1])
    assert index.merge() == index.merge(all=True) == 0
    assert index.snapshot().generation == 0


def test_creating_an_index_again_opens_it(index: Index) -> None:
    add(index, document(1, [1, 2]))
    assert live_doc_ids(Index.create(index.folder, FingerprintSettings())) == [1]
    with pytest.raises(IncompatibleIndexError, match="bits"):
        Index.create(index.folder, FingerprintSettings(bits=40))


def test_a_snapshot_is_made_once_a_generation(index: Index) -> None:
    add(index, document(1, [1, 2]))
    snapshot = index.snapshot()
    assert index.snapshot() is snapshot
    other = Index.open(index.folder)
    add(other, document(2, [2, 3]))
    assert index.snapshot() is not snapshot
    assert index.snapshot().segments[0] is snapshot.segments[0]
    assert_agrees(snapshot, {1: document(1, [1, 2])}, DEFAULT, [3])


def test_a_snapshot_stays_as_it_is_whatever_is_committed_later(index: Index) -> None:
    documents = {n: document(n, [1, 2, 10 + n]) for n in range(5)}
    for each in documents.values():
        add(index, each)
    snapshot = index.snapshot()
    index.commit(delete=[0, 1])
    index.merge(all=True)
    add(index, document(9, [1, 2]))
    assert_agrees(snapshot, documents, DEFAULT)


def test_a_document_deleted_and_added_again_is_there_once(index: Index) -> None:
    first, again = document(1, [1, 2, 3]), document(1, [3, 4])
    add(index, first, document(2, [1]))
    index.commit(delete=[1])
    assert index.snapshot().number_of(1) is None
    add(index, again)
    assert_agrees(index.snapshot(), {1: again, 2: document(2, [1])}, DEFAULT, [2])
    add(index, again)  # a commit repeated after a crash
    assert_agrees(index.snapshot(), {1: again, 2: document(2, [1])}, DEFAULT, [2])


def test_a_document_in_two_segments_of_one_commit_is_refused(index: Index) -> None:
    prepared = [prepare(index.folder, [document(1, [n])]) for n in range(2)]
    with pytest.raises(ValueError, match="two of the segments"):
        index.commit(prepared)
    assert index.snapshot().generation == 0
    assert not any(segment.folder.exists() for segment in prepared)


def test_an_empty_segment_is_not_kept(index: Index) -> None:
    empty = prepare(index.folder, [])
    assert index.commit([empty]) == 1
    assert index.snapshot().segments == ()
    assert not empty.folder.exists()


def test_merging_everything_leaves_the_live_documents_in_one_segment(index: Index) -> None:
    documents = {n: document(n, [1, 2, 10 + n]) for n in range(6)}
    for each in documents.values():
        add(index, each)
    index.commit(delete=[2, 4])
    del documents[2], documents[4]
    assert index.merge(all=True) == 1
    snapshot = index.snapshot()
    assert [s.record.documents for s in snapshot.segments] == [4]
    assert snapshot.manifest.deletions is None
    assert_agrees(snapshot, documents, DEFAULT)
    assert index.merge(all=True) == 0


def test_merging_nothing_but_dead_documents_leaves_no_segment(index: Index) -> None:
    add(index, document(1, [1]))
    add(index, document(2, [1]))
    index.commit(delete=[1, 2])
    assert index.merge(all=True) == 1
    assert index.snapshot().segments == ()
    assert len(list(index.folder.iterdir())) == 3  # manifest, lock, boilerplate


def test_many_small_commits_are_merged_to_few_segments(tmp_path: Path) -> None:
    index = Index.create(tmp_path, FingerprintSettings(), index=IndexSettings(maximum_segments=5))
    documents = {n: document(n, [n, n + 1, n + 2]) for n in range(30)}
    for each in documents.values():
        add(index, each)
        index.merge()
        assert len(index.snapshot().segments) <= 5
    assert_agrees(index.snapshot(), documents, DEFAULT)


def merge_while(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], object]
) -> Callable[..., PreparedMerge]:
    """Make merges run `meanwhile` after they are prepared and before they are committed."""

    def prepare_then(*arguments: Any) -> PreparedMerge:
        prepared = prepare_merge(*arguments)
        meanwhile()
        return prepared

    monkeypatch.setattr(simdoc.index.index, "prepare_merge", prepare_then)
    return prepare_then


def test_deletions_made_during_a_merge_are_carried_over(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = {n: document(n, [1, 10 + n]) for n in range(6)}
    add(index, *(documents[n] for n in (0, 1, 2)))
    add(index, *(documents[n] for n in (3, 4, 5)))
    index.commit(delete=[1])
    other = Index.open(index.folder)
    again = document(3, [99])
    merge_while(
        monkeypatch, lambda: other.commit([prepare(index.folder, [again])], delete=[1, 2, 5])
    )
    assert index.merge(all=True) == 1
    expected = {0: documents[0], 3: again, 4: documents[4]}
    assert_agrees(index.snapshot(), expected, DEFAULT, [11, 12, 13, 15])
    assert [s.record.documents for s in index.snapshot().segments] == [1, 5]
    assert verify(index.folder) == []


def test_a_merge_whose_inputs_are_gone_is_dropped(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = {n: document(n, [1, 10 + n]) for n in range(3)}
    for each in documents.values():
        add(index, each)
    other = Index.open(index.folder)
    once = iter([True])
    merge_while(monkeypatch, lambda: next(once, False) and other.merge(all=True))
    assert index.merge(all=True) == 0
    assert_agrees(index.snapshot(), documents, DEFAULT)
    names = index.snapshot().manifest.names() | {"manifest.json", "commit.lock"}
    assert {path.name for path in index.folder.iterdir()} == names


def test_a_segment_being_prepared_survives_the_commits_of_others(index: Index) -> None:
    mine = prepare(index.folder, [document(1, [1])])
    other = Index.open(index.folder)
    add(other, document(2, [2]))
    other.merge(all=True)
    assert index.commit([mine]) == 2
    assert live_doc_ids(other) == [1, 2]


PREPARE_AND_WAIT = """
import pathlib, sys
from index.oracle import document, prepare
prepared = prepare(pathlib.Path(sys.argv[1]), [document(7, [1, 2])])
print(prepared.folder.name, flush=True)
sys.stdin.read()
"""


def test_the_leavings_of_a_killed_process_are_removed_and_a_living_one_is_spared(
    index: Index,
) -> None:
    child = start_child(PREPARE_AND_WAIT, index.folder)
    assert child.stdout is not None
    orphan = index.folder / child.stdout.readline().strip()
    add(index, document(1, [1]))
    assert orphan.exists()
    child.send_signal(signal.SIGKILL)
    child.communicate()
    (index.folder / "manifest-0123.tmp").write_text("half a mani")
    (index.folder / "deletions-00000009-aa.npy").write_text("")
    (index.folder / "notes.txt").write_text("not ours")
    add(index, document(2, [1]))
    names = index.snapshot().manifest.names() | {"manifest.json", "commit.lock", "notes.txt"}
    assert {path.name for path in index.folder.iterdir()} == names


COMMIT_MANY = """
import pathlib, sys
from simdoc.index.index import Index
from index.oracle import add, document
index = Index.open(pathlib.Path(sys.argv[1]))
first = int(sys.argv[2])
for n in range(first, first + 12):
    add(index, document(n, [1, 2, n]))
    if n % 3 == 2:
        index.commit(delete=[n - 1])
        index.merge(all=n % 2 == 0)
"""


def test_two_processes_commit_and_merge_at_once_while_others_read(index: Index) -> None:
    children = [start_child(COMMIT_MANY, index.folder, first) for first in (100, 200)]
    seen = 0
    while any(child.poll() is None for child in children):
        snapshot = Index.open(index.folder).snapshot()
        found = snapshot.lookup(np.array([1], np.uint64))
        assert len(found.numbers) == snapshot.documents
        assert snapshot.generation >= seen
        seen = snapshot.generation
    assert [child.wait() for child in children] == [0, 0]
    for child in children:
        child.communicate()
    added = [*range(100, 112), *range(200, 212)]
    deleted = {n - 1 for n in added if n % 3 == 2}
    expected = {n: document(n, [1, 2, n]) for n in added if n not in deleted}
    assert_agrees(index.snapshot(), expected, DEFAULT)
    assert verify(index.folder) == []


def test_threads_share_an_index(index: Index) -> None:
    add(index, document(0, [1]))
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(200):
                snapshot = index.snapshot()
                assert len(snapshot.lookup(np.array([1], np.uint64)).numbers) == snapshot.documents
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for n in range(1, 15):
        add(index, document(n, [1]))
    for thread in threads:
        thread.join()
    assert failures == []
    assert index.snapshot().documents == 15


def test_a_commit_waits_for_the_lock_and_then_says_who_holds_it(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = prepare(index.folder, [document(1, [1])])
    monkeypatch.setattr(locks, "PATIENCE_SECONDS", 0.05)
    with held(index.folder / "commit.lock"), pytest.raises(IndexLockedError) as caught:
        index.commit([prepared])
    assert f"process {os.getpid()} on " in caught.value.holder
    assert index.commit([prepared]) == 1  # still prepared: nothing was lost by waiting in vain


HOLD_LOCK = """
import pathlib, sys
from simdoc.index.locks import FileLock
assert FileLock(pathlib.Path(sys.argv[1])).acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    path = tmp_path / "commit.lock"
    child = start_child(HOLD_LOCK, path)
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    lock = FileLock(path)
    assert not lock.acquire(0.02)
    assert lock.holder().startswith(f"process {child.pid} on ")
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert lock.acquire(5)
    lock.release()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("action", ["add", "delete", "merge"])
def test_a_failing_disk_leaves_the_old_state_and_no_rubbish(
    index: Index, monkeypatch: pytest.MonkeyPatch, number: int, call: str, action: str
) -> None:
    documents = {n: document(n, [1, 2, 10 + n]) for n in (1, 2, 3)}
    add(index, documents[1], documents[2])
    add(index, documents[3])
    actions: dict[str, Callable[[], object]] = {
        "add": lambda: add(index, document(4, [1])),
        "delete": lambda: index.commit(delete=[2]),
        "merge": lambda: index.merge(all=True),
    }
    real = getattr(os, call)
    for failing in range(100):
        before = read_manifest(index.folder)
        calls = iter(range(1000))

        def sometimes(*arguments: Any, failing: int = failing, calls: Any = calls) -> Any:
            if next(calls) == failing:
                raise OSError(number, os.strerror(number))
            return real(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, sometimes)
            try:
                actions[action]()
                break
            except OSError as error:
                raised = error.errno
        assert raised == number
        after = read_manifest(index.folder)
        names = after.names() | {"manifest.json", "commit.lock"}
        assert verify(index.folder) == []
        if after != before:  # only when the rename had been done and making it last failed
            assert call == "fsync"
            break
        assert {path.name for path in index.folder.iterdir()} == names
        assert_agrees(Index.open(index.folder).snapshot(), documents, DEFAULT)
    assert failing > (5 if action != "delete" and call == "fsync" else 0)


def test_a_write_that_the_system_refuses_leaves_nothing(index: Index) -> None:
    """A limit on the size of files stands in for a full disk: write() itself fails."""
    add(index, document(1, [1]))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            add(index, document(2, [2]))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, old)
    assert live_doc_ids(index) == [1]
    assert len(list(index.folder.glob("segment-*"))) == 1


def test_a_reader_too_late_for_a_file_reads_the_manifest_again(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(index, document(1, [1]))
    add(index, document(2, [1]))
    late = Index.open(index.folder)
    late._newest = None
    real = parse_manifest
    once = iter([True])

    def parse_then_merge(*arguments: Any) -> Any:
        manifest = real(*arguments)
        if next(once, False):
            index.merge(all=True)
        return manifest

    monkeypatch.setattr(simdoc.index.index, "parse_manifest", parse_then_merge)
    assert late.snapshot().generation == 3
    assert len(late.snapshot().segments) == 1
