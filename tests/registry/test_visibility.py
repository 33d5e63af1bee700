"""Who sees what: the truth table, and that every read goes by it."""

from __future__ import annotations

import datetime
import itertools

import pytest

from simdoc.errors import UnknownDocumentError
from simdoc.registry.registry import Registry
from simdoc.registry.rows import NewDocument, Searchable, SimilarityRow
from simdoc.registry.visibility import EVERYONE_SEES_ALL, Viewer

TODAY = datetime.date(2024, 6, 15)
BEFORE, SAME, AFTER = "2024-06-14", "2024-06-15", "2024-06-16"

VIEWERS = [
    EVERYONE_SEES_ALL,
    Viewer(today=TODAY),
    Viewer("eva", today=TODAY),
    Viewer("jan", frozenset({"teachers"}), TODAY),
    Viewer("ota", frozenset({"owner", "students"}), TODAY),
]


def sees(viewer: Viewer, document: NewDocument) -> bool:
    """The rule in plain Python."""
    if viewer.sees_all:
        return True
    if viewer.name is not None and viewer.name == document.owner:
        return True
    if document.visible_from is not None and document.visible_from > TODAY.isoformat():
        return False
    if document.visible_until is not None and document.visible_until <= TODAY.isoformat():
        return False
    if document.visible_to == "owner":
        return False
    return document.visible_to == "public" or document.visible_to in viewer.groups


@pytest.fixture
def documents(registry: Registry) -> dict[int, NewDocument]:
    made = [
        NewDocument(
            file_hash="aa",
            text=f"text of {owner}",
            path="/same/place",
            owner=owner,
            visible_to=audience,
            visible_from=start,
            visible_until=end,
        )
        for owner, audience, start, end in itertools.product(
            [None, "eva", "jan"],
            ["public", "owner", "teachers", "students"],
            [None, BEFORE, SAME, AFTER],
            [None, BEFORE, SAME, AFTER],
        )
    ]
    return dict(zip(registry.add_documents(made), made, strict=True))


@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name or "nobody")
def test_every_read_gives_exactly_what_the_rule_allows(
    registry: Registry, documents: dict[int, NewDocument], viewer: Viewer
) -> None:
    allowed = {doc_id for doc_id, document in documents.items() if sees(viewer, document)}
    assert allowed
    assert viewer.sees_all or len(allowed) < len(documents)
    assert set(registry.get_many(documents, viewer)) == allowed
    assert set(registry.headings(documents, viewer)) == allowed
    assert {row.doc_id for row in registry.list_documents(viewer=viewer)} == allowed
    assert {row.doc_id for row in registry.find_by_path("/same/place", viewer)} == allowed
    assert {row.doc_id for row in registry.find_by_hash("aa", viewer)} == allowed
    assert registry.count(viewer=viewer) == len(allowed)
    assert registry.count_by_status(viewer) == {"extracted": len(allowed)}
    for doc_id, document in documents.items():
        if doc_id in allowed:
            assert registry.get(doc_id, viewer).doc_id == doc_id
            assert registry.text(doc_id, viewer).text == document.text
            assert registry.places(doc_id, viewer) == ["/same/place"]
        else:
            for ask in (registry.get, registry.text, registry.places):
                with pytest.raises(UnknownDocumentError):
                    ask(doc_id, viewer)


def test_lists_and_passages_show_no_document_that_is_hidden(registry: Registry) -> None:
    mine, open_one, hidden = registry.add_documents(
        [
            NewDocument(file_hash="", text="", owner="eva"),
            NewDocument(file_hash="", text=""),
            NewDocument(file_hash="", text="", visible_to="owner", owner="jan"),
        ]
    )
    registry.mark_searchable(
        [Searchable(i, 9, 5) for i in (mine, open_one, hidden)],
        generation=1,
        rows=[
            SimilarityRow(mine, open_one, 3, 0, 0),
            SimilarityRow(mine, hidden, 5, 0, 0),
        ],
    )
    registry.store_passages(mine, hidden, 1, "key", b"payload")
    eva, jan = Viewer("eva", today=TODAY), Viewer("jan", today=TODAY)
    assert [row.other_id for row in registry.similar(mine)] == [hidden, open_one]
    assert [row.other_id for row in registry.similar(mine, eva)] == [open_one]
    assert [row.other_id for row in registry.similar(mine, jan)] == [hidden, open_one]
    assert [row.other_id for row in registry.similar(hidden, eva)] == []
    assert registry.passages(mine, [hidden], 1, "key", eva) == {}
    assert registry.passages(mine, [hidden], 1, "key", jan) == {hidden: b"payload"}


def test_a_viewer_lives_today_unless_told_otherwise() -> None:
    assert Viewer().today == datetime.datetime.now(datetime.UTC).date()
