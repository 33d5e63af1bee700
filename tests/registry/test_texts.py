"""A text comes back character by character, or is refused."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simdoc.errors import CorruptIndexError
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument

any_text = st.text(st.characters(exclude_categories=()))
"""Every code point, lone surrogates among them."""


@given(any_text, st.lists(st.integers(0, 2**32 - 1), unique=True).map(sorted))
@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_text_and_page_starts_come_back(
    registry: Registry, text: str, page_starts: list[int]
) -> None:
    (doc_id,) = registry.add_documents(
        [NewDocument(file_hash="", text=text, page_starts=page_starts)]
    )
    assert registry.text(doc_id) == (text, tuple(page_starts))


def test_a_large_text_comes_back(registry: Registry) -> None:
    text = "".join(f"word{n} ž\ud800 \r\n" for n in range(100_000))
    (doc_id,) = registry.add_documents([NewDocument(file_hash="", text=text)])
    assert registry.text(doc_id).text == text


def test_a_text_is_fetched_within_a_fraction_of_a_query(registry: Registry) -> None:
    texts = [" ".join(f"w{(n * k) % 5003}" for n in range(2_700)) for k in range(1, 40)]
    doc_ids = registry.add_documents(NewDocument(file_hash="", text=text) for text in texts)
    times = []
    for doc_id in doc_ids * 10:
        start = time.perf_counter()
        registry.text(doc_id)
        times.append(time.perf_counter() - start)
    # About 0.1 ms; ten times that only when something is wrong, not when others are busy.
    assert sorted(times)[len(times) // 2] < 0.001


def change(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "registry.sqlite3")
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.fixture
def doc_id(registry: Registry) -> int:
    (made,) = registry.add_documents(
        [NewDocument(file_hash="", text="one two three " * 50, page_starts=(0, 5))]
    )
    return made


def test_a_sound_registry_verifies(registry: Registry, doc_id: int) -> None:
    assert registry.verify() == []


def test_a_truncated_text_is_refused_by_name(registry: Registry, folder: Path, doc_id: int) -> None:
    change(folder, "UPDATE texts SET content = substr(content, 1, 20)")
    with pytest.raises(CorruptIndexError, match=f"text of document {doc_id}"):
        registry.text(doc_id)
    assert len(registry.verify()) == 1


def test_another_text_in_its_place_is_refused(
    registry: Registry, folder: Path, doc_id: int
) -> None:
    import zlib

    other = zlib.compress(b"one two").hex()
    change(folder, f"UPDATE texts SET content = x'{other}'")
    with pytest.raises(CorruptIndexError, match="700 characters"):
        registry.text(doc_id)
    assert registry.verify() == [f"text of document {doc_id}: its checksum differs"]


def test_verify_reads_page_starts(registry: Registry, folder: Path, doc_id: int) -> None:
    change(folder, "UPDATE texts SET page_starts = x'0500000000000000'")
    assert registry.verify() == [
        f"text of document {doc_id}: its page starts do not ascend within the text"
    ]
