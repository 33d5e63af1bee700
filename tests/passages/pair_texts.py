"""Texts for aligning: sentences of made-up words with everyday ones between, as in real prose."""

from __future__ import annotations

import numpy as np

COMMON = (
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "it",
    "was",
    "for",
    "on",
    "with",
    "as",
    "by",
)


def rare_word(chance: np.random.Generator) -> str:
    """A word that hardly ever comes twice: three to five syllables."""
    count = int(chance.integers(3, 6))
    consonants = chance.choice(list("bcdfghjklmnprstvz"), count)
    return "".join(
        c + v for c, v in zip(consonants, chance.choice(list("aeou"), count), strict=True)
    )


def sentences(seed: int, count: int) -> list[str]:
    """Sentences of 12 to 20 words, half of them everyday words."""
    chance = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        words = [
            str(chance.choice(COMMON)) if chance.random() < 0.5 else rare_word(chance)
            for _ in range(int(chance.integers(12, 21)))
        ]
        made.append(" ".join(words).capitalize() + ".")
    return made


def text(*parts: list[str]) -> str:
    """Sentences as one text."""
    return " ".join(sentence for part in parts for sentence in part)


def rewritten(part: list[str], seed: int, changed: float = 0.3) -> list[str]:
    """The sentences with that share of words replaced and neighbours swapped."""
    chance = np.random.default_rng(seed)
    result = []
    for sentence in part:
        words = sentence.rstrip(".").lower().split()
        words = [rare_word(chance) if chance.random() < changed else word for word in words]
        for at in range(0, len(words) - 1, 3):
            words[at], words[at + 1] = words[at + 1], words[at]
        result.append(" ".join(words).capitalize() + ".")
    return result
