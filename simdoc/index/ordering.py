"""Putting small whole numbers in order by their digits.

`np.argsort(kind="stable")` compares 64-bit numbers, but sorts 16-bit ones by radix, ten times
faster and whatever the data look like; so larger ones are taken 16 bits at a time. Measured on
random numbers of 48 bits: 2,500 in 42 µs instead of 80, 60,000 in 1.5 ms instead of 3.6.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simdoc.index.format import Integers

_DIGIT = 16


def stable_order(values: npt.NDArray[np.integer[Any]]) -> Integers:
    """The order that sorts `values`, none of them negative, equal ones as they come."""
    order: Integers = np.argsort(values.astype(np.uint16), kind="stable")
    largest = int(values.max()) if len(values) else 0
    for shift in range(_DIGIT, largest.bit_length(), _DIGIT):
        digits = (values >> values.dtype.type(shift)).astype(np.uint16)
        order = order.take(np.argsort(digits.take(order), kind="stable"))
    return order


def group_starts(values: npt.NDArray[Any]) -> Integers:
    """Where each run of equal neighbours begins."""
    new = np.empty(len(values), np.bool_)
    new[:1] = True
    np.not_equal(values[1:], values[:-1], out=new[1:])
    return new.nonzero()[0]


def group_sizes(starts: Integers, count: int) -> Integers:
    """How many of `count` elements lie from each start to the next."""
    sizes = np.empty(len(starts), np.int64)
    np.subtract(starts[1:], starts[:-1], out=sizes[:-1])
    sizes[-1:] = count - starts[-1:]
    return sizes
