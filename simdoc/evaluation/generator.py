"""Corpora of any size with planted passages, made as they are read.

Words are drawn independently by Zipf's law from a made-up vocabulary, so that two documents share
next to nothing but what was planted, and the truth is known to the character. Every document comes
from the seed and its own ordinal alone: any one can be made by itself, in any process, and the
first documents of a large corpus are those of a small one.

    for document in CorpusGenerator(CorpusPlan(documents=8_000)).documents():
        document.text, document.passages
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simdoc.evaluation.vocabulary import Language, make_vocabulary, zipf_ranks

Integers = NDArray[np.int64]

PLAIN, COMMA, STOP, PARAGRAPH, CAPITAL = range(5)
"""How a word stands in a sentence; a code is form × vocabulary + rank."""
_COMMAS = 0.06
_SHORTEST_SENTENCE, _LONGEST_SENTENCE = 6, 28
_SENTENCES_A_PARAGRAPH = 6


@dataclass(frozen=True)
class CorpusPlan:
    """What to make. A share of the documents (`receiving`) holds one passage of each of the
    lengths in `passages`, each copied from another, earlier document."""

    documents: int
    words: int = 2_500
    passages: tuple[int, ...] = (30, 60, 120, 500)
    receiving: float = 0.5
    boilerplate_words: int = 0
    """Words at the start of every document that all share."""
    language: Language = "english"
    vocabulary: int = 60_000
    seed: int = 1

    def __post_init__(self) -> None:
        originals = self.copies_from - self.boilerplate_words
        if max((0, *self.passages)) > originals or sum(self.passages) > self.copies:
            raise ValueError(
                f"passages of {self.passages} words do not fit documents of {self.words}: "
                "originals lie in the first half, after any boilerplate, copies in the second"
            )

    @property
    def copies_from(self) -> int:
        """The word from which on a document holds copies; what is before it is its own."""
        return self.words // 2

    @property
    def copies(self) -> int:
        """How many words there are for copies."""
        return self.words - self.copies_from


@dataclass(frozen=True)
class PlantedPassage:
    """Words of document `other`, verbatim also in document `query`. Documents are ordinals;
    `query_word` and `other_word` are the ordinals of the first of `words` words, starts and ends
    the characters that these cover."""

    query: int
    other: int
    words: int
    query_word: int
    other_word: int
    query_start: int
    query_end: int
    other_start: int
    other_end: int


@dataclass(frozen=True)
class GeneratedDocument:
    """A document and the passages that were planted into it."""

    ordinal: int
    text: str
    passages: tuple[PlantedPassage, ...]


class CorpusGenerator:
    """The documents of a plan, one after another or one by one."""

    def __init__(self, plan: CorpusPlan) -> None:
        self.plan = plan
        vocabulary = make_vocabulary(plan.language, plan.vocabulary, plan.seed)
        self._letters = np.array([len(word) for word in vocabulary], np.int64)
        forms = [
            [f"{word} " for word in vocabulary],
            [f"{word}, " for word in vocabulary],
            [f"{word}. " for word in vocabulary],
            [f"{word}.\n\n" for word in vocabulary],
            [f"{word.capitalize()} " for word in vocabulary],
        ]
        pieces = [piece for form in forms for piece in form]
        self._pieces = np.array(pieces, object)
        self._sizes = np.array([len(piece) for piece in pieces], np.int64)
        self._ranks = zipf_ranks(plan.vocabulary)

    def documents(self) -> Iterator[GeneratedDocument]:
        """All documents in order; only one is held at a time."""
        return map(self.document, range(self.plan.documents))

    def document(self, ordinal: int) -> GeneratedDocument:
        """One document, the same whenever and wherever it is made."""
        random = self._random(ordinal)
        codes = self._own_codes(random)
        places = self._places(ordinal, random)
        originals = [self._own_codes(self._random(other)) for other, *_ in places]
        for (_, query_word, other_word, words), original in zip(places, originals, strict=True):
            codes[query_word : query_word + words] = original[other_word : other_word + words]
        passages = tuple(
            PlantedPassage(
                ordinal,
                other,
                words,
                query_word,
                other_word,
                *self._characters(codes, query_word, words),
                *self._characters(original, other_word, words),
            )
            for (other, query_word, other_word, words), original in zip(
                places, originals, strict=True
            )
        )
        text = "".join(self._pieces[codes].tolist()).rstrip()
        return GeneratedDocument(ordinal, text, passages)

    def _random(self, ordinal: int) -> np.random.Generator:
        return np.random.default_rng([self.plan.seed, ordinal])

    def _own_codes(self, random: np.random.Generator) -> Integers:
        """The words of a document before anything is planted into its second half."""
        count, skipped = self.plan.words, self.plan.boilerplate_words
        codes = self._sentences(count, random)
        codes[:skipped] = self._boilerplate
        return codes

    @cached_property
    def _boilerplate(self) -> Integers:
        # An entropy of three numbers is no document's.
        return self._sentences(
            self.plan.boilerplate_words, np.random.default_rng([self.plan.seed, 0, 1])
        )

    def _sentences(self, count: int, random: np.random.Generator) -> Integers:
        """Words drawn by rank, with the forms that make sentences and paragraphs of them."""
        ranks = self._ranks[random.integers(0, len(self._ranks), count)]
        forms = np.where(random.random(count) < _COMMAS, COMMA, PLAIN)
        lengths = random.integers(
            _SHORTEST_SENTENCE, _LONGEST_SENTENCE + 1, count // _SHORTEST_SENTENCE + 1
        )
        ends = np.cumsum(lengths)
        ends = ends[: np.searchsorted(ends, count)]  # the ordinal after the last word of each
        forms[ends - 1] = STOP
        forms[ends[_SENTENCES_A_PARAGRAPH - 1 :: _SENTENCES_A_PARAGRAPH] - 1] = PARAGRAPH
        forms[ends] = CAPITAL
        forms[:1] = CAPITAL
        forms[-1:] = PARAGRAPH
        return np.asarray(forms * self.plan.vocabulary + ranks, np.int64)

    def _places(self, ordinal: int, random: np.random.Generator) -> list[tuple[int, int, int, int]]:
        """(other document, word here, word there, words) of each passage to plant."""
        plan = self.plan
        if not ordinal or random.random() >= plan.receiving:
            return []
        free = plan.copies - sum(plan.passages)
        gaps = np.sort(random.integers(0, free + 1, len(plan.passages)))
        places = []
        at = plan.copies_from
        for words, gap in zip(random.permutation(plan.passages).tolist(), gaps, strict=True):
            other = int(random.integers(0, ordinal))
            last = plan.copies_from - words
            there = int(random.integers(plan.boilerplate_words, last + 1))
            places.append((other, at + int(gap), there, words))
            at += words
        return places

    def _characters(self, codes: Integers, word: int, words: int) -> tuple[int, int]:
        """Start and end of a run of words in the text."""
        sizes = self._sizes[codes[: word + words]]
        start = int(sizes[:word].sum())
        last = int(self._letters[codes[word + words - 1] % self.plan.vocabulary])
        return start, start + int(sizes[word:-1].sum()) + last
