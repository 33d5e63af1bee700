"""Corpora in PAN's layout made of any texts: read back by the evaluation, true to the character."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.evaluation.measures import scores
from simdoc.evaluation.obfuscated_corpus import (
    FolderPlan,
    ObfuscatedCorpusPlan,
    main,
    make_pairs,
    write_obfuscated_corpus,
)
from simdoc.evaluation.pan import read_pairs, read_truth
from simdoc.text.words import find_words

TEXTS = [
    document.text
    for document in CorpusGenerator(
        CorpusPlan(documents=6, words=800, passages=(), vocabulary=2_000)
    ).documents()
]
PLAN = ObfuscatedCorpusPlan(
    (
        FolderPlan("verbatim", words=(40, 120)),
        FolderPlan("shuffle", (1.0, 1.0), (40, 120)),
        FolderPlan("summary", (0.7, 0.7), (200, 300)),
    ),
    pairs=5,
)


def text_of(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()


def test_a_corpus_is_read_back_as_it_was_made(tmp_path: Path) -> None:
    made = write_obfuscated_corpus(tmp_path / "corpus", TEXTS, PLAN)
    corpus = tmp_path / "corpus"
    pairs = read_pairs(corpus)
    assert pairs == [one.pair for one in made]
    assert len({pair.query for pair in pairs}) == len(pairs) == 20
    for one in made:
        assert text_of(corpus / "susp" / one.pair.query) == one.text
        truth = read_truth(corpus / one.pair.folder / one.pair.name, one.pair)
        assert tuple(truth) == one.cases
        assert scores(truth, one.cases).plagdet == 1.0
    assert [text_of(path) for path in sorted((corpus / "src").iterdir())] == TEXTS[::2]


def test_passages_lie_where_the_truth_says() -> None:
    sources = {f"source-document{k + 1:05}.txt": text for k, text in enumerate(TEXTS[::2])}
    counted = 0
    for one in make_pairs(TEXTS, PLAN):
        other = sources[one.pair.other]
        for case in one.cases:
            copy = one.text[case.query_start : case.query_end]
            original = other[case.other_start : case.other_end]
            words = [sorted(find_words(text).hashes.tolist()) for text in (copy, original)]
            counted += 1
            if one.pair.folder == "02-verbatim":
                assert copy == original
            elif one.pair.folder == "03-shuffle":
                assert words[0] == words[1]
                assert copy != original
            else:
                assert set(words[0]) < set(words[1])
                assert len(copy) < 0.6 * len(original)
    assert counted >= 20


def test_without_its_passages_a_query_document_is_one_of_the_hosts() -> None:
    hosts = {tuple(find_words(text).hashes.tolist()) for text in TEXTS[1::2]}
    nothing = 0
    for one in make_pairs(TEXTS, PLAN):
        text = one.text
        for case in reversed(one.cases):
            text = text[: case.query_start] + text[case.query_end :]
        nothing += not one.cases
        assert tuple(find_words(text).hashes.tolist()) in hosts
    assert nothing == 5


def test_passages_of_one_pair_overlap_in_neither_document() -> None:
    for one in make_pairs(TEXTS, PLAN):
        for starts in (
            sorted((case.query_start, case.query_end) for case in one.cases),
            sorted((case.other_start, case.other_end) for case in one.cases),
        ):
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(starts))


def test_a_corpus_of_one_text_or_of_no_words_is_refused() -> None:
    with pytest.raises(ValueError, match="two texts"):
        make_pairs(TEXTS[:1], PLAN)
    with pytest.raises(ValueError, match="without words"):
        make_pairs([TEXTS[0], "…"], PLAN)


def test_the_command_makes_a_corpus_of_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "texts").mkdir()
    for k, text in enumerate(TEXTS):
        (tmp_path / "texts" / f"{k}.txt").write_text(text, "utf-8", newline="")
    out = tmp_path / "out"
    main([str(tmp_path / "texts"), str(out), "--pairs", "2", "--kinds", "random", "inflect"])
    assert sorted(path.name for path in out.iterdir()) == [
        "01-no-plagiarism",
        "02-random",
        "03-inflect",
        "src",
        "susp",
    ]
    assert "6 pairs" in capsys.readouterr().out
