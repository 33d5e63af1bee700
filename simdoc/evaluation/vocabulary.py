"""Made-up words that look like English or Czech, ranked from the commonest.

Words are put together from syllables, so that they can be read, have letters about as common as in
the language, and are as long: common ones short, rare ones long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Language = Literal["english", "czech"]

FLATTENING = 2.7
"""Mandelbrot's shift: the word of rank r is chosen with a weight of 1 / (r + 2.7), r from 1."""
_CHOICES = 1 << 20


@dataclass(frozen=True)
class Syllables:
    """What syllables are made of: onset, nucleus, coda, each chosen evenly from its list, so that
    repeating an entry makes it likelier."""

    onsets: tuple[str, ...]
    nuclei: tuple[str, ...]
    codas: tuple[str, ...]
    spread: float
    """How loosely length follows rank (letters, standard deviation): chosen so that words on a page
    have about 4.8 letters in English and 5.2 in Czech, as in real texts."""


def _listed(entries: str) -> tuple[str, ...]:
    return tuple(entry.strip("-") for entry in entries.split())


SYLLABLES: dict[Language, Syllables] = {
    "english": Syllables(
        _listed("- - b c d f g h l m n p r s t w t s r n th st pr tr ch sh v"),
        _listed("a e i o u e a o i ea ou ai ee y"),
        _listed("- - - - - - - n r s t l d n s nd ng m"),
        1.6,
    ),
    "czech": Syllables(
        _listed("- b d h j k l m n p r s t v z v n p s t k č ř š ž c př st sk pr tr kr zn"),
        _listed("a e i o u a e o í á é ý ě ů ou y i"),
        _listed("- - - - - - n m l t k r s v ch st š ň"),
        3.2,
    ),
}


def make_vocabulary(language: Language, size: int, seed: int) -> list[str]:
    """`size` distinct words, the commonest first; the same for the same arguments."""
    random = np.random.default_rng([seed, size])
    parts = SYLLABLES[language]
    words: dict[str, None] = {}
    while len(words) < size:
        syllables = random.choice([1, 2, 3, 4], size, p=[0.05, 0.40, 0.42, 0.13])
        made = _joined(parts, int(syllables.sum()), random)
        ends = np.cumsum(syllables)
        for start, end in zip((ends - syllables).tolist(), ends.tolist(), strict=True):
            word = "".join(made[start:end])
            if len(word) > 1:
                words[word] = None
    chosen = list(words)[:size]
    lengths = np.array([len(word) for word in chosen])
    # Short words tend to be common; the noise lets some long ones be common too.
    order = np.argsort(lengths + random.normal(0.0, parts.spread, size))
    return [chosen[ordinal] for ordinal in order.tolist()]


def _joined(parts: Syllables, count: int, random: np.random.Generator) -> list[str]:
    columns = [
        random.integers(0, len(entries), count).tolist()
        for entries in (parts.onsets, parts.nuclei, parts.codas)
    ]
    return [
        parts.onsets[onset] + parts.nuclei[nucleus] + parts.codas[coda]
        for onset, nucleus, coda in zip(*columns, strict=True)
    ]


def zipf_ranks(size: int) -> NDArray[np.int64]:
    """Ranks from 0 as often as Zipf's law has them, ascending, 2^20 in all: an even choice from
    this array is a choice of a word, and much quicker than searching the shares."""
    shares = np.cumsum(1.0 / (np.arange(1, size + 1) + FLATTENING))
    middles = (np.arange(_CHOICES) + 0.5) / _CHOICES
    return np.asarray(np.searchsorted(shares, middles * shares[-1]), np.int64)
