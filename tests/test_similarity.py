"""Similar documents against the brute force, for any split into segments and any merges."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simdoc.similarity
from simdoc.chunks import Fingerprinter
from simdoc.corpus import Corpus
from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.passages.valid_intervals import Intervals, Pairs, valid_intervals
from simdoc.settings import (
    BoilerplateSettings,
    FingerprintSettings,
    Settings,
    SimilaritySettings,
)
from simdoc.similarity import Measures, SimilarDocuments, find_similar, is_member
from tests.oracle import OracleCorpus
from tests.small_corpus import (
    TEXTS,
    add_texts,
    assert_compared,
    assert_similar,
    fast_corpus_folder,
    intervals_found,
    oracle_of,
    small_settings,
)


def index_of(folder: Path, batches: list[list[tuple[int, str]]], settings: Settings) -> Index:
    """An index with one segment a batch."""
    fingerprinter = Fingerprinter(settings.fingerprint)
    index = Index.create(folder, settings.fingerprint, settings.boilerplate, settings.index)
    for batch in batches:
        builder = index.builder()
        for doc_id, text in batch:
            chunks = fingerprinter.chunks(text)
            document = IndexedDocument(doc_id, chunks.words, chunks.fingerprints, chunks.positions)
            builder.add(document)
        index.commit([builder.finish()])
    return index


def assert_found(
    found: SimilarDocuments,
    index: Index,
    oracle: OracleCorpus,
    text: str,
    itself: int | None,
    among: set[int] | None,
) -> None:
    wanted = oracle.similar(text, itself, among)
    doc_ids = index.snapshot().doc_ids[found.numbers].tolist()
    assert doc_ids == [line.doc_id for line in wanted.lines]
    assert found.common.tolist() == [line.common for line in wanted.lines]
    assert found.boilerplate.tolist() == [line.boilerplate for line in wanted.lines]
    assert found.global_similarity == wanted.global_similarity
    assert (found.hidden, found.cut) == (wanted.hidden, wanted.cut)
    assert found.query_boilerplate == wanted.boilerplate
    for number, line in zip(found.numbers.tolist(), wanted.lines, strict=True):
        mine = found.intervals.numbers == number
        fields = (
            getattr(found.intervals, f.name)[mine] for f in dataclasses.fields(found.intervals)
        )
        assert intervals_found(type(found.intervals)(*fields)) == line.intervals


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(TEXTS, max_size=4), min_size=1, max_size=4),
    st.sampled_from([1, 2, 100]),
    st.sampled_from(
        [
            BoilerplateSettings(minimum_documents=1_000_000),
            BoilerplateSettings(minimum_documents=1, share=0.0),
            BoilerplateSettings(minimum_documents=2, share=0.4),
        ]
    ),
    st.sampled_from([0.0, 0.3, 0.9, 1.0]),
    st.sampled_from([0.0, 0.2, 0.5, 1.0]),
    st.booleans(),
    st.data(),
)
def test_every_list_is_that_of_the_brute_force(
    batches: list[list[str]],
    best: int,
    boilerplate: BoilerplateSettings,
    minimum: float,
    mutual_minimum: float,
    merged: bool,
    data: st.DataObject,
) -> None:
    chosen = dataclasses.replace(
        small_settings(best, boilerplate),
        similarity=SimilaritySettings(best, minimum, mutual_minimum),
    )
    numbered: list[list[tuple[int, str]]] = []
    for batch in batches:
        before = sum(map(len, numbered))
        # Doc_ids that do not follow the order of numbers, so that ties show.
        numbered.append([(100 - before - i, text) for i, text in enumerate(batch)])
    texts = {doc_id: text for batch in numbered for doc_id, text in batch}
    oracle = oracle_of(chosen, texts)
    with fast_corpus_folder() as folder:
        index = index_of(folder, numbered, chosen)
        gone = data.draw(st.sets(st.sampled_from(sorted(texts)))) if texts else set()
        index.commit(delete=gone)
        for doc_id in gone:
            del texts[doc_id]
        if merged:
            index.merge(all=True)
        snapshot = index.snapshot()
        among = data.draw(st.sets(st.sampled_from(sorted(texts)))) if texts else set()
        allowed = np.isin(snapshot.doc_ids, sorted(among))
        fingerprinter = Fingerprinter(chosen.fingerprint)
        asked: list[tuple[int | None, str]] = [*texts.items(), (None, data.draw(TEXTS))]
        for itself, text in asked:
            for chosen_ids, flags in ((None, None), (among, allowed)):
                found = find_similar(
                    snapshot,
                    fingerprinter.chunks(text),
                    chosen.similarity,
                    chosen.passage,
                    allowed=flags,
                    itself=None if itself is None else snapshot.number_of(itself),
                )
                assert_found(found, index, oracle, text, itself, chosen_ids)


@settings(max_examples=20, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), TEXTS)
def test_excluding_documents_never_raises_a_similarity(texts: list[str], query: str) -> None:
    chosen = small_settings()
    with fast_corpus_folder() as folder:
        index = index_of(folder, [list(enumerate(texts, 1))], chosen)
        snapshot = index.snapshot()
        chunks = Fingerprinter(chosen.fingerprint).chunks(query)
        before = None
        for left in range(len(texts), -1, -1):
            allowed = np.arange(len(texts)) < left
            found = find_similar(
                snapshot, chunks, chosen.similarity, chosen.passage, allowed=allowed
            )
            share = found.global_similarity
            assert (share is None) == (len(chunks) == 0)
            assert before is None or share is None or share <= before
            before = share


# The plain cases, spelled out.

ORIGINAL = " ".join(f"slovo{i}" for i in range(300))
UNRELATED = " ".join(f"jiné{i}" for i in range(300))


@pytest.fixture
def corpus() -> Iterator[Corpus]:
    with fast_corpus_folder() as folder, Corpus.open(folder) as opened:
        yield opened


def test_a_copy_is_all_of_both_and_half_by_the_papers_formula(corpus: Corpus) -> None:
    one, two, _ = add_texts(corpus, [ORIGINAL, ORIGINAL, UNRELATED])
    answer = corpus.similar_to(one)
    assert [line.doc_id for line in answer.similar] == [two]
    assert answer.similar[0].similarity_of_query == 1.0
    assert answer.similar[0].similarity_of_other == 1.0
    assert answer.similar[0].common_chunks == 296
    assert answer.global_similarity == 1.0
    for exact in (False, True):
        compared = corpus.compare(one, two, exact=exact)
        assert compared.similarity_of_query == compared.similarity_of_other == 1.0
        assert compared.symmetric == 0.5
        assert compared.resemblance == 1.0
        assert compared.same_bytes
        [passage] = compared.passages
        assert (passage.query_start, passage.query_end) == (0, len(ORIGINAL))
        assert (passage.other_start, passage.other_end) == (0, len(ORIGINAL))
        assert passage.kind == "verbatim"


def test_an_unrelated_text_is_nothing_in_both_directions(corpus: Corpus) -> None:
    one, two = add_texts(corpus, [ORIGINAL, UNRELATED])
    assert corpus.similar_to(one).similar == ()
    assert corpus.similar_to(one).global_similarity == 0.0
    compared = corpus.compare(one, two)
    assert compared.similarity_of_query == compared.similarity_of_other == 0.0
    assert compared.symmetric == compared.resemblance == 0.0
    assert compared.passages == ()


def test_a_part_of_a_text_is_all_of_itself_and_a_part_of_the_other(corpus: Corpus) -> None:
    part = " ".join(f"slovo{i}" for i in range(100, 200))
    whole, half = add_texts(corpus, [ORIGINAL, part])
    compared = corpus.compare(half, whole)
    assert compared.similarity_of_query == 1.0
    assert compared.similarity_of_other == 96 / 296
    assert corpus.similar_to(half).similar[0].similarity_of_query == 1.0


def test_a_transposition_inside_each_chunk_of_two_changes_no_chunk_it_lies_in(
    corpus: Corpus,
) -> None:
    words = ORIGINAL.split()
    words[150], words[151] = words[151], words[150]
    one, two = add_texts(corpus, [ORIGINAL, " ".join(words)])
    compared = corpus.compare(one, two)
    # Of the six chunks that have one or both, the four with both are the same sets of words.
    assert compared.common_chunks == 296 - 2
    assert len(compared.passages) == 1


def test_a_document_too_short_for_a_chunk_has_no_similarity_at_all(corpus: Corpus) -> None:
    short, long = add_texts(corpus, ["jen čtyři krátká slova", ORIGINAL])
    answer = corpus.similar_to(short)
    assert answer.global_similarity is None
    assert answer.similar == ()
    assert answer.query.chunks == 0
    assert answer.query.words == 4
    compared = corpus.compare(short, long)
    assert compared.similarity_of_query is None
    assert compared.similarity_of_other == 0.0
    assert compared.symmetric is None
    assert compared.resemblance is None


def test_a_copied_page_of_a_long_thesis_is_listed_for_its_passage(corpus: Corpus) -> None:
    """Less than one per cent of both, but 26 chunks in one run."""
    page = [f"stránka{i}" for i in range(30)]
    theses = [
        " ".join([f"{name}{i}" for i in range(3000)] + page + [f"{name}x{i}" for i in range(3000)])
        for name in ("první", "druhá")
    ]
    scattered = " ".join(
        f"třetí{i}" if i % 300 > 4 else f"stránka{i // 300 + i % 300}" for i in range(6000)
    )
    one, two, three = add_texts(corpus, [*theses, scattered])
    answer = corpus.similar_to(one)
    assert [line.doc_id for line in answer.similar] == [two]
    assert answer.similar[0].common_chunks == 26
    assert len(answer.similar[0].intervals) == 1
    assert answer.hidden == 1
    assert three not in {line.doc_id for line in answer.similar}


def test_boilerplate_counts_but_does_not_open_the_door(tmp_path: Path) -> None:
    declaration = " ".join(f"prohlašuji{i}" for i in range(60))
    bodies = [" ".join(f"d{n}w{i}" for i in range(80)) for n in range(12)]
    texts = [f"{declaration} {body}" for body in bodies] + [f"{declaration} {bodies[3]}"]
    chosen = dataclasses.replace(Settings(), boilerplate=BoilerplateSettings(10, 0.01))
    with Corpus.open(tmp_path, chosen) as corpus:
        doc_ids = add_texts(corpus, texts)
        oracle = oracle_of(chosen, dict(zip(doc_ids, texts, strict=True)))
        answer = corpus.similar_to(doc_ids[3])
        assert [line.doc_id for line in answer.similar] == [doc_ids[12]]
        line = answer.similar[0]
        assert line.similarity_of_query == 1.0, "the percentage is whole"
        assert line.boilerplate_chunks == answer.boilerplate_chunks == 56
        assert answer.global_similarity == 1.0
        for doc_id, text in oracle.texts.items():
            assert_similar(corpus.similar_to(doc_id), oracle, text, doc_id)
        assert_compared(corpus, oracle, doc_ids[0], doc_ids[1])
        compared = corpus.compare(doc_ids[0], doc_ids[1])
        assert compared.without_boilerplate_of_query == 0.0
        assert [passage.boilerplate for passage in compared.passages] == [True]
        # What is boilerplate never changes a percentage.
        plain = dataclasses.replace(chosen, boilerplate=BoilerplateSettings(1000, 0.5))
        with Corpus.open(tmp_path / "plain", plain) as other:
            same = add_texts(other, texts)
            assert other.similar_to(same[3]).similar[0].similarity_of_query == 1.0
            assert (
                other.compare(same[0], same[1]).similarity_of_query == compared.similarity_of_query
            )


def test_twelve_copies_of_one_file_find_each_other_though_all_of_it_is_boilerplate(
    tmp_path: Path,
) -> None:
    """Eleven alike and one nearly so; the template alone, a third of each thesis, opens no door."""
    template = " ".join(f"šablona{i}" for i in range(60))
    theses = [f"{template} " + " ".join(f"t{n}w{i}" for i in range(120)) for n in range(12)]
    copies = [ORIGINAL] * 11 + [ORIGINAL.replace("slovo7 ", "jinak ")]
    texts = copies + theses
    with Corpus.open(tmp_path) as corpus:
        doc_ids = add_texts(corpus, texts)
        oracle = oracle_of(corpus.settings, dict(zip(doc_ids, texts, strict=True)))
        for doc_id, text in oracle.texts.items():
            assert_similar(corpus.similar_to(doc_id), oracle, text, doc_id)
        answer = corpus.similar_to(doc_ids[0])
        assert [line.doc_id for line in answer.similar] == doc_ids[1:12]
        assert [line.similarity_of_query for line in answer.similar] == [1.0] * 10 + [291 / 296]
        assert {line.seen for line in answer.similar} == {"verbatim"}
        assert all(len(line.intervals) for line in answer.similar)
        assert corpus.similar_to(doc_ids[12]).similar == ()
        table = corpus.registry.similar(doc_ids[0])
        assert [row.other_id for row in table] == doc_ids[1:12]


def test_fifty_thousand_zeros_are_compared_with_themselves_in_linear_time(
    tmp_path: Path,
) -> None:
    with Corpus.open(tmp_path) as corpus:
        one, two = add_texts(corpus, ["0 " * 50_000, "0 " * 50_000])
        [line] = corpus.similar_to(one).similar
        assert line.doc_id == two
        assert line.common_chunks == 1
        assert line.similarity_of_query == 1.0
        [found] = intervals_found(line.intervals)
        assert (found.query_start, found.query_end, found.chunks) == (0, 49_996, 49_996)
        [passage] = corpus.compare(one, two).passages
        assert (passage.query_start, passage.other_end) == (0, 99_999)


def test_documents_that_repeat_themselves_need_no_more_room_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every chunk stands 60 times in each of five documents: all pairs would be 3,600 a chunk. The
    documents are worked on one at a time, as a thousand times larger ones would be."""
    monkeypatch.setattr(simdoc.similarity, "BATCH_PAIRS", 10_000)
    pairs: list[int] = []
    count = valid_intervals

    def counting(given: Pairs, *arguments: Any) -> Intervals:
        pairs.append(len(given))
        return count(given, *arguments)

    monkeypatch.setattr(simdoc.similarity, "valid_intervals", counting)
    block = " ".join(f"slovo{i}" for i in range(40))
    texts = [" ".join([block] * 60 + [f"konec{n}"]) for n in range(5)]
    chosen = small_settings()
    with fast_corpus_folder() as folder, Corpus.open(folder, chosen) as corpus:
        ids = add_texts(corpus, texts)
        oracle = oracle_of(chosen, dict(zip(ids, texts, strict=True)))
        pairs.clear()
        assert_similar(corpus.similar_to(ids[0]), oracle, texts[0], ids[0])
    assert len(pairs) == 4
    assert max(pairs) < 9 * 2400


# Exactness of an index of few bits.


def test_sixteen_bits_overstate_and_exact_mode_does_not() -> None:
    """12,000 chunks in 65,536 fingerprints: many are shared by chance alone."""
    chance = np.random.default_rng(2008)
    texts = [
        " ".join(f"w{number}" for number in chance.integers(0, 100_000, 12_000).tolist())
        for _ in range(2)
    ]
    common = " ".join(f"stejné{i}" for i in range(100))
    texts = [f"{text} {common}" for text in texts]
    chosen = dataclasses.replace(Settings(), fingerprint=FingerprintSettings(bits=16))
    with fast_corpus_folder() as folder, Corpus.open(folder, chosen) as corpus:
        one, two = add_texts(corpus, texts)
        oracle = OracleCorpus(dict(zip((one, two), texts, strict=True)))
        wanted = oracle.compare(*texts)
        rough = corpus.compare(one, two)
        assert rough.similarity_of_query is not None
        assert wanted.of_query is not None
        assert rough.similarity_of_query > wanted.of_query + 0.1
        exact = corpus.compare(one, two, True, "valid-intervals")
        assert exact.common_chunks == wanted.common
        assert exact.similarity_of_query == wanted.of_query
        assert exact.similarity_of_other == wanted.of_other
        assert exact.symmetric == wanted.symmetric
        assert exact.resemblance == wanted.resemblance
        assert [(p.query_start, p.query_end) for p in exact.passages] == [
            (start, end) for start, end, *_ in oracle.passages(*texts)
        ]


def test_exact_mode_is_not_a_sample(tmp_path: Path) -> None:
    chosen = dataclasses.replace(Settings(), fingerprint=FingerprintSettings(sample=7))
    part = " ".join(f"slovo{i}" for i in range(60))
    with Corpus.open(tmp_path, chosen) as corpus:
        one, two = add_texts(corpus, [ORIGINAL, part])
        compared = corpus.compare(one, two, exact=True)
        assert compared.common_chunks == 56
        assert compared.similarity_of_query == 56 / 296
        assert compared.query.chunks == 296


# Small parts.


def test_measures_by_their_formulas() -> None:
    measures = Measures(common=3, query_chunks=4, other_chunks=12)
    assert measures.of_query == 0.75
    assert measures.of_other == 0.25
    assert measures.symmetric == 3 / 16
    assert measures.resemblance == 3 / 13
    nothing = Measures(0, 0, 12)
    assert (nothing.of_query, nothing.of_other) == (None, 0.0)
    assert (nothing.symmetric, nothing.resemblance) == (None, None)


@given(st.lists(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_membership_in_an_ascending_array(values: list[int], known: set[int]) -> None:
    ordered = np.array(sorted(known), np.uint64)
    found = is_member(np.array(values, np.uint64), ordered)
    assert found.tolist() == [value in known for value in values]


def test_the_arrays_of_an_inverted_index_written_out_by_hand(tmp_path: Path) -> None:
    """The principle of the 2008 report's figure 1: an array of offsets by chunk ID, and behind it
    the documents of each chunk in one row. The numbers are ours, the figure was not at hand.

    Chunk IDs have 16 bits here, so that the offsets are indexed by the whole of them. Document 11
    (number 0) has the chunks 2 and 5, document 12 (number 1) 2, 3 and again 2."""
    index = Index.create(tmp_path, FingerprintSettings(bits=16))
    builder = index.builder()
    for doc_id, fingerprints in ((11, [5, 2]), (12, [2, 3, 2])):
        positions = np.arange(len(fingerprints), dtype=np.uint32)
        builder.add(IndexedDocument(doc_id, 9, np.array(fingerprints, np.uint64), positions))
    index.commit([builder.finish()])
    [segment] = index.snapshot().segments
    assert segment.offsets[:8].tolist() == [0, 0, 0, 3, 4, 4, 5, 5]
    assert len(segment.offsets) == (1 << 16) + 1
    assert set(segment.offsets[6:].tolist()) == {5}
    assert segment.numbers.tolist() == [0, 1, 1, 1, 0]
    assert segment.positions.tolist() == [1, 0, 2, 1, 0]
    assert segment.documents["doc_id"].tolist() == [11, 12]
    assert segment.documents["chunks"].tolist() == [2, 2]
