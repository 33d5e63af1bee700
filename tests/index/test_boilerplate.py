from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.index import boilerplate
from simdoc.index.boilerplate import evident_count, is_due
from simdoc.index.format import ArrayRecord, FileRecord
from simdoc.index.index import Index
from simdoc.index.manifest import BoilerplateRecord
from simdoc.settings import BoilerplateSettings, FingerprintSettings

from .oracle import add, assert_agrees, document


def made(postings: int) -> BoilerplateRecord:
    return BoilerplateRecord(ArrayRecord("b", 0, FileRecord(0, 0)), 10, 0.01, postings)


def test_boilerplate_is_made_anew_in_small_indexes_after_growth_and_for_other_settings() -> None:
    settings = BoilerplateSettings()
    assert is_due(None, settings, 10**9)
    assert is_due(made(1_999_000), settings, 1_999_999)
    assert not is_due(made(10**7), settings, 10**7 + 10)
    assert is_due(made(10**7), settings, 11 * 10**6)
    assert is_due(made(10**7), settings, 9 * 10**6)
    assert is_due(made(10**7), BoilerplateSettings(minimum_documents=11), 10**7)
    assert is_due(made(10**7), BoilerplateSettings(share=0.02), 10**7)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.integers(1, 12))
def test_more_than_the_limit_in_all_means_more_than_this_in_one_segment(
    documents: list[int], limit: int
) -> None:
    level = evident_count(documents, limit)
    spreads = [s for s in product(*(range(n + 1) for n in documents)) if sum(s) > limit]
    assert all(max(spread) > level for spread in spreads)
    if level < limit and spreads:  # and no larger number would do
        assert any(max(spread) <= level + 1 for spread in spreads)


def test_boilerplate_is_counted_in_live_documents_across_segments(tmp_path: Path) -> None:
    settings = BoilerplateSettings(minimum_documents=3, share=0.0)
    index = Index.create(tmp_path, FingerprintSettings(), settings)
    documents = {n: document(n, [7, 7, 100 + n, 8 if n < 4 else 9]) for n in range(1, 9)}
    for pair in ((1, 2), (3, 4), (5, 6), (7, 8)):
        add(index, *(documents[n] for n in pair))
    assert index.snapshot().boilerplate.tolist() == [7, 9]
    index.commit(delete=[8, 7])
    del documents[8], documents[7]
    assert index.snapshot().boilerplate.tolist() == [7]
    assert_agrees(index.snapshot(), documents, settings)


def test_a_large_index_keeps_its_boilerplate_until_it_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boilerplate, "SMALL_INDEX", 0)
    settings = BoilerplateSettings(minimum_documents=2, share=0.0)
    index = Index.create(tmp_path, FingerprintSettings(), settings)
    long = list(range(1000, 1200))
    add(index, document(1, long), document(2, [5, 6]), document(3, [5, 6]))
    assert index.snapshot().boilerplate.tolist() == []
    add(index, document(4, [5, 6]))
    assert index.snapshot().boilerplate.tolist() == []  # 206 postings, made at 204
    add(index, document(5, long))
    assert index.snapshot().boilerplate.tolist() == [5, 6]
    index.commit(delete=[4])
    assert index.snapshot().boilerplate.tolist() == [5, 6]
    index.merge(all=True)
    assert index.snapshot().boilerplate.tolist() == []
    name = index.snapshot().manifest.boilerplate
    assert name is not None
    index.commit(delete=[2])
    assert index.snapshot().manifest.boilerplate == name


def test_other_settings_take_effect_at_the_next_commit(tmp_path: Path) -> None:
    index = Index.create(tmp_path, FingerprintSettings(), BoilerplateSettings())
    add(index, *(document(n, [5, 10 + n]) for n in range(4)))
    assert index.snapshot().boilerplate.tolist() == []
    stricter = Index.open(tmp_path, None, BoilerplateSettings(minimum_documents=3, share=0.0))
    stricter.commit()
    assert stricter.snapshot().boilerplate.tolist() == [5]
    assert index.snapshot().boilerplate.dtype == np.uint64
