"""Groups of pairs from which each cut takes away only a little.

Cutting all pairs in one document, then in the other, is done after a few rounds unless somebody
built a staircase: pairs of which each holds the next in place, so that every round cuts off one. A
round looks at all pairs, and as many rounds as pairs would take hours. Here the pairs of a group
are chained in both documents. A cut breaks a chain, the shorter part leaves the group, and only the
gaps that it leaves behind are looked at: in all n log n steps, however the pairs lie.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Cut = tuple[int, int, int]
"""The side where a chain is too far apart, and the two neighbours."""


def cut_to_the_end(sides: Sequence[Integers], group: Integers, gap: int) -> Integers:
    """The groups cut apart wherever neighbours on a side differ by more than `gap`, until nothing
    is cut: for each pair the ordinal of its group, and an old group is the union of new ones."""
    unsettled = np.zeros(int(group.max(initial=-1)) + 1, np.bool_)
    for places in sides:
        order = np.lexsort((places, group))
        same = group[order][1:] == group[order][:-1]
        far = np.diff(places[order]) > gap
        unsettled[group[order][1:][same & far]] = True
    rows = np.flatnonzero(unsettled[group])
    refined = group.copy()
    refined[rows] = len(unsettled) + _Chains([side[rows] for side in sides], group[rows], gap).cut()
    ordinals: Integers = np.unique(refined, return_inverse=True)[1]
    return ordinals


class _Chains:
    """The pairs of each group chained by position on both sides; −1 is the end of a chain.

    Plain lists: the steps depend on each other, so that there is nothing for NumPy to do at once.
    """

    def __init__(self, sides: Sequence[Integers], group: Integers, gap: int) -> None:
        self._places: list[list[int]] = [side.tolist() for side in sides]
        self._gap = gap
        self._after: list[list[int]] = []
        self._before: list[list[int]] = []
        self._cuts: list[Cut] = []
        first = np.unique(group, return_inverse=True)[1]
        self._labels: list[int] = first.tolist()
        self._next_label = int(first.max(initial=-1)) + 1
        for side, places in enumerate(sides):
            order = np.lexsort((places, group))
            left, right = order[:-1], order[1:]
            same = group[left] == group[right]
            left, right = left[same], right[same]
            after, before = np.full(len(group), -1), np.full(len(group), -1)
            after[left], before[right] = right, left
            self._after.append(after.tolist())
            self._before.append(before.tolist())
            far = places[right] - places[left] > gap
            self._cuts += [
                (side, a, b) for a, b in zip(left[far].tolist(), right[far].tolist(), strict=True)
            ]

    def cut(self) -> Integers:
        """Break every chain that is too far apart; the label of each pair's group."""
        while self._cuts:
            side, left, right = self._cuts.pop()
            if self._after[side][left] != right:
                continue  # one of the two has left the group meanwhile
            self._after[side][left] = self._before[side][right] = -1
            self._leave(self._shorter(side, left, right), 1 - side)
        return np.array(self._labels, np.int64)

    def _shorter(self, side: int, left: int, right: int) -> list[int]:
        """The pairs of the shorter of two parts, one that ends and one that begins here. Both are
        walked along at once, so that it takes no longer than the shorter is long."""
        before, after = self._before[side], self._after[side]
        backward, forward = [left], [right]
        while True:
            if (left := before[left]) < 0:
                return backward
            if (right := after[right]) < 0:
                return forward
            backward.append(left)
            forward.append(right)

    def _leave(self, pairs: list[int], side: int) -> None:
        """Take pairs out of their group's chain on the other side, into a chain of their own."""
        before, after, places = self._before[side], self._after[side], self._places[side]
        cuts, gap = self._cuts, self._gap
        for pair in pairs:
            a, b = before[pair], after[pair]
            if a >= 0:
                after[a] = b
            if b >= 0:
                before[b] = a
                if a >= 0 and places[b] - places[a] > gap:
                    cuts.append((side, a, b))
            self._labels[pair] = self._next_label
        self._next_label += 1
        pairs.sort(key=places.__getitem__)
        last = -1
        for pair in pairs:
            before[pair], after[pair] = last, -1
            if last >= 0:
                after[last] = pair
                if places[pair] - places[last] > gap:
                    cuts.append((side, last, pair))
            last = pair
