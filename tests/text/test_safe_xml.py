"""XML from strangers: names, places of damage, and attacks that must come to nothing."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path

import pytest

from simdoc.errors import ExtractionError
from simdoc.text.safe_xml import MAXIMUM_DEPTH, ElementTexts, Enough, parse_xml


class Events:
    """Writes down what it receives."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.seen.append((name, dict(attributes)))

    def end(self, name: str) -> None:
        self.seen.append(f"/{name}")

    def characters(self, text: str) -> None:
        self.seen.append(text)


def events(xml: str | bytes) -> list[object]:
    target = Events()
    content = xml.encode() if isinstance(xml, str) else xml
    parse_xml(content, target, {"urn:a": "a"}, "file", "part.xml")
    return target.seen


def test_names_have_our_prefixes_whatever_the_file_calls_them() -> None:
    xml = '<x:r xmlns:x="urn:a" xmlns:y="urn:b" x:k="1" k="2"><y:e/><e/></x:r>'
    root = ("a:r", {"a:k": "1", "k": "2"})
    assert events(xml) == [root, ("", {}), "/", ("e", {}), "/e", "/a:r"]


def test_text_comes_whole_across_references_and_sections() -> None:
    assert events("<r>a&amp;b<![CDATA[<c>]]>&#269;</r>")[1] == "a&b<c>č"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-2", "windows-1250"])
def test_common_encodings_are_read(encoding: str) -> None:
    xml = f'<?xml version="1.0" encoding="{encoding}"?><r>ěšč</r>'
    assert events(xml.encode(encoding))[1] == "ěšč"


def test_damage_is_reported_with_its_part_and_line() -> None:
    with pytest.raises(ExtractionError, match=r"part part\.xml, line 3") as caught:
        events("<r>\n<a>\n</b>\n</r>")
    assert caught.value.document == "file"


@pytest.mark.parametrize("encoding", ["klingon", "utf-7", "cp932", "rot13", "idna"])
def test_encodings_that_cannot_be_read_are_a_reason(encoding: str) -> None:
    with pytest.raises(ExtractionError, match="damaged"):
        events(f'<?xml version="1.0" encoding="{encoding}"?><r/>')


def test_entities_read_no_file_and_no_address(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("tajemství")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x.dtd"
        for declaration in (
            f'<!DOCTYPE r [<!ENTITY e SYSTEM "{secret.as_uri()}">]>',
            f'<!DOCTYPE r [<!ENTITY % e SYSTEM "{address}">%e;]>',
            f'<!DOCTYPE r [<!ENTITY e PUBLIC "p" "{address}">]>',
        ):
            with pytest.raises(ExtractionError, match="entities"):
                events(declaration + "<r>&e;</r>")
        assert events(f'<!DOCTYPE r SYSTEM "{address}"><r>a</r>')[1] == "a"
        with pytest.raises(TimeoutError):
            server.accept()


def test_nesting_is_allowed_up_to_its_limit() -> None:
    deepest = "<a>" * MAXIMUM_DEPTH + "</a>" * MAXIMUM_DEPTH
    assert len(events(deepest)) == 2 * MAXIMUM_DEPTH
    with pytest.raises(ExtractionError, match="levels deep"):
        events(f"<a>{deepest}</a>")


def test_an_error_of_the_target_is_not_taken_for_damage() -> None:
    class Broken(Events):
        def characters(self, text: str) -> None:
            raise KeyError(text)

    with pytest.raises(KeyError):
        parse_xml(b"<r>a</r>", Broken(), {}, "file", "part")


def test_a_target_may_have_enough() -> None:
    class Satisfied(Events):
        def characters(self, text: str) -> None:
            raise Enough

    target = Satisfied()
    parse_xml(b"<r>a<damaged", target, {}, "file", "part")
    assert target.seen == [("r", {})]


def test_the_first_text_of_each_wanted_element_is_kept() -> None:
    texts = ElementTexts("t", "u", "missing")
    parse_xml(b"<r><t>a<i>b</i></t><t>c</t><u/>d</r>", texts, {}, "file", "part")
    assert texts.texts == {"t": "ab", "u": ""}
