"""Long chains of cells, and the theses that are such chains."""

from __future__ import annotations

import numpy as np

from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan
from simdoc.evaluation.obfuscation import obfuscate, recipe
from simdoc.passages.align import align
from simdoc.passages.alignment_settings import DEFAULTS
from simdoc.passages.background import stemmed
from simdoc.passages.boxes import Box
from simdoc.passages.chains import ENDS, find_chains


def _chains(cells: list[tuple[int, int]], weights: list[float] | None = None) -> list[Box]:
    rows, columns = np.array(cells, np.int64).reshape(-1, 2).T
    heavy = np.array(weights if weights is not None else [20.0] * len(cells))
    return find_chains(rows, columns, heavy, 18.0, 32)


def test_cells_one_behind_the_other_are_a_chain_without_its_ends() -> None:
    [box] = _chains([(row, row + 10) for row in range(40)])
    assert (box.query_from, box.query_to) == (32 * (ENDS + 1), 32 * (40 - ENDS))
    assert (box.other_from, box.other_to) == (32 * (ENDS + 11), 32 * (50 - ENDS))


def test_a_chain_steps_over_some_rows_and_over_what_lies_aside() -> None:
    cells = [(row, row) for row in range(40) if row not in (20, 21, 22)]
    assert len(_chains(cells)) == 1
    assert len(_chains(sorted([*cells, (20, 500), (21, 500)]))) == 1


def test_a_chain_ends_where_one_text_has_pages_of_its_own() -> None:
    cells = [(row, row) for row in range(30)] + [(row, row + 300) for row in range(40, 80)]
    assert [box.query_from // 32 for box in _chains(cells)] == [ENDS + 1, 40 + ENDS + 1]


def test_few_cells_are_no_chain_and_light_ones_begin_none() -> None:
    assert _chains([(row, row) for row in range(10)]) == []
    assert _chains([(row, row) for row in range(40)], [10.0] * 40) == []
    assert _chains([]) == []


def test_a_long_text_rewritten_as_a_whole_is_one_passage_from_end_to_end() -> None:
    text = CorpusGenerator(CorpusPlan(documents=1, words=20_000, receiving=0.0)).document(0).text
    copy = obfuscate(text, recipe("random", 0.5), language="en", seed=3).text
    [passage] = align(stemmed(copy), stemmed(text), DEFAULTS).passages
    assert passage.query_start < 300
    assert passage.query_end > len(copy) - 300
    assert passage.other_start < 300
    assert passage.other_end > len(text) - 300


def test_own_pages_inside_of_a_long_rewritten_text_stay_outside_of_passages() -> None:
    made = CorpusGenerator(CorpusPlan(documents=2, words=20_000, receiving=0.0))
    text, own = made.document(0).text, made.document(1).text[:6000]
    copy = obfuscate(text, recipe("random", 0.5), language="en", seed=3).text
    middle = copy.index(". ", len(copy) // 2) + 2
    query = copy[:middle] + own + " " + copy[middle:]
    found = align(stemmed(query), stemmed(text), DEFAULTS).passages
    inside = [
        max(0, min(one.query_end, middle + len(own)) - max(one.query_start, middle))
        for one in found
    ]
    assert len(found) == 2
    assert sum(inside) < 300
