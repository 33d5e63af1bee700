"""Where a document is found again, by how many others, and which of them explains it best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Stretches:
    """Parallel arrays, ascending and disjoint: characters [start, end) that the same documents
    share. Two that touch differ in who shares them."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    best: NDArray[np.int64]
    """The document that shares it and covers the most characters in all; the lowest of equals."""
    counts: NDArray[np.int64]
    """How many documents share it."""

    def __len__(self) -> int:
        return len(self.starts)


def stretches_of(
    documents: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> Stretches:
    """The stretches of a document from the ranges of characters, any number for each document,
    overlapping as they like: parallel arrays of the document (any whole number from 0), start and
    end."""
    raise NotImplementedError
