"""The review and compare pages, run as Streamlit runs them, on a real corpus."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from simdoc import Corpus
from simdoc.engine.local import LocalEngine
from simdoc.uploads import Uploads
from simdoc.view.review_filters import Filters, author_key
from tests.passages.pair_texts import sentences

APP = Path(__file__).resolve().parents[2] / "app.py"
METADATA = """file,title,author,submitted,kind,course
1.txt,The mill,Jan Novák,2024-05-01,thesis,HIS101
2.txt,**The weaver**,Novak Jan,2020-05-01,thesis,HIS101
3.txt,<b>The valley</b>,Eva Malá,2021-05-01,essay,HIS102
4.txt,Alone,Eva Malá,2021-06-01,essay,HIS102
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Document 1 holds twelve sentences of 2 and six of 3; 4 shares nothing."""
    files = tmp_path_factory.mktemp("files")
    two, three, four = sentences(2, 40), sentences(3, 40), sentences(4, 40)
    one = sentences(1, 10) + two[:12] + sentences(5, 10) + three[:6]
    for name, text in zip("1234", (one, two, three, four), strict=True):
        (files / f"{name}.txt").write_text(" ".join(text), "utf-8")
    (files / "metadata.csv").write_text(METADATA, "utf-8")
    folder = tmp_path_factory.mktemp("corpus") / "corpus"
    with Corpus.open(folder) as corpus:
        corpus.add([files / f"{name}.txt" for name in "1234"])
    return folder


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, **address: str) -> AppTest:
    monkeypatch.setenv("SIMDOC_CORPUS", str(folder))
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def shown(app: AppTest) -> str:
    parts = [*app.text, *app.caption, *app.info, *app.error, *app.success, *app.subheader]
    return "\n".join(str(part.value) for part in parts)


def test_an_empty_corpus_says_where_documents_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = run(tmp_path / "empty", monkeypatch)
    assert "no documents yet" in app.info[0].value


def test_the_beginning_offers_documents_and_finds_them_in_spite_of_errors(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = run(folder, monkeypatch)
    assert len(app.dataframe[0].value) == 4
    app.text_input[0].set_value("novak jann mill").run()
    assert app.dataframe[0].value["Title"].tolist() == ["The mill"]
    app.text_input[0].set_value("zzzzzzzzzzz").run()
    assert "Nothing resembles" in app.info[0].value


def test_a_review_ranks_what_is_similar_in_both_directions(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = run(folder, monkeypatch, document="1")
    table = app.dataframe[0].value
    assert table["ID"].tolist() == [2, 3]
    assert table["Title"].tolist() == ["**The weaver**", "<b>The valley</b>"]
    with Corpus.open(folder, create=False) as corpus:
        answer = corpus.similar_to(1)
    assert table["Of this document"].tolist() == [row.similarity_of_query for row in answer.similar]
    assert app.metric[0].value == f"{answer.global_similarity:.1%}"
    assert table["Passages"].tolist() == [1, 1]


def test_a_document_that_nothing_resembles_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No other document" in shown(run(folder, monkeypatch, document="4"))


@pytest.mark.parametrize(
    "address", [{"document": "99"}, {"upload": "nonsense"}, {"document": "1", "other": "99"}]
)
def test_an_address_of_nothing_is_told_in_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch, address: dict[str, str]
) -> None:
    app = run(folder, monkeypatch, **address)
    assert app.error


def test_nonsense_in_the_address_shows_the_beginning(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = run(folder, monkeypatch, document="x; DROP TABLE", view="?", passage="-1")
    assert app.title[0].value == "Review"


def test_a_pair_shows_both_percentages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = run(folder, monkeypatch, document="1", other="2")
    with Corpus.open(folder, create=False) as corpus:
        comparison = corpus.compare(1, 2)
    values = [metric.value for metric in app.metric]
    assert values[:2] == [
        f"{comparison.similarity_of_query:.1%}",
        f"{comparison.similarity_of_other:.1%}",
    ]
    assert values[3] == str(len(comparison.passages))


def test_an_upload_is_reviewed_without_being_added(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Corpus.open(folder, create=False) as corpus, LocalEngine(1) as engine:
        text = " ".join(sentences(2, 40)[:20])
        [upload] = Uploads(folder, corpus.settings, engine).keep("new.txt", text.encode())
        before = len(corpus.documents())
    app = run(folder, monkeypatch, upload=upload.token)
    assert app.dataframe[0].value["ID"].tolist()[0] == 2
    assert app.metric[0].value == "100%"
    with Corpus.open(folder, create=False) as corpus:
        assert len(corpus.documents()) == before


@pytest.mark.parametrize("code", ["cs", "sk"])
def test_the_interface_speaks_the_language_of_the_address(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    app = run(folder, monkeypatch, document="1", lang=code)
    assert "%" in app.metric[0].value
    assert "," in app.metric[0].value
    assert app.metric[0].label not in ("", "Found elsewhere in all")


def test_two_documents_are_compared_by_the_address_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMDOC_CORPUS", str(folder))
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params["a"], app.query_params["b"] = "2", "1"
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    with Corpus.open(folder, create=False) as corpus:
        comparison = corpus.compare(2, 1)
    assert app.metric[0].value == f"{comparison.similarity_of_query:.1%}"


TABLE = pd.DataFrame(
    {
        "Author": ["Jan Novák", "Eva Malá", ""],
        "Year": ["2020", "2021", ""],
        "Kind": ["thesis", "essay", ""],
        "Course": ["A", "B", "A"],
        "Of this document": [0.5, 0.01, None],
        "Of the similar one": [0.1, 0.2, None],
        "Longest": [100, 20, 0],
    }
)


@pytest.mark.parametrize(
    ("filters", "rows"),
    [
        (Filters(), [0, 1, 2]),
        (Filters(percent=20), [0, 1]),
        (Filters(percent=20.1), [0]),
        (Filters(words=100), [0]),
        (Filters(words=101), []),
        (Filters(years=("2021",)), [1]),
        (Filters(kinds=("thesis", "essay")), [0, 1]),
        (Filters(courses=("A",), percent=1), [0]),
        (Filters(hide_author="Novak, Jan"), [1, 2]),
    ],
)
def test_filters_keep_the_rows_that_they_say(filters: Filters, rows: list[int]) -> None:
    assert filters.shown(TABLE).index.tolist() == rows


def test_names_are_the_same_in_any_order_and_without_accents() -> None:
    assert author_key("Novák, Jan") == author_key("jan NOVAK") != author_key("Jana Novák")
