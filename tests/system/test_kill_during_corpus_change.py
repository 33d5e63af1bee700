"""kill -9 at any point of adding, retrying, replacing, deleting, bringing back, purging, merging
and making a corpus.

A child process performs one change of a small corpus and kills itself at its n-th step that changes
anything for good: a sync, a rename, a removal, a new folder, and before and after each commit of
the registry. Each time the corpus must open and be sound, answer for every document that the change
did not touch, show the change whole if it was acknowledged, and after one more write be exactly as
if the change had never begun or had got through.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simdoc.adding import Adding, AddOptions
from simdoc.corpus import Corpus
from simdoc.engine.engine import NO_LIMITS, Limits, Outcome, R, T
from simdoc.files import collect_files
from simdoc.index.manifest import read_manifest
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import STATUSES
from simdoc.settings import ExtractionSettings, Settings, TraceSettings
from tests.files_corpus import WORDS, text_file
from tests.small_corpus import (
    add_texts,
    assert_agrees,
    assert_similar,
    assert_sound,
    fast_folder,
    oracle_of,
    small_settings,
    stores_of,
)

MOST_KILLS = 24
"""Of each change; spread over all its steps."""

STARTS = {"a.txt": 0, "b.txt": 4, "c.txt": 8, "d.txt": 12, "e.txt": 300}
BEFORE = {"a.txt": 0, "b.txt": 4, "c.txt": 8, "d.txt": 12}
AFTER = {
    "add": {**BEFORE, "new.txt": 6, "newer.txt": 10},
    "retry": {**BEFORE, "failed.txt": 5},
    "replace": {**BEFORE, "b.txt": 20},
    "delete": {"a.txt": 0, "d.txt": 12},
    "undelete": {**BEFORE, "e.txt": 300},
    "purge": {"a.txt": 0, "d.txt": 12},
    "merge": BEFORE,
    "create": {"new.txt": 6, "newer.txt": 10},
}
UNTOUCHED = ("a.txt", "d.txt")
LEAST_STEPS = {
    "add": 25,
    "retry": 25,
    "replace": 25,
    "delete": 8,
    "undelete": 20,
    "purge": 10,
    "merge": 8,
    "create": 30,
}


def kill_settings() -> Settings:
    """Traces are kept, so that they are killed too, but list nothing that the brute force would
    not."""
    return dataclasses.replace(
        small_settings(best=2),
        extraction=ExtractionSettings(ocr=False),
        trace=TraceSettings(minimum_score=1e9),
    )


class Inline:
    """An engine without child processes: everything happens in the process that dies."""

    def run(
        self, function: Callable[[T], R], items: Iterable[T], limits: Limits = NO_LIMITS
    ) -> Iterator[Outcome[T, R]]:
        for item in items:
            yield Outcome(item, function(item), None)


def add_files(corpus: Corpus, folder: Path, replace: bool = False) -> None:
    options = AddOptions(replace=replace)
    list(Adding(stores_of(corpus), Inline(), options).documents(collect_files([folder])))


def make_corpus(folder: Path, files: Path) -> None:
    """Several segments, a cut list, a document that failed and one that was deleted."""
    for name, start in STARTS.items():
        text_file(files / "old" / name, start)
    text_file(files / "failed" / "failed.txt").write_bytes(b"")
    with Corpus.open(folder, kill_settings()) as corpus:
        for name in STARTS:
            add_files(corpus, files / "old" / name)
        add_files(corpus, files / "failed")
        corpus.delete([ids_of(corpus)["e.txt"]])
    text_file(files / "old" / "b.txt", AFTER["replace"]["b.txt"])
    text_file(files / "failed" / "failed.txt", AFTER["retry"]["failed.txt"])
    for name in ("new.txt", "newer.txt"):
        text_file(files / "new" / name, AFTER["add"][name])


def ids_of(corpus: Corpus) -> dict[str, int]:
    """Name → doc_id of everything the registry ever knew, the newest of each name."""
    rows = corpus.documents(DocumentFilter(statuses=STATUSES))
    return {Path(row.path).name: row.doc_id for row in rows if row.path}


def perform(change: str, folder: Path, files: Path) -> None:
    with Corpus.open(folder, kill_settings()) as corpus:
        ids = ids_of(corpus)
        if change in ("add", "create"):
            add_files(corpus, files / "new")
        elif change == "retry":
            add_files(corpus, files / "failed")
        elif change == "replace":
            add_files(corpus, files / "old" / "b.txt", replace=True)
        elif change in ("delete", "purge"):
            corpus.delete([ids["b.txt"], ids["c.txt"]], purge=change == "purge")
        elif change == "undelete":
            corpus.undelete([ids["e.txt"]])
        else:
            corpus.merge(all=True)


# The check.


def searchable(corpus: Corpus) -> dict[str, int]:
    """Name → start of the text, of every document that is searchable."""
    found = {}
    for row in corpus.documents():
        if row.status == "searchable":
            first = corpus.text(row.doc_id).text.split()[0]
            found[Path(row.path or "").name] = WORDS.index(first)
    return found


def assert_untouched_are_found(corpus: Corpus) -> None:
    """Right after opening, before anybody has written again."""
    ids = ids_of(corpus)
    texts = {ids[name]: text_of(BEFORE[name]) for name in UNTOUCHED}
    oracle = oracle_of(corpus.settings, texts)
    for doc_id, text in texts.items():
        assert_similar(corpus.similar_to(doc_id, among=list(texts)), oracle, text, doc_id, texts)


def text_of(start: int) -> str:
    return " ".join(WORDS[start : start + 60])


@pytest.mark.parametrize("change", list(AFTER))
def test_a_kill_at_any_point_leaves_a_corpus_that_is_whole(change: str) -> None:
    work = fast_folder()
    try:
        root = Path(__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-m", "tests.system.test_kill_during_corpus_change", change, work],
            check=True,
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        report = json.loads(done.stdout)
        assert report["steps"] >= LEAST_STEPS[change]
        assert len(report["kills"]) >= min(report["steps"], MOST_KILLS)
        outcomes = {after_kill(change, work / name, dead) for name, dead in report["kills"]}
        assert outcomes == ({"after"} if AFTER[change] == BEFORE else {"before", "after"})
    finally:
        shutil.rmtree(work)


def after_kill(change: str, folder: Path, dead: bool) -> str:
    """Whether the corpus is as before or as after the change, having proved that it is whole."""
    before = {} if change == "create" else BEFORE
    assert dead != (folder / "acknowledged").exists()
    (folder / "acknowledged").unlink(missing_ok=True)
    with Corpus.open(folder, kill_settings()) as corpus:
        if change != "create":
            assert_untouched_are_found(corpus)
        if not dead:
            assert searchable(corpus) == AFTER[change]
    assert_sound(folder)
    with Corpus.open(folder, kill_settings()) as corpus:
        [last] = add_texts(corpus, [text_of(2)])
        rows = corpus.documents()
        assert {row.status for row in rows} <= {"searchable", "failed"}, "nothing half done"
        alive = [row.doc_id for row in rows if row.status == "searchable"]
        texts = {doc_id: corpus.text(doc_id).text for doc_id in alive}
        failed = [row.doc_id for row in rows if row.status == "failed"]
        found = {n: s for n, s in searchable(corpus).items() if n}
        corpus.delete(failed, purge=True)
        oracle = oracle_of(corpus.settings, texts)
        assert_agrees(corpus, oracle)
        snapshot = stores_of(corpus).index.snapshot()
        assert sorted(snapshot.doc_ids[snapshot.live].tolist()) == sorted(alive)
        traces = stores_of(corpus).traces
        assert traces is not None
        missing, strange = traces.differences(snapshot)
        assert (list(missing), list(strange)) == ([], [])
        assert last in alive
        assert corpus.registry.stale_ids() == []
    index = folder / "index"
    names = read_manifest(index).names() | {"manifest.json", "commit.lock"}
    assert {path.name for path in index.iterdir()} == names, "nothing is left lying about"
    assert_sound(folder)
    assert found in (before, AFTER[change])
    return "after" if found == AFTER[change] else "before"


# The child that dies.


def die_at(step: int) -> Callable[[], int]:
    """Arrange that this process dies at its `step`-th step; gives how many it has taken."""
    counter = itertools.count()
    taken = [0]

    def maybe() -> None:
        taken[0] += 1
        if next(counter) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            maybe()
            return function(*arguments, **named)

        return wrapped

    for name in ("fsync", "replace", "rename", "unlink", "rmdir", "mkdir"):
        setattr(os, name, dying(getattr(os, name)))

    class DyingConnection(sqlite3.Connection):
        def commit(self) -> None:
            changes = self.in_transaction
            if changes:
                maybe()
            super().commit()
            if changes:
                maybe()

    connect = sqlite3.dbapi2.connect

    def dying_connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        return connect(*arguments, **{**named, "factory": DyingConnection})  # type: ignore[no-any-return]

    sqlite3.dbapi2.connect = dying_connect  # type: ignore[assignment]
    return lambda: taken[0]


def in_child(change: str, folder: Path, files: Path, step: int) -> tuple[bool, int]:
    """Perform the change in a child of its own; whether it died, and its steps if it did not."""
    child = os.fork()
    if not child:
        try:
            steps = die_at(step)
            perform(change, folder, files)
            (folder / "acknowledged").write_text(str(steps()))
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(3)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True, 0
    assert os.WEXITSTATUS(status) == 0
    return False, int((folder / "acknowledged").read_text())


def main(change: str, work: Path) -> None:
    files = work / "files"
    make_corpus(work / "base", files)
    if change == "create":
        shutil.rmtree(work / "base")
        (work / "base").mkdir()
    shutil.copytree(work / "base", work / "whole")
    _, steps = in_child(change, work / "whole", files, -1)
    chosen = sorted({round(i * steps / MOST_KILLS) for i in range(MOST_KILLS)} & set(range(steps)))
    kills = [("whole", False)]
    for step in chosen:
        shutil.copytree(work / "base", work / str(step))
        dead, _ = in_child(change, work / str(step), files, step)
        kills.append((str(step), dead))
    print(json.dumps({"steps": steps, "kills": kills}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
