"""What can be typed after `simdoc`, with help and an example for each command."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simdoc.text.file_type import FILE_TYPES


def default_corpus() -> Path:
    """SIMDOC_CORPUS, or a folder for the user's data."""
    if chosen := os.environ.get("SIMDOC_CORPUS"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "simdoc" / "corpus"


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help that keeps the line breaks of examples."""


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; the chosen one is in `command`."""
    top = argparse.ArgumentParser(
        prog="simdoc",
        description="Finds where documents share text.",
        epilog="example:\n  simdoc add theses/\n  simdoc similar thesis.pdf\n\n"
        "exit codes: 0 done · 1 done, but some documents failed or damage was found ·\n"
        "2 wrong usage · 3 could not be done (the message says why)",
        formatter_class=_Help,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for define in (
        _add,
        _similar,
        _compare,
        _list,
        _show,
        _delete,
        _undelete,
        _stats,
        _verify,
        _text,
        _merge,
        _settings,
        _evaluate,
        _app,
        _demo,
    ):
        define(lambda *a, **k: _command(commands, *a, **k))
    return top


Define = Callable[..., argparse.ArgumentParser]


def _command(commands: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=_Help,
    )
    command.add_argument(
        "--corpus",
        type=Path,
        metavar="DIR",
        default=None,
        help="folder of the corpus (default: SIMDOC_CORPUS, or a folder of your user data)",
    )
    command.add_argument("--json", action="store_true", help="answer as one JSON object")
    return command


def _type_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--type", choices=FILE_TYPES, help="the type of the files, where it was told wrongly"
    )


def _add(define: Define) -> None:
    command = define(
        "add", "bring files and folders into the corpus", "simdoc add theses/ essay.docx"
    )
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    _type_option(command)
    command.add_argument(
        "--replace",
        action="store_true",
        help="changed bytes at a known path become a new version in place of the old one",
    )
    for name in ("title", "author", "submitted", "kind", "course", "institution", "language"):
        command.add_argument(f"--{name}", help=f"{name} of all documents added now")
    command.add_argument("--supervisor", help="supervisor of all documents added now")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of a corpus that is made now ('simdoc settings' lists them)",
    )


def _similar(define: Define) -> None:
    command = define(
        "similar",
        "show the documents that a file or a document of the corpus resembles",
        "simdoc similar thesis.pdf --best 10",
    )
    command.add_argument("target", metavar="FILE-or-ID")
    command.add_argument("--best", type=int, help="show at most this many documents")


def _compare(define: Define) -> None:
    command = define(
        "compare",
        "show how much two files or documents share, and the passages",
        "simdoc compare thesis.pdf 17",
    )
    command.add_argument("query", metavar="A")
    command.add_argument("other", metavar="B")
    command.add_argument(
        "--method",
        choices=["all-reuse", "valid-intervals"],
        default="all-reuse",
        help="all reuse, rewritten included, or the papers' valid intervals",
    )
    command.add_argument(
        "--exact",
        action="store_true",
        help="count whole fingerprints of the texts instead of the bits that the index keeps",
    )


def _list(define: Define) -> None:
    command = define("list", "list the documents of the corpus", "simdoc list --status failed")
    command.add_argument(
        "--status", help="only documents of this status, such as failed or deleted"
    )
    command.add_argument("--search", help="words of title, author, course or supervisor")
    command.add_argument("--course")
    command.add_argument("--year", type=int, help="year of submission")


def _ids(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", nargs="+", type=int, metavar="ID")


def _show(define: Define) -> None:
    command = define("show", "show all that is known of a document", "simdoc show 17")
    command.add_argument("id", type=int, metavar="ID")


def _delete(define: Define) -> None:
    command = define(
        "delete",
        "delete documents; 'simdoc undelete' brings them back within the undo period",
        "simdoc delete 17 18",
    )
    _ids(command)
    command.add_argument("--purge", action="store_true", help="erase them at once and for good")


def _undelete(define: Define) -> None:
    _ids(define("undelete", "bring deleted documents back", "simdoc undelete 17"))


def _stats(define: Define) -> None:
    define("stats", "print the corpus in numbers", "simdoc stats")


def _verify(define: Define) -> None:
    define("verify", "read every byte of the corpus and prove it sound", "simdoc verify")


def _text(define: Define) -> None:
    command = define(
        "text",
        "write the text of a file or document, to which all starts and ends refer",
        "simdoc text thesis.pdf > thesis.txt",
    )
    command.add_argument("target", metavar="FILE-or-ID")
    _type_option(command)


def _merge(define: Define) -> None:
    command = define("merge", "merge segments of the index where it pays", "simdoc merge --all")
    command.add_argument("--all", action="store_true", help="merge everything into one segment")


def _settings(define: Define) -> None:
    command = define(
        "settings",
        "print the settings of the corpus, or change some",
        "simdoc settings passage.minimum_chunks=10",
    )
    command.add_argument("assignments", nargs="*", metavar="NAME=VALUE")
    command.add_argument("--explain", action="store_true", help="say what each one means, and why")


def _evaluate(define: Define) -> None:
    command = define(
        "evaluate",
        "measure what is found against a corpus whose truth is known",
        "simdoc evaluate sample\n  simdoc evaluate pan pan13-training --out detections",
    )
    command.add_argument("what", choices=["sample", "pan"])
    command.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="for pan: a corpus in PAN's layout, folders with a file 'pairs' beside susp/ and src/",
    )
    command.add_argument(
        "--out", type=Path, metavar="DIR", help="write the detections of each pair below DIR"
    )
    command.add_argument(
        "--retrieval",
        action="store_true",
        help="index all of src/ and see whether 'similar' finds the true sources of susp/",
    )
    command.add_argument(
        "--half", choices=["tuning", "held-out"], help="only pairs of one half of the queries"
    )
    command.add_argument(
        "--every", type=int, default=1, metavar="N", help="only every N-th pair or query"
    )


def _server_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=int, default=8501, help="port on localhost (default 8501)")
    command.add_argument(
        "--no-browser", action="store_true", help="do not open a browser, only print the address"
    )


def _app(define: Define) -> None:
    _server_options(
        define("app", "open the dashboard on the corpus", "simdoc app --corpus my-corpus")
    )


def _demo(define: Define) -> None:
    command = define("demo", "index the sample corpus and open the dashboard on it", "simdoc demo")
    _server_options(command)
    command.add_argument("--no-app", action="store_true", help="index only")
