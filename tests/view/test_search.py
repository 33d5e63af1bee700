"""Search forgives what people get wrong."""

from __future__ import annotations

import pandas as pd
import pytest

from simdoc.view.search import matching

DOCUMENTS = pd.DataFrame(
    {
        "Title": [
            "Dějiny cukrovaru v Ouřeticích",
            "Linear probing, measured",
            "Bees on flat roofs",
        ],
        "Author": ["Jan Novák", "Eva Šťastná", "Petr Horák"],
        "Submitted": ["2019-05-02", "2020-01-31", "2021-06-11"],
        "Course": ["DEJ301", "INF204", "BIO150"],
    }
)


@pytest.mark.parametrize(
    ("typed", "author"),
    [
        ("Novak Jan", "Jan Novák"),
        ("jan novak", "Jan Novák"),
        ("šťasná", "Eva Šťastná"),
        ("cukrovar", "Jan Novák"),
        ("cukrovra", "Jan Novák"),
        ("linear probbing", "Eva Šťastná"),
        ("inf204", "Eva Šťastná"),
        ("bees 2021", "Petr Horák"),
    ],
)
def test_what_is_meant_comes_first(typed: str, author: str) -> None:
    assert matching(DOCUMENTS, typed)["Author"].iloc[0] == author


def test_nothing_typed_shows_all_and_nonsense_shows_nothing() -> None:
    assert len(matching(DOCUMENTS, "  ")) == 3
    assert matching(DOCUMENTS, "xylophone quartz").empty
