"""How often words occur in some texts: for drawing words, and words as common as a given one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from simdoc.text.words import find_words

NEIGHBOURS = 25
"""Ranks on either side of a word from which a word as common as it is drawn."""


class WordCounts:
    """The words of some texts in small letters, the commonest first, equally common ones by
    alphabet. Numbers and single letters are left out: nobody swaps those for others."""

    def __init__(self, counts: Counter[str]) -> None:
        kept = {word: n for word, n in counts.items() if len(word) > 1 and word.isalpha()}
        self.words = sorted(kept, key=lambda word: (-kept[word], word))
        self.counts = np.array([kept[word] for word in self.words], np.int64)
        self._ranks = {word: rank for rank, word in enumerate(self.words)}
        self._running = np.cumsum(self.counts)

    @staticmethod
    def of(texts: Iterable[str]) -> WordCounts:
        """The counts of these texts."""
        counts: Counter[str] = Counter()
        for text in texts:
            found = find_words(text)
            counts.update(
                text[start:end].lower()
                for start, end in zip(found.starts.tolist(), found.ends.tolist(), strict=True)
            )
        return WordCounts(counts)

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self._ranks

    def count(self, word: str) -> int:
        """How often a word in small letters occurs."""
        rank = self._ranks.get(word)
        return 0 if rank is None else int(self.counts[rank])

    def drawn(self, random: np.random.Generator) -> str:
        """A word, each as likely as it is common."""
        place = random.integers(0, self._running[-1])
        return self.words[int(np.searchsorted(self._running, place, side="right"))]

    def alike(self, word: str, random: np.random.Generator) -> str:
        """Another word about as common: of the neighbouring ranks, and of all that occur as often;
        for an unknown word one of the rarest."""
        rank = self._ranks.get(word.lower(), len(self.words) - 1)
        first, last = np.searchsorted(-self.counts, -self.counts[rank] + np.array([0, 1]))
        low = max(0, min(rank - NEIGHBOURS, int(first)))
        high = min(len(self.words), max(rank + NEIGHBOURS + 1, int(last)))
        if high - low < 2:
            return word
        # Drawn from all but the word itself.
        place = low + int(random.integers(0, high - low - 1))
        return self.words[place + (self.words[rank] == word.lower() and place >= rank)]
