"""Where to look: pairs of windows that share more than chance would have them share.

Windows are sets of stems. All pairs of windows are scored in one matrix product: each stem that
both have adds its weight, and every word of the shorter window costs a miss.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from scipy import ndimage

from simdoc.passages.alignment_settings import AlignmentSettings
from simdoc.passages.background import Background, Floats, Integers, Side
from simdoc.passages.boxes import Box

SEED_NOISE = 0.5
"""Share of the words of a window that may be new."""


Scores = NDArray[np.float32]


@dataclass(frozen=True)
class Seed:
    """A group of window pairs: the box around them and the best pair, which lies inside."""

    box: Box
    peak: Box


def stem_weights(background: Background, settings: AlignmentSettings) -> Floats:
    """What each shared stem adds to a pair of windows, above a miss."""
    likelihood = background.likelihood[: background.shared]
    gain = np.log((1 - SEED_NOISE) / (settings.window * likelihood) + SEED_NOISE)
    weights: Floats = np.maximum(0.0, np.minimum(settings.most, gain) - np.log(SEED_NOISE))
    return weights


def find_seeds(
    background: Background,
    weights: Floats,
    settings: AlignmentSettings,
    query_range: tuple[int, int],
    other_range: tuple[int, int],
) -> list[Seed]:
    """The seeds between two ranges of words, given what each shared stem weighs."""
    # A stem that is only in one of the two ranges adds nothing but work.
    present = np.zeros((2, len(background.likelihood)), bool)
    present[0, background.query.numbers[slice(*query_range)]] = True
    present[1, background.other.numbers[slice(*other_range)]] = True
    useful = np.flatnonzero(present[0] & present[1])
    if not len(useful):
        return []
    columns = np.full(len(background.likelihood), -1)
    columns[useful] = np.arange(len(useful))
    ours, our_sizes = _windows(background.query, columns, len(useful), settings, query_range)
    theirs, their_sizes = _windows(background.other, columns, len(useful), settings, other_range)
    ours *= weights[useful].astype(np.float32)
    table = ours @ theirs.T
    table += np.float32(np.log(SEED_NOISE)) * np.minimum.outer(our_sizes, their_sizes)
    return _groups(table, settings, query_range, other_range)


def _windows(
    side: Side, columns: Integers, width: int, settings: AlignmentSettings, within: tuple[int, int]
) -> tuple[Scores, Scores]:
    """Which window has which useful stem (1 or 0), and how many stems each has in all."""
    start, end = within
    size = min(settings.window, end - start)
    stride, reach = settings.stride, settings.window // settings.stride
    count = max(1, -(-(end - start - size) // stride) + 1)
    table = np.zeros((max(count, (end - start - 1) // stride + 1), width), np.float32)
    column = columns[side.numbers[start:end]]
    at = np.flatnonzero(column >= 0)
    for back in range(reach):
        table[np.maximum(at // stride - back, 0), column[at]] = 1
    starts = np.minimum(np.arange(count) * stride, end - start - size)
    first = sliding_window_view(side.previous[start:end], size)[starts] < (start + starts)[:, None]
    return table[:count], first.sum(axis=1).astype(np.float32)


def _groups(
    table: Scores,
    settings: AlignmentSettings,
    query_range: tuple[int, int],
    other_range: tuple[int, int],
) -> list[Seed]:
    """Neighbouring window pairs above the threshold as one seed each."""
    rows, columns = np.nonzero(table >= settings.seed_evidence)
    if not len(rows):
        return []
    margin = settings.dilation + 1
    low_row, low_column = max(0, rows.min() - margin), max(0, columns.min() - margin)
    part = table[low_row : rows.max() + margin + 1, low_column : columns.max() + margin + 1]
    strong = (part >= settings.seed_evidence).astype(np.uint8)
    grown = ndimage.maximum_filter(strong, size=2 * settings.dilation + 1, mode="constant")
    labels, _ = ndimage.label(grown, np.ones((3, 3)))
    values = part[rows - low_row, columns - low_column]
    label = _cut(labels[rows - low_row, columns - low_column], rows, settings)
    order = np.lexsort((values, label))
    last = np.flatnonzero(np.diff(label[order], append=-1))
    seeds = []
    begin = 0
    for end in last.tolist():
        members = order[begin : end + 1]
        peak = int(order[end])
        begin = end + 1
        seeds.append(
            Seed(
                _box(rows[members], columns[members], settings, query_range, other_range),
                _box(rows[[peak]], columns[[peak]], settings, query_range, other_range),
            )
        )
    return seeds


def _cut(label: Integers, rows: Integers, settings: AlignmentSettings) -> Integers:
    """Labels in which a long group is several, one behind the other in the query: given half of
    the other text, no word is surprising any more."""
    low = np.full(int(label.max()) + 1, np.iinfo(np.int64).max)
    high = np.zeros(len(low), np.int64)
    np.minimum.at(low, label, rows)
    np.maximum.at(high, label, rows)
    spans = np.maximum(1, high + 1 - low)
    pieces = -(-spans * settings.stride // settings.slab)
    piece = (rows - low[label]) * pieces[label] // spans[label]
    cut: Integers = label * (int(pieces.max()) + 1) + piece
    return cut


def _box(
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    settings: AlignmentSettings,
    query_range: tuple[int, int],
    other_range: tuple[int, int],
) -> Box:
    stride, window = settings.stride, settings.window
    return Box(
        query_range[0] + int(rows.min()) * stride,
        min(query_range[0] + int(rows.max()) * stride + window, query_range[1]),
        other_range[0] + int(columns.min()) * stride,
        min(other_range[0] + int(columns.max()) * stride + window, other_range[1]),
    )
