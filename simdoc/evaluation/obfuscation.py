"""Copies that hide: a text changed in the ways of people who do not want to be found.

    changed = obfuscate(text, recipe("random", 0.4), language="en", seed=7)
    changed.text, changed.origin(120, 480)

The same text, changes, corpus and seed give the same copy. Every change takes a strength from 0,
which leaves the text as it is, to 1, which changes all that it can. What every word of the copy
stems from is known to the character.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from simdoc.evaluation.czech_slovak import to_czech, to_slovak
from simdoc.evaluation.draft import Draft, Obfuscated
from simdoc.evaluation.sentence_changes import join, split, summarise
from simdoc.evaluation.word_changes import (
    Means,
    delete,
    homoglyphs,
    inflect,
    insert,
    numbers,
    replace_by_frequency,
    replace_by_synonym,
    shuffle,
)
from simdoc.evaluation.word_counts import WordCounts

ChangeName = Literal[
    "shuffle",
    "synonyms",
    "frequency",
    "insert",
    "delete",
    "split",
    "join",
    "inflect",
    "homoglyphs",
    "numbers",
    "summary",
    "to-slovak",
    "to-czech",
]
CHANGES: dict[ChangeName, Callable[[Draft, float, Means], Draft]] = {
    "shuffle": shuffle,
    "synonyms": replace_by_synonym,
    "frequency": replace_by_frequency,
    "insert": insert,
    "delete": delete,
    "split": split,
    "join": join,
    "inflect": inflect,
    "homoglyphs": homoglyphs,
    "numbers": numbers,
    "summary": summarise,
    "to-slovak": to_slovak,
    "to-czech": to_czech,
}
"""What each change does is told by its function."""

Recipe = Literal["verbatim", "random", "rewritten", ChangeName]
RECIPES: tuple[str, ...] = ("verbatim", "random", "rewritten", *get_args(ChangeName))


@dataclass(frozen=True)
class Change:
    """One change and its strength, 0 … 1."""

    name: ChangeName
    strength: float

    def __post_init__(self) -> None:
        if self.name not in CHANGES:
            raise ValueError(f"no change {self.name!r}; there are {', '.join(CHANGES)}")
        if not 0 <= self.strength <= 1:
            raise ValueError(f"the strength of {self.name} is {self.strength}; it may be 0 to 1")


def recipe(name: Recipe, strength: float) -> tuple[Change, ...]:
    """Changes that go together. `random` does to words what the PAN corpora call random
    obfuscation, `rewritten` what a person does who keeps the sense; any change by its own name."""
    if name == "verbatim":
        return ()
    if name == "random":
        return (
            Change("frequency", strength / 2),
            Change("insert", strength / 4),
            Change("delete", strength / 4),
            Change("shuffle", strength),
        )
    if name == "rewritten":
        return (
            Change("split", strength / 2),
            Change("join", strength / 2),
            Change("synonyms", strength),
            Change("inflect", strength / 2),
            Change("shuffle", strength / 4),
        )
    return (Change(name, strength),)


def obfuscate(
    text: str,
    changes: Sequence[Change],
    *,
    language: str | None = None,
    counts: WordCounts | None = None,
    seed: int = 0,
) -> Obfuscated:
    """The text after all changes, one after another. `language` (cs, sk, en) is needed for synonyms
    and inflection, which leave texts of others alone; `counts` are the words of the corpus that new
    words are drawn from (default: those of the text itself)."""
    counts = counts if counts is not None else WordCounts.of([text])
    draft = Draft.of(text)
    for ordinal, change in enumerate(changes):
        # Each change has chances of its own: putting one in or out leaves the others as they were.
        random = np.random.default_rng([seed, ordinal])
        if change.strength > 0 and len(draft.words) and len(counts):
            draft = CHANGES[change.name](draft, change.strength, Means(language, counts, random))
    return draft.finished()
