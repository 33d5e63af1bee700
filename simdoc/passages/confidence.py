"""From evidence to confidence: of passages with this evidence, how many are real.

Counted on the tuning half of the PAN 2013 training pairs, together with pairs about the same
subject that share nothing: see docs/results.md.
"""

from __future__ import annotations

from bisect import bisect_right

TABLE: tuple[tuple[float, float], ...] = ((0.0, 0.0), (22.0, 0.9), (60.0, 0.99))
"""Evidence in nats from which on this share of the passages is real."""


def confidence_of(evidence: float) -> float:
    """The share of the passages of this evidence that are real."""
    at = bisect_right(TABLE, evidence, key=lambda row: row[0]) - 1
    return TABLE[max(0, at)][1]
