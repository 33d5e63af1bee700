"""A review as the pages show it: what was found of each listed document so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simdoc.answers import SimilarDocument
from simdoc.reviewing import Found, Integers, Review
from simdoc.view.open_corpus import OpenCorpus


@dataclass(frozen=True)
class ReviewShown:
    """A review with what was found of each listed document, by alignment as far as it is done."""

    review: Review
    title: str
    author: str | None
    key: str
    found: tuple[Found, ...]

    @property
    def rows(self) -> Sequence[SimilarDocument]:
        return self.review.answer.similar


def found_so_far(opened: OpenCorpus, review: Review) -> tuple[Found, ...]:
    """Where each listed document is found: the passages of its comparison where that is kept, the
    valid intervals of the index otherwise."""
    rows = review.answer.similar
    kept = opened.corpus.kept_comparisons(review.query, [row.doc_id for row in rows])
    found = [
        review.aligned(kept[row.doc_id]) if row.doc_id in kept else review.found(row)
        for row in rows
    ]
    return tuple(found)


def ranges(found: Sequence[Found]) -> tuple[Integers, Integers, Integers]:
    """All passages outside boilerplate: ordinal of the document, start, end."""
    owners = [np.full(one.count, ordinal) for ordinal, one in enumerate(found)]
    starts = [one.starts[~one.boilerplate] for one in found]
    ends = [one.ends[~one.boilerplate] for one in found]
    empty = np.zeros(0, np.int64)
    owner, start, end = (np.concatenate([empty, *parts]) for parts in (owners, starts, ends))
    return owner, start, end
