"""Whatever is added, deleted, added again and merged, the index answers as plain sets do."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import simdoc.index.ranges
import simdoc.index.segment
import simdoc.index.snapshot
from simdoc.index.format import IndexedDocument
from simdoc.index.index import Index
from simdoc.index.verify import verify
from simdoc.settings import BoilerplateSettings, FingerprintSettings, IndexSettings

from .oracle import assert_agrees, prepare

BOILERPLATE = BoilerplateSettings(minimum_documents=2, share=0.3)
DOC_IDS = st.integers(1, 12)


def few_fingerprints(bits: int) -> list[int]:
    """Values that share slots, sit at the ends, and repeat."""
    top = 1 << (bits - 1)
    values = [0, 1, 2, 3, top, top + 1, top >> 1, (1 << bits) - 1, (1 << bits) - 2, 77]
    return sorted({value % (1 << bits) for value in values})


class IndexMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(os, "fsync", lambda _: None)  # what survives a crash is tested elsewhere
        self.steps = 0

    @initialize(bits=st.sampled_from([16, 17, 30, 48]), cramped=st.booleans())
    def start(self, bits: int, cramped: bool) -> None:
        if cramped:  # the paths for huge ranges, met by tiny ones
            self.patch.setattr(simdoc.index.segment, "_LONG_SLOT", 1)
            self.patch.setattr(simdoc.index.ranges, "BATCH", 5)
            self.patch.setattr(simdoc.index.snapshot, "_FIRST_LOOK", 1)
        self.bits = bits
        self.universe = few_fingerprints(bits)
        self.documents: dict[int, IndexedDocument] = {}
        self.settings = FingerprintSettings(bits=bits)
        self.index = Index.create(
            self.folder, self.settings, BOILERPLATE, IndexSettings(maximum_segments=3)
        )

    @rule(
        data=st.data(),
        batches=st.lists(st.sets(DOC_IDS, max_size=4), min_size=1, max_size=2),
        delete=st.sets(DOC_IDS, max_size=2),
        run_postings=st.sampled_from([None, 1, 3]),
    )
    def commit(
        self,
        data: st.DataObject,
        batches: list[set[int]],
        delete: set[int],
        run_postings: int | None,
    ) -> None:
        """Add some documents in one or two segments, replacing those that are there, and delete
        some, all in one commit."""
        prepared = []
        arriving: dict[int, IndexedDocument] = {}
        for batch in batches:
            group = []
            for doc_id in sorted(batch - set(arriving)):
                fingerprints = data.draw(
                    st.lists(st.sampled_from(self.universe), max_size=12), label=f"of {doc_id}"
                )
                positions = np.arange(len(fingerprints), dtype=np.uint32) * 2 + 1
                arriving[doc_id] = IndexedDocument(
                    doc_id, doc_id * 10, np.array(fingerprints, np.uint64), positions
                )
                group.append(arriving[doc_id])
            prepared.append(prepare(self.folder, group, self.bits, run_postings))
        generation = self.index.snapshot().generation
        assert self.index.commit(prepared, delete) == generation + 1
        for doc_id in delete:
            self.documents.pop(doc_id, None)
        self.documents.update(arriving)

    @rule()
    def merge_by_policy(self) -> None:
        self.index.merge()
        assert len(self.index.snapshot().segments) <= 3

    @rule()
    def merge_everything(self) -> None:
        self.index.merge(all=True)
        assert len(self.index.snapshot().segments) == min(1, len(self.documents))
        assert self.index.snapshot().live.all()

    @rule()
    def reopen(self) -> None:
        self.index = Index.open(
            self.folder, self.settings, BOILERPLATE, IndexSettings(maximum_segments=3)
        )

    @invariant()
    def agrees(self) -> None:
        self.steps += 1
        assert_agrees(self.index.snapshot(), self.documents, BOILERPLATE, self.universe, self.steps)

    def teardown(self) -> None:
        try:
            if hasattr(self, "index"):
                assert verify(self.folder) == []
                manifest = self.index.snapshot().manifest
                there = {path.name for path in self.folder.iterdir()}
                assert there == manifest.names() | {"manifest.json", "commit.lock"}
        finally:
            self.patch.undo()
            shutil.rmtree(self.folder)


TestAnyHistory = IndexMachine.TestCase
TestAnyHistory.settings = settings(
    max_examples=40,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
