"""kill -9 at every point of adding, deleting, replacing and merging.

A child process performs one change of a small index and kills itself at its n-th call to the
system that changes anything on disk (a write stops half-way); this is repeated for every n until
the change gets through. Each time the index must open, be sound, hold exactly what it held before
the change or what it holds after it, and the next commit must clear away what the dead left.
"""

from __future__ import annotations

import builtins
import io
import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.index.segment_writer import SegmentBuilder
from simdoc.index.verify import verify
from simdoc.settings import BoilerplateSettings, FingerprintSettings

BOILERPLATE = BoilerplateSettings(minimum_documents=2, share=0.0)
TEXTS = {1: [1, 2, 3], 2: [1, 2, 4, 4], 3: [1, 5], 4: [1, 6, 7], 5: [9]}
BEFORE = {n: TEXTS[n] for n in (1, 2, 3, 4)}
AFTER = {
    "add": {**BEFORE, 5: TEXTS[5], 6: [1, 10, 11, 12]},
    "delete": {n: TEXTS[n] for n in (1, 3)},
    "replace": {**BEFORE, 2: [70, 71, 72]},
    "merge": BEFORE,
}
LEAST_CALLS = {"add": 30, "delete": 8, "replace": 30, "merge": 30}


def commit(index: Index, texts: dict[int, list[int]], delete: tuple[int, ...] = ()) -> None:
    prepared = []
    if texts:
        with SegmentBuilder(index.folder, 48, 32, run_postings=3) as builder:
            for doc_id, fingerprints in texts.items():
                positions = np.arange(len(fingerprints), dtype=np.uint32)
                values = np.array(fingerprints, np.uint64)
                builder.add(IndexedDocument(doc_id, len(values) + 4, values, positions))
            prepared.append(builder.finish())
    index.commit(prepared, delete)


def perform(change: str, folder: Path) -> None:
    index = Index.open(folder, None, BOILERPLATE)
    if change == "merge":
        assert index.merge(all=True) == 1
    elif change == "delete":
        commit(index, {}, delete=(2, 4))
    else:
        texts = AFTER[change]
        commit(index, {n: text for n, text in texts.items() if BEFORE.get(n) != text})


def make_index(folder: Path) -> None:
    """Three segments, a deletion and boilerplate."""
    index = Index.create(folder, FingerprintSettings(), BOILERPLATE)
    commit(index, {1: TEXTS[1], 9: [1, 99]})
    commit(index, {2: TEXTS[2], 3: TEXTS[3]}, delete=(9,))
    commit(index, {4: TEXTS[4]})


def contents(index: Index) -> dict[int, list[int]]:
    """doc_id → fingerprints in the order of their positions, by asking for all of them."""
    snapshot = index.snapshot()
    asked = np.unique(np.concatenate([np.array(t, np.uint64) for t in AFTER["add"].values()]))
    asked = np.concatenate([asked, np.array([70, 71, 72, 99], np.uint64)])
    found = snapshot.lookup(asked)
    texts: dict[int, list[int]] = {n: [] for n in snapshot.doc_ids[snapshot.live].tolist()}
    order = np.lexsort((found.positions, found.numbers))
    for query, number in zip(found.queries[order], found.numbers[order], strict=True):
        texts[int(snapshot.doc_ids[number])].append(int(asked[query]))
    return texts


@pytest.mark.parametrize("change", list(AFTER))
def test_a_kill_at_any_point_leaves_every_committed_document(change: str, tmp_path: Path) -> None:
    make_index(tmp_path / "base")
    done = subprocess.run(
        [sys.executable, __file__, change, str(tmp_path)], check=True, capture_output=True
    )
    kills = int(done.stdout)
    assert kills >= LEAST_CALLS[change]
    generations = set()
    for number in range(kills + 1):
        folder = tmp_path / str(number)
        index = Index.open(folder, FingerprintSettings(), BOILERPLATE)
        generation = index.snapshot().generation
        generations.add(generation)
        assert contents(index) == (BEFORE if generation == 3 else AFTER[change]), number
        assert verify(folder) == []
        index.commit()
        assert contents(index) == (BEFORE if generation == 3 else AFTER[change]), number
        names = index.snapshot().manifest.names() | {"manifest.json", "commit.lock"}
        assert {path.name for path in folder.iterdir()} == names, number
    assert generations == {3, 4}


class DyingFile(io.FileIO):
    """Writes half of what it is given, then its process dies."""

    check: Callable[[], bool]

    def write(self, data: Any) -> int:
        if self.check():
            view = memoryview(data).cast("B")
            super().write(view[: len(view) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return super().write(data) or 0


def die_at(call: int) -> None:
    """Arrange that the process dies at its `call`-th change of the disk."""
    counter = itertools.count()

    def is_last() -> bool:
        return next(counter) == call

    def dying(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            if is_last():
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **named)

        return wrapped

    for name in ("fsync", "replace", "rename", "unlink", "rmdir", "mkdir", "ftruncate", "pwrite"):
        setattr(os, name, dying(getattr(os, name)))
    real_open = builtins.open
    DyingFile.check = staticmethod(is_last)

    def open_dying(file: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        if "w" not in mode:
            return real_open(file, mode, *arguments, **named)
        assert mode == "wb", "the index writes whole binary files only"
        if is_last():
            os.kill(os.getpid(), signal.SIGKILL)
        return io.BufferedWriter(DyingFile(file, "wb"))

    builtins.open = open_dying


def kill_at_every_call(change: str, folder: Path) -> int:
    """Perform the change on copies of the index, killed one call later each time; gives the number
    of kills until one got through. Children are forked to spare the imports."""
    for call in itertools.count():
        copy = folder / str(call)
        shutil.copytree(folder / "base", copy)
        child = os.fork()
        if not child:
            try:
                die_at(call)
                perform(change, copy)
                os._exit(0)
            except BaseException as error:
                print(repr(error), file=sys.stderr, flush=True)
                os._exit(1)
        status = os.waitpid(child, 0)[1]
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            return call
        assert os.WTERMSIG(status) == signal.SIGKILL
    raise AssertionError("unreachable")


if __name__ == "__main__":
    print(kill_at_every_call(sys.argv[1], Path(sys.argv[2])))
