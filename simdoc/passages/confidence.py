"""From evidence to confidence: of passages with this evidence, how many are real.

Counted on the tuning half of PAN 2013's training pairs, those without annotation among them, and on
1,456 pairs of its sources that are most alike in vocabulary and have no valid interval
(docs/results-alignment.md, `python -m benchmarks.alignment`). Of n passages in a band with k real
ones the share is (k + 1) / (n + 2), so that few passages never make it certain. No corpus
background was used.
"""

from __future__ import annotations

from bisect import bisect_right

TABLE: tuple[tuple[float, float], ...] = (
    (0.0, 0.0),
    (12.0, 0.14),
    (20.0, 0.39),
    (28.0, 0.77),
    (44.0, 0.86),
    (56.0, 0.96),
    (80.0, 0.995),
    (120.0, 0.997),
)
"""Evidence in nats, and the share of the passages from there to the next row that is real."""


def confidence_of(evidence: float) -> float:
    """The share of the passages of this evidence that are real."""
    at = bisect_right(TABLE, evidence, key=lambda row: row[0]) - 1
    return TABLE[max(0, at)][1]
