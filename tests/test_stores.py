"""Registry and index change together: any history, two writers, interruptions, damage."""

from __future__ import annotations

import dataclasses
import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)

from simdoc.corpus import Corpus
from simdoc.errors import CorruptIndexError, SimdocError
from simdoc.index.manifest import read_manifest
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, SimilarityRow
from simdoc.settings import BoilerplateSettings, Settings
from simdoc.stores import INDEX_FOLDER, Stores, verify_corpus
from tests.oracle import OracleCorpus
from tests.small_corpus import (
    TEXTS,
    add_texts,
    assert_agrees,
    assert_compared,
    assert_similar,
    assert_sound,
    fast_corpus_folder,
    fast_folder,
    oracle_of,
    small_settings,
    store_texts,
    stores_of,
    table_of,
)


class History(RuleBasedStateMachine):
    """Adding, replacing, deleting, bringing back, purging, merging and opening again, in any
    order: after each step all answers are those of the brute force."""

    live = Bundle("live")
    deleted = Bundle("deleted")

    def __init__(self) -> None:
        super().__init__()
        self.folder = fast_folder()

    @initialize(best=st.sampled_from([1, 2, 3, 100]), segments=st.sampled_from([1, 3, 12]))
    def start(self, best: int, segments: int) -> None:
        self.begin(small_settings(best), segments)

    def begin(self, chosen: Settings, segments: int) -> None:
        index = dataclasses.replace(chosen.index, maximum_segments=segments)
        self.settings = dataclasses.replace(chosen, index=index)
        self.corpus = Corpus.open(self.folder, self.settings)
        self.oracle = oracle_of(self.settings)
        self.gone: dict[int, str] = {}

    @rule(target=live, texts=st.lists(TEXTS, max_size=3))
    def add(self, texts: list[str]) -> object:
        doc_ids = add_texts(self.corpus, texts)
        self.oracle.texts.update(zip(doc_ids, texts, strict=True))
        return multiple(*doc_ids)

    @rule(target=live, old=consumes(live), text=TEXTS)
    def replace(self, old: int, text: str) -> int:
        [doc_id] = add_texts(self.corpus, [text], [old])
        del self.oracle.texts[old]
        self.oracle.texts[doc_id] = text
        return doc_id

    @rule(target=deleted, doc_id=consumes(live))
    def delete(self, doc_id: int) -> int:
        self.corpus.delete([doc_id])
        self.gone[doc_id] = self.oracle.texts.pop(doc_id)
        return doc_id

    @rule(target=live, doc_id=consumes(deleted))
    def undelete(self, doc_id: int) -> int:
        assert self.corpus.undelete([doc_id]) == [doc_id]
        self.oracle.texts[doc_id] = self.gone.pop(doc_id)
        return doc_id

    @rule(doc_id=consumes(live))
    def purge(self, doc_id: int) -> None:
        self.corpus.delete([doc_id], purge=True)
        del self.oracle.texts[doc_id]

    @rule(everything=st.booleans())
    def merge(self, everything: bool) -> None:
        self.corpus.merge(all=everything)

    @rule()
    def open_again(self) -> None:
        self.corpus.close()
        self.corpus = Corpus.open(self.folder, self.settings, create=False)

    @precondition(lambda self: hasattr(self, "corpus"))
    @invariant()
    def agrees(self) -> None:
        self.check(table=True)

    def check(self, table: bool) -> None:
        assert_agrees(self.corpus, self.oracle, table)
        some = sorted(self.oracle.texts)[:3]
        for doc_id in some:
            answer = self.corpus.similar_to(doc_id, best=1, among=some)
            assert_similar(answer, self.oracle, self.oracle.texts[doc_id], doc_id, some, best=1)
            assert_compared(self.corpus, self.oracle, doc_id, some[0])

    def teardown(self) -> None:
        try:
            if hasattr(self, "corpus"):
                self.corpus.close()
                assert_sound(self.folder)
        finally:
            shutil.rmtree(self.folder)


class HistoryWithBoilerplate(History):
    """The same where chunks become boilerplate as documents come, and stop being it. The table
    keeps what was boilerplate when a row was made, so that only computed answers are compared."""

    @initialize(minimum=st.sampled_from([1, 2]), share=st.sampled_from([0.0, 0.4]))
    def start(self, minimum: int, share: float) -> None:
        self.begin(small_settings(3, BoilerplateSettings(minimum, share)), 3)

    @precondition(lambda self: hasattr(self, "corpus"))
    @invariant()
    def agrees(self) -> None:
        self.check(table=False)


FEW = settings(
    max_examples=12,
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestAnyHistory = History.TestCase
TestAnyHistory.settings = settings(FEW, max_examples=25)
TestAnyHistoryWithBoilerplate = HistoryWithBoilerplate.TestCase
TestAnyHistoryWithBoilerplate.settings = FEW


# Plain cases.

NUMBERS = [f"slovo{i}" for i in range(60)]


def shifted(start: int, count: int = 30) -> str:
    """A text that shares the more with another, the nearer their starts."""
    return " ".join(NUMBERS[start : start + count])


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    with fast_corpus_folder() as folder, Corpus.open(folder, small_settings(best=2)) as opened:
        yield opened


def fill(corpus: Corpus, starts: Sequence[int]) -> OracleCorpus:
    """Documents that overlap one another, each in a segment of its own."""
    oracle = oracle_of(corpus.settings)
    for start in starts:
        [doc_id] = add_texts(corpus, [shifted(start)])
        oracle.texts[doc_id] = shifted(start)
    return oracle


def test_a_cut_list_is_computed_again_when_one_of_its_rows_goes(corpus: Corpus) -> None:
    oracle = fill(corpus, [0, 1, 2, 3, 4, 5])
    assert_agrees(corpus, oracle)
    assert corpus.document(1).list_cut
    for doc_id in (2, 3, 4):
        corpus.delete([doc_id])
        del oracle.texts[doc_id]
        assert_agrees(corpus, oracle)
        assert corpus.registry.stale_ids() == []
    corpus.undelete([3])
    oracle.texts[3] = shifted(2)
    assert_agrees(corpus, oracle)


def test_a_retried_new_version_takes_the_old_one_out_of_the_index(corpus: Corpus) -> None:
    """The row that failed remembers what it replaces; whoever indexes it must heed that."""
    oracle = fill(corpus, [0, 1])
    failed = corpus.registry.add_documents(
        [NewDocument(file_hash="f", reason="broken", path="/x", replaces=1)]
    )
    corpus.registry.refill(failed[0], NewDocument(file_hash="g", text=shifted(3), path="/x"))
    stores_of(corpus).index_texts([(failed[0], shifted(3))])
    del oracle.texts[1]
    oracle.texts[failed[0]] = shifted(3)
    snapshot = stores_of(corpus).index.snapshot()
    assert sorted(snapshot.doc_ids[snapshot.live].tolist()) == sorted(oracle.texts)
    assert_agrees(corpus, oracle)


# What an interruption leaves. Each is made by hand here; test_kill_during_corpus_change finds
# them all by killing.


def test_texts_that_no_manifest_names_are_indexed_by_the_next_change(corpus: Corpus) -> None:
    oracle = fill(corpus, [0, 1])
    texts = [shifted(2), shifted(3)]
    oracle.texts.update(zip(store_texts(corpus, texts), texts, strict=True))
    [last] = add_texts(corpus, [shifted(40)])
    oracle.texts[last] = shifted(40)
    assert_agrees(corpus, oracle)


def test_what_the_manifest_names_and_the_registry_does_not_know_is_acknowledged(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    oracle = fill(corpus, [0, 1])
    with monkeypatch.context() as patch:
        patch.setattr(Registry, "mark_searchable", killed)
        with pytest.raises(KeyboardInterrupt):
            add_texts(corpus, [shifted(2)], [1])
    assert corpus.document(3).status == "extracted"
    assert [line.doc_id for line in corpus.similar_to(2).similar] == [], "not before both know"
    [last] = add_texts(corpus, [shifted(3)])
    oracle.texts.update({3: shifted(2), last: shifted(3)})
    del oracle.texts[1]
    assert corpus.document(1).status == "replaced"
    assert_agrees(corpus, oracle)


def test_a_deletion_that_only_the_manifest_knows_is_undone_by_the_next_change(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was not acknowledged, so both outcomes are right; half of it is not."""
    oracle = fill(corpus, [0, 1, 2])
    with monkeypatch.context() as patch:
        patch.setattr(Registry, "mark_deleted", killed)
        with pytest.raises(KeyboardInterrupt):
            corpus.delete([2])
    [last] = add_texts(corpus, [shifted(3)])
    oracle.texts[last] = shifted(3)
    assert_agrees(corpus, oracle)


def test_lists_that_were_to_be_computed_again_are_by_the_next_change(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    oracle = fill(corpus, [0, 1, 2, 3, 4])
    with monkeypatch.context() as patch:
        patch.setattr(Registry, "replace_lists", killed)
        with pytest.raises(KeyboardInterrupt):
            corpus.delete([2])
    assert corpus.registry.stale_ids()
    [last] = add_texts(corpus, [shifted(40)])
    del oracle.texts[2]
    oracle.texts[last] = shifted(40)
    assert_agrees(corpus, oracle)


def killed(*_arguments: object, **_named: object) -> None:
    raise KeyboardInterrupt


def test_a_failure_while_a_segment_is_built_leaves_nothing_behind(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(corpus, [0])
    before = {path.name for path in (corpus.folder / INDEX_FOLDER).iterdir()}
    fingerprinter = stores_of(corpus).fingerprinter
    with monkeypatch.context() as patch:
        patch.setattr(type(fingerprinter), "chunks", killed)
        with pytest.raises(KeyboardInterrupt):
            add_texts(corpus, [shifted(1)])
    assert {path.name for path in (corpus.folder / INDEX_FOLDER).iterdir()} == before


# Two writers.


def test_two_documents_acknowledged_in_the_other_order_than_committed_find_each_other(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to be committed is the last to be acknowledged: neither row may be lost."""
    with Corpus.open(corpus.folder, corpus.settings) as second:
        acknowledge = Stores._enter_similarities
        first_waits, second_done = threading.Event(), threading.Event()

        def late(self: Stores, *arguments: object) -> None:
            if self is stores_of(corpus):
                first_waits.set()
                assert second_done.wait(30)
            acknowledge(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Stores, "_enter_similarities", late)
        thread = threading.Thread(target=add_texts, args=(corpus, [shifted(0)]))
        thread.start()
        assert first_waits.wait(30)
        add_texts(second, [shifted(1)])
        second_done.set()
        thread.join()
    oracle = oracle_of(corpus.settings, {1: shifted(0), 2: shifted(1)})
    assert_agrees(corpus, oracle)


def test_a_list_computed_again_does_not_lose_a_document_that_came_meanwhile(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    oracle = fill(corpus, [0, 1, 2, 3])
    with Corpus.open(corpus.folder, corpus.settings) as second:
        adder = threading.Thread(target=add_texts, args=(second, [shifted(1)]))
        list_of = Stores.list_of
        begun: list[bool] = []

        def slow(self: Stores, *arguments: object) -> list[SimilarityRow]:
            rows = list_of(self, *arguments)  # type: ignore[arg-type]
            if self is stores_of(corpus) and not begun:
                begun.append(True)
                adder.start()
                adder.join(0.5)  # it must wait for us, or we for it
            return rows

        monkeypatch.setattr(Stores, "list_of", slow)
        corpus.delete([3])
        adder.join()
    del oracle.texts[3]
    oracle.texts[5] = shifted(1)
    assert_agrees(corpus, oracle)


def test_a_list_computed_again_does_not_wait_for_what_only_the_manifest_has(
    corpus: Corpus,
) -> None:
    """A document that nobody has acknowledged, and one that the registry has given up: beside a
    living writer nobody clears them away, and no list may have them."""
    oracle = fill(corpus, [0, 1, 2, 3, 4, 5])
    with (
        Corpus.open(corpus.folder, corpus.settings) as second,
        stores_of(second).writing(),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(Registry, "mark_searchable", killed)
        with pytest.raises(KeyboardInterrupt):
            add_texts(corpus, [shifted(1)])
        corpus.registry.mark_deleted([2])
        corpus.delete([3])
    for doc_id in (2, 3):
        del oracle.texts[doc_id]
    wanted = oracle.table()
    assert table_of(corpus, [4, 5, 6]) == {i: wanted[i] for i in (4, 5, 6)}
    add_texts(corpus, [shifted(40)])
    oracle.texts.update({7: shifted(1), 8: shifted(40)})
    assert_agrees(corpus, oracle)


@pytest.mark.parametrize("writers", [3])
def test_many_threads_change_one_corpus_at_once(tmp_path: Path, writers: int) -> None:
    chosen = small_settings(best=3)
    failures: list[BaseException] = []
    texts: dict[int, str] = {}
    Corpus.open(tmp_path, chosen).close()

    def work(number: int) -> None:
        try:
            with Corpus.open(tmp_path, chosen) as mine:
                for step in range(4):
                    given = [shifted((number * 7 + step * 3) % 30), shifted(step)]
                    doc_ids = add_texts(mine, given)
                    texts.update(zip(doc_ids, given, strict=True))
                    if step % 2:
                        mine.delete(doc_ids[:1])
                        del texts[doc_ids[0]]
                    mine.merge()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    with Corpus.open(tmp_path, chosen) as corpus:
        assert_agrees(corpus, oracle_of(chosen, texts))
    assert_sound(tmp_path)


def test_a_writer_beside_a_living_one_takes_its_work_for_no_wreck(corpus: Corpus) -> None:
    """Texts stored by a writer at work are not indexed by another one."""
    with Corpus.open(corpus.folder, corpus.settings) as second:
        with stores_of(corpus).writing():
            [waiting] = store_texts(corpus, [shifted(0)])
            [other] = add_texts(second, [shifted(1)])
            assert corpus.document(waiting).status == "extracted"
            stores_of(corpus).index_texts([(waiting, shifted(0))])
        assert_agrees(corpus, oracle_of(corpus.settings, {1: shifted(0), other: shifted(1)}))


# Damage.


def flip(path: Path, at: int = -1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def segments(folder: Path) -> list[Path]:
    return sorted((folder / INDEX_FOLDER).glob("segment-*"))


@pytest.mark.parametrize("array", ["postings.npy", "documents.npy", "offsets.npy"])
@pytest.mark.parametrize("how", ["flipped", "truncated", "missing"])
def test_a_damaged_segment_is_set_aside_and_its_documents_indexed_again(
    corpus: Corpus, array: str, how: str
) -> None:
    oracle = fill(corpus, [0, 1, 2])
    folder = corpus.folder
    named = [record.name for record in stores_of(corpus).index.snapshot().manifest.segments]
    corpus.close()
    victim = folder / INDEX_FOLDER / named[1] / array
    if how == "flipped":
        flip(victim)
    elif how == "truncated":
        victim.write_bytes(victim.read_bytes()[:-1])
    else:
        victim.unlink()
    if how != "flipped":
        with pytest.raises(CorruptIndexError, match=array):
            Corpus.open(folder, corpus.settings)
    damage, wrong = verify_corpus(folder)
    assert {found.name for found in damage} == {named[1]}
    assert wrong == []
    assert_sound(folder)
    with Corpus.open(folder, corpus.settings) as again:
        listed = {line.doc_id for line in again.similar_to(1).similar}
        assert listed == {3}, "what is damaged is not answered from"
        [last] = add_texts(again, [shifted(3)])
        oracle.texts[last] = shifted(3)
        assert_agrees(again, oracle)
    assert_sound(folder)


@pytest.mark.parametrize("how", ["flipped", "truncated", "missing", "folder"])
def test_an_index_without_its_manifest_is_made_anew_from_the_texts(
    corpus: Corpus, how: str
) -> None:
    oracle = fill(corpus, [0, 1, 2])
    corpus.delete([2])
    del oracle.texts[2]
    corpus.close()
    folder = corpus.folder
    manifest = folder / INDEX_FOLDER / "manifest.json"
    if how == "flipped":
        manifest.write_bytes(manifest.read_bytes().replace(b'"generation": ', b'"generation": 1'))
    elif how == "truncated":
        manifest.write_bytes(manifest.read_bytes()[:50])
    elif how == "missing":
        manifest.unlink()
    else:
        shutil.rmtree(folder / INDEX_FOLDER)
    with pytest.raises(CorruptIndexError, match=r"manifest\.json"):
        Corpus.open(folder, corpus.settings)
    damage, wrong = verify_corpus(folder)
    assert [found.name for found in damage] == ["manifest.json"]
    assert wrong == []
    with Corpus.open(folder) as again:
        [last] = add_texts(again, [shifted(3)])
        oracle.texts[last] = shifted(3)
        assert_agrees(again, oracle)
    assert_sound(folder)


def test_deletions_that_are_damaged_come_back_only_until_the_next_change(corpus: Corpus) -> None:
    """Also when just as many documents are missing as are too many."""
    oracle = fill(corpus, [0, 1, 2, 3])
    corpus.delete([2])
    corpus.close()
    folder = corpus.folder
    index = folder / INDEX_FOLDER
    [deletions] = index.glob("deletions-*")
    last = read_manifest(index).segments[-1].name
    flip(deletions)
    with pytest.raises(CorruptIndexError, match=deletions.name):
        Corpus.open(folder, corpus.settings)
    flip(index / last / "postings.npy")
    damage, _ = verify_corpus(folder)
    assert {found.name for found in damage} == {deletions.name, last}
    with Corpus.open(folder, corpus.settings) as again:
        assert 2 not in {line.doc_id for line in again.similar_to(1).similar}
        [new] = add_texts(again, [shifted(5)])
        del oracle.texts[2]
        oracle.texts[new] = shifted(5)
        assert_agrees(again, oracle)


def test_a_text_that_is_damaged_keeps_nobody_from_writing(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a document with a list to compute again, of one that waits for its commit, and of one
    that waits to be acknowledged."""
    oracle = fill(corpus, [0, 1, 2, 3])
    with monkeypatch.context() as patch:
        patch.setattr(Registry, "mark_searchable", killed)
        with pytest.raises(KeyboardInterrupt):
            add_texts(corpus, [shifted(5)])
    [unfinished] = store_texts(corpus, [shifted(4)])
    with corpus.registry._database.write() as connection:
        connection.exec_driver_sql(
            "UPDATE texts SET content = x'00ff' WHERE doc_id IN (1, 5, 6)",
        )
    damage, wrong = verify_corpus(corpus.folder)
    assert damage == []
    assert [line.split(":")[0] for line in wrong] == [f"text of document {i}" for i in (1, 5, 6)]
    corpus.delete([3])  # makes the list of document 1 stale, which cannot be computed any more
    for doc_id in (5, unfinished):
        assert corpus.document(doc_id).status == "failed"
        assert "damaged" in (corpus.document(doc_id).reason or "")
    [last] = add_texts(corpus, [shifted(40)])
    with pytest.raises(CorruptIndexError, match="text of document 1"):
        corpus.similar_to(1)
    del oracle.texts[3]
    oracle.texts[last] = shifted(40)
    assert_similar(corpus.similar_to(2), oracle, shifted(1), 2)
    assert table_of(corpus, [2, 4, last]) == {i: oracle.table()[i] for i in (2, 4, last)}


def test_only_a_corpus_is_verified(tmp_path: Path) -> None:
    with pytest.raises(SimdocError, match="holds no corpus"):
        verify_corpus(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_number_of_the_table_is_that_of_both_directions(corpus: Corpus) -> None:
    oracle = fill(corpus, [0, 1, 3, 5, 30])
    rows = {
        (doc_id, other): rest
        for doc_id, lines in table_of(corpus, oracle.texts).items()
        for other, *rest in lines
    }
    assert rows
    for (doc_id, other), rest in rows.items():
        assert rows.get((other, doc_id), rest) == rest
    assert np.all([common >= grey for common, grey, _ in rows.values()])
