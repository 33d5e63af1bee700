"""Putting small whole numbers in order by their digits.

`np.argsort(kind="stable")` compares 64-bit numbers, but sorts 16-bit ones by radix, ten times
faster and whatever the data look like; so larger ones are taken 16 bits at a time. Measured on
random numbers of 48 bits: 2,500 in 35 µs instead of 80, 60,000 in 1.5 ms instead of 3.6.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from simdoc.index.format import Integers

_DIGIT = 16
_FEW = 1 << 14


def stable_order(values: npt.NDArray[np.integer[Any]]) -> Integers:
    """The order that sorts `values`, none of them negative, equal ones as they come."""
    bits = int(values.max()).bit_length() if len(values) else 0
    if bits <= _DIGIT:
        return np.argsort(values.astype(np.uint16), kind="stable")
    if bits > 2 * _DIGIT and len(values) < _FEW:
        # So few hardly ever agree in their top 32 bits: look at no others unless some do.
        order = _order_by(values, range(bits - 2 * _DIGIT, bits, _DIGIT))
        ordered = values.take(order)
        if (ordered[1:] >= ordered[:-1]).all():
            return order
    return _order_by(values, range(0, bits, _DIGIT))


def _order_by(values: npt.NDArray[np.integer[Any]], shifts: Iterable[int]) -> Integers:
    """The order by the digits at these shifts, the last of them first."""
    order: Integers | None = None
    for shift in shifts:
        digits = (values >> values.dtype.type(shift)).astype(np.uint16)
        if order is None:
            order = np.argsort(digits, kind="stable")
        else:
            order = order.take(np.argsort(digits.take(order), kind="stable"))
    assert order is not None
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
