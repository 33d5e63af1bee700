"""Two texts as sequences of common word numbers, and how likely each word is by chance.

The evidence that a word gives is how much likelier it is inside the other passage than in the
background, so the background is where the weight of every word comes from: the frequencies of the
pair itself, smoothed, with those of the corpus mixed in where they are known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.text.characters import Hashes
from simdoc.text.stems import Stems, find_stems
from simdoc.text.words import Words, find_words

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NUMBER = np.uint64(0x6E756D6265720000)
"""The stem of every number that only one of the two texts has."""


@dataclass(frozen=True)
class CorpusBackground:
    """How often each stem stands in a corpus: sorted hashes and their shares of all words."""

    hashes: Hashes
    shares: Floats

    def of(self, hashes: Hashes) -> Floats:
        """The shares of these stems; 0 for those never seen."""
        if not len(self.hashes):
            return np.zeros(len(hashes))
        place = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        return np.where(self.hashes[place] == hashes, self.shares[place], 0.0)


NO_CORPUS = CorpusBackground(np.zeros(0, np.uint64), np.zeros(0))


@dataclass(frozen=True)
class StemmedText:
    """A text with its words and their stems: what one side of a pair needs, whatever the other."""

    text: str
    words: Words
    stems: Stems


@dataclass(frozen=True)
class Side:
    """One side of a pair: the stem number of each word, and what goes with the numbers."""

    numbers: Integers
    """Stem number of each word; those below `Background.shared` stand on both sides."""
    ranks: Integers
    """How many times the same stem stood before in this text."""
    previous: Integers
    """The ordinal of the word where it stood last, or −1."""
    likelihood: Floats
    """Stem number → how likely the stem is at any place of this side."""

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True)
class Background:
    """Both sides of a pair with common stem numbers."""

    query: Side
    other: Side
    likelihood: Floats
    """Stem number → how likely it is in the pair as a whole."""
    shared: int
    """How many stems stand on both sides: they have the numbers below this."""


def stemmed(text: str) -> StemmedText:
    """A text made ready for aligning."""
    words = find_words(text)
    return StemmedText(text, words, find_stems(text, words))


def background_of(
    query: StemmedText,
    other: StemmedText,
    settings: AlignmentSettings,
    corpus: CorpusBackground = NO_CORPUS,
) -> Background:
    """Number the stems of both texts, shared ones first, and weigh them."""
    ours, theirs = query.stems.hashes, other.stems.hashes
    if query.stems.numbers.any() and other.stems.numbers.any():
        ours, theirs = _plain_numbers(query.stems, other.stems)
    known, inverse = np.unique(np.concatenate((ours, theirs)), return_inverse=True)
    mine = np.bincount(inverse[: len(ours)], minlength=len(known))
    yours = np.bincount(inverse[len(ours) :], minlength=len(known))
    common = (mine > 0) & (yours > 0)
    shared = int(np.count_nonzero(common))
    order = np.argsort(~common, kind="stable")
    number = np.empty(len(known), np.int64)
    number[order] = np.arange(len(known))
    mine, yours, numbers = mine[order], yours[order], number[inverse]
    mass = settings.corpus_words if len(corpus.hashes) else 0.0
    counts = mine + yours + 0.1 - settings.leave_out * common[order]
    if mass:
        counts = counts + mass * corpus.of(known[order])
    likelihood: Floats = np.asarray(counts / (len(numbers) + mass), np.float64)
    return Background(
        _side(numbers[: len(ours)], mine, likelihood, settings.smoothing),
        _side(numbers[len(ours) :], yours, likelihood, settings.smoothing),
        likelihood,
        shared,
    )


def _plain_numbers(query: Stems, other: Stems) -> tuple[Hashes, Hashes]:
    """Stems in which a number that only one text has is any number: a protocol with other figures
    keeps its structure, while a year that both texts name keeps its weight."""
    both = np.intersect1d(query.hashes[query.numbers], other.hashes[other.numbers])
    sides = []
    for side in (query, other):
        plain = side.hashes.copy()
        at = np.flatnonzero(side.numbers)
        plain[at[~np.isin(plain[at], both)]] = NUMBER
        sides.append(plain)
    return sides[0], sides[1]


def _side(numbers: Integers, counts: Integers, likelihood: Floats, smoothing: float) -> Side:
    order = np.argsort(numbers, kind="stable")
    ranks = np.empty(len(numbers), np.int64)
    ranks[order] = np.arange(len(numbers)) - (np.cumsum(counts) - counts)[numbers[order]]
    previous = np.full(len(numbers), -1, np.int64)
    again = np.flatnonzero(ranks[order] > 0)
    previous[order[again]] = order[again - 1]
    own = (counts + smoothing * likelihood) / (len(numbers) + smoothing)
    return Side(numbers, ranks, previous, own)
