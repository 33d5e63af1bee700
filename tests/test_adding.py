"""Files and folders → documents: what is new, what is known, what fails, and nothing twice."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simdoc import adding
from simdoc.adding import AddOptions
from simdoc.answers import AddedDocument
from simdoc.corpus import Corpus
from simdoc.errors import MetadataError, SimdocError
from simdoc.files import collect_files, collect_metadata
from simdoc.metadata import Metadata
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import STATUSES
from simdoc.settings import ExtractionSettings, Settings, TraceSettings
from tests.files_corpus import WORDS, FilesCorpus, by_name, text_file, zip_file
from tests.oracle import OracleCorpus
from tests.small_corpus import assert_agrees, assert_sound, stores_of

SETTINGS = dataclasses.replace(
    Settings(),
    extraction=ExtractionSettings(ocr=False, maximum_file_megabytes=1),
    trace=TraceSettings(enabled=False),
)
REPLACE = AddOptions(replace=True)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with FilesCorpus.open(tmp_path / "corpus", SETTINGS) as opened:
        yield opened


def statuses(corpus: Corpus) -> dict[int, str]:
    """Every document the registry ever knew."""
    return {row.doc_id: row.status for row in corpus.documents(DocumentFilter(statuses=STATUSES))}


def indexed(corpus: Corpus) -> list[int]:
    snapshot = stores_of(corpus).index.snapshot()
    return sorted(snapshot.doc_ids[snapshot.live].tolist())


# What is known and what is new.


def test_the_same_bytes_at_the_same_path_are_nothing_to_do(corpus: Corpus, tmp_path: Path) -> None:
    path = text_file(tmp_path / "a.txt")
    [first] = corpus.add([path])
    assert (first.doc_id, first.status, first.words) == (1, "searchable", 60)
    generation = corpus.stats().generation
    [again] = corpus.add([path])
    assert (again.doc_id, again.status, again.path) == (1, "unchanged", str(path))
    assert corpus.stats().generation == generation
    assert statuses(corpus) == {1: "searchable"}
    path.touch()
    assert corpus.add([tmp_path])[0].status == "unchanged"


def test_the_same_bytes_elsewhere_are_a_document_of_its_own_identical_to_the_other(
    corpus: Corpus, tmp_path: Path
) -> None:
    one, two = text_file(tmp_path / "a" / "x.txt"), text_file(tmp_path / "b" / "y.txt")
    added = corpus.add([one, two])
    assert [(a.status, a.identical_to) for a in sorted(added, key=lambda a: a.doc_id or 0)] == [
        ("searchable", (2,)),
        ("searchable", (1,)),
    ]
    [third] = corpus.add([text_file(tmp_path / "c.txt")])
    assert third.identical_to == (1, 2)
    [line, _] = corpus.similar_to(1).similar
    assert line.same_bytes
    assert line.similarity_of_query == 1.0


def test_changed_bytes_are_a_new_document_unless_they_are_said_to_replace_the_old(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = text_file(tmp_path / "a.txt", 0)
    corpus.add([path])
    text_file(path, 10)
    [second] = corpus.add([path])
    assert second.doc_id == 2
    assert "document 1 was at this path before" in second.notes[-1]
    assert statuses(corpus) == {1: "searchable", 2: "searchable"}
    text_file(path, 0)
    [back] = corpus.add([path])
    assert (back.doc_id, back.status) == (1, "unchanged"), (
        "the one with these bytes, not the newest"
    )
    text_file(path, 20)
    [third] = corpus.add([path], REPLACE)
    assert (third.doc_id, third.replaces) == (3, 2)
    assert statuses(corpus) == {1: "searchable", 2: "replaced", 3: "searchable"}
    assert indexed(corpus) == [1, 3]
    [still] = corpus.add([path], REPLACE)
    assert (still.doc_id, still.status) == (3, "unchanged")
    oracle = OracleCorpus({1: " ".join(WORDS[:60]), 3: " ".join(WORDS[20:80])})
    assert_agrees(corpus, oracle)


def test_a_new_version_that_cannot_be_read_leaves_the_old_one_until_it_can(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = text_file(tmp_path / "a.txt", 0)
    corpus.add([path])
    path.write_bytes(b"")
    [failed] = corpus.add([path], REPLACE)
    assert (failed.doc_id, failed.status) == (2, "failed")
    assert statuses(corpus) == {1: "searchable", 2: "failed"}
    assert indexed(corpus) == [1]
    text_file(path, 30)
    [fixed] = corpus.add([path], REPLACE)
    assert (fixed.doc_id, fixed.status, fixed.reason) == (2, "searchable", None)
    assert statuses(corpus) == {1: "replaced", 2: "searchable"}
    assert indexed(corpus) == [2]


# What fails.


def test_a_file_that_failed_is_tried_again_under_its_doc_id(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"... \n")
    for _ in range(2):
        [failed] = corpus.add([path])
        assert (failed.doc_id, failed.status) == (1, "failed")
        assert "no text" in (failed.reason or "")
    text_file(path)
    [fixed] = corpus.add([path])
    assert (fixed.doc_id, fixed.status, fixed.reason, fixed.words) == (1, "searchable", None, 60)
    assert statuses(corpus) == {1: "searchable"}
    assert corpus.text(1).text == " ".join(WORDS[:60])


def test_files_whose_bytes_were_never_seen_fail_once_and_not_anew_each_time(
    corpus: Corpus, tmp_path: Path
) -> None:
    """Too large to be read whole; a member of a ZIP that cannot be unpacked; a link to nowhere."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "large.txt").write_bytes(b"slovo " * 200_000)
    (folder / "nowhere.txt").symlink_to(tmp_path / "absent")
    archive = zip_file(folder / "a.zip", {"good.txt": " ".join(WORDS[:50]), "bad.txt": "x" * 500})
    content = bytearray(archive.read_bytes())
    content[content.index(b"x" * 500) + 9] ^= 1  # its checksum differs now
    archive.write_bytes(content)
    first = by_name(corpus.add([folder]))
    assert {name: document.status for name, document in first.items()} == {
        "large.txt": "failed",
        "nowhere.txt": "failed",
        "good.txt": "searchable",
        "bad.txt": "failed",
    }
    assert "larger than 1 MB" in (first["large.txt"].reason or "")
    assert "no such file" in (first["nowhere.txt"].reason or "")
    before = statuses(corpus)
    again = by_name(corpus.add([folder]))
    assert statuses(corpus) == before
    for name, document in again.items():
        assert document.doc_id == first[name].doc_id
        assert document.identical_to == (), "unread files are not identical to one another"


def test_what_cannot_be_read_is_recorded_and_does_not_stop_the_rest(
    corpus: Corpus, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    for number in range(6):
        text_file(folder / f"good{number}.txt", number * 5)
    (folder / "empty.txt").write_bytes(b"")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4\n%%EOF")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive at all")
    (folder / "zeros.bin").write_bytes(bytes(5000))
    seen: list[AddedDocument] = []
    counts: list[int] = []
    added = corpus.add([folder], progress=seen.append, starting=counts.append)
    assert counts == [10]
    assert seen == added
    found = by_name(added)
    assert len(found) == 10
    for name, document in found.items():
        expected = "searchable" if name.startswith("good") else "failed"
        assert (name, document.status) == (name, expected)
        assert (document.reason is None) == (expected == "searchable")
        assert corpus.document(document.doc_id or 0).reason == document.reason
    assert len(indexed(corpus)) == 6


def test_a_file_that_vanishes_between_listing_and_reading_is_said_to_be_gone(
    corpus: Corpus, tmp_path: Path
) -> None:
    stays, goes = text_file(tmp_path / "stays.txt"), text_file(tmp_path / "goes.txt", 50)
    added = by_name(corpus.add([stays, goes], starting=lambda _count: goes.unlink()))
    assert added["stays.txt"].status == "searchable"
    assert added["goes.txt"].status == "failed"
    assert "no such file" in (added["goes.txt"].reason or "")
    text_file(goes, 50)
    [back] = corpus.add([goes])
    assert (back.doc_id, back.status) == (added["goes.txt"].doc_id, "searchable")


def test_a_known_file_that_cannot_be_read_any_more_is_not_unchanged(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = text_file(tmp_path / "a.txt")
    corpus.add([path])
    [gone] = corpus.add([path], starting=lambda _count: path.unlink())
    assert gone.status == "failed"
    assert statuses(corpus)[1] == "searchable"


@pytest.mark.parametrize(
    "content",
    [
        b"slovo\x00 " + " ".join(WORDS[:40]).encode() + b" konec\x00",
        (" ".join(WORDS[:40]) + " \ud83d konec").encode("utf-16-le", "surrogatepass"),
        "\ufeff".encode() + " ".join(WORDS[:40]).encode() + b" \xed\xa0\xbd",
        b"\xff" * 300 + " ".join(WORDS[:40]).encode(),
    ],
)
def test_texts_with_nul_and_half_characters_do_no_harm(
    corpus: Corpus, tmp_path: Path, content: bytes
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(content)
    good = text_file(tmp_path / "good.txt")
    added = by_name(corpus.add([bad, good]))
    assert added["good.txt"].status == "searchable"
    if added["bad.txt"].status == "searchable":
        text = corpus.text(added["bad.txt"].doc_id or 0).text
        assert "\0" not in text
        assert text.encode("utf-8")
        corpus.similar_to(added["bad.txt"].doc_id or 0)
    else:
        assert added["bad.txt"].reason
    assert_sound(corpus.folder)


# Where documents come from.


def test_names_that_are_not_utf_8_are_read_kept_and_known_again(
    corpus: Corpus, tmp_path: Path
) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/pr\xe1ce.txt"))
    text_file(path)
    [added] = corpus.add([tmp_path / "."])
    assert added.status == "searchable"
    row = corpus.document(1)
    assert row.path is not None
    assert row.path.encode("utf-8").endswith(b"pr\\udce1ce.txt")
    [again] = corpus.add([path])
    assert (again.doc_id, again.status) == (1, "unchanged")
    [line] = corpus.similar_to(path).similar
    assert line.same_bytes


def test_members_of_a_zip_are_documents(corpus: Corpus, tmp_path: Path) -> None:
    archive = zip_file(
        tmp_path / "odevzdané.zip",
        {"a/jedna.txt": " ".join(WORDS[:60]), "dvě.txt": " ".join(WORDS[20:90])},
    )
    added = by_name(corpus.add([archive]))
    assert added["jedna.txt"].path == f"{archive}!/a/jedna.txt"
    assert {document.status for document in added.values()} == {"searchable"}
    assert {document.status for document in corpus.add([archive])} == {"unchanged"}
    zip_file(archive, {"a/jedna.txt": " ".join(WORDS[:60]), "dvě.txt": " ".join(WORDS[30:90])})
    again = by_name(corpus.add([archive], REPLACE))
    assert again["jedna.txt"].status == "unchanged"
    assert again["dvě.txt"].replaces == added["dvě.txt"].doc_id
    [outside] = corpus.add([text_file(tmp_path / "ven.txt", 0, 60)])
    assert outside.identical_to == (added["jedna.txt"].doc_id,)


def test_hidden_files_locks_and_tables_are_no_documents_and_folders_come_in_order(
    tmp_path: Path,
) -> None:
    for name in ("b/2.txt", "b/1.txt", "a/3.txt", "0.txt", ".hidden/x.txt", ".x.txt"):
        text_file(tmp_path / name)
    text_file(tmp_path / "a" / "~$3.docx")
    (tmp_path / "a" / "metadata.csv").write_text("file,title\n3.txt,Tři\n", "utf-8")
    found = collect_files([tmp_path])
    names = [str(path.relative_to(tmp_path)) for path in found]
    assert names == ["0.txt", "a/3.txt", "b/1.txt", "b/2.txt"]
    assert set(found.values()) == {tmp_path}
    assert list(collect_files([tmp_path / "b", tmp_path / "b" / "1.txt"])) == [
        tmp_path / "b" / "1.txt",
        tmp_path / "b" / "2.txt",
    ]


def test_a_path_that_does_not_exist_is_refused_before_anything_is_added(
    corpus: Corpus, tmp_path: Path
) -> None:
    good = text_file(tmp_path / "a.txt")
    with pytest.raises(SimdocError, match=r"absent\.txt: no such file or folder"):
        corpus.add([good, tmp_path / "absent.txt"])
    assert statuses(corpus) == {}


def test_pipes_and_devices_are_never_opened(corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    text_file(folder / "a.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / "endless.txt").symlink_to("/dev/zero")
    assert list(by_name(corpus.add([folder, folder / "pipe.txt"]))) == ["a.txt"]


def test_what_a_corpus_is_made_of_does_not_become_documents(corpus: Corpus, tmp_path: Path) -> None:
    """Its folder given by accident, or a folder that holds it, or one that holds another."""
    corpus.add([text_file(tmp_path / "in" / "a.txt")])
    assert corpus.add([corpus.folder]) == []
    with FilesCorpus.open(tmp_path / "in" / "other", SETTINGS) as other:
        other.add([text_file(tmp_path / "b.txt", 100)])
    assert {a.status for a in corpus.add([tmp_path / "in"])} == {"unchanged"}
    beside = text_file(corpus.folder / "index.txt", 200)
    assert [document.path for document in corpus.add([corpus.folder])] == [str(beside)]


def test_one_path_need_not_be_a_list(corpus: Corpus, tmp_path: Path) -> None:
    path = text_file(tmp_path / "a.txt")
    assert corpus.add(str(path))[0].status == "searchable"
    assert corpus.add(path)[0].status == "unchanged"


def test_the_type_of_a_file_can_be_given_by_hand(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_text(f"<p>{' '.join(WORDS[:30])}</p><p>konec</p>", "utf-8")
    [added] = corpus.add([path], AddOptions(file_type="html"))
    assert "<p>" not in corpus.text(added.doc_id or 0).text
    assert corpus.document(added.doc_id or 0).file_type == "html"


# Metadata.

TABLE = "file,title,author,submitted,course\n{name},Název,Jan Novák,2021-05-14,PV001\n"


def test_the_nearest_table_above_a_file_tells_of_it(corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    text_file(folder / "a.txt")
    text_file(folder / "deep" / "b.txt", 100)
    (folder / "metadata.csv").write_text("file,title\na.txt,Vnější\ndeep/b.txt,Zakrytý\n", "utf-8")
    (folder / "deep" / "metadata.csv").write_text(TABLE.format(name="b.txt"), "utf-8")
    (tmp_path / "metadata.csv").write_text("file,title\nin/a.txt,Nad složkou\n", "utf-8")
    added = by_name(corpus.add([folder]))
    assert added["a.txt"].title == "Vnější"
    row = corpus.document(added["b.txt"].doc_id or 0)
    assert (row.title, row.author, row.submitted, row.course) == (
        "Název",
        "Jan Novák",
        "2021-05-14",
        "PV001",
    )


def test_a_table_tells_also_of_files_reached_through_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real"
    text_file(tmp_path / "elsewhere.txt")
    text_file(real / "a.txt")
    (real / "b.txt").symlink_to(tmp_path / "elsewhere.txt")
    (real / "metadata.csv").write_text("file,title\na.txt,Á\nb.txt,Bé\n", "utf-8")
    (tmp_path / "link").symlink_to(real)
    for folder in (real, tmp_path / "link"):
        told = collect_metadata(collect_files([folder]))
        assert {path.name: row.title for path, row in told.items()} == {"a.txt": "Á", "b.txt": "Bé"}


def test_what_the_options_say_wins_field_by_field(corpus: Corpus, tmp_path: Path) -> None:
    text_file(tmp_path / "in" / "a.txt")
    (tmp_path / "in" / "metadata.csv").write_text(TABLE.format(name="a.txt"), "utf-8")
    options = AddOptions(metadata=Metadata(course="PB000", kind="essay"), owner="xnovak")
    [added] = corpus.add([tmp_path / "in"], options)
    row = corpus.document(added.doc_id or 0)
    assert (row.title, row.course, row.kind) == ("Název", "PB000", "essay")
    assert row.owner == "xnovak"
    assert [event.who for event in corpus.registry.events(row.doc_id)] == ["xnovak"]


def test_a_mistake_in_a_table_is_told_before_anything_is_added(
    corpus: Corpus, tmp_path: Path
) -> None:
    text_file(tmp_path / "in" / "a" / "x.txt")
    text_file(tmp_path / "in" / "b" / "y.txt")
    (tmp_path / "in" / "b" / "metadata.csv").write_text("file,submitted\ny.txt,loni\n", "utf-8")
    with pytest.raises(MetadataError, match="row 2"):
        corpus.add([tmp_path / "in"])
    assert statuses(corpus) == {}


def test_without_a_table_the_name_of_the_file_is_the_title(corpus: Corpus, tmp_path: Path) -> None:
    [added] = corpus.add([text_file(tmp_path / "Moje práce.txt")])
    assert added.title == "Moje práce.txt"


# Batches.


def test_a_document_is_reported_as_soon_as_it_is_certain(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch is searchable when it is reported, and an interruption costs only what follows."""
    monkeypatch.setattr(adding, "BATCH_DOCUMENTS", 2)
    for number in range(7):
        text_file(tmp_path / "in" / f"{number}.txt", number * 10)
    reported: list[int] = []

    def progress(document: AddedDocument) -> None:
        reported.append(document.doc_id or 0)
        assert corpus.similar_to(document.doc_id or 0).query.words == 60
        if len(reported) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corpus.add([tmp_path / "in"], progress=progress)
    assert {doc_id: statuses(corpus)[doc_id] for doc_id in reported} == dict.fromkeys(
        reported, "searchable"
    )
    rest = corpus.add([tmp_path / "in"])
    assert len(rest) == 7
    assert sorted({document.path for document in rest}) == sorted(
        str(path) for path in (tmp_path / "in").iterdir()
    )
    assert len(indexed(corpus)) == 7
    texts = {row.doc_id: corpus.text(row.doc_id).text for row in corpus.documents()}
    assert_agrees(corpus, OracleCorpus(texts))


# Several processes.

ADD = """
import sys
from simdoc.corpus import Corpus
with Corpus.open(sys.argv[1]) as corpus:
    for document in corpus.add(sys.argv[2:]):
        print(document.status, document.doc_id, document.path)
"""


def test_processes_that_add_at_the_same_time_add_everything_once(tmp_path: Path) -> None:
    """Half of the files are handed to both."""
    for number in range(12):
        text_file(tmp_path / ("a", "both", "b")[number % 3] / f"{number}.txt", number * 9)
    folder = tmp_path / "corpus"
    Corpus.open(folder, SETTINGS).close()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ADD, folder, tmp_path / own, tmp_path / "both"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for own in ("a", "b")
    ]
    lines = []
    for process in running:
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        lines += output.splitlines()
    assert len(lines) == 16
    assert sum(line.startswith("unchanged") for line in lines) == 4
    with Corpus.open(folder) as corpus:
        rows = corpus.documents()
        assert len(rows) == len({row.path for row in rows}) == 12
        texts = {row.doc_id: corpus.text(row.doc_id).text for row in rows}
        assert_agrees(corpus, OracleCorpus(texts))
    assert_sound(folder)
