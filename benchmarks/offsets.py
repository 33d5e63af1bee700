"""Which offset array? Plain at several densities against a base per block and 16-bit deltas.

    python -m benchmarks.offsets [--postings 20000000] [--documents 8000]

Every variant answers the same queries (all fingerprints of one document) from the same sorted
postings and must find the same ones. Printed: bytes a posting of the offset array alone, and
how many fingerprints a second are looked up, warm. `load` is the mean number of postings a slot.
The corpus is as real ones are: most fingerprints stand in one document, a hundred in every
third, so that some slots are thousands of postings long.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

BITS = 48
BLOCK_BITS = 8
Bounds = Callable[[npt.NDArray[np.int64]], tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]


def make_postings(
    postings: int, documents: int, rng: np.random.Generator
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]:
    """Fingerprints and document numbers, sorted by fingerprint."""
    fingerprints = rng.integers(0, 1 << BITS, postings, dtype=np.uint64)
    numbers = (np.arange(postings) * documents // postings).astype(np.uint32)
    common = rng.integers(0, 1 << BITS, 100, dtype=np.uint64)
    shared = rng.random(postings) < 100 / 3 * documents / postings
    fingerprints[shared] = common[rng.integers(0, 100, int(shared.sum()))]
    order = np.argsort(fingerprints, kind="stable")
    return fingerprints[order], numbers[order]


def plain(slots: npt.NDArray[np.int64], slot_bits: int) -> tuple[int, Bounds]:
    offsets = np.zeros((1 << slot_bits) + 1, np.uint32)
    np.cumsum(np.bincount(slots, minlength=1 << slot_bits), out=offsets[1:])

    def bounds(at: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        return offsets.take(at).astype(np.int64), offsets.take(at + 1).astype(np.int64)

    return offsets.nbytes, bounds


def dense(slots: npt.NDArray[np.int64], slot_bits: int) -> tuple[int, Bounds]:
    offsets = np.zeros((1 << slot_bits) + 1, np.int64)
    np.cumsum(np.bincount(slots, minlength=1 << slot_bits), out=offsets[1:])
    bases = offsets[:: 1 << BLOCK_BITS].astype(np.uint32)
    deltas = offsets - np.repeat(bases, 1 << BLOCK_BITS)[: len(offsets)]
    if deltas.max() >= 1 << 16:
        raise OverflowError("a block of slots holds more than 65,535 postings")
    small = deltas.astype(np.uint16)

    def bounds(at: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        after = at + 1
        start = bases.take(at >> BLOCK_BITS).astype(np.int64) + small.take(at)
        return start, bases.take(after >> BLOCK_BITS).astype(np.int64) + small.take(after)

    return bases.nbytes + small.nbytes, bounds


def look_up(
    query: npt.NDArray[np.uint64],
    bounds: Bounds,
    remainders: npt.NDArray[np.uint32],
    remainder_bits: int,
) -> npt.NDArray[np.int64]:
    """Offsets of all postings of the query's fingerprints."""
    start, end = bounds((query >> np.uint64(remainder_bits)).astype(np.int64))
    wanted = (query & np.uint64((1 << remainder_bits) - 1)).astype(np.uint32)
    lengths = end - start
    ends = np.cumsum(lengths)
    offsets: npt.NDArray[np.int64] = np.arange(int(ends[-1])) + np.repeat(
        start - ends + lengths, lengths
    )
    same = remainders.take(offsets) == np.repeat(wanted, lengths)
    return offsets.take(np.flatnonzero(same))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--postings", type=int, default=20_000_000)
    parser.add_argument("--documents", type=int, default=8_000)
    arguments = parser.parse_args()
    rng = np.random.default_rng(1)
    fingerprints, numbers = make_postings(arguments.postings, arguments.documents, rng)
    chosen = rng.choice(arguments.documents, 200, replace=False)
    queries = [np.unique(fingerprints[numbers == number]) for number in chosen]
    for query in queries:
        rng.shuffle(query)
    found = None
    full = int(np.log2(arguments.postings))
    print("offset array           load   bytes a posting   fingerprints a second")
    for name, make, slot_bits in [
        ("plain", plain, full),
        ("plain, 1 bit fewer", plain, full - 1),
        ("plain, 2 bits fewer", plain, full - 2),
        ("base and deltas", dense, full),
        ("b. & d., 1 bit fewer", dense, full - 1),
    ]:
        remainder_bits = BITS - slot_bits
        slots = (fingerprints >> np.uint64(remainder_bits)).astype(np.int64)
        remainders = (fingerprints & np.uint64((1 << remainder_bits) - 1)).astype(np.uint32)
        size, bounds = make(slots, slot_bits)
        best = float("inf")
        for _ in range(5):
            begin = time.perf_counter()
            answers = [look_up(query, bounds, remainders, remainder_bits) for query in queries]
            best = min(best, time.perf_counter() - begin)
        total = sum(len(answer) for answer in answers)
        if found not in (None, total):
            raise AssertionError(f"{name} found {total} postings, the others {found}")
        found = total
        rate = sum(map(len, queries)) / best
        load = arguments.postings / 2**slot_bits
        print(f"{name:20} {load:6.2f} {size / arguments.postings:17.2f} {rate:23,.0f}")


if __name__ == "__main__":
    main()
