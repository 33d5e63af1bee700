"""Corpora of texts instead of files, and every answer of theirs compared with the oracle's."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import os
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from hypothesis import strategies as st

from simdoc.answers import SimilarAnswer
from simdoc.corpus import Corpus
from simdoc.passages.valid_intervals import Intervals
from simdoc.registry.rows import NewDocument
from simdoc.settings import (
    BoilerplateSettings,
    PassageSettings,
    Settings,
    SimilaritySettings,
    TraceSettings,
)
from simdoc.stores import Stores
from tests.oracle import OracleCorpus, OracleInterval

NO_BOILERPLATE = BoilerplateSettings(minimum_documents=1_000_000)
SMALL_PASSAGES = PassageSettings(minimum_chunks=3, maximum_gap=4)

VOCABULARY = ["kůň", "pes", "kocour", "žába", "ryba", "had", "myš", "sova", "liška", "7"]
FEW_WORDS = VOCABULARY[:3]
FRAGMENTS = [
    [VOCABULARY[(ordinal * 7 + place * place * (ordinal + 3)) % 10] for place in range(6 + ordinal)]
    for ordinal in range(6)
]
"""Runs of words that several documents share."""

TEXTS = st.lists(
    st.one_of(
        st.sampled_from(FRAGMENTS),
        st.lists(st.sampled_from(FEW_WORDS), max_size=12),
        st.lists(st.sampled_from(VOCABULARY), max_size=6),
    ),
    max_size=5,
).map(lambda parts: " ".join(word for part in parts for word in part))
"""Short texts in which chunks repeat, many of them in common; some too short for a chunk."""


def fast_folder() -> Path:
    """A new folder, in memory where there is such a place: these tests sync hundreds of times."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))


@contextlib.contextmanager
def fast_corpus_folder() -> Iterator[Path]:
    """The same, gone afterwards."""
    folder = fast_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def small_settings(best: int = 100, boilerplate: BoilerplateSettings = NO_BOILERPLATE) -> Settings:
    """Settings under which short texts have passages, hidden documents and cut lists."""
    return dataclasses.replace(
        Settings(),
        boilerplate=boilerplate,
        passage=SMALL_PASSAGES,
        similarity=SimilaritySettings(best=best, minimum=0.3),
        trace=TraceSettings(enabled=False),
    )


def oracle_of(settings: Settings, texts: dict[int, str] | None = None) -> OracleCorpus:
    return OracleCorpus(
        texts if texts is not None else {},
        similarity=settings.similarity,
        passage=settings.passage,
        limits=settings.boilerplate,
    )


def stores_of(corpus: Corpus) -> Stores:
    """The stores of a corpus; tests add texts to them that never were files."""
    return corpus._stores


def store_texts(
    corpus: Corpus, texts: Iterable[str], replaces: Sequence[int | None] = ()
) -> list[int]:
    """Put texts into the registry, but not into the index; their doc_ids."""
    given = list(texts)
    old = [*replaces, *[None] * (len(given) - len(replaces))]
    rows = [
        NewDocument(
            file_hash=hashlib.sha256(text.encode()).hexdigest(),
            text=text,
            title=text[:10],
            replaces=replaced,
        )
        for text, replaced in zip(given, old, strict=True)
    ]
    return corpus.registry.add_documents(rows)


def add_texts(
    corpus: Corpus, texts: Iterable[str], replaces: Sequence[int | None] = ()
) -> list[int]:
    """Add texts as `Corpus.add` adds what it has read: one batch, one segment."""
    given = list(texts)
    with stores_of(corpus).writing():
        doc_ids = store_texts(corpus, given, replaces)
        if doc_ids:
            stores_of(corpus).index_texts(list(zip(doc_ids, given, strict=True)))
    return doc_ids


def intervals_found(intervals: Intervals) -> tuple[OracleInterval, ...]:
    return tuple(
        OracleInterval(*row)
        for row in zip(
            intervals.query_starts.tolist(),
            intervals.query_ends.tolist(),
            intervals.other_starts.tolist(),
            intervals.other_ends.tolist(),
            intervals.chunks.tolist(),
            intervals.boilerplate.tolist(),
            strict=True,
        )
    )


def assert_similar(
    answer: SimilarAnswer,
    oracle: OracleCorpus,
    text: str,
    itself: int | None = None,
    among: Collection[int] | None = None,
    best: int | None = None,
) -> None:
    """The whole answer is the oracle's."""
    wanted = oracle.similar(text, itself, among, best)
    found = [
        (
            line.doc_id,
            line.common_chunks,
            line.boilerplate_chunks,
            line.similarity_of_query,
            line.similarity_of_other,
            intervals_found(line.intervals),
        )
        for line in answer.similar
    ]
    assert found == [(*dataclasses.astuple(line)[:5], line.intervals) for line in wanted.lines]
    assert answer.global_similarity == wanted.global_similarity
    assert answer.boilerplate_chunks == wanted.boilerplate
    assert (answer.hidden, answer.cut) == (wanted.hidden, wanted.cut)
    assert answer.query.chunks == len({chunk.key for chunk in oracle.chunks(text)})


def assert_compared(corpus: Corpus, oracle: OracleCorpus, one: int, two: int) -> None:
    """All measures and valid intervals of a pair are the oracle's, exact mode or not."""
    texts = oracle.texts[one], oracle.texts[two]
    wanted = oracle.compare(*texts)
    passages = oracle.passages(*texts)
    for exact in (False, True):
        found = corpus.compare(one, two, exact, "valid-intervals")
        assert (
            found.common_chunks,
            found.similarity_of_query,
            found.similarity_of_other,
            found.symmetric,
            found.resemblance,
            found.without_boilerplate_of_query,
            found.without_boilerplate_of_other,
        ) == dataclasses.astuple(wanted)
        assert [
            (p.query_start, p.query_end, p.other_start, p.other_end, p.common_chunks, p.boilerplate)
            for p in found.passages
        ] == passages


def table_of(corpus: Corpus, doc_ids: Iterable[int]) -> dict[int, list[tuple[int, int, int, int]]]:
    """Every document's list in the registry."""
    return {
        doc_id: [(row[1], row[2], row[3], row[4]) for row in corpus.registry.similar(doc_id)]
        for doc_id in doc_ids
    }


def assert_agrees(corpus: Corpus, oracle: OracleCorpus, table: bool = True) -> None:
    """Everything a corpus says of its documents is what the oracle says of their texts."""
    present = [row.doc_id for row in corpus.documents()]
    assert sorted(present) == sorted(oracle.texts)
    for doc_id, text in oracle.texts.items():
        assert corpus.text(doc_id).text == text
        assert_similar(corpus.similar_to(doc_id), oracle, text, doc_id)
        row = corpus.document(doc_id)
        assert row.status == "searchable"
        assert row.chunks == len({chunk.key for chunk in oracle.chunks(text)})
    if table:
        assert table_of(corpus, oracle.texts) == oracle.table()


def assert_sound(folder: Path) -> None:
    """Every byte of a corpus is as it should be."""
    from simdoc.stores import verify_corpus

    assert verify_corpus(folder) == ([], [])
