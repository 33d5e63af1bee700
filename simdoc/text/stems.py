"""Words → stems: what is left of a word when endings and regular spellings are taken away.

A stem is the first five letters of the folded word. Before the cut, spellings in which Czech and
Slovak differ by rule are made one: ů as ô (which also joins dům to domu), ou as ú, ie as í, ia as
á, y as i. All languages are treated alike, so no text needs to say which it is in; what English
loses by it (found and fund become one) does not show in any measurement.

Traces are made of stems and stay on disk: another stem of the same word is another
`TraceFingerprintSettings.version`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from simdoc.text.characters import BASE, DIGIT, LETTER, MARK, WORD, Hashes, mixed, powers
from simdoc.text.words import Words

PREFIX = 5
"""Letters of a stem: as good as a stemmer on English pairs (plagdet .9316 against .9338), and the
same for every language."""
_BLOCK = 1 << 12
"""Words worked on at once: their first characters stay in the cache."""
_LONGEST_NUMBER = 24
"""Digits of a number that count."""
_PLANE = 1 << 16
_RING = 0x30A

# The table of letters carries these beside each letter's code point.
_SPECIAL = np.uint32(1 << 31)
"""A character that does not stand for exactly one letter or digit."""
_NUMERAL = np.uint32(1 << 30)
_OPENS = {"o": 1 << 24, "i": 1 << 25}
_CLOSES = {"u": 1 << 26, "a": 1 << 27, "e": 1 << 27}
"""Letters that may open or close one of the spellings ou, ia, ie."""
_CLOSER = np.uint32(2)
"""Bits between what opens a spelling and what closes it."""
_OPENING = np.uint32(3 << 24)

Letters = NDArray[np.uint32]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Stems:
    """The stem of each word as a 64-bit hash, and whether the word is a number (then the hash is
    that of the whole number)."""

    hashes: Hashes
    numbers: NDArray[np.bool_]


@dataclass(frozen=True)
class _Folding:
    """What each character counts as: one letter, or (SPECIAL) `lengths` letters of the pool from
    `starts` on, none for a mark or a hyphen inside a word."""

    letters: Letters
    kinds: NDArray[np.uint8]
    starts: Places
    lengths: Places
    pool: Letters


@lru_cache(maxsize=2)
def _folding(planes: int) -> _Folding:
    """The tables of the first plane, or of all seventeen for texts that go beyond it."""
    with (
        files("simdoc.text").joinpath("characters.npz").open("rb") as file,
        np.load(file) as stored,
    ):
        kinds, deltas = stored["kinds"], stored["deltas"]
        if planes > 1:
            kinds = np.concatenate((kinds, stored["kinds_beyond"]))
            deltas = np.concatenate((deltas, stored["deltas_beyond"]))
        codes, starts = stored["codes"].astype(np.int64), stored["starts"].astype(np.int64)
        pool, marks = stored["pool"].astype(np.uint32), stored["pool_marks"]
    before = np.concatenate(([0], np.cumsum(~marks)))
    firsts, sizes = before[starts[:-1]], np.diff(before[starts])
    # ů is the only letter that counts as another than the one under its mark.
    ringed = np.add.reduceat(np.append(pool == _RING, False), starts[:-1]) > 0
    ringed &= (sizes == 1) & (np.append(pool, 0)[starts[:-1]] == ord("u"))
    pool = pool[~marks]
    pool[firsts[ringed]] = ord("o")
    pool = _marked(pool)
    here = codes < len(kinds)
    codes, firsts, sizes = codes[here], firsts[here], sizes[here]
    letters = _marked((np.arange(len(kinds)) + deltas).astype(np.uint32))
    single = sizes == 1
    letters[codes[single]] = pool[firsts[single]]
    letters |= np.where((kinds & DIGIT) != 0, _NUMERAL, np.uint32(0))
    letters[(kinds & WORD) == 0] = _SPECIAL
    letters[codes[~single]] = _SPECIAL
    lengths = np.zeros(len(kinds), np.int64)
    lengths[codes[~single]] = sizes[~single]
    places = np.zeros(len(kinds), np.int64)
    places[codes] = firsts
    return _Folding(letters, kinds, places, lengths, np.append(pool, np.uint32(0)))


def _marked(letters: Letters) -> Letters:
    """The letters with y as i and with what they may open or close."""
    marked = letters.copy()
    marked[letters == ord("y")] = ord("i")
    for flags in (_OPENS, _CLOSES):
        for letter, flag in flags.items():
            marked[(marked & np.uint32(0xFFFFFF)) == ord(letter)] |= np.uint32(flag)
    return marked


def find_stems(text: str, words: Words) -> Stems:
    """The stems of the words of this text."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    folding = _folding(1 if text.isascii() or int(codes.max(initial=0)) < _PLANE else 17)
    hashes = np.empty(len(words), np.uint64)
    numbers = np.zeros(len(words), bool)
    for first in range(0, len(words), _BLOCK):
        block = slice(first, first + _BLOCK)
        starts, sizes = words.starts[block], words.ends[block] - words.starts[block]
        hashes[block], hard = _plain_words(codes, folding, starts, sizes)
        if len(hard):
            hashes[first + hard], numbers[first + hard] = _whole_words(
                codes, folding, starts[hard], sizes[hard]
            )
    return Stems(mixed(hashes), numbers)


def _plain_words(
    codes: Letters, folding: _Folding, starts: Places, sizes: Places
) -> tuple[Hashes, Places]:
    """The hashes of words whose first six characters say all, and which words are not such: numbers
    and words with silent letters or a character that is not one letter."""
    columns = np.arange(PREFIX + 1)[:, None]
    letters = folding.letters.take(codes.take(starts + columns, mode="clip"))
    letters *= columns < sizes
    hard = (letters & (_SPECIAL | _NUMERAL)) != 0
    hard[1:] |= (letters[:-1] & (letters[1:] >> _CLOSER) & _OPENING) != 0
    hashes = letters[0].astype(np.uint64)
    for place, factor in enumerate(powers(BASE, PREFIX)[1:].tolist(), 1):
        hashes += letters[place] * np.uint64(factor)
    return hashes, np.flatnonzero(hard.any(axis=0))


def _silent(letters: Letters) -> NDArray[np.bool_]:
    """Letters left out where the two spellings differ: o of ou, e of ie, i of ia. Words run down
    the first axis."""
    silent = np.zeros(letters.shape, bool)
    pairs = (letters[:-1] & (letters[1:] >> _CLOSER) & _OPENING) != 0
    is_e = (letters[1:] & np.uint32(0xFFFFFF)) == ord("e")
    silent[:-1] = pairs & ~is_e
    silent[1:] |= pairs & is_e
    return silent


def _whole_words(
    codes: Letters, folding: _Folding, starts: Places, sizes: Places
) -> tuple[Hashes, NDArray[np.bool_]]:
    """The same for any words, and whether they are numbers: letters that fold to several or none,
    marks of their own, hyphens at line ends, silent letters, numbers to their end."""
    owners = np.repeat(np.arange(len(starts)), sizes)
    within = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    part = codes[starts[owners] + within].astype(np.int64)
    kinds = folding.kinds[part]
    numbers = np.bincount(owners, (kinds & DIGIT) != 0, len(starts)) > 0
    numbers &= np.bincount(owners, (kinds & LETTER) != 0, len(starts)) == 0
    letters = folding.letters[part].copy()
    # A ring of its own belongs to the letter before it, past other marks and what does not count.
    seen = np.maximum.accumulate(np.where((kinds & WORD) != 0, np.arange(len(part)), -1))
    under = seen[(part == _RING) & ((kinds & MARK) != 0) & (seen >= 0)]
    ringed = under[(letters[under] & np.uint32(0xFFFFFF)) == ord("u")]
    letters[ringed] = folding.letters[ord("o")]
    spans = np.where(letters == _SPECIAL, folding.lengths[part], 1)
    flat = np.repeat(np.arange(len(part)), spans)
    step = np.arange(len(flat)) - np.repeat(np.cumsum(spans) - spans, spans)
    several = letters[flat] == _SPECIAL
    from_pool = folding.pool[np.where(several, folding.starts[part[flat]] + step, 0)]
    letters = np.where(several, from_pool, letters[flat])
    owners = owners[flat]
    lengths = np.bincount(owners, minlength=len(starts))
    first = np.cumsum(lengths) - lengths
    ordinals = np.arange(len(letters)) - first[owners]
    # One column a word, with a gap after it, so that no spelling reaches from word to word.
    grid = np.zeros((int(lengths.max(initial=0)) + 1, len(starts)), np.uint32)
    grid[ordinals, owners] = letters
    counted = (np.arange(len(grid))[:, None] < lengths) & ~_silent(grid)
    ranks = np.cumsum(counted, axis=0) - 1
    factors = powers(BASE, _LONGEST_NUMBER)[np.minimum(ranks, _LONGEST_NUMBER - 1)]
    counted &= ranks < np.where(numbers, _LONGEST_NUMBER, PREFIX)
    hashes: Hashes = (grid * factors * counted).sum(axis=0, dtype=np.uint64)
    return hashes, numbers
