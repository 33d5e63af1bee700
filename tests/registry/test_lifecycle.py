"""From extracted to purged, with every step back that is allowed."""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from simdoc.errors import SimdocError, UnknownDocumentError
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable, SimilarityRow
from simdoc.registry.schema import STATUSES
from simdoc.registry.texts import LEVEL

Make = Callable[[int], list[int]]


def new(**values: object) -> NewDocument:
    return NewDocument(**{"file_hash": "00", "text": "one two", **values})  # type: ignore[arg-type]


def statuses(registry: Registry, *doc_ids: int) -> list[str]:
    return [registry.get(doc_id).status for doc_id in doc_ids]


def test_stored_documents_are_unfinished_until_the_manifest_names_them(registry: Registry) -> None:
    one, two, failed = registry.add_documents([new(), new(), new(text=None, reason="empty")])
    assert registry.unfinished_ids() == [one, two]
    assert registry.searchable_ids() == []
    registry.mark_searchable([Searchable(one, 900, 850, 3)], generation=7)
    assert registry.unfinished_ids() == [two]
    assert registry.searchable_ids() == [one]
    row = registry.get(one)
    assert (row.words, row.chunks, row.mixed_script_words, row.generation) == (900, 850, 3, 7)
    assert statuses(registry, one, two, failed) == ["searchable", "extracted", "failed"]


def test_marking_twice_is_harmless(registry: Registry) -> None:
    one, two = registry.add_documents([new(), new()])
    rows = [SimilarityRow(one, two, 5, 0, 0)]
    for _ in range(2):
        registry.mark_searchable([Searchable(i, 9, 5) for i in (one, two)], 1, rows)
    assert registry.similar(one) == rows
    assert registry.mark_searchable([], 2) == []


def test_a_document_deleted_before_it_was_acknowledged_stays_deleted(registry: Registry) -> None:
    one, two = registry.add_documents([new(), new()])
    registry.mark_deleted([one])
    registry.mark_searchable(
        [Searchable(one, 9, 5), Searchable(two, 9, 5)], 1, [SimilarityRow(one, two, 5, 0, 0)]
    )
    assert statuses(registry, one, two) == ["deleted", "searchable"]
    assert registry.similar(two) == []


def test_rows_beyond_the_best_are_cut_when_documents_come_in(registry: Registry) -> None:
    ids = registry.add_documents([new() for _ in range(5)])
    rows = [SimilarityRow(ids[0], other, common, 0, 0) for common, other in enumerate(ids[1:], 1)]
    registry.mark_searchable([Searchable(i, 9, 5) for i in ids], 1, rows, best=3)
    assert [row.other_id for row in registry.similar(ids[0])] == ids[4:1:-1]
    assert registry.get(ids[0]).list_cut


def test_a_new_version_replaces_the_old_one_when_it_is_searchable(
    registry: Registry, searchable: Make
) -> None:
    old, other, third = searchable(3)
    registry.insert_and_trim(
        [SimilarityRow(old, other, 5, 0, 0), SimilarityRow(other, third, 4, 0, 0)], best=1
    )
    (version,) = registry.add_documents([new(replaces=old)])
    assert statuses(registry, old, version) == ["searchable", "extracted"]
    stale = registry.mark_searchable([Searchable(version, 9, 5)], 2)
    assert stale == [other]  # its list had been cut and lost the old version
    assert statuses(registry, old, version) == ["replaced", "searchable"]
    assert registry.get(version).replaces == old
    assert registry.similar(old) == []
    assert registry.text(old).text == "text 0"
    assert registry.events(old)[0].what == "replaced"
    assert [row.doc_id for row in registry.list_documents()] == [other, third, version]


def test_a_failed_document_can_be_tried_again_under_its_number(registry: Registry) -> None:
    (doc_id,) = registry.add_documents(
        [new(text=None, reason="no text: run OCR", path="/a.pdf", author="from the file")]
    )
    registry.edit(doc_id, {"title": "Said by a person"})
    registry.refill(doc_id, new(text=None, reason="still nothing", title="x"), by="eva")
    assert registry.get(doc_id).reason == "still nothing"
    registry.refill(
        doc_id, new(text="read at last", title="Scanned", language="cs", file_hash="11")
    )
    row = registry.get(doc_id)
    assert (row.status, row.reason, row.file_hash, row.language) == ("extracted", None, "11", "cs")
    assert (row.title, row.author, row.path) == ("Said by a person", "from the file", "/a.pdf")
    assert registry.text(doc_id).text == "read at last"
    assert registry.list_documents(DocumentFilter(search="person file")) == [row]
    assert [event.what for event in registry.events(doc_id)][:2] == ["retried", "retried"]
    with pytest.raises(UnknownDocumentError):
        registry.refill(doc_id, new())


def test_a_stored_document_can_turn_out_to_be_of_no_use(
    registry: Registry, searchable: Make
) -> None:
    (doc_id,) = registry.add_documents([new()])
    registry.mark_failed(doc_id, "its language has no stemmer")
    assert registry.get(doc_id).reason == "its language has no stemmer"
    assert registry.unfinished_ids() == []
    with pytest.raises(UnknownDocumentError):
        registry.mark_failed(searchable(1)[0], "too late")


def test_a_deletion_is_undone_under_the_same_number(registry: Registry, searchable: Make) -> None:
    one, two = searchable(2)
    (failed,) = registry.add_documents([new(text=None, reason="broken")])
    registry.mark_deleted([one, failed], by="eva")
    assert statuses(registry, one, two, failed) == ["deleted", "searchable", "deleted"]
    row = registry.get(one)
    assert row.deleted_by == "eva"
    assert row.deleted_at is not None
    assert registry.searchable_ids() == [two]
    assert [r.doc_id for r in registry.list_documents()] == [two]
    assert registry.text(one).text == "text 0"
    assert registry.undelete([one, two, failed], by="jan") == [one, failed]
    assert statuses(registry, one, two, failed) == ["extracted", "searchable", "failed"]
    assert registry.get(failed).reason == "broken"
    assert (registry.get(one).deleted_at, registry.get(one).deleted_by) == (None, None)
    assert registry.unfinished_ids() == [one]
    assert [(e.what, e.who) for e in registry.events(one)] == [
        ("undeleted", "jan"),
        ("deleted", "eva"),
        ("added", None),
    ]


def test_deleting_twice_keeps_the_first_date(registry: Registry, searchable: Make) -> None:
    (doc_id,) = searchable(1)
    registry.mark_deleted([doc_id], by="eva")
    before = registry.get(doc_id)
    assert registry.mark_deleted([doc_id], by="jan") == []
    assert registry.get(doc_id) == before


def test_an_unknown_document_stops_the_whole_deletion(registry: Registry, searchable: Make) -> None:
    ids = searchable(2)
    for change in (registry.mark_deleted, registry.undelete, registry.purge):
        with pytest.raises(UnknownDocumentError, match="404"):
            change([*ids, 404])
    assert statuses(registry, *ids) == ["searchable"] * 2


SECRET = "Zvláštní tajemství " + "Xyzzy" * 5
TEXT = " ".join(f"tajemství{(n * 7919) % 1009}" for n in range(300))


def contents(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_purge_leaves_nothing_on_the_disk(registry: Registry, folder: Path) -> None:
    doc_id, other = registry.add_documents(
        [
            NewDocument(
                file_hash="cafe" * 16,
                text=TEXT,
                path=f"/home/{SECRET}.pdf",
                title=SECRET,
                author=SECRET,
                supervisor=SECRET,
                course=SECRET,
                institution=SECRET,
                owner=SECRET,
                notes=(SECRET,),
            ),
            new(),
        ]
    )
    registry.mark_searchable(
        [Searchable(i, 9, 5) for i in (doc_id, other)], 1, [SimilarityRow(doc_id, other, 5, 0, 0)]
    )
    registry.add_place(doc_id, f"/backup/{SECRET}")
    registry.store_passages(doc_id, other, 1, "k", SECRET.encode())
    registry.edit(doc_id, {"title": SECRET + "2"})
    packed = zlib.compress(TEXT.encode(), LEVEL)
    traces = [b"XyzzyXyzzy", b"xyzzyxyzzy", b"cafecafe", packed[40:80], packed[-60:-20]]
    before = contents(folder)
    assert all(trace in before for trace in traces)
    registry.purge([doc_id], by="eva")
    after = contents(folder)
    assert [trace for trace in traces if trace in after] == []
    row = registry.get(doc_id)
    assert (row.status, row.title, row.path, row.file_hash) == ("purged", None, None, None)
    assert row.deleted_at is not None
    assert row.deleted_by == "eva"
    with pytest.raises(UnknownDocumentError):
        registry.text(doc_id)
    assert registry.places(doc_id) == []
    assert registry.similar(other) == []
    assert registry.passages(doc_id, [other], 1, "k") == {}
    assert [event.what for event in registry.events(doc_id)] == ["purged", "edited", "added"]
    with pytest.raises(SimdocError, match="was purged"):
        registry.undelete([doc_id])
    assert registry.purge([doc_id]) == []
    assert registry.mark_deleted([doc_id]) == []


def test_what_was_deleted_long_enough_ago_is_purged(registry: Registry, searchable: Make) -> None:
    early, late, kept = searchable(3)
    now = datetime.datetime.now(datetime.UTC)
    registry.mark_deleted([early, late])
    assert registry.purge_expired(30, now + datetime.timedelta(days=29)) == []
    registry.undelete([late])
    registry.mark_searchable([Searchable(late, 2, 1)], 2)
    assert registry.purge_expired(30, now + datetime.timedelta(days=30, seconds=60)) == [early]
    assert statuses(registry, early, late, kept) == ["purged", "searchable", "searchable"]
    registry.mark_deleted([late])
    assert registry.purge_expired(0) == [late]


def test_bytes_are_known_until_the_last_document_of_them_is_purged(registry: Registry) -> None:
    one, two = registry.add_documents([new(file_hash="aa"), new(file_hash="aa")])
    registry.purge([one])
    assert registry.has_hash("aa")
    registry.mark_deleted([two])
    assert registry.has_hash("aa")
    registry.purge([two])
    assert not registry.has_hash("aa")


def test_every_status_is_counted(registry: Registry, searchable: Make) -> None:
    old, deleted, purged, _ = searchable(4)
    version, _, _ = registry.add_documents(
        [new(replaces=old), new(), new(text=None, reason="empty")]
    )
    registry.mark_searchable([Searchable(version, 2, 1)], 2)
    registry.mark_deleted([deleted])
    registry.purge([purged])
    assert registry.count_by_status() == {**dict.fromkeys(STATUSES, 1), "searchable": 2}


def test_events_are_read_newest_first_and_no_more_than_asked(
    registry: Registry, searchable: Make
) -> None:
    ids = searchable(5)
    registry.mark_deleted(ids[:1])
    assert [(e.what, e.doc_id) for e in registry.events(limit=2)] == [
        ("deleted", ids[0]),
        ("added", ids[4]),
    ]
