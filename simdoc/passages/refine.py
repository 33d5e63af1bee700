"""Where a passage begins and ends: the pair of segments that has the most evidence.

Given one side, each word of the other adds ln(likelihood inside the passage / likelihood in the
background), so the best segment is the one with the greatest sum. The two sides are fitted to
each other in turns. A word speaks only as often as the other side has it (one to one).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import Background, Floats, Integers
from simdoc.passages.boxes import Box

REACH = 256
"""Words looked at in one step; the step grows when a segment does not end within it."""

EVEN_NOISE = 0.5
"""Share of new words assumed when both sides are scored alike."""

ESTIMATE_STEPS = 4
"""Steps of expectation maximisation; the fifth moves the estimate by less than .02."""


class Refiner:
    """Fits boxes to the two sides of one pair."""

    def __init__(self, background: Background, settings: AlignmentSettings) -> None:
        self._shared = background.shared
        self._settings = settings
        self._sides = (background.query, background.other)
        # Stems of one side only are all alike here: they are never in the other segment.
        self._numbers = tuple(np.minimum(side.numbers, self._shared) for side in self._sides)
        self._likelihood = tuple(
            np.append(side.likelihood[: self._shared], 1.0) for side in self._sides
        )
        self._scratch = np.zeros(self._shared + 1, np.int64)

    def refined(self, seed: Box, peak: Box) -> Box:
        """The box around the peak that both sides agree on, with its evidence."""
        settings = self._settings
        ours = (seed.query_from, seed.query_to)
        theirs = (seed.other_from, seed.other_to)
        our_peak = (peak.query_from, peak.query_to)
        their_peak = (peak.other_from, peak.other_to)
        for _ in range(settings.rounds):
            before = ours, theirs
            ours = self._fitted(0, our_peak, theirs, settings.query_noise)
            theirs = self._fitted(1, their_peak, ours, settings.other_noise)
            if (ours, theirs) == before:
                break
        return self.scored(Box(*ours, *theirs))

    def _noise(self, side: int, here: tuple[int, int], there: tuple[int, int]) -> float:
        """The share of the words of a segment that are new, as its own words tell: the most likely
        mixture of the other segment and the background."""
        ratios = self._ratios(side, here, there)
        noise = 0.5
        for _ in range(ESTIMATE_STEPS):
            noise = float((noise / ((1 - noise) * ratios + noise)).mean())
        return min(max(noise, self._settings.least_noise), self._settings.most_noise)

    def _ratios(self, side: int, here: tuple[int, int], there: tuple[int, int]) -> Floats:
        """How many times likelier each word is in the other segment than by chance; a surplus
        is not there at all."""
        numbers = self._numbers[side][here[0] : here[1]]
        counts = self._counts(1 - side, there)
        ranks = self._sides[side].ranks[here[0] : here[1]]
        self._scratch[numbers[::-1]] = ranks[::-1]
        inside = counts[numbers] / ((there[1] - there[0]) * self._likelihood[side][numbers])
        return np.where(ranks - self._scratch[numbers] < counts[numbers], inside, 0.0)

    def borders(self, box: Box, side: int, reach: int) -> tuple[Integers, Floats, Integers, Floats]:
        """What it costs to move the borders of one side of a box: places (ordinals of words) near
        its start and the evidence lost with the start there, then the same for its end."""
        here = (box.query_from, box.query_to) if side == 0 else (box.other_from, box.other_to)
        there = (box.other_from, box.other_to) if side == 0 else (box.query_from, box.query_to)
        noise = self._noise(side, here, there)
        counts, table = self._table(side, there, noise)
        begin, end = here
        # Equal words in a row are never given up for a border.
        inner = 0 if box.form == "run" else min(reach, (end - begin) // 2)
        low, high = max(0, begin - reach), min(len(self._numbers[side]), end + reach)
        right = np.cumsum(self._rightward(side, begin, high, counts, table, noise))
        places = np.arange(end - inner, high + 1)
        lost_end = right[end - begin - 1] - right[places - begin - 1]
        left = np.cumsum(self._leftward(side, low, end, counts, table, noise)[::-1])
        starts = np.arange(low, begin + inner + 1)
        lost_start = left[end - begin - 1] - left[end - starts - 1]
        return starts, lost_start, places, lost_end

    def scored(self, box: Box) -> Box:
        """The same box with its evidence: the smaller of its two sides' sums."""
        ours, theirs = (box.query_from, box.query_to), (box.other_from, box.other_to)
        evidence = min(self._sum(0, ours, theirs), self._sum(1, theirs, ours))
        return Box(*ours, *theirs, evidence, box.form)

    def word_scores(self, side: int, here: tuple[int, int], there: tuple[int, int]) -> Floats:
        """What each word of a segment of one side says, given the segment of the other."""
        counts, table = self._table(side, there, EVEN_NOISE)
        return self._rightward(side, *here, counts, table, EVEN_NOISE)

    def _sum(self, side: int, here: tuple[int, int], there: tuple[int, int]) -> float:
        return float(self.word_scores(side, here, there).sum())

    def _table(self, side: int, there: tuple[int, int], noise: float) -> tuple[Integers, Floats]:
        """How often each stem stands in the other segment, and what it says for this side."""
        counts = self._counts(1 - side, there)
        inside = counts / (max(1, there[1] - there[0]) * self._likelihood[side])
        table = np.minimum(self._settings.most, np.log((1 - noise) * inside + noise))
        return counts, table

    def _counts(self, side: int, here: tuple[int, int]) -> Integers:
        """How often each shared stem stands in a segment; the rest counts as never."""
        counts = np.bincount(self._numbers[side][here[0] : here[1]], minlength=self._shared + 1)
        counts[self._shared] = 0
        return counts

    def _with_surplus(self, scores: Floats, surplus: NDArray[np.bool_], noise: float) -> Floats:
        return np.where(surplus, self._settings.surplus * np.log(noise), scores)

    def _fitted(
        self, side: int, here: tuple[int, int], there: tuple[int, int], noise: float
    ) -> tuple[int, int]:
        """The best segment of one side that meets `here`, given the segment of the other."""
        counts, table = self._table(side, there, noise)
        start, end = self._best_part(side, here, counts, table, noise)
        end = self._right(side, start, end, counts, table, noise)
        return self._left(side, start, end, counts, table, noise), end

    def _best_part(
        self, side: int, here: tuple[int, int], counts: Integers, table: Floats, noise: float
    ) -> tuple[int, int]:
        """The part of `here` with the greatest sum (never empty)."""
        sums = np.concatenate(([0.0], np.cumsum(table[self._numbers[side][here[0] : here[1]]])))
        low = np.minimum.accumulate(sums[:-1])
        end = int(np.argmax(sums[1:] - low))
        start = int(np.argmin(sums[: end + 1]))
        return here[0] + start, here[0] + end + 1

    def _rightward(
        self, side: int, start: int, stop: int, counts: Integers, table: Floats, noise: float
    ) -> Floats:
        """What each word from `start` on says; of equal words the first ones count."""
        numbers = self._numbers[side][start:stop]
        scores = table[numbers]
        if self._settings.one_to_one:
            ranks = self._sides[side].ranks[start:stop]
            self._scratch[numbers[::-1]] = ranks[::-1]
            there = counts[numbers]
            surplus = (ranks - self._scratch[numbers] >= there) & (there > 0)
            scores = self._with_surplus(scores, surplus, noise)
        return scores

    def _leftward(
        self, side: int, stop: int, end: int, counts: Integers, table: Floats, noise: float
    ) -> Floats:
        """What each word before `end` says, in order; of equal words the last ones count."""
        numbers = self._numbers[side][stop:end]
        scores = table[numbers]
        if self._settings.one_to_one:
            ranks = self._sides[side].ranks[stop:end]
            self._scratch[numbers] = ranks
            there = counts[numbers]
            surplus = (self._scratch[numbers] - ranks >= there) & (there > 0)
            scores = self._with_surplus(scores, surplus, noise)
        return scores

    def _right(
        self, side: int, start: int, end: int, counts: Integers, table: Floats, noise: float
    ) -> int:
        """Where the sum from `start` on is greatest, at or behind `end`."""
        reach = REACH + end - start
        total = len(self._numbers[side])
        while True:
            stop = min(total, start + reach)
            scores = self._rightward(side, start, stop, counts, table, noise)
            length, ended = _furthest(scores[end - start :], self._settings.drop)
            if ended or stop == total:
                return end + length
            reach *= 4

    def _left(
        self, side: int, start: int, end: int, counts: Integers, table: Floats, noise: float
    ) -> int:
        """Where the sum back from `end` is greatest, at or before `start`."""
        reach = REACH + end - start
        while True:
            stop = max(0, end - reach)
            scores = self._leftward(side, stop, end, counts, table, noise)
            length, ended = _furthest(scores[: start - stop][::-1], self._settings.drop)
            if ended or stop == 0:
                return start - length
            reach *= 4


def _furthest(scores: Floats, drop: float) -> tuple[int, bool]:
    """How many scores to take for the greatest sum before it falls by `drop`; whether it fell."""
    sums = np.cumsum(scores)
    falls = np.maximum(np.maximum.accumulate(sums), 0.0) - sums > drop
    at = int(np.argmax(falls)) if len(falls) else 0
    ended = bool(len(falls)) and bool(falls[at])
    if ended:
        sums = sums[:at]
    if not len(sums):
        return 0, ended
    best = int(np.argmax(sums))
    return (best + 1 if sums[best] > 0 else 0), ended
