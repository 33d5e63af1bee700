"""Traces: the arrays agree with a plain reading of the rule, and stay what they are."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.settings import TraceFingerprintSettings
from simdoc.text.characters import mixed
from simdoc.text.stems import find_stems
from simdoc.text.words import find_words
from simdoc.traces import MOST_A_WORD, NUMBER, find_traces, left_out_stems

ALL = TraceFingerprintSettings()
MASK = (1 << 64) - 1
PROSE = (
    "The miller of Lower Brook had warned the parish council in 1921 that draining the northern "
    "meadow would leave the wheel dry every August, but nobody wrote his warning down. "
)


def _mixed(value: int) -> int:
    return int(mixed(np.array([value & MASK], np.uint64))[0])


def plain_traces(text: str) -> dict[int, int]:
    """Fingerprint → first position, one word and one triple at a time."""
    words = find_words(text)
    stems = find_stems(text, words)
    left_out = set(left_out_stems().tolist())
    counted: list[int] = []
    after_number = False
    for start, end, stem, number in zip(
        words.starts.tolist(),
        words.ends.tolist(),
        stems.hashes.tolist(),
        stems.numbers.tolist(),
        strict=True,
    ):
        if number:
            if not after_number:
                counted.append(_mixed(int(NUMBER)))
        elif end - start >= 3 and stem not in left_out:
            counted.append(_mixed(stem))
        after_number = number
    found: dict[int, int] = {}
    for at in range(len(counted)):
        for ordinal, (a, b, c) in enumerate([(0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 2, 4)]):
            if at + c < len(counted):
                total = counted[at + a] + counted[at + b] + counted[at + c]
                found.setdefault(_mixed(total) >> 16, 4 * at + ordinal)
    most = int(MOST_A_WORD * len(words))
    if len(found) > most:
        least = sorted(found, key=_mixed)[:most]
        found = {fingerprint: found[fingerprint] for fingerprint in least}
    return found


WORDS = "the of brook council meadow miller miller's 12 1921 3 a northern warning wheel august"
vocabulary = st.sampled_from(WORDS.split(" "))


@given(st.lists(vocabulary, max_size=60).map(" ".join))
def test_traces_are_those_of_the_plain_rule(text: str) -> None:
    traces = find_traces(text, ALL)
    found = dict(zip(traces.fingerprints.tolist(), traces.positions.tolist(), strict=True))
    assert found == plain_traces(text)
    assert traces.fingerprints.tolist() == sorted(found)


def test_a_long_text_keeps_the_first_position_of_each_trace() -> None:
    text = " ".join(f"brook{i % 9000} meadow{i % 7001} miller" for i in range(12_000))
    traces = find_traces(text, ALL)
    found = dict(zip(traces.fingerprints.tolist(), traces.positions.tolist(), strict=True))
    assert found == plain_traces(text)


def test_a_sample_keeps_the_same_traces_in_every_text() -> None:
    every = find_traces(PROSE, ALL).fingerprints
    half = find_traces(PROSE, TraceFingerprintSettings(sample=2)).fingerprints
    assert 0 < len(half) < len(every)
    assert set(half.tolist()) == {f for f in every.tolist() if f % 2 == 0}


def test_order_endings_and_short_words_change_nothing() -> None:
    one = find_traces("miller warned council meadow", ALL)
    two = find_traces("The councils of a meadow: millers warned", ALL)
    assert len(one) == 4
    assert one.fingerprints.tolist() == two.fingerprints.tolist()


def test_other_numbers_leave_the_same_traces() -> None:
    one = find_traces("Weighed 12.5 grams catalase, heated 37 degrees, diluted 10 times water", ALL)
    two = find_traces("Weighed 9 grams catalase, heated 41.25 degrees, diluted 8 times water", ALL)
    assert len(one) > 10
    assert one.fingerprints.tolist() == two.fingerprints.tolist()


def test_positions_lead_back_to_characters() -> None:
    traces = find_traces(PROSE, ALL)
    first = traces.starts[traces.positions // 4]
    assert all(PROSE[start].isalnum() for start in first.tolist())
    assert PROSE[traces.starts[0] :].startswith("miller")


@pytest.mark.parametrize("text", ["", "one", "the of and", "brook meadow"])
def test_a_text_too_short_for_a_triple_has_no_traces(text: str) -> None:
    assert len(find_traces(text, ALL)) == 0


def test_a_text_of_rare_words_only_costs_no_more_than_two_traces_a_word() -> None:
    rng = np.random.default_rng(1)
    text = " ".join("".join(map(chr, rng.integers(97, 123, 9))) for _ in range(500))
    traces = find_traces(text, ALL)
    assert len(traces) == int(MOST_A_WORD * 500)
    # Of what two such texts share, both keep the same.
    longer = find_traces(text + " " + text[::-1], ALL)
    shared = np.intersect1d(traces.fingerprints, longer.fingerprints)
    assert len(shared) > 0.9 * min(len(traces), len(longer) / 2)


def test_traces_inside_given_characters_can_be_left_out() -> None:
    declaration = "Prohlasuji vedoucimu katedry samostatne vypracovani knihovniho archivu. "
    text = declaration + PROSE * 2
    end = np.array([len(declaration)])
    rest = find_traces(text, ALL).outside(np.array([0]), end)
    alone = find_traces(declaration, ALL)
    assert len(alone)
    assert not np.intersect1d(rest.fingerprints, alone.fingerprints).size
    assert set(find_traces(PROSE, ALL).fingerprints.tolist()) <= set(rest.fingerprints.tolist())


def test_version_1_of_the_traces_never_changes() -> None:
    """Another result for the same text needs another version in the settings: old segments would
    never be found by new questions."""
    content = files("simdoc.text").joinpath("left_out_words.txt").read_bytes()
    stems = hashlib.sha256(left_out_stems().astype("<u8").tobytes()).hexdigest()
    traces = find_traces(PROSE, TraceFingerprintSettings(version=1))
    prose = hashlib.sha256(traces.fingerprints.astype("<u8").tobytes()).hexdigest()
    assert hashlib.sha256(content).hexdigest()[:16] == "292e8f629b49660b"
    assert stems[:16] == "c373da24609bb425"
    assert prose[:16] == "a828beaaf59fde8e"
