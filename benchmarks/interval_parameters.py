"""The influence of the valid-interval parameters: chunk size × minimum × gap on PAN pairs.

    SIMDOC_PAN=…/pan13-training python -m benchmarks.interval_parameters [--every 1]

Only pairs of the tuning half are looked at, all or every so manieth of each folder. The common
chunks of all pairs are found once for each chunk size; valid intervals are then sought in all
pairs at once, a pair being a document number of its own.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.chunks import Chunks, Fingerprinter
from simdoc.errors import SimdocError
from simdoc.evaluation.measures import Reuse, Scores, scores
from simdoc.evaluation.pan import PanPair, read_pairs, read_truth
from simdoc.passages.valid_intervals import Pairs, valid_intervals
from simdoc.settings import FingerprintSettings, PassageSettings
from simdoc.similarity import pairs_of

COMMAND = "SIMDOC_PAN=… python -m benchmarks.interval_parameters"
EVERY = 1
SIZES = (3, 4, 5, 6, 7, 8)
MINIMA = (5, 10, 15, 20, 30, 40)
GAPS = (10, 20, 30, 50, 75, 100)
PAPERS = (5, 20, 50)
"""Chunk size, minimum and gap of the 2009 proposal."""

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Row:
    """The scores of one choice of parameters, of all pairs and of each folder."""

    size: int
    minimum: int
    gap: int
    entire: Scores
    folders: dict[str, Scores]


@dataclass(frozen=True)
class CommonChunks:
    """The common chunks of many pairs, and the characters that chunks cover."""

    pairs: Pairs
    query: list[Chunks]
    other: list[Chunks]


def pan_folder(given: Path | None = None) -> Path:
    """The corpus given, or the one that SIMDOC_PAN names."""
    folder = given or (Path(value) if (value := os.environ.get("SIMDOC_PAN")) else None)
    if folder is None:
        raise SimdocError("name a corpus in PAN's layout by --pan or in SIMDOC_PAN")
    return folder


def sampled_pairs(corpus: Path, every: int) -> list[PanPair]:
    """Every so manieth pair of the tuning half of each folder."""
    folders: dict[str, list[PanPair]] = {}
    for pair in read_pairs(corpus):
        if pair.half == "tuning":
            folders.setdefault(pair.folder, []).append(pair)
    return [pair for pairs in folders.values() for pair in pairs[::every]]


def common_chunks(corpus: Path, pairs: Sequence[PanPair], size: int) -> CommonChunks:
    """What all pairs have in common; the number of a pair is its ordinal."""
    fingerprinter = Fingerprinter(FingerprintSettings(chunk_words=size))
    read: dict[Path, Chunks] = {}

    def chunks(path: Path) -> Chunks:
        if path not in read:
            with path.open(encoding="utf-8", newline="") as file:
                read[path] = fingerprinter.chunks(file.read())
        return read[path]

    query = [chunks(corpus / "susp" / pair.query) for pair in pairs]
    other = [chunks(corpus / "src" / pair.other) for pair in pairs]
    found = [pairs_of(a, b, np.zeros(0, np.uint64))[0] for a, b in zip(query, other, strict=True)]
    return CommonChunks(
        Pairs(
            np.concatenate([one.query_positions for one in found]).astype(np.int64),
            np.concatenate([one.other_positions for one in found]).astype(np.int64),
            np.repeat(np.arange(len(found)), [len(one) for one in found]),
            np.zeros(sum(len(one) for one in found), bool),
        ),
        query,
        other,
    )


def detections(
    common: CommonChunks, pairs: Sequence[PanPair], minimum: int, gap: int
) -> list[Reuse]:
    """The valid intervals of all pairs as characters."""
    found = valid_intervals(common.pairs, PassageSettings(minimum, gap))
    made = []
    for number, start, end, other_start, other_end in zip(
        found.numbers.tolist(),
        found.query_starts.tolist(),
        found.query_ends.tolist(),
        found.other_starts.tolist(),
        found.other_ends.tolist(),
        strict=True,
    ):
        query, other = common.query[number], common.other[number]
        made.append(
            Reuse(
                pairs[number].query,
                int(query.starts[start]),
                int(query.ends[end - 1]),
                pairs[number].other,
                int(other.starts[other_start]),
                int(other.ends[other_end - 1]),
            )
        )
    return made


def rows(corpus: Path, every: int = EVERY, sizes: Sequence[int] = SIZES) -> Iterator[Row]:
    """The scores of every choice, chunk size by chunk size."""
    pairs = sampled_pairs(corpus, every)
    folder_of = {(pair.query, pair.other): pair.folder for pair in pairs}
    folders = list(dict.fromkeys(folder_of.values()))
    cases = [case for pair in pairs for case in read_truth(corpus / pair.folder / pair.name, pair)]
    by_folder = _by_folder(cases, folder_of)
    for size in sizes:
        common = common_chunks(corpus, pairs, size)
        for minimum in MINIMA:
            for gap in GAPS:
                found = detections(common, pairs, minimum, gap)
                of_folder = _by_folder(found, folder_of)
                yield Row(
                    size,
                    minimum,
                    gap,
                    scores(cases, found),
                    {
                        folder: scores(by_folder.get(folder, []), of_folder.get(folder, []))
                        for folder in folders
                    },
                )


def _by_folder(
    reuses: Sequence[Reuse], folder_of: dict[tuple[str, str], str]
) -> dict[str, list[Reuse]]:
    folders: dict[str, list[Reuse]] = {}
    for reuse in reuses:
        folders.setdefault(folder_of[reuse.query, reuse.other], []).append(reuse)
    return folders


def _cells(row: Row) -> str:
    entire = row.entire
    folders = " | ".join(
        f"{row.folders[name].plagdet:.3f}"
        if row.folders[name].cases
        else f"{row.folders[name].detections}"
        for name in row.folders
    )
    return (
        f"{entire.plagdet:.3f} | {entire.recall:.3f} | {entire.precision:.3f} "
        f"| {entire.granularity:.3f} | {folders}"
    )


def _listed(chosen: Sequence[Row]) -> str:
    heads = " | ".join(
        f"{name} (detections)" if not scored.cases else name
        for name, scored in chosen[0].folders.items()
    )
    lines = [
        f"| chunk | minimum | gap | plagdet | recall | precision | granularity | {heads} |",
        "|--:|--:|--:|--:|--:|--:|--:|" + "--:|" * len(chosen[0].folders),
    ]
    lines += [f"| {row.size} | {row.minimum} | {row.gap} | {_cells(row)} |" for row in chosen]
    return "\n".join(lines)


def tables(measured: Sequence[Row]) -> str:
    """What to see first: the best choices, each parameter alone around the papers' values, and a
    map of plagdet for every chunk size."""
    best = sorted(measured, key=lambda row: -row.entire.plagdet)[:10]
    papers = [row for row in measured if (row.size, row.minimum, row.gap) == PAPERS]
    parts = ["The papers' values, then the ten best in all:", _listed([*papers, *best])]
    for title, varying in (("chunk size", 0), ("minimum", 1), ("gap", 2)):
        fixed = [k for k in range(3) if k != varying]
        alone = [
            row
            for row in measured
            if all((row.size, row.minimum, row.gap)[k] == PAPERS[k] for k in fixed)
        ]
        if alone:
            parts += [f"The {title} alone, the others as in the papers:", _listed(alone)]
    parts.append("Recall / precision / granularity / plagdet of all choices:")
    for size in dict.fromkeys(row.size for row in measured):
        lines = [
            f"| {size}-word chunks, minimum | " + " | ".join(f"gap {gap}" for gap in GAPS) + " |",
            "|--:|" + "--:|" * len(GAPS),
        ]
        for minimum in MINIMA:
            cells = [
                f"{row.entire.recall:.3f} / {row.entire.precision:.3f} / "
                f"{row.entire.granularity:.2f} / **{row.entire.plagdet:.3f}**"
                for row in measured
                if row.size == size and row.minimum == minimum
            ]
            lines.append(f"| {minimum} | " + " | ".join(cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def section(corpus: Path | None = None, every: int = EVERY) -> str:
    """The section of the results."""
    folder = pan_folder(corpus)
    begin = time.process_time()
    measured = list(rows(folder, every))
    pairs = len(sampled_pairs(folder, every))
    return (
        "## The parameters of valid intervals\n\n"
        f"`{COMMAND} --every {every}`: {pairs:,} pairs of the tuning half of PAN 2013 training, "
        f"{len(measured)} choices, {time.process_time() - begin:.0f} s of processor time. "
        "Folders by plagdet; where nothing is to be found, the number of detections.\n\n"
        f"{tables(measured)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pan", type=Path, help="corpus in PAN's layout (default: SIMDOC_PAN)")
    parser.add_argument("--every", type=int, default=EVERY, help="every so manieth pair")
    given = parser.parse_args()
    print(section(given.pan, given.every))


if __name__ == "__main__":
    main()
