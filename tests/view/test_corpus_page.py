"""The corpus page, run as Streamlit runs it, on a real corpus."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from simdoc import Corpus

APP = Path(__file__).resolve().parents[2] / "app.py"
SENTENCE = (
    "The council of the town decided in May to sell the old mill to a weaver from the next valley, "
    "who promised to keep the wheel turning for twenty years and kept it turning for three. "
)
HOSTILE = "**bold** <img src=x onerror=alert(1)>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two documents of a course that share a page, one beside, one that cannot be read."""
    files = tmp_path / "files"
    files.mkdir()
    own = " ".join(f"word{i}" for i in range(90))
    (files / "mill.txt").write_text(SENTENCE * 3, "utf-8")
    (files / "wheel.txt").write_text(f"{SENTENCE * 3} {own}", "utf-8")
    (files / "bees.txt").write_text("Bees on flat roofs of our town. " * 9, "utf-8")
    (files / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    (files / "metadata.csv").write_text(
        "file,title,author,submitted,course\n"
        f"mill.txt,{HOSTILE},Jan Novák,2020-05-01,HIS1\n"
        "wheel.txt,The wheel,Eva Šťastná,2021,HIS1\n",
        "utf-8",
    )
    with Corpus.open(tmp_path / "corpus") as corpus:
        corpus.add([files])
    return tmp_path / "corpus"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    def run(corpus: Path, section: str = "documents") -> AppTest:
        monkeypatch.setenv("SIMDOC_CORPUS", str(corpus))
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        app.switch_page("pages/corpus.py").run()
        if section != "documents":
            app.button_group(key="corpus-section").set_value(section).run()
        assert not app.exception
        return app

    return run


def choose(app: AppTest, rows: list[int], table: int = 0) -> AppTest:
    """Choose rows of a table, as the browser would report it."""
    frame = app.dataframe[table]
    app.session_state[frame.proto.id] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    return app.run()


def until(app: AppTest, done: Callable[[AppTest], bool]) -> AppTest:
    deadline = time.monotonic() + 60
    while not done(app):
        assert time.monotonic() < deadline
        app.run()
    return app


def ids(folder: Path) -> dict[str, int]:
    with Corpus.open(folder) as corpus:
        return {(row.path or "").rsplit("/", 1)[-1]: row.doc_id for row in corpus.documents()}


def test_an_empty_corpus_says_how_to_add_documents(
    tmp_path: Path, page: Callable[..., AppTest]
) -> None:
    app = page(tmp_path / "empty")
    assert "simdoc add" in app.info[0].value
    assert [metric.value for metric in app.metric] == ["0", "0", "0", "0"]
    assert "Nothing is deleted" in page(tmp_path / "empty", "deleted").info[0].value
    assert page(tmp_path / "empty", "pairs").info


def test_documents_are_counted_and_listed_with_status_and_reason(
    folder: Path, page: Callable[..., AppTest]
) -> None:
    app = page(folder)
    assert [metric.value for metric in app.metric][:3] == ["3", "0", "1"]
    table = app.dataframe[0].value.set_index("ID")
    known = ids(folder)
    assert table.loc[known["mill.txt"], "Title"] == HOSTILE
    assert table.loc[known["mill.txt"], "Status"] == "can be searched"
    assert table.loc[known["broken.pdf"], "Status"] == "could not be read"
    assert "PDF" in table.loc[known["broken.pdf"], "Reason"]
    assert f"document={known['mill.txt']}" in table.loc[known["mill.txt"], "Report"]
    assert pd.isna(table.loc[known["broken.pdf"], "Report"])


def test_search_and_filters_choose_the_rows(folder: Path, page: Callable[..., AppTest]) -> None:
    app = page(folder)
    app.text_input(key="documents-search").set_value("stastna eva").run()
    assert app.dataframe[0].value["Title"].tolist() == ["The wheel"]
    app.text_input(key="documents-search").set_value("whele").run()
    assert app.dataframe[0].value["Title"].tolist() == ["The wheel"]
    app.text_input(key="documents-search").set_value("xylophone").run()
    assert not app.dataframe
    assert "filters" in app.info[0].value
    app.text_input(key="documents-search").set_value("").run()
    course = next(box for box in app.selectbox if box.label == "Course")
    course.set_value("HIS1").run()
    assert len(app.dataframe[0].value) == 2


def test_a_commit_made_elsewhere_appears_on_the_next_click(
    folder: Path, page: Callable[..., AppTest], tmp_path: Path
) -> None:
    app = page(folder)
    (tmp_path / "new.txt").write_text("A document that comes while the page is open. " * 5, "utf-8")
    with Corpus.open(folder) as corpus:
        corpus.add([tmp_path / "new.txt"])
    app.run()
    assert app.metric[0].value == "4"
    assert "new.txt" in app.dataframe[0].value["Title"].tolist()


def test_similar_pairs_of_a_course_have_both_directions_and_links(
    folder: Path, page: Callable[..., AppTest]
) -> None:
    app = page(folder, "pairs")
    app.selectbox(key="pairs-course").set_value("HIS1").run()
    table = app.dataframe[0].value
    assert len(table) == 1
    known = ids(folder)
    assert {f"document={known['wheel.txt']}", f"other={known['mill.txt']}"} <= set(
        table["Side by side"][0].partition("?")[2].split("&")
    )
    assert table["Of the similar one"][0] > table["Of this document"][0] > 0
    app.slider(key="pairs-minimum").set_value(100).run()
    shown = app.dataframe[0].value if app.dataframe else []
    assert len(shown) == int(table[["Of the similar one", "Of this document"]].max(axis=1)[0] == 1)


@pytest.mark.parametrize("shown", ["map", "histogram"])
def test_a_course_is_drawn(folder: Path, page: Callable[..., AppTest], shown: str) -> None:
    app = page(folder, "pairs")
    app.selectbox(key="pairs-course").set_value("HIS1").run()
    app.button_group(key="pairs-shown").set_value(shown).run()
    assert not app.exception
    assert app.get("vega_lite_chart")


def test_a_folder_is_added_with_an_outcome_for_each_file(
    folder: Path, page: Callable[..., AppTest], tmp_path: Path
) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "good.txt").write_text("A good document about the river and its fish. " * 5, "utf-8")
    (more / "bad.pdf").write_bytes(b"%PDF-1.4 bad")
    app = page(folder, "add")
    app.text_input(key="folder").set_value(str(more)).run()
    app.button(key="add-folder").click().run()
    until(app, lambda app: bool(app.dataframe))
    outcomes = dict(app.dataframe[0].value[["File", "Outcome"]].itertuples(index=False))
    assert outcomes == {"good.txt": "added, can be searched", "bad.pdf": "could not be read"}
    app.button(key="close-adding").click().run()
    assert not app.dataframe
    with Corpus.open(folder) as corpus:
        assert {row.owner for row in corpus.documents()} == {None, "dashboard"}


@pytest.mark.parametrize(
    ("typed", "said"), [("relative/path", "whole path"), ("/no/such/folder", "cannot be added")]
)
def test_a_wrong_folder_is_told_in_words(
    folder: Path, page: Callable[..., AppTest], typed: str, said: str
) -> None:
    app = page(folder, "add")
    app.text_input(key="folder").set_value(typed).run()
    app.button(key="add-folder").click().run()
    assert not app.exception
    assert said in app.error[0].value


def test_deleted_documents_are_listed_with_who_and_brought_back_or_erased(
    folder: Path, page: Callable[..., AppTest]
) -> None:
    known = ids(folder)
    with Corpus.open(folder) as corpus:
        corpus.delete([known["bees.txt"]], by="Eva")
    app = page(folder, "deleted")
    deleted, log = app.dataframe[0].value, app.dataframe[1].value
    assert deleted[["Title", "Who"]].values.tolist() == [["bees.txt", "Eva"]]
    kept = deleted["Until"][0] - deleted["Deleted"][0]
    assert kept.days == 30
    assert log[["who", "what", "doc_id"]].values.tolist() == [["Eva", "deleted", known["bees.txt"]]]
    assert app.button(key="bring-back").disabled
    assert app.button(key="erase").disabled
