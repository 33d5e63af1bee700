"""OLE2 containers: streams small and large, and any damage at all."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.text.ole2 import Ole2, Summary, summary

from .good_office_files import doc_thesis
from .ole2_files import ole2_file, summary_stream

THESIS = doc_thesis()


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=20), st.binary(max_size=9000)))
def test_streams_come_back_as_they_were_written(streams: dict[str, bytes]) -> None:
    container = Ole2(ole2_file(streams))
    assert container.names == frozenset(streams)
    for name, content in streams.items():
        assert container.stream(name, 1 << 20) == content
        assert container.stream(name, 100) == content[:100]


def test_a_container_of_many_sectors_is_read_through_all_its_tables() -> None:
    content = bytes(range(256)) * 8000
    assert Ole2(ole2_file({"large": content})).stream("large", 1 << 30) == content


def test_a_stream_that_is_not_there_is_empty() -> None:
    assert Ole2(ole2_file({"a": b"x"})).stream("b", 100) == b""


@given(st.integers(0, len(THESIS) - 1), st.integers(0, 255), st.integers(0, len(THESIS)))
def test_damage_gives_a_summary_or_an_empty_one(at: int, value: int, end: int) -> None:
    damaged = bytearray(THESIS)
    damaged[at] = value
    assert isinstance(summary(bytes(damaged[:end])), Summary)
    assert isinstance(summary(bytes(damaged)), Summary)


@given(st.binary(max_size=2000))
def test_any_bytes_after_the_magic_are_refused_or_read(content: bytes) -> None:
    data = THESIS[:76] + content
    try:
        names = Ole2(data).names
    except (ValueError, struct.error):
        return
    assert isinstance(names, frozenset)


@pytest.mark.parametrize(
    ("ticks", "day"), [(0, None), (1 << 63, None), (864 * 10**9, "1601-01-02")]
)
def test_dates_out_of_range_are_no_dates(ticks: int, day: str | None) -> None:
    data = ole2_file({"\x05SummaryInformation": summary_stream(b"t", b"a", ticks)})
    assert summary(data) == Summary("t", "a", day)


def test_an_unknown_code_page_falls_back_to_western() -> None:
    data = ole2_file({"\x05SummaryInformation": summary_stream(b"\xe9", b"", 0, 9999)})
    assert summary(data) == Summary("é", None, None)
