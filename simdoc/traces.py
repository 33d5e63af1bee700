"""Words → traces: what is left of a text when its sentences have been rewritten.

A trace is the fingerprint of three content words near each other, their order ignored: of the
counted words i … i+4 the triples (1,2,3), (1,2,4), (1,3,4) and (1,3,5). Words count by their
stems, so that other endings change nothing; words under three letters and the words that most
documents have are passed over; all numbers are one and the same word, and several in a row count
once, so that a protocol with other figures still has the same traces.

A document has each trace once, where it first stands: who has it is all that retrieval asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from simdoc.settings import TraceFingerprintSettings
from simdoc.text.characters import Hashes, mixed
from simdoc.text.stems import find_stems
from simdoc.text.words import Words, find_words

TRIPLES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 2, 4))
SHORTEST = 3
"""Characters of the shortest word that counts."""
NUMBER = np.uint64(0x6E756D626572)
"""Stands for every number."""


@dataclass(frozen=True)
class Traces:
    """The distinct traces of one text, fingerprints ascending.

    A trace's position is four times the ordinal of the counted word that it begins with, plus
    the ordinal of its triple: so no two share one. `starts` are the characters where the counted
    words start, by ordinal.
    """

    fingerprints: Hashes
    positions: NDArray[np.uint32]
    starts: NDArray[np.int64]
    words: int

    def __len__(self) -> int:
        return len(self.fingerprints)

    def by_position(self) -> tuple[Hashes, NDArray[np.uint32]]:
        """Fingerprints and positions in the order that an index takes them in."""
        order = np.argsort(self.positions)
        return self.fingerprints[order], self.positions[order]


@lru_cache(maxsize=1)
def left_out_stems() -> Hashes:
    """The stems of the words that traces pass over, ascending."""
    content = files("simdoc.text").joinpath("left_out_words.txt").read_text("utf-8")
    listed = " ".join(line for line in content.splitlines() if not line.startswith("#"))
    return np.unique(find_stems(listed, find_words(listed)).hashes)


def find_traces(
    text: str, settings: TraceFingerprintSettings, words: Words | None = None
) -> Traces:
    """The traces of a text; `words` are all its words, where they are known already."""
    words = find_words(text) if words is None else words
    hashes, starts = counted_stems(text, words)
    reach = len(hashes)
    sums = np.zeros((len(TRIPLES), reach), np.uint64)
    places = np.arange(reach, dtype=np.uint32) * len(TRIPLES)
    parts, positions = [], []
    for ordinal, (first, second, third) in enumerate(TRIPLES):
        count = max(0, reach - third)
        total = sums[ordinal, :count]
        np.add(hashes[first : first + count], hashes[second : second + count], out=total)
        total += hashes[third : third + count]
        parts.append(total)
        positions.append(places[:count] + np.uint32(ordinal))
    fingerprints = mixed(np.concatenate(parts)) >> np.uint64(64 - settings.bits)
    where = np.concatenate(positions)
    if settings.sample > 1:
        kept = fingerprints % np.uint64(settings.sample) == 0
        fingerprints, where = fingerprints[kept], where[kept]
    if not len(fingerprints):
        return Traces(fingerprints, where, starts, len(words))
    order = np.argsort(fingerprints)  # not stable, which is four times as fast
    fingerprints, where = fingerprints[order], where[order]
    fresh = np.flatnonzero(np.append(True, fingerprints[1:] != fingerprints[:-1]))
    return Traces(fingerprints[fresh], np.minimum.reduceat(where, fresh), starts, len(words))


def counted_stems(text: str, words: Words) -> tuple[Hashes, NDArray[np.int64]]:
    """The hashes of the words that count in traces, and where each starts."""
    stems = find_stems(text, words)
    left_out = left_out_stems()
    at = np.minimum(np.searchsorted(left_out, stems.hashes), len(left_out) - 1)
    counted = (words.ends - words.starts >= SHORTEST) & (left_out[at] != stems.hashes)
    numbers = stems.numbers
    if numbers.any():
        counted |= numbers
        counted[1:] &= ~(numbers[1:] & numbers[:-1])
        hashes = np.where(numbers, NUMBER, stems.hashes)[counted]
    else:
        hashes = stems.hashes[counted]
    return mixed(hashes), words.starts[counted]
