"""The index of a corpus: commit, merge, snapshot.

Everything searchable is named by the manifest; every change ends in replacing it while commit.lock
is held. Segments and merges are prepared outside the lock, by any number of processes.
"""

from __future__ import annotations

import contextlib
import dataclasses
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simdoc.errors import CorruptIndexError, IndexLockedError, SimdocError
from simdoc.index import boilerplate as boilerplates
from simdoc.index.arrays import write_array
from simdoc.index.cleaning import BOILERPLATE_PREFIX, DELETIONS_PREFIX, remove_unnamed
from simdoc.index.format import (
    COMMIT_LOCK,
    DELETION_DTYPE,
    FINGERPRINT_DTYPE,
    MANIFEST,
    ArrayRecord,
    Records,
)
from simdoc.index.locks import held
from simdoc.index.manifest import (
    BoilerplateRecord,
    Manifest,
    ShapingSettings,
    compare_settings,
    parse_manifest,
    read_manifest,
    read_manifest_bytes,
    write_manifest,
)
from simdoc.index.merge import PreparedMerge, prepare_merge
from simdoc.index.merge_policy import SegmentSize, choose_merges
from simdoc.index.preparation import PreparedSegment
from simdoc.index.segment import Segment
from simdoc.index.segment_writer import SegmentBuilder
from simdoc.index.set_aside import set_aside
from simdoc.index.snapshot import Snapshot, open_snapshot
from simdoc.settings import BoilerplateSettings, IndexSettings

_ATTEMPTS = 10
"""How often a reader starts again because a commit removed what it was about to open."""


class Index:
    """An open index folder. Any number of processes may have the same one open and commit to it."""

    def __init__(
        self, folder: Path, boilerplate: BoilerplateSettings, index: IndexSettings
    ) -> None:
        self.folder = folder
        self._boilerplate = boilerplate
        self._settings = index
        # One attribute, so that threads sharing this index never see one without the other.
        self._newest: tuple[bytes, Snapshot] | None = None

    @classmethod
    def create(
        cls,
        folder: Path,
        settings: ShapingSettings,
        boilerplate: BoilerplateSettings | None = None,
        index: IndexSettings | None = None,
    ) -> Index:
        """Make an empty index, or open the one that is there if it has the same settings."""
        folder.mkdir(parents=True, exist_ok=True)
        with held(folder / COMMIT_LOCK):
            if not (folder / MANIFEST).exists():
                write_manifest(folder, Manifest(settings))
        return cls.open(folder, settings, boilerplate, index)

    @classmethod
    def open(
        cls,
        folder: Path,
        settings: ShapingSettings | None = None,
        boilerplate: BoilerplateSettings | None = None,
        index: IndexSettings | None = None,
    ) -> Index:
        """Open an index and check that all its files are there in full. `settings`, when given,
        must be those the index was made with."""
        opened = cls(folder, boilerplate or BoilerplateSettings(), index or IndexSettings())
        found = opened.snapshot().settings
        if settings is not None:
            compare_settings(found, settings)
        return opened

    def snapshot(self) -> Snapshot:
        """The newest generation. Costs one small read when nothing was committed since."""
        for attempt in range(_ATTEMPTS):
            content = read_manifest_bytes(self.folder)
            if self._newest is not None and content == self._newest[0]:
                return self._newest[1]
            manifest = parse_manifest(self.folder, content)
            try:
                return self._open(manifest, content)
            except CorruptIndexError:
                # Removed by a commit made meanwhile, unless the manifest is still the same.
                if attempt == _ATTEMPTS - 1 or read_manifest_bytes(self.folder) == content:
                    raise
        raise AssertionError("unreachable")

    def builder(self) -> SegmentBuilder:
        """A builder for new documents of this index, within its memory budget."""
        bits = self.snapshot().settings.bits
        return SegmentBuilder(self.folder, bits, self._settings.memory_megabytes)

    def commit(self, prepared: Sequence[PreparedSegment] = (), delete: Iterable[int] = ()) -> int:
        """Make prepared segments searchable and documents dead, all at once; gives the generation.

        A document that is added while it is live is replaced, and deleting one that is not there
        changes nothing, so that a commit can be repeated. If the lock is not had in time
        (IndexLockedError) the segments stay prepared; any other failure removes them.
        """
        doomed = np.fromiter(delete, np.int64)
        for empty in (segment for segment in prepared if not segment.record.documents):
            empty.abandon()
        prepared = [segment for segment in prepared if segment.record.documents]

        def change(before: Snapshot) -> tuple[Manifest, Records]:
            manifest = before.manifest
            records = [
                dataclasses.replace(segment.record, serial=manifest.next_serial + ordinal)
                for ordinal, segment in enumerate(prepared)
            ]
            added = [Segment(self.folder, record).documents["doc_id"] for record in records]
            arriving = np.concatenate([np.empty(0, np.int64), *added])
            if len(np.unique(arriving)) < len(arriving):
                raise ValueError("a document is in two of the segments to commit")
            numbers = before.numbers_of(np.union1d(doomed, arriving))
            after = dataclasses.replace(
                manifest,
                next_serial=manifest.next_serial + len(records),
                segments=manifest.segments + tuple(records),
            )
            return after, np.concatenate([before.deletions, _pairs(before, numbers[numbers >= 0])])

        try:
            generation = self._commit(change, prepared)
        except IndexLockedError:
            raise
        except BaseException:
            self._abandon_uncommitted(prepared)
            raise
        return generation

    def merge(self, all: bool = False) -> int:
        """Merge what the policy finds worth it, or everything into one segment; gives the number
        of merges done. A merge whose inputs were merged by somebody else meanwhile is dropped."""
        done = 0
        while True:
            snapshot = self.snapshot()
            groups = choose_merges(_sizes(snapshot), self._settings.maximum_segments, all)
            committed = [self._merge_group(snapshot, group, all) for group in groups]
            done += sum(committed)
            if all or not any(committed):
                return done

    def set_aside(self, names: Iterable[str]) -> int:
        """Stop answering from these damaged segments; gives the generation. See
        `simdoc.index.set_aside`, which also works where the damage prevents opening."""
        return set_aside(self.folder, names)

    def _merge_group(self, snapshot: Snapshot, group: Sequence[int], everything: bool) -> bool:
        """Prepare and commit one merge; whether it was committed."""
        merge = prepare_merge(self.folder, snapshot, group, self._settings.memory_megabytes)
        prepared = [merge.prepared] if merge.prepared else []

        def change(before: Snapshot) -> tuple[Manifest, Records] | None:
            return _with_merge(before, merge)

        try:
            committed = self._commit(change, prepared, full_merge=everything)
        except BaseException:
            self._abandon_uncommitted(prepared)
            raise
        if committed < 0:
            for segment in prepared:
                segment.abandon()
        return committed >= 0

    def _commit(
        self,
        change: Callable[[Snapshot], tuple[Manifest, Records] | None],
        prepared: Sequence[PreparedSegment],
        full_merge: bool = False,
    ) -> int:
        """Replace the manifest by what `change` makes of the newest snapshot; gives the generation,
        −1 when `change` gives None and nothing is replaced."""
        with held(self.folder / COMMIT_LOCK):
            before = self.snapshot()
            changed = change(before)
            if changed is None:
                return -1
            try:
                manifest = self._completed(before, *changed, full_merge)
                write_manifest(self.folder, manifest)
                for segment in prepared:
                    segment.preparation.done()
                self.snapshot()
            finally:
                with contextlib.suppress(OSError, SimdocError):
                    remove_unnamed(self.folder, read_manifest(self.folder))
            return manifest.generation

    def _completed(
        self, before: Snapshot, manifest: Manifest, deletions: Records, full_merge: bool
    ) -> Manifest:
        """The next generation of `manifest`, with its deletions and boilerplate written."""
        serials = [record.serial for record in manifest.segments]
        deletions = deletions[np.isin(deletions["serial"], serials)]
        manifest = dataclasses.replace(
            manifest,
            generation=before.generation + 1,
            deletions=self._write_deletions(before, deletions),
        )
        return self._with_boilerplate(before, manifest, deletions, full_merge)

    def _write_deletions(self, before: Snapshot, deletions: Records) -> ArrayRecord | None:
        if not len(deletions):
            return None
        if len(deletions) == len(before.deletions) and np.array_equal(deletions, before.deletions):
            return before.manifest.deletions
        ordered = np.sort(deletions, order=["serial", "number"])
        return self._write_array(DELETIONS_PREFIX, before.generation + 1, ordered)

    def _with_boilerplate(
        self, before: Snapshot, manifest: Manifest, deletions: Records, full_merge: bool
    ) -> Manifest:
        settings = self._boilerplate
        if not full_merge and not boilerplates.is_due(
            manifest.boilerplate, settings, manifest.postings
        ):
            return manifest
        after = self._snapshot_of(before, manifest, deletions)
        found = boilerplates.find_boilerplate(after, settings)
        if manifest.boilerplate and np.array_equal(found, before.boilerplate):
            array = manifest.boilerplate.array
        else:
            array = self._write_array(BOILERPLATE_PREFIX, manifest.generation, found)
        record = BoilerplateRecord(
            array, settings.minimum_documents, settings.share, manifest.postings
        )
        return dataclasses.replace(manifest, boilerplate=record)

    def _write_array(self, prefix: str, generation: int, array: npt.NDArray[Any]) -> ArrayRecord:
        name = f"{prefix}{generation:08d}-{secrets.token_hex(4)}.npy"
        return write_array(self.folder / name, array)

    def _snapshot_of(self, before: Snapshot, manifest: Manifest, deletions: Records) -> Snapshot:
        """The snapshot of a manifest that is not written yet."""
        known = {segment.record.name: segment for segment in before.segments}
        segments = tuple(known.get(r.name) or Segment(self.folder, r) for r in manifest.segments)
        return Snapshot(manifest, segments, deletions, np.empty(0, FINGERPRINT_DTYPE))

    def _open(self, manifest: Manifest, content: bytes) -> Snapshot:
        segments = self._newest[1].segments if self._newest else ()
        opened = open_snapshot(self.folder, manifest, {s.record.name: s for s in segments})
        self._newest = content, opened
        return opened

    def _abandon_uncommitted(self, prepared: Sequence[PreparedSegment]) -> None:
        """Remove prepared segments after a failure, unless the manifest got to name them."""
        try:
            names = read_manifest(self.folder).names()
        except (OSError, SimdocError):  # leave everything to the next cleaning
            return
        for segment in prepared:
            if segment.record.name not in names:
                segment.abandon()


def _with_merge(before: Snapshot, merge: PreparedMerge) -> tuple[Manifest, Records] | None:
    """The manifest with the merged segment in place of its inputs, None when an input is gone."""
    manifest = before.manifest
    if not set(merge.renumber) <= {record.serial for record in manifest.segments}:
        return None
    serial = manifest.next_serial
    kept = tuple(record for record in manifest.segments if record.serial not in merge.renumber)
    if merge.prepared:
        kept += (dataclasses.replace(merge.prepared.record, serial=serial),)
    after = dataclasses.replace(manifest, segments=kept, next_serial=serial + 1)
    return after, merge.carry_over(before.deletions, serial)


def _sizes(snapshot: Snapshot) -> list[SegmentSize]:
    return [
        SegmentSize(
            segment.record.serial,
            segment.record.postings,
            segment.record.documents,
            int(np.count_nonzero(~snapshot.live[base:end])),
        )
        for segment, base, end in snapshot.parts
    ]


def _pairs(snapshot: Snapshot, numbers: npt.NDArray[np.int64]) -> Records:
    """Global numbers as (segment serial, number) pairs."""
    pairs = np.zeros(len(numbers), DELETION_DTYPE)
    for segment, base, end in snapshot.parts:
        here = (numbers >= base) & (numbers < end)
        pairs["serial"][here] = segment.record.serial
        pairs["number"][here] = numbers[here] - base
    return pairs
