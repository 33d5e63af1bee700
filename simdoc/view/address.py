"""What the review page shows, as its address says it: every view can be sent to a colleague."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import urlencode

import streamlit as st

from simdoc.view.language import PARAMETER as LANGUAGE_PARAMETER

View = Literal["list", "document"]
_NUMBERS = ("document", "other", "passage")
_NAMES = ("document", "upload", "other", "passage", "view")


@dataclass(frozen=True)
class Address:
    """The document or upload under review, the similar document opened, the passage come to."""

    document: int | None = None
    upload: str | None = None
    other: int | None = None
    passage: int | None = None
    view: View = "list"

    @property
    def is_empty(self) -> bool:
        """Whether nothing is under review yet."""
        return self.document is None and self.upload is None


def here() -> Address:
    """The address as it stands now; what makes no sense in it is left out."""
    numbers = {name: _number(st.query_params.get(name)) for name in _NUMBERS}
    view = st.query_params.get("view")
    return Address(
        upload=st.query_params.get("upload"),
        view="document" if view == "document" and view in get_args(View) else "list",
        **numbers,
    )


def go(address: Address) -> None:
    """Change the address, without touching what else stands in it (language, filters)."""
    for name, value in _parts(address).items():
        if value is not None:
            if st.query_params.get(name) != value:
                st.query_params[name] = value
        elif name in st.query_params:
            del st.query_params[name]


def link(address: Address, language: str = "") -> str:
    """The address as text, relative to the dashboard's own."""
    parts = {name: value for name, value in _parts(address).items() if value is not None}
    if language:
        parts[LANGUAGE_PARAMETER] = language
    return f"/?{urlencode(parts)}"


def _parts(address: Address) -> dict[str, str | None]:
    values = {name: getattr(address, name) for name in _NAMES}
    values["view"] = None if address.view == "list" else address.view
    return {name: None if value is None else str(value) for name, value in values.items()}


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else None
