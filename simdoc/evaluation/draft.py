"""A text on its way to becoming another: words that remember where they came from.

Changes take and give drafts. A word keeps the characters of the original that it stands for however
often it is moved, replaced or bent, so that after any number of changes every word of the new text
still says which words of the original it stems from.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simdoc.text.sentences import sentence_ends
from simdoc.text.words import find_words

NOWHERE = -1
"""Start and end of a word that was put in: it stems from no characters of the original."""
_SENTENCE_END = re.compile(r"[.!?…]|\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class DraftWord:
    """A word, what stands before it, and the characters [start, end) of the original it is for."""

    before: str
    letters: str
    start: int = NOWHERE
    end: int = NOWHERE

    @property
    def capital(self) -> bool:
        """Written like a name or the first word of a sentence, not in capitals throughout."""
        return self.letters[:1].isupper() and not self.letters[1:].isupper()


@dataclass(frozen=True)
class Obfuscated:
    """A changed text and where its words come from.

    Parallel arrays, one entry a word that stems from the original, in order of the new text:
    characters [start, end) of the new text and [origin_start, origin_end) of the original.
    """

    text: str
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    origin_starts: NDArray[np.int64]
    origin_ends: NDArray[np.int64]

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """The least range of the original that holds all that [start, end) stems from."""
        return _hull(self.starts, self.ends, self.origin_starts, self.origin_ends, start, end)

    def image(self, start: int, end: int) -> tuple[int, int] | None:
        """The least range of the new text that holds all that [start, end) became."""
        return _hull(self.origin_starts, self.origin_ends, self.starts, self.ends, start, end)


def _hull(
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    other_starts: NDArray[np.int64],
    other_ends: NDArray[np.int64],
    start: int,
    end: int,
) -> tuple[int, int] | None:
    inside = (starts < end) & (start < ends)
    if not inside.any():
        return None
    return int(other_starts[inside].min()), int(other_ends[inside].max())


@dataclass(frozen=True)
class Draft:
    """The words of a text in order, and what stands behind the last one."""

    words: tuple[DraftWord, ...]
    after: str

    @staticmethod
    def of(text: str) -> Draft:
        """The draft that is this text, unchanged."""
        found = find_words(text)
        words, reached = [], 0
        for start, end in zip(found.starts.tolist(), found.ends.tolist(), strict=True):
            words.append(DraftWord(text[reached:start], text[start:end], start, end))
            reached = end
        return Draft(tuple(words), text[reached:])

    @cached_property
    def text(self) -> str:
        """The text as it stands."""
        return "".join(word.before + word.letters for word in self.words) + self.after

    @cached_property
    def sentences(self) -> tuple[range, ...]:
        """The ordinals of the words of each sentence that has any."""
        places = np.cumsum([len(word.before) + len(word.letters) for word in self.words] or [0])
        of = np.searchsorted(sentence_ends(self.text), places[: len(self.words)], side="left")
        opening = [0, *(np.flatnonzero(np.diff(of)) + 1).tolist(), len(self.words)]
        return tuple(range(low, high) for low, high in itertools.pairwise(opening) if low < high)

    @cached_property
    def names(self) -> frozenset[str]:
        """Words written with a capital where no sentence begins: they keep it wherever they go."""
        openers = {sentence[0] for sentence in self.sentences}
        return frozenset(
            word.letters
            for ordinal, word in enumerate(self.words)
            if ordinal not in openers and word.capital
        )

    def with_words(self, changed: dict[int, str]) -> Draft:
        """With the letters of some words, by ordinal, replaced; capitals stay where they were."""
        words = list(self.words)
        for ordinal, letters in changed.items():
            old = words[ordinal]
            words[ordinal] = replace(old, letters=in_the_case_of(old.letters, letters))
        return Draft(tuple(words), self.after)

    def lowered(self, ordinal: int) -> DraftWord:
        """The word that opened a sentence as it is written inside one."""
        word = self.words[ordinal]
        if word.capital and word.letters not in self.names:
            return replace(word, letters=word.letters[0].lower() + word.letters[1:])
        return word

    def finished(self) -> Obfuscated:
        """The text with where everything came from."""
        rows, place = [], 0
        for word in self.words:
            place += len(word.before)
            if word.start != NOWHERE:
                rows.append((place, place + len(word.letters), word.start, word.end))
            place += len(word.letters)
        columns = np.array(rows, np.int64).reshape(-1, 4).T
        return Obfuscated(self.text, columns[0], columns[1], columns[2], columns[3])


def in_the_case_of(model: str, letters: str) -> str:
    """`letters` in capitals, with a capital, or small, as the model is."""
    if len(model) > 1 and model.isupper():
        return letters.upper()
    return raised(letters) if model[:1].isupper() else letters


def raised(letters: str) -> str:
    """With a capital; other letters stay as they are."""
    return letters[:1].upper() + letters[1:]


def ends_sentence(gap: str) -> bool:
    """Whether what stands between two words looks like the end of a sentence."""
    return bool(_SENTENCE_END.search(gap))


def joined_gaps(first: str, second: str) -> str:
    """What stands between two words when the one between them is gone."""
    if not first.strip() and "\n" not in first:
        return second or first
    if (not second.strip() and "\n" not in second) or (
        ends_sentence(first) and not ends_sentence(second)
    ):
        return first
    return second


def without(draft: Draft, gone: Iterable[int]) -> Draft:
    """The draft without some words; a new first word of a sentence gets the capital."""
    dropped = set(gone)
    openers = {sentence[0] for sentence in draft.sentences}
    words: list[DraftWord] = []
    gap, opens = "", False
    for ordinal, word in enumerate(draft.words):
        gap = joined_gaps(gap, word.before) if gap else word.before
        opens |= ordinal in openers and word.capital
        if ordinal in dropped:
            continue
        letters = raised(word.letters) if opens else word.letters
        words.append(replace(word, before=gap if words else draft.words[0].before, letters=letters))
        gap, opens = "", False
    return Draft(tuple(words), joined_gaps(gap, draft.after) if gap else draft.after)


def permuted(draft: Draft, ordinals: range, order: Sequence[int]) -> list[DraftWord]:
    """The words of a stretch of one sentence in another order; what stands between them stays."""
    opens = any(sentence[0] == ordinals[0] for sentence in draft.sentences)
    moved = []
    for place, take in enumerate(order):
        word = draft.lowered(ordinals[take]) if opens and take == 0 else draft.words[ordinals[take]]
        if opens and place == 0 and draft.words[ordinals[0]].capital:
            word = replace(word, letters=raised(word.letters))
        moved.append(replace(word, before=draft.words[ordinals[place]].before))
    return moved
