"""Detectors for evaluation: what a comparison answers, as bare characters of both texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from simdoc.chunks import Fingerprinter
from simdoc.evaluation.pan import Detection
from simdoc.passages.align import align
from simdoc.passages.alignment_settings import DEFAULTS, AlignmentSettings
from simdoc.passages.background import NO_CORPUS, CorpusBackground, stemmed
from simdoc.passages.comparison import PagedText, compare_texts
from simdoc.settings import FingerprintSettings, PassageSettings
from simdoc.text.stems import find_stems
from simdoc.text.words import find_words


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


@dataclass(frozen=True)
class ReuseDetector:
    """All reuse, as a comparison shows it: the alignment and what valid intervals add to it."""

    settings: AlignmentSettings = DEFAULTS
    background: Path | None = None
    """A file of corpus frequencies, see `write_background`."""
    passage: PassageSettings = field(default_factory=PassageSettings)

    def __call__(self, query: str, other: str) -> list[Detection]:
        found = compare_texts(
            PagedText(query),
            PagedText(other),
            Fingerprinter(FingerprintSettings()),
            self.passage,
            np.zeros(0, np.uint64),
            method="all-reuse",
            alignment=self.settings,
            corpus=read_background(self.background) if self.background else NO_CORPUS,
        )
        return [(p.query_start, p.query_end, p.other_start, p.other_end) for p in found.passages]


@dataclass(frozen=True)
class AlignmentDetector:
    """The alignment alone."""

    settings: AlignmentSettings = DEFAULTS
    background: Path | None = None
    """A file of corpus frequencies, see `write_background`."""

    def __call__(self, query: str, other: str) -> list[Detection]:
        corpus = read_background(self.background) if self.background else NO_CORPUS
        found = align(stemmed(query), stemmed(other), self.settings, corpus)
        return [(p.query_start, p.query_end, p.other_start, p.other_end) for p in found.passages]


def write_background(texts: Iterable[str], path: Path) -> None:
    """Count the stems of texts into a file for `AlignmentDetector`."""
    counts: dict[int, int] = {}
    total = 0
    for text in texts:
        hashes = find_stems(text, find_words(text)).hashes
        total += len(hashes)
        for stem, count in zip(*(part.tolist() for part in np.unique_counts(hashes)), strict=True):
            counts[stem] = counts.get(stem, 0) + count
    hashes = np.array(sorted(counts), np.uint64)
    shares = np.array([counts[stem] for stem in hashes.tolist()]) / max(1, total)
    np.savez(path, hashes=hashes, shares=shares)


@lru_cache(maxsize=2)
def read_background(path: Path) -> CorpusBackground:
    """The frequencies of a file that `write_background` made."""
    with np.load(path) as stored:
        return CorpusBackground(stored["hashes"], stored["shares"])
