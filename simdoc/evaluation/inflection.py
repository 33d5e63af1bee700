"""Paradigms: the endings that a Czech, Slovak or English word takes by rule.

A paradigm is a row of endings; the cells of two paradigms of one part of speech mean the same
case, person or tense, so that a synonym can be put into the form of the word it replaces. Sounds
that change inside the stem (ruka, ruce) are beyond these tables: words are bent as far as rules go.

Which paradigm a form belongs to is told by the other forms that occur beside it: *roku* may be of
*rok* or of *roka*, but only *rok* has *rokem* and *roky* as well. No dictionary and no lemmatiser
is asked, so that what is made here favours none of them when they are measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

_SHORTEST_STEM = 3
_SHORTEST_LISTED = 2
"""The same for a word whose citation form is given: less can be misread."""
_TELLING = {
    "cs": "ého ému ých ými ího ímu ími ách ovat oval ovala ovalo ovali ovaly uje ují ujeme ováno",
    "sk": "ého ému ých ými ieho iemu ími ách iách iach ovať oval ovala ovalo ovali uje ujú ovaný",
}
"""Endings that tell their paradigm by themselves, no other form being at hand."""


@dataclass(frozen=True)
class Paradigm:
    """Endings by cell, the first being the citation form's. A stem fits when it ends in one of
    `after` (anything fits if empty) and in none of `not_after`, and its last vowel is one of
    `vowels` if there are any: Slovak shortens endings after a long one."""

    speech: str
    endings: tuple[str, ...]
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    vowels: str = ""

    def fits(self, stem: str) -> bool:
        if self.vowels and (found := [c for c in stem if c in _SHORT or c in _LONG]):
            return found[-1] in self.vowels and self._ends_right(stem)
        return self._ends_right(stem)

    def _ends_right(self, stem: str) -> bool:
        return (not self.after or stem.endswith(self.after)) and not (
            self.not_after and stem.endswith(self.not_after)
        )


def _row(
    speech: str, endings: str, after: str = "", not_after: str = "", vowels: str = ""
) -> Paradigm:
    cells = tuple(ending.strip("-") for ending in endings.split())
    return Paradigm(speech, cells, tuple(after.split()), tuple(not_after.split()), vowels)


_SHORT, _LONG = "aeiouyäě", "áéíóúýůôĺŕ"
_SOFT = "č ř š ž c j ď ť ň"
_HARD_BREAK = "k h g č ř š ž c j ď ť ň a e i o u y á é í ó ú ý ě"
_VOWELS = "a e i o u y á é í ó ú ý ě ů"

PARADIGMS: dict[str, tuple[Paradigm, ...]] = {
    # Nouns: singular nominative, genitive, dative, accusative, locative, instrumental; plural.
    "cs": (
        _row("noun", "- u u - u em y ů ům y ech y", "", _HARD_BREAK),
        _row("noun", "- u u - u em y ů ům y ích y", "k h g"),
        _row("noun", "- a ovi a ovi em i ů ům y ech y", "", _HARD_BREAK),
        _row("noun", "- e i - i em e ů ům e ích i", _SOFT),
        _row("noun", "a y ě u ě ou y - ám y ách ami", "b d f m n p t v"),
        _row("noun", "a y e u e ou y - ám y ách ami", "l s z"),
        _row("noun", "a y - u - ou y - ám y ách ami", "k h g r"),
        _row("noun", "e e i i i í e í ím e ích emi", _SOFT),
        _row("noun", "t ti ti t ti tí ti tí tem ti tech tmi", "os as ás"),
        _row("noun", "o a u o u em a - ům a ech y", "", _VOWELS),
        _row("noun", "í í í í í ím í í ím í ích ími", "n t c v"),
        # Adjectives: masculine five cases, feminine nominative, genitive, accusative, plural.
        _row("adjective", "ý ého ému ém ým á é ou ých ými", "", _VOWELS),
        _row("adjective", "í ího ímu ím ím í í í ích ími", "n š č"),
        # Verbs: infinitive, six persons, five past forms, four passive forms.
        _row(
            "verb",
            "ovat uji uješ uje ujeme ujete ují oval ovala ovalo ovali ovaly ován ována ováno ovány",
        ),
        _row("verb", "at ám áš á áme áte ají al ala alo ali aly án ána áno ány", "", "ov"),
        _row("verb", "it ím íš í íme íte í il ila ilo ili ily en ena eno eny"),
        _row("verb", "et ím íš í íme íte í el ela elo eli ely en ena eno eny"),
        _row("verb", "ět ím íš í íme íte í ěl ěla ělo ěli ěly ěn ěna ěno ěny"),
        _row("verb", "nout nu neš ne neme nete nou nul nula nulo nuli nuly nut nuta nuto nuty"),
    ),
    "sk": (
        _row("noun", "- u u - e om y ov om y och mi", "", _HARD_BREAK),
        _row("noun", "- u u - u om y ov om y och mi", "k h g"),
        _row("noun", "- a ovi a ovi om i ov om ov och mi", "", _HARD_BREAK),
        _row("noun", "- a u - i om e ov om e och mi", "č š ž c j ď ť ň ľ"),
        _row("noun", "a y e u e ou y - ám y ách ami", "", f"i {_SOFT} ľ"),
        _row("noun", "a e i u i ou e - iam e iach ami", f"{_SOFT} ľ"),
        _row("noun", "ia ie ii iu ii iou ie ií iám ie iách iami"),
        _row("noun", "sť sti sti sť sti sťou sti stí stiam sti stiach sťami", "o a"),
        _row("noun", "o a u o e om á - ám á ách ami", "", _VOWELS),
        _row("noun", "ie ia iu ie í ím ia í iam ia iach iami", "n t c v"),
        _row("adjective", "ý ého ému om ým á ej ú ou é ých ými", "", _VOWELS),
        _row("adjective", "í ieho iemu om ím ia ej iu ou ie ích ími", "š č ž"),
        _row("verb", "ovať ujem uješ uje ujeme ujete ujú oval ovala ovalo ovali ovaný ovaná ované"),
        _row("verb", "ať ám áš á áme áte ajú al ala alo ali aný aná ané", "", "ov", _SHORT),
        _row("verb", "ať am aš a ame ate ajú al ala alo ali aný aná ané", "", "ov", _LONG),
        _row("verb", "iť ím íš í íme íte ia il ila ilo ili ený ená ené", vowels=_SHORT),
        _row("verb", "iť im iš i ime ite ia il ila ilo ili ený ená ené", vowels=_LONG),
        _row("verb", "ieť iem ieš ie ieme iete ejú el ela elo eli ený ená ené"),
        _row("verb", "núť nem neš ne neme nete nú nul nula nulo nuli nutý nutá nuté"),
    ),
    "en": (
        _row("noun", "- s", "", "s x z sh ch y i"),
        _row("noun", "- s", "ay ey oy"),
        _row("noun", "- es", "s x z sh ch"),
        _row("noun", "y ies", "", "a e i o u"),
        _row("verb", "- s ed ing", "", "e s x z sh ch y i"),
        _row("verb", "- s ed ing", "ay ey oy"),
        _row("verb", "- es ed ing", "s x z sh ch"),
        _row("verb", "e es ed ing"),
        _row("verb", "y ies ied ying", "", "a e i o u"),
    ),
}


def forms(stem: str, paradigm: Paradigm) -> list[str]:
    """The forms of a stem, by cell."""
    return [stem + ending for ending in paradigm.endings]


def readings(
    word: str, language: str, shortest: int = _SHORTEST_STEM
) -> Iterator[tuple[str, Paradigm, int]]:
    """All (stem, paradigm, cell) that a form could be, by its letters alone."""
    for paradigm in PARADIGMS.get(language, ()):
        for cell, ending in enumerate(paradigm.endings):
            if word.endswith(ending):
                stem = word[: len(word) - len(ending)]
                first = paradigm.endings.index(ending)
                if len(stem) >= shortest and paradigm.fits(stem) and first == cell:
                    yield stem, paradigm, cell


def citations(lemma: str, language: str) -> list[tuple[str, Paradigm]]:
    """Stem and paradigm of a word as dictionaries list it, the likeliest first: what takes most
    off, of one part of speech only that."""
    found = [
        (stem, paradigm)
        for stem, paradigm, cell in readings(lemma, language, _SHORTEST_LISTED)
        if cell == 0
    ]
    found.sort(key=lambda one: -len(one[1].endings[0]))
    by_speech: dict[str, tuple[str, Paradigm]] = {}
    for stem, paradigm in found:
        by_speech.setdefault(paradigm.speech, (stem, paradigm))
    return list(by_speech.values())


def other_forms(word: str, language: str, known: Callable[[str], bool]) -> tuple[str, ...]:
    """The other forms of a word in small letters, when the known words tell its paradigm: the
    reading with the most known forms, among equals the one with the largest share of them. Empty
    when no other form is known and the ending says too little."""
    telling = _TELLING.get(language, "").split()
    best: tuple[int, float, int] = (0, 0.0, 0)
    chosen: tuple[str, ...] = ()
    for stem, paradigm, cell in readings(word, language):
        row = tuple(dict.fromkeys(forms(stem, paradigm)))
        others = tuple(form for form in row if form != word)
        seen = sum(map(known, others))
        ending = paradigm.endings[cell]
        if not seen and ending not in telling:
            continue
        if (rank := (seen, seen / len(row), len(ending))) > best:
            best, chosen = rank, others
    return chosen


@lru_cache(maxsize=1 << 14)
def in_the_form_of(lemma: str, speech: str, cell: int, language: str) -> str:
    """A lemma in some cell of its own paradigm; as it is where its part of speech is another."""
    for stem, paradigm in citations(lemma, language):
        if paradigm.speech == speech and cell < len(paradigm.endings):
            return stem + paradigm.endings[cell]
    return lemma
