"""A small corpus on disk, and the command line called as a user calls it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simdoc.cli import main

OWN = "Every orchard in the valley was measured twice because the first tape had stretched badly. "
SHARED = (
    "In the spring of 1921 the parish council of Lower Brook decided to drain the northern "
    "meadow, although the miller had warned them that the brook would then run dry every August "
    "and the mill would stand still for a month; nobody wrote his warning down, and when the "
    "wheel stopped for the first time the council blamed the weather and not itself. "
)
OTHER = (
    "A completely different essay about bees and their winter stores begins with a hive on a "
    "flat roof. "
)


@pytest.fixture
def theses(tmp_path: Path) -> Path:
    folder = tmp_path / "theses"
    folder.mkdir()
    (folder / "orchards.txt").write_text(OWN * 2 + SHARED, "utf-8")
    (folder / "bees.txt").write_text(OTHER + SHARED + OTHER, "utf-8")
    (folder / "tiny.txt").write_text("Too short.", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    return folder


Simdoc = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def simdoc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Simdoc:
    """Runs a command on a corpus of its own; exit code, parsed JSON (or the text), stderr."""
    monkeypatch.setenv("SIMDOC_CORPUS", str(tmp_path / "corpus"))

    def run(*words: object, as_json: bool = True) -> tuple[int, Any, str]:
        code = main([*map(str, words), *(["--json"] if as_json else [])])
        out, err = capfd.readouterr()
        return code, json.loads(out) if as_json else out, err

    return run
