"""Settings: read, checked, written, and refused by name."""

from __future__ import annotations

import dataclasses
import inspect
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc import settings as module
from simdoc.errors import SettingsError
from simdoc.settings import (
    FingerprintSettings,
    Settings,
    as_tables,
    as_toml,
    load_settings,
    settings_from,
    with_values,
)

TABLES = get_type_hints(Settings)


def value_of(full: str, kind: Any) -> st.SearchStrategy[object]:
    """Any value that a setting may have."""
    low, high = module._RANGES.get(full, (None, None))
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(int(low or 0), int(high or 1))
    if kind is float:
        return st.floats(low, high, allow_nan=False)
    assert kind is str
    return st.text(alphabet=st.characters(exclude_categories=["C"]), max_size=20)


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    return settings_from(
        {
            table: {
                name: draw(value_of(f"{table}.{name}", kind))
                for name, kind in get_type_hints(cls).items()
            }
            for table, cls in TABLES.items()
        }
    )


def test_the_defaults_are_the_papers() -> None:
    made = FingerprintSettings()
    assert (made.chunk_words, made.sorted_words, made.overlapping) == (5, True, True)
    assert (made.sentences, made.words, made.sample) == ("ignored", "as_written", 1)
    assert (Settings().passage.minimum_chunks, Settings().passage.maximum_gap) == (20, 50)
    assert (Settings().similarity.best, Settings().similarity.minimum) == (100, 0.01)
    assert (Settings().boilerplate.minimum_documents, Settings().boilerplate.share) == (10, 0.01)


@given(any_settings())
def test_what_is_written_is_read_back(chosen: Settings) -> None:
    assert settings_from(tomllib.loads(as_toml(chosen))) == chosen
    assert settings_from(as_tables(chosen)) == chosen


def test_every_setting_says_what_it_means_and_every_number_has_a_range() -> None:
    source = inspect.getsource(module)
    for table, cls in TABLES.items():
        assert cls.__doc__
        for name, kind in get_type_hints(cls).items():
            declared = source.partition(f"class {cls.__name__}:")[2].partition(f"    {name}: ")[2]
            assert declared.partition("\n")[2].lstrip().startswith('"""'), f"{table}.{name}"
            if kind in (int, float):
                assert f"{table}.{name}" in module._RANGES


def test_no_range_is_of_a_setting_that_is_not_there() -> None:
    for full in module._RANGES:
        table, _, name = full.partition(".")
        assert name in get_type_hints(TABLES[table])


@pytest.mark.parametrize("full", sorted(module._RANGES))
def test_a_number_outside_its_range_is_refused_by_name(full: str) -> None:
    table, _, name = full.partition(".")
    kind = get_type_hints(TABLES[table])[name]
    low, high = module._RANGES[full]
    for edge in (low, high):
        made = settings_from({table: {name: kind(edge)}})
        assert getattr(getattr(made, table), name) == edge
    for outside in (low - 1, high + 1):
        with pytest.raises(SettingsError, match=f"{full} is .*; it may be from"):
            settings_from({table: {name: kind(outside)}})


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"fingerprint": {"chunk_words": "5"}}, r"fingerprint\.chunk_words is '5'; it takes int"),
        ({"fingerprint": {"chunk_words": 5.0}}, "takes int"),
        ({"fingerprint": {"chunk_words": True}}, "takes int"),
        ({"fingerprint": {"sorted_words": 1}}, "takes bool"),
        ({"fingerprint": {"hash": "sha1"}}, r"fingerprint\.hash is 'sha1'; choose one of sum64"),
        ({"fingerprint": {"hash": ["md5"]}}, "choose one of"),
        ({"fingerprint": {"chunks": 5}}, r"no setting fingerprint\.chunks; there are chunk_words"),
        ({"finger": {}}, "no table of settings 'finger'; there are fingerprint"),
        ({"fingerprint": 5}, "no table of settings"),
        ({"boilerplate": {"share": float("nan")}}, "it may be from"),
        ({"boilerplate": {"share": False}}, "takes float"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(tables: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        settings_from(tables)


def test_a_whole_number_serves_where_a_fraction_may_stand() -> None:
    assert settings_from({"boilerplate": {"share": 1}}).boilerplate.share == 1.0


def test_a_file_that_is_not_there_gives_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()


def test_a_file_is_read_as_people_save_it(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n[passage]\r\nminimum_chunks = 10\r\n")
    assert load_settings(path).passage.minimum_chunks == 10
    assert load_settings(path).passage.maximum_gap == 50


@pytest.mark.parametrize(
    "content", [b"[passage\n", b"passage = 3", b"\xff\xfe[passage]", b"[passage]\nx = 1"]
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError):
        load_settings(path)


def test_values_are_put_in_as_the_command_line_gives_them() -> None:
    made = with_values(
        Settings(),
        {
            "fingerprint.chunk_words": "7",
            "fingerprint.sorted_words": "false",
            "fingerprint.hash": "md5",
            "fingerprint.word_list": "my words.txt",
            "boilerplate.share": "0.5",
            "extraction.seconds": "30",
        },
    )
    assert made.fingerprint == dataclasses.replace(
        FingerprintSettings(),
        chunk_words=7,
        sorted_words=False,
        hash="md5",
        word_list="my words.txt",
    )
    assert made.boilerplate.share == 0.5
    assert made.extraction.seconds == 30.0
    assert made.passage == Settings().passage


@pytest.mark.parametrize(
    ("full", "text"),
    [
        ("fingerprint.chunk_words", "five"),
        ("fingerprint.chunk_words", ""),
        ("fingerprint.chunk_words", "21"),
        ("fingerprint.chunk_words", "2024-01-01"),
        ("fingerprint.sorted_words", "yes"),
        ("fingerprint.hash", "sha1"),
        ("chunk_words", "5"),
        ("fingerprint.none", "5"),
        ("none.chunk_words", "5"),
        ("", ""),
    ],
)
def test_a_value_that_does_not_fit_is_refused(full: str, text: str) -> None:
    with pytest.raises(SettingsError):
        with_values(Settings(), {full: text})
