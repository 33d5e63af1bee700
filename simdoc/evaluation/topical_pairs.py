"""Hard negatives: pairs of documents about the same subject that were written independently.

Each document is paired with the one whose vocabulary is most like its own. A detector that takes a
common subject for a copy shows it here. Meant for documents that nobody put together from others,
such as the sources of a PAN corpus; pairs with a valid interval do share text and are left out by
the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from simdoc.text.stems import find_stems
from simdoc.text.words import find_words

COMMON = 0.1
"""Share of the documents from which on a stem tells nothing of the subject."""


def topical_pairs(paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """Each text with the one most like it; a pair that is found from both sides comes once."""
    table = _weighted(paths)
    likeness = (table @ table.T).tocsr()
    likeness.setdiag(0.0)
    best = likeness.argmax(axis=1)
    pairs = {(min(at, one), max(at, one)) for at, one in enumerate(np.ravel(best).tolist())}
    return [(paths[one], paths[two]) for one, two in sorted(pairs) if one != two]


def _weighted(paths: Sequence[Path]) -> sparse.csr_array:
    """Document × stem: rarity of the stem, each row of length 1. Words counted once."""
    stems = []
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        stems.append(np.unique(find_stems(text, find_words(text)).hashes))
    known, column = np.unique(np.concatenate(stems), return_inverse=True)
    row = np.repeat(np.arange(len(stems)), [len(one) for one in stems])
    documents = np.bincount(column)
    rarity = np.log(len(paths) / documents)
    rarity[documents > COMMON * len(paths)] = 0.0
    lengths = np.sqrt(np.bincount(row, rarity[column] ** 2))
    values = rarity[column] / np.maximum(lengths[row], 1e-9)
    return sparse.csr_array((values, (row, column)), (len(paths), len(known)))
