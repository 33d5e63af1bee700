"""simdoc's contract over Python sets and dictionaries: slow, obvious, and compared with the rest.

Nothing here uses an array, a hash or an index. Words are found with `unicodedata`, a chunk is a
tuple of words, and every measure is spelled as its definition. Only the table of look-alike letters
and the number of repetitions beyond which pairs are thinned are simdoc's own: data, no computation.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from simdoc.passages.valid_intervals import MOST_TIMES
from simdoc.settings import BoilerplateSettings, PassageSettings, SimilaritySettings
from simdoc.text.lookalikes import TWINS

Word = tuple[int, int, str]
"""start, end, and what the word counts as."""
Key = tuple[str, ...]
Pair = tuple[int, int]

BREAKS = "\n\r\f\v\x85\u2028\u2029"
SPACES = " \t\xa0"
FILLERS = "\u115f\u1160\u3164\uffa0"


# Words.


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_ignored(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or _is_selector(character)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" and not _is_selector(character)


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] == "L"


def _is_word(character: str) -> bool:
    return _is_letter(character) or unicodedata.category(character) == "Nd"


def _after_hyphen(text: str, at: int) -> int | None:
    """Where the word goes on behind the hyphen at `at`, if it does."""
    before = at - 1
    while before >= 0 and (_is_mark(text[before]) or _is_ignored(text[before])):
        before -= 1
    if before < 0 or not _is_letter(text[before]):
        return None

    def skip(place: int) -> int:
        while place < len(text) and (_is_ignored(text[place]) or text[place] in SPACES):
            place += 1
        return place

    place = skip(at + 1)
    if place < len(text) and text[place] in BREAKS:
        line_feed = place + 1
        while line_feed < len(text) and _is_ignored(text[line_feed]):
            line_feed += 1
        if text[place] == "\r" and line_feed < len(text) and text[line_feed] == "\n":
            place = line_feed
        place = skip(place + 1)
    elif text[at] in "-\u2010":
        return None
    return place if place < len(text) and _is_letter(text[place]) else None


def words(text: str, fold_diacritics: bool = True) -> list[Word]:
    """Every word by the definition of the design's section 3."""
    found: list[Word] = []
    at = 0
    while at < len(text):
        if not _is_word(text[at]):
            at += 1
            continue
        start, end, letters = at, at, []
        while at < len(text):
            if _is_word(text[at]) or _is_mark(text[at]):
                letters.append(text[at])
                at += 1
                end = at
            elif _is_ignored(text[at]):
                at += 1
            elif text[at] in "-\u2010\ufffe\x02" and (place := _after_hyphen(text, at)) is not None:
                at = place
            else:
                break
        found.append((start, end, folded("".join(letters), fold_diacritics)))
    return found


def folded(word: str, fold_diacritics: bool) -> str:
    """A word without case, compatibility forms, look-alikes and, if asked, diacritics; the marks
    of one letter in one order."""
    letters: list[str] = []
    for character in word:
        if character in FILLERS:
            continue
        for part in unicodedata.normalize("NFKD", character):
            part = TWINS.get(part, part)
            if not _is_mark(part):
                part = unicodedata.normalize("NFKD", part.casefold())
            for letter in part:
                letter = TWINS.get(letter, letter)
                if _is_mark(letter):
                    if not fold_diacritics:
                        if letters:
                            letters[-1] = letters[-1][0] + "".join(sorted(letters[-1][1:] + letter))
                        else:
                            letters.append("\0" + letter)
                elif _is_word(letter):
                    letters.append(letter)
    return "".join(letters)


# Chunks.


@dataclass(frozen=True)
class Chunking:
    """How words become chunks."""

    size: int = 5
    ordered: bool = False
    overlapping: bool = True
    fold_diacritics: bool = True
    left_out: frozenset[str] = frozenset()


@dataclass(frozen=True)
class OracleChunk:
    """One chunk: its key, and the characters it covers. Its position is its place in the list."""

    key: Key
    start: int
    end: int


@lru_cache(maxsize=1 << 12)
def _chunks(text: str, chunking: Chunking) -> tuple[OracleChunk, ...]:
    counted = [w for w in words(text, chunking.fold_diacritics) if w[2] not in chunking.left_out]
    step = 1 if chunking.overlapping else chunking.size
    found = []
    for first in range(0, len(counted) - chunking.size + 1, step):
        inside = counted[first : first + chunking.size]
        letters = [word for _, _, word in inside]
        key = tuple(letters if chunking.ordered else sorted(letters))
        found.append(OracleChunk(key, inside[0][0], inside[-1][1]))
    return tuple(found)


def chunks(text: str, chunking: Chunking = Chunking()) -> list[OracleChunk]:
    """The chunks of a text, in order of position."""
    return list(_chunks(text, chunking))


def distinct(of: Iterable[OracleChunk]) -> set[Key]:
    """d(F)."""
    return {chunk.key for chunk in of}


# Valid intervals.


@dataclass(frozen=True)
class OracleInterval:
    """A valid interval and the one it maps onto, as positions [start, end) of both."""

    query_start: int
    query_end: int
    other_start: int
    other_end: int
    chunks: int
    boilerplate: bool


def _cut(group: set[Pair], side: int, gap: int) -> list[set[Pair]]:
    """The group cut wherever neighbours on one side lie more than `gap` apart."""
    parts: list[set[Pair]] = []
    last = None
    for pair in sorted(group, key=lambda pair: pair[side]):
        if last is None or pair[side] - last > gap:
            parts.append(set())
        parts[-1].add(pair)
        last = pair[side]
    return parts


def intervals_of_pairs(
    pairs: Iterable[Pair], settings: PassageSettings, boilerplate: bool = False
) -> list[OracleInterval]:
    """All pairs cut in one document, then in the other, until nothing is cut."""
    waiting, final = [set(pairs)], []
    while waiting:
        group = waiting.pop()
        for side in (0, 1):
            parts = _cut(group, side, settings.maximum_gap)
            if len(parts) > 1:
                waiting += parts
                break
        else:
            final.append(group)
    found = []
    for group in final:
        ours, theirs = {a for a, _ in group}, {b for _, b in group}
        if min(len(ours), len(theirs)) >= settings.minimum_chunks:
            ends = (min(ours), max(ours) + 1, min(theirs), max(theirs) + 1)
            found.append(OracleInterval(*ends, len(ours), boilerplate))
    return sorted(found, key=lambda i: (i.query_start, i.other_start))


def pairs_of(query: list[OracleChunk], other: list[OracleChunk]) -> list[Pair]:
    """Every (position, position) of every common chunk; of one that both documents repeat very
    often, every position with the one at the same relative place."""
    places: list[dict[Key, list[int]]] = [defaultdict(list), defaultdict(list)]
    for side, found in enumerate((query, other)):
        for position, chunk in enumerate(found):
            places[side][chunk.key].append(position)
    pairs = []
    for key, ours in places[0].items():
        theirs = places[1].get(key, [])
        if min(len(ours), len(theirs)) <= MOST_TIMES:
            pairs += [(a, b) for a in ours for b in theirs]
        else:
            longest = max(len(ours), len(theirs))
            pairs += [
                (ours[i * len(ours) // longest], theirs[i * len(theirs) // longest])
                for i in range(longest)
            ]
    return pairs


def intervals(
    query: list[OracleChunk],
    other: list[OracleChunk],
    settings: PassageSettings,
    boilerplate: Collection[Key] = (),
) -> list[OracleInterval]:
    """The valid intervals of two documents: those of boilerplate, and those of everything else."""
    pairs = pairs_of(query, other)
    grey = [pair for pair in pairs if query[pair[0]].key in boilerplate]
    plain = [pair for pair in pairs if query[pair[0]].key not in boilerplate]
    found = intervals_of_pairs(plain, settings) + intervals_of_pairs(grey, settings, True)
    return sorted(found, key=lambda i: (i.query_start, i.other_start))


# A corpus.


@dataclass(frozen=True)
class OracleLine:
    """One line of a list of similar documents."""

    doc_id: int
    common: int
    boilerplate: int
    of_query: float
    of_other: float
    intervals: tuple[OracleInterval, ...]


@dataclass(frozen=True)
class OracleAnswer:
    """A whole list."""

    lines: list[OracleLine]
    global_similarity: float | None
    boilerplate: int
    hidden: int
    cut: int


@dataclass(frozen=True)
class OracleComparison:
    """The measures of a pair; None where a document is too short for a chunk."""

    common: int
    of_query: float | None
    of_other: float | None
    symmetric: float | None
    resemblance: float | None
    without_boilerplate_of_query: float | None
    without_boilerplate_of_other: float | None


@dataclass
class OracleCorpus:
    """doc_id → text, and every question asked of them."""

    texts: dict[int, str] = field(default_factory=dict)
    chunking: Chunking = Chunking()
    similarity: SimilaritySettings = field(default_factory=SimilaritySettings)
    passage: PassageSettings = field(default_factory=PassageSettings)
    limits: BoilerplateSettings = field(default_factory=BoilerplateSettings)

    def chunks(self, text: str) -> list[OracleChunk]:
        return chunks(text, self.chunking)

    def boilerplate(self) -> set[Key]:
        """Chunks in more than max(minimum, share) of the documents."""
        limit = max(self.limits.minimum_documents, self.limits.share * len(self.texts))
        counts: dict[Key, int] = defaultdict(int)
        for text in self.texts.values():
            for key in distinct(self.chunks(text)):
                counts[key] += 1
        return {key for key, count in counts.items() if count > limit}

    def similar(
        self,
        text: str,
        itself: int | None = None,
        among: Collection[int] | None = None,
        best: int | None = None,
    ) -> OracleAnswer:
        """The documents similar to a text, without `itself`, inside `among`."""
        ours, grey = self.chunks(text), self.boilerplate()
        mine = distinct(ours)
        others = {
            doc_id: self.chunks(other)
            for doc_id, other in self.texts.items()
            if doc_id != itself and (among is None or doc_id in among)
        }
        sets = {doc_id: distinct(other) for doc_id, other in others.items()}
        anywhere: set[Key] = set().union(*sets.values())
        entering: list[tuple[int, int]] = []
        hidden = 0
        for doc_id, theirs in sets.items():
            ordinary, common = len(mine & theirs - grey), len(mine & theirs)
            if not common:
                continue
            enters = common / max(len(mine), len(theirs)) >= self.similarity.mutual_minimum
            if not ordinary and not enters:
                continue
            enters |= max(ordinary / len(mine), ordinary / len(theirs)) >= self.similarity.minimum
            if not enters:
                pairs = [p for p in pairs_of(ours, others[doc_id]) if ours[p[0]].key not in grey]
                enters = bool(intervals_of_pairs(pairs, self.passage))
            if enters:
                entering.append((-ordinary, doc_id))
            else:
                hidden += 1
        keep = self.similarity.best if best is None else best
        lines = []
        for _, doc_id in sorted(entering)[:keep]:
            common = mine & sets[doc_id]
            lines.append(
                OracleLine(
                    doc_id,
                    len(common),
                    len(common & grey),
                    len(common) / len(mine),
                    len(common) / len(sets[doc_id]),
                    tuple(intervals(ours, others[doc_id], self.passage, grey)),
                )
            )
        return OracleAnswer(
            sorted(lines, key=lambda line: (-line.common, line.doc_id)),
            len(mine & anywhere) / len(mine) if mine else None,
            len(mine & grey),
            hidden,
            max(0, len(entering) - keep),
        )

    def compare(self, one: str, two: str) -> OracleComparison:
        """All measures of two texts."""
        ours, theirs = distinct(self.chunks(one)), distinct(self.chunks(two))
        grey = self.boilerplate()
        both = bool(ours and theirs)
        common = ours & theirs
        return OracleComparison(
            len(common),
            _share(common, ours),
            _share(common, theirs),
            len(common) / (len(ours) + len(theirs)) if both else None,
            len(common) / len(ours | theirs) if both else None,
            _share(common - grey, ours - grey),
            _share(common - grey, theirs - grey),
        )

    def passages(self, one: str, two: str) -> list[tuple[int, int, int, int, int, bool]]:
        """Characters [start, end) of both texts, common chunks, and whether it is boilerplate."""
        ours, theirs = self.chunks(one), self.chunks(two)
        return [
            (
                ours[found.query_start].start,
                ours[found.query_end - 1].end,
                theirs[found.other_start].start,
                theirs[found.other_end - 1].end,
                found.chunks,
                found.boilerplate,
            )
            for found in intervals(ours, theirs, self.passage, self.boilerplate())
        ]

    def table(self) -> dict[int, list[tuple[int, int, int, int]]]:
        """Every document's list, as the registry keeps it: (other_id, common, boilerplate, number
        of valid intervals), by common chunks that are not boilerplate."""
        return {
            doc_id: sorted(
                (
                    (line.doc_id, line.common, line.boilerplate, len(line.intervals))
                    for line in self.similar(text, itself=doc_id).lines
                ),
                key=lambda row: (row[2] - row[1], row[0]),
            )
            for doc_id, text in self.texts.items()
        }


def _share(common: Collection[Key], of: Collection[Key]) -> float | None:
    return len(common) / len(of) if of else None


def without(texts: Mapping[int, str], gone: Collection[int]) -> dict[int, str]:
    """The texts that are left."""
    return {doc_id: text for doc_id, text in texts.items() if doc_id not in gone}
