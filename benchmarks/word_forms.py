"""Stemmed and lemmatised chunks against plain ones, for Czech and Slovak.

    python -m benchmarks.word_forms [--pairs 30]

Recall on copies whose words were put into other forms by the generator, at several strengths, and
on the passages of the sample corpus that were inflected by hand; what unrelated documents share by
accident; and how fast texts become chunks. The last detector of the first table, the alignment, is
there for comparison: it needs no dictionary.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

import numpy as np

from benchmarks.sample_texts import own_texts
from simdoc.chunks import Fingerprinter
from simdoc.errors import SimdocError
from simdoc.evaluation.detectors import AlignmentDetector, ValidIntervalDetector
from simdoc.evaluation.measures import Reuse, scores
from simdoc.evaluation.obfuscated_corpus import FolderPlan, ObfuscatedCorpusPlan, make_pairs
from simdoc.evaluation.pan import Detector
from simdoc.evaluation.sample_corpus import PlantedPair, read_truth, sample_documents
from simdoc.settings import ExtractionSettings, FingerprintSettings, PassageSettings
from simdoc.text.extract import extract_bytes

COMMAND = "python -m benchmarks.word_forms"
Form = Literal["as_written", "stemmed", "lemmatised"]
FORMS: tuple[Form, ...] = get_args(Form)
LANGUAGES = ("cs", "sk")
STRENGTHS = (0.25, 0.5, 0.75, 1.0)
LOW_MINIMUM = 5
"""A minimum of chunks low enough for accidents to become passages."""
PLANTED = ("inflection", "synonyms", "czech-to-slovak", "slovak-to-czech")


@dataclass(frozen=True)
class FormRow:
    """One way of counting words in one language."""

    language: str
    form: str
    recalls: tuple[float, ...]
    """At each of STRENGTHS."""
    precision: float
    """Of all detections at all strengths."""
    shared: tuple[float, float]
    """Chunks of five, and of three, words that two unrelated documents share, in a thousand of the
    smaller one's."""
    false_low: int
    """Passages between unrelated documents with a minimum of LOW_MINIMUM chunks."""
    false: int
    """The same with the default minimum."""
    words_a_second: float


def _settings(form: Form) -> FingerprintSettings:
    return FingerprintSettings(words=form)


def _recall(detector: Detector, language: str, strength: float, pairs: int) -> tuple[float, float]:
    """Recall and precision on copies with this share of the inflectable words inflected."""
    texts = own_texts(language)
    plan = ObfuscatedCorpusPlan(
        (FolderPlan("inflect", (strength, strength), (60, 300)),), pairs, (1, 1), language
    )
    cases: list[Reuse] = []
    found: list[Reuse] = []
    for one in make_pairs(texts, plan):
        if one.cases:
            cases += one.cases
            other = texts[0::2][int(one.pair.other[-9:-4]) - 1]
            found += [
                Reuse(one.pair.query, start, end, one.pair.other, other_start, other_end)
                for start, end, other_start, other_end in detector(one.text, other)
            ]
    measured = scores(cases, found)
    return measured.recall, measured.precision


def _shared(language: str, form: Form, size: int) -> float:
    """Chunks that unrelated documents share, in a thousand."""
    fingerprinter = Fingerprinter(replace(_settings(form), chunk_words=size))
    distinct = [fingerprinter.chunks(text).distinct() for text in own_texts(language)]
    shares = [
        1000 * len(np.intersect1d(a, b, assume_unique=True)) / min(len(a), len(b))
        for a, b in itertools.combinations(distinct, 2)
    ]
    return float(np.mean(shares))


def _false_passages(language: str, form: Form, minimum: int) -> int:
    detector = ValidIntervalDetector(PassageSettings(minimum_chunks=minimum), _settings(form))
    texts = own_texts(language)
    return sum(len(detector(a, b)) for a, b in itertools.combinations(texts, 2))


def _speed(language: str, form: Form) -> float:
    """Words a second from text to chunks, the dictionary loaded but most words not yet met."""
    fingerprinter = Fingerprinter(_settings(form))
    first, *texts = own_texts(language)
    fingerprinter.chunks(first)
    begin = time.process_time()
    words = sum(fingerprinter.chunks(text).words for text in texts)
    return words / (time.process_time() - begin)


def rows(pairs: int = 30) -> list[FormRow]:
    """One row a language and form."""
    # First of all, for both libraries remember the words they have met.
    speeds = {(language, form): _speed(language, form) for language in LANGUAGES for form in FORMS}
    made = []
    for language in LANGUAGES:
        for form in FORMS:
            detector = ValidIntervalDetector(fingerprint=_settings(form))
            measured = [_recall(detector, language, strength, pairs) for strength in STRENGTHS]
            made.append(
                FormRow(
                    language,
                    form,
                    tuple(recall for recall, _ in measured),
                    float(np.mean([precision for _, precision in measured])),
                    (_shared(language, form, 5), _shared(language, form, 3)),
                    _false_passages(language, form, LOW_MINIMUM),
                    _false_passages(language, form, PassageSettings().minimum_chunks),
                    speeds[language, form],
                )
            )
    return made


def aligned(pairs: int = 30) -> dict[str, list[tuple[float, float]]]:
    """Recall and precision of the alignment on the same copies, by language."""
    return {
        language: [_recall(AlignmentDetector(), language, s, pairs) for s in STRENGTHS]
        for language in LANGUAGES
    }


@lru_cache
def _text(file: str) -> str:
    data = (sample_documents() / file).read_bytes()
    (extraction,) = extract_bytes(data, file, ExtractionSettings())
    if extraction.extracted is None:
        raise extraction.error or SimdocError(f"{file} has no text")
    return extraction.extracted.text


def planted(kinds: Sequence[str] = PLANTED) -> list[tuple[PlantedPair, dict[str, float]]]:
    """Of each planted passage of these kinds the share that each form, or the alignment, covers."""
    detectors: dict[str, Callable[[str, str], Sequence[tuple[int, int, int, int]]]] = {
        form: ValidIntervalDetector(fingerprint=_settings(form)) for form in FORMS
    }
    detectors["alignment"] = AlignmentDetector()
    made = []
    for pair in read_truth().pairs:
        if pair.kind not in kinds:
            continue
        case = Reuse(
            pair.query,
            pair.query_start,
            pair.query_end,
            pair.other,
            pair.other_start,
            pair.other_end,
        )
        covered = {
            name: scores(
                [case],
                [
                    Reuse(pair.query, a, b, pair.other, c, d)
                    for a, b, c, d in detector(_text(pair.query), _text(pair.other))
                ],
            ).recall
            for name, detector in detectors.items()
        }
        made.append((pair, covered))
    return made


def table(pairs: int = 30) -> str:
    """All tables as Markdown."""
    measured = rows(pairs)
    plain = {row.language: row.words_a_second for row in measured if row.form == "as_written"}
    heads = " | ".join(f"recall at {strength:g}" for strength in STRENGTHS)
    lines = [
        f"| language | words | {heads} | precision | shared by accident, ‰ "
        "| of 3-word chunks "
        f"| false passages, minimum {LOW_MINIMUM} | minimum 20 | words a second | times plain |",
        "|---|---|" + "--:|" * (len(STRENGTHS) + 7),
    ]
    for row in measured:
        recalls = " | ".join(f"{recall:.3f}" for recall in row.recalls)
        lines.append(
            f"| {row.language} | {row.form.replace('_', ' ')} | {recalls} | {row.precision:.3f} "
            f"| {row.shared[0]:.2f} | {row.shared[1]:.2f} | {row.false_low} | {row.false} "
            f"| {row.words_a_second:,.0f} | {plain[row.language] / row.words_a_second:.1f} |"
        )
    for language, results in aligned(pairs).items():
        recalls = " | ".join(f"{recall:.3f}" for recall, _ in results)
        precision = float(np.mean([precision for _, precision in results]))
        lines.append(f"| {language} | (alignment) | {recalls} | {precision:.3f} | | | | | | |")
    names = [*FORMS, "alignment"]
    lines += [
        "",
        "Share of passages of the sample corpus, changed by hand, that is covered:",
        "",
        "| changed by | documents | " + " | ".join(n.replace("_", " ") for n in names) + " |",
        "|---|---|" + "--:|" * len(names),
    ]
    for pair, covered in planted():
        cells = " | ".join(f"{covered[name]:.2f}" for name in names)
        lines.append(f"| {pair.kind} | {pair.query}, {pair.other} | {cells} |")
    return "\n".join(lines)


def section(pairs: int = 30) -> str:
    """The section of the results."""
    begin = time.process_time()
    made = table(pairs)
    return (
        "## Stemmed and lemmatised chunks against plain ones\n\n"
        f"`{COMMAND}`: valid intervals with the default numbers over {pairs} copies of 60 to 300 "
        "words a strength, in which that share of the words whose paradigm is known stands in "
        "another form; unrelated documents are all pairs of the sample corpus's own texts in the "
        "language. `times plain` is how many times longer it takes to make chunks of a text, the "
        f"dictionary loaded, its words new. Whole run: {time.process_time() - begin:.0f} s of "
        f"processor time.\n\n{made}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=30, help="copies a strength")
    print(section(parser.parse_args().pairs))


if __name__ == "__main__":
    main()
