"""Planted reuse: the marks in the sources, and the copies that the build makes itself.

    ⟦plant NAME⟧ … ⟦/plant⟧              the original words
    ⟦from NAME KIND⟧ … ⟦/from⟧           a copy rewritten by hand
    ⟦copy NAME⟧                          a verbatim copy made here
    ⟦copy NAME KIND⟧                     the same; KIND transposed, homoglyphs and white change it,
                                         others only say what the copy is
    ⟦copy NAME quoted: (CITATION)⟧       in quotation marks, with that citation

The expanded text carries a private character on each side of a planted passage and of white text,
so that later stages can say where they lie; nothing else of the marks is left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sample_corpus.build.sources import Source, SourceError

OPEN, CLOSE = 0xE000, 0xE800
"""Passage k of a document stands between chr(OPEN + k) and chr(CLOSE + k)."""
WHITE_ON, WHITE_OFF = "\uf000", "\uf001"
PRIVATE = re.compile("[\ue000-\uf8ff]")
_MARK = re.compile(r"⟦(/?)(plant|from|copy)(?: ([\w-]+))?(?: ([\w-]+)(?:: ([^⟧]*))?)?⟧")
_PLANT = re.compile(r"⟦plant ([\w-]+)⟧(.*?)⟦/plant⟧", re.DOTALL)
_QUOTES = {"en": ("“", "”"), "cs": ("„", "“"), "sk": ("„", "“")}
_TWINS = str.maketrans("aceopxyijs", "асеорхуіјѕ")


@dataclass(frozen=True)
class Planted:
    """A passage of one document. The original's kind is 'original'."""

    name: str
    kind: str


@dataclass(frozen=True)
class Expanded:
    """A source whose copies are put in. `planted[k]` stands between the k-th private characters."""

    source: Source
    text: str
    planted: tuple[Planted, ...]


def expand_plants(sources: list[Source]) -> list[Expanded]:
    """Every source with its copies put in, and what is planted in it."""
    originals: dict[str, str] = {}
    for source in sources:
        if source.text.count("⟦plant ") != source.text.count("⟦/plant⟧"):
            raise SourceError(f"{source.slug}: a plant is not closed, or closed twice")
        for name, words in _PLANT.findall(source.text):
            if name in originals:
                raise SourceError(f"{source.slug}: there are two originals {name}")
            if "⟦" in words:
                raise SourceError(f"{source.slug}: {name} has a mark inside")
            originals[name] = re.sub(r"\[\^\w+\]", "", words).strip()
    expanded = [_expanded(source, originals) for source in sources]
    used = {p.name for e in expanded for p in e.planted if p.kind != "original"}
    if unused := sorted(originals.keys() - used):
        raise SourceError(f"nobody copies {', '.join(unused)}")
    return expanded


def _expanded(source: Source, originals: dict[str, str]) -> Expanded:
    planted: list[Planted] = []

    def opened(name: str, kind: str) -> tuple[str, str]:
        if name not in originals:
            raise SourceError(f"{source.slug}: there is no original {name}")
        planted.append(Planted(name, kind))
        return chr(OPEN + len(planted) - 1), chr(CLOSE + len(planted) - 1)

    def replaced(mark: re.Match[str]) -> str:
        closing, what, name, kind, citation = mark.groups()
        if closing:
            return chr(CLOSE + len(planted) - 1)
        if what != "copy":
            return opened(name, "original" if what == "plant" else kind)[0]
        before, after = opened(name, kind or "verbatim")
        words = _changed(originals[name], kind)
        if citation is None:
            return before + words + after
        left, right = _QUOTES[source.language]
        return f"{left}{before}{words}{after}{right} {citation}"

    text = _MARK.sub(replaced, source.text)
    if "⟦" in text or "⟧" in text:
        raise SourceError(
            f"{source.slug}: a mark that means nothing: {text[text.find('⟦') :][:60]}"
        )
    for k, passage in enumerate(planted):
        if text.count(chr(OPEN + k)) != 1 or text.count(chr(CLOSE + k)) != 1:
            raise SourceError(f"{source.slug}: {passage.name} is not closed, or closed twice")
    return Expanded(source, text, tuple(planted))


def _changed(words: str, kind: str | None) -> str:
    if kind == "transposed":
        return transposed(words)
    if kind == "homoglyphs":
        return words.translate(_TWINS)
    if kind == "white":
        return WHITE_ON + words + WHITE_OFF
    return words


def transposed(text: str) -> str:
    """The text with pairs of neighbouring words swapped, about one pair in seven words.

    Only plain words inside a sentence change places, as a copier in a hurry would do it: nothing
    with a capital or punctuation, never the first words of a line or its last.
    """
    lines = []
    for line in text.split("\n"):
        words = line.split(" ")
        at = 3
        while at + 3 < len(words):
            first, second = words[at], words[at + 1]
            if first != second and all(w.isalpha() and w.islower() for w in (first, second)):
                words[at : at + 2] = second, first
                at += 6
            at += 1
        lines.append(" ".join(words))
    return "\n".join(lines)
