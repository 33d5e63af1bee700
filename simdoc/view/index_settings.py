"""The settings in force, each with what it means."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from simdoc.cli.explained import meanings
from simdoc.corpus import Corpus
from simdoc.settings import Settings, as_tables
from simdoc.stores import SETTINGS_FILE
from simdoc.view.language import _


def settings_table(settings: Settings) -> pd.DataFrame:
    """Name, value, default where the value is another, and meaning of every setting."""
    told, values, defaults = meanings(), as_tables(settings), as_tables(Settings())
    rows = [
        (f"{table}.{name}", value, defaults[table][name])
        for table, group in values.items()
        for name, value in group.items()
    ]
    return pd.DataFrame(
        {
            "name": [name for name, _value, _default in rows],
            "value": [_written(value) for _name, value, _default in rows],
            "default": ["" if v == d else _written(d) for _name, v, d in rows],
            "meaning": [told.get(name, "") for name, _value, _default in rows],
        }
    )


def _written(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "":
        return _("none")
    return value if isinstance(value, str) else json.dumps(value)


def show_settings(corpus: Corpus) -> None:
    """The table, and how to change one."""
    st.caption(
        _(
            "The corpus keeps them in its file settings.toml. They are changed from a terminal: "
            "`simdoc settings NAME=VALUE --corpus DIR`, then start the dashboard again. Those of "
            "“fingerprint” shape the index and cannot change once it exists."
        )
    )
    st.text(str(corpus.folder / SETTINGS_FILE))
    column = st.column_config
    st.dataframe(
        settings_table(corpus.settings),
        hide_index=True,
        width="stretch",
        height=560,
        column_config={
            "name": column.TextColumn(_("Setting"), width="medium"),
            "value": column.TextColumn(_("Value"), width="small"),
            "default": column.TextColumn(
                _("Usual value"), width="small", help=_("Given where this corpus has another.")
            ),
            "meaning": column.TextColumn(_("Meaning"), width="large"),
        },
    )
