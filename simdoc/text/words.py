"""Text → words: where each word starts and ends, and a 64-bit hash of its folded form.

A word is a maximal run of letters, decimal digits and the marks that follow them. Soft hyphens and
zero-width characters inside are dropped, a hyphen before a line break joins letter to letter.
Folding (case, compatibility forms, look-alikes, diacritics) happens in the hash and never in the
text, so that start and end always slice the text as it is.

The hash of a word with folded characters f₀ f₁ … is mix(Σ t(fᵢ)·Bⁱ mod 2⁶⁴). Summed over the whole
text with running powers of B, each word is one difference of two running sums, multiplied by a
power of B⁻¹: no loop over words or characters.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simdoc.text.characters import (
    BASE,
    BREAK,
    HYPHEN,
    IGNORED,
    INVERSE,
    JOINER,
    LETTER,
    MARK,
    UNEVEN,
    WORD,
    CharacterTable,
    Codes,
    Hashes,
    basic_table,
    copy_codes,
    mixed,
    powers,
    whole_table,
)
from simdoc.text.lookalikes import LATIN_TWINS, TWINS

BLOCK = 1 << 16
"""Characters worked on at once: the arrays of a block stay in the cache, and are the same ones for
every block (fresh arrays cost page faults that doubled the time)."""
_CUT = re.compile(r"(?<=[^\W_]|[\u0300-\u036f.,;:!?)。，、！？])[\s.,;:!?()。，、！？]")
LONGEST_SKIP = 256
"""Spaces that may stand around a line break inside a hyphenated word."""

Places = NDArray[np.int64]
_EMPTY: Places = np.zeros(0, np.int64)
_FOREIGN_TWINS = np.array(sorted(ord(c) for c in TWINS if c not in LATIN_TWINS), np.int64)


@dataclass(frozen=True)
class Words:
    """The words of a text in order: parallel arrays, [start, end) ascending and disjoint."""

    starts: Places
    ends: Places
    hashes: Hashes
    mixed_script: int = 0
    """Words that mix Latin letters with look-alikes of another script: a sign of a trick."""

    def __len__(self) -> int:
        return len(self.starts)


class _Workspace(threading.local):
    """The arrays that each thread works in, made anew only for a longer block."""

    size = 0

    def grow(self, size: int) -> None:
        """Room for `size` characters."""
        if size > self.size:
            self.size = size
            self.codes = np.empty(size, np.intp)
            self.kinds = np.empty(size, np.uint8)
            self.inside = np.zeros(size + 2, bool)
            self.edges = np.empty(size + 1, bool)
            self.terms = np.empty(size, np.uint64)
            self.sums = np.zeros(size + 1, np.uint64)
            self.places = np.zeros(size + 1, np.int64)

    def shrink(self) -> None:
        """Give back what only a giant block (a text without separators) needed."""
        if self.size > 16 * BLOCK:
            self.__dict__.clear()


_work = _Workspace()


def find_words(text: str, fold_diacritics: bool = True) -> Words:
    """All words of a text. Equal for its NFC, NFD, soft-hyphened and zero-width variants."""
    parts = []
    start = 0
    while start < len(text):
        end = _block_end(text, start)
        parts.append(_words_of_block(text[start:end], start, fold_diacritics))
        start = end
    _work.shrink()
    if len(parts) == 1:
        return parts[0]
    return Words(
        np.concatenate([part.starts for part in parts] or [_EMPTY]),
        np.concatenate([part.ends for part in parts] or [_EMPTY]),
        np.concatenate([part.hashes for part in parts] or [np.zeros(0, np.uint64)]),
        sum(part.mixed_script for part in parts),
    )


def _block_end(text: str, start: int) -> int:
    """Where a block may end without cutting a word, or what a hyphen joins: before a separator
    that follows a letter, a mark or another separator, but no space."""
    found = _CUT.search(text, start + BLOCK)
    return found.start() if found else len(text)


def _words_of_block(text: str, shift: int, fold_diacritics: bool) -> Words:
    size = len(text)
    _work.grow(size)
    codes = _work.codes[:size]
    table = basic_table if copy_codes(text, codes) else whole_table
    characters = table(fold_diacritics)
    kinds = np.take(characters.kinds, codes, out=_work.kinds[:size], mode="clip")
    seen = int(np.bitwise_or.reduce(kinds))
    inside = _work.inside[: size + 2]  # one False on each side, so that every run has two edges
    inside[-1] = False
    run = inside[1:-1]
    np.not_equal(kinds & np.uint8(WORD | (seen & (MARK | IGNORED))), 0, out=run)
    joins = _join_line_ends(codes, kinds, run) if seen & (HYPHEN | JOINER) else _EMPTY
    edges = np.flatnonzero(np.not_equal(inside[1:], inside[:-1], out=_work.edges[: size + 1]))
    starts, ends = edges[0::2].copy(), edges[1::2].copy()  # gathers like them contiguous
    if seen & (MARK | IGNORED):
        starts, ends = _trimmed(kinds, starts, ends)
    hashes, tricked = _hashes(codes, characters, starts, ends), 0
    if len(joins) or seen & (MARK | IGNORED | UNEVEN):
        special = _of_kind(kinds, MARK | IGNORED | UNEVEN)
        words = _owners(np.union1d(special, joins) if len(joins) else special, starts, ends)
        # The words that have such a character, once more and by themselves.
        at, firsts, lasts = _gathered(starts[words], ends[words])
        part = codes.take(at)
        hashes[words] = _hashes(part, characters, firsts, lasts, uneven=True)
        tricked = _mixed_script(part, firsts, lasts) if seen & UNEVEN else 0
    if shift:
        starts += shift
        ends += shift
    return Words(starts, ends, hashes, tricked)


def _of_kind(kinds: NDArray[np.uint8], flags: int) -> Places:
    """Where characters of any of these kinds stand."""
    # Flags are five times quicker to search than numbers.
    places: Places = np.flatnonzero((kinds & np.uint8(flags)) != 0)
    return places


def _owners(places: Places, starts: Places, ends: Places) -> Places:
    """The ordinals of the words that hold any of these ascending places."""
    owners: Places = np.searchsorted(starts, places, side="right") - 1
    owners = owners[places < np.append(ends, 0)[owners]]  # before the first word it is −1
    return np.asarray(owners[np.append(-1, owners[:-1]) != owners])


def _gathered(starts: Places, ends: Places) -> tuple[Places, Places, Places]:
    """Every place of every word, and where each word starts and ends among these."""
    sizes = ends - starts
    lasts = np.cumsum(sizes)
    firsts = lasts - sizes
    count = int(lasts[-1]) if len(lasts) else 0
    return np.repeat(starts - firsts, sizes) + np.arange(count), firsts, lasts


def _hashes(
    codes: Codes, table: CharacterTable, starts: Places, ends: Places, uneven: bool = False
) -> Hashes:
    """The hash of each word; `uneven` when some character inside does not count as one letter."""
    size = len(codes)
    terms = np.take(table.terms, codes, out=_work.terms[:size], mode="clip")
    sums = _work.sums[: size + 1]
    if uneven:
        places = _work.places[: size + 1]
        lengths = np.take(table.lengths, codes, out=places[1:], mode="clip")
        np.cumsum(lengths, out=places[1:])
        letters = int(places[-1]) + 1
        terms *= powers(BASE, letters).take(places[:-1])
        first = places.take(starts)
    else:
        letters = size
        terms *= powers(BASE, size)
        first = starts
    np.cumsum(terms, out=sums[1:])
    words = sums.take(ends)
    words -= sums.take(starts)
    words *= powers(INVERSE, letters).take(first)
    return mixed(words)


def _trimmed(kinds: NDArray[np.uint8], starts: Places, ends: Places) -> tuple[Places, Places]:
    """Runs without marks and ignored characters before, and ignored characters after, the word."""
    early = np.flatnonzero((kinds[starts] & WORD) == 0)
    if len(early):
        base = np.append(_of_kind(kinds, WORD), len(kinds))
        starts = starts.copy()
        starts[early] = base[np.searchsorted(base, starts[early])]
        real = starts < ends  # a run of nothing but marks is no word
        starts, ends = starts[real], ends[real]
    late = np.flatnonzero((kinds[ends - 1] & IGNORED) != 0)
    if len(late):
        solid = _of_kind(kinds, WORD | MARK)
        ends = ends.copy()
        ends[late] = solid[np.searchsorted(solid, ends[late]) - 1] + 1
    return starts, ends


def _join_line_ends(codes: Codes, kinds: NDArray[np.uint8], run: NDArray[np.bool_]) -> Places:
    """Marks hyphen and line break between two letters as inside a word; where the hyphens are.

    A hyphen needs a line break behind it; what PDFium gives for a line-end hyphen does not, because
    PDFium may have removed the break. "1990-/1995" is left alone: only letters are joined.
    """
    hyphens = _of_kind(kinds, HYPHEN | JOINER)
    hyphens = hyphens[(hyphens > 0) & (hyphens < len(codes) - 1)]
    # Most hyphens fall away here, so that an ordinary text pays for a handful only.
    hyphens = hyphens[(kinds[hyphens - 1] & (LETTER | MARK | IGNORED)) != 0]
    near = (kinds[hyphens + 1] & (BREAK | IGNORED)) | (kinds[hyphens] & JOINER)
    hyphens = hyphens[(near != 0) | _is_space(codes[hyphens + 1])]
    if not len(hyphens):
        return _EMPTY
    before = _skipped(codes, kinds, hyphens - 1, -1, MARK | IGNORED, spaces=False)
    hyphens = hyphens[(kinds[before] & LETTER) != 0]
    after = _skipped(codes, kinds, hyphens + 1, 1, IGNORED, spaces=True)
    broken = (kinds[after] & BREAK) != 0
    carriage = codes[after] == 13
    after = np.minimum(after + broken, len(codes) - 1)
    if carriage.any():
        fed = _skipped(codes, kinds, after[carriage], 1, IGNORED, spaces=False)
        after[carriage] = np.minimum(fed + (codes[fed] == 10), len(codes) - 1)
    after = _skipped(codes, kinds, after, 1, IGNORED, spaces=True)
    joins = (broken | ((kinds[hyphens] & JOINER) != 0)) & ((kinds[after] & LETTER) != 0)
    if not joins.any():
        return _EMPTY
    firsts: Places = hyphens[joins]
    run[_gathered(firsts, after[joins])[0]] = True
    return firsts


def _is_space(codes: Codes) -> NDArray[np.bool_]:
    return np.asarray((codes == 32) | (codes == 9) | (codes == 0xA0))


def _skipped(
    codes: Codes, kinds: NDArray[np.uint8], at: Places, step: int, flags: int, spaces: bool
) -> Places:
    """Each place moved over characters of these kinds (and spaces), at most LONGEST_SKIP far."""
    for _ in range(LONGEST_SKIP):
        skip = (kinds[at] & flags) != 0
        if spaces:
            skip |= _is_space(codes[at])
        if not skip.any():
            break
        moved = np.minimum(np.maximum(at + step * skip, 0), len(codes) - 1)
        if (moved == at).all():
            break
        at = moved
    return at


def _mixed_script(codes: Codes, starts: Places, ends: Places) -> int:
    """How many words hold both a Latin letter and a look-alike of another script."""
    foreign = np.isin(codes, _FOREIGN_TWINS)
    if not foreign.any():
        return 0
    counts = np.concatenate(([0], np.cumsum(foreign)))
    suspects = np.flatnonzero(counts[ends] > counts[starts])
    latin = (((codes | 32) >= 97) & ((codes | 32) <= 122)) | ((codes >= 0xC0) & (codes < 0x250))
    latins = np.concatenate(([0], np.cumsum(latin)))
    return int(np.count_nonzero(latins[ends[suspects]] > latins[starts[suspects]]))
