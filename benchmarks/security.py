"""How much of a passage must be changed before it is no longer found: the proposal's "security".

    python -m benchmarks.security [--trials 8] [--languages cs en]

A run of words of one document stands in another; words (or letters) are changed one after another,
and the number is sought from which no passage is found that overlaps the planted one on both
sides, by halving. Changes come in the order of chance, or of someone who knows the algorithm: the
best of several attacks on each passage counts. A changed word becomes one of the corpus that is as
common; a changed letter of a word is one that makes another word of it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.sample_texts import own_texts
from simdoc.evaluation.detectors import AlignmentDetector, ValidIntervalDetector, write_background
from simdoc.evaluation.draft import Draft, in_the_case_of
from simdoc.evaluation.pan import Detector
from simdoc.evaluation.word_counts import WordCounts
from simdoc.text.words import find_words

COMMAND = "python -m benchmarks.security"
LONG, SHORT = 3, 1
"""Texts of the sample corpus, of about 1,000 words each, that one document is made of: how common
the words of a long passage look depends on what else there is in its document."""
LENGTHS = (30, 60, 120, 250, 500)
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
LETTERS = "abcdefghijklmnoprstuvz"
Order = Sequence[int]


@dataclass(frozen=True)
class Plant:
    """A passage of `other` in its host: the words of the passage, and where it lies."""

    before: str
    passage: Draft
    after: str
    other: str
    other_start: int
    other_end: int

    @property
    def words(self) -> int:
        return len(self.passage.words)

    def found(self, passage: str, detector: Detector) -> bool:
        """Whether the passage, changed into this, is found in any part."""
        start, end = len(self.before), len(self.before) + len(passage)
        return any(
            query_start < end
            and start < query_end
            and other_start < self.other_end
            and self.other_start < other_end
            for query_start, query_end, other_start, other_end in detector(
                self.before + passage + self.after, self.other
            )
        )


@dataclass(frozen=True)
class Row:
    """Medians over the passages of one length: words and letters that must be changed."""

    language: str
    document: int
    """Words of a document, about."""
    detector: str
    length: int
    letters: float
    random_words: float
    knowing_words: float
    random_letters: float
    knowing_letters: float
    attack: str
    still_found: tuple[float, ...]
    """The share of passages still found when such shares of the words, SHARES, are changed."""


# Attacks: in which order words are changed, and which are left alone.


def every_fifth(plant: Plant, counts: WordCounts) -> Order:
    """A word in every chunk, from the beginning."""
    return range(4, plant.words, 5)


def islands(plant: Plant, counts: WordCounts) -> Order:
    """Leaves 19 chunks, one fewer than an interval needs, then breaks 50, the longest gap."""
    return [k for k in range(plant.words) if k % 69 >= 23 and (k % 69 - 23) % 5 == 0]


def rarest_first(plant: Plant, counts: WordCounts) -> Order:
    """The words that speak most for a copy first."""
    lower = [word.letters.lower() for word in plant.passage.words]
    return sorted(range(plant.words), key=lambda k: (counts.count(lower[k]), -len(lower[k])))


def blocks(kept: int, changed: int) -> Callable[[Plant, WordCounts], Order]:
    """Leaves some words, changes all of the next ones, and so on."""

    def order(plant: Plant, counts: WordCounts) -> Order:
        return [k for k in range(plant.words) if k % (kept + changed) >= kept]

    return order


ATTACKS: dict[str, Callable[[Plant, WordCounts], Order]] = {
    "every fifth word": every_fifth,
    "islands of 19 chunks": islands,
    "rarest words first": rarest_first,
    "every second word": blocks(1, 1),
    "two words of three": blocks(1, 2),
    "16 words after each 8": blocks(8, 16),
    "24 words after each 11": blocks(11, 24),
    "40 words after each 16": blocks(16, 40),
}


def plants(texts: Sequence[str], length: int, count: int, seed: int = 1) -> list[Plant]:
    """Passages of so many words from one text in the middle of another."""
    random = np.random.default_rng([seed, length])
    drafts = [Draft.of(text) for text in texts]
    long_enough = [k for k, draft in enumerate(drafts) if len(draft.words) >= length + 20]
    made = []
    for _ in range(count):
        other = long_enough[int(random.integers(0, len(long_enough)))]
        host = (other + int(random.integers(1, len(texts)))) % len(texts)
        first = int(random.integers(0, len(drafts[other].words) - length))
        chosen = drafts[other].words[first : first + length]
        start, end = chosen[0].start, chosen[-1].end
        middle = texts[host].find(" ", len(texts[host]) // 2) + 1
        passage = Draft.of(texts[other][start:end])
        made.append(
            Plant(
                texts[host][:middle], passage, " " + texts[host][middle:], texts[other], start, end
            )
        )
    return made


def changes_needed(
    made: Callable[[int], str], most: int, plant: Plant, detector: Detector
) -> float:
    """The least k, sought by halving, for which `made(k)` is not found; infinite when even
    `made(most)` is."""
    if not plant.found(made(0), detector):
        return 0
    if plant.found(made(most), detector):
        return inf
    found, lost = 0, most
    while lost - found > 1:
        middle = (found + lost) // 2
        if plant.found(made(middle), detector):
            found = middle
        else:
            lost = middle
    return lost


def words_changed(plant: Plant, new: Sequence[str], order: Order) -> Callable[[int], str]:
    """The passage with the first k words of the order replaced."""
    return lambda k: plant.passage.with_words({at: new[at] for at in order[:k]}).text


def letters_changed(plant: Plant, random: np.random.Generator) -> tuple[Callable[[int], str], int]:
    """The passage with k letters replaced, wherever chance finds them; and how many there are."""
    text = plant.passage.text
    places = random.permutation([k for k, letter in enumerate(text) if letter.isalpha()]).tolist()
    shifts = random.integers(1, len(LETTERS), len(places)).tolist()

    def made(k: int) -> str:
        changed = list(text)
        for place, shift in zip(places[:k], shifts[:k], strict=True):
            changed[place] = LETTERS[(LETTERS.find(changed[place].lower()) + shift) % len(LETTERS)]
        return "".join(changed)

    return made, len(places)


def replacements(plant: Plant, counts: WordCounts, random: np.random.Generator) -> list[str]:
    """For each word one as common that the passage does not have."""
    own = {word.letters.lower() for word in plant.passage.words}
    new = []
    for word in plant.passage.words:
        other = counts.alike(word.letters, random)
        for _ in range(20):
            if other not in own:
                break
            other = counts.alike(word.letters, random)
        new.append(other)
    return new


def misspelt(plant: Plant) -> list[str]:
    """Each word with one letter changed, near its beginning, where stems are cut from."""
    new = []
    for word in plant.passage.words:
        letters = word.letters.lower()
        at = min(1, len(letters) - 1)
        letter = "q" if letters[at] != "q" else "x"
        new.append(in_the_case_of(word.letters, letters[:at] + letter + letters[at + 1 :]))
    return new


def cheapest(
    plant: Plant, new: Sequence[str], orders: dict[str, Order], detector: Detector
) -> tuple[float, str]:
    """What the cheapest attack needs, and which it is. An attack that has not won with what the
    best one needs is given up at once."""
    best, winner = inf, ""
    for attack, order in orders.items():
        most = min(len(order), int(best) - 1) if best < inf else len(order)
        needed = changes_needed(words_changed(plant, new, order), most, plant, detector)
        if needed < best:
            best, winner = needed, attack
    return best, winner


def measured(
    language: str,
    name: str,
    detector: Detector,
    length: int,
    texts: Sequence[str],
    counts: WordCounts,
    trials: int,
) -> Row:
    """One row of the table."""
    random_words, knowing_words, random_letters, knowing_letters = [], [], [], []
    best: Counter[str] = Counter()
    sizes = []
    for number, plant in enumerate(plants(texts, length, trials)):
        random = np.random.default_rng([2, length, number])
        sizes.append(sum(letter.isalpha() for letter in plant.passage.text))
        new = replacements(plant, counts, random)
        order = random.permutation(plant.words).tolist()
        by_chance = words_changed(plant, new, order)
        random_words.append(changes_needed(by_chance, plant.words, plant, detector))
        in_letters, most = letters_changed(plant, random)
        random_letters.append(changes_needed(in_letters, most, plant, detector))
        # Who knows the algorithm may leave it to chance, too.
        orders: dict[str, Order] = {
            attack: list(made(plant, counts)) for attack, made in ATTACKS.items()
        }
        orders["chance"] = order
        needed, winner = cheapest(plant, new, orders, detector)
        knowing_words.append(needed)
        best[winner] += 1
        # The same attack with one letter a word in the place of whole words.
        letter_orders: dict[str, Order] = {winner: orders[winner]}
        knowing_letters.append(cheapest(plant, misspelt(plant), letter_orders, detector)[0])
    return Row(
        language,
        round(mean(len(find_words(text)) for text in texts) / 100) * 100,
        name,
        length,
        median(sizes),
        median(random_words),
        median(knowing_words),
        median(random_letters),
        median(knowing_letters),
        best.most_common(1)[0][0],
        tuple(sum(k > share * length for k in random_words) / trials for share in SHARES),
    )


def documents(language: str, joined: int) -> list[str]:
    """Documents of so many texts each."""
    texts = own_texts(language)
    return [
        "\n\n".join(texts[first : first + joined])
        for first in range(0, len(texts) - joined + 1, joined)
    ]


def rows(languages: Sequence[str] = ("cs", "en"), trials: int = 8) -> list[Row]:
    """All rows; the same at every run, for the texts and the chances are. The alignment knows the
    word frequencies of the corpus, as it does in use."""
    made = []
    with TemporaryDirectory() as folder:
        for language in languages:
            background = Path(folder) / f"{language}.npz"
            write_background(own_texts(language), background)
            counts = WordCounts.of(own_texts(language))
            detectors: dict[str, Detector] = {
                "valid intervals": ValidIntervalDetector(),
                "alignment": AlignmentDetector(background=background),
            }
            made += [
                measured(
                    language, name, detector, length, documents(language, size), counts, trials
                )
                for size, lengths in ((LONG, LENGTHS), (SHORT, LENGTHS[-2:]))
                for name, detector in detectors.items()
                for length in lengths
            ]
    return made


def _amount(count: float, of: float) -> str:
    return "never" if count == inf else f"{count:g} ({count / of:.0%})"


def table(measured_rows: Sequence[Row]) -> str:
    """Both tables as Markdown."""
    lines = [
        "| language | document | detector | words | words by chance | words, knowing "
        "| letters by chance | letters, knowing | best attack |",
        "|---|--:|---|--:|--:|--:|--:|--:|---|",
    ]
    lines += [
        f"| {row.language} | {row.document:,} | {row.detector} | {row.length} "
        f"| {_amount(row.random_words, row.length)} | {_amount(row.knowing_words, row.length)} "
        f"| {_amount(row.random_letters, row.letters)} "
        f"| {_amount(row.knowing_letters, row.letters)} | {row.attack} |"
        for row in measured_rows
    ]
    lines += [
        "",
        "Share of the passages still found, by the share of their words changed by chance:",
        "",
        "| language | document | detector | words | "
        + " | ".join(f"{s:.0%}" for s in SHARES)
        + " |",
        "|---|--:|---|--:|" + "--:|" * len(SHARES),
    ]
    lines += [
        f"| {row.language} | {row.document:,} | {row.detector} | {row.length} | "
        + " | ".join(f"{share:.0%}" for share in row.still_found)
        + " |"
        for row in measured_rows
    ]
    return "\n".join(lines)


def section(languages: Sequence[str] = ("cs", "en"), trials: int = 8) -> str:
    """The section of the results."""
    begin = time.process_time()
    made = table(rows(languages, trials))
    return (
        "## How much must be changed before a copy is no longer found\n\n"
        f"`{COMMAND}`: {trials} passages of each length, each from one document, made of texts of "
        "the sample corpus, in the middle of another; medians of the number of words (letters) "
        "that must be changed until no passage overlaps the planted one, and their share of the "
        "passage. `document` is the mean number of words of a document. "
        "*Knowing* takes the cheapest of "
        f"{len(ATTACKS)} attacks on every passage; the one that is cheapest most often is named. "
        "One word in seven always hides a passage from valid intervals, however long it is: 19 "
        "chunks are left, 50 broken, and so on. "
        f"Whole run: {time.process_time() - begin:.0f} s of processor time.\n\n{made}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trials", type=int, default=8, help="passages of each length")
    parser.add_argument("--languages", nargs="+", default=["cs", "en"], choices=["cs", "sk", "en"])
    given = parser.parse_args()
    print(section(given.languages, given.trials))


if __name__ == "__main__":
    main()
