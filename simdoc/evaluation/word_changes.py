"""Changes to the words of a draft. Strength is the share of what can be changed that is changed,
to the nearest whole number, so that equal strengths change equally much at every seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simdoc.evaluation.draft import Draft, DraftWord, permuted, without
from simdoc.evaluation.inflection import other_forms
from simdoc.evaluation.synonyms import has_synonym, synonym
from simdoc.evaluation.word_counts import WordCounts

WINDOW = 8
"""Words that shuffling moves among each other: about half a sentence."""
TWINS = str.maketrans("aceopxyijsACEHKMOPTXBIJS", "асеорхуіјѕАСЕНКМОРТХВІЈЅ")
"""Latin letters → Cyrillic ones that look the same."""


@dataclass(frozen=True)
class Means:
    """What changes are made with: the language of the text (None: any other), the words of its
    corpus, and chance."""

    language: str | None
    counts: WordCounts
    random: np.random.Generator

    def chosen(self, candidates: Sequence[int], strength: float) -> list[int]:
        """A share of the candidates, in their order."""
        count = round(strength * len(candidates))
        places = np.sort(self.random.permutation(len(candidates))[:count])
        return [candidates[place] for place in places.tolist()]


def shuffle(draft: Draft, strength: float, means: Means) -> Draft:
    """Put the words of a share of the windows of WINDOW words, inside sentences, into another
    order; what stands between the words stays in its place."""
    windows = [
        sentence[first : first + WINDOW]
        for sentence in draft.sentences
        for first in range(0, len(sentence), WINDOW)
        if len(sentence) - first > 1
    ]
    words = list(draft.words)
    for number in means.chosen(range(len(windows)), strength):
        window = windows[number]
        order = means.random.permutation(len(window)).tolist()
        if order == sorted(order):
            order = [*order[1:], order[0]]
        words[window[0] : window[-1] + 1] = permuted(draft, window, order)
    return Draft(tuple(words), draft.after)


def replace_by_synonym(draft: Draft, strength: float, means: Means) -> Draft:
    """Replace a share of the words that have a synonym, by one in the same form."""
    language = means.language or ""
    lower = [word.letters.lower() for word in draft.words]
    known = [k for k, word in enumerate(lower) if has_synonym(word, language)]
    chosen = means.chosen(known, strength)
    return draft.with_words({k: synonym(lower[k], language, means.random) for k in chosen})


def replace_by_frequency(draft: Draft, strength: float, means: Means) -> Draft:
    """Replace a share of the words by others that are about as common in the corpus."""
    chosen = means.chosen(_lettered(draft), strength)
    return draft.with_words(
        {k: means.counts.alike(draft.words[k].letters, means.random) for k in chosen}
    )


def insert(draft: Draft, strength: float, means: Means) -> Draft:
    """Put in as many words as that share of the words is, drawn from the corpus; never before the
    first word or behind the last, so that borders stay those of the copy."""
    count = round(strength * len(draft.words)) if len(draft.words) > 1 else 0
    places = np.sort(means.random.integers(1, max(2, len(draft.words)), count)).tolist()
    words = list(draft.words)
    for place in reversed(places):
        words.insert(place, DraftWord(" ", means.counts.drawn(means.random)))
    return Draft(tuple(words), draft.after)


def delete(draft: Draft, strength: float, means: Means) -> Draft:
    """Leave out a share of the words; one at least stays."""
    chosen = means.chosen(range(len(draft.words)), strength)
    if len(chosen) == len(draft.words):
        chosen = chosen[1:]
    return without(draft, chosen)


def inflect(draft: Draft, strength: float, means: Means) -> Draft:
    """Put a share of the words whose paradigm can be told into another of their forms. What can be
    told depends on the corpus: the more forms of a word occur, the better."""
    options: dict[int, tuple[str, ...]] = {}
    if means.language:
        for ordinal, word in enumerate(draft.words):
            lower = word.letters.lower()
            if lower.isalpha() and (
                others := other_forms(lower, means.language, means.counts.__contains__)
            ):
                options[ordinal] = others
    chosen = means.chosen(list(options), strength)
    return draft.with_words(
        {k: options[k][int(means.random.integers(0, len(options[k])))] for k in chosen}
    )


def homoglyphs(draft: Draft, strength: float, means: Means) -> Draft:
    """Write a share of the words that allow it with Cyrillic letters that look Latin."""
    able = [
        k for k, word in enumerate(draft.words) if word.letters.translate(TWINS) != word.letters
    ]
    return draft.with_words(
        {k: draft.words[k].letters.translate(TWINS) for k in means.chosen(able, strength)}
    )


def numbers(draft: Draft, strength: float, means: Means) -> Draft:
    """Replace a share of the numbers by others of as many digits."""
    able = [k for k, word in enumerate(draft.words) if word.letters.isdecimal()]
    changed = {}
    for k in means.chosen(able, strength):
        old = [int(digit) for digit in draft.words[k].letters]
        steps = means.random.integers(1, 9, len(old)).tolist()
        # The first digit moves among 1 … 9, so that no number begins with a new zero.
        new = [
            (digit + step) % 10 if place or len(old) == 1 else (digit - 1 + step) % 9 + 1
            for place, (digit, step) in enumerate(zip(old, steps, strict=True))
        ]
        changed[k] = "".join(map(str, new))
    return draft.with_words(changed)


def _lettered(draft: Draft) -> list[int]:
    return [k for k, word in enumerate(draft.words) if word.letters.isalpha()]
