"""Words as stems or lemmas, and which words are counted at all: the choices beside the papers'.

Each distinct word is stemmed or looked up once, then put back by position, so the cost follows the
vocabulary and not the length of the text.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.errors import SettingsError
from simdoc.text.characters import MARK, WORD, Hashes
from simdoc.text.make_characters import HANGUL_FILLERS, folded, kind_of
from simdoc.text.words import Words, find_words

LANGUAGES = ("cs", "sk", "en")
"""Languages with stop words, a stemmer and a lemmatiser; others count words as written."""

_STEMMERS = {"cs": "czech", "sk": "czech", "en": "english", "de": "german"}
"""Snowball has no Slovak; the Czech endings are close enough to serve both."""


def folded_strings(text: str, words: Words, fold_diacritics: bool) -> list[str]:
    """The words as they count in a fingerprint: case, compatibility forms and twins folded, soft
    hyphens and line ends inside gone. Two words have equal hashes exactly when these are equal,
    the order of several kept marks on one letter apart."""
    return [
        _folded(text[start:end], fold_diacritics)
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
    ]


@lru_cache(maxsize=1 << 16)
def _folded(word: str, fold_diacritics: bool) -> str:
    letters = "".join(map(_folded_character, word))
    if fold_diacritics:
        return "".join(c for c in letters if kind_of(ord(c)) & WORD)
    return unicodedata.normalize("NFC", letters)


@lru_cache(maxsize=1 << 12)
def _folded_character(character: str) -> str:
    """What a character of a word counts as; nothing for a hyphen, a line end, a filler."""
    counts = kind_of(ord(character)) & (WORD | MARK) and character not in HANGUL_FILLERS
    return folded(character) if counts else ""


def hash_strings(strings: list[str], fold_diacritics: bool) -> Hashes:
    """The hash of each string as one word, whatever separators it holds."""
    joined = [_folded(s, False) if _folded(s, True) else "0" for s in strings]
    hashes = find_words(" ".join(joined), fold_diacritics).hashes
    assert len(hashes) == len(strings)
    return hashes


def with_forms(
    text: str, words: Words, form: str, language: str | None, fold_diacritics: bool
) -> Words:
    """The same words with the hashes of their stems or lemmas, in that language."""
    change = _former(form, language)
    if change is None or not len(words):
        return words
    # With and without diacritics a word has one hash but may have two stems. Each is stemmed as it
    # is written, so that a chunk never depends on what else stands in its text.
    sharp = find_words(text, fold_diacritics=False)
    written = sharp.hashes[np.searchsorted(sharp.starts, words.starts)]
    _, first, back = np.unique(written, return_index=True, return_inverse=True)
    distinct = Words(words.starts[first], words.ends[first], written[first])
    changed = [change(word) for word in folded_strings(text, distinct, fold_diacritics=False)]
    hashes = hash_strings(changed, fold_diacritics)[back]
    return Words(words.starts, words.ends, hashes, words.mixed_script)


def forms_made_by(form: str) -> str:
    """The package and version that makes stems or lemmas here; empty for words as written."""
    if form == "lemmatised":
        return f"simplemma {version('simplemma')}"
    if form == "stemmed":
        # Where PyStemmer is installed, snowballstemmer leaves the work to it.
        made = "snowballstemmer" if find_spec("Stemmer") is None else "PyStemmer"
        return f"{made} {version(made)}"
    return ""


def _former(form: str, language: str | None) -> Callable[[str], str] | None:
    if form == "stemmed" and language in _STEMMERS:
        return _stemmer(_STEMMERS[language])
    if form == "lemmatised" and language in LANGUAGES:
        import simplemma

        return lambda word: str(simplemma.lemmatize(word, lang=language))
    return None


@lru_cache
def _stemmer(name: str) -> Callable[[str], str]:
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return stem


@lru_cache(maxsize=2)
def stop_word_hashes(fold_diacritics: bool) -> NDArray[np.uint64]:
    """Sorted hashes of the commonest words of the three languages together: a text may mix them."""
    content = files("simdoc.text").joinpath("stop_words.txt").read_text("utf-8")
    lines = [line for line in content.splitlines() if not line.startswith("#")]
    return np.unique(find_words(" ".join(lines), fold_diacritics).hashes)


def word_list_hashes(path: Path, fold_diacritics: bool) -> tuple[NDArray[np.uint64], str]:
    """Sorted hashes of the words of a list, and the checksum that stands for them in the index."""
    try:
        content = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"the word list {path} cannot be read as UTF-8 text: {error}"
        ) from error
    hashes = np.unique(find_words(content, fold_diacritics).hashes)
    if not len(hashes):
        raise SettingsError(f"the word list {path} has no words")
    return hashes, hashlib.sha256(hashes.tobytes()).hexdigest()
