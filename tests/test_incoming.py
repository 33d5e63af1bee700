"""Files handed in without a path, and another attempt at documents that failed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from simdoc import Corpus
from simdoc.adding import AddOptions, Watch
from simdoc.answers import AddedDocument
from simdoc.incoming import HANDED_IN, handed_in, named_path, shown_path
from simdoc.registry.schema import FAILED, SEARCHABLE

TEXT = "The council of the town decided in May to sell the old mill to a weaver. " * 3


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with Corpus.open(tmp_path / "corpus") as opened:
        yield opened


def hand_in(corpus: Corpus, *files: tuple[str, bytes]) -> list[AddedDocument]:
    given = [(name, io.BytesIO(content)) for name, content in files]
    with handed_in(corpus.folder, given) as incoming:
        return list(corpus.bring_in(incoming, AddOptions(owner="Eva")))


def test_a_file_handed_in_is_found_with_its_original_and_leaves_nothing_else(
    corpus: Corpus,
) -> None:
    [added] = hand_in(corpus, ("mill.txt", TEXT.encode()))
    assert added.status == SEARCHABLE
    row = corpus.document(added.doc_id or 0)
    assert (row.title, row.owner) == ("mill.txt", "Eva")
    assert shown_path(row.path) == "mill.txt"
    assert corpus.original(row.doc_id).read_bytes() == TEXT.encode()
    assert not (corpus.folder / HANDED_IN).exists()
    assert not list(corpus.folder.glob(".handed-in-*"))


def test_the_same_file_handed_in_twice_is_one_document(corpus: Corpus) -> None:
    [first] = hand_in(corpus, ("mill.txt", TEXT.encode()))
    twice = hand_in(corpus, ("mill.txt", TEXT.encode()), ("mill.txt", TEXT.encode()))
    assert [(again.doc_id, again.status) for again in twice] == [(first.doc_id, "unchanged")]


def test_a_failed_upload_can_be_tried_again_and_a_purge_leaves_nothing_of_it(
    corpus: Corpus,
) -> None:
    [failed] = hand_in(corpus, ("thesis.pdf", b"%PDF-1.4 broken"))
    assert failed.status == FAILED
    assert failed.doc_id is not None
    [again] = corpus.retry([failed.doc_id], by="Eva")
    assert (again.doc_id, again.status, again.reason) == (failed.doc_id, FAILED, failed.reason)
    assert [event.what for event in corpus.registry.events(failed.doc_id)] == ["retried", "added"]
    kept = corpus.original(failed.doc_id)
    assert kept.is_file()
    corpus.delete([failed.doc_id], purge=True)
    assert not kept.exists()


def test_a_failed_document_that_can_be_read_now_keeps_its_doc_id(
    corpus: Corpus, tmp_path: Path
) -> None:
    file = tmp_path / "mill.txt"
    file.write_bytes(b"")
    [failed] = corpus.add([file])
    assert failed.status == FAILED
    file.write_text(TEXT, "utf-8")
    watch = Watch()
    [again] = corpus.retry([failed.doc_id or 0], watch=watch)
    assert (again.doc_id, again.status) == (failed.doc_id, SEARCHABLE)
    assert (watch.files, watch.read) == (1, 1)
    assert list(corpus.retry([failed.doc_id or 0])) == []


def test_a_failed_document_whose_file_is_gone_says_so(corpus: Corpus, tmp_path: Path) -> None:
    file = tmp_path / "mill.txt"
    file.write_bytes(b"")
    [failed] = corpus.add([file])
    file.unlink()
    [again] = corpus.retry([failed.doc_id or 0])
    assert again.status == FAILED
    assert "add it again" in (again.reason or "")


def test_stopping_keeps_what_was_read_and_reads_no_more(corpus: Corpus) -> None:
    files = [(f"{i}.txt", f"{TEXT} {i}".encode()) for i in range(12)]
    given = [(name, io.BytesIO(content)) for name, content in files]
    watch = Watch()
    watch.stop = True
    with handed_in(corpus.folder, given) as incoming:
        assert list(corpus.bring_in(incoming, watch=watch)) == []

    class StopsAfterOne(Watch):
        stop = property(lambda self: self.read > 0, lambda self, value: None)  # type: ignore[assignment]

    watch = StopsAfterOne()
    with handed_in(corpus.folder, given) as incoming:
        done = list(corpus.bring_in(incoming, watch=watch))
    assert 1 <= len(done) < 12
    assert all(document.status == SEARCHABLE for document in done)
    assert len(corpus.documents()) == len(done)


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\theses\\mill.docx", "mill.docx"),
        ("..", "document"),
        ("", "document"),
        ("a!/b.txt", "b.txt"),
        ("wow!.txt", "wow_.txt"),
        ("x" * 300 + ".pdf", "x" * 200 + ".pdf"),
    ],
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str, last: str) -> None:
    path = named_path(tmp_path, name, "0" * 64)
    assert path == tmp_path / HANDED_IN / ("0" * 16) / last
