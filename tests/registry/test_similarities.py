"""The similarity table holds the best of each document, whatever the order of events."""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable, SimilarityRow

Make = Callable[[int], list[int]]


def row(doc_id: int, other_id: int, common: int, boilerplate: int = 0) -> SimilarityRow:
    return SimilarityRow(doc_id, other_id, common, boilerplate, 1)


def others(registry: Registry, doc_id: int) -> list[int]:
    return [line.other_id for line in registry.similar(doc_id)]


def test_a_pair_is_stored_in_both_directions(registry: Registry, searchable: Make) -> None:
    a, b, c = searchable(3)
    registry.insert_and_trim([SimilarityRow(a, b, 30, 5, 2)], best=10)
    assert registry.similar(a) == [SimilarityRow(a, b, 30, 5, 2)]
    assert registry.similar(b) == [SimilarityRow(b, a, 30, 5, 2)]
    assert registry.similar(c) == []


def test_a_known_pair_is_renewed(registry: Registry, searchable: Make) -> None:
    a, b = searchable(2)
    registry.insert_and_trim([SimilarityRow(a, b, 30, 5, 2)], best=10)
    registry.insert_and_trim([SimilarityRow(b, a, 40, 6, 3)], best=10)
    assert registry.similar(a) == [SimilarityRow(a, b, 40, 6, 3)]
    assert registry.similar(b) == [SimilarityRow(b, a, 40, 6, 3)]


def test_lists_rank_by_chunks_outside_boilerplate_then_by_doc_id(
    registry: Registry, searchable: Make
) -> None:
    a, b, c, d, e = searchable(5)
    registry.insert_and_trim([row(a, e, 10), row(a, d, 10), row(a, c, 90, 85), row(a, b, 11)], 10)
    assert others(registry, a) == [b, d, e, c]
    assert [line.other_id for line in registry.similar(a, limit=2)] == [b, d]


def test_a_list_too_long_is_cut_and_says_so(registry: Registry, searchable: Make) -> None:
    a, b, c, d = searchable(4)
    assert registry.insert_and_trim([row(a, b, 3), row(a, c, 1), row(a, d, 2)], best=2) == [a]
    assert others(registry, a) == [b, d]
    assert others(registry, c) == [a]
    assert [registry.get(i).list_cut for i in (a, b, c, d)] == [True, False, False, False]


def test_rows_of_documents_that_are_not_searchable_are_left_out(
    registry: Registry, searchable: Make
) -> None:
    a, b, c = searchable(3)
    registry.mark_deleted([b])
    registry.insert_and_trim([row(a, b, 9), row(a, c, 5), row(a, 999, 7)], best=10)
    assert others(registry, a) == [c]
    assert others(registry, b) == []


def test_deleting_removes_rows_both_ways_and_names_cut_lists(
    registry: Registry, searchable: Make
) -> None:
    a, b, c, d, e = searchable(5)
    # a's list is cut (e falls out), the lists of the others are not.
    registry.insert_and_trim([row(a, b, 9), row(a, c, 8), row(a, d, 7), row(a, e, 6)], best=3)
    registry.insert_and_trim([row(b, c, 5)], best=3)
    assert registry.mark_deleted([e]) == []  # e was in nobody's cut list
    assert registry.mark_deleted([b]) == [a]
    assert others(registry, a) == [c, d]
    assert others(registry, c) == [a]
    assert registry.stale_ids() == [a]
    assert registry.replace_lists([a], [row(a, c, 8), row(a, d, 7)]) == []
    assert registry.stale_ids() == []
    assert registry.get(a).list_cut is False


def test_a_document_deleted_itself_is_not_to_be_computed_again(
    registry: Registry, searchable: Make
) -> None:
    a, b, c = searchable(3)
    registry.insert_and_trim([row(a, b, 2), row(a, c, 1)], best=1)
    assert registry.get(a).list_cut
    assert registry.mark_deleted([a, b]) == []
    assert registry.stale_ids() == []
    assert not registry.get(a).list_cut


def test_a_list_replaced_is_the_new_one_and_only_that(registry: Registry, searchable: Make) -> None:
    a, b, c, d = searchable(4)
    registry.insert_and_trim([row(a, b, 9), row(a, c, 8)], best=10)
    registry.replace_lists([a, d], [row(a, d, 4), row(d, a, 4), row(d, b, 1)], cut=[d])
    assert others(registry, a) == [d]
    assert others(registry, d) == [a, b]
    assert others(registry, b) == [a]  # the other direction is that document's own
    assert registry.get(d).list_cut
    assert not registry.get(a).list_cut
    with pytest.raises(ValueError, match="whose lists are not replaced"):
        registry.replace_lists([a], [row(b, a, 1)])
    assert others(registry, a) == [d]


def test_a_cut_list_that_lost_a_row_while_it_was_computed_stays_stale(
    registry: Registry, searchable: Make
) -> None:
    a, b, c, d = searchable(4)
    registry.mark_deleted([b])
    assert registry.replace_lists([a, d], [row(a, b, 9), row(a, c, 8), row(d, b, 3)], [a]) == [a]
    assert registry.stale_ids() == [a]
    assert others(registry, a) == [c]
    assert others(registry, d) == []


pairs = st.dictionaries(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] < pair[1]),
    st.tuples(st.integers(0, 6), st.integers(0, 3)),
    max_size=66,
)


@given(pairs, st.integers(1, 5), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_table_is_the_best_of_all_pairs_in_any_order_of_loading(
    found: dict[tuple[int, int], tuple[int, int]], best: int, random_: random.Random
) -> None:
    with tempfile.TemporaryDirectory() as folder, Registry.open(Path(folder)) as registry:
        ids = registry.add_documents(NewDocument(file_hash="", text="") for _ in range(12))
        registry.mark_searchable([Searchable(i, 1, 1) for i in ids], generation=1)
        rows = []
        for (one, two), (distinct, boilerplate) in found.items():
            if random_.random() < 0.5:
                one, two = two, one
            rows.append(
                SimilarityRow(ids[one], ids[two], distinct + boilerplate, boilerplate, distinct)
            )
        random_.shuffle(rows)
        cut: set[int] = set()
        while rows:
            many = random_.randint(1, len(rows))
            cut.update(registry.insert_and_trim(rows[:many], best))
            rows = rows[many:]
        for number, doc_id in enumerate(ids):
            whole = sorted(
                (-distinct, ids[sum(pair) - number], boilerplate)
                for pair, (distinct, boilerplate) in found.items()
                if number in pair
            )
            expected = [
                SimilarityRow(doc_id, other, boilerplate - minus, boilerplate, -minus)
                for minus, other, boilerplate in whole[:best]
            ]
            assert registry.similar(doc_id) == expected
            assert registry.get(doc_id).list_cut == (len(whole) > best) == (doc_id in cut)


def test_many_rows_are_loaded_and_cut_in_batches(registry: Registry, searchable: Make) -> None:
    ids = searchable(1_200)
    hub = ids[0]
    rows = [row(hub, other, number) for number, other in enumerate(ids[1:], 1)]
    rows += [row(one, two, 1) for one, two in itertools.pairwise(ids[1:])]
    assert registry.insert_and_trim(rows, best=2) == [hub, *ids[2:-1]]
    assert others(registry, hub) == [ids[-1], ids[-2]]
    assert others(registry, ids[600]) == [hub, ids[599]]
    assert others(registry, ids[1]) == [hub, ids[2]]
    # Only the first document has lost rows: of its two neighbours each kept the earlier one.
    assert registry.mark_deleted(ids[-700:]) == [hub]
    assert others(registry, hub) == []
    assert registry.mark_deleted([ids[300]]) == [ids[301]]


def test_passages_are_kept_by_their_whole_key_until_a_document_goes(
    registry: Registry, searchable: Make
) -> None:
    a, b, c = searchable(3)
    registry.store_passages(a, b, 1, "k", b"old")
    registry.store_passages(a, b, 1, "k", b"new\x00")
    registry.store_passages(a, b, 2, "k", b"other pipeline")
    registry.store_passages(c, a, 1, "k", b"other pair")
    registry.store_passages(b, c, 1, "k", b"without a")
    assert registry.passages(a, [b], 1, "k") == {b: b"new\x00"}
    assert registry.passages(a, [b], 2, "k") == {b: b"other pipeline"}
    assert registry.passages(a, [b], 1, "j") == {}
    assert registry.passages(b, [a], 1, "k") == {}
    registry.mark_deleted([a])
    assert registry.passages(a, [b], 1, "k") == {}
    assert registry.passages(c, [a], 1, "k") == {}
    assert registry.passages(b, [c], 1, "k") == {c: b"without a"}
