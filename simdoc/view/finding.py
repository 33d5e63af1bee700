"""Documents for the corpus page: a page of them from the database, and where few are found, those
whose names are spelled nearly so."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import streamlit as st
from rapidfuzz import fuzz, process

from simdoc.corpus import Corpus
from simdoc.registry.documents import DocumentFilter, FoldedNames, Order
from simdoc.registry.rows import DocumentRow, folded
from simdoc.registry.tallies import Tallies

LEAST = 75.0
"""Of 100, for the worst word: one wrong letter in a short word still finds."""
FEW = 5
"""With fewer exact finds than this the search forgives errors."""
MOST_FORGIVEN = 200
_SHORTEST = 3
"""Letters of a word below which everything is nearly so."""


@dataclass(frozen=True)
class Found:
    """A page of documents and how many there are in all; `forgiving` when those in the list that
    are not spelled as typed had to be looked for."""

    rows: list[DocumentRow]
    total: int
    forgiving: bool = False


def find_documents(
    corpus: Corpus,
    wanted: DocumentFilter,
    order: Order = "doc_id",
    descending: bool = True,
    limit: int = 50,
    offset: int = 0,
) -> Found:
    """One page of the documents wanted, exact finds first. Never reads more than a page of rows,
    and of the others, when it must forgive, the names alone."""
    registry = corpus.registry
    total = registry.count(wanted)
    rows = registry.list_documents(
        wanted, order=order, descending=descending, limit=limit, offset=offset
    )
    words = folded(wanted.search).split()
    if total >= FEW or not words or max(map(len, words)) < _SHORTEST:
        return Found(rows, total)
    exact = registry.list_documents(wanted, order=order, descending=descending, limit=FEW)
    known = [row.doc_id for row in exact]
    everybody = dataclasses.replace(wanted, search=None)
    ids = known + [i for i in nearly_so(_names(corpus, everybody), words) if i not in known]
    here = ids[offset : offset + limit]
    by_id = registry.get_many(here)
    return Found([by_id[i] for i in here if i in by_id], len(ids), len(ids) > len(known))


def nearly_so(names: FoldedNames, words: list[str]) -> list[int]:
    """doc_ids of the names in which each of the words stands or nearly stands, in any order, the
    best first. Each word is looked for only in what the words before it have left."""
    left = np.arange(len(names[0]))
    worst = np.full(len(left), 100.0, np.float32)
    for word in sorted(words, key=len, reverse=True):
        among = [names[1][place] for place in left.tolist()]
        scores = (
            process.cdist(
                [word], among, scorer=fuzz.partial_ratio, score_cutoff=LEAST, dtype=np.float32
            )[0]
            if among
            else np.empty(0, np.float32)
        )
        kept = scores >= LEAST
        left, worst = left[kept], np.minimum(worst[kept], scores[kept])
    best = left[np.argsort(-worst, kind="stable")][:MOST_FORGIVEN]
    return [names[0][place] for place in best.tolist()]


def _names(corpus: Corpus, wanted: DocumentFilter) -> FoldedNames:
    return _names_then(str(corpus.folder), corpus.registry.last_event(), wanted, corpus)


@st.cache_resource(max_entries=4, show_spinner=False)
def _names_then(folder: str, event: int, wanted: DocumentFilter, _corpus: Corpus) -> FoldedNames:
    return _corpus.registry.folded_names(wanted)


def tallies_now(corpus: Corpus) -> Tallies:
    """The courses, years, kinds and languages of the corpus, counted anew when anything changed."""
    return _tallies_then(str(corpus.folder), corpus.registry.last_event(), corpus)


@st.cache_resource(max_entries=4, show_spinner=False)
def _tallies_then(folder: str, event: int, _corpus: Corpus) -> Tallies:
    return _corpus.registry.tallies()
