"""A real dashboard on a real corpus, and a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from simdoc import Corpus
from simdoc.evaluation.sample_corpus import sample_documents

START_SECONDS = 60


@pytest.fixture(scope="session")
def sample_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "corpus"
    with Corpus.open(folder) as corpus:
        corpus.add([sample_documents()])
    return folder


@contextmanager
def serving(command: list[str], **environment: str) -> Iterator[str]:
    """The address of a Streamlit server that `command`, ended by a free port, starts."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", *command, str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **environment},
    )
    address = f"http://localhost:{port}"
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, "the dashboard ended by itself"
                assert time.monotonic() < deadline, "the dashboard did not start"
                time.sleep(0.2)
        yield address
    finally:
        os.killpg(process.pid, 15)
        process.wait()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Debian's chromium."""
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def dashboard(sample_corpus: Path) -> Iterator[str]:
    """The address of a running dashboard."""
    command = ["simdoc", "app", "--no-browser", "--corpus", str(sample_corpus), "--port"]
    with serving(command) as address:
        yield address


@pytest.fixture
def page(dashboard: str) -> Iterator[Page]:
    """A page of the browser, opened on the dashboard."""
    with browsing() as browser:
        opened = browser.new_page(viewport={"width": 1280, "height": 800})
        opened.goto(dashboard)
        yield opened
