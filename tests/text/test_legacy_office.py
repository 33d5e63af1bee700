"""Old Office files: which program is asked, how, and what is said when there is none.

The programs here are scripts in a folder that stands alone on the PATH, so the tests hold on every
machine; where antiword or catdoc is installed, a real document is read by them as well.
"""

from __future__ import annotations

import dataclasses
import shutil
import time
from pathlib import Path

import pytest

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.legacy_office import read

from .bad_file import TIGHT
from .good_office_files import SECOND, doc_thesis, docx_thesis, pptx_talk, xlsx_table
from .office_files import CZECH
from .ole2_files import ole2_file

SETTINGS = ExtractionSettings()
XLS = ole2_file({"Workbook": b"\x09\x08\x10\x00" + bytes(5000)})
PPT = ole2_file({"PowerPoint Document": bytes(5000)})


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def install(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)


def install_office(folder: Path, result: bytes, ending: str) -> None:
    """A soffice that answers every conversion with `result`, and writes down what it was asked."""
    (folder / "result").write_bytes(result)
    install(
        folder,
        "soffice",
        f'/bin/echo "$@" > {folder}/asked\n'
        'while [ "$1" != --outdir ]; do shift; done\n'
        f'/bin/cp {folder}/result "$2/document.{ending}"',
    )


@pytest.mark.parametrize("program", ["antiword", "catdoc"])
def test_a_document_is_read_by_the_real_program_or_the_reason_names_it(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shutil.which(program)
    monkeypatch.setenv("PATH", str(tmp_path))
    if path is None:
        with pytest.raises(ExtractionError, match=program):
            read(doc_thesis(), "thesis.doc", SETTINGS)
        return
    (tmp_path / program).symlink_to(path)
    found = read(doc_thesis(), "thesis.doc", SETTINGS)
    assert found.text == "\n\n".join([CZECH, SECOND] * 20)
    assert (found.title, found.author, found.date) == ("Práce", "Jan Novák", "2009-05-12")
    assert found.file_type == "doc"


@pytest.mark.parametrize(
    ("content", "name", "package"),
    [(doc_thesis(), "a.doc", "antiword"), (XLS, "a.xls", "catdoc"), (PPT, "a.ppt", "catdoc")],
)
def test_without_a_program_the_reason_names_the_package(
    content: bytes, name: str, package: str, programs: Path
) -> None:
    with pytest.raises(ExtractionError) as caught:
        read(content, name, SETTINGS)
    assert package in caught.value.reason
    assert "libreoffice" in caught.value.reason


def test_antiword_is_asked_before_catdoc(programs: Path) -> None:
    install(programs, "antiword", "/bin/echo antiword")
    install(programs, "catdoc", "/bin/echo catdoc")
    assert read(doc_thesis(), "a.doc", SETTINGS).text == "antiword"


def test_catdoc_is_asked_when_antiword_fails_or_finds_nothing(programs: Path) -> None:
    install(programs, "catdoc", "/bin/echo catdoc")
    for script in ("exit 1", "/bin/true"):
        install(programs, "antiword", script)
        assert read(doc_thesis(), "a.doc", SETTINGS).text == "catdoc"


def test_the_file_is_given_by_name_in_a_folder_of_its_own(programs: Path, tmp_path: Path) -> None:
    install(
        programs,
        "antiword",
        f'/bin/cp "$5" {tmp_path}/copy; /bin/pwd > {tmp_path}/where; echo "$@"',
    )
    assert read(doc_thesis(), "../../evil; rm -rf.doc", SETTINGS).text == (
        "-w 0 -m UTF-8.txt document.doc"
    )
    assert (tmp_path / "copy").read_bytes() == doc_thesis()
    assert not Path((tmp_path / "where").read_text().strip()).exists()


def test_slides_of_catppt_are_pages(programs: Path) -> None:
    install(programs, "catppt", "printf 'jedna\\nx\\f\\fdva\\n'")
    found = read(PPT, "a.ppt", SETTINGS)
    assert found.text == "jedna\nx\n\ndva"
    assert found.page_starts == (0, 9, 9)


def test_sheets_of_xls2csv_are_no_pages(programs: Path) -> None:
    install(programs, "xls2csv", "printf 'a\\tb\\nc\\n\\fd\\n'")
    found = read(XLS, "a.xls", SETTINGS)
    assert (found.text, found.page_starts) == ("a\tb\nc\n\nd", ())


@pytest.mark.parametrize(
    ("content", "converted", "ending", "words"),
    [
        (doc_thesis(), docx_thesis(), "docx", CZECH),
        (XLS, xlsx_table(), "xlsx", CZECH),
        (PPT, pptx_talk(), "pptx", CZECH),
    ],
)
def test_libreoffice_converts_with_a_profile_of_its_own(
    content: bytes, converted: bytes, ending: str, words: str, programs: Path
) -> None:
    install_office(programs, converted, ending)
    found = read(content, "thesis", SETTINGS)
    asked = (programs / "asked").read_text()
    assert words in found.text
    assert found.file_type == ending[:3]
    assert "-env:UserInstallation=file:///" in asked
    assert f"--headless --norestore --nologo --nolockcheck --convert-to {ending} " in asked


def test_libreoffice_that_converts_nothing_is_a_reason(programs: Path) -> None:
    install(programs, "soffice", "exit 0")
    with pytest.raises(ExtractionError, match="LibreOffice could not read it"):
        read(PPT, "a.ppt", SETTINGS)


def test_what_the_program_said_is_in_the_reason(programs: Path) -> None:
    install(programs, "antiword", "echo 'is not a Word Document.' >&2; exit 1")
    with pytest.raises(ExtractionError, match=r"antiword could not read it.*not a Word Document"):
        read(doc_thesis(), "a.doc", SETTINGS)


def test_a_program_that_crashes_is_a_reason(programs: Path) -> None:
    install(programs, "antiword", "kill -SEGV $$")
    with pytest.raises(ExtractionError, match=r"antiword could not read it \(it crashed\)"):
        read(doc_thesis(), "a.doc", SETTINGS)


def test_a_program_that_hangs_is_ended_with_its_children(programs: Path, tmp_path: Path) -> None:
    install(
        programs, "antiword", f"/bin/sleep 60 & echo $! > {tmp_path}/child; /bin/sleep 60; echo x"
    )
    begun = time.monotonic()
    with pytest.raises(ExtractionError, match="took longer than"):
        read(doc_thesis(), "a.doc", dataclasses.replace(SETTINGS, seconds=0.5))
    assert time.monotonic() - begun < 10
    child = Path("/proc") / (tmp_path / "child").read_text().strip() / "stat"
    deadline = time.monotonic() + 5
    while child.exists() and child.read_text().split()[2] != "Z" and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not child.exists() or child.read_text().split()[2] == "Z"


def test_a_program_that_writes_without_end_is_ended(programs: Path) -> None:
    install(programs, "antiword", "while :; do echo 0123456789012345678901234567890123456789; done")
    with pytest.raises(ExtractionError, match="antiword made more than"):
        read(doc_thesis(), "a.doc", TIGHT)
