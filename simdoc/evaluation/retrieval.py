"""Does the product find the true source? Recall of `similar` on a corpus in PAN's layout.

All of `src/` is added to a corpus of its own, then each document of `susp/` is asked about as a
file, as anybody would; one that cannot be read finds nothing. Pairs with true passages count; for
the others it is told how often the other document is listed all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from simdoc.adding import AddOptions
from simdoc.answers import SimilarAnswer
from simdoc.corpus import Corpus
from simdoc.errors import ExtractionError, SimdocError
from simdoc.evaluation.pan import Half, PanPair, read_pairs, read_truth

CUTS = (1, 10, 20, 100)
_EVERY = 1 << 30

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class FolderRetrieval:
    """Shares of the pairs with true passages, and what became of the others.

    `at` is the share found among the first 1, 10, 20, 100 documents of the answer, its candidates
    included; `among_all` without any limit; `listed` in the list proper.
    """

    pairs: int
    at: dict[int, float]
    among_all: float
    listed: float
    without_passages: int
    without_passages_listed: int


@dataclass(frozen=True)
class RetrievalResults:
    """The results a folder and of all together, the mean length of a list, and its time."""

    folders: dict[str, FolderRetrieval]
    entire: FolderRetrieval
    queries: int
    documents: int
    list_length: float
    mean_milliseconds: float


@dataclass(frozen=True)
class _Outcome:
    """The place of a pair's other document in the answer about its query, None when it is not
    there; the same without a limit; whether it is in the list proper."""

    pair: PanPair
    true: bool
    rank: int | None
    rank_among_all: int | None
    listed: bool


def evaluate_retrieval(
    pan: Path,
    corpus: Corpus,
    half: Half | None = None,
    every: int = 1,
    progress: Progress | None = None,
) -> RetrievalResults:
    """Ask about every `every`-th query document (of one half); `corpus` holds all of `src/`, see
    `add_sources`. `progress` hears how many queries of how many are done."""
    pairs = [pair for pair in read_pairs(pan) if half is None or pair.half == half]
    queries: dict[str, list[PanPair]] = {}
    for pair in pairs:
        queries.setdefault(pair.query, []).append(pair)
    chosen = sorted(queries)[::every]
    doc_ids = _doc_ids(corpus, pan)
    outcomes: list[_Outcome] = []
    seconds, lines = 0.0, 0
    for done, query in enumerate(chosen, 1):
        path = pan / "susp" / query
        begin = perf_counter()
        try:
            answer = corpus.similar_to(path)
        except ExtractionError:
            outcomes += [_Outcome(p, _is_true(pan, p), None, None, False) for p in queries[query]]
            continue
        seconds += perf_counter() - begin
        lines += len(answer.similar)
        outcomes += _outcomes(pan, queries[query], doc_ids, answer, corpus, path)
        if progress is not None:
            progress(done, len(chosen))
    folders: dict[str, list[_Outcome]] = {}
    for outcome in outcomes:
        folders.setdefault(outcome.pair.folder, []).append(outcome)
    count = max(1, len(chosen))
    return RetrievalResults(
        {folder: _measured(folders[folder]) for folder in sorted(folders)},
        _measured(outcomes),
        len(chosen),
        len(doc_ids),
        lines / count,
        1000 * seconds / count,
    )


def add_sources(corpus: Corpus, pan: Path, progress: Progress | None = None) -> None:
    """Add all of `src/`; documents that are there already stay as they are."""
    total = 0

    def starting(files: int) -> None:
        nonlocal total
        total = files

    done = 0

    def added(_document: object) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    # Plain text by definition, also where a file looks like something else.
    options = AddOptions(file_type="text")
    corpus.add([pan / "src"], options, progress=added, starting=starting)


def _doc_ids(corpus: Corpus, pan: Path) -> dict[str, int]:
    folder = (pan / "src").absolute()
    found = {
        Path(row.path).name: row.doc_id
        for row in corpus.documents()
        if row.path and Path(row.path).parent == folder and row.status != "failed"
    }
    if not found:
        raise SimdocError(f"{corpus.folder} holds no document of {folder}: add them first")
    return found


def _outcomes(
    pan: Path,
    pairs: Iterable[PanPair],
    doc_ids: dict[str, int],
    answer: SimilarAnswer,
    corpus: Corpus,
    path: Path,
) -> Iterable[_Outcome]:
    ranks = _ranks(answer)
    listed = {line.doc_id for line in answer.similar}
    unlimited: dict[int, int] | None = None
    for pair in pairs:
        true = _is_true(pan, pair)
        other = doc_ids.get(pair.other, -1)
        rank = among_all = ranks.get(other)
        if rank is None and true:
            if unlimited is None:
                unlimited = _ranks(corpus.similar_to(path, best=_EVERY))
            among_all = unlimited.get(other)
        yield _Outcome(pair, true, rank, among_all, other in listed)


def _is_true(pan: Path, pair: PanPair) -> bool:
    return bool(read_truth(pan / pair.folder / pair.name, pair))


def _ranks(answer: SimilarAnswer) -> dict[int, int]:
    """doc_id → place in the answer from 0: the list, then its candidates."""
    doc_ids = [line.doc_id for line in answer.similar]
    doc_ids += [candidate.doc_id for candidate in answer.candidates]
    return {doc_id: place for place, doc_id in enumerate(doc_ids)}


def _measured(outcomes: Iterable[_Outcome]) -> FolderRetrieval:
    true: list[_Outcome] = []
    rest: list[_Outcome] = []
    for outcome in outcomes:
        (true if outcome.true else rest).append(outcome)
    count = max(1, len(true))
    return FolderRetrieval(
        len(true),
        {cut: sum(o.rank is not None and o.rank < cut for o in true) / count for cut in CUTS},
        sum(o.rank_among_all is not None for o in true) / count,
        sum(o.listed for o in true) / count,
        len(rest),
        sum(o.listed for o in rest),
    )


def describe(results: RetrievalResults) -> str:
    """The results as a table, one line a folder."""
    width = max(len(name) for name in (*results.folders, "all"))
    heads = "".join(f"{f'at {cut}':>8}" for cut in CUTS)
    lines = [
        f"{results.queries} queries of {results.documents} documents",
        f"{'':<{width}}{'pairs':>7}{heads}{'of all':>8}{'listed':>8}{'without passage':>17}"
        f"{'listed':>8}",
    ]
    for name, one in (*results.folders.items(), ("all", results.entire)):
        shares = [*one.at.values(), one.among_all, one.listed]
        cells = "".join(f"{share:>8.4f}" if one.pairs else f"{'–':>8}" for share in shares)
        lines.append(
            f"{name:<{width}}{one.pairs:>7}{cells}{one.without_passages:>17}"
            f"{one.without_passages_listed:>8}"
        )
    lines.append(
        f"a list has {results.list_length:.1f} documents and takes "
        f"{results.mean_milliseconds:.1f} ms, reading the file included"
    )
    return "\n".join(lines)
