"""What the measurements of obfuscated copies rest on: attacks that do what they say, quick ways
that give what the slow ones do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.interval_parameters import common_chunks, detections, pan_folder, rows
from benchmarks.sample_texts import own_texts
from benchmarks.security import (
    ATTACKS,
    Order,
    Plant,
    changes_needed,
    cheapest,
    misspelt,
    plants,
    replacements,
    words_changed,
)
from simdoc.errors import SimdocError
from simdoc.evaluation.detectors import ValidIntervalDetector
from simdoc.evaluation.draft import Draft
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.evaluation.measures import Reuse
from simdoc.evaluation.obfuscated_corpus import (
    FolderPlan,
    ObfuscatedCorpusPlan,
    write_obfuscated_corpus,
)
from simdoc.evaluation.pan import Detection
from simdoc.evaluation.word_counts import WordCounts
from simdoc.settings import FingerprintSettings, PassageSettings
from simdoc.text.words import find_words

INTERVALS = ValidIntervalDetector()


def generated(documents: int, words: int = 900) -> list[str]:
    plan = CorpusPlan(documents=documents, words=words, passages=(), vocabulary=20_000)
    return [document.text for document in CorpusGenerator(plan).documents()]


@pytest.mark.parametrize("least", [1, 7, 40])
def test_halving_finds_the_first_number_of_changes_that_hides_a_passage(least: int) -> None:
    plant = Plant("", Draft.of("copied"), "", "other", 0, 5)

    def detector(query: str, other: str) -> list[Detection]:
        return [(0, 1, 0, 1)] if query.count("x") < least else []

    assert changes_needed(lambda k: "c" + "x" * k, 40, plant, detector) == least
    assert changes_needed(lambda k: "c" + "x" * k, least - 1, plant, detector) == float("inf")


@pytest.mark.parametrize(("length", "expected"), [(30, 2), (60, 8), (120, 16), (250, 34)])
def test_who_knows_the_papers_needs_as_few_words_as_their_definition_allows(
    length: int, expected: int
) -> None:
    """A word breaks five chunks; 19 of the length − 4 chunks may be left in an interval."""
    texts = generated(4)
    counts = WordCounts.of(texts)
    for plant in plants(texts, length, 2):
        orders: dict[str, Order] = {
            name: list(ATTACKS[name](plant, counts)) for name in list(ATTACKS)[:2]
        }
        assert cheapest(plant, misspelt(plant), orders, INTERVALS)[0] == expected


def test_a_planted_passage_is_found_and_a_wholly_replaced_one_is_not() -> None:
    texts = generated(4)
    counts = WordCounts.of(texts)
    for plant in plants(texts, 120, 3):
        assert plant.found(plant.passage.text, INTERVALS)
        assert plant.other[plant.other_start : plant.other_end] == plant.passage.text
        new = replacements(plant, counts, np.random.default_rng(1))
        whole = words_changed(plant, new, range(plant.words))(plant.words)
        assert not plant.found(whole, INTERVALS)
        assert not set(find_words(whole).hashes) & set(find_words(plant.passage.text).hashes)


def test_all_pairs_at_once_give_the_intervals_of_each_pair_alone(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    plan = ObfuscatedCorpusPlan((FolderPlan("verbatim"), FolderPlan("random", (0.2, 0.5))), pairs=6)
    made = write_obfuscated_corpus(corpus, generated(6), plan)
    sources = {path.name: path.read_text("utf-8") for path in (corpus / "src").iterdir()}
    pairs = [one.pair for one in made]
    found = 0
    for size, minimum, gap in ((3, 5, 10), (5, 20, 50), (4, 10, 100)):
        detector = ValidIntervalDetector(
            PassageSettings(minimum, gap), FingerprintSettings(chunk_words=size)
        )
        alone = [
            Reuse(one.pair.query, a, b, one.pair.other, c, d)
            for one in made
            for a, b, c, d in detector(one.text, sources[one.pair.other])
        ]
        assert detections(common_chunks(corpus, pairs, size), pairs, minimum, gap) == alone
        found += len(alone)
    assert found > 20


def test_verbatim_copies_score_best_and_every_choice_has_a_row(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    plan = ObfuscatedCorpusPlan((FolderPlan("verbatim"),), pairs=12)
    write_obfuscated_corpus(corpus, generated(6), plan)
    measured = list(rows(corpus, sizes=(5,)))
    assert len({(row.minimum, row.gap) for row in measured}) == len(measured) == 36
    papers = next(row for row in measured if (row.minimum, row.gap) == (20, 50))
    assert papers.folders["02-verbatim"].plagdet > 0.97
    assert papers.folders["01-no-plagiarism"].detections == 0


def test_a_corpus_must_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SIMDOC_PAN", raising=False)
    with pytest.raises(SimdocError, match="SIMDOC_PAN"):
        pan_folder()
    monkeypatch.setenv("SIMDOC_PAN", str(tmp_path))
    assert pan_folder() == tmp_path


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_own_texts_bear_no_marks_and_share_no_passage(language: str) -> None:
    texts = own_texts(language)
    assert len(texts) >= 8
    assert not any(mark in text for text in texts for mark in "⟦⟧")
    for text in texts[1:]:
        assert not INTERVALS(texts[0], text)
