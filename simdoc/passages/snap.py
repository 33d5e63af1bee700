"""Borders that readers expect: whole sentences with their punctuation."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.text.sentences import sentence_ends
from simdoc.text.words import Words

MARGIN = 1500
"""Characters around a border in which its sentence is looked for; a longer one has no ends."""
MOST_MARKS = 4
"""Punctuation marks taken along at either border."""


def snapped(
    text: str, words: Words, begin: int, end: int, settings: AlignmentSettings
) -> tuple[int, int]:
    """Words [begin, end) moved to the borders of sentences that are nearly inside or outside."""
    if not settings.snap:
        return begin, end
    first, last = _sentence(text, words, begin)
    size = last - first
    start = begin
    if begin - first <= max(settings.snap_words, settings.snap_out * size):
        start = first
    elif last - begin <= settings.snap_in * size:
        start = last
    first, last = _sentence(text, words, end - 1)
    size = last - first
    stop = end
    if last - end <= max(settings.snap_words, settings.snap_out * size):
        stop = last
    elif end - first <= settings.snap_in * size:
        stop = first
    return (start, stop) if start < stop else (begin, end)


def _sentence(text: str, words: Words, word: int) -> tuple[int, int]:
    """The words [first, last) of the sentence that holds a word."""
    at = int(words.starts[word])
    low, high = max(0, at - MARGIN), min(len(text), at + MARGIN)
    ends = (sentence_ends(text[low:high]) + low).tolist()
    place = bisect_right(ends, at)
    since = ends[place - 1] if place else low
    until = ends[place] if place < len(ends) else high
    first = int(np.searchsorted(words.starts, since))
    last = int(np.searchsorted(words.starts, until))
    return min(first, word), max(last, word + 1)


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


