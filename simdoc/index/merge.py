"""Several segments into one, without their dead documents. Nothing is locked meanwhile; what was
deleted while the merge ran is carried over when it is committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simdoc.index.external_sort import ordered_postings, postings_within
from simdoc.index.format import DELETION_DTYPE, DOCUMENT_DTYPE, Integers, Records
from simdoc.index.preparation import Preparation, PreparedSegment
from simdoc.index.segment_writer import write_segment
from simdoc.index.snapshot import LivePostings, Snapshot


@dataclass(frozen=True)
class PreparedMerge:
    """`renumber` gives, for each input's serial, the new number of each of its documents, −1 for
    those already dead; `prepared` is None when nothing was left alive."""

    renumber: Mapping[int, Integers]
    prepared: PreparedSegment | None

    def carry_over(self, deletions: Records, serial: int) -> Records:
        """`deletions` as they are when the new segment `serial` stands in for its inputs: those of
        the inputs move to the new segment unless the merge has dropped the documents itself."""
        parts = [deletions[~np.isin(deletions["serial"], list(self.renumber))]]
        for old_serial, renumber in self.renumber.items():
            numbers = renumber[deletions["number"][deletions["serial"] == old_serial]]
            moved = np.zeros(np.count_nonzero(numbers >= 0), DELETION_DTYPE)
            moved["serial"] = serial
            moved["number"] = numbers[numbers >= 0]
            parts.append(moved)
        return np.concatenate(parts)


def prepare_merge(
    folder: Path, snapshot: Snapshot, serials: Sequence[int], budget_megabytes: int
) -> PreparedMerge:
    """Write the live documents of the segments `serials` into a new segment."""
    renumber: dict[int, Integers] = {}
    sources: list[LivePostings] = []
    documents: list[Records] = []
    kept = postings = 0
    for segment, base, end in snapshot.parts:
        if segment.record.serial not in serials:
            continue
        live = snapshot.live[base:end]
        new = np.where(live, kept + np.cumsum(live) - 1, -1)
        renumber[segment.record.serial] = new
        sources.append(LivePostings(segment, new))
        documents.append(segment.documents[live])
        kept += int(np.count_nonzero(live))
        postings += sources[-1].count()
    if not kept:
        return PreparedMerge(renumber, None)
    preparation = Preparation.reserve(folder)
    try:
        record = write_segment(
            preparation.folder,
            ordered_postings(sources, snapshot.settings.bits, postings_within(budget_megabytes)),
            np.concatenate(documents).astype(DOCUMENT_DTYPE),
            snapshot.settings.bits,
            postings,
        )
    except BaseException:
        preparation.abandon()
        raise
    return PreparedMerge(renumber, PreparedSegment(record, preparation))
