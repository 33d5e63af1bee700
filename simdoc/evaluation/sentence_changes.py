"""Changes to the sentences of a draft: split, joined, or only the weightiest kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from simdoc.evaluation.draft import Draft, DraftWord, raised, without
from simdoc.evaluation.word_changes import Means

LEAST_PART = 3
"""Words that a sentence made by splitting has at least."""
JOINING = {"cs": "a", "sk": "a", "en": "and"}
"""The word that joins two sentences; in other languages a semicolon does."""
_SHORTEST_WEIGHTY = 5
"""Letters of a word that says what a text is about: shorter ones are mostly grammar."""


def split(draft: Draft, strength: float, means: Means) -> Draft:
    """End the sentence at a share of the commas that have enough words on both sides."""
    places: list[int] = []
    for sentence in draft.sentences:
        last = sentence[0]
        for ordinal in sentence:
            far = min(ordinal - last, sentence[-1] + 1 - ordinal) >= LEAST_PART
            if far and draft.words[ordinal].before == ", ":
                places.append(ordinal)
                last = ordinal
    words = list(draft.words)
    for place in means.chosen(places, strength):
        words[place] = replace(words[place], before=". ", letters=raised(words[place].letters))
    return Draft(tuple(words), draft.after)


def join(draft: Draft, strength: float, means: Means) -> Draft:
    """Make one sentence of two at a share of the full stops inside paragraphs."""
    places = [
        sentence[0]
        for sentence in draft.sentences
        if draft.words[sentence[0]].before == ". "
        and not draft.words[sentence[0]].letters.isdigit()
    ]
    joining = JOINING.get(means.language or "")
    words = list(draft.words)
    for place in reversed(means.chosen(places, strength)):
        word = draft.lowered(place)
        if joining is None:
            words[place] = replace(word, before="; ")
        else:
            words[place : place + 1] = [DraftWord(", ", joining), replace(word, before=" ")]
    return Draft(tuple(words), draft.after)


def summarise(draft: Draft, strength: float, means: Means) -> Draft:
    """Leave that share of the sentences out; the weightiest stay, at least one, in their order. A
    sentence weighs the mean, over its longer words, of how often the text has them: what a text
    keeps coming back to is what it is about."""
    sentences = draft.sentences
    lower = [word.letters.lower() for word in draft.words]
    counts = Counter(word for word in lower if len(word) >= _SHORTEST_WEIGHTY)
    weights = [sum(counts[lower[k]] for k in sentence) / len(sentence) for sentence in sentences]
    kept = max(1, len(sentences) - round(strength * len(sentences)))
    order = sorted(range(len(sentences)), key=lambda number: (-weights[number], number))
    return without(draft, (k for number in order[kept:] for k in sentences[number]))
