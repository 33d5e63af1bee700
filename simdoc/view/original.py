"""The original file of a document: the page where a passage stands, and the file itself."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from simdoc.engine.engine import Limits
from simdoc.engine.local import LocalEngine
from simdoc.text.page_image import PageRequest, page_image
from simdoc.view.language import _
from simdoc.view.open_corpus import told
from simdoc.view.plain_text import plain

LIMITS = Limits(seconds=30.0, memory_megabytes=2048)


def show_original(engine: LocalEngine, title: str, file: Path, page: int | None, name: str) -> None:
    """A dialog with the page of the original as it was handed in, and the file to take home."""

    @st.dialog(plain(title) or _("Original"), width="large")
    def dialog() -> None:
        with told(_("The original cannot be shown.")):
            content = file.read_bytes()
            left, right = st.columns([3, 1], vertical_alignment="bottom")
            right.download_button(_("Download"), content, file_name=name, width="stretch")
            if page is None or not content.startswith(b"%PDF"):
                left.text(_("This kind of file has no pages that can be shown here."))
                return
            shown = left.number_input(_("Page"), 1, value=page, step=1)
            [outcome] = engine.run(page_image, [PageRequest(str(file), int(shown))], LIMITS)
            if outcome.error is not None or outcome.result is None:
                st.info(_("This page cannot be shown. Download the file to see it."))
            else:
                st.image(outcome.result, width="stretch")

    dialog()
