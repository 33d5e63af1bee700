"""Evaluation on corpora in PAN's layout: folders of pairs beside `susp/` and `src/`.

Each folder has a file `pairs` (a query and another document a line) and for each pair a truth
file `<query>-<other>.xml`. Detections are written under the same names, so that any official
evaluator can read them, and are measured here in the same run.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Literal
from xml.etree import ElementTree

import numpy as np

from simdoc.engine.local import LocalEngine
from simdoc.errors import SimdocError
from simdoc.evaluation.measures import Reuse, Scores, scores

Half = Literal["tuning", "held-out"]
Detection = tuple[int, int, int, int]
"""Characters query_start, query_end, other_start, other_end."""
Detector = Callable[[str, str], Sequence[Detection]]
"""A detector crosses into worker processes: a function of a module, or an object of a class of a
module that can be pickled."""

BATCH = 24
"""Pairs a task: about a quarter of a second, so that starting tasks costs nothing and progress is
seen to move."""


@dataclass(frozen=True)
class PanPair:
    """One line of a file `pairs`."""

    folder: str
    query: str
    other: str

    @property
    def name(self) -> str:
        """The name of its truth file, and of the file of its detections."""
        return f"{Path(self.query).stem}-{Path(self.other).stem}.xml"

    @property
    def half(self) -> Half:
        """Where numbers may be tuned on it: the names of half of the query documents have an even
        CRC-32."""
        return "tuning" if zlib.crc32(self.query.encode()) % 2 == 0 else "held-out"


@dataclass(frozen=True)
class FolderResult:
    """The scores of some pairs and the processor time that each took, in milliseconds."""

    scores: Scores
    pairs: int
    mean_milliseconds: float
    p95_milliseconds: float


@dataclass(frozen=True)
class PanResults:
    """The results a folder, in the folders' order, and of all of them together."""

    folders: dict[str, FolderResult]
    entire: FolderResult


@dataclass(frozen=True)
class _Task:
    corpus: Path
    out: Path | None
    pairs: tuple[PanPair, ...]
    detector: Detector


@dataclass(frozen=True)
class _Answer:
    pair: PanPair
    cases: list[Reuse]
    detections: list[Reuse]
    milliseconds: float


def read_pairs(corpus: Path, folders: Sequence[str] | None = None) -> list[PanPair]:
    """The pairs of all folders that have a file `pairs`, or of these folders."""
    if folders is None:
        folders = sorted(path.parent.name for path in corpus.glob("*/pairs"))
    if not folders:
        raise SimdocError(f"{corpus} has no folder with a file 'pairs': is it a PAN corpus?")
    found = []
    for folder in folders:
        path = corpus / folder / "pairs"
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            raise SimdocError(f"{path} cannot be read: {error.strerror}") from error
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            names = line.split()
            if len(names) != 2:
                raise SimdocError(f"{path}, line {number}: two file names expected, not {line!r}")
            found.append(PanPair(folder, names[0], names[1]))
    return found


def read_truth(path: Path, pair: PanPair, feature: str = "plagiarism") -> list[Reuse]:
    """The passages that a truth file annotates, or with `detected-plagiarism` a file of ours."""
    try:
        root = ElementTree.parse(path).getroot()
        return [
            Reuse(
                pair.query,
                int(one.attrib["this_offset"]),
                int(one.attrib["this_offset"]) + int(one.attrib["this_length"]),
                pair.other,
                int(one.attrib["source_offset"]),
                int(one.attrib["source_offset"]) + int(one.attrib["source_length"]),
            )
            for one in root.iter("feature")
            if one.get("name") == feature and "source_offset" in one.attrib
        ]
    except OSError as error:
        raise SimdocError(f"{path} cannot be read: {error.strerror}") from error
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        raise SimdocError(f"{path} is not a PAN annotation: {error}") from error


def write_detections(path: Path, pair: PanPair, detections: Sequence[Reuse]) -> None:
    """Write the file that PAN's evaluators read."""
    root = ElementTree.Element("document", reference=pair.query)
    for one in detections:
        ElementTree.SubElement(
            root,
            "feature",
            {
                "name": "detected-plagiarism",
                "this_offset": str(one.query_start),
                "this_length": str(one.query_end - one.query_start),
                "source_reference": pair.other,
                "source_offset": str(one.other_start),
                "source_length": str(one.other_end - one.other_start),
            },
        )
    ElementTree.indent(root)
    path.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def evaluate_pan(
    corpus: Path,
    detector: Detector,
    out: Path | None = None,
    folders: Sequence[str] | None = None,
    half: Half | None = None,
    processes: int | None = None,
    every: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> PanResults:
    """Detect in all pairs (of one half, every `every`-th) and measure.

    Detections are written below `out` as they are made. `progress` hears how many pairs of how
    many are done. Times are processor time of one core and leave reading the files out.
    """
    pairs = read_pairs(corpus, folders)
    pairs = [pair for pair in pairs if half is None or pair.half == half][::every]
    if out is not None:
        for folder in {pair.folder for pair in pairs}:
            (out / folder).mkdir(parents=True, exist_ok=True)
    tasks = (
        _Task(corpus, out, tuple(pairs[first : first + BATCH]), detector)
        for first in range(0, len(pairs), BATCH)
    )
    answers: dict[PanPair, _Answer] = {}
    with LocalEngine(processes) as engine:
        for outcome in engine.run(_detect, tasks):
            if outcome.result is None:
                raise outcome.error or SimdocError("a task gave no result")
            answers.update((answer.pair, answer) for answer in outcome.result)
            if progress is not None:
                progress(len(answers), len(pairs))
    return _results([answers[pair] for pair in pairs])


def _results(answers: Sequence[_Answer]) -> PanResults:
    folders: dict[str, list[_Answer]] = {}
    for answer in answers:
        folders.setdefault(answer.pair.folder, []).append(answer)
    return PanResults(
        {folder: _measured(of_folder) for folder, of_folder in folders.items()},
        _measured(answers),
    )


def _measured(answers: Sequence[_Answer]) -> FolderResult:
    cases = [case for answer in answers for case in answer.cases]
    detections = [one for answer in answers for one in answer.detections]
    times = np.array([answer.milliseconds for answer in answers] or [0.0])
    return FolderResult(
        scores(cases, detections),
        len(answers),
        float(times.mean()),
        float(np.percentile(times, 95)),
    )


def _detect(task: _Task) -> list[_Answer]:
    return list(_answers(task))


def _answers(task: _Task) -> Iterator[_Answer]:
    texts: dict[Path, str] = {}
    for pair in task.pairs:
        query = _text(task.corpus / "susp" / pair.query, texts)
        other = _text(task.corpus / "src" / pair.other, texts)
        begin = process_time()
        found = task.detector(query, other)
        milliseconds = 1000 * (process_time() - begin)
        detections = [
            Reuse(pair.query, start, end, pair.other, other_start, other_end)
            for start, end, other_start, other_end in found
        ]
        if task.out is not None:
            write_detections(task.out / pair.folder / pair.name, pair, detections)
        cases = read_truth(task.corpus / pair.folder / pair.name, pair)
        yield _Answer(pair, cases, detections, milliseconds)


def _text(path: Path, texts: dict[Path, str]) -> str:
    """A text as the annotations count it: no line end is translated."""
    if path not in texts:
        try:
            with path.open(encoding="utf-8", newline="") as file:
                texts[path] = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise SimdocError(f"{path} cannot be read as UTF-8 text: {error}") from error
    return texts[path]


def describe(results: PanResults) -> str:
    """The results as a table, one line a folder."""
    width = max(len(name) for name in (*results.folders, "all"))
    lines = [
        f"{'':<{width}}{'pairs':>7}{'cases':>7}{'found':>7}{'plagdet':>9}{'precision':>11}"
        f"{'recall':>8}{'granularity':>13}{'ms a pair':>11}{'p95':>7}"
    ]
    for name, one in (*results.folders.items(), ("all", results.entire)):
        of = one.scores
        lines.append(
            f"{name:<{width}}{one.pairs:>7}{of.cases:>7}{of.detections:>7}{of.plagdet:>9.4f}"
            f"{of.precision:>11.4f}{of.recall:>8.4f}{of.granularity:>13.4f}"
            f"{one.mean_milliseconds:>11.1f}{one.p95_milliseconds:>7.1f}"
        )
    return "\n".join(lines)
