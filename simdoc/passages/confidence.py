"""From evidence to confidence: of passages with this evidence, how many are real.

Counted on the tuning half of PAN 2013's training pairs, those without annotation and those on one
subject among them (docs/results-alignment.md, `python -m benchmarks.alignment`). Of n passages in a
band with k real ones the share is (k + 1) / (n + 2), so that few passages never make it certain.
"""

from __future__ import annotations

from bisect import bisect_right

TABLE: tuple[tuple[float, float], ...] = (
    (0.0, 0.0),
    (12.0, 0.14),
    (18.0, 0.50),
    (22.0, 0.65),
    (30.0, 0.89),
    (45.0, 0.96),
    (70.0, 0.99),
    (120.0, 0.997),
)
"""Evidence in nats, and the share of the passages from there to the next row that is real."""


def confidence_of(evidence: float) -> float:
    """The share of the passages of this evidence that are real."""
    at = bisect_right(TABLE, evidence, key=lambda row: row[0]) - 1
    return TABLE[max(0, at)][1]
