"""Corpora of real files. One engine of child processes serves all tests of a run."""

from __future__ import annotations

import zipfile
from functools import lru_cache
from pathlib import Path

from simdoc.answers import AddedDocument
from simdoc.corpus import Corpus
from simdoc.engine.local import LocalEngine

WORDS = [f"slovo{i}" for i in range(400)]


class FilesCorpus(Corpus):
    """A corpus that borrows its child processes: starting some takes half a second a test."""

    def _children(self) -> LocalEngine:
        return shared_engine()


@lru_cache(maxsize=1)
def shared_engine() -> LocalEngine:
    return LocalEngine(2)


def text_file(path: Path, start: int = 0, count: int = 60) -> Path:
    """A file of so many words; files share the more, the nearer their starts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(" ".join(WORDS[start : start + count]), "utf-8")
    return path


def zip_file(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def by_name(added: list[AddedDocument]) -> dict[str, AddedDocument]:
    """What became of each document, by the last part of its path."""
    return {Path(document.path).name: document for document in added}
