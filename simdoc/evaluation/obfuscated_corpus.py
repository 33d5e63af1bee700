"""Whole corpora of obfuscated copies in PAN's layout, made of any texts in any language.

    python -m simdoc.evaluation.obfuscated_corpus TEXTS OUT --language cs

reads the .txt files below TEXTS and writes OUT/src, OUT/susp and one folder a kind of reuse, each
with a file `pairs` and a truth file a pair: what `simdoc evaluate pan OUT` measures. One half of
the texts are sources, the other half hosts: a query document is a host with passages of one source
put between its sentences, obfuscated. Hosts and sources share nothing unless the texts given did.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from simdoc.evaluation.measures import Reuse
from simdoc.evaluation.obfuscation import RECIPES, Recipe, obfuscate, recipe
from simdoc.evaluation.pan import PanPair
from simdoc.evaluation.word_counts import WordCounts
from simdoc.text.sentences import sentence_ends
from simdoc.text.words import find_words

NOTHING = "no-plagiarism"
"""The folder of pairs that share nothing."""


@dataclass(frozen=True)
class FolderPlan:
    """The pairs of one folder. `strengths` are the least and the most; words those of a passage
    before it is changed."""

    kind: Recipe
    strengths: tuple[float, float] = (0.2, 0.8)
    words: tuple[int, int] = (60, 400)


DEFAULT_FOLDERS = (
    FolderPlan("verbatim"),
    FolderPlan("random"),
    FolderPlan("rewritten", (0.4, 1.0)),
    FolderPlan("summary", (0.6, 0.85), (400, 1200)),
)
_WHOLE = (FolderPlan("to-slovak", (1.0, 1.0)), FolderPlan("to-czech", (1.0, 1.0)))
"""Nobody translates every other word."""


@dataclass(frozen=True)
class ObfuscatedCorpusPlan:
    """What to make; the folder of pairs that share nothing comes first and by itself."""

    folders: tuple[FolderPlan, ...] = DEFAULT_FOLDERS
    pairs: int = 20
    """Pairs a folder."""
    passages: tuple[int, int] = (1, 3)
    """The least and the most passages of a pair."""
    language: str | None = None
    seed: int = 1


@dataclass(frozen=True)
class ObfuscatedPair:
    """A query document, where its passages lie and how strongly each was changed."""

    pair: PanPair
    text: str
    cases: tuple[Reuse, ...] = ()
    strengths: tuple[float, ...] = field(default=())


def write_obfuscated_corpus(
    folder: Path, texts: Sequence[str], plan: ObfuscatedCorpusPlan
) -> list[ObfuscatedPair]:
    """Write the corpus into an empty or new folder; the pairs that were written."""
    pairs = make_pairs(texts, plan)
    for name in ("src", "susp", *dict.fromkeys(one.pair.folder for one in pairs)):
        (folder / name).mkdir(parents=True)
    for ordinal, text in enumerate(_sources(texts)):
        _write(folder / "src" / _source_name(ordinal), text)
    lists: dict[str, list[str]] = {}
    for one in pairs:
        _write(folder / "susp" / one.pair.query, one.text)
        (folder / one.pair.folder / one.pair.name).write_bytes(_truth(one))
        lists.setdefault(one.pair.folder, []).append(f"{one.pair.query} {one.pair.other}\n")
    for name, lines in lists.items():
        _write(folder / name / "pairs", "".join(lines))
    return pairs


def make_pairs(texts: Sequence[str], plan: ObfuscatedCorpusPlan) -> list[ObfuscatedPair]:
    """The pairs of a plan, the same whenever they are made of the same texts."""
    sources, hosts = _sources(texts), texts[1::2]
    if not hosts or not all(len(find_words(text)) for text in texts):
        raise ValueError("at least two texts are needed, and none without words")
    counts = WordCounts.of(texts)
    made = []
    for number, kind in enumerate((None, *plan.folders)):
        name = f"{number + 1:02}-{kind.kind if kind else NOTHING}"
        for ordinal in range(plan.pairs):
            random = np.random.default_rng([plan.seed, number, ordinal])
            other = int(random.integers(0, len(sources)))
            host = hosts[int(random.integers(0, len(hosts)))]
            query = f"suspicious-document{number * plan.pairs + ordinal + 1:05}.txt"
            pair = PanPair(name, query, _source_name(other))
            if kind is None:
                made.append(ObfuscatedPair(pair, host))
            else:
                made.append(_planted(pair, host, sources[other], kind, plan, counts, random))
    return made


def _planted(
    pair: PanPair,
    host: str,
    source: str,
    kind: FolderPlan,
    plan: ObfuscatedCorpusPlan,
    counts: WordCounts,
    random: np.random.Generator,
) -> ObfuscatedPair:
    """The host with passages of the source between its sentences. No passage of the source is
    taken twice; where it is too short for all, there are fewer."""
    count = int(random.integers(plan.passages[0], plan.passages[1] + 1))
    places = np.sort(random.choice(sentence_ends(host), count)).tolist()
    stretches = _stretches(source, kind.words, count, random)
    text, reached = "", 0
    cases, strengths = [], []
    for place, (start, end) in zip(places, stretches, strict=False):
        strength = float(random.uniform(*kind.strengths))
        changed = obfuscate(
            source[start:end],
            recipe(kind.kind, strength),
            language=plan.language,
            counts=counts,
            seed=int(random.integers(0, 1 << 31)),
        ).text.strip()
        text += host[reached:place] + ("" if host[reached:place].endswith("\n") else " ")
        cases.append(Reuse(pair.query, len(text), len(text) + len(changed), pair.other, start, end))
        strengths.append(strength if kind.kind != "verbatim" else 0.0)
        text += changed + ("" if host[place : place + 1].isspace() else " ")
        reached = place
    return ObfuscatedPair(pair, text + host[reached:], tuple(cases), tuple(strengths))


def _stretches(
    source: str, words: tuple[int, int], count: int, random: np.random.Generator
) -> list[tuple[int, int]]:
    """Disjoint runs of whole sentences of about so many words, in any order."""
    found = find_words(source)
    ends = sentence_ends(source)
    of = np.searchsorted(ends, found.starts, side="right")
    firsts = np.flatnonzero(np.diff(of, prepend=-1))  # the ordinal of each sentence's first word
    taken: list[tuple[int, int]] = []
    for _ in range(20 * count):
        size = int(random.integers(words[0], words[1] + 1))
        # Begin early enough for the whole length, if the source has it at all.
        latest = np.searchsorted(firsts, max(0, len(found) - size), side="right")
        first = int(firsts[int(random.integers(0, max(1, int(latest))))])
        behind = firsts[firsts >= first + size]
        last = int(behind[0]) - 1 if len(behind) else len(found) - 1
        if all(last < low or high < first for low, high in taken):
            taken.append((first, last))
            if len(taken) == count:
                break
    # With the marks that close the last sentence, as the copy has them.
    return [
        (int(found.starts[low]), int(ends[of[high]]) - _trailing(source[: int(ends[of[high]])]))
        for low, high in taken
    ]


def _trailing(text: str) -> int:
    return len(text) - len(text.rstrip())


def _sources(texts: Sequence[str]) -> Sequence[str]:
    return texts[0::2]


def _source_name(ordinal: int) -> str:
    return f"source-document{ordinal + 1:05}.txt"


def _truth(one: ObfuscatedPair) -> bytes:
    root = ElementTree.Element("document", reference=one.pair.query)
    kind = one.pair.folder.partition("-")[2]
    for case, strength in zip(one.cases, one.strengths, strict=True):
        ElementTree.SubElement(
            root,
            "feature",
            {
                "name": "plagiarism",
                "type": "artificial",
                "obfuscation": "none" if kind == "verbatim" else kind,
                "obfuscation_degree": f"{strength:.4f}",
                "this_offset": str(case.query_start),
                "this_length": str(case.query_end - case.query_start),
                "source_reference": case.other,
                "source_offset": str(case.other_start),
                "source_length": str(case.other_end - case.other_start),
            },
        )
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _write(path: Path, text: str) -> None:
    """Line ends as they are: starts and ends count every character."""
    path.write_text(text, "utf-8", newline="")


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a corpus from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", type=Path, help="folder with .txt files in UTF-8")
    parser.add_argument("out", type=Path, help="folder to make")
    parser.add_argument("--language", choices=["cs", "sk", "en"])
    parser.add_argument("--kinds", nargs="+", choices=RECIPES, metavar="KIND")
    parser.add_argument("--pairs", type=int, default=20, help="pairs a folder (default 20)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    texts = []
    for path in sorted(given.texts.rglob("*.txt")):
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        if len(find_words(text)):
            texts.append(text)
    folders = {plan.kind: plan for plan in (*DEFAULT_FOLDERS, *_WHOLE)}
    kinds = given.kinds or [plan.kind for plan in DEFAULT_FOLDERS]
    plan = ObfuscatedCorpusPlan(
        tuple(folders.get(kind, FolderPlan(kind)) for kind in kinds),
        given.pairs,
        language=given.language,
        seed=given.seed,
    )
    pairs = write_obfuscated_corpus(given.out, texts, plan)
    cases = sum(len(one.cases) for one in pairs)
    print(
        f"{given.out}: {len(pairs)} pairs with {cases} passages of {len(_sources(texts))} sources"
    )


if __name__ == "__main__":
    main()
