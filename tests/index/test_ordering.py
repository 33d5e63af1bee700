"""Ordering by digits: the same order as comparing gives, whatever the numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.index.ordering import group_sizes, group_starts, stable_order

NUMBERS = st.one_of(
    st.integers(0, 5),
    st.integers(0, (1 << 64) - 1),
    st.integers(0, 3).map(lambda low: (1 << 47) + low),  # agree in their top 32 bits
    st.integers(0, 300).map(lambda high: high << 40),
)


@given(st.lists(NUMBERS, max_size=60))
def test_the_order_is_that_of_a_stable_sort(numbers: list[int]) -> None:
    order = stable_order(np.array(numbers, np.uint64)).tolist()
    assert order == sorted(range(len(numbers)), key=numbers.__getitem__)


@pytest.mark.parametrize("count", [10, 20_000])
@pytest.mark.parametrize("bits", [1, 16, 17, 32, 33, 48, 63])
def test_long_and_short_arrays_of_any_width_are_ordered(count: int, bits: int) -> None:
    values = np.random.default_rng(bits).integers(0, 1 << bits, count)
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))


@given(st.lists(st.integers(0, 3), max_size=30))
def test_groups_are_runs_of_equal_neighbours(values: list[int]) -> None:
    starts = group_starts(np.array(values, np.int64))
    sizes = group_sizes(starts, len(values))
    runs = [values[a : a + n] for a, n in zip(starts.tolist(), sizes.tolist(), strict=True)]
    assert [value for run in runs for value in run] == values
    assert all(len(set(run)) == 1 for run in runs)
    assert all(one[0] != two[0] for one, two in itertools.pairwise(runs))
