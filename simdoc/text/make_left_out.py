"""Makes `left_out_words.txt`, the frozen list of words that traces pass over.

    python -m simdoc.text.make_left_out FOLDER…

takes every text below the folders, tells its language, and lists for Czech, Slovak and English
the stop words, for Czech and Slovak a list of general words, and after them the words that stand in
most documents, one a stem. Frozen, because
traces made with two lists never meet: run it only together with a new version of
`TraceFingerprintSettings`. Version 1 was made from the sources of the sample corpus and the 5,057
texts of the PAN 2013 training corpus; only which words are frequent was taken from them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from simdoc.text.language import detect_language
from simdoc.text.stems import find_stems
from simdoc.text.words import find_words

LANGUAGES = {"en": ("English", 150), "cs": ("Czech", 240), "sk": ("Slovak", 240)}
"""Name and number of stems left out at most. Inflection spreads one meaning over more stems, and
fewer Czech and Slovak words are as short as articles and prepositions are."""
GENERAL = {
    "cs": """jeden jedna jedno dva dvě dvou tři třetí čtyři pět šest sedm osm devět deset sto tisíc
    první druhý poslední několik mnoho málo více méně většina polovina část celý celkem každý
    žádný jiný další jediný stejný různý nový starý velký malý dobrý lepší vysoký nízký možný
    nutný třeba rok roku let roky den dny doba čas hodin měsíc místo člověk lidé věc případ
    způsob důvod příklad například práce otázka odpověď výsledek závěr úvod mít měl měla mají
    moci mohl mohou musí musel chtít chce jde dát dává říci uvádí lze nelze bylo nebyl nebylo
    není nejsou nemá nemohl nikdo nikdy vždy často někdy nyní dnes pouze zejména především
    zpravidla téměř přibližně poměrně zároveň přesto proto tedy navíc vlastní sám samotný
    podobný určitý daný příslušný uvedený následující""",
    "sk": """jeden jedna jedno dva dve dvoch tri tretí štyri päť šesť sedem osem deväť desať sto
    tisíc
    prvý druhý posledný niekoľko veľa málo viac menej väčšina polovica časť celý celkom každý
    žiadny iný ďalší jediný rovnaký rôzny nový starý veľký malý dobrý lepší vysoký nízky možný
    nutný treba rok roku rokov deň dni doba čas hodín mesiac miesto človek ľudia vec prípad
    spôsob dôvod príklad napríklad práca otázka odpoveď výsledok záver úvod mať mal mala majú
    môcť mohol môžu musí musel chcieť chce ide dať dáva povedať uvádza možno nemožno bolo
    nebol nebolo nie nemá nemohol nikto nikdy vždy často niekedy teraz dnes iba najmä
    predovšetkým spravidla takmer približne pomerne zároveň napriek preto teda navyše vlastný
    sám samotný podobný určitý daný príslušný uvedený nasledujúci""",
}  # fmt: skip
"""Words of any Czech or Slovak text whatever its subject; the texts at hand are too few to show
them."""
WIDESPREAD = 0.5
"""Share of a language's documents that a word must stand in."""
SHORTEST = 3
"""Shorter words are left out anyway."""
SUFFIXES = (".txt", ".md")


def frequent_words(texts: Iterable[str]) -> list[tuple[str, int]]:
    """For each stem its commonest word and the documents that have it, the most widespread
    first."""
    documents: Counter[int] = Counter()
    written: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for text in texts:
        words = find_words(text)
        stems = find_stems(text, words)
        here = set()
        for start, end, stem, number in zip(
            words.starts.tolist(),
            words.ends.tolist(),
            stems.hashes.tolist(),
            stems.numbers.tolist(),
            strict=True,
        ):
            if not number and end - start >= SHORTEST:
                written[stem][text[start:end].lower()] += 1
                here.add(stem)
        documents.update(here)
    found = [
        (min(written[stem].items(), key=lambda entry: (-entry[1], entry[0]))[0], count)
        for stem, count in documents.items()
    ]
    return sorted(found, key=lambda entry: (-entry[1], entry[0]))


def stop_words() -> dict[str, list[str]]:
    """The stop words under the names of their languages."""
    lists: dict[str, list[str]] = {}
    content = files("simdoc.text").joinpath("stop_words.txt").read_text("utf-8")
    for line in content.splitlines():
        if line.startswith("#"):
            lists[line[1:].strip()] = mine = []
        else:
            mine += [word for word in line.split() if len(word) >= SHORTEST]
    return lists


def _without_front_matter(text: str) -> str:
    return text.split("\n---\n", 1)[-1] if text.startswith("---\n") else text


def make(folders: Iterable[Path]) -> str:
    """The text of the file."""
    texts: defaultdict[str | None, list[str]] = defaultdict(list)
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES):
            text = _without_front_matter(path.read_text("utf-8"))
            texts[detect_language(text)].append(text)
    lines = ["# Words that traces pass over, version 1: see make_left_out.py before changing any."]
    for language, (name, count) in LANGUAGES.items():
        taken: dict[int, str] = {}
        least = WIDESPREAD * len(texts[language]) if language in GENERAL else 1
        frequent = [word for word, count in frequent_words(texts[language]) if count > least]
        general = GENERAL.get(language, "").split()
        for word in [*stop_words().get(name, []), *general, *frequent]:
            found = find_words(word)
            taken.setdefault(int(find_stems(word, found).hashes[0]), word)
            if len(taken) == count:
                break
        lines += [f"# {name}", " ".join(sorted(taken.values()))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    content = make(Path(word) for word in sys.argv[1:])
    Path(__file__).with_name("left_out_words.txt").write_text(content, "utf-8")
