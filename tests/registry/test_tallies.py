"""Counts of courses, years, kinds and languages, and of what came when."""

from __future__ import annotations

import pytest

from simdoc.registry.documents import DocumentFilter
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument


def new(**told: str | None) -> NewDocument:
    return NewDocument(file_hash="0" * 64, text="text", **told)  # type: ignore[arg-type]


def test_values_are_counted_the_commonest_first_and_years_the_latest_first(
    registry: Registry,
) -> None:
    ids = registry.add_documents(
        [
            new(course="A", submitted="2019-05-01", kind="essay", language="cs"),
            new(course="B", submitted="2021", kind="essay"),
            new(course="B", submitted="2019-07"),
            new(course="C", submitted="2018"),
        ]
    )
    registry.mark_deleted(ids[3:])
    found = registry.tallies()
    assert list(found.courses.items()) == [("B", 2), ("A", 1)]
    assert list(found.years.items()) == [(2021, 1), (2019, 2)]
    assert (found.kinds, found.languages) == ({"essay": 2}, {"cs": 1})


def test_arrivals_are_counted_by_hour_and_day(registry: Registry) -> None:
    before = registry.add_documents([new(), new()])
    failed = NewDocument(file_hash="1" * 64, reason="a scan")
    registry.add_documents([failed])
    registry.mark_deleted(before[:1])
    added = registry.get(before[0]).added
    [day] = registry.arrivals("day", "2000")
    assert (day.start, day.came, day.failed) == (added[:10], 3, 1)
    hours = registry.arrivals("hour", "2000")
    assert sum(hour.came for hour in hours) == 3
    assert hours[0].start == added[:13]
    assert registry.arrivals("day", "2999") == []


@pytest.mark.parametrize("text", ["2021", "2021-05", "2021-05-14"])
def test_a_date_may_lack_its_day_and_its_month(registry: Registry, text: str) -> None:
    [doc_id] = registry.add_documents([new()])
    assert registry.edit(doc_id, {"submitted": text}).submitted == text


@pytest.mark.parametrize("text", ["21", "2021-13", "2021-02-30", "May 2021", "2021-05-1400"])
def test_what_is_no_date_is_refused(registry: Registry, text: str) -> None:
    [doc_id] = registry.add_documents([new()])
    with pytest.raises(ValueError, match=r"."):
        registry.edit(doc_id, {"submitted": text})


def test_a_year_finds_what_was_submitted_then_beside_other_words(registry: Registry) -> None:
    bees, roofs = registry.add_documents(
        [new(title="Bees", submitted="2021-06-11"), new(title="Bees 2021", submitted="2020")]
    )
    names = registry.add_documents([new(title="Roofs", submitted="2021")])

    def found(typed: str) -> list[int]:
        return [row.doc_id for row in registry.list_documents(DocumentFilter(search=typed))]

    assert found("bees 2021") == [bees, roofs]
    assert found("2021-06") == [bees]
    assert found("2021") == [bees, roofs, *names]


def test_the_log_is_read_by_kind_and_page_and_its_number_grows(registry: Registry) -> None:
    assert registry.last_event() == 0
    ids = registry.add_documents([new(), new()])
    before = registry.last_event()
    registry.mark_deleted(ids, by="Eva")
    assert registry.last_event() > before
    deleted = registry.events(kinds=("deleted",))
    assert [(event.doc_id, event.who) for event in deleted] == [(ids[1], "Eva"), (ids[0], "Eva")]
    assert registry.events(kinds=("deleted",), limit=1, offset=1) == deleted[1:]
