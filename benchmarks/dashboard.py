"""How long a reviewer waits: the review of a 60,000-word document in a real browser.

    python -m benchmarks.dashboard [--documents 8000] [--corpus DIR]

From navigation, in a new browser context and on a warm server, until the global per cent and the
first row of the list are visible; beside it, in turns, the time until an empty Streamlit page shows
its text. Median of ten. The corpus has traces, as a new one has by default.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.corpora import make_corpus, texts_of
from benchmarks.measuring import table, verdict
from simdoc.corpus import Corpus
from simdoc.evaluation.generator import CorpusPlan

COMMAND = "python -m benchmarks.dashboard"
DOCUMENTS = 8_000
THESIS = 24
"""Documents of 2,500 words put together to one of 60,000."""
TIMES = 10
EMPTY = 'import streamlit as st\nst.text("the empty page")\n'
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def make(folder: Path, documents: int) -> int:
    """The corpus with one long thesis in it, made of parts of others; the thesis's doc_id."""
    make_corpus(folder, CorpusPlan(documents=documents))
    thesis = folder.parent / "thesis.txt"
    parts = next(texts_of(CorpusPlan(documents=documents)))[:THESIS]
    thesis.write_text("\n\n".join(parts), "utf-8")
    with Corpus.open(folder, create=False) as corpus:
        [added] = corpus.add([thesis])
        corpus.merge(all=True)
    assert added.doc_id is not None, added
    return added.doc_id


@contextlib.contextmanager
def served(command: list[str], environment: dict[str, str]) -> Iterator[str]:
    """The address of a dashboard that runs as long as the block."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [*command, f"--server.port={port}", "--server.headless=true", "--server.address=localhost"],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://localhost:{port}"
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
                break
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait()


def seconds_until(browser: Browser, address: str, *visible: str) -> float:
    """From navigation in a new context until all of these are there to be seen."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    for selector in visible:
        page.wait_for_selector(selector, state="attached", timeout=120_000)
    taken = time.perf_counter() - begin
    context.close()
    return taken


def measured(corpus: Path, doc_id: int, folder: Path) -> tuple[float, float]:
    """Median seconds of the review and of the empty page, taken in turns."""
    empty_app = folder / "empty.py"
    empty_app.write_text(EMPTY, "utf-8")
    app = Path(__file__).resolve().parent.parent / "app.py"
    streamlit = [sys.executable, "-m", "simdoc.view.serving", "run"]
    with (
        served([*streamlit, str(app)], {"SIMDOC_CORPUS": str(corpus)}) as address,
        served([*streamlit, str(empty_app)], {}) as empty,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        review = f"{address}/?document={doc_id}"
        # The per cent of the first metric, and a cell of the list as screen readers are told it.
        wanted = (
            '[data-testid="stMetricValue"]:has-text("%")',
            '[data-testid="stDataFrame"] [role="gridcell"]',
        )
        shows = '[data-testid="stText"]:has-text("the empty page")'
        seconds_until(browser, review, *wanted)
        seconds_until(browser, empty, shows)
        reviews, empties = [], []
        for _ in range(TIMES):
            reviews.append(seconds_until(browser, review, *wanted))
            empties.append(seconds_until(browser, empty, shows))
        browser.close()
    return statistics.median(reviews), statistics.median(empties)


def section(documents: int = DOCUMENTS, corpus: Path | None = None) -> str:
    """The section of the results."""
    with tempfile.TemporaryDirectory(prefix="simdoc-dashboard-") as temporary:
        folder = Path(temporary)
        place = corpus or folder / "corpus"
        if (place / "thesis-id").exists():
            doc_id = int((place / "thesis-id").read_text())
        else:
            doc_id = make(place, documents)
            (place / "thesis-id").write_text(str(doc_id))
        review, empty = measured(place, doc_id, folder)
    limit = 2 * empty + 1
    rows = [
        (
            "a review's per cent and first row",
            f"{review:.2f} s",
            f"≤ 2 × {empty:.2f} s + 1 s = {limit:.2f} s",
            verdict(review, limit, False),
        )
    ]
    return (
        "## Waiting for a review\n\n"
        f"`{COMMAND}`: from navigation to the review of a document of {THESIS * 2_500:,} words "
        f"among {documents:,}, new browser context, warm server, beside an empty Streamlit page "
        f"({empty:.2f} s) in the same run; medians of {TIMES}.\n\n"
        f"{table(('what', 'measured', 'target', ''), rows)}\n"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--corpus", type=Path, help="keep the corpus here for the next time")
    given = parser.parse_args()
    print(section(given.documents, given.corpus))
