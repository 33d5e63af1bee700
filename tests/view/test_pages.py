"""The pages, run as Streamlit runs them, on a real corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from simdoc import Corpus

APP = Path(__file__).resolve().parents[2] / "app.py"
SENTENCE = (
    "The council of the town decided in May to sell the old mill to a weaver from the next valley, "
    "who promised to keep the wheel turning for twenty years and kept it turning for three. "
)


def run(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("SIMDOC_CORPUS", str(corpus))
    return AppTest.from_file(str(APP), default_timeout=60).run()


def test_an_empty_corpus_says_how_to_add_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = run(tmp_path / "empty", monkeypatch)
    assert not app.exception
    assert "simdoc add" in app.info[0].value


def test_the_corpus_page_counts_documents_and_shows_why_some_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mill.txt").write_text(SENTENCE * 2, "utf-8")
    (tmp_path / "<b>hostile<b>.pdf").write_bytes(b"%PDF-1.4 broken")
    with Corpus.open(tmp_path / "corpus") as corpus:
        corpus.add([tmp_path / "mill.txt", tmp_path / "<b>hostile<b>.pdf"])
    app = run(tmp_path / "corpus", monkeypatch)
    assert not app.exception
    assert [metric.value for metric in app.metric] == ["1", "1", "72"]
    documents, failures = app.dataframe[0].value, app.dataframe[1].value
    assert documents["Title"].tolist() == ["mill.txt"]
    assert failures["Title"].tolist() == ["<b>hostile<b>.pdf"]
    assert "PDF" in failures["Reason"][0]


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
