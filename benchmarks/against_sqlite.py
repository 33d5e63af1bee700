"""The same questions asked of simdoc and of SQLite, in turn, with the same answers."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.readers import PEER
from benchmarks.sqlite_peer import ITSELF, WAYS, SqlitePeer
from simdoc.chunks import Chunks, Fingerprinter
from simdoc.corpus import Corpus
from simdoc.index.index import Index
from simdoc.similarity import SimilarDocuments, find_similar
from simdoc.stores import INDEX_FOLDER

ROUNDS, A_ROUND = 11, 50
SIMDOC, FROM_TEXT = "simdoc", "sqlite from the text"
INDEX_ALONE, SQL_ALONE = "index alone", "sql alone"
READING, FINGERPRINTING, TITLES = "reading the text", "fingerprinting it", "reading titles"


class Asked:
    """The questions, with everything around the index the same for both."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus = corpus
        self.index = Index.open(corpus.folder / INDEX_FOLDER)
        self.fingerprinter = Fingerprinter(corpus.settings.fingerprint)
        self.peer = SqlitePeer(folder / PEER)
        self.way = "json_each"

    def chunks(self, doc_id: int) -> Chunks:
        return self.fingerprinter.chunks(self.corpus.registry.text(doc_id).text)

    def choose_way(self, ids: Sequence[int]) -> str:
        """The quickest way to ask SQLite for chunks, its plan checked; all ways, and joining the
        table with itself, must give the same counts."""
        chunks = {doc_id: self.chunks(doc_id).distinct().tolist() for doc_id in ids}
        times = dict.fromkeys(WAYS, 0.0)
        for doc_id in ids:
            answers = [self.peer.join_with_itself(doc_id)]
            for way, ask in WAYS.items():
                begin = time.process_time()
                answers.append(ask(self.peer, chunks[doc_id], doc_id))
                times[way] += time.process_time() - begin
            assert all(answer == answers[0] for answer in answers), doc_id
        self.way = min(times, key=times.__getitem__)
        plan = self.peer.plan(self.way)
        assert "SEARCH postings USING COVERING INDEX by_chunk" in plan, plan
        joined = self.peer.plan(ITSELF)
        assert "SEARCH query USING COVERING INDEX by_document" in joined, joined
        assert "SEARCH other USING COVERING INDEX by_chunk" in joined, joined
        return plan

    def answer(self, doc_id: int) -> dict[int, int]:
        """Whole question: document → common chunks of the listed ones."""
        return {row.doc_id: row.common_chunks for row in self.corpus.similar_to(doc_id).similar}

    def peer_answer(self, doc_id: int) -> dict[int, int]:
        """The same from SQLite, the text read and fingerprinted as simdoc does it."""
        chunks = self.chunks(doc_id).distinct().tolist()
        return self._listed(WAYS[self.way](self.peer, chunks, doc_id), len(chunks))

    def joined_answer(self, doc_id: int, chunks: int) -> dict[int, int]:
        """The same from SQLite by joining; how many chunks the document has comes for nothing."""
        return self._listed(self.peer.join_with_itself(doc_id), chunks)

    def _listed(self, counts: dict[int, int], chunks: int) -> dict[int, int]:
        """Those with at least 1 % of the query, titles looked up."""
        least = self.corpus.settings.similarity.minimum * chunks
        best = sorted((-count, other) for other, count in counts.items() if count >= least)
        listed = {other: -count for count, other in best[: self.corpus.settings.similarity.best]}
        self.corpus.registry.headings(listed)
        return listed

    def index_alone(self, chunks: Chunks, doc_id: int) -> SimilarDocuments:
        """Fingerprints in, ranked counts out."""
        snapshot = self.index.snapshot()
        settings = self.corpus.settings
        itself = snapshot.number_of(doc_id)
        return find_similar(snapshot, chunks, settings.similarity, settings.passage, itself=itself)

    def times(self, ids: Sequence[int]) -> dict[str, float]:
        """Mean processor seconds of each kind of question and of parts of one; what the lists of
        both hold is compared on the way."""
        registry = self.corpus.registry
        texts = {doc_id: registry.text(doc_id).text for doc_id in ids}
        chunks = {doc_id: self.chunks(doc_id) for doc_id in ids}
        numbers = {doc_id: found.distinct().tolist() for doc_id, found in chunks.items()}
        listed = {doc_id: list(self.answer(doc_id)) for doc_id in ids}
        ask = WAYS[self.way]
        works: dict[str, Callable[[int], Any]] = {
            SIMDOC: self.answer,
            FROM_TEXT: self.peer_answer,
            ITSELF: lambda doc_id: self.joined_answer(doc_id, len(numbers[doc_id])),
            INDEX_ALONE: lambda doc_id: self.index_alone(chunks[doc_id], doc_id),
            SQL_ALONE: lambda doc_id: ask(self.peer, numbers[doc_id], doc_id),
            READING: registry.text_and_heading,
            FINGERPRINTING: lambda doc_id: self.fingerprinter.chunks(texts[doc_id]),
            TITLES: lambda doc_id: registry.headings(listed[doc_id]),
        }
        taken = {}
        answers = {}
        for name, work in works.items():
            kept = []
            begin = time.process_time()
            for doc_id in ids:
                answer = work(doc_id)
                if type(answer) is dict:  # arrays kept would take fresh memory for the next ones
                    kept.append(answer)
            taken[name] = (time.process_time() - begin) / len(ids)
            answers[name] = kept
        for ours, theirs, joined, counts in zip(
            *(answers[name] for name in (SIMDOC, FROM_TEXT, ITSELF, SQL_ALONE)), strict=True
        ):
            # Ours may also list what has a passage of less than 1 %.
            assert theirs == joined
            assert theirs.items() <= ours.items() <= counts.items()
        return taken


def compared(corpus: Path, folder: Path, ids: Sequence[int]) -> tuple[dict[str, float], str, str]:
    """Median seconds of each kind of question over rounds that take turns; SQLite's way and plan.
    Every round asks about other documents."""
    with Corpus.open(corpus, create=False) as asking:
        asked = Asked(asking, folder)
        plan = asked.choose_way(ids[:20])
        rounds = [asked.times(ids[start :: ROUNDS + 1]) for start in range(ROUNDS + 1)]
        asked.peer.close()
    medians = {name: statistics.median(r[name] for r in rounds[1:]) for name in rounds[0]}
    return medians, asked.way, plan


def fill_sqlite(folder: Path, corpus: Path) -> None:
    """The peer's database of the same chunks, with both indexes."""
    peer = SqlitePeer(folder / PEER)
    with Corpus.open(corpus, create=False) as source:
        chunks = Fingerprinter(source.settings.fingerprint).chunks
        rows = (row.doc_id for row in source.documents())
        peer.fill((doc_id, chunks(source.text(doc_id).text).distinct()) for doc_id in rows)
    peer.index()
    peer.index_documents()
    peer.close()
