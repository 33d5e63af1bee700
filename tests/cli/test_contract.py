"""The JSON of the command line is a contract: these keys and meanings stay."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from simdoc.cli import main
from tests.cli.conftest import SHARED, Simdoc


def ids_by_name(simdoc: Simdoc) -> dict[str, int]:
    _, answer, _ = simdoc("list")
    return {Path(d["path"]).name: d["doc_id"] for d in answer["documents"]}


@pytest.fixture
def ids(simdoc: Simdoc, theses: Path) -> dict[str, int]:
    simdoc("add", theses)
    return ids_by_name(simdoc)


def test_add_tells_the_fate_of_every_document(simdoc: Simdoc, theses: Path) -> None:
    code, answer, _ = simdoc("add", theses)
    assert code == 1  # one failed
    assert answer["simdoc"] == 1
    fate = {Path(d["path"]).name: d for d in answer["documents"]}
    assert fate["orchards.txt"]["status"] == "searchable"
    assert isinstance(fate["orchards.txt"]["doc_id"], int)
    assert fate["orchards.txt"]["reason"] is None
    assert fate["broken.pdf"]["status"] == "failed"
    assert "PDF" in fate["broken.pdf"]["reason"]
    code, again, _ = simdoc("add", theses / "orchards.txt")
    assert code == 0
    assert [d["status"] for d in again["documents"]] == ["unchanged"]
    assert again["documents"][0]["doc_id"] == fate["orchards.txt"]["doc_id"]


def test_similar_with_an_id_leaves_itself_out(simdoc: Simdoc, ids: dict[str, int]) -> None:
    code, answer, _ = simdoc("similar", ids["orchards.txt"])
    assert code == 0
    assert answer["query"]["doc_id"] == ids["orchards.txt"]
    assert {"title", "words", "chunks"} <= answer["query"].keys()
    [row] = answer["similar"]
    assert row["doc_id"] == ids["bees.txt"]
    for key in ("title", "path", "boilerplate_chunks"):
        assert key in row
    assert 0 < row["similarity_of_query"] < 1
    assert row["similarity_of_query"] == row["common_chunks"] / answer["query"]["chunks"]
    assert answer["global_similarity"] == row["similarity_of_query"]
    assert Path(row["path"]).is_absolute()
    assert row["same_bytes"] is False


def test_similar_with_a_file_leaves_out_nothing_and_adds_nothing(
    simdoc: Simdoc, ids: dict[str, int], theses: Path
) -> None:
    _, answer, _ = simdoc("similar", theses / "orchards.txt")
    assert answer["query"]["doc_id"] is None
    first = answer["similar"][0]
    assert first["doc_id"] == ids["orchards.txt"]
    assert first["same_bytes"] is True
    assert first["similarity_of_query"] == first["similarity_of_other"] == 1.0
    assert answer["global_similarity"] == 1.0
    assert len(simdoc("list")[1]["documents"]) == 4


def test_a_document_too_short_for_a_chunk_has_null_similarities(
    simdoc: Simdoc, ids: dict[str, int]
) -> None:
    _, answer, _ = simdoc("similar", ids["tiny.txt"])
    assert answer["global_similarity"] is None
    assert answer["similar"] == []
    _, comparison, _ = simdoc("compare", ids["tiny.txt"], ids["bees.txt"])
    for key in ("similarity_of_query", "symmetric", "resemblance"):
        assert comparison[key] is None


def test_compare_gives_measures_and_passages_that_slice_the_texts(
    simdoc: Simdoc, ids: dict[str, int], theses: Path
) -> None:
    _, answer, _ = simdoc("compare", ids["orchards.txt"], theses / "bees.txt")
    assert answer["query"]["doc_id"] == ids["orchards.txt"]
    assert answer["other"]["doc_id"] is None
    common, ours, theirs = (
        answer["common_chunks"],
        answer["query"]["chunks"],
        answer["other"]["chunks"],
    )
    assert answer["symmetric"] == common / (ours + theirs)
    assert answer["resemblance"] == common / (ours + theirs - common)
    [passage] = answer["passages"]
    assert passage["kind"] == "verbatim"
    assert passage["query_pages"] is None
    query = simdoc("text", ids["orchards.txt"])[1]["text"]
    other = simdoc("text", theses / "bees.txt")[1]["text"]
    shared = SHARED.strip().rstrip(".")
    assert query[passage["query_start"] : passage["query_end"]].rstrip(".") == shared
    assert other[passage["other_start"] : passage["other_end"]].rstrip(".") == shared
    covered = (passage["query_end"] - passage["query_start"]) / len(query)
    assert answer["covered_of_query"] == covered


def test_two_files_are_compared_without_any_corpus(simdoc: Simdoc, theses: Path) -> None:
    _, answer, _ = simdoc("compare", theses / "bees.txt", theses / "bees.txt")
    assert answer["similarity_of_query"] == answer["resemblance"] == 1.0
    assert answer["symmetric"] == 0.5
    assert answer["same_bytes"] is True


def test_exact_mode_agrees_on_an_ordinary_index(simdoc: Simdoc, ids: dict[str, int]) -> None:
    pair = (ids["orchards.txt"], ids["bees.txt"])
    plain, exact = simdoc("compare", *pair)[1], simdoc("compare", *pair, "--exact")[1]
    assert plain == exact


def test_text_is_exact_bytes_with_line_ends_untouched(theses: Path, tmp_path: Path) -> None:
    content = "First line\r\nsecond – line\n\nno newline at the end".encode()
    (theses / "lines.txt").write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "simdoc", "text", str(theses / "lines.txt")],
        capture_output=True,
        check=True,
        env={"SIMDOC_CORPUS": str(tmp_path / "none"), "PATH": ""},
    )
    assert done.stdout == content


def test_list_shows_failures_with_their_reason(simdoc: Simdoc, ids: dict[str, int]) -> None:
    _, answer, _ = simdoc("list", "--status", "failed")
    [row] = answer["documents"]
    assert row["doc_id"] == ids["broken.pdf"]
    assert row["reason"]
    assert {"doc_id", "title", "path", "status", "reason"} <= row.keys()


def test_members_of_a_zip_have_a_path_that_names_both(simdoc: Simdoc, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr("a.txt", SHARED)
        archive.writestr("sub/b.txt", SHARED + "And one more sentence.")
    _, answer, _ = simdoc("add", tmp_path / "two.zip")
    paths = sorted(d["path"] for d in answer["documents"])
    assert paths == [f"{tmp_path}/two.zip!/a.txt", f"{tmp_path}/two.zip!/sub/b.txt"]


def test_delete_undelete_and_purge(simdoc: Simdoc, ids: dict[str, int]) -> None:
    bees, orchards = ids["bees.txt"], ids["orchards.txt"]
    assert simdoc("delete", bees)[1]["deleted"] == [bees]
    assert simdoc("similar", orchards)[1]["similar"] == []
    assert simdoc("undelete", bees)[1]["undeleted"] == [bees]
    assert [r["doc_id"] for r in simdoc("similar", orchards)[1]["similar"]] == [bees]
    simdoc("delete", bees, "--purge")
    code, answer, _ = simdoc("undelete", bees)
    assert code == 3
    assert "purged" in answer["error"]


def test_stats_counts_as_the_report_does(simdoc: Simdoc, ids: dict[str, int]) -> None:
    _, answer, _ = simdoc("stats")
    assert answer["documents"] == 3
    assert answer["failed"] == 1
    words = {d["doc_id"]: d["words"] for d in simdoc("list")[1]["documents"]}
    assert answer["words"] == words[ids["orchards.txt"]] + words[ids["bees.txt"]] + 2
    distinct, pairs = answer["distinct_chunks"], answer["chunk_document_pairs"]
    common = simdoc("compare", ids["orchards.txt"], ids["bees.txt"])[1]["common_chunks"]
    assert pairs - distinct == common
    assert answer["unique_share"] == (distinct - common) / distinct


def test_show_tells_places_and_the_similarity_table(simdoc: Simdoc, ids: dict[str, int]) -> None:
    _, answer, _ = simdoc("show", ids["bees.txt"])
    assert answer["document"]["doc_id"] == ids["bees.txt"]
    assert answer["places"] == [answer["document"]["path"]]
    [row] = answer["similarities"]
    assert row["other_id"] == ids["orchards.txt"]


def test_verify_finds_a_flipped_byte_and_answers_no_more_from_it(
    simdoc: Simdoc, ids: dict[str, int], tmp_path: Path
) -> None:
    code, answer, _ = simdoc("verify")
    assert code == 0
    assert answer["sound"] is True
    [postings] = (tmp_path / "corpus" / "index").rglob("postings.npy")
    data = bytearray(postings.read_bytes())
    data[-1] ^= 1
    postings.write_bytes(data)
    code, answer, _ = simdoc("verify")
    assert code == 1
    assert answer["sound"] is False
    assert str(postings) in {d["path"] for d in answer["index"]}
    assert simdoc("similar", ids["orchards.txt"])[1]["similar"] == []


COMMANDS = [
    *("add", "similar", "compare", "list", "show"),
    *("delete", "undelete", "stats", "verify", "text"),
]


def errors() -> list[tuple[list[str], str]]:
    return [
        (["similar", "999"], "no document 999"),
        (["similar", "no-such-file.pdf"], "neither an existing file"),
        (["add", "no-such-folder"], "no such file or folder"),
        (["show", "999"], "no document 999"),
        (["settings", "passage.nonsense=3"], "no setting"),
        (["settings", "passage.minimum_chunks=many"], "takes int"),
        (["settings", "fingerprint.chunk_words=7"], "the index has"),
    ]


@pytest.mark.parametrize(("words", "message"), errors())
def test_errors_say_what_is_wrong(
    simdoc: Simdoc, ids: dict[str, int], words: list[str], message: str
) -> None:
    code, answer, err = simdoc(*words)
    assert code == 3
    assert message in answer["error"]
    assert message in err
    assert "Traceback" not in err


def test_asking_where_there_is_no_corpus_says_how_to_make_one(simdoc: Simdoc) -> None:
    code, answer, _ = simdoc("list")
    assert code == 3
    assert "simdoc add" in answer["error"]


def test_settings_can_be_read_and_changed(simdoc: Simdoc, ids: dict[str, int]) -> None:
    _, answer, _ = simdoc("settings", "passage.minimum_chunks=70")
    assert answer["settings"]["passage"]["minimum_chunks"] == 70
    pair = (ids["orchards.txt"], ids["bees.txt"])
    _, comparison, _ = simdoc("compare", *pair, "--method", "valid-intervals")
    assert comparison["passages"] == []
    simdoc("settings", "passage.minimum_chunks=20")
    _, comparison, _ = simdoc("compare", *pair, "--method", "valid-intervals")
    assert len(comparison["passages"]) == 1


def test_a_new_corpus_takes_settings_of_its_fingerprints(simdoc: Simdoc, theses: Path) -> None:
    simdoc("add", theses, "--set", "fingerprint.chunk_words=8")
    _, answer, _ = simdoc("settings")
    assert answer["settings"]["fingerprint"]["chunk_words"] == 8


def test_the_words_for_people_hold_the_same_numbers(simdoc: Simdoc, ids: dict[str, int]) -> None:
    _, answer, _ = simdoc("similar", ids["orchards.txt"])
    _, text, _ = simdoc("similar", ids["orchards.txt"], as_json=False)
    row: dict[str, Any] = answer["similar"][0]
    assert f"{row['similarity_of_query']:.1%}".replace("%", " %") in text
    pair = (ids["orchards.txt"], ids["bees.txt"])
    commands = (["list"], ["stats"], ["show", pair[0]], ["verify"], ["compare", *pair])
    for command in (*commands, ["settings"]):
        code, text, _ = simdoc(*command, as_json=False)
        assert code == 0
        assert text.strip()


def test_titles_cannot_command_the_terminal(simdoc: Simdoc, theses: Path) -> None:
    simdoc("add", theses / "bees.txt", "--title", "\x1b[2Jgone\u202e")
    _, text, _ = simdoc("list", as_json=False)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit) as stop:
            main([command, "--help"])
        assert stop.value.code == 0
        assert f"simdoc {command}" in capsys.readouterr().out.split("example:")[1]


def test_progress_goes_to_standard_error_only(theses: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simdoc", "add", str(theses), "--json"],
        capture_output=True,
        text=True,
        env={"SIMDOC_CORPUS": str(tmp_path / "fresh"), "PATH": ""},
    )
    assert done.returncode == 1
    assert json.loads(done.stdout)["simdoc"] == 1
