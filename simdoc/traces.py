"""Words → traces: what is left of a text when its sentences have been rewritten.

A trace is the fingerprint of three content words near each other, their order ignored: of the
counted words i … i+4 the triples (1,2,3), (1,2,4), (1,3,4) and (1,3,5). Words count by their
stems, so that other endings change nothing; words under three letters and the words that most
documents have are passed over; all numbers are one and the same word, and several in a row count
once, so that a protocol with other figures still has the same traces.

A document has each trace once, where it first stands: who has it is all that retrieval asks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
MOST_A_WORD = 2.0
"""Traces kept a word of the text. English has 1.8, Czech 2.1, so that nearly all are kept; of a
text that the words left out do not fit (another language, a list of names) those of the least
keys are kept. Two such texts keep the same of what they share, as far as both keep any."""
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

    def outside(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Traces:
        """Without the traces that begin and end inside these ascending intervals of characters."""
        word, triple = np.divmod(self.positions.astype(np.int64), len(TRIPLES))
        last = word + np.array([third for _, _, third in TRIPLES])[triple]
        inside = _are_inside(self.starts, starts, ends)
        kept = ~(inside[word] & inside[last])
        return replace(self, fingerprints=self.fingerprints[kept], positions=self.positions[kept])

    def by_position(self) -> tuple[Hashes, NDArray[np.uint32]]:
        """Fingerprints and positions in the order that an index takes them in."""
        order = np.argsort(self.positions)
        return self.fingerprints[order], self.positions[order]


def _are_inside(
    places: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which places lie in some interval; starts and ends both ascend."""
    if not len(starts):
        return np.zeros(len(places), bool)
    at = np.searchsorted(starts, places, side="right") - 1
    return (at >= 0) & (places < ends[np.maximum(at, 0)])


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
    fingerprints, where = _first_of_each(fingerprints, where)
    most = int(MOST_A_WORD * len(words) / settings.sample)
    if len(fingerprints) > most:
        keys = mixed(fingerprints)
        kept = keys < np.partition(keys, most)[most]
        fingerprints, where = fingerprints[kept], where[kept]
    return Traces(fingerprints, where, starts, len(words))


def _first_of_each(
    fingerprints: Hashes, positions: NDArray[np.uint32]
) -> tuple[Hashes, NDArray[np.uint32]]:
    """The distinct fingerprints, ascending, and the first position of each."""
    if not len(fingerprints):
        return fingerprints, positions
    if int(positions.max()) < 1 << 16 and int(fingerprints.max()) < 1 << 48:
        # Both in one number: sorting values takes a third of the time of sorting an order.
        packed = np.sort((fingerprints << np.uint64(16)) | positions)
        fingerprints = packed >> np.uint64(16)
        positions = packed.astype(np.uint16).astype(np.uint32)
    else:
        order = np.lexsort((positions, fingerprints))
        fingerprints, positions = fingerprints[order], positions[order]
    first = np.flatnonzero(np.append(True, fingerprints[1:] != fingerprints[:-1]))
    return fingerprints[first], positions[first]


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
