"""Borders that readers expect: whole sentences, paragraphs and their punctuation.

Passages are copied by the sentence far more often than not, so a border where a sentence ends is
worth some evidence: the border moves there when less is lost.
"""

from __future__ import annotations

import re

import numpy as np

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import Floats, Integers
from simdoc.passages.boxes import Box
from simdoc.passages.refine import Refiner
from simdoc.text.words import Words

_SENTENCE = re.compile(r"""[.!?…]+["'”“’»«)\]]*(?=\s)""")

MARGIN = 1500
"""Characters around a border in which the width of lines is looked for."""
MOST_MARKS = 4
"""Punctuation marks taken along at either border."""


def snapped(
    text: str, words: Words, box: Box, side: int, refiner: Refiner, settings: AlignmentSettings
) -> tuple[int, int]:
    """One side of a box, its borders moved to ends of sentences where that costs little."""
    begin, end = (box.query_from, box.query_to) if side == 0 else (box.other_from, box.other_to)
    if not settings.border_bonus:
        return begin, end
    # Of a long passage, only the part near a border speaks for the border.
    reach, near = settings.border_reach, settings.slab
    starts, lost_start, _, _ = refiner.borders(box.head(near), side, reach)
    _, _, ends, lost_end = refiner.borders(box.tail(near), side, reach)
    start = _cheapest(starts, lost_start, begin, _ends(text, words, starts), settings)
    stop = _cheapest(ends, lost_end, end, _ends(text, words, ends), settings)
    return (start, stop) if start < stop else (begin, end)


def _cheapest(
    places: Integers, lost: Floats, here: int, ends: Integers, settings: AlignmentSettings
) -> int:
    """The place that loses least; staying where no sentence ends loses the bonus too."""
    cost = np.full(len(places), np.inf)
    cost[here - places[0]] = settings.border_bonus + lost[here - places[0]]
    at = ends[(ends >= places[0]) & (ends <= places[-1])] - places[0]
    cost[at] = lost[at]
    return int(places[np.argmin(cost)])


def _ends(text: str, words: Words, places: Integers) -> Integers:
    """Which of these ordinals of words begin a sentence, or stand behind the last one."""
    first, last = int(places[0]), int(places[-1])
    low = int(words.ends[first - 1]) if first else 0
    high = int(words.starts[last]) if last < len(words) else len(text)
    ends = [low + match.end() for match in _SENTENCE.finditer(text[low:high])]
    ends += _paragraph_ends(text, low, high)
    if not first:
        ends.append(0)
    if last == len(words):
        ends.append(len(text))
    return np.searchsorted(words.starts, np.array(ends, np.int64))


def _paragraph_ends(text: str, low: int, high: int) -> list[int]:
    """Line breaks that somebody wanted: the next word would have fitted into the line.

    The width is that of the longest line near by, so a text that is not broken into lines of one
    width has every line break wanted.
    """
    if text.find("\n", low, high) < 0 and text.find("\f", low, high) < 0:
        return []
    near, beyond = max(0, low - MARGIN), min(len(text), high + MARGIN)
    ends, width, begin = [], 0, near
    for line in text[near:beyond].replace("\f", "\n").split("\n"):
        size = len(line)
        width = max(width, size)
        begin += size + 1
        if low < begin <= high:
            ends.append((begin, size))
    kept = []
    for end, size in ends:
        following = text[end : end + 40].lstrip(" \t\r")
        word = len(following.split(None, 1)[0]) if following.strip() else 0
        if not word or following[0] in "\n\f" or size + 1 + word <= width:
            kept.append(end)
    return kept


def characters(text: str, words: Words, begin: int, end: int) -> tuple[int, int]:
    """Words [begin, end) as characters, with the punctuation that touches them."""
    start, stop = int(words.starts[begin]), int(words.ends[end - 1])
    low = int(words.ends[begin - 1]) if begin else 0
    high = int(words.starts[end]) if end < len(words) else len(text)
    for _ in range(MOST_MARKS):
        if start > low and text[start - 1] in "\"'([{“„‘‚«»¿¡":
            start -= 1
    for _ in range(MOST_MARKS):
        if stop < high and not text[stop].isspace() and text[stop] not in "([{“„‘‚":
            stop += 1
    return start, stop
