"""Where sentences end, for chunks that respect them and for snapping passages to them."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

_END = re.compile(
    # Only from the first of a run of marks, and never back into it: a page of dot leaders would
    # otherwise be tried from every dot to its end.
    r"""(?<![.!?…])[.!?…]++["'”“’»«)\]]*+(?=\s)|\n[ \t]*+\n|\f""",
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:\w|např|tzv|tzn|resp|popř|event|srov|viz|str|obr|tab|kap|odst|písm|čl|č|stol|roč|"
    r"prof|doc|ing|mgr|dr|mr|mrs|ms|st|vs|etc|cf|fig|no|vol|pp|ed|eds|al|approx|ca|inc|sv|hl|m|napr|"
    r"resp|pozn|príp|e\.g|i\.e|t\.j|t\.zn|a\.s|s\.r\.o)$",
    re.IGNORECASE,
)


def sentence_ends(text: str) -> NDArray[np.int64]:
    """Ascending character places just behind each sentence; the end of the text closes the last.

    A full stop ends a sentence when white space follows, no known abbreviation or single letter
    stands before it, and the next word does not begin with a small letter. An empty line and a page
    break always end one.
    """
    ends = []
    for match in _END.finditer(text):
        if text[match.start()] == ".":
            following = text[match.end() : match.end() + 40].lstrip()
            if following[:1].islower():
                continue
            if _ABBREVIATION.search(text, max(0, match.start() - 12), match.start()):
                continue
        ends.append(match.end())
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return np.array(ends, np.int64)
