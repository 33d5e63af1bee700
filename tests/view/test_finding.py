"""Search forgives what people get wrong, and asks the database for a page at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simdoc import Corpus
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.rows import NewDocument
from simdoc.view.finding import find_documents, nearly_so

DOCUMENTS = [
    ("Dějiny cukrovaru v Ouřeticích", "Jan Novák", "2019-05-02", "DEJ301"),
    ("Linear probing, measured", "Eva Šťastná", "2020-01-31", "INF204"),
    ("Bees on flat roofs", "Petr Horák", "2021-06-11", "BIO150"),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with Corpus.open(tmp_path / "corpus") as opened:
        opened.registry.add_documents(
            NewDocument(
                file_hash=f"{i:064x}",
                text="text",
                title=title,
                author=author,
                submitted=submitted,
                course=course,
            )
            for i, (title, author, submitted, course) in enumerate(DOCUMENTS)
        )
        yield opened


@pytest.mark.parametrize(
    ("typed", "author"),
    [
        ("Novak Jan", "Jan Novák"),
        ("jan novak", "Jan Novák"),
        ("šťasná", "Eva Šťastná"),
        ("cukrovar", "Jan Novák"),
        ("cukrovra", "Jan Novák"),
        ("linear probbing", "Eva Šťastná"),
        ("inf204", "Eva Šťastná"),
        ("bees 2021", "Petr Horák"),
        ("beees 2021", "Petr Horák"),
    ],
)
def test_what_is_meant_comes_first(corpus: Corpus, typed: str, author: str) -> None:
    assert find_documents(corpus, DocumentFilter(search=typed)).rows[0].author == author


def test_nothing_typed_shows_all_and_nonsense_shows_nothing(corpus: Corpus) -> None:
    assert find_documents(corpus, DocumentFilter()).total == 3
    assert find_documents(corpus, DocumentFilter(search="xylophone quartz")).rows == []


def test_exact_finds_are_not_called_forgiven_and_filters_hold_for_the_others(
    corpus: Corpus,
) -> None:
    assert not find_documents(corpus, DocumentFilter(search="bees")).forgiving
    assert find_documents(corpus, DocumentFilter(search="beess")).forgiving
    assert find_documents(corpus, DocumentFilter(search="beess", year=2019)).rows == []


def test_pages_follow_each_other(corpus: Corpus) -> None:
    pages = [find_documents(corpus, DocumentFilter(), limit=2, offset=at) for at in (0, 2)]
    assert [len(page.rows) for page in pages] == [2, 1]
    assert {page.total for page in pages} == {3}
    assert len({row.doc_id for page in pages for row in page.rows}) == 3


def test_what_was_added_meanwhile_is_found(corpus: Corpus) -> None:
    assert find_documents(corpus, DocumentFilter(search="xylophoon")).rows == []
    corpus.registry.add_documents([NewDocument(file_hash="f" * 64, text="t", title="Xylophones")])
    assert find_documents(corpus, DocumentFilter(search="xylophoon")).rows[0].title == "Xylophones"


def test_every_word_must_be_there_or_nearly_so() -> None:
    names = [7, 8, 9], ["red mill", "red wheel", "blue mill"]
    assert nearly_so(names, ["red", "mill"]) == [7]
    assert nearly_so(names, ["mil"]) == [7, 9]
    assert nearly_so(([], []), ["mill"]) == []
