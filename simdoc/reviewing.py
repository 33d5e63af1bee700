"""The review of one document: its similar documents, and where in it each of them is found.

Everything comes from the index's own position pairs, at once; the finer passages of a pair are
computed when somebody looks, or ahead of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simdoc.answers import Comparison, SimilarAnswer, SimilarDocument
from simdoc.chunks import Chunks
from simdoc.comparing import Readable, Target
from simdoc.corpus import Corpus
from simdoc.passages.comparison import interval_characters
from simdoc.text.words import find_words

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Found:
    """Where one document is found in the query: parallel arrays, characters [start, end) of the
    query's text and of the other's as far as it is known, the words inside, whether it is
    boilerplate, and whether it came by alignment."""

    starts: Integers
    ends: Integers
    words: Integers
    boilerplate: Flags
    aligned: bool = False

    @property
    def longest(self) -> int:
        """Words of the longest passage that is not boilerplate."""
        return int(self.words[~self.boilerplate].max(initial=0))

    @property
    def count(self) -> int:
        """Passages that are not boilerplate."""
        return int(np.count_nonzero(~self.boilerplate))


@dataclass(frozen=True)
class Review:
    """A query with its text, its similar documents, and the chunks that place them."""

    query: Readable
    answer: SimilarAnswer
    chunks: Chunks
    boilerplate_only: int = 0
    """Documents that share nothing but boilerplate with it."""

    @cached_property
    def word_starts(self) -> Integers:
        """The character where each word of the query starts."""
        return find_words(self.query.paged.text).starts.astype(np.int64)

    def found(self, other: SimilarDocument) -> Found:
        """Where a similar document is found in the query, by its valid intervals."""
        intervals = other.intervals
        starts, ends = interval_characters(
            intervals.query_starts, intervals.query_ends, self.chunks
        )
        return Found(
            starts.astype(np.int64),
            ends.astype(np.int64),
            self.words_between(starts, ends),
            intervals.boilerplate,
        )

    def aligned(self, comparison: Comparison) -> Found:
        """The same by the passages of a comparison."""
        passages = comparison.passages
        starts = np.fromiter((one.query_start for one in passages), np.int64, len(passages))
        ends = np.fromiter((one.query_end for one in passages), np.int64, len(passages))
        grey = np.fromiter((one.boilerplate for one in passages), np.bool_, len(passages))
        return Found(starts, ends, self.words_between(starts, ends), grey, True)

    def words_between(self, starts: Integers, ends: Integers) -> Integers:
        """How many words start within each of these ranges of characters."""
        return self.word_starts.searchsorted(ends) - self.word_starts.searchsorted(starts)

    def words_covered(self, found: Iterable[Found]) -> int:
        """Words of the query that lie in any passage, boilerplate left out."""
        words = np.zeros(len(self.word_starts) + 1, np.int64)
        for one in found:
            ordinary = ~one.boilerplate
            np.add.at(words, self.word_starts.searchsorted(one.starts[ordinary]), 1)
            np.add.at(words, self.word_starts.searchsorted(one.ends[ordinary]), -1)
        return int(np.count_nonzero(np.cumsum(words)))


def review_of(corpus: Corpus, target: Target) -> Review:
    """The review of a document of the corpus, a file, or an upload that was read."""
    query = corpus.readable(target)
    answer = corpus.similar_to(query)
    return Review(query, answer, corpus.chunks(query), corpus.boilerplate_only(query, answer))
