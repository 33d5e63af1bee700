"""Rows of documents come back as they went in, and only those asked for."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simdoc.errors import UnknownDocumentError
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.registry import Registry
from simdoc.registry.rows import DocumentRow, NewDocument
from simdoc.registry.schema import FAILED, STATUSES

WHOLE = NewDocument(
    file_hash="ab" * 32,
    text="Příliš žluťoučký kůň 🐎 \x00 end",
    page_starts=(0, 7),
    path="/theses/kůň.zip!/práce č. 1.pdf",
    title="Úpění ďábelských ód — 𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    author="Ján Ďurčo",
    submitted="2019-05-20",
    kind="bachelor",
    course="IB000",
    supervisor="Šárka Žáková",
    institution="FI",
    language="cs",
    file_type="pdf",
    size=12_345,
    owner="durco",
    visible_to="teachers",
    visible_from="2019-06-01",
    visible_until="2029-06-01",
    compared=False,
    words=4,
    chunks=0,
    mixed_script_words=1,
    notes=("first note", "second\nnote"),
)


def titled(*titles: str) -> list[NewDocument]:
    return [NewDocument(file_hash="", text="", title=title) for title in titles]


def test_a_document_comes_back_as_it_was_stored(registry: Registry) -> None:
    (doc_id,) = registry.add_documents([WHOLE])
    row = registry.get(doc_id)
    names = {f.name for f in dataclasses.fields(DocumentRow)} & {
        f.name for f in dataclasses.fields(NewDocument)
    } - {"notes"}
    assert len(names) == 22
    for name in names:
        assert getattr(row, name) == getattr(WHOLE, name), name
    assert row.notes == ("first note", "second note")
    assert row.status == "extracted"
    assert row.added.endswith("Z")
    assert (row.generation, row.list_cut, row.list_stale) == (None, False, False)
    assert (row.deleted_at, row.deleted_by) == (None, None)
    assert type(row.compared) is bool


def test_a_document_that_failed_keeps_its_reason_and_has_no_text(registry: Registry) -> None:
    failed = NewDocument(file_hash="00", reason="encrypted: ask the author for a readable copy")
    good = NewDocument(file_hash="01", text="words")
    first, second = registry.add_documents([failed, good])
    assert first < second
    assert registry.get(first).status == "failed"
    assert registry.get(first).reason == failed.reason
    with pytest.raises(UnknownDocumentError):
        registry.text(first)
    assert registry.text(second).text == "words"


@pytest.mark.parametrize("both", [{"text": "t", "reason": "r"}, {}])
def test_a_document_has_a_text_or_a_reason(both: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="either a text or the reason"):
        NewDocument(file_hash="00", **both)  # type: ignore[arg-type]


def test_doc_ids_follow_the_order_given_and_are_never_given_twice(registry: Registry) -> None:
    doc_ids = registry.add_documents(titled(*(str(n) for n in range(700))))
    assert doc_ids == sorted(doc_ids)
    assert len(set(doc_ids)) == 700
    rows = registry.get_many(doc_ids)
    assert [rows[doc_id].title for doc_id in doc_ids] == [str(n) for n in range(700)]
    registry.purge(doc_ids[-3:])
    assert registry.add_documents(titled("new")) > doc_ids[-1:]


def test_doc_ids_are_not_reused_even_when_rows_are_gone(registry: Registry, folder: Path) -> None:
    import sqlite3

    (last,) = registry.add_documents([NewDocument(file_hash="", reason="r")])
    registry.close()
    connection = sqlite3.connect(folder / "registry.sqlite3")
    with connection:
        connection.execute("DELETE FROM documents")
    connection.close()
    with Registry.open(folder) as again:
        assert again.add_documents(titled("next")) == [last + 1]


def test_nothing_is_stored_when_one_of_many_cannot_be(registry: Registry) -> None:
    wrong = NewDocument(file_hash="", text="t", replaces=12_345)
    with pytest.raises(Exception, match="FOREIGN KEY"):
        registry.add_documents([*titled("a", "b"), wrong])
    assert registry.count() == 0
    assert registry.add_documents([]) == []


def test_an_unknown_document_is_named(registry: Registry) -> None:
    for ask in (registry.get, registry.text, registry.places):
        with pytest.raises(UnknownDocumentError, match="77"):
            ask(77)
    assert registry.get_many([77]) == {}
    assert registry.headings([77]) == {}
    assert registry.headings([]) == {}


@pytest.mark.parametrize("count", [1, 7, 8, 9, 100, 128, 129, 300])
def test_headings_of_any_number_of_documents(registry: Registry, count: int) -> None:
    doc_ids = registry.add_documents(titled(*(f"title {n}" for n in range(count))))
    found = registry.headings(doc_ids)
    assert {i: heading.title for i, heading in found.items()} == {
        doc_id: f"title {n}" for n, doc_id in enumerate(doc_ids)
    }
    rows = registry.get_many(doc_ids)
    for doc_id, heading in found.items():
        assert heading._asdict().items() <= dataclasses.asdict(rows[doc_id]).items()


def test_documents_are_found_by_any_place_and_by_their_bytes(registry: Registry) -> None:
    one, two, three = registry.add_documents(
        [
            NewDocument(file_hash="aa", text="x", path="/a.txt"),
            NewDocument(file_hash="aa", text="x", path="/b.txt"),
            NewDocument(file_hash="bb", text="x"),
        ]
    )
    registry.add_place(one, "/c.txt")
    registry.add_place(one, "/c.txt")
    registry.add_place(two, "/c.txt")
    assert [row.doc_id for row in registry.find_by_path("/a.txt")] == [one]
    assert [row.doc_id for row in registry.find_by_path("/c.txt")] == [two, one]
    assert registry.find_by_path("/A.TXT") == []
    assert registry.places(one) == ["/a.txt", "/c.txt"]
    assert registry.places(three) == []
    assert [row.doc_id for row in registry.find_by_hash("aa")] == [one, two]
    registry.mark_deleted([one])
    assert [row.doc_id for row in registry.find_by_path("/c.txt")] == [two]
    assert [row.doc_id for row in registry.find_by_hash("aa")] == [two]


def test_a_place_needs_a_document(registry: Registry) -> None:
    with pytest.raises(UnknownDocumentError):
        registry.add_place(5, "/a")


def test_a_path_that_is_not_utf8_is_found_again(registry: Registry) -> None:
    path = b"/theses/pr\xe1ce.txt".decode("utf-8", "surrogateescape")
    (doc_id,) = registry.add_documents([NewDocument(file_hash="", text="", path=path, title=path)])
    assert [row.doc_id for row in registry.find_by_path(path)] == [doc_id]


def listed(registry: Registry, **wanted: object) -> list[str | None]:
    rows = registry.list_documents(DocumentFilter(**wanted))  # type: ignore[arg-type]
    assert len(rows) == registry.count(DocumentFilter(**wanted))  # type: ignore[arg-type]
    return [row.title for row in rows]


def test_documents_are_filtered(registry: Registry) -> None:
    registry.add_documents(
        [
            NewDocument(file_hash="", text="", title="a", course="IB000", submitted="2019-12-31"),
            NewDocument(file_hash="", text="", title="b", course="IB000", submitted="2020-01-01"),
            NewDocument(file_hash="", text="", title="c", kind="essay", submitted="2020"),
            NewDocument(file_hash="", text="", title="d", author="Eva", compared=False),
            NewDocument(file_hash="", reason="empty", title="e", submitted="2020-12-31"),
        ]
    )
    assert listed(registry) == ["a", "b", "c", "d", "e"]
    assert listed(registry, course="IB000") == ["a", "b"]
    assert listed(registry, year=2020) == ["b", "c", "e"]
    assert listed(registry, year=2020, course="IB000") == ["b"]
    assert listed(registry, kind="essay") == ["c"]
    assert listed(registry, author="Eva") == ["d"]
    assert listed(registry, compared=False) == ["d"]
    assert listed(registry, statuses=[FAILED]) == ["e"]
    assert listed(registry, statuses=STATUSES) == ["a", "b", "c", "d", "e"]
    assert listed(registry, statuses=[]) == []
    assert registry.count_by_status() == {"extracted": 4, "failed": 1}


def test_a_search_ignores_case_diacritics_and_order_and_takes_signs_as_they_are(
    registry: Registry,
) -> None:
    registry.add_documents(
        [
            NewDocument(file_hash="", text="", title="Strojové učení", author="Jan Novák"),
            NewDocument(file_hash="", text="", title="100% of_all", author="Ω. Straße"),
            NewDocument(file_hash="", text="", title="1000 ofXall", course="ŘÍP"),
        ]
    )
    assert listed(registry, search="novak jan") == ["Strojové učení"]
    assert listed(registry, search="UČENÍ") == ["Strojové učení"]
    assert listed(registry, search="uc") == ["Strojové učení"]
    assert listed(registry, search="100%") == ["100% of_all"]
    assert listed(registry, search="of_all") == ["100% of_all"]
    assert listed(registry, search="STRASSE ω") == ["100% of_all"]
    assert listed(registry, search="rip") == ["1000 ofXall"]
    assert listed(registry, search="novak rip") == []
    assert len(listed(registry, search="  ")) == 3


def test_a_list_is_ordered_with_ties_by_doc_id(registry: Registry) -> None:
    registry.add_documents(
        [
            NewDocument(file_hash="", text="", title=title, words=words, submitted=date)
            for title, words, date in [
                ("Č", 3, "2021"),
                ("a", 1, "2022"),
                ("b", 3, "2020"),
                ("A", 2, "2022"),
            ]
        ]
    )

    def titles(order: str, descending: bool = False) -> str:
        rows = registry.list_documents(order=order, descending=descending)  # type: ignore[arg-type]
        return "".join(row.title or "" for row in rows)

    assert titles("doc_id") == "ČabA"
    assert titles("doc_id", descending=True) == "AbaČ"
    assert titles("title") == "aAbČ"
    assert titles("words") == "aAČb"
    assert titles("words", descending=True) == "ČbAa"
    assert titles("submitted", descending=True) == "aAČb"


def test_five_thousand_documents_are_listed_page_by_page_quickly(registry: Registry) -> None:
    count = 5_000
    for start in range(0, count, 500):
        registry.add_documents(
            titled(*(f"title {(n * 7919) % count:05}" for n in range(start, start + 500)))
        )
    assert registry.count() == count
    seen: list[str | None] = []
    start_time = time.perf_counter()
    for offset in range(0, count, 50):
        rows = registry.list_documents(order="title", limit=50, offset=offset)
        assert len(rows) == 50
        seen += [row.title for row in rows]
    assert seen == [f"title {n:05}" for n in range(count)]
    # About 3 ms a page; the bound leaves room for a machine that is busy.
    assert (time.perf_counter() - start_time) / (count / 50) < 0.1


def test_metadata_are_edited_found_anew_and_logged(registry: Registry) -> None:
    (doc_id,) = registry.add_documents([WHOLE])
    row = registry.edit(
        doc_id, {"title": "Jiný název", "path": "/moved.pdf", "compared": True}, by="eva"
    )
    assert (row.title, row.author, row.path, row.compared) == (
        "Jiný název",
        WHOLE.author,
        "/moved.pdf",
        True,
    )
    assert registry.get(doc_id) == row
    assert listed(registry, search="jiny durco") == ["Jiný název"]
    assert listed(registry, search="upeni") == []
    assert registry.places(doc_id) == ["/moved.pdf", WHOLE.path]
    event = registry.events(doc_id)[0]
    assert (event.what, event.who, event.detail) == ("edited", "eva", "compared, path, title")
    registry.edit(doc_id, {"author": None})
    assert listed(registry, search="durco") == []


def test_only_metadata_can_be_edited(registry: Registry) -> None:
    (doc_id,) = registry.add_documents([WHOLE])
    for name in ("status", "doc_id", "words", "nonsense"):
        with pytest.raises(ValueError, match=f"{name} cannot be edited"):
            registry.edit(doc_id, {name: 1})
    with pytest.raises(ValueError, match="isoformat"):
        registry.edit(doc_id, {"visible_until": "next year"})
    with pytest.raises(UnknownDocumentError):
        registry.edit(99, {"title": "x"})
    assert registry.get(doc_id).status == "extracted"


def test_documents_can_be_left_out_of_comparison(
    registry: Registry, searchable: Callable[[int], list[int]]
) -> None:
    doc_ids = searchable(3)
    registry.set_compared(doc_ids[:2], False)
    assert [registry.get(i).compared for i in doc_ids] == [False, False, True]
    registry.set_compared(doc_ids[:1], True)
    assert [registry.get(i).compared for i in doc_ids] == [True, False, True]


def test_several_threads_read_and_write_one_registry(registry: Registry) -> None:
    errors: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(15):
                (doc_id,) = registry.add_documents(
                    [NewDocument(file_hash="", text=f"text {name} {number}")]
                )
                assert registry.text(doc_id).text == f"text {name} {number}"
                assert doc_id in registry.get_many([doc_id])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert registry.count() == 12 * 15
