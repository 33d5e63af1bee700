"""The interface in three languages: nothing untranslated, nothing stale, every placeholder kept."""

from __future__ import annotations

import re

import pytest

from simdoc.view.catalogues import compiled, po_path, read, template
from simdoc.view.language import LANGUAGES

TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_of_the_code_is_translated(code: str) -> None:
    catalogue = read(code)
    missing = []
    for message in template():
        found = catalogue.get(message.id) if message.id else message
        forms = (
            found.string
            if found and isinstance(found.string, tuple)
            else ([found.string] if found else [""])
        )
        if message.id and not all(forms):
            missing.append(message.id)
    assert not missing, "python -m simdoc.view.catalogues, then translate"


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_message_is_left_over(code: str) -> None:
    known = {str(message.id) for message in template()}
    assert {str(message.id) for message in read(code)} <= known


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_keep_every_placeholder(code: str) -> None:
    for message in read(code):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = set(re.findall(r"{\w+}", ids[-1]))
        for string in strings:
            assert set(re.findall(r"{\w+}", string)) == wanted, message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(code: str) -> None:
    path = po_path(code).with_suffix(".mo")
    assert path.read_bytes() == compiled(read(code)), "python -m simdoc.view.catalogues"
