"""Corpus: opening, every fingerprint setting from files to passages, asking, deleting."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simdoc.comparing import compare_files
from simdoc.corpus import Corpus
from simdoc.errors import (
    ExtractionError,
    IncompatibleIndexError,
    SettingsError,
    SimdocError,
    UnknownDocumentError,
)
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.registry import Registry
from simdoc.registry.schema import DELETED
from simdoc.registry.visibility import Viewer
from simdoc.settings import (
    ExtractionSettings,
    FingerprintSettings,
    RegistrySettings,
    Settings,
    TraceSettings,
    load_settings,
)
from simdoc.text.extract import original_path
from tests.files_corpus import WORDS, FilesCorpus, by_name, text_file, zip_file
from tests.oracle import Chunking, OracleCorpus
from tests.small_corpus import add_texts, assert_agrees, assert_sound

SETTINGS = dataclasses.replace(
    Settings(), extraction=ExtractionSettings(ocr=False), trace=TraceSettings(enabled=False)
)


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with FilesCorpus.open(tmp_path / "corpus", SETTINGS) as opened:
        yield opened


def with_fingerprints(**changes: Any) -> Settings:
    return dataclasses.replace(SETTINGS, fingerprint=FingerprintSettings(**changes))


# Opening.


def test_a_corpus_is_made_where_there_is_none_and_opened_where_there_is(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "corpus"
    with pytest.raises(SimdocError, match="holds no corpus; 'simdoc add PATH"):
        Corpus.open(folder, create=False)
    assert not folder.exists()
    with Corpus.open(folder) as made:
        assert made.folder == folder
        add_texts(made, [" ".join(WORDS[:50])])
    with Corpus.open(folder, create=False) as opened:
        assert [row.doc_id for row in opened.documents()] == [1]
        assert opened.settings == Settings()


def test_settings_stay_with_the_corpus_and_it_can_be_moved_whole(tmp_path: Path) -> None:
    chosen = with_fingerprints(chunk_words=3, bits=40)
    with Corpus.open(tmp_path / "a", chosen) as corpus:
        add_texts(corpus, [" ".join(WORDS[:50]), " ".join(WORDS[10:70])])
    shutil.move(tmp_path / "a", tmp_path / "b")
    with Corpus.open(tmp_path / "b") as moved:
        assert moved.settings == chosen
        assert moved.similar_to(1).similar[0].common_chunks == 38
    assert load_settings(tmp_path / "b" / "settings.toml") == chosen


def test_a_corpus_that_was_killed_while_it_was_made_is_made_once_more(tmp_path: Path) -> None:
    """After each of the steps that making one takes."""
    (tmp_path / "index").mkdir()
    for leaving in ("settings.toml", "index/commit.lock", "index/manifest-0011.tmp"):
        (tmp_path / leaving).touch()
        with Corpus.open(tmp_path) as corpus:
            assert corpus.documents() == []
        shutil.rmtree(tmp_path / "index")
        (tmp_path / "registry.sqlite3").unlink()
        (tmp_path / "index").mkdir()


def test_two_processes_may_make_one_corpus(tmp_path: Path) -> None:
    code = "import sys; from simdoc.corpus import Corpus; Corpus.open(sys.argv[1]).close()"
    command = [sys.executable, "-c", code, str(tmp_path / "corpus")]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert_sound(tmp_path / "corpus")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"chunk_words": 6}, "chunk_words = 5, this is set to 6"),
        ({"sorted_words": False}, "sorted_words = True, this is set to False"),
        ({"overlapping": False}, "overlapping"),
        ({"sentences": "whole"}, "sentences = 'ignored', this is set to 'whole'"),
        ({"words": "stemmed"}, "words"),
        ({"fold_diacritics": False}, "fold_diacritics"),
        ({"stop_words": True}, "stop_words"),
        ({"sample": 2}, "sample"),
        ({"hash": "md5"}, "hash = 'sum64', this is set to 'md5'"),
        ({"bits": 47}, "bits = 48, this is set to 47"),
    ],
)
def test_other_fingerprints_are_refused_with_what_differs_and_what_to_do(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    Corpus.open(tmp_path).close()
    with pytest.raises(IncompatibleIndexError) as caught:
        Corpus.open(tmp_path, with_fingerprints(**changes))
    assert told in str(caught.value)
    assert "set it back, or add the documents to a new corpus" in str(caught.value)
    settings = tmp_path / "settings.toml"
    name = next(iter(changes))
    old = next(line for line in settings.read_text("utf-8").splitlines() if line.startswith(name))
    value = {True: "true", False: "false"}.get(changes[name], changes[name])
    shown = value if not isinstance(value, str) or isinstance(changes[name], bool) else f'"{value}"'
    settings.write_text(settings.read_text("utf-8").replace(old, f"{name} = {shown}"), "utf-8")
    with pytest.raises(IncompatibleIndexError, match=name):
        Corpus.open(tmp_path)


def test_other_settings_may_change_at_any_time(tmp_path: Path) -> None:
    Corpus.open(tmp_path).close()
    other = dataclasses.replace(Settings(), registry=RegistrySettings(undo_days=3))
    with Corpus.open(tmp_path, other) as corpus:
        assert corpus.settings.registry.undo_days == 3


def test_a_word_list_is_copied_into_the_corpus_and_must_stay_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("\n".join(WORDS[:100]), "utf-8")
    chosen = with_fingerprints(word_list="words.txt")
    with Corpus.open("corpus", chosen) as corpus:
        kept = corpus.settings.fingerprint
        assert kept.word_list == "word_list.txt"
        add_texts(corpus, [" xyz ".join(WORDS[:60]), " ".join(WORDS[:60])])
        assert corpus.similar_to(1).similar[0].similarity_of_query == 1.0
    with Corpus.open("corpus", chosen) as again:  # the same list by its old name
        assert again.document(1).words == 60
    Path("words.txt").unlink()
    Corpus.open("corpus").close()
    copy = tmp_path / "corpus" / "word_list.txt"
    copy.write_text("\n".join(WORDS[:99]), "utf-8")
    with pytest.raises(IncompatibleIndexError, match="put the old word list back"):
        Corpus.open("corpus")


def test_a_word_list_that_is_not_there_makes_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"absent\.txt"):
        Corpus.open(tmp_path / "corpus", with_fingerprints(word_list="absent.txt"))
    assert not (tmp_path / "corpus").exists()


# Every fingerprint setting, from files to passages.

ENGLISH = (
    "The connections between many different studies are counted here. They were written by people "
    "who had never seen each other before the war. Nobody knows why their methods were so similar "
    "in the end. Some of the older authors believed in a common source of these stories. Others "
    "said that the houses of the rich had always been full of books."
)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        *({"chunk_words": size} for size in (1, 2, 7, 20)),
        {"sorted_words": False},
        {"overlapping": False},
        {"sentences": "not_crossed"},
        {"sentences": "whole"},
        {"sentences": "whole", "sorted_words": False},
        {"words": "stemmed"},
        {"words": "lemmatised"},
        {"fold_diacritics": False},
        {"stop_words": True},
        {"sample": 2},
        {"hash": "md5"},
        {"hash": "md5", "words": "stemmed", "sentences": "not_crossed"},
        *({"bits": bits} for bits in (16, 24, 30, 48)),
    ],
    ids=str,
)
def test_every_setting_finds_a_copy_and_its_passage(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    own = [" ".join(f"{name}{i}." for i in range(60)) for name in ("alfa", "beta")]
    files = [tmp_path / "in" / name for name in ("a.txt", "b.txt", "copy.txt", "other.txt")]
    files[0].parent.mkdir()
    files[0].write_text(f"{own[0]} {ENGLISH}", "utf-8")
    files[1].write_text(f"{ENGLISH} {own[1]}", "utf-8")
    files[2].write_text(f"{own[0]} {ENGLISH}", "utf-8")
    files[3].write_text(" ".join(f"jiné{i}." for i in range(60)), "utf-8")
    passage = dataclasses.replace(SETTINGS.passage, minimum_chunks=3)
    chosen = dataclasses.replace(with_fingerprints(**changes), passage=passage)
    with FilesCorpus.open(tmp_path / "corpus", chosen) as corpus:
        added = by_name(corpus.add([tmp_path / "in"]))
        ids = {name: document.doc_id or 0 for name, document in added.items()}
        answer = corpus.similar_to(ids["a.txt"])
        assert [line.doc_id for line in answer.similar][:2] == [ids["copy.txt"], ids["b.txt"]]
        assert answer.similar[0].similarity_of_query == 1.0
        assert answer.global_similarity == 1.0
        if changes.get("bits", 48) > 20:  # in fewer bits some chunks meet by chance
            assert ids["other.txt"] not in {line.doc_id for line in answer.similar}
            assert corpus.similar_to(ids["other.txt"]).global_similarity == 0.0
        share = answer.similar[1].similarity_of_query
        assert share is not None
        assert 0 < share < 1
        compared = corpus.compare(ids["a.txt"], ids["b.txt"])
        assert compared.similarity_of_query == share
        start = len(own[0]) + 1
        covered = [
            (max(p.query_start, start), p.query_end, p.other_start, min(p.other_end, len(ENGLISH)))
            for p in compared.passages
        ]
        assert covered
        assert sum(end - first for first, end, _, _ in covered) > 0.6 * len(ENGLISH)
        assert sum(end - first for _, _, first, end in covered) > 0.6 * len(ENGLISH)
        assert_sound(corpus.folder)
    with FilesCorpus.open(tmp_path / "corpus") as again:
        assert again.similar_to(ids["a.txt"]).similar[0].similarity_of_query == 1.0


@pytest.mark.parametrize(
    ("changes", "chunking"),
    [
        ({"chunk_words": 1}, Chunking(size=1)),
        ({"chunk_words": 12}, Chunking(size=12)),
        ({"sorted_words": False}, Chunking(ordered=True)),
        ({"overlapping": False}, Chunking(overlapping=False)),
        ({"fold_diacritics": False}, Chunking(fold_diacritics=False)),
        ({"hash": "md5"}, Chunking()),
        ({"bits": 33}, Chunking()),
    ],
    ids=str,
)
def test_settings_that_the_brute_force_knows_give_its_numbers(
    tmp_path: Path, changes: dict[str, Any], chunking: Chunking
) -> None:
    words = ["kůň", "kun", "pes", "Pes", "žába", "ryba"]
    texts = [
        " ".join(words[(i * i + start) % 6] for i in range(start, start + 70))
        for start in (0, 9, 30)
    ]
    chosen = with_fingerprints(**changes)
    with Corpus.open(tmp_path, chosen) as corpus:
        ids = add_texts(corpus, texts)
        oracle = OracleCorpus(dict(zip(ids, texts, strict=True)), chunking)
        assert_agrees(corpus, oracle)


# Asking.


def test_a_file_that_is_asked_about_is_not_added_and_finds_itself(
    corpus: Corpus, tmp_path: Path
) -> None:
    known = text_file(tmp_path / "a.txt")
    corpus.add([known])
    answer = corpus.similar_to(known)
    assert answer.query.doc_id is None
    assert answer.query.path == str(known)
    assert [(line.doc_id, line.same_bytes) for line in answer.similar] == [(1, True)]
    stranger = text_file(tmp_path / "b.txt", 30)
    [line] = corpus.similar_to(str(stranger)).similar
    assert not line.same_bytes
    assert len(corpus.documents()) == 1
    assert corpus.text(stranger).text == " ".join(WORDS[30:90])


def test_documents_and_files_are_compared_with_each_other(corpus: Corpus, tmp_path: Path) -> None:
    one, two = text_file(tmp_path / "a.txt"), text_file(tmp_path / "b.txt", 20)
    corpus.add([one])
    mixed = corpus.compare(1, two)
    assert (mixed.query.doc_id, mixed.other.doc_id) == (1, None)
    files = corpus.compare(one, two)
    assert files.common_chunks == mixed.common_chunks == 36
    assert not files.same_bytes
    assert corpus.compare(1, one).same_bytes
    without = compare_files(one, two, SETTINGS)
    assert dataclasses.replace(without, query=files.query, other=files.other) == files


def test_what_cannot_be_asked_about_says_why(corpus: Corpus, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    corpus.add([empty, text_file(tmp_path / "a.txt")])
    failed = next(row.doc_id for row in corpus.documents() if row.status == "failed")
    good = 3 - failed
    for ask in (corpus.similar_to, corpus.text):
        with pytest.raises(ExtractionError, match="empty"):
            ask(failed)
        with pytest.raises(ExtractionError, match="empty"):
            ask(empty)
        with pytest.raises(UnknownDocumentError, match="no document 99"):
            ask(99)
        with pytest.raises(ExtractionError, match="no such file"):
            ask(tmp_path / "absent.txt")
    with pytest.raises(ExtractionError, match="it holds 2 documents"):
        corpus.compare(good, zip_file(tmp_path / "a.zip", {"a.txt": "jedna", "b.txt": "dvě"}))
    corpus.delete([good])
    with pytest.raises(UnknownDocumentError):
        corpus.similar_to(good)
    with pytest.raises(UnknownDocumentError):
        corpus.delete([99])


def test_the_corpus_in_numbers(corpus: Corpus, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    files = [text_file(tmp_path / f"{start}.txt", start) for start in (0, 30, 200, 300)]
    corpus.add([empty, *files])
    gone = next(row.doc_id for row in corpus.documents() if row.path == str(files[3]))
    corpus.delete([gone])
    stats = corpus.stats()
    assert (stats.documents, stats.failed, stats.deleted) == (3, 1, 1)
    assert stats.words == 180
    assert stats.chunk_document_pairs == 3 * 56
    assert stats.distinct_chunks == 3 * 56 - 26
    assert stats.unique_chunks == 3 * 56 - 2 * 26
    assert stats.unique_share == (3 * 56 - 2 * 26) / (3 * 56 - 26)
    files_on_disk = (corpus.folder / "index").rglob("*")
    assert stats.index_bytes == sum(f.stat().st_size for f in files_on_disk if f.is_file())
    with Corpus.open(tmp_path / "empty", SETTINGS) as nothing:
        assert nothing.stats().unique_share is None


def test_a_viewer_sees_and_counts_only_what_is_visible_to_them(tmp_path: Path) -> None:
    with Corpus.open(tmp_path, SETTINGS) as corpus:
        add_texts(corpus, [" ".join(WORDS[start : start + 60]) for start in (0, 10, 30)])
        corpus.registry.edit(2, {"visible_to": "owner", "owner": "eva"})
        assert [line.doc_id for line in corpus.similar_to(1).similar] == [2, 3]
    with Corpus.open(tmp_path, SETTINGS, viewer=Viewer("jan")) as jan:
        answer = jan.similar_to(1)
        assert [line.doc_id for line in answer.similar] == [3]
        assert answer.global_similarity == 26 / 56
        assert [line.doc_id for line in jan.similar_to(1, among=[2]).similar] == []
        for act in (jan.similar_to, jan.text, jan.document):
            with pytest.raises(UnknownDocumentError):
                act(2)
        with pytest.raises(UnknownDocumentError):
            jan.compare(1, 2)
        with pytest.raises(UnknownDocumentError):
            jan.delete([2])
        assert [row.doc_id for row in jan.documents()] == [1, 3]
    with Corpus.open(tmp_path, SETTINGS, viewer=Viewer("eva")) as eva:
        assert [line.doc_id for line in eva.similar_to(1).similar] == [2, 3]
        eva.delete([2])
    with (
        Corpus.open(tmp_path, SETTINGS, viewer=Viewer("jan")) as jan,
        pytest.raises(UnknownDocumentError),
    ):
        jan.undelete([2])


# Deleting.


def test_what_is_deleted_comes_back_under_its_doc_id_until_it_is_purged(
    corpus: Corpus, tmp_path: Path
) -> None:
    files = [text_file(tmp_path / f"{start}.txt", start) for start in (0, 10)]
    corpus.add(files)
    corpus.delete([2, 2], by="jan")
    assert corpus.similar_to(1).similar == ()
    assert corpus.document(2).deleted_by == "jan"
    assert corpus.undelete([2, 1]) == [2]
    assert [line.doc_id for line in corpus.similar_to(1).similar] == [2]
    corpus.delete([2])
    corpus.delete([2], purge=True)
    with pytest.raises(SimdocError, match="purged; nothing is left"):
        corpus.undelete([2])
    [added] = corpus.add([files[1]])
    assert added.doc_id == 3, "a doc_id is never given twice"


def test_original_bytes_are_kept_and_go_with_the_last_document_that_has_them(
    corpus: Corpus, tmp_path: Path
) -> None:
    one, two = text_file(tmp_path / "a.txt"), text_file(tmp_path / "b.txt")
    corpus.add([one, two])
    content = one.read_bytes()
    one.unlink()
    kept = corpus.original(1)
    assert kept.read_bytes() == content
    assert kept.is_relative_to(corpus.folder)
    corpus.delete([1], purge=True)
    assert kept.exists()
    corpus.delete([2])
    assert kept.exists(), "the deletion can still be undone"
    corpus.delete([2], purge=True)
    assert not kept.exists()


def test_a_purge_that_is_interrupted_leaves_no_bytes_that_nobody_knows_of(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.add([text_file(tmp_path / "a.txt")])
    kept = corpus.original(1)

    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Registry, "purge", killed)
        with pytest.raises(KeyboardInterrupt):
            corpus.delete([1], purge=True)
    assert not kept.exists()
    corpus.delete([1], purge=True)
    assert corpus.document(1).status == "purged"


def test_what_was_deleted_long_ago_is_erased_by_the_next_deletion(tmp_path: Path) -> None:
    at_once = dataclasses.replace(SETTINGS, registry=RegistrySettings(undo_days=0))
    with FilesCorpus.open(tmp_path / "corpus", SETTINGS) as corpus:
        corpus.add([text_file(tmp_path / f"{n}.txt", n) for n in range(3)])
        kept = original_path(corpus.folder / "originals", corpus.document(1).file_hash or "")
        corpus.delete([1])
        assert kept.exists()
        assert corpus.purge_expired() == []
    with FilesCorpus.open(tmp_path / "corpus", at_once) as corpus:
        corpus.delete([2])
        assert not kept.exists()
        assert corpus.document(1).status == corpus.document(2).status == "purged"
        assert corpus.documents(DocumentFilter(statuses=(DELETED,))) == []
        assert [row.doc_id for row in corpus.documents()] == [3]


def test_without_copies_the_original_is_where_it_lay_as_long_as_it_is_the_same(
    tmp_path: Path,
) -> None:
    extraction = ExtractionSettings(ocr=False, keep_originals=False)
    chosen = dataclasses.replace(SETTINGS, extraction=extraction)
    path = text_file(tmp_path / "a.txt")
    with FilesCorpus.open(tmp_path / "corpus", chosen) as corpus:
        corpus.add([path])
        assert not (corpus.folder / "originals").exists()
        assert corpus.original(1) == path
        text_file(path, 5)
        with pytest.raises(SimdocError, match="was not kept and is gone from"):
            corpus.original(1)
        path.unlink()
        with pytest.raises(SimdocError, match="was not kept and is gone from"):
            corpus.original(1)
        (tmp_path / "absent.txt").symlink_to(tmp_path / "nowhere")
        [failed] = corpus.add([tmp_path / "absent.txt"])
        with pytest.raises(SimdocError, match="was not kept"):
            corpus.original(failed.doc_id or 0)
