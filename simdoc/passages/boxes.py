"""A box: a stretch of words of the query document and one of the other, and its evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Form = Literal["found", "run", "summary"]


@dataclass(frozen=True)
class Box:
    """Ordinals of words, half-open on both sides. `evidence` is in nats."""

    query_from: int
    query_to: int
    other_from: int
    other_to: int
    evidence: float = 0.0
    form: Form = "found"

    @property
    def query_words(self) -> int:
        return self.query_to - self.query_from

    @property
    def other_words(self) -> int:
        return self.other_to - self.other_from

    def hull(self, other: Box) -> Box:
        """The smallest box around both; its evidence is not known."""
        return Box(
            min(self.query_from, other.query_from),
            max(self.query_to, other.query_to),
            min(self.other_from, other.other_from),
            max(self.other_to, other.other_to),
        )

    def gaps(self, other: Box) -> tuple[int, int]:
        """Words between the two on each side; negative where they overlap."""
        return (
            max(self.query_from, other.query_from) - min(self.query_to, other.query_to),
            max(self.other_from, other.other_from) - min(self.other_to, other.other_to),
        )

    def follows(self, other: Box) -> bool:
        """Whether it begins and ends behind the other on both sides: the order was kept."""
        return (
            self.query_from >= other.query_from
            and self.query_to >= other.query_to
            and self.other_from >= other.other_from
            and self.other_to >= other.other_to
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside on both sides."""
        return (
            self.query_from <= other.query_from
            and other.query_to <= self.query_to
            and self.other_from <= other.other_from
            and other.other_to <= self.other_to
        )

    def head(self, words: int) -> Box:
        """At most this many first words of both sides."""
        return replace(
            self,
            query_to=min(self.query_to, self.query_from + words),
            other_to=min(self.other_to, self.other_from + words),
        )

    def tail(self, words: int) -> Box:
        """At most this many last words of both sides."""
        return replace(
            self,
            query_from=max(self.query_from, self.query_to - words),
            other_from=max(self.other_from, self.other_to - words),
        )
