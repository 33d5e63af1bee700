"""What simdoc finds of the passages planted in the sample corpus, and what it misses.

A planted pair is found when some passage of the comparison overlaps it on both sides; how much of
it is covered and how far the borders are off is told as well. Passages of nothing but boilerplate
are left aside, and passages where nothing was planted are counted against us.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.evaluation.sample_corpus import PlantedPair, Truth, read_truth
from simdoc.passages.comparison import Passage


@dataclass(frozen=True)
class Case:
    """What became of one planted pair. All shares are 0 and the error None when it was missed."""

    pair: PlantedPair
    query_share: float
    """The share of the planted characters of the query document that passages cover."""
    other_share: float
    border_error: int | None
    """The largest distance, of the four borders, between what was planted and what was found."""

    @property
    def found(self) -> bool:
        return self.border_error is not None


@dataclass(frozen=True)
class Unplanted:
    """A passage that overlaps nothing that was planted."""

    query: str
    other: str
    passage: Passage


@dataclass(frozen=True)
class SampleResult:
    """The evaluation: one case a planted pair, and what was found besides."""

    cases: tuple[Case, ...]
    unrelated: tuple[tuple[str, str, int], ...]
    """Pairs of documents that share nothing, each with the number of passages found."""
    declared: tuple[Unplanted, ...]
    """Passages of the declaration of authorship that should have been boilerplate and are not."""
    unplanted: tuple[Unplanted, ...]
    """Passages where nothing was planted, between any two documents of the corpus."""

    def kinds(self) -> dict[str, list[Case]]:
        """The cases by kind, the commonest first."""
        by_kind: dict[str, list[Case]] = {}
        for case in self.cases:
            by_kind.setdefault(case.pair.kind, []).append(case)
        return dict(sorted(by_kind.items(), key=lambda entry: (-len(entry[1]), entry[0])))


def evaluate_sample(corpus: Corpus, truth: Truth | Path | None = None) -> SampleResult:
    """Compares what the corpus finds in the sample documents, which it must hold, with the truth
    (default: the sample corpus's own)."""
    known = truth if isinstance(truth, Truth) else read_truth(truth)
    found = _Findings(corpus, known)
    cases = tuple(_case(pair, found.between(pair.query, pair.other)) for pair in known.pairs)
    unrelated = tuple(
        (first, second, len(found.between(first, second))) for first, second in known.unrelated
    )
    rest = list(found.unplanted())
    declared = tuple(one for one in rest if found.is_declaration(one))
    unplanted = tuple(one for one in rest if not found.is_declaration(one))
    return SampleResult(cases, unrelated, declared, unplanted)


class _Findings:
    """The passages between the sample documents of a corpus, boilerplate left out."""

    def __init__(self, corpus: Corpus, truth: Truth) -> None:
        self._corpus = corpus
        self._truth = truth
        files = {pair.query for pair in truth.pairs} | {pair.other for pair in truth.pairs}
        files |= {file for pair in truth.unrelated for file in pair}
        files |= {declaration.file for declaration in truth.declarations}
        paths = {row.path: row.doc_id for row in corpus.documents() if row.path}
        self._ids: dict[str, int] = {}
        for path, doc_id in paths.items():
            file = "/".join(path.split("/")[-2:])
            if file in files:
                self._ids[file] = doc_id
        if missing := sorted(files - self._ids.keys()):
            raise SimdocError(
                f"{corpus.folder} lacks {len(missing)} sample documents, such as {missing[0]}; "
                "'simdoc demo' makes a corpus of them"
            )
        self._declarations = {d.file: (d.start, d.end) for d in truth.declarations}
        self._compared: dict[tuple[str, str], tuple[Passage, ...]] = {}

    def between(self, query: str, other: str) -> tuple[Passage, ...]:
        """The passages of two documents that are not only boilerplate."""
        if (query, other) not in self._compared:
            comparison = self._corpus.compare(self._ids[query], self._ids[other])
            kept = tuple(p for p in comparison.passages if not p.boilerplate)
            self._compared[query, other] = kept
        return self._compared[query, other]

    def is_declaration(self, one: Unplanted) -> bool:
        """Whether most of a passage is the declaration of authorship, on both sides."""
        ours, theirs = (self._declarations.get(file) for file in (one.query, one.other))
        if ours is None or theirs is None:
            return False
        passage = one.passage
        return (
            _covered([ours], passage.query_start, passage.query_end) > 0.5
            and _covered([theirs], passage.other_start, passage.other_end) > 0.5
        )

    def unplanted(self) -> Iterable[Unplanted]:
        """Passages that overlap nothing planted, of all pairs that the similarity lists show."""
        planted: dict[tuple[str, str], list[PlantedPair]] = {}
        for pair in self._truth.pairs:
            planted.setdefault((pair.query, pair.other), []).append(pair)
        files = {doc_id: file for file, doc_id in self._ids.items()}
        pairs = set(planted) | {(b, a) for a, b in planted}
        asked = list(planted)
        for file, doc_id in sorted(self._ids.items()):
            for similar in self._corpus.similar_to(doc_id).similar:
                other = files.get(similar.doc_id)
                if other is not None and len(similar.intervals) and (file, other) not in pairs:
                    pairs |= {(file, other), (other, file)}
                    asked.append((file, other))
        for query, other in asked:
            for passage in self.between(query, other):
                near = planted.get((query, other), [])
                if not any(_overlaps(pair, passage) for pair in near):
                    yield Unplanted(query, other, passage)


def _case(pair: PlantedPair, passages: Iterable[Passage]) -> Case:
    hits = [passage for passage in passages if _overlaps(pair, passage)]
    if not hits:
        return Case(pair, 0.0, 0.0, None)
    query = [(hit.query_start, hit.query_end) for hit in hits]
    other = [(hit.other_start, hit.other_end) for hit in hits]
    error = max(
        abs(min(start for start, _ in query) - pair.query_start),
        abs(max(end for _, end in query) - pair.query_end),
        abs(min(start for start, _ in other) - pair.other_start),
        abs(max(end for _, end in other) - pair.other_end),
    )
    return Case(
        pair,
        _covered(query, pair.query_start, pair.query_end),
        _covered(other, pair.other_start, pair.other_end),
        error,
    )


def _overlaps(pair: PlantedPair, passage: Passage) -> bool:
    return (
        passage.query_start < pair.query_end
        and pair.query_start < passage.query_end
        and passage.other_start < pair.other_end
        and pair.other_start < passage.other_end
    )


def _covered(intervals: list[tuple[int, int]], start: int, end: int) -> float:
    """The share of [start, end) that lies in some interval."""
    covered, reached = 0, start
    for low, high in sorted(intervals):
        low, high = max(low, reached), min(high, end)
        if low < high:
            covered += high - low
            reached = high
    return covered / (end - start)


def describe(result: SampleResult) -> str:
    """The evaluation as `simdoc evaluate sample` prints it."""
    lines = [
        f"{'planted':<18}{'pairs':>6}{'found':>7}{'missed':>8}{'covered':>9}{'borders off by':>21}"
    ]
    for kind, cases in result.kinds().items():
        hits = [case for case in cases if case.border_error is not None]
        line = f"{kind:<18}{len(cases):>6}{len(hits):>7}{len(cases) - len(hits):>8}"
        if hits:
            share = mean(min(case.query_share, case.other_share) for case in hits)
            line += f"{share:>9.0%}{_characters([case.border_error or 0 for case in hits]):>21}"
        lines.append(line)
    count = sum(case.found for case in result.cases)
    lines.append(f"{'all':<18}{len(result.cases):>6}{count:>7}{len(result.cases) - count:>8}")
    if missed := [case.pair for case in result.cases if not case.found]:
        lines += ["", "missed:"]
        lines += [f"  {pair.kind:<16}  {pair.query} and {pair.other}" for pair in missed]
    between = sum(count for _, _, count in result.unrelated)
    lines += [
        "",
        f"passages between {len(result.unrelated)} pairs of unrelated documents: {between}",
    ]
    lines += [f"  {a} and {b}: {count}" for a, b, count in result.unrelated if count]
    for title, passages in (
        ("declarations of authorship not taken for boilerplate", result.declared),
        ("passages where nothing was planted", result.unplanted),
    ):
        lines.append(f"{title}: {len(passages)}")
        lines += [
            f"  {one.query} {one.passage.query_start}–{one.passage.query_end} and "
            f"{one.other} {one.passage.other_start}–{one.passage.other_end}"
            for one in passages
        ]
    return "\n".join(lines)


def _characters(errors: list[int]) -> str:
    low, high = min(errors), max(errors)
    return f"{high} characters" if low == high else f"{low} to {high} characters"
