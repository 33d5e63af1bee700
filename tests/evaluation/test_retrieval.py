"""Recall of true sources on a corpus in PAN's layout that is small enough to count by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simdoc import Corpus
from simdoc.cli import main
from simdoc.errors import SimdocError
from simdoc.evaluation.retrieval import add_sources, describe, evaluate_retrieval
from tests.test_trace_store import ORIGINAL, REWRITTEN, UNRELATED

NOTHING = "Seven ferries crossed the strait at noon while gulls followed their crews eastwards. "


def _truth(folder: Path, query: str, other: str, passages: list[tuple[int, int, int, int]]) -> None:
    folder.mkdir(exist_ok=True)
    with (folder / "pairs").open("a", encoding="utf-8") as pairs:
        pairs.write(f"{query}.txt {other}.txt\n")
    features = "".join(
        f'<feature name="plagiarism" this_offset="{a}" this_length="{b}" '
        f'source_reference="{other}.txt" source_offset="{c}" source_length="{d}"/>'
        for a, b, c, d in passages
    )
    document = f'<document reference="{query}.txt">{features}</document>'
    (folder / f"{query}-{other}.xml").write_text(document, "utf-8")


@pytest.fixture
def pan(tmp_path: Path) -> Path:
    root = tmp_path / "pan"
    for folder, texts in {
        "src": {"s1": ORIGINAL, "s2": UNRELATED, "s3": ORIGINAL[:180] + NOTHING},
        "susp": {"q1": NOTHING + REWRITTEN, "q2": ORIGINAL, "q3": NOTHING},
    }.items():
        (root / folder).mkdir(parents=True)
        for name, text in texts.items():
            (root / folder / f"{name}.txt").write_text(text, "utf-8")
    whole = (0, 300, 0, 300)
    _truth(root / "01-none", "q2", "s2", [])
    _truth(root / "02-verbatim", "q2", "s1", [whole])
    _truth(root / "02-verbatim", "q2", "s3", [(0, 180, 0, 180)])
    _truth(root / "03-rewritten", "q1", "s1", [whole, (5, 9, 5, 9)])
    _truth(root / "03-rewritten", "q3", "s2", [whole])
    return root


@pytest.fixture
def corpus(pan: Path, tmp_path: Path) -> Iterator[Corpus]:
    with Corpus.open(tmp_path / "corpus") as corpus:
        yield corpus


def test_recall_is_counted_by_pairs_with_true_passages(pan: Path, corpus: Corpus) -> None:
    heard: list[tuple[int, int]] = []
    add_sources(corpus, pan, lambda done, total: heard.append((done, total)))
    assert heard == [(1, 3), (2, 3), (3, 3)]
    results = evaluate_retrieval(pan, corpus)
    assert results.queries == 3
    assert results.documents == 3
    none, verbatim, rewritten = results.folders.values()
    assert (none.pairs, none.without_passages, none.without_passages_listed) == (0, 1, 0)
    # q2 has two true sources: one comes first, both come among the first ten.
    assert verbatim.at == {1: 0.5, 10: 1.0, 20: 1.0, 100: 1.0}
    assert verbatim.listed == 1.0
    # q1's source is found by traces; nothing leads from q3 to s2, whatever the truth says.
    assert rewritten.pairs == 2
    assert rewritten.at[100] == rewritten.among_all == rewritten.listed == 0.5
    assert results.entire.pairs == 4
    assert results.entire.at[100] == 0.75
    assert "03-rewritten" in describe(results)


def test_every_other_query_can_be_asked(pan: Path, corpus: Corpus) -> None:
    add_sources(corpus, pan)
    assert evaluate_retrieval(pan, corpus, every=2).queries == 2
    halves = [evaluate_retrieval(pan, corpus, half=half) for half in ("tuning", "held-out")]
    assert sum(half.queries for half in halves) == 3


def test_a_corpus_without_the_sources_is_refused(pan: Path, corpus: Corpus) -> None:
    with pytest.raises(SimdocError, match="holds no document"):
        evaluate_retrieval(pan, corpus)


def test_a_query_that_cannot_be_read_finds_nothing(pan: Path, corpus: Corpus) -> None:
    (pan / "susp" / "q1.txt").write_bytes(bytes(range(1, 32)) * 40)
    add_sources(corpus, pan)
    results = evaluate_retrieval(pan, corpus)
    assert results.folders["03-rewritten"].at[100] == 0.0
    assert results.folders["02-verbatim"].at[100] == 1.0


def test_the_command_prints_recall_a_folder(pan: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "pan", str(pan), "--retrieval"]) == 0
    lines = capfd.readouterr().out.splitlines()
    [line] = [line for line in lines if line.startswith("02-verbatim")]
    assert line.split()[1:5] == ["2", "0.5000", "1.0000", "1.0000"]


def test_the_command_needs_a_folder(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "pan"]) == 3
    assert "FOLDER" in capfd.readouterr().err
