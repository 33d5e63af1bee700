"""Words that may stand for each other, in the form of the word they replace."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import numpy as np

from simdoc.evaluation.inflection import citations, forms, in_the_form_of

LANGUAGES = ("cs", "sk", "en")
"""Languages with a list; in others no word has a synonym."""


@lru_cache
def synonym_groups(language: str) -> tuple[tuple[str, ...], ...]:
    """The groups of a language's list, each word as dictionaries list it."""
    if language not in LANGUAGES:
        return ()
    file = files("simdoc.evaluation").joinpath(f"synonyms_{language}.txt")
    lines = file.read_text("utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and not line.startswith("#"))


@lru_cache
def _readings(language: str) -> dict[str, list[tuple[int, str, str, int]]]:
    """Form → (group, lemma, part of speech, cell) of every word of the lists it may be."""
    table: dict[str, list[tuple[int, str, str, int]]] = {}
    for number, group in enumerate(synonym_groups(language)):
        for lemma in group:
            entries = {lemma: (number, lemma, "", 0)}
            for stem, paradigm in reversed(citations(lemma, language)):
                cells = list(enumerate(forms(stem, paradigm)))
                # Of equal forms the first cell, of two parts of speech the likelier.
                entries |= {
                    form: (number, lemma, paradigm.speech, cell)
                    for cell, form in reversed(cells)
                    if len(form) > 2
                }
            for form, entry in entries.items():
                table.setdefault(form, []).append(entry)
    return table


def has_synonym(word: str, language: str) -> bool:
    """Whether the list knows a word, in small letters, in this form."""
    return word in _readings(language)


def synonym(word: str, language: str, random: np.random.Generator) -> str:
    """One of its synonyms in the form of the word; the word itself when it has none."""
    readings = _readings(language).get(word, ())
    groups = synonym_groups(language)
    choices = sorted(
        {
            in_the_form_of(other, speech, cell, language)
            for number, lemma, speech, cell in readings
            for other in groups[number]
            if other != lemma
        }
        - {word}
    )
    return choices[int(random.integers(0, len(choices)))] if choices else word
