"""Which words of a passage differ: what is left is common to both, in order, and quickly found."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from simdoc.passages import differing_words
from simdoc.passages.differing_words import differing_ranges, same_words
from simdoc.text.words import find_words

SIDES = st.lists(st.integers(0, 12), max_size=60)


def shown(query: str, other: str) -> tuple[list[str], list[str]]:
    """The differing characters of two whole texts."""
    ours, theirs = differing_ranges(
        find_words(query), find_words(other), (0, len(query)), (0, len(other))
    )
    return (
        [query[start:end] for start, end in ours.tolist()],
        [other[start:end] for start, end in theirs.tolist()],
    )


def test_changed_added_and_left_out_words_are_marked_on_their_side() -> None:
    query = "The old mill was sold in May to a weaver from the valley."
    other = "The old mill was given quickly in May to a weaver from valley!"
    assert shown(query, other) == (["sold", "the"], ["given quickly"])


def test_case_and_diacritics_do_not_differ() -> None:
    assert shown("Příliš žluťoučký KŮŇ", "prilis zlutoucky kun") == ([], [])


def test_words_outside_the_passage_are_not_looked_at() -> None:
    text = "alpha beta gamma delta"
    ours, theirs = differing_ranges(
        find_words(text), find_words("beta gama delta"), (6, 16), (0, 9)
    )
    assert ours.tolist() == [[11, 16]]
    assert theirs.tolist() == [[5, 9]]


def test_a_passage_without_words_differs_in_nothing() -> None:
    assert shown("", "alpha") == ([], ["alpha"])
    assert shown("...", "!?") == ([], [])


@given(SIDES, SIDES)
def test_short_sides_keep_a_longest_common_part(query: list[int], other: list[int]) -> None:
    ours, theirs = np.array(query, np.uint64), np.array(other, np.uint64)
    same, other_same = same_words(ours, theirs)
    assert ours[same].tolist() == theirs[other_same].tolist()
    assert int(same.sum()) == LCSseq.similarity(query, other)


@given(SIDES, SIDES)
def test_cut_at_anchors_what_is_the_same_is_had_by_both(query: list[int], other: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(differing_words, "ALIGNED_AT_ONCE", 0)
        same, other_same = same_words(np.array(query, np.uint64), np.array(other, np.uint64))
    assert {query[place] for place in np.flatnonzero(same)} <= set(other)
    assert {other[place] for place in np.flatnonzero(other_same)} <= set(query)


@pytest.mark.parametrize("changed", [0.0, 0.02, 0.3, 1.0])
def test_a_copied_thesis_of_sixty_thousand_words_takes_a_moment(changed: float) -> None:
    random = np.random.default_rng(5)
    frequent = random.zipf(1.2, 60_000) % 20_000
    query = frequent.astype(np.uint64)
    other = query.copy()
    other[random.random(len(other)) < changed] += np.uint64(1_000_000)
    other = np.delete(other, random.integers(0, len(other), 500 if changed else 0))
    before = time.perf_counter()
    same, _ = same_words(query, other)
    took = time.perf_counter() - before
    print(f"{changed:.0%} changed: {took:.2f} s, {same.mean():.1%} the same")
    assert took < 3  # a second is meant; a busy machine may take longer
    assert same.mean() == pytest.approx((1 - changed) * (1 - 500 / 60_000), abs=0.03)


def test_two_long_passages_without_a_common_order_take_a_moment() -> None:
    random = np.random.default_rng(6)
    words = random.zipf(1.2, 60_000).astype(np.uint64) % np.uint64(20_000)
    before = time.perf_counter()
    same_words(words, random.permutation(words))
    assert time.perf_counter() - before < 3
