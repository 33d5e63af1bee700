"""Comparisons are kept, made ahead of being asked for, and forgotten when they would differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simdoc.comparing_ahead import ComparingAhead
from simdoc.corpus import Corpus
from simdoc.kept_comparisons import packed, unpacked
from simdoc.reviewing import review_of
from tests.files_corpus import FilesCorpus, text_file
from tests.passages.pair_texts import sentences


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    """Four documents: 1 holds twelve sentences of 2, and three of 3."""
    two, three, four = sentences(2, 40), sentences(3, 40), sentences(4, 40)
    one = sentences(1, 10) + two[:12] + sentences(5, 10) + three[:3]
    for name, text in zip("1234", (one, two, three, four), strict=True):
        (tmp_path / f"{name}.txt").write_text(" ".join(text), "utf-8")
    with FilesCorpus.open(tmp_path / "corpus") as opened:
        opened.add([tmp_path / f"{name}.txt" for name in "1234"])
        yield opened


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_comparison_comes_back_as_it_was_kept(corpus: Corpus) -> None:
    found = corpus.compare(1, 2)
    assert found.passages
    assert unpacked(packed(found)) == found
    assert corpus.kept_comparison(1, 2) is None
    corpus.keep_comparison(1, 2, found)
    assert corpus.kept_comparison(1, 2) == found
    assert corpus.kept_comparison(2, 1) is None


def test_comparisons_of_files_are_kept_by_their_bytes(corpus: Corpus, tmp_path: Path) -> None:
    file = corpus.readable(tmp_path / "1.txt")
    found = corpus.compare(file, 2)
    corpus.keep_comparison(file, 2, found)
    assert corpus.kept_comparison(tmp_path / "1.txt", 2) == found
    assert corpus.kept_comparison(text_file(tmp_path / "new" / "1.txt"), 2) is None


def test_a_kept_comparison_goes_with_its_document(corpus: Corpus) -> None:
    corpus.keep_comparison(1, 2, corpus.compare(1, 2))
    corpus.delete([2])
    assert corpus.kept_comparison(1, 2) is None


def test_the_whole_list_is_compared_ahead(corpus: Corpus) -> None:
    ahead = ComparingAhead(corpus)
    ahead.start("run", corpus.readable(1), [2, 3, 4])
    wait_until(lambda: (state := ahead.state("run")) is not None and state.is_over)
    state = ahead.state("run")
    assert state is not None
    assert (state.done, state.failed, state.cancelled) == (3, 0, False)
    assert corpus.kept_comparison(1, 2) == corpus.compare(1, 2)
    assert corpus.kept_comparison(1, 4) == corpus.compare(1, 4)


def test_a_document_deleted_meanwhile_does_not_stop_the_others(corpus: Corpus) -> None:
    corpus.delete([3])
    ahead = ComparingAhead(corpus)
    ahead.start("run", corpus.readable(1), [3, 2])
    wait_until(lambda: (state := ahead.state("run")) is not None and state.is_over)
    state = ahead.state("run")
    assert state is not None
    assert (state.done, state.failed) == (1, 1)
    assert corpus.kept_comparison(1, 2) is not None


def test_a_cancelled_run_ends_and_can_begin_again(corpus: Corpus) -> None:
    ahead = ComparingAhead(corpus)
    ahead.start("run", corpus.readable(1), [2, 3, 4])
    ahead.cancel("run")
    state = ahead.state("run")
    assert state is not None
    assert state.is_over
    ahead.start("run", corpus.readable(1), [2, 3, 4])
    wait_until(lambda: (state := ahead.state("run")) is not None and state.done == 3)


def test_a_review_says_where_each_document_is_found(corpus: Corpus) -> None:
    review = review_of(corpus, 1)
    text = corpus.text(1).text
    by_id = {row.doc_id: review.found(row) for row in review.answer.similar}
    assert set(by_id) == {2, 3}
    [start], [end] = by_id[2].starts.tolist(), by_id[2].ends.tolist()
    shared = " ".join(sentences(2, 40)[:12])
    assert text[start:end] == shared.rstrip(".")
    assert by_id[2].words.tolist() == [len(shared.split())]
    both = review.words_covered(by_id.values())
    assert both == sum(int(found.words.sum()) for found in by_id.values())
    assert review.words_covered([by_id[2], by_id[2]]) == by_id[2].longest


def test_an_aligned_review_counts_what_the_comparison_shows(corpus: Corpus) -> None:
    review = review_of(corpus, 1)
    comparison = corpus.compare(1, 2)
    found = review.aligned(comparison)
    assert found.aligned
    assert found.count == len(comparison.passages)
    assert found.starts.tolist() == [passage.query_start for passage in comparison.passages]


def test_documents_that_share_boilerplate_only_are_counted(tmp_path: Path) -> None:
    """Twelve documents have one declaration; two of them share a text besides, and one is alone."""
    declaration = " ".join(sentences(9, 4))
    for number in range(12):
        own = sentences(100 + min(number, 10), 20)
        (tmp_path / f"{number:02}.txt").write_text(" ".join([declaration, *own]), "utf-8")
    (tmp_path / "12.txt").write_text(" ".join(sentences(50, 20)), "utf-8")
    with FilesCorpus.open(tmp_path / "corpus") as opened:
        opened.add([tmp_path / f"{number:02}.txt" for number in range(13)])
        reviews = [review_of(opened, doc_id) for doc_id in (1, 11, 13)]
    assert [len(review.answer.similar) for review in reviews] == [0, 1, 0]
    assert [review.boilerplate_only for review in reviews] == [11, 10, 0]
