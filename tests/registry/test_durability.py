"""What several processes and sudden deaths do to a registry: nothing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simdoc.errors import IndexLockedError
from simdoc.registry import database as database_module
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument

BEGIN = (
    f"import sys; sys.path[:] = {sys.path!r}\n"
    + """
from pathlib import Path
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable, SimilarityRow
registry = Registry.open(Path(sys.argv[1]))
"""
)

ADD_FOR_EVER = (
    BEGIN
    + """
number = 0
while True:
    number += 1
    ids = registry.add_documents(
        NewDocument(file_hash=f"batch {number}", text=f"text {number} {part}") for part in range(3)
    )
    rows = [SimilarityRow(ids[1], other, number, 0, 0) for other in (ids[0], ids[2])]
    registry.mark_searchable([Searchable(i, 3, 3) for i in ids], number, rows)
    print(number, flush=True)
"""
)

STOP_HALF_WAY = (
    BEGIN
    + """
import time
from simdoc.registry import lifecycle
from simdoc.registry.schema import documents
with registry._database.write() as connection:
    made = lifecycle.prepared(NewDocument(file_hash="half", text=f"half {n}") for n in range(2000))
    lifecycle.add(connection, made, None)
    connection.execute(documents.update().values(title="half way"))
    print("half way", flush=True)
    time.sleep(100)
"""
)

ADD_FIFTY = (
    BEGIN
    + """
for number in range(50):
    registry.add_documents([NewDocument(file_hash=sys.argv[2], text=f"text {number}")])
"""
)


def start(program: str, *arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )


def test_a_death_half_way_leaves_the_old_state(folder: Path) -> None:
    with Registry.open(folder) as registry:
        registry.add_documents([NewDocument(file_hash="old", text="old", title="before")])
    process = start(STOP_HALF_WAY, folder)
    assert process.stdout is not None
    assert process.stdout.readline() == "half way\n"
    with Registry.open(folder) as registry:  # readers see the old state and do not wait
        assert [row.title for row in registry.list_documents()] == ["before"]
    process.kill()
    process.communicate()
    with Registry.open(folder) as registry:
        assert [row.title for row in registry.list_documents()] == ["before"]
        assert registry.add_documents([NewDocument(file_hash="new", text="new")]) == [2]
        assert registry.verify() == []


def test_deaths_at_any_moment_lose_nothing_acknowledged_and_halve_nothing(folder: Path) -> None:
    seed = random.randrange(1 << 30)
    print("seed", seed)
    chance = random.Random(seed)
    acknowledged = 0
    for _ in range(5):
        process = start(ADD_FOR_EVER, folder)
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(chance.uniform(0.0, 0.25))
        process.kill()
        lines += process.communicate()[0].splitlines()
        acknowledged += len([line for line in lines if line.strip()])
    with Registry.open(folder) as registry:
        assert registry.verify() == []
        rows = registry.list_documents()
        done = [row for row in rows if row.status == "searchable"]
        assert acknowledged * 3 <= len(done) <= len(rows) <= (acknowledged + 5) * 3
        for first in range(0, len(rows), 3):
            batch = rows[first : first + 3]
            assert len({(row.file_hash, row.status) for row in batch}) == 1
            assert [registry.text(row.doc_id).text[-1] for row in batch] == ["0", "1", "2"]
            if batch[0].status == "searchable":
                assert [len(registry.similar(row.doc_id)) for row in batch] == [1, 2, 1]
            else:
                assert registry.similar(batch[1].doc_id) == []


def test_several_processes_make_and_fill_one_registry(folder: Path) -> None:
    folder.mkdir()
    processes = [start(ADD_FIFTY, folder, f"process {number}") for number in range(3)]
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    with Registry.open(folder) as registry:
        rows = registry.list_documents()
    assert len(rows) == 150
    assert len({row.doc_id for row in rows}) == 150
    assert {row.file_hash for row in rows} == {f"process {number}" for number in range(3)}


def test_a_writer_that_never_ends_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.2)
    with Registry.open(folder) as holder, Registry.open(folder) as other:
        with (
            holder._database.write(),
            pytest.raises(IndexLockedError, match="another process that writes"),
        ):
            other.add_documents([NewDocument(file_hash="", text="")])
        assert other.add_documents([NewDocument(file_hash="", text="")]) == [1]


def test_a_snapshot_does_not_move(registry: Registry) -> None:
    registry.add_documents([NewDocument(file_hash="", text="")])
    with registry._database.snapshot() as connection:
        count = "SELECT count(*) FROM documents"
        assert connection.exec_driver_sql(count).scalar_one() == 1
        registry.add_documents([NewDocument(file_hash="", text="")])
        assert connection.exec_driver_sql(count).scalar_one() == 1
    assert registry.count() == 2


def test_commits_are_synced_and_what_is_erased_is_overwritten(registry: Registry) -> None:
    with registry._database.write() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
    }


def test_no_error_message_repeats_what_is_in_a_document(registry: Registry) -> None:
    wrong = NewDocument(file_hash="", text="t", title="A secret title", replaces=99)
    with pytest.raises(Exception, match="FOREIGN KEY") as caught:
        registry.add_documents([wrong])
    assert "secret" not in str(caught.value)
