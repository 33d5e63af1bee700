"""The papers' collision experiment, scaled down: how far off are similarities of few bits?

    python -m benchmarks.collisions

The papers had 24 bits at 2^28 to 2^29 distinct chunks (2^(n+4)…2^(n+5)), 28 bits at 2^n…2^(n+1) and
30 bits at 2^(n−2)…2^(n−1). The same loads are made here with one corpus and fewer bits. What is
false depends on how full the space of fingerprints is with *one* document's chunks too, so the
deviation of unrelated documents is larger here than with the papers' longer fingerprints.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks.measuring import table
from simdoc.chunks import Fingerprinter
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.settings import FingerprintSettings

COMMAND = "python -m benchmarks.collisions"
DOCUMENTS = 560
WORDS = 2_500
MIXED = 40
"""Documents that begin as one document and end as another, so that all similarities occur."""
BANDS = (0.0, 0.05, 0.1, 0.25, 0.5, 1.0)
LOADS = ((4, "24 bits, ≤ 5 points, only ≤ 5 %"), (0, "28 bits, ≤ 1 point"), (-2, "30 bits"))


def texts() -> list[str]:
    """Generated documents and mixtures of two."""
    plan = CorpusPlan(documents=DOCUMENTS, words=WORDS)
    made = [document.text for document in CorpusGenerator(plan).documents()]
    for ordinal in range(MIXED):
        one, two = made[2 * ordinal], made[2 * ordinal + 1]
        cut = len(one) * (ordinal + 1) // (MIXED + 1)
        made.append(one[:cut] + " " + two[cut:])
    return made


def similarities(fingerprints: list[NDArray[np.uint64]]) -> NDArray[np.float64]:
    """a(F,G) of all pairs: the share of the row's chunks that the column has too."""
    distinct, column = np.unique(np.concatenate(fingerprints), return_inverse=True)
    row = np.repeat(np.arange(len(fingerprints)), [len(f) for f in fingerprints])
    ones = np.ones(len(row), np.float32)
    matrix = sparse.csr_matrix((ones, (row, column)), (len(fingerprints), len(distinct)))
    common = (matrix @ matrix.T).toarray().astype(np.float64)
    return np.asarray(common / np.array([len(f) for f in fingerprints])[:, None])


def section() -> str:
    """The section of the results."""
    fingerprinter = Fingerprinter(FingerprintSettings())
    whole = [fingerprinter.chunks(text, exact=True).distinct() for text in texts()]
    exact = similarities(whole)
    distinct = len(np.unique(np.concatenate(whole)))
    power = int(np.log2(distinct))
    others = ~np.eye(len(whole), dtype=bool)
    rows = []
    for bits, name in [*((power - load, name) for load, name in LOADS), (48, "–")]:
        cut = [np.unique(f >> np.uint64(64 - bits)) for f in whole]
        off = 100 * np.abs(similarities(cut) - exact)
        cells = [
            f"{off[others & (exact >= low) & (exact <= high)].max():.2f}"
            for low, high in pairwise(BANDS)
        ]
        rows.append((bits, f"2^{np.log2(distinct) - bits:.1f}", name, *cells))
    bands = [f"{low:.0%}–{high:.0%}" for low, high in pairwise(BANDS)]
    head = ("bits", "chunks a fingerprint", "the papers there", *bands)
    return (
        "## Collisions\n\n"
        f"`{COMMAND}`: {len(whole)} documents of {WORDS:,} words, {distinct:,} distinct chunks "
        f"(2^{np.log2(distinct):.1f}); the largest deviation from the exact similarity, in "
        f"percentage points, by exact similarity.\n\n{table(head, rows)}\n"
    )


if __name__ == "__main__":
    print(section())
