"""Makes the pictures of docs/screenshots, every page in light and dark, from a running dashboard on
the sample corpus.

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
REVIEWED = "Protokol č. 4: Aktivita katalázy"
DRAWN = 2500
"""Milliseconds that a table drawn on a canvas needs to be complete."""


def views(corpus: Corpus) -> dict[str, str]:
    """Name of the picture → address below the dashboard's own. The document reviewed is the first
    protocol of the story in sample-corpus.md."""
    best = next(row.doc_id for row in corpus.documents() if (row.title or "").startswith(REVIEWED))
    other = corpus.similar_to(best).similar[0].doc_id
    return {
        "start": "?lang=en",
        "review": f"?document={best}&lang=en",
        "pair": f"?document={best}&other={other}&passage=1&lang=en",
        "document": f"?document={best}&view=document&lang=en",
        "compare": f"compare?a={best}&b={other}&lang=en",
        "corpus": "corpus?lang=en",
        "index": "index?lang=en",
        "czech": f"?document={best}&lang=cs",
    }


def take(page: Page, address: str, name: str) -> None:
    """One picture, when everything on it has been drawn."""
    page.goto(address)
    page.get_by_test_id("stMainBlockContainer").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(DRAWN)
    page.screenshot(path=FOLDER / f"{name}.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, socket.socket() as probe:
        corpus = Path(temporary) / "corpus"
        with Corpus.open(corpus) as opened:
            opened.add([sample_documents()])
            wanted = views(opened)
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
                for scheme in ("light", "dark"):
                    page = browser.new_page(
                        viewport={"width": 1280, "height": 800}, color_scheme=scheme
                    )
                    for name, view in wanted.items():
                        take(page, f"{address}/{view}", f"{name}-{scheme}")
                browser.close()
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
