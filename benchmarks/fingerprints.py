"""Text → fingerprints, against finding the words alone and against MD5 in plain Python.

python -m benchmarks.fingerprints [--repetitions 41]
"""

from __future__ import annotations

import argparse
import hashlib
import re

from benchmarks.measuring import interleaved, table, verdict
from simdoc.chunks import Fingerprinter
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.evaluation.vocabulary import Language
from simdoc.settings import FingerprintSettings

COMMAND = "python -m benchmarks.fingerprints"
CHARACTERS = 60_000
LANGUAGES: tuple[Language, ...] = ("english", "czech")


def document(language: Language) -> str:
    """A generated document of exactly CHARACTERS characters."""
    plan = CorpusPlan(documents=1, words=16_000, language=language)
    return CorpusGenerator(plan).document(0).text[:CHARACTERS]


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


def measured(repetitions: int) -> list[tuple[str, float, float, float, float]]:
    """Language, megabytes a second, and the three ratios."""
    fingerprinter = Fingerprinter(FingerprintSettings())
    rows = []
    for language in LANGUAGES:
        text = document(language)
        slow = tricky(text)
        times = interleaved(
            {
                "simdoc": lambda text=text: fingerprinter.chunks(text),
                "slow": lambda slow=slow: fingerprinter.chunks(slow),
                "findall": lambda text=text: re.findall(r"\w+", text),
                "findall slow": lambda slow=slow: re.findall(r"\w+", slow),
                "md5": lambda text=text: md5_chunks(text),
            },
            repetitions,
        )
        rows.append(
            (
                language,
                CHARACTERS / times["simdoc"] / 1e6,
                times["findall"] / times["simdoc"],
                times["findall slow"] / times["slow"],
                times["md5"] / times["simdoc"],
            )
        )
    return rows


def section(repetitions: int = 41) -> str:
    """The section of the results."""
    rows = [
        (
            language,
            f"{found:.1f} × ({verdict(found, 3)})",
            f"{slow:.1f} × ({verdict(slow, 1)})",
            f"{md5:.1f} × ({verdict(md5, 8)})",
            f"{speed:.0f} M",
        )
        for language, speed, found, slow, md5 in measured(repetitions)
    ]
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
    parser.add_argument("--repetitions", type=int, default=41)
    print(section(parser.parse_args().repetitions))
