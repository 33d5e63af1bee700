"""How well detected passages match true ones: the measures of the PAN competitions.

All are counted in characters of both sides, exactly as the official evaluators count them: a
detection speaks for a case when it overlaps it on both sides; recall is the mean over cases of
the share of their characters that such detections cover, precision the same with the roles
exchanged, granularity the mean number of detections over the cases that have any, and
plagdet = F₁ / log₂(1 + granularity).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2


@dataclass(frozen=True)
class Reuse:
    """A passage of a pair of documents, true or detected: characters [start, end) of both."""

    query: str
    query_start: int
    query_end: int
    other: str
    other_start: int
    other_end: int


@dataclass(frozen=True)
class Scores:
    """The measures of a set of pairs, with the numbers of true and detected passages."""

    plagdet: float
    precision: float
    recall: float
    granularity: float
    cases: int
    detections: int

    @property
    def log_granularity(self) -> float:
        """log₂(1 + granularity), the divisor of plagdet, which the 2009 proposal prints."""
        return log2(1 + self.granularity)


def scores(cases: Sequence[Reuse], detections: Sequence[Reuse]) -> Scores:
    """The measures. With nothing to find and nothing found, precision and recall are 1."""
    recall = _mean_share(cases, detections)
    precision = _mean_share(detections, cases)
    split = granularity(cases, detections)
    return Scores(
        plagdet(precision, recall, split),
        precision,
        recall,
        split,
        len(cases),
        len(detections),
    )


def plagdet(precision: float, recall: float, split: float) -> float:
    """F₁ / log₂(1 + granularity); 0 when nothing was found."""
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall) / log2(1 + split)


def granularity(cases: Sequence[Reuse], detections: Sequence[Reuse]) -> float:
    """Detections a detected case; 1 when no case is detected."""
    by_pair = _by_pair(detections)
    counts = [
        sum(_overlap(case, detection) for detection in by_pair.get((case.query, case.other), ()))
        for case in cases
    ]
    detected = sum(count > 0 for count in counts)
    return sum(counts) / detected if detected else 1.0


def _mean_share(these: Sequence[Reuse], those: Sequence[Reuse]) -> float:
    """Mean over `these` of the share of their characters that `those` cover."""
    if not these or not those:
        return 1.0 if not these and not those else 0.0
    by_pair = _by_pair(those)
    shares = (covered_share(one, by_pair.get((one.query, one.other), ())) for one in these)
    return sum(shares) / len(these)


def covered_share(one: Reuse, others: Iterable[Reuse]) -> float:
    """The share of the characters of both sides of `one` that the overlapping of `others` cover."""
    near = [other for other in others if _overlap(one, other)]
    if not near:
        return 0.0
    covered = _covered(
        one.query_start, one.query_end, [(other.query_start, other.query_end) for other in near]
    )
    covered += _covered(
        one.other_start, one.other_end, [(other.other_start, other.other_end) for other in near]
    )
    return covered / (one.query_end - one.query_start + one.other_end - one.other_start)


def _by_pair(reuses: Iterable[Reuse]) -> dict[tuple[str, str], list[Reuse]]:
    by_pair: dict[tuple[str, str], list[Reuse]] = {}
    for reuse in reuses:
        by_pair.setdefault((reuse.query, reuse.other), []).append(reuse)
    return by_pair


def _overlap(one: Reuse, two: Reuse) -> bool:
    """Whether they share characters on both sides; both are of the same pair."""
    return (
        two.query_start < one.query_end
        and one.query_start < two.query_end
        and two.other_start < one.other_end
        and one.other_start < two.other_end
    )


def _covered(start: int, end: int, intervals: list[tuple[int, int]]) -> int:
    """How many characters of [start, end) lie in some interval."""
    covered, reached = 0, start
    for low, high in sorted(intervals):
        low, high = max(low, reached), min(high, end)
        if low < high:
            covered += high - low
            reached = high
    return covered
