"""What each character is and folds to, as arrays that a whole text is looked up in at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

LETTER, DIGIT, MARK, IGNORED, HYPHEN, JOINER, BREAK, UNEVEN = (1 << bit for bit in range(8))
"""Kinds of characters, as bits. IGNORED: soft hyphens and zero-width characters. JOINER: what
PDFium gives for a hyphen at a line end. UNEVEN: a letter that does not fold to exactly one
character, or a look-alike; texts without any take the fast path."""
LOOKALIKE = UNEVEN
WORD = LETTER | DIGIT

BASE = np.uint64(0x9E3779B97F4A7C15)
"""Base of the polynomial over a word's characters; odd, so that it has an inverse mod 2^64."""
INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))

Codes = NDArray[np.intp]
Hashes = NDArray[np.uint64]


def mixed(values: Hashes) -> Hashes:
    """Every bit of each value spread over all bits (the finaliser of splitmix64); one to one."""
    z = values + np.uint64(0x9E3779B97F4A7C15)
    shifted = z >> np.uint64(30)
    z ^= shifted
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= np.right_shift(z, np.uint64(27), out=shifted)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= np.right_shift(z, np.uint64(31), out=shifted)
    return z


@dataclass(frozen=True)
class CharacterTable:
    """Arrays over code points: `kinds` (flags), `terms` (what a character adds to the polynomial
    of its word) and `lengths` (how many letters it folds to)."""

    kinds: NDArray[np.uint8]
    terms: Hashes
    lengths: NDArray[np.int64]


def _table(fold_diacritics: bool, start: int, kinds: str, deltas: str) -> CharacterTable:
    with (
        files("simdoc.text").joinpath("characters.npz").open("rb") as file,
        np.load(file) as stored,
    ):
        kind = stored[kinds].copy()
        folded = np.arange(start, start + len(kind)) + stored[deltas]
        codes, starts = stored["codes"], stored["starts"]
        pool, pool_marks = stored["pool"], stored["pool_marks"]
    word = (kind & WORD) != 0
    mark = (kind & MARK) != 0
    terms = np.where(word, mixed(folded.astype(np.uint64)), np.uint64(0))
    lengths = word.astype(np.int64)
    if not fold_diacritics:
        terms[mark] = mixed(folded[mark].astype(np.uint64))
    # Letters that fold to several characters or none. A mark stands at the place of the letter
    # after its own, so that marks on one letter commute and composed and decomposed letters give
    # the same sum.
    letters_before = np.concatenate(([0], np.cumsum(~pool_marks)))
    sizes = np.diff(starts)
    places = letters_before[:-1] - np.repeat(letters_before[starts[:-1]], sizes)
    pool_terms = mixed(pool.astype(np.uint64)) * powers(BASE, 64)[places]
    if fold_diacritics:
        pool_terms[pool_marks] = 0
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(pool_terms, dtype=np.uint64)))
    here = (codes >= start) & (codes < start + len(kind))
    cells = codes[here] - start
    terms[cells] = (sums[starts[1:]] - sums[starts[:-1]])[here]
    lengths[cells] = (letters_before[starts[1:]] - letters_before[starts[:-1]])[here]
    kind[word & (lengths != 1)] |= UNEVEN
    for array in (kind, terms, lengths):
        array.flags.writeable = False
    return CharacterTable(kind, terms, lengths)


@lru_cache(maxsize=2)
def basic_table(fold_diacritics: bool) -> CharacterTable:
    """The table of the first 65,536 code points: all that most texts need."""
    return _table(fold_diacritics, 0, "kinds", "deltas")


@lru_cache(maxsize=2)
def whole_table(fold_diacritics: bool) -> CharacterTable:
    """The table of all code points, made only when a text goes beyond the first 65,536."""
    basic = basic_table(fold_diacritics)
    beyond = _table(fold_diacritics, 1 << 16, "kinds_beyond", "deltas_beyond")
    return CharacterTable(
        np.concatenate((basic.kinds, beyond.kinds)),
        np.concatenate((basic.terms, beyond.terms)),
        np.concatenate((basic.lengths, beyond.lengths)),
    )


_powers: dict[int, Hashes] = {}
_MOST_POWERS = 1 << 21
"""Powers that are kept: 16 MB. Only a text without separators needs more."""


def powers(base: np.uint64, count: int) -> Hashes:
    """base^0 … base^(count−1) modulo 2^64, kept and grown as longer texts come."""
    known = _powers.get(int(base))
    if known is None or len(known) < count:
        factors = np.full(max(count, 1 << 16), base, np.uint64)
        factors[0] = 1
        known = np.multiply.accumulate(factors)
        known.flags.writeable = False
        if len(known) <= _MOST_POWERS:
            _powers[int(base)] = known
    return known[:count]


def copy_codes(text: str, codes: Codes) -> bool:
    """Puts the code points of a text into `codes`; whether all are below 65,536."""
    data = text.encode("utf-16-le", "surrogatepass")
    basic = len(data) == 2 * len(text)
    if basic:
        codes[:] = np.frombuffer(data, np.uint16)
    else:
        codes[:] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return basic
