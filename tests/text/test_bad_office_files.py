"""Every bad office file and ZIP ends with its reason, and quickly."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable

import pytest

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text import docx, legacy_office, odt, pptx, rtf, xlsx
from simdoc.text.archive import members
from simdoc.text.extracted import Extracted

from .bad_containers import BAD_OLD_OFFICE, BAD_ZIPS
from .bad_file import TIGHT, BadFile, mutated
from .bad_office_files import BAD_DOCUMENTS
from .good_office_files import GOOD_FILES
from .office_files import zip_file

_Read = Callable[[bytes, str, ExtractionSettings], Extracted]
READERS: dict[str, _Read] = {
    "docx": docx.read,
    "odt": odt.read,
    "rtf": rtf.read,
    "xlsx": xlsx.read,
    "pptx": pptx.read,
    "doc": legacy_office.read,
    "xls": legacy_office.read,
    "ppt": legacy_office.read,
}


@pytest.mark.parametrize("bad", [*BAD_DOCUMENTS, *BAD_OLD_OFFICE], ids=lambda bad: bad.name)
def test_a_bad_document_ends_with_its_reason(bad: BadFile) -> None:
    with pytest.raises(ExtractionError) as caught:
        READERS[bad.file_type](bad.build(), bad.name, TIGHT)
    assert caught.value.document == bad.name
    assert bad.reason in caught.value.reason


@pytest.mark.parametrize("bad", BAD_ZIPS, ids=lambda bad: bad.name)
def test_a_bad_zip_ends_with_its_reason(bad: BadFile) -> None:
    errors = _errors(bad)
    assert any(bad.reason in error.reason for error in errors), errors


def _errors(bad: BadFile) -> list[ExtractionError]:
    """The errors of the members, or the one of the ZIP."""
    try:
        found = list(members(bad.build(), bad.name, TIGHT))
    except ExtractionError as error:
        return [error]
    return [member for member in found if isinstance(member, ExtractionError)]


def test_reasons_say_what_to_do_and_are_short() -> None:
    for bad in [*BAD_DOCUMENTS, *BAD_OLD_OFFICE]:
        with pytest.raises(ExtractionError) as caught:
            READERS[bad.file_type](bad.build(), bad.name, TIGHT)
        reason = caught.value.reason
        assert ";" in reason, reason
        assert len(reason) < 300, reason
        assert "\n" not in reason


def _outcome(content: bytes, name: str) -> str:
    """ "text" or the reason; anything but an ExtractionError fails the test."""
    read = READERS.get(name.rpartition(".")[2])
    try:
        if read is not None:
            return "text" if read(content, name, TIGHT).text else ""
        for member in members(content, name, TIGHT):
            if isinstance(member, ExtractionError):
                return member.reason
    except ExtractionError as error:
        return error.reason
    return "text"


@pytest.mark.parametrize("name", [name for name in GOOD_FILES if not name.endswith(".doc")])
def test_flipped_and_truncated_bytes_give_a_text_or_a_reason(name: str) -> None:
    good = GOOD_FILES[name]()
    assert _outcome(good, name) == "text"
    chance = random.Random(name)
    outcomes = {_outcome(mutated(good, chance), name) for _ in range(150)}
    assert "" not in outcomes
    assert len(outcomes) > 1


@pytest.mark.parametrize("name", ["thesis.docx", "thesis.odt", "table.xlsx", "talk.pptx"])
def test_flipped_bytes_inside_the_parts_give_a_text_or_a_reason(name: str) -> None:
    """Damage below the packing, which the ZIP's checksums would hide from the readers."""
    with zipfile.ZipFile(io.BytesIO(GOOD_FILES[name]())) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    chance = random.Random(name)
    outcomes = set()
    for _ in range(100):
        part = chance.choice([part for part, content in parts.items() if content])
        damaged = {**parts, part: mutated(parts[part], chance)}
        outcomes.add(_outcome(zip_file(damaged, zipfile.ZIP_STORED), name))
    assert "text" in outcomes
    assert "" not in outcomes
    assert len(outcomes) > 1
