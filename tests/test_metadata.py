"""metadata.csv as registrars really save it, and what is wrong with a table that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from simdoc.errors import MetadataError
from simdoc.metadata import Metadata, missing_files, read_metadata

HEADER = "file,title,author,submitted,kind,course,institution,language,supervisor\n"


def write(folder: Path, content: str | bytes) -> Path:
    raw = content.encode() if isinstance(content, str) else content
    (folder / "metadata.csv").write_bytes(raw)
    return folder.resolve()


def problems(folder: Path) -> list[str]:
    with pytest.raises(MetadataError) as caught:
        read_metadata(folder)
    assert caught.value.path.name == "metadata.csv"
    return caught.value.problems


def test_every_column_is_read_and_every_path_is_absolute(tmp_path: Path) -> None:
    row = '"theses/a.pdf","Reading, and why",Jana Dvořáková,2021-05-14,thesis,PED101,F,cs,P. H.\n'
    folder = write(tmp_path, HEADER + row)
    assert read_metadata(tmp_path) == {
        folder / "theses" / "a.pdf": Metadata(
            "Reading, and why",
            "Jana Dvořáková",
            "2021-05-14",
            "thesis",
            "PED101",
            "F",
            "cs",
            "P. H.",
        )
    }


def test_a_folder_without_a_table_says_nothing(tmp_path: Path) -> None:
    assert read_metadata(tmp_path) == {}


def test_empty_cells_and_absent_columns_are_none_and_the_words_na_and_null_are_kept(
    tmp_path: Path,
) -> None:
    folder = write(tmp_path, "file,title,author\na.txt,NA,\nb.txt,null,nan\n")
    read = read_metadata(tmp_path)
    assert read[folder / "a.txt"] == Metadata(title="NA")
    assert read[folder / "b.txt"] == Metadata(title="null", author="nan")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_encodings_and_separators_of_spreadsheets_are_understood(
    tmp_path: Path, encoding: str, separator: str
) -> None:
    table = "file|title|author\r\na.txt|Žluťoučký kůň|Ľuboš Šťastný\r\n".replace("|", separator)
    folder = write(tmp_path, table.encode(encoding))
    assert read_metadata(tmp_path) == {
        folder / "a.txt": Metadata(title="Žluťoučký kůň", author="Ľuboš Šťastný")
    }


def test_unknown_columns_are_ignored_and_names_of_columns_may_be_in_capitals(
    tmp_path: Path,
) -> None:
    folder = write(tmp_path, "UCO;File ;Title;room;room\n1;a.txt;A;x;y\n")
    assert read_metadata(tmp_path) == {folder / "a.txt": Metadata(title="A")}


def test_excels_line_that_names_the_separator_is_skipped_and_rows_still_count(
    tmp_path: Path,
) -> None:
    write(tmp_path, "sep=;\nfile;submitted\na.txt;2021\nb.txt;soon\n")
    assert problems(tmp_path) == ["row 4: submitted is 'soon'; write it as 2021-05-14"]


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2021-05-14", "2021-05-14"),
        ("14. 5. 2021", "2021-05-14"),
        ("14.5.2021", "2021-05-14"),
        ("2021", "2021"),
        ("2021-05", "2021-05"),
        ("2021-05-14 08:30:00", "2021-05-14"),
    ],
)
def test_dates_become_iso(tmp_path: Path, written: str, iso: str) -> None:
    folder = write(tmp_path, f"file,submitted\na.txt,{written}\n")
    assert read_metadata(tmp_path)[folder / "a.txt"].submitted == iso


@pytest.mark.parametrize(
    ("written", "code"),
    [("CS", "cs"), ("Czech", "cs"), ("sk-SK", "sk"), ("eng", "en"), ("pl", "pl")],
)
def test_languages_become_codes(tmp_path: Path, written: str, code: str) -> None:
    folder = write(tmp_path, f"file,language\na.txt,{written}\n")
    assert read_metadata(tmp_path)[folder / "a.txt"].language == code


def test_every_wrong_row_is_named_at_once(tmp_path: Path) -> None:
    rows = ["a.txt,2021-02-30,cs", ",2021,cs", "b.txt,1/2/2021,cs", "c.txt,2021,Klingon", ",,"]
    write(
        tmp_path, "\n".join(["file,submitted,language", *rows, "../d.txt,2021,cs", "a.txt,,", ""])
    )
    assert problems(tmp_path) == [
        "row 2: submitted is '2021-02-30', and there is no such day",
        "row 3: the column 'file' is empty",
        "row 4: submitted is '1/2/2021'; write it as 2021-05-14",
        "row 5: language is 'Klingon'; write a code of two letters, such as cs",
        f"row 7: '../d.txt' is not a path below {tmp_path.name}",
        "row 8: a.txt stands in row 2 already",
    ]


@pytest.mark.parametrize("name", ["/etc/passwd", "C:\\a.txt", "x/../../y.txt", "..\\y.txt"])
def test_a_path_that_leaves_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, f"file\n{name}\n")
    assert len(problems(tmp_path)) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("name,title\na,b\n", "no column 'file'"),
        ("file,title,Title\na,b,c\n", "two columns 'title'"),
        ("", "not a table"),
        ("file,title\na.txt,b,c,d\n", "line 2"),
        ('file,title\na.txt,"b\n', "not a table"),
        (b"file,title\na.txt,\x81\x83\n", "save it as UTF-8"),
    ],
)
def test_what_is_no_table_is_refused_with_the_reason(
    tmp_path: Path, content: str | bytes, says: str
) -> None:
    write(tmp_path, content)
    (reason,) = problems(tmp_path)
    assert says in reason


def test_files_that_the_folder_lacks_are_listed_in_order(tmp_path: Path) -> None:
    folder = write(tmp_path, "file\nz.txt\nhere.txt\na.txt\n")
    (tmp_path / "here.txt").write_text("x")
    assert missing_files(read_metadata(tmp_path)) == [folder / "z.txt", folder / "a.txt"]


def test_backslashes_and_a_macs_decomposed_names_find_their_file(tmp_path: Path) -> None:
    decomposed = "za\u0301ve\u030cr.txt"
    (tmp_path / "2021").mkdir()
    (tmp_path / "2021" / decomposed).write_text("x")
    folder = write(tmp_path, "file\n2021\\závěr.txt\n")
    assert list(read_metadata(tmp_path)) == [folder / "2021" / decomposed]
