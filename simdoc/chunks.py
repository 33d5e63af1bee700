"""Words → chunks → fingerprints.

A chunk is five consecutive counted words, their order ignored. Its fingerprint is the sum of the
words' 64-bit hashes (addition forgets the order), mixed, its top 48 bits. Every step is one array
operation over the whole document.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.errors import IncompatibleIndexError
from simdoc.settings import FingerprintSettings
from simdoc.text.characters import Hashes, mixed, powers
from simdoc.text.language import detect_language
from simdoc.text.sentences import sentence_ends
from simdoc.text.word_forms import (
    folded_strings,
    forms_made_by,
    stop_word_hashes,
    with_forms,
    word_list_hashes,
)
from simdoc.text.words import Words, find_words

ORDERED = np.uint64(0xD1342543DE82EF95)
"""Odd multiplier that makes the sum depend on the order of words when it should."""

Positions = NDArray[np.uint32]


@dataclass(frozen=True)
class Chunks:
    """The chunks of one text, in order of position; those that a sample leaves out are absent.

    `starts` and `ends` are the characters that each chunk covers.
    """

    fingerprints: Hashes
    positions: Positions
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    words: int
    mixed_script_words: int

    def __len__(self) -> int:
        return len(self.positions)

    def distinct(self) -> Hashes:
        """d(F): the set of fingerprints, sorted."""
        return np.unique(self.fingerprints)


def _checked_forms(settings: FingerprintSettings) -> str:
    """What makes the forms of words here, or IncompatibleIndexError where other versions made
    those of the index: a word stemmed otherwise has another fingerprint."""
    found = forms_made_by(settings.words)
    if found and settings.words_by and settings.words_by != found:
        raise IncompatibleIndexError(
            f"words {settings.words} by {settings.words_by}",
            f"a system with {found}",
            f"install {settings.words_by.replace(' ', '==')}, or add the documents to a new corpus",
        )
    return found


class Fingerprinter:
    """Text → chunks in the way of one index. `folder` is where a word list given by name lies."""

    def __init__(self, settings: FingerprintSettings, folder: Path | None = None) -> None:
        self._listed: NDArray[np.uint64] | None = None
        if settings.word_list:
            path = (folder or Path()) / settings.word_list
            self._listed, found = word_list_hashes(path, settings.fold_diacritics)
            if settings.word_list_hash and found != settings.word_list_hash:
                raise IncompatibleIndexError(
                    f"fingerprints of the word list {settings.word_list_hash[:12]}…",
                    f"{path} with {found[:12]}…",
                    "put the old word list back, or make a new corpus",
                )
            settings = replace(settings, word_list_hash=found)
        self.settings = replace(settings, words_by=_checked_forms(settings))

    def chunks(self, text: str, exact: bool = False, words: Words | None = None) -> Chunks:
        """The chunks of a text; none when it has fewer counted words than one chunk needs.

        `exact` keeps all 64 bits of each fingerprint and leaves none out, whatever the sample: for
        comparing two texts, never for an index.
        """
        words = self.counted_words(text, words)
        first, last = self._bounds(text, words)
        fingerprints = self._fingerprints(text, words, first, last)
        positions = np.arange(len(first), dtype=np.uint32)
        if self.settings.sentences == "ignored" and self.settings.overlapping:
            starts, ends = words.starts[: len(first)], words.ends[self.settings.chunk_words - 1 :]
        else:
            starts, ends = words.starts[first], words.ends[last]
        shift = np.uint64(64 - self.settings.bits)
        if self.settings.sample > 1 and not exact:
            # The low bits of a fingerprint are as random as the high ones, which choose the slot.
            kept = np.flatnonzero((fingerprints >> shift) % np.uint64(self.settings.sample) == 0)
            fingerprints, positions = fingerprints[kept], positions[kept]
            starts, ends = starts[kept], ends[kept]
        if not exact:
            fingerprints >>= shift
        return Chunks(fingerprints, positions, starts, ends, len(words), words.mixed_script)

    def counted_words(self, text: str, words: Words | None = None) -> Words:
        """The words that count: all, or those that stop words and a word list leave."""
        settings = self.settings
        if words is None:
            words = find_words(text, settings.fold_diacritics)
        if settings.stop_words or self._listed is not None:
            counted = np.ones(len(words), bool)
            if settings.stop_words:
                counted &= ~np.isin(words.hashes, stop_word_hashes(settings.fold_diacritics))
            if self._listed is not None:
                counted &= np.isin(words.hashes, self._listed)
            words = Words(
                words.starts[counted],
                words.ends[counted],
                words.hashes[counted],
                words.mixed_script,
            )
        if settings.words != "as_written":
            # The language is read off the text, not off the metadata, which people correct: the
            # same text must give the same fingerprints for ever.
            words = with_forms(
                text, words, settings.words, detect_language(text), settings.fold_diacritics
            )
        return words

    def _bounds(self, text: str, words: Words) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Ordinals of the first and the last word of each chunk, in order of position."""
        n = self.settings.chunk_words
        count = len(words)
        if self.settings.sentences == "ignored":
            first = np.arange(0, max(0, count - n + 1), 1 if self.settings.overlapping else n)
            return first, first + (n - 1)
        sentence = np.searchsorted(sentence_ends(text), words.starts, side="right")
        opening = np.flatnonzero(np.diff(sentence, prepend=-1)) if count else np.zeros(0, np.int64)
        closing = np.append(opening[1:], count)[: len(opening)]
        if self.settings.sentences == "whole":
            return opening, closing - 1
        sizes = closing - opening
        if self.settings.overlapping:
            chunks, step = np.maximum(0, sizes - n + 1), 1
        else:
            chunks, step = sizes // n, n
        within = np.arange(chunks.sum()) - np.repeat(np.cumsum(chunks) - chunks, chunks)
        first = np.repeat(opening, chunks) + within * step
        return first, first + (n - 1)

    def _fingerprints(
        self, text: str, words: Words, first: NDArray[np.int64], last: NDArray[np.int64]
    ) -> Hashes:
        """All 64 bits of the fingerprint of each chunk of words first … last."""
        if not len(first):
            return np.zeros(0, np.uint64)
        if self.settings.hash == "md5":
            return self._md5(text, words, first, last)
        if self.settings.sentences == "whole":
            return mixed(self._sums(words.hashes, first, last))
        n = self.settings.chunk_words
        if self.settings.sorted_words:
            window = words.hashes[: len(words) - n + 1].copy()
            for ordinal in range(1, n):
                window += words.hashes[ordinal : len(words) - n + 1 + ordinal]
        else:
            window = words.hashes[n - 1 :].copy()
            for ordinal, factor in enumerate(powers(ORDERED, n)[1:].tolist(), 1):
                stop = len(words) - ordinal
                window += words.hashes[n - 1 - ordinal : stop] * np.uint64(factor)
        if len(window) != len(first):
            window = window[first]
        return mixed(window)

    def _sums(self, hashes: Hashes, first: NDArray[np.int64], last: NDArray[np.int64]) -> Hashes:
        """The sum of the words of each whole sentence, weighted by place when order matters."""
        if not self.settings.sorted_words:
            sizes = last - first + 1
            place = np.arange(len(hashes)) - np.repeat(first, sizes)
            hashes = hashes * powers(ORDERED, int(sizes.max()))[place]
        sums: Hashes = np.add.reduceat(hashes, first)
        return sums

    def _md5(
        self, text: str, words: Words, first: NDArray[np.int64], last: NDArray[np.int64]
    ) -> Hashes:
        """Top bits of MD5 over the joined words, as the papers' system made its chunk IDs."""
        if self.settings.words == "as_written":
            strings = folded_strings(text, words, self.settings.fold_diacritics)
        else:
            strings = [str(h) for h in words.hashes.tolist()]
        ids = []
        for start, stop in zip(first.tolist(), (last + 1).tolist(), strict=True):
            chunk = strings[start:stop]
            joined = " ".join(sorted(chunk) if self.settings.sorted_words else chunk)
            digest = hashlib.md5(joined.encode("utf-8", "surrogatepass"), usedforsecurity=False)
            ids.append(int.from_bytes(digest.digest()[:8], "big"))
        return np.array(ids, np.uint64)
