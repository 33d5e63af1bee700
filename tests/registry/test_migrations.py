"""Registries of every version open for ever; those of the future are refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection

from simdoc.errors import CorruptIndexError, IncompatibleIndexError, SimdocError
from simdoc.registry.database import FILE_NAME, Database
from simdoc.registry.migrations import VERSION, migrate
from simdoc.registry.registry import Registry
from simdoc.registry.rows import SimilarityRow

FROZEN = {1: Path(__file__).parent / "schema_1.sql"}
"""Version → a registry of it, made by the simdoc of that version and never to be changed."""


def sql(folder: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / FILE_NAME)
    with connection:
        rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def frozen(folder: Path, version: int) -> Path:
    folder.mkdir()
    connection = sqlite3.connect(folder / FILE_NAME)
    connection.executescript(FROZEN[version].read_text("utf-8"))
    connection.close()
    return folder


def shape(folder: Path) -> dict[str, object]:
    """Tables with their columns, indexes with theirs: all that a migration must bring about."""
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    found: dict[str, object] = {}
    for (table,) in sql(folder, names):
        # A migration may add a column at the end: order does not count.
        columns = [column[1:] for column in sql(folder, f"PRAGMA table_info({table})")]
        found[f"columns of {table}"] = sorted(columns, key=repr)
        for index in sql(folder, f"PRAGMA index_list({table})"):
            found[f"index {index[1]} of {table}"] = sql(folder, f"PRAGMA index_info({index[1]})")
    return found


def test_a_registry_is_made_from_nothing(folder: Path) -> None:
    Registry.open(folder).close()
    assert sql(folder, "SELECT version FROM schema_version") == [(VERSION,)]
    assert sql(folder, "PRAGMA journal_mode") == [("wal",)]


def test_every_version_up_to_this_one_is_frozen() -> None:
    assert sorted(FROZEN) == list(range(1, VERSION + 1))


@pytest.mark.parametrize("version", FROZEN)
def test_a_registry_of_an_earlier_version_opens_with_all_it_holds(
    tmp_path: Path, version: int
) -> None:
    folder = frozen(tmp_path / "old", version)
    with Registry.open(folder, create=False) as registry:
        assert registry.count_by_status() == {
            "searchable": 2,
            "failed": 1,
            "deleted": 1,
            "purged": 1,
            "replaced": 1,
        }
        row = registry.get(1)
        assert (row.title, row.author, row.submitted) == (
            "Příliš žluťoučký kůň",
            "Ján Ďurčo",
            "2019-05-20",
        )
        assert (row.words, row.chunks, row.generation, row.notes) == (7, 3, 4, ("a note",))
        assert registry.text(1) == ("Příliš žluťoučký kůň úpěl\nďábelské ódy \ud800", (0, 26))
        assert registry.similar(1) == [SimilarityRow(1, 3, 3, 1, 1)]
        assert registry.passages(1, [3], 1, "settings") == {3: b"\x00payload"}
        assert registry.places(1) == ["/theses/kůň.pdf", "/theses/copy.pdf"][::-1]
        assert registry.get(2).status == "replaced"
        assert registry.get(3).replaces == 2
        assert registry.get(4).reason == "encrypted"
        assert registry.undelete([5]) == [5]
        assert {event.what for event in registry.events()} >= {"added", "deleted", "purged"}
        assert registry.verify() == []
    assert sql(folder, "SELECT version FROM schema_version") == [(VERSION,)]
    fresh = tmp_path / "fresh"
    Registry.open(fresh).close()
    assert shape(folder) == shape(fresh)


def test_a_registry_of_the_future_is_refused_with_a_remedy(folder: Path) -> None:
    Registry.open(folder).close()
    sql(folder, "UPDATE schema_version SET version = 99")
    with pytest.raises(IncompatibleIndexError, match=r"schema 99.*install") as caught:
        Registry.open(folder)
    assert "schema 1" in str(caught.value.supported)
    assert sql(folder, "SELECT version FROM schema_version") == [(99,)]


def test_steps_run_in_order_once_and_whole(folder: Path) -> None:
    Registry.open(folder).close()
    database = Database(folder, create=False)
    ran: list[int] = []

    def add_column(connection: Connection) -> None:
        ran.append(1)
        connection.exec_driver_sql("ALTER TABLE documents ADD COLUMN deadline TEXT")

    def fail(connection: Connection) -> None:
        ran.append(2)
        raise RuntimeError("power cut")

    def succeed(connection: Connection) -> None:
        ran.append(3)

    with pytest.raises(RuntimeError, match="power cut"):
        migrate(database, {VERSION: add_column, VERSION + 1: fail}, VERSION + 2)
    assert sql(folder, "SELECT version FROM schema_version") == [(VERSION,)]
    assert "deadline" not in str(shape(folder))
    migrate(database, {VERSION: add_column, VERSION + 1: succeed}, VERSION + 2)
    migrate(database, {VERSION: fail, VERSION + 1: fail}, VERSION + 2)
    assert ran == [1, 2, 1, 3]
    assert sql(folder, "SELECT version FROM schema_version") == [(VERSION + 2,)]
    assert "deadline" in str(shape(folder))
    database.close()


def test_a_registry_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(SimdocError, match="holds no corpus"):
        Registry.open(tmp_path / "nothing", create=False)
    assert not (tmp_path / "nothing").exists()


def test_a_file_that_is_no_database_is_refused_by_name(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"not a database at all " * 100)
    with pytest.raises(CorruptIndexError, match=FILE_NAME):
        Registry.open(folder)


def test_a_damaged_database_is_refused_or_found(folder: Path) -> None:
    with Registry.open(folder) as registry:
        assert registry.verify() == []
    file = folder / FILE_NAME
    content = bytearray(file.read_bytes())
    for start in range(4096, len(content), 4096):
        content[start : start + 64] = b"\xff" * 64
    file.write_bytes(content)
    with pytest.raises(CorruptIndexError, match=FILE_NAME), Registry.open(folder) as registry:
        registry.list_documents()
