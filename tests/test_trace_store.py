"""Traces beside the chunks: added, deleted, recovered, verified together with them."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from simdoc import Corpus
from simdoc.adding import AddOptions
from simdoc.errors import CorruptIndexError, IncompatibleIndexError
from simdoc.evaluation.sample_corpus import read_truth, sample_documents
from simdoc.settings import Settings, TraceSettings
from simdoc.stores import verify_corpus
from simdoc.trace_store import TRACES_FOLDER

ORIGINAL = (
    "In the spring of 1921 the parish council of Lower Brook decided to drain the northern "
    "meadow, although the miller had warned them that the brook would then run dry every August "
    "and the mill would stand still for a month; nobody wrote his warning down, and when the "
    "wheel stopped for the first time the council blamed the weather and not itself. "
)
REWRITTEN = (
    "Lower Brook's parish council, during spring 1937, took a decision: the meadow to the "
    "north was to be drained. Warnings from the miller, that brook and mill would run dry and "
    "stand still for one month each August, were never written anywhere; blame for the stopped "
    "wheel went, at first, to the weather, not to the councillors. "
)
UNRELATED = (
    "A completely different essay about bees and their winter stores begins with a hive on a "
    "flat roof, whose owner counted the dead insects below the entrance each morning in March. "
)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in (("a", ORIGINAL), ("b", REWRITTEN), ("c", UNRELATED)):
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


@pytest.fixture
def corpus_folder(tmp_path: Path, files: Path) -> Path:
    folder = tmp_path / "corpus"
    with Corpus.open(folder) as corpus:
        corpus.add([files])
    return folder


def rewritten_of(corpus: Corpus, doc_id: int) -> list[int]:
    return [line.doc_id for line in corpus.similar_to(doc_id).similar if line.seen == "rewritten"]


def traced(folder: Path) -> set[int]:
    with Corpus.open(folder, create=False) as corpus:
        assert corpus._stores.traces is not None
        snapshot = corpus._stores.traces.snapshot()
        return set() if snapshot is None else set(snapshot.doc_ids[snapshot.live].tolist())


def test_a_rewritten_copy_is_found_both_ways_and_nothing_else(corpus_folder: Path) -> None:
    with Corpus.open(corpus_folder, create=False) as corpus:
        assert [rewritten_of(corpus, doc_id) for doc_id in (1, 2, 3)] == [[2], [1], []]
        [line] = corpus.similar_to(1).similar
        assert line.trace_score is not None
        assert line.trace_score > corpus.settings.trace.minimum_score
        assert corpus.similar_to(1, among=[3]).similar == ()


def test_without_traces_the_answer_is_that_of_chunks_alone(corpus_folder: Path) -> None:
    without = Settings(trace=TraceSettings(enabled=False))
    with Corpus.open(corpus_folder, without, create=False) as corpus:
        answer = corpus.similar_to(1)
        assert answer.similar == ()
        assert answer.candidates == ()
        assert answer.without_traces == 0


def test_what_falls_short_of_the_list_is_a_candidate(corpus_folder: Path) -> None:
    strict = Settings(trace=TraceSettings(minimum_score=1e6))
    with Corpus.open(corpus_folder, strict, create=False) as corpus:
        answer = corpus.similar_to(1)
        assert answer.similar == ()
        assert [candidate.doc_id for candidate in answer.candidates] == [2]


def test_a_corpus_without_traces_opens_and_gets_them_at_the_next_change(
    corpus_folder: Path, tmp_path: Path
) -> None:
    shutil.rmtree(corpus_folder / TRACES_FOLDER)
    with Corpus.open(corpus_folder, create=False) as corpus:
        answer = corpus.similar_to(1)
        assert answer.similar == ()
        assert answer.without_traces == 3
        assert corpus.stats().without_traces == 3
        assert not (corpus_folder / TRACES_FOLDER).exists()
        other = tmp_path / "another.txt"
        other.write_text("Nothing of interest happened that year in the village.", "utf-8")
        corpus.add([other])
        assert rewritten_of(corpus, 1) == [2]
        assert corpus.stats().without_traces == 0
    assert traced(corpus_folder) == {1, 2, 3, 4}


def test_an_interruption_between_traces_and_chunks_is_mended(corpus_folder: Path) -> None:
    with Corpus.open(corpus_folder, create=False) as corpus:
        traces = corpus._stores.traces
        assert traces is not None
        traces.add([(77, ORIGINAL)])  # a document whose chunks were never committed
        traces.delete([2])  # and one whose traces are gone
        assert rewritten_of(corpus, 1) == []
        assert 77 not in {candidate.doc_id for candidate in corpus.similar_to(1).candidates}
        with corpus._stores.writing():
            pass
        assert rewritten_of(corpus, 1) == [2]
    assert traced(corpus_folder) == {1, 2, 3}


def test_a_failure_after_the_traces_leaves_a_corpus_that_recovers(
    corpus_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = tmp_path / "late.txt"
    late.write_text(REWRITTEN.replace("spring", "autumn"), "utf-8")
    with Corpus.open(corpus_folder, create=False) as corpus:

        def fail(*_arguments: object, **_options: object) -> int:
            raise OSError("disk full")

        monkeypatch.setattr(corpus._stores.index, "commit", fail)
        with pytest.raises(OSError, match="disk full"):
            corpus.add([late])
    assert traced(corpus_folder) == {1, 2, 3, 4}
    with Corpus.open(corpus_folder, create=False) as corpus:
        assert {line.doc_id for line in corpus.similar_to(1).similar} == {2}
        with corpus._stores.writing():
            pass
        assert {line.doc_id for line in corpus.similar_to(1).similar} == {2, 4}
    assert traced(corpus_folder) == {1, 2, 3, 4}


def test_deleting_undeleting_and_replacing_reach_the_traces(
    corpus_folder: Path, files: Path
) -> None:
    with Corpus.open(corpus_folder, create=False) as corpus:
        corpus.delete([2])
        assert rewritten_of(corpus, 1) == []
        assert traced(corpus_folder) == {1, 3}
        corpus.undelete([2])
        assert rewritten_of(corpus, 1) == [2]
    (files / "b.txt").write_text(UNRELATED[::-1], "utf-8")
    with Corpus.open(corpus_folder, create=False) as corpus:
        corpus.add([files], AddOptions(replace=True))
        assert rewritten_of(corpus, 1) == []
    assert traced(corpus_folder) == {1, 3, 4}


def test_merging_drops_dead_traces_and_changes_no_answer(corpus_folder: Path) -> None:
    with Corpus.open(corpus_folder, create=False) as corpus:
        corpus.delete([3])
        before, postings = corpus.similar_to(1), corpus.stats().trace_postings
        assert corpus.merge(all=True) == 2  # of chunks and of traces
        assert corpus.stats().trace_postings < postings
        after = corpus.similar_to(1)
        assert [(line.doc_id, line.trace_score) for line in after.similar] == [
            (line.doc_id, line.trace_score) for line in before.similar
        ]


def test_other_traces_than_the_settings_ask_for_are_refused(corpus_folder: Path) -> None:
    sampled = Settings(trace=TraceSettings(sample=2))
    with pytest.raises(IncompatibleIndexError, match=r"trace\.sample"):
        Corpus.open(corpus_folder, sampled, create=False)
    shutil.rmtree(corpus_folder / TRACES_FOLDER)  # the remedy that the message names
    with Corpus.open(corpus_folder, sampled, create=False) as corpus:
        with corpus._stores.writing():
            pass
        assert corpus.stats().without_traces == 0


def test_verify_finds_a_flipped_byte_and_the_next_change_mends_it(corpus_folder: Path) -> None:
    assert verify_corpus(corpus_folder) == ([], [])
    array = max(
        (corpus_folder / TRACES_FOLDER).rglob("*.npy"), key=lambda path: path.stat().st_size
    )
    data = bytearray(array.read_bytes())
    data[-1] ^= 1
    array.write_bytes(data)
    damage, registry = verify_corpus(corpus_folder)
    assert [found.path for found in damage] == [array]
    assert registry == []
    with Corpus.open(corpus_folder, create=False) as corpus:
        assert rewritten_of(corpus, 1) == []
        with corpus._stores.writing():
            pass
        assert rewritten_of(corpus, 1) == [2]


def test_a_truncated_file_of_the_traces_is_refused_by_name(corpus_folder: Path) -> None:
    array = next((corpus_folder / TRACES_FOLDER).rglob("documents.npy"))
    array.write_bytes(array.read_bytes()[:-1])
    with pytest.raises(CorruptIndexError, match=str(array)):
        Corpus.open(corpus_folder, create=False)


def test_a_lost_manifest_of_the_traces_is_made_anew(corpus_folder: Path) -> None:
    (corpus_folder / TRACES_FOLDER / "manifest.json").write_text("{}")
    damage, _ = verify_corpus(corpus_folder)
    assert len(damage) == 1
    with Corpus.open(corpus_folder, create=False) as corpus:
        with corpus._stores.writing():
            pass
        assert rewritten_of(corpus, 1) == [2]


FAINT = {"LAW120/tenancy-deposits.docx", "BIO150/swifts-and-insulation.pdf"}
"""Plants with too little left to be told from chance by traces: they lead the candidates."""
KINDS = {
    "czech-to-slovak",
    "slovak-to-czech",
    "inflection",
    "synonyms",
    "back-translation",
    "summary",
    "altered-numbers",
}


def test_the_rewritten_plants_of_the_sample_corpus_are_found(tmp_path: Path) -> None:
    truth = read_truth()
    with Corpus.open(tmp_path / "corpus") as corpus:
        corpus.add([sample_documents()])
        stats = corpus.stats()
        assert stats.trace_postings <= 2.2 * stats.postings
        ids = {
            "/".join(Path(row.path).parts[-2:]): row.doc_id
            for row in corpus.documents()
            if row.path
        }
        pairs = [pair for pair in truth.pairs if pair.kind in KINDS]
        assert {pair.kind for pair in pairs} == KINDS
        for pair in pairs:
            for query, other in ((pair.query, pair.other), (pair.other, pair.query)):
                answer = corpus.similar_to(ids[query])
                if FAINT & {query, other}:
                    first = [candidate.doc_id for candidate in answer.candidates[:4]]
                    assert ids[other] in first, (pair.kind, query)
                else:
                    lines = {line.doc_id: line for line in answer.similar}
                    assert ids[other] in lines, (pair.kind, query)
        for query, other in truth.unrelated:
            for one, two in ((query, other), (other, query)):
                seen = {line.doc_id: line.seen for line in corpus.similar_to(ids[one]).similar}
                assert seen.get(ids[two], "verbatim") == "verbatim", (one, two)


def test_the_chunks_keep_their_definition_beside_traces(tmp_path: Path) -> None:
    """Percentages and entry of the chunk list are the same with traces and without."""
    with Corpus.open(tmp_path / "corpus") as corpus:
        corpus.add([sample_documents()])
    without = dataclasses.replace(Settings(), trace=TraceSettings(enabled=False))
    with (
        Corpus.open(tmp_path / "corpus", create=False) as one,
        Corpus.open(tmp_path / "corpus", without, create=False) as two,
    ):
        for row in one.documents():
            if row.status != "searchable":
                continue
            here = {line.doc_id: line for line in one.similar_to(row.doc_id).similar}
            alone = two.similar_to(row.doc_id)
            for line in alone.similar:
                assert here[line.doc_id].common_chunks == line.common_chunks
                assert here[line.doc_id].similarity_of_query == line.similarity_of_query
            added = here.keys() - {line.doc_id for line in alone.similar}
            assert all(here[doc_id].seen == "rewritten" for doc_id in added)
