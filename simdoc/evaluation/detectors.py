"""Detectors for evaluation: what a comparison answers, as bare characters of both texts."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from simdoc.chunks import Fingerprinter
from simdoc.evaluation.pan import Detection
from simdoc.passages.comparison import PagedText, compare_texts
from simdoc.settings import FingerprintSettings, PassageSettings


@dataclass(frozen=True)
class ValidIntervalDetector:
    """The papers' valid intervals."""

    passage: PassageSettings = field(default_factory=PassageSettings)
    fingerprint: FingerprintSettings = field(default_factory=FingerprintSettings)

    def __call__(self, query: str, other: str) -> list[Detection]:
        found = compare_texts(
            PagedText(query),
            PagedText(other),
            Fingerprinter(self.fingerprint),
            self.passage,
            np.zeros(0, np.uint64),
        )
        return [(p.query_start, p.query_end, p.other_start, p.other_end) for p in found.passages]
