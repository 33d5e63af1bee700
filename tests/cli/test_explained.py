"""The page of settings says what the code says."""

from __future__ import annotations

from pathlib import Path

from simdoc.cli.explained import explained
from simdoc.settings import Settings, as_tables

PAGE = Path(__file__).resolve().parents[2] / "docs" / "settings.md"


def test_the_page_in_docs_is_what_the_command_prints() -> None:
    assert PAGE.read_text("utf-8") == explained() + "\n", (
        "simdoc settings --explain > docs/settings.md"
    )


def test_every_setting_has_a_reason() -> None:
    page = explained()
    for table, values in as_tables(Settings()).items():
        for name in values:
            [line] = [row for row in page.splitlines() if row.startswith(f"| `{table}.{name}` |")]
            assert len(line.split("|")[3].strip()) > 10
