"""A ZIP as several documents: names, nesting, and bad members among good ones."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.archive import members

from .bad_containers import overlapping_zip
from .bad_file import flag_as_encrypted, with_wrong_checksum
from .good_office_files import docx_thesis, zip_of_theses
from .office_files import CZECH, zip_file

SETTINGS = ExtractionSettings()


def names(data: bytes) -> list[str]:
    """The names of the members that unpack; a bad member fails the test."""
    found = list(members(data, "a.zip", SETTINGS))
    assert not [member for member in found if isinstance(member, ExtractionError)]
    return [member[0] for member in found if not isinstance(member, ExtractionError)]


def zip_with_name(raw: bytes, flags: int = 0, extra: bytes = b"") -> bytes:
    """A ZIP of one member whose name is these bytes."""
    placeholder = "n" * len(raw)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        info = zipfile.ZipInfo(placeholder)
        info.extra = extra
        archive.writestr(info, CZECH)
    content = bytearray(target.getvalue().replace(placeholder.encode(), raw))
    struct.pack_into("<H", content, 6, flags)
    struct.pack_into("<H", content, content.index(b"PK\x01\x02") + 8, flags)
    return bytes(content)


def test_documents_come_with_their_bytes_and_zips_inside_are_opened() -> None:
    found = list(members(zip_of_theses(), "a.zip", SETTINGS))
    named = dict(member for member in found if isinstance(member, tuple))
    assert list(named) == ["práce/a.docx", "b.rtf", "c.zip!/text.txt"]
    assert named["c.zip!/text.txt"].decode() == CZECH
    assert zipfile.is_zipfile(io.BytesIO(named["práce/a.docx"]))


def test_a_docx_in_a_zip_is_a_document_and_not_a_folder() -> None:
    assert names(zip_file({"práce.zip": docx_thesis()})) == ["práce.zip"]


@pytest.mark.parametrize(
    ("raw", "flags"),
    [
        ("příloha č. 1.txt".encode(), 0x800),
        ("příloha č. 1.txt".encode(), 0),
        ("příloha č. 1.txt".encode("cp852"), 0),
    ],
)
def test_names_are_read_in_the_encoding_they_were_written_in(raw: bytes, flags: int) -> None:
    assert names(zip_with_name(raw, flags)) == ["příloha č. 1.txt"]


def test_a_western_name_stays_western() -> None:
    assert names(zip_with_name("Ångström¢.txt".encode("cp437"))) == ["Ångström¢.txt"]


def test_the_unicode_name_beside_an_old_one_wins() -> None:
    name = "příloha.txt".encode()
    extra = struct.pack("<HHBI", 0x7075, 5 + len(name), 1, 0) + name
    assert names(zip_with_name(b"prloha.txt", extra=extra)) == ["příloha.txt"]


def test_strange_names_are_only_names() -> None:
    strange = {
        "../../etc/passwd": "x",
        "/etc/shadow": "x",
        "C:\\boot.ini": "x",
        "a\x1b[2J.txt": "x",
    }
    assert names(zip_file(strange)) == [
        "../../etc/passwd",
        "/etc/shadow",
        "C:\\boot.ini",
        "a\ufffd[2J.txt",
    ]


def test_members_of_the_same_name_are_told_apart() -> None:
    content = zip_file({"a.txt": "1", "b.txt": "2", "a.txt (2)": "3", "c.txt": "4"})
    content = content.replace(b"b.txt", b"a.txt").replace(b"c.txt", b"a.txt")
    assert names(content) == ["a.txt", "a.txt (2)", "a.txt (2) (2)", "a.txt (3)"]


def test_folders_links_hidden_files_and_clutter_are_left_out() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in ("složka/", "__MACOSX/a.txt", ".git/b", "x/.c", "x/Thumbs.db", "~$d.docx"):
            archive.writestr(name, "x" if not name.endswith("/") else "")
        link = zipfile.ZipInfo("odkaz")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("složka/e.txt", "x")
    assert names(target.getvalue()) == ["složka/e.txt"]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: with_wrong_checksum(content, "bad.txt"), "do not unpack"),
        (lambda content: _encrypt_first(content), "password"),
    ],
)
def test_a_bad_member_costs_only_itself(damage, reason) -> None:  # type: ignore[no-untyped-def]
    content = damage(zip_file({"bad.txt": CZECH, "good.txt": CZECH}))
    first, second = members(content, "a.zip", SETTINGS)
    assert isinstance(first, ExtractionError)
    assert first.document == "bad.txt"
    assert reason in first.reason
    assert second == ("good.txt", CZECH.encode())


def _encrypt_first(content: bytes) -> bytes:
    """Only the first member's entry in the directory says that it is encrypted."""
    marked = flag_as_encrypted(content)
    entry = content.index(b"PK\x01\x02") + 8
    return content[:entry] + marked[entry : entry + 1] + content[entry + 1 :]


def test_the_first_of_overlapping_members_is_read() -> None:
    first, second = members(overlapping_zip(), "a.zip", SETTINGS)
    assert first == ("a.txt", CZECH.encode())
    assert isinstance(second, ExtractionError)


def test_a_damaged_zip_inside_costs_only_itself() -> None:
    inner = zip_file({"x.txt": CZECH})[:-10]
    first, second = members(zip_file({"in.zip": inner, "b.txt": "b"}), "a.zip", SETTINGS)
    assert isinstance(first, ExtractionError)
    assert first.document == "in.zip"
    assert second == ("b.txt", b"b")


def test_zips_nest_two_levels_and_no_more() -> None:
    third = zip_file({"deep.txt": CZECH})
    second = zip_file({"third.zip": third, "b.txt": "b"})
    found = list(members(zip_file({"second.zip": second}), "a.zip", SETTINGS))
    assert isinstance(found[0], ExtractionError)
    assert found[0].document == "second.zip!/third.zip"
    assert found[1] == ("second.zip!/b.txt", b"b")


def test_a_zip64_archive_is_read() -> None:
    target = io.BytesIO()
    with (
        zipfile.ZipFile(target, "w") as archive,
        archive.open("a.txt", "w", force_zip64=True) as member,
    ):
        member.write(CZECH.encode())
    assert names(target.getvalue()) == ["a.txt"]


def test_members_are_unpacked_one_at_a_time() -> None:
    """The second member is damaged, but the first is there before anyone looks at it."""
    content = with_wrong_checksum(zip_file({"a.txt": CZECH, "b.txt": CZECH}), "b.txt")
    assert next(members(content, "a.zip", SETTINGS)) == ("a.txt", CZECH.encode())
