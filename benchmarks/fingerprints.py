"""Text → fingerprints, against finding the words alone and against MD5 in plain Python.

    python -m benchmarks.fingerprints [--repetitions 21] [--texts FOLDER]

Documents are generated; `--texts`, or SIMDOC_BENCHMARK_TEXTS, names a folder of real ones (such as
`src` of a corpus in PAN's layout) to be measured beside them.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measuring import Work, interleaved, table, verdict
from simdoc.chunks import Fingerprinter
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.evaluation.vocabulary import Language
from simdoc.settings import FingerprintSettings

COMMAND = "python -m benchmarks.fingerprints"
CHARACTERS = 60_000
DOCUMENTS = 12
"""Taken in turn, so that no branch predictor learns one by heart."""
LANGUAGES: tuple[Language, ...] = ("english", "czech")


def documents(language: Language) -> list[str]:
    """Generated documents of exactly CHARACTERS characters."""
    plan = CorpusPlan(documents=DOCUMENTS, words=16_000, passages=(), language=language)
    return [document.text[:CHARACTERS] for document in CorpusGenerator(plan).documents()]


def real_documents(folder: Path) -> list[str]:
    """The files of a folder, one after another, in pieces of CHARACTERS characters."""
    pieces: list[str] = []
    rest = ""
    for file in sorted(folder.iterdir()):
        rest += file.read_text("utf-8", "replace") + "\n"
        if len(rest) >= CHARACTERS:
            pieces.append(rest[:CHARACTERS])
            rest = ""
        if len(pieces) == DOCUMENTS:
            break
    return pieces


def tricky(text: str) -> str:
    """The text with a soft hyphen, a ligature or a line-end hyphen in every tenth word."""
    words = text.split(" ")
    for ordinal in range(0, len(words), 10):
        word = words[ordinal]
        half = len(word) // 2
        if len(word) > 3:
            marks = ("\u00ad", "-\n", "ﬁ")
            words[ordinal] = word[:half] + marks[ordinal // 10 % 3] + word[half:]
    return " ".join(words)[:CHARACTERS]


def md5_chunks(text: str) -> list[bytes]:
    """MD5 over joined sorted words, as one would write it in plain Python."""
    words = re.findall(r"\w+", text.lower())
    return [
        hashlib.md5(" ".join(sorted(words[at : at + 5])).encode(), usedforsecurity=False).digest()
        for at in range(len(words) - 4)
    ]


def measured(texts: Sequence[str], repetitions: int) -> dict[str, float]:
    """Characters a second, and the three ratios."""
    fingerprinter = Fingerprinter(FingerprintSettings())
    slow = [tricky(text) for text in texts]
    find_words = re.compile(r"\w+").findall

    def over(texts: Sequence[str], work: Callable[[str], object]) -> Work:
        return lambda: [work(text) for text in texts]

    times = interleaved(
        {
            "simdoc": over(texts, fingerprinter.chunks),
            "findall": over(texts, find_words),
            "simdoc, tricky": over(slow, fingerprinter.chunks),
            "findall, tricky": over(slow, find_words),
            "md5": over(texts[:2], md5_chunks),
        },
        repetitions,
    )
    return {
        "rate": CHARACTERS * len(texts) / times["simdoc"],
        "findall": times["findall"] / times["simdoc"],
        "tricky": times["findall, tricky"] / times["simdoc, tricky"],
        "md5": times["md5"] / len(texts[:2]) * len(texts) / times["simdoc"],
    }


def section(repetitions: int = 21, folder: Path | None = None) -> str:
    """The section of the results."""
    if folder is None and os.environ.get("SIMDOC_BENCHMARK_TEXTS"):
        folder = Path(os.environ["SIMDOC_BENCHMARK_TEXTS"])
    texts = {f"{language}, generated": documents(language) for language in LANGUAGES}
    if folder is not None:
        texts["English, web pages"] = real_documents(folder)
    rows = []
    for name, some in texts.items():
        found = measured(some, repetitions)
        rows.append(
            (
                name.capitalize() if name[0].islower() else name,
                f"{found['findall']:.1f} × ({verdict(found['findall'], 3)})",
                f"{found['tricky']:.1f} × ({verdict(found['tricky'], 1)})",
                f"{found['md5']:.1f} × ({verdict(found['md5'], 8)})",
                f"{found['rate'] / 1e6:.0f} M",
            )
        )
    head = (
        "text",
        "`re.findall`, ≥ 3 ×",
        "every tenth word tricky, ≥ 1 ×",
        "MD5, ≥ 8 ×",
        "chars/s",
    )
    return (
        "## Fingerprinting\n\n"
        f"`{COMMAND}`: how many times faster a text of {CHARACTERS:,} characters becomes "
        'fingerprints, all normalisation on, than `re.findall(r"\\w+")` finds its words, and than '
        "MD5 over joined sorted words in plain Python makes chunk IDs; medians of "
        f"{repetitions} interleaved repetitions, one core.\n\n{table(head, rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--repetitions", type=int, default=21)
    parser.add_argument("--texts", type=Path)
    given = parser.parse_args()
    print(section(given.repetitions, given.texts))
