"""Finding a document by what a person remembers of it: typing errors and the order of names do
not matter."""

from __future__ import annotations

import numpy as np
import pandas as pd
from rapidfuzz import fuzz, process

from simdoc.registry.rows import folded

LEAST = 75.0
"""Of 100, for the worst word: one wrong letter in a short word still finds."""
_COLUMNS = ["Title", "Author", "Submitted", "Course"]


def matching(documents: pd.DataFrame, typed: str) -> pd.DataFrame:
    """The rows whose title, author, date or course resemble what was typed, best first; all rows
    when nothing was typed."""
    words = folded(typed).split()
    if not words or documents.empty:
        return documents
    known = [folded(*values) for values in documents[_COLUMNS].itertuples(index=False)]
    # Each word by itself, wherever it stands: so the order of names does not matter.
    scores = process.cdist(words, known, scorer=fuzz.partial_ratio, dtype=np.float32).min(axis=0)
    best = np.argsort(-scores, kind="stable")
    rows: list[int] = best[scores[best] >= LEAST].tolist()
    return documents.iloc[rows]
