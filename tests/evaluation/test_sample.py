"""What is found of the sample corpus: these figures are promised, the rest is reported."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.evaluation.sample import SampleResult, describe, evaluate_sample
from simdoc.evaluation.sample_corpus import Truth, read_truth, sample_documents
from simdoc.text.words import find_words


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with Corpus.open(tmp_path_factory.mktemp("sample") / "corpus") as opened:
        opened.add([sample_documents()])
        yield opened


@pytest.fixture(scope="module")
def result(corpus: Corpus) -> SampleResult:
    return evaluate_sample(corpus)


def only(truth: Truth, plant: str, **changes: Any) -> Truth:
    """The truth of one plant, its borders changed."""
    (pair,) = [pair for pair in truth.pairs if pair.plant == plant]
    return dataclasses.replace(truth, pairs=(dataclasses.replace(pair, **changes),))


def test_every_verbatim_passage_is_found_to_within_ten_characters(result: SampleResult) -> None:
    cases = result.kinds()["verbatim"]
    assert len(cases) >= 6
    for case in cases:
        assert case.border_error is not None
        assert case.border_error <= 10, case
        assert min(case.query_share, case.other_share) > 0.98


def test_a_transposed_passage_is_found_up_to_the_words_of_a_chunk_that_a_swap_cut(
    corpus: Corpus, result: SampleResult
) -> None:
    """A swap astride the border of the last chunk costs that chunk: at most chunk_words - 1 words
    at each end."""
    ids = {row.path: row.doc_id for row in corpus.documents() if row.path}
    for case in result.kinds()["transposed"]:
        pair = case.pair
        query, other = (
            next(doc_id for path, doc_id in ids.items() if path.endswith(file))
            for file in (pair.query, pair.other)
        )
        (found,) = [p for p in corpus.compare(query, other).passages if not p.boilerplate]
        text = corpus.text(query).text
        lost = (
            text[pair.query_start : found.query_start],
            text[found.query_end : pair.query_end],
        )
        for end in lost:
            assert len(find_words(end)) < corpus.settings.fingerprint.chunk_words
        assert found.query_start >= pair.query_start - 10
        assert found.query_end <= pair.query_end + 10
        assert min(case.query_share, case.other_share) > 0.95


@pytest.mark.parametrize(
    "kind",
    [
        "homoglyphs",
        "white",
        "quoted",
        "bibliography",
        "template",
        "essay-inside",
        "altered-numbers",
    ],
)
def test_copies_that_keep_their_words_are_found_whole(kind: str, result: SampleResult) -> None:
    for case in result.kinds()[kind]:
        assert min(case.query_share, case.other_share) > 0.98, case


def test_nothing_is_found_between_unrelated_documents(result: SampleResult) -> None:
    assert len(result.unrelated) >= 5
    assert [pair for pair in result.unrelated if pair[2]] == []


def test_nothing_is_found_where_nothing_was_planted(result: SampleResult) -> None:
    assert result.unplanted == ()


def test_moved_borders_show_as_errors_of_exactly_that_many_characters(corpus: Corpus) -> None:
    truth = read_truth()
    (pair,) = [pair for pair in truth.pairs if pair.plant == "a-chapter"]
    moved = only(truth, "a-chapter", query_start=pair.query_start + 37)
    (case,) = evaluate_sample(corpus, moved).cases
    assert case.border_error == 37
    assert case.query_share == 1.0
    longer = only(truth, "a-chapter", other_end=pair.other_end + 200)
    (case,) = evaluate_sample(corpus, longer).cases
    assert case.border_error == 199  # the full stop behind the last word is found as well
    length = pair.other_end + 200 - pair.other_start
    assert case.other_share == pytest.approx(1 - 199 / length)


def test_a_passage_elsewhere_is_a_miss_and_counts_as_unplanted(corpus: Corpus) -> None:
    elsewhere = only(read_truth(), "a-chapter", query_start=0, query_end=40)
    result = evaluate_sample(corpus, elsewhere)
    (case,) = result.cases
    assert not case.found
    assert (case.query_share, case.other_share) == (0.0, 0.0)
    files = {(one.query, one.other) for one in result.unplanted}
    assert (case.pair.query, case.pair.other) in files


def test_related_documents_given_out_as_unrelated_are_caught(corpus: Corpus) -> None:
    truth = read_truth()
    (pair,) = [pair for pair in truth.pairs if pair.plant == "a-chapter"]
    wrong = dataclasses.replace(truth, unrelated=((pair.query, pair.other),))
    assert evaluate_sample(corpus, wrong).unrelated == ((pair.query, pair.other, 1),)


def test_the_printed_table_names_what_was_missed(result: SampleResult) -> None:
    printed = describe(result)
    for case in result.cases:
        line = f"{case.pair.query} and {case.pair.other}"
        if not case.found:
            assert line in printed
    for kind, cases in result.kinds().items():
        (row,) = [line for line in printed.splitlines() if line.startswith(f"{kind} ")]
        found = sum(case.found for case in cases)
        numbers = [str(n) for n in (len(cases), found, len(cases) - found)]
        assert row.split()[1:4] == numbers


def test_a_corpus_without_the_sample_says_what_to_do(tmp_path: Path) -> None:
    with Corpus.open(tmp_path / "empty") as empty, pytest.raises(SimdocError, match="simdoc demo"):
        evaluate_sample(empty)


def test_a_file_that_is_no_truth_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps({"pairs": [{"plant": "x"}]}))
    with pytest.raises(SimdocError, match=r"other\.json"):
        read_truth(path)
