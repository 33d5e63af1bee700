"""Streamlit, told before it starts that the pages are those of `app.py`.

Streamlit takes a folder `pages/` beside the app for its page list until the app has run once, so
that the first visitor of a fresh server who follows a link to a page would come to it without the
navigation, the layout and the language. `simdoc app` therefore starts Streamlit by this module.
"""

from __future__ import annotations

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.cli import main

if __name__ == "__main__":
    PagesManager.uses_pages_directory = False
    main(prog_name="streamlit")
