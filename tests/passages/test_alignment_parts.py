"""The steps of the alignment against plain definitions of what they compute."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.passages.alignment_settings import DEFAULTS
from simdoc.passages.background import CorpusBackground, background_of, stemmed
from simdoc.passages.boxes import Box
from simdoc.passages.confidence import TABLE, confidence_of
from simdoc.passages.merge import selected
from simdoc.passages.neighbourhoods import neighbourhoods
from simdoc.passages.refine import Refiner
from simdoc.passages.seeds import SEED_NOISE, find_seeds, stem_weights
from simdoc.passages.snap import characters, snapped
from simdoc.passages.summaries import with_summaries
from simdoc.passages.verbatim_runs import verbatim_runs, with_run_borders
from simdoc.text.words import find_words
from tests.passages.pair_texts import sentences, text

LETTERS = "abcdefgh"
texts = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=60).map(" ".join)


@given(texts, texts)
def test_the_background_is_the_smoothed_frequency_of_each_word(query: str, other: str) -> None:
    found = background_of(stemmed(query), stemmed(other), DEFAULTS)
    ours, theirs = Counter(query.split()), Counter(other.split())
    total = sum(ours.values()) + sum(theirs.values())
    assert found.shared == len(ours.keys() & theirs.keys())
    for side, counts, words in (
        (found.query, ours, query.split()),
        (found.other, theirs, other.split()),
    ):
        for number, word in zip(side.numbers.tolist(), words, strict=True):
            copied = 1.5 if word in ours and word in theirs else 0  # may be the copy itself
            likelihood = (ours[word] + theirs[word] + 0.1 - copied) / total
            assert found.likelihood[number] == pytest.approx(likelihood)
            own = (counts[word] + 6000 * likelihood) / (len(words) + 6000)
            assert side.likelihood[number] == pytest.approx(own)
            assert (number < found.shared) == (word in ours and word in theirs)
        for at, word in enumerate(words):
            before = [place for place in range(at) if words[place] == word]
            assert side.ranks[at] == len(before)
            assert side.previous[at] == (before[-1] if before else -1)


def test_the_corpus_makes_its_common_words_likelier() -> None:
    query, other = stemmed("alpha beta gamma"), stemmed("alpha beta delta")
    [alpha] = stemmed("alpha").stems.hashes.tolist()
    corpus = CorpusBackground(np.array([alpha], np.uint64), np.array([0.5]))
    plain = background_of(query, other, DEFAULTS)
    mixed = background_of(query, other, DEFAULTS, corpus)
    at = mixed.query.numbers
    assert mixed.likelihood[at[0]] == pytest.approx((0.6 + 250) / 506)
    assert mixed.likelihood[at[1]] < plain.likelihood[plain.query.numbers[1]]


def test_numbers_of_one_text_only_are_any_number_and_common_ones_themselves() -> None:
    found = background_of(stemmed("in 1984 and 17"), stemmed("in 1984 or 23"), DEFAULTS)
    ours, theirs = found.query.numbers.tolist(), found.other.numbers.tolist()
    assert ours[1] == theirs[1]
    assert ours[3] == theirs[3]
    assert ours[1] != ours[3]


def side_sum(here: list[str], there: list[str], likelihood: dict[str, float]) -> float:
    """The evidence of one side, word by word as the definition says it."""
    counts, seen, total = Counter(there), Counter[str](), 0.0
    for word in here:
        seen[word] += 1
        if not counts[word]:
            total += log(0.5)
        elif seen[word] > counts[word]:
            total += DEFAULTS.surplus * log(0.5)
        else:
            inside = counts[word] / (len(there) * likelihood[word])
            total += min(DEFAULTS.most, log(0.5 * inside + 0.5))
    return total


@given(texts, texts, st.data())
@settings(max_examples=60)
def test_evidence_is_the_smaller_of_both_sides_sums(
    query: str, other: str, data: st.DataObject
) -> None:
    ours, theirs = query.split(), other.split()
    begin = data.draw(st.integers(0, len(ours) - 1))
    end = data.draw(st.integers(begin + 1, len(ours)))
    other_begin = data.draw(st.integers(0, len(theirs) - 1))
    other_end = data.draw(st.integers(other_begin + 1, len(theirs)))
    background = background_of(stemmed(query), stemmed(other), DEFAULTS)
    box = Refiner(background, DEFAULTS).scored(Box(begin, end, other_begin, other_end))
    sums = []
    for words, side, here, there in (
        (ours, background.query, ours[begin:end], theirs[other_begin:other_end]),
        (theirs, background.other, theirs[other_begin:other_end], ours[begin:end]),
    ):
        of = dict(zip(words, side.likelihood[side.numbers].tolist(), strict=True))
        sums.append(side_sum(here, there, of))
    assert box.evidence == pytest.approx(min(sums))


@pytest.mark.parametrize("seed", range(3))
def test_every_window_pair_above_the_threshold_lies_in_a_seed(seed: int) -> None:
    copied = sentences(seed, 3)
    query = text(sentences(10 + seed, 6), copied, sentences(20 + seed, 6))
    other = text(sentences(30 + seed, 6), copied)
    background = background_of(stemmed(query), stemmed(other), DEFAULTS)
    weights = stem_weights(background, DEFAULTS)
    ours, theirs = background.query.numbers, background.other.numbers
    seeds = find_seeds(background, weights, DEFAULTS, (0, len(ours)), (0, len(theirs)))
    width, stride = DEFAULTS.window, DEFAULTS.stride
    strong = 0
    for at in range(0, len(ours) - width + 1, stride):
        for opposite in range(0, len(theirs) - width + 1, stride):
            one, two = set(ours[at : at + width]), set(theirs[opposite : opposite + width])
            score = sum(weights[stem] for stem in one & two)
            score += log(SEED_NOISE) * min(len(one), len(two))
            if score >= DEFAULTS.seed_evidence + 1e-3:
                strong += 1
                assert any(
                    seed.box.query_from <= at
                    and at + width <= seed.box.query_to
                    and seed.box.other_from <= opposite
                    and opposite + width <= seed.box.other_to
                    for seed in seeds
                )
    assert strong


def test_short_texts_are_one_neighbourhood() -> None:
    background = background_of(stemmed("a b c"), stemmed("c d"), DEFAULTS)
    assert neighbourhoods(background, np.ones(1), [], DEFAULTS) == ([((0, 3), (0, 2))], [])


def test_runs_are_where_six_words_in_a_row_are_equal() -> None:
    run = [f"{letter}{letter}{letter}" for letter in "abcdefghijklmnopqrst"]
    query = [*"uvwxyz", *run, *"uvwxyz"]
    other = [*"UVW", *"12", *run, "end"]
    background = background_of(stemmed(" ".join(query)), stemmed(" ".join(other)), DEFAULTS)
    assert verbatim_runs(background, DEFAULTS) == [Box(6, 26, 5, 25)]
    short = background_of(stemmed(" ".join(run[:15])), stemmed(" ".join(run[:15])), DEFAULTS)
    assert verbatim_runs(short, DEFAULTS) == []


def test_a_page_number_inside_does_not_break_a_run() -> None:
    words = [f"{a}{b}{a}" for a in "abcdefg" for b in "hijklmn"]
    other = [*words[:20], "page", "seven", *words[20:]]
    background = background_of(stemmed(" ".join(words)), stemmed(" ".join(other)), DEFAULTS)
    assert verbatim_runs(background, DEFAULTS) == [Box(0, 49, 0, 51)]


def test_a_run_that_covers_most_of_a_box_gives_it_its_borders() -> None:
    box, run = Box(10, 50, 110, 150, 60.0), Box(8, 48, 108, 148)
    assert with_run_borders([box], [run], DEFAULTS) == [Box(8, 48, 108, 148, 60.0, "run")]


def test_a_run_inside_a_larger_box_leaves_it_and_a_free_run_stands_alone() -> None:
    box, inside, free = Box(0, 100, 0, 100, 80.0), Box(90, 110, 90, 110), Box(300, 330, 5, 35)
    found = with_run_borders([box], [inside, free], DEFAULTS)
    assert found == [Box(0, 110, 0, 110, 80.0), Box(300, 330, 5, 35, 0.0, "run")]


def test_of_overlapping_boxes_the_better_is_kept() -> None:
    good, worse, apart = (
        Box(0, 50, 0, 50, 90.0),
        Box(30, 70, 200, 240, 40.0),
        Box(80, 99, 0, 19, 30),
    )
    weak = Box(200, 210, 0, 10, DEFAULTS.least_part - 1)
    assert selected([weak, worse, apart, good], DEFAULTS) == [good, apart]


def test_scattered_parts_become_a_summary_only_together() -> None:
    parts = [Box(0, 20, 0, 25, 30.0), Box(25, 45, 200, 230, 25.0), Box(50, 60, 400, 410, 15.0)]
    assert with_summaries(parts, DEFAULTS) == [Box(0, 60, 0, 410, 70.0, "summary")]
    assert with_summaries(parts[:1], DEFAULTS) == parts[:1]
    near = [Box(0, 20, 0, 20, 30.0), Box(25, 45, 25, 45, 25.0)]
    assert with_summaries(near, DEFAULTS) == near


def test_borders_move_to_the_ends_of_sentences_when_that_costs_little() -> None:
    query = "Zero here. Amber basalt copper dolomite emerald feldspar granite hematite. After that."
    other = "Other one. Amber basalt copper dolomite emerald feldspar granite hematite. The end."
    ours, theirs = stemmed(query), stemmed(other)
    refiner = Refiner(background_of(ours, theirs, DEFAULTS), DEFAULTS)
    begin, end = snapped(query, ours.words, Box(3, 9, 2, 10), 0, refiner, DEFAULTS)
    start, stop = characters(query, ours.words, begin, end)
    assert query[start:stop].startswith("Amber")
    assert query[start:stop].endswith("hematite.")


def test_quotes_and_full_stops_that_touch_belong_to_the_passage() -> None:
    line = 'He said: "Go home." Then (quietly) left.'
    words = find_words(line)
    start, stop = characters(line, words, 2, 4)
    assert line[start:stop] == '"Go home."'
    start, stop = characters(line, words, 5, 6)
    assert line[start:stop] == "(quietly)"


@given(st.floats(-50, 2000), st.floats(-50, 2000))
def test_confidence_never_falls_with_evidence(one: float, two: float) -> None:
    low, high = sorted((one, two))
    assert 0 <= confidence_of(low) <= confidence_of(high) <= 1


def test_the_confidence_table_ascends() -> None:
    assert list(TABLE) == sorted(TABLE)
