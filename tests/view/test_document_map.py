"""Small maps as images, and the colours that words are read on."""

from __future__ import annotations

import re
import tomllib
from base64 import b64decode
from itertools import product
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simdoc.view.browser_component import COLOURS, FOLDER
from simdoc.view.document_map import SMALL_WIDTH, small_map

ROOT = Path(__file__).parents[2]
RANGES = st.lists(
    st.tuples(st.integers(0, 1000), st.integers(0, 300)).map(
        lambda one: (one[0], min(1000, sum(one)))
    ),
    max_size=8,
)


def covered(address: str) -> set[int]:
    """The columns of the image that are drawn."""
    kind, _, data = address.partition(",")
    assert kind == "data:image/svg+xml;base64"
    path = re.findall(r'd="([^"]*)"', b64decode(data).decode("ascii"))[1]
    return {
        column
        for start, size in re.findall(r"M(\d+) 0h(\d+)v", path)
        for column in range(int(start), int(start) + int(size))
    }


@given(RANGES)
def test_a_column_is_drawn_when_a_range_touches_it(ranges: list[tuple[int, int]]) -> None:
    expected: set[int] = set()
    for start, end in ranges:
        first = min(start * SMALL_WIDTH // 1000, SMALL_WIDTH - 1)
        expected.update(range(first, max(first + 1, -(-end * SMALL_WIDTH // 1000))))
    assert covered(small_map(1000, ranges)) == expected


def test_a_document_without_text_or_ranges_has_an_empty_map() -> None:
    assert covered(small_map(0, [])) == set()
    assert covered(small_map(100, np.zeros((0, 2), np.int64))) == set()


def luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def rgb(code: str) -> tuple[float, ...]:
    return tuple(int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))


def test_text_can_be_read_on_every_colour_in_light_and_dark() -> None:
    """Every share of a colour that the style sheet lays under text, with a contrast of AA."""
    palette = dict(re.findall(r"--(c\d|grey): (#\w{6});", (FOLDER / "colours.css").read_text()))
    assert len(palette) == COLOURS + 1
    style = (FOLDER / "text_pane.css").read_text()
    shares = {
        int(share) / 100
        for share in re.findall(r"background: color-mix\(in srgb, var\(--c\) (\d+)%", style)
    }
    assert len(shares) >= 3
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    themes = [
        (config[name]["backgroundColor"], config[name]["textColor"]) for name in ("light", "dark")
    ]
    for (page, text), colour, share in product(themes, palette.values(), shares):
        mixed = tuple(
            share * one + (1 - share) * other
            for one, other in zip(rgb(colour), rgb(page), strict=True)
        )
        light, dark = sorted((luminance(mixed), luminance(rgb(text))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (page, colour, share)
