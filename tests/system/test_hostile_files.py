"""Hostile files through the engine, as they arrive in life: bad ones between good ones.

No file may crash or hang the program that reads it. Each bad file ends with its reason, and the
good files that come after are read by the same processes, or by those that took their place.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from simdoc.engine.engine import Limits, Outcome
from simdoc.engine.local import LocalEngine
from simdoc.errors import TaskError
from simdoc.text.extract import ExtractRequest, extract_file
from simdoc.text.extracted import Extraction

from ..text.bad_containers import BAD_OLD_OFFICE, BAD_ZIPS
from ..text.bad_file import TIGHT, BadFile, mutated
from ..text.bad_office_files import BAD_DOCUMENTS
from ..text.bad_pdf_files import BAD_PDFS
from ..text.bad_text_files import BAD_TEXTS
from ..text.good_office_files import GOOD_FILES
from ..text.office_files import CZECH, rtf_file
from ..text.pdf_files import text_pdf

SETTINGS = dataclasses.replace(TIGHT, ocr=False)
LIMITS = Limits(seconds=20.0, memory_megabytes=SETTINGS.memory_megabytes)
BAD_OFFICE: list[BadFile] = [*BAD_DOCUMENTS, *BAD_OLD_OFFICE, *BAD_ZIPS]
"""Read as the type they claim to be, so that the reader of that type meets them."""
BAD_FILES: list[BadFile] = [*BAD_OFFICE, *BAD_PDFS, *BAD_TEXTS]

# Old Office files need programs that not every machine has; test_legacy_office sees to them.
GOOD: dict[str, Callable[[], bytes]] = {
    **{name: build for name, build in GOOD_FILES.items() if not name.endswith(".doc")},
    "thesis.pdf": lambda: text_pdf(["A thesis of several words on its first page."] * 3),
    "thesis.txt": lambda: CZECH.encode("cp1250") * 20,
    "thesis.html": lambda: f"<!doctype html><html><body><p>{CZECH}</p></body></html>".encode(),
    "thesis.md": lambda: f"# Úvod\n\n{CZECH}\n".encode(),
}

_Outcome = Outcome[ExtractRequest, list[Extraction]]


def request(folder: Path, name: str, content: bytes, file_type: str | None) -> ExtractRequest:
    """The content as a file in a folder of its own, so that names stay as they are."""
    folder.mkdir()
    path = folder / name
    path.write_bytes(content)
    return ExtractRequest(str(path), SETTINGS, file_type)


def reasons(outcome: _Outcome) -> list[str]:
    """Why documents of the file were not read: of each, or of the file as a whole."""
    if outcome.error is not None:
        assert isinstance(outcome.error, TaskError), outcome.error
        return [str(outcome.error)]
    assert outcome.result
    return [found.error.reason for found in outcome.result if found.error is not None]


def is_read(outcome: _Outcome) -> bool:
    return bool(outcome.result) and not reasons(outcome)


def test_there_are_enough_bad_files_and_no_two_are_the_same() -> None:
    assert len(BAD_FILES) >= 70
    assert len({(bad.file_type, bad.name, bad.reason) for bad in BAD_FILES}) == len(BAD_FILES)


def test_bad_files_end_with_their_reasons_and_good_ones_between_them_are_read(
    tmp_path: Path,
) -> None:
    expected: dict[str, BadFile | None] = {}
    requests = []
    good = itertools.cycle(GOOD.items())
    for number, bad in enumerate(BAD_FILES):
        file_type = bad.file_type if bad in BAD_OFFICE else None
        requests.append(request(tmp_path / f"bad{number}", bad.name, bad.build(), file_type))
        expected[requests[-1].path] = bad
        if number % 4 == 0:
            name, build = next(good)
            requests.append(request(tmp_path / f"good{number}", name, build(), None))
            expected[requests[-1].path] = None
    wrong = []
    with LocalEngine(2) as engine:
        outcomes = list(engine.run(extract_file, requests, LIMITS))
    assert len(outcomes) == len(requests)
    for outcome in outcomes:
        bad = expected[outcome.item.path]
        if bad is None:
            if not is_read(outcome):
                wrong.append(f"{outcome.item.path}: a good file, {reasons(outcome)}")
        elif not any(bad.reason in reason for reason in reasons(outcome)):
            wrong.append(f"{bad.name}: not {bad.reason!r} but {reasons(outcome)}")
    assert not wrong, "\n".join(wrong)


def test_office_files_are_met_as_well_when_the_content_tells_the_type(tmp_path: Path) -> None:
    """Without a type by hand some of them are read as what they truly are; none may do worse."""
    requests = [
        request(tmp_path / str(number), bad.name, bad.build(), None)
        for number, bad in enumerate(BAD_OFFICE)
    ]
    with LocalEngine(2) as engine:
        outcomes = list(engine.run(extract_file, requests, LIMITS))
    read = {Path(outcome.item.path).name for outcome in outcomes if is_read(outcome)}
    # Where antiword or catdoc is installed, an old document is read under any name.
    read.discard("old under a new name.docx")
    assert read == {"plain text.doc", "plain text.docx", "plain text.rtf"}


@pytest.mark.parametrize(
    ("limits", "word"),
    [(Limits(20.0, 24), "memory"), (Limits(0.1, 512), "longer than its limit")],
)
def test_a_file_beyond_the_limits_costs_its_process_and_nothing_else(
    limits: Limits, word: str, tmp_path: Path
) -> None:
    """Sound, but more than one file may take: 15 MB of groups in RTF."""
    large = dataclasses.replace(SETTINGS, maximum_characters=20_000_000)
    slow = request(tmp_path / "slow", "slow.rtf", rtf_file(rb"{\b word }" * 1_500_000), None)
    slow = dataclasses.replace(slow, settings=large)
    good = request(tmp_path / "good", "thesis.docx", GOOD["thesis.docx"](), None)
    with LocalEngine(1) as engine:
        first, second = engine.run(extract_file, [slow, good], limits)
        assert word in reasons(first)[0]
        assert first.item == slow
        (third,) = engine.run(extract_file, [good], LIMITS)
    assert second.item == good
    assert is_read(third)


@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_damaged_files_give_texts_or_reasons(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    requests = []
    for name, build in GOOD.items():
        content = build()
        for number in range(25):
            folder = tmp_path / f"{name}-{number}"
            requests.append(request(folder, name, mutated(content, chance), None))
    requests.append(request(tmp_path / "last", "thesis.docx", GOOD["thesis.docx"](), None))
    begun = time.monotonic()
    with LocalEngine(2) as engine:
        outcomes = list(engine.run(extract_file, requests, LIMITS))
    assert time.monotonic() - begun < 30
    assert len(outcomes) == len(requests)
    assert all(all(reasons(outcome)) for outcome in outcomes)
    last = next(outcome for outcome in outcomes if outcome.item == requests[-1])
    assert is_read(last)
