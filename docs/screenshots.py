"""Makes the pictures of docs/screenshots from a running dashboard on the sample corpus.

    python docs/screenshots.py

Needs the development extras and Debian's chromium.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from simdoc import Corpus
from simdoc.evaluation.sample_corpus import sample_documents

FOLDER = Path(__file__).with_name("screenshots")
ROW_HEIGHT = 35
DRAWN = 1500
"""Milliseconds that a table drawn on a canvas needs to be complete."""


def choose_row(page: Page, table: int, row: int) -> None:
    """Click the box at the left of a row of a table."""
    frame = page.get_by_test_id("stDataFrame").nth(table)
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + ROW_HEIGHT * (row + 1) + 17)


def take(page: Page, address: str) -> None:
    """The corpus, the documents similar to one, and the passages of a pair."""
    page.goto(address)
    page.get_by_test_id("stDataFrame").first.wait_for()
    page.wait_for_timeout(DRAWN)
    page.screenshot(path=FOLDER / "corpus.png")
    choose_row(page, 0, 4)
    similar = page.get_by_role("heading", name="Similar documents")
    similar.wait_for()
    similar.evaluate("element => element.scrollIntoView()")
    page.wait_for_timeout(DRAWN)
    page.screenshot(path=FOLDER / "similar.png")
    choose_row(page, 1, 0)
    passage = page.get_by_text("Passage 1:")
    passage.wait_for()
    passage.evaluate("element => element.scrollIntoView()")
    page.wait_for_timeout(DRAWN)
    page.screenshot(path=FOLDER / "passages.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, socket.socket() as probe:
        corpus = Path(temporary) / "corpus"
        with Corpus.open(corpus) as opened:
            opened.add([sample_documents()])
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "simdoc", "app", "--no-browser", "--port", str(port)]
        server = subprocess.Popen([*command, "--corpus", str(corpus)], start_new_session=True)
        address = f"http://localhost:{port}"
        try:
            for _ in range(150):
                try:
                    urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.2)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"),
                    args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
                )
                take(browser.new_page(viewport={"width": 1280, "height": 800}), address)
                browser.close()
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
