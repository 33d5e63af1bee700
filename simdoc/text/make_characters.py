"""Makes `characters.npz`, the frozen table of what each character is and folds to.

Frozen, because Python's own Unicode tables change with its version and the same text must give
the same fingerprints for ever. Run `python -m simdoc.text.make_characters` only together with a
new PIPELINE_VERSION.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simdoc.text.characters import (
    BREAK,
    DIGIT,
    HYPHEN,
    IGNORED,
    JOINER,
    LETTER,
    LOOKALIKE,
    MARK,
)
from simdoc.text.lookalikes import TWINS

PLANE = 1 << 16
HANGUL_FILLERS = "\u115f\u1160\u3164\uffa0"
VARIATION_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def kind_of(code: int) -> int:
    """The flags of one code point, LOOKALIKE and UNEVEN apart."""
    character = chr(code)
    category = unicodedata.category(character)
    if category[0] == "L":
        return LETTER
    if category == "Nd":
        return DIGIT
    if category == "Cf" or code in VARIATION_SELECTORS:
        return IGNORED
    if category[0] == "M":
        return MARK
    if character in "-\u2010":
        return HYPHEN
    if character in "\ufffe\x02":
        return JOINER
    if character in "\n\r\f\v\x85\u2028\u2029":
        return BREAK
    return 0


def folded(character: str) -> str:
    """What a letter, digit or mark counts as: NFKD, look-alikes to their twins, case folded.

    Marks stay (a table for folded diacritics drops them afterwards); a mark is never case folded,
    because U+0345 would become a letter. Character by character, so nothing depends on context.
    """
    parts = []
    for part in unicodedata.normalize("NFKD", character):
        part = TWINS.get(part, part)
        if unicodedata.category(part)[0] != "M":
            part = unicodedata.normalize("NFKD", part.casefold())
            part = "".join(TWINS.get(letter, letter) for letter in part)
        parts.append(part)
    kept = "".join(parts)
    return "".join(c for c in kept if kind_of(ord(c)) & (LETTER | DIGIT | MARK))


def make() -> dict[str, NDArray[Any]]:
    """The arrays of the file: `kinds`, `singles` and the pools of longer foldings, all planes."""
    kinds = np.zeros(sys.maxunicode + 1, np.uint8)
    deltas = np.zeros(sys.maxunicode + 1, np.int32)
    codes: list[int] = []
    starts = [0]
    pool: list[int] = []
    for code in range(sys.maxunicode + 1):
        kind = kind_of(code)
        kinds[code] = kind
        if not kind & (LETTER | DIGIT | MARK):
            continue
        if chr(code) in TWINS:
            kinds[code] |= LOOKALIKE
        sequence = "" if chr(code) in HANGUL_FILLERS else folded(chr(code))
        if len(sequence) == 1:
            deltas[code] = ord(sequence) - code
        else:
            codes.append(code)
            pool.extend(map(ord, sequence))
            starts.append(len(pool))
    return {
        "unicode": np.array(unicodedata.unidata_version),
        "kinds": kinds[:PLANE],
        "deltas": deltas[:PLANE],
        "kinds_beyond": kinds[PLANE:],
        "deltas_beyond": deltas[PLANE:],
        "codes": np.array(codes, np.int32),
        "starts": np.array(starts, np.int32),
        "pool": np.array(pool, np.int32),
        "pool_marks": (kinds[pool] & MARK) != 0,
    }


if __name__ == "__main__":
    arrays: dict[str, Any] = make()
    np.savez_compressed(Path(__file__).with_name("characters.npz"), **arrays)
