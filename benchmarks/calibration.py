"""Of passages with this evidence, how many are real? Counted on pairs in PAN's layout.

Real is a passage that overlaps an annotated one on both sides. The pairs include those of
01-no-plagiarism, those of 05-summary-obfuscation without annotation, which PAN chose for being on
one subject, and pairs of sources that are most alike in vocabulary and have no valid interval.
Some of what is counted as not real is real reuse that PAN does not annotate, so that the shares are
rather too low than too high.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from simdoc.chunks import Fingerprinter
from simdoc.engine.local import LocalEngine
from simdoc.errors import SimdocError
from simdoc.evaluation.detectors import ValidIntervalDetector
from simdoc.evaluation.measures import Reuse
from simdoc.evaluation.pan import Half, PanPair, read_pairs, read_truth
from simdoc.evaluation.topical_pairs import topical_pairs
from simdoc.passages.align import align
from simdoc.passages.alignment_settings import DEFAULTS
from simdoc.passages.background import stemmed
from simdoc.passages.comparison import PagedText, Passage, compare_texts
from simdoc.settings import FingerprintSettings, PassageSettings

BATCH = 40
BANDS = (12.0, 20.0, 28.0, 44.0, 56.0, 80.0, 120.0, float("inf"))
"""Evidence in nats; the default shows passages from 28 on."""
LOWER = dataclasses.replace(DEFAULTS, least_evidence=BANDS[0])
"""Weaker passages than the default shows, to see what lies below."""

Judged = tuple[float, bool]
"""The evidence of a passage and whether it is real."""


def judged(task: tuple[Path, tuple[PanPair, ...]]) -> list[Judged]:
    """All passages of these pairs."""
    corpus, pairs = task
    return [one for pair in pairs for one in _judged_pair(corpus, pair)]


def _judged_pair(corpus: Path, pair: PanPair) -> Iterator[Judged]:
    query = _text(corpus / "susp" / pair.query)
    other = _text(corpus / "src" / pair.other)
    found = compare_texts(
        PagedText(query),
        PagedText(other),
        Fingerprinter(FingerprintSettings()),
        PassageSettings(),
        np.zeros(0, np.uint64),
        method="all-reuse",
        alignment=LOWER,
    )
    truth = read_truth(corpus / pair.folder / pair.name, pair)
    for passage in found.passages:
        if passage.evidence is not None:
            yield passage.evidence, any(_overlap(passage, case) for case in truth)


def judged_topical(pairs: tuple[tuple[Path, Path], ...]) -> list[Judged]:
    """All passages of pairs about one subject, none of them real. Pairs with a valid interval do
    share text and are left out."""
    found: list[Judged] = []
    for one, two in pairs:
        query, other = _text(one), _text(two)
        if not ValidIntervalDetector()(query, other):
            aligned = align(stemmed(query), stemmed(other), LOWER)
            found += [(passage.box.evidence, False) for passage in aligned.passages]
    return found


def _text(path: Path) -> str:
    """The text with its line ends as they are: PAN's offsets count them."""
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()


def _overlap(passage: Passage, case: Reuse) -> bool:
    """Whether a passage and an annotated one have characters in common on both sides."""
    return (
        passage.query_start < case.query_end
        and case.query_start < passage.query_end
        and passage.other_start < case.other_end
        and case.other_start < passage.other_end
    )


def all_judged(corpus: Path, half: Half, every: int) -> list[Judged]:
    """The passages of one half of the pairs, on all cores."""
    pairs = [pair for pair in read_pairs(corpus) if pair.half == half][::every]
    tasks = ((corpus, tuple(pairs[at : at + BATCH])) for at in range(0, len(pairs), BATCH))
    with LocalEngine() as engine:
        found: list[Judged] = []
        for outcome in engine.run(judged, tasks):
            if outcome.result is None:
                raise outcome.error or SimdocError("a task gave no result")
            found += outcome.result
        sources = [corpus / "src" / name for name in sorted({pair.other for pair in pairs})]
        topical = topical_pairs(sources)
        parts = (tuple(topical[at : at + BATCH]) for at in range(0, len(topical), BATCH))
        for answer in engine.run(judged_topical, parts):
            if answer.result is None:
                raise answer.error or SimdocError("a task gave no result")
            found += answer.result
    return found


def shares(passages: Iterable[Judged]) -> list[tuple[float, float, int, int]]:
    """For each band of evidence: from, to, passages, real ones."""
    evidence, real = np.array(list(passages)).reshape(-1, 2).T
    rows = []
    for low, high in pairwise(BANDS):
        inside = (evidence >= low) & (evidence < high)
        rows.append((low, high, int(inside.sum()), int(real[inside].sum())))
    return rows
