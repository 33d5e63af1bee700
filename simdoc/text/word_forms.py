"""Words as stems or lemmas, and which words are counted at all: the choices beside the papers'.

Each distinct word is stemmed or looked up once, then put back by position, so the cost follows the
vocabulary and not the length of the text.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simdoc.errors import SettingsError
from simdoc.text.characters import Hashes
from simdoc.text.lookalikes import TWINS
from simdoc.text.words import Words, find_words

LANGUAGES = ("cs", "sk", "en")
"""Languages with stop words, a stemmer and a lemmatiser; others count words as written."""

_STEMMERS = {"cs": "czech", "sk": "czech", "en": "english", "de": "german"}
"""Snowball has no Slovak; the Czech endings are close enough to serve both."""


def word_strings(text: str, words: Words) -> list[str]:
    """The words as the text has them, in lower case and without line-end hyphens."""
    return [
        _plain(text[start:end])
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
    ]


def _plain(word: str) -> str:
    return "".join(c for c in word if c.isalnum()).lower() if not word.isalnum() else word.lower()


def folded_strings(text: str, words: Words, fold_diacritics: bool) -> list[str]:
    """The words as they count in a fingerprint: case, compatibility forms and twins folded."""
    return [_folded(word, fold_diacritics) for word in word_strings(text, words)]


@lru_cache(maxsize=1 << 16)
def _folded(word: str, fold_diacritics: bool) -> str:
    parts = unicodedata.normalize("NFKD", word.casefold())
    letters = (TWINS.get(c, c) for c in parts if not (fold_diacritics and unicodedata.combining(c)))
    return "".join(letters)


def hash_strings(strings: list[str], fold_diacritics: bool) -> Hashes:
    """The hash of each string as one word, whatever separators it holds."""
    joined = [_plain(string) or "0" for string in strings]
    return find_words(" ".join(joined), fold_diacritics).hashes


def with_forms(
    text: str, words: Words, form: str, language: str | None, fold_diacritics: bool
) -> Words:
    """The same words with the hashes of their stems or lemmas, in that language."""
    change = _former(form, language)
    if change is None or not len(words):
        return words
    _, first, back = np.unique(words.hashes, return_index=True, return_inverse=True)
    distinct = Words(words.starts[first], words.ends[first], words.hashes[first])
    changed = [change(word) for word in word_strings(text, distinct)]
    hashes = hash_strings(changed, fold_diacritics)[back]
    return Words(words.starts, words.ends, hashes, words.mixed_script)


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
