"""The pages, run as Streamlit runs them, on a real corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from simdoc import Corpus

APP = Path(__file__).resolve().parents[2] / "app.py"


def run(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("SIMDOC_CORPUS", str(corpus))
    return AppTest.from_file(str(APP), default_timeout=60).run()


def test_a_damaged_corpus_is_told_in_words_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Corpus.open(tmp_path / "corpus"):
        pass
    (tmp_path / "corpus" / "index" / "manifest.json").write_text("{", "utf-8")
    app = run(tmp_path / "corpus", monkeypatch)
    assert not app.exception
    assert "cannot be opened" in app.error[0].value
    assert "manifest.json" in app.text[0].value
