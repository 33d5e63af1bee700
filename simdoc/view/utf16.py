"""Characters as Python counts them → units of UTF-16, as browsers count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_LAST_OF_ONE_UNIT = 0xFFFF


class Utf16Offsets:
    """The offsets of one text. Only the characters of two units are kept, so the many texts that
    have none cost nothing."""

    def __init__(self, text: str) -> None:
        if text.isascii() or max(text) <= chr(_LAST_OF_ONE_UNIT):
            self._wide = np.zeros(0, np.int64)
        else:
            # Lone surrogates are one character here and one unit there.
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
            self._wide = np.flatnonzero(codes > _LAST_OF_ONE_UNIT)

    def of(self, characters: NDArray[np.int64] | Sequence[int]) -> NDArray[np.int64]:
        """The unit at which each character starts; the length of the text has one too."""
        places = np.asarray(characters, np.int64)
        return places + np.searchsorted(self._wide, places)
