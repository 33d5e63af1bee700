"""An empty registry, and documents to put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "corpus"


@pytest.fixture
def registry(folder: Path) -> Iterator[Registry]:
    with Registry.open(folder) as opened:
        yield opened


@pytest.fixture
def searchable(registry: Registry) -> Callable[[int], list[int]]:
    """Makes that many documents which the manifest would name."""

    def make(count: int) -> list[int]:
        doc_ids = registry.add_documents(
            NewDocument(file_hash=f"{number:064x}", text=f"text {number}")
            for number in range(count)
        )
        registry.mark_searchable([Searchable(i, 2, 1) for i in doc_ids], generation=1)
        return doc_ids

    return make
