"""The sample corpus and the dashboard: `simdoc demo`, `simdoc app`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from simdoc.adding import AddOptions
from simdoc.cli import contract, output
from simdoc.cli.arguments import default_corpus
from simdoc.cli.commands import DONE, add_with_progress, corpus_folder, emit
from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.evaluation.sample_corpus import sample_documents


def demo(arguments: argparse.Namespace) -> int:
    """simdoc demo: index what is new of the sample corpus, then open the dashboard on it"""
    folder = demo_folder(arguments)
    with Corpus.open(folder) as corpus:
        documents = add_with_progress(corpus, [sample_documents()], AddOptions(), lambda line: None)
    emit(arguments, contract.added(documents), lambda: output.added_summary(documents))
    return DONE if arguments.no_app else serve(folder, arguments.port, arguments.no_browser)


def app(arguments: argparse.Namespace) -> int:
    """simdoc app: the dashboard on any corpus"""
    return serve(corpus_folder(arguments), arguments.port, arguments.no_browser)


def demo_folder(arguments: argparse.Namespace) -> Path:
    """A corpus of its own, so that the samples never mix with real documents."""
    return arguments.corpus or default_corpus().with_name("demo")


def app_file() -> Path:
    """The dashboard's entry: beside the package in a checkout, else where installing put it."""
    places = (
        Path(__file__).resolve().parents[2] / "app.py",
        Path(sysconfig.get_path("data")) / "share" / "simdoc" / "app.py",
    )
    for place in places:
        if place.is_file():
            return place
    raise SimdocError(f"the dashboard is missing ({places[-1]}); install simdoc again")


def serve(folder: Path, port: int, no_browser: bool) -> int:
    """Run the dashboard until it is stopped; its exit code. It listens on this machine only."""
    entry = app_file()
    options = {
        "server.address": "localhost",
        "server.port": port,
        "server.headless": str(no_browser).lower(),
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    print(f"dashboard: http://localhost:{port}  (Ctrl+C ends it)", file=sys.stderr)
    process = subprocess.Popen(
        [sys.executable, "-m", "simdoc.view.serving", "run", str(entry), *flags],
        cwd=entry.parent,
        env={**os.environ, "SIMDOC_CORPUS": str(folder.absolute())},
    )
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        return DONE
