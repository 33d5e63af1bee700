"""Generated texts in one file, so that everything measured reads the same ones and generating
them costs no one measured time or memory."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator
from pathlib import Path

from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan

_LENGTH = struct.Struct("<I")
BATCH = 200
"""Texts handed on at once: 3 MB."""


def write_texts(path: Path, plan: CorpusPlan) -> None:
    """All texts of a plan, each after its length in bytes."""
    with path.open("wb") as file:
        for document in CorpusGenerator(plan).documents():
            data = document.text.encode()
            file.write(_LENGTH.pack(len(data)))
            file.write(data)


def read_texts(path: Path, count: int | None = None) -> Iterator[list[str]]:
    """The first `count` texts (all when None), a batch at a time."""
    texts = itertools.islice(_texts(path), count)
    while batch := list(itertools.islice(texts, BATCH)):
        yield batch


def _texts(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        while head := file.read(_LENGTH.size):
            yield file.read(*_LENGTH.unpack(head)).decode()
