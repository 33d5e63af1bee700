"""What the index is made of, and whether somebody writes."""

from __future__ import annotations

from pathlib import Path

from simdoc import Corpus
from simdoc.index_state import somebody_writes
from tests.small_corpus import add_texts, stores_of

TEXT = "the council of the town decided in May to sell the old mill to a weaver"


def test_segments_deletions_and_words_are_told(tmp_path: Path) -> None:
    with Corpus.open(tmp_path) as corpus:
        first, second = add_texts(corpus, [TEXT, f"{TEXT} again"])
        corpus.delete([first])
        state = corpus.state()
        assert state.generation == stores_of(corpus).index.snapshot().generation
        assert (state.documents, state.words) == (1, 17)
        assert {segment.holds for segment in state.segments} == {"chunks", "traces"}
        for holds in ("chunks", "traces"):
            mine = [segment for segment in state.segments if segment.holds == holds]
            assert sum(s.documents - s.deleted for s in mine) == 1
            assert state.bytes_of(holds) == sum(
                path.stat().st_size
                for segment in mine
                for path in (tmp_path / ("index" if holds == "chunks" else "traces")).rglob(
                    f"{segment.name}/*"
                )
            )
        assert state.statuses == {"searchable": 1, "deleted": 1}
        assert state.free_bytes > 0
        assert state.registry_bytes > 0
        assert corpus.document(second).status == "searchable"


def test_a_writer_is_seen_while_it_writes(tmp_path: Path) -> None:
    with Corpus.open(tmp_path) as corpus:
        assert not somebody_writes(tmp_path)
        with stores_of(corpus).writing():
            assert somebody_writes(tmp_path)
            assert corpus.state().writing
        assert not corpus.state().writing
