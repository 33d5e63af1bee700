"""What each command does: ask the corpus, print the answer, give the exit code."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from simdoc.adding import AddOptions
from simdoc.answers import AddedDocument
from simdoc.cli import contract, output
from simdoc.cli.arguments import default_corpus
from simdoc.cli.explained import explained
from simdoc.comparing import Target, compare_files, read_file
from simdoc.corpus import Corpus
from simdoc.engine.local import LocalEngine
from simdoc.errors import SettingsError, SimdocError
from simdoc.metadata import Metadata
from simdoc.registry.documents import EVERYTHING_PRESENT, DocumentFilter
from simdoc.settings import Settings, as_tables, as_toml, load_settings, with_values
from simdoc.stores import INDEX_FOLDER, SETTINGS_FILE, verify_corpus

DONE, PARTLY = 0, 1


def emit(
    arguments: argparse.Namespace, as_json: contract.Object, as_text: Callable[[], str]
) -> None:
    """Print the answer in the way that was asked for."""
    if arguments.json:
        json.dump(as_json, sys.stdout, ensure_ascii=False)
        print()
    else:
        print(as_text())


def corpus_folder(arguments: argparse.Namespace) -> Path:
    """The corpus of the command line, the environment or the user's data."""
    return arguments.corpus or default_corpus()


def existing(arguments: argparse.Namespace) -> Corpus:
    """The corpus, which must be there."""
    return Corpus.open(corpus_folder(arguments), create=False)


def target(word: str) -> Target:
    """An existing path is a file, otherwise it is an id."""
    if os.path.lexists(word):
        return word
    if word.isdecimal():
        return int(word)
    raise SimdocError(f"{word}: neither an existing file nor the id of a document")


def _assignments(words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    for name, equals, _ in pairs:
        if not equals:
            raise SettingsError(f"{name!r} is not NAME=VALUE, such as passage.minimum_chunks=10")
    return {name: value for name, _, value in pairs}


def add_with_progress(
    corpus: Corpus, paths: list[Path], options: AddOptions, report: Callable[[str], None]
) -> list[AddedDocument]:
    """Add with a progress bar on standard error; `report` gets a line for each document."""
    with tqdm(total=0, unit="file", desc="adding", file=sys.stderr, disable=None) as bar:

        def starting(files: int) -> None:
            bar.reset(total=files)

        def progress(document: AddedDocument) -> None:
            bar.update()
            with tqdm.external_write_mode(file=sys.stderr):
                report(output.added_line(document))

        return corpus.add(paths, options, progress, starting)


def add(arguments: argparse.Namespace) -> int:
    """simdoc add"""
    folder = corpus_folder(arguments)
    settings: Settings | None = None
    if chosen := _assignments(arguments.set):
        if (folder / INDEX_FOLDER).exists():
            raise SettingsError(f"{folder} exists already; 'simdoc settings' changes what can be")
        settings = with_values(load_settings(folder / SETTINGS_FILE), chosen)
    told = {name: getattr(arguments, name) for name in Metadata.__dataclass_fields__}
    options = AddOptions(
        file_type=arguments.type,
        replace=arguments.replace,
        owner=_user(),
        metadata=Metadata(**told) if any(told.values()) else None,
    )
    with Corpus.open(folder, settings) as corpus:
        quiet = arguments.json
        documents = add_with_progress(
            corpus, arguments.paths, options, lambda line: None if quiet else print(line)
        )
    emit(arguments, contract.added(documents), lambda: output.added_summary(documents))
    return PARTLY if any(document.status == "failed" for document in documents) else DONE


def similar(arguments: argparse.Namespace) -> int:
    """simdoc similar"""
    with existing(arguments) as corpus:
        found = corpus.similar_to(target(arguments.target), best=arguments.best)
    emit(arguments, contract.similar(found), lambda: output.similar(found))
    return DONE


def compare(arguments: argparse.Namespace) -> int:
    """simdoc compare; two files need no corpus"""
    query, other = target(arguments.query), target(arguments.other)
    folder = corpus_folder(arguments)
    if (
        not isinstance(query, int)
        and not isinstance(other, int)
        and not (folder / INDEX_FOLDER).exists()
    ):
        found = compare_files(
            query, other, load_settings(folder / SETTINGS_FILE), arguments.exact, arguments.method
        )
        text = "" if arguments.json else _text_of(query, folder, None)
    else:
        with existing(arguments) as corpus:
            found = corpus.compare(query, other, arguments.exact, arguments.method)
            text = "" if arguments.json else corpus.text(query).text
    emit(arguments, contract.compared(found), lambda: output.compared(found, text))
    return DONE


def list_documents(arguments: argparse.Namespace) -> int:
    """simdoc list"""
    statuses = (arguments.status,) if arguments.status else EVERYTHING_PRESENT.statuses
    wanted = DocumentFilter(
        statuses, search=arguments.search, course=arguments.course, year=arguments.year
    )
    with existing(arguments) as corpus:
        rows = corpus.documents(wanted)
    emit(arguments, contract.listed(rows), lambda: output.listed(rows))
    return DONE


def show(arguments: argparse.Namespace) -> int:
    """simdoc show"""
    with existing(arguments) as corpus:
        row = corpus.document(arguments.id)
        places = corpus.registry.places(arguments.id)
        table = corpus.registry.similar(arguments.id)
    emit(arguments, contract.shown(row, places, table), lambda: output.shown(row, places))
    return DONE


def delete(arguments: argparse.Namespace) -> int:
    """simdoc delete"""
    with existing(arguments) as corpus:
        corpus.delete(arguments.ids, by=_user(), purge=arguments.purge)
        days = corpus.settings.registry.undo_days
    ids = " ".join(map(str, arguments.ids))
    undo = "erased" if arguments.purge else f"'simdoc undelete {ids}' undoes it for {days} days"
    answer = contract.answer(deleted=arguments.ids, purged=arguments.purge)
    emit(arguments, answer, lambda: f"deleted {len(arguments.ids)}; {undo}")
    return DONE


def undelete(arguments: argparse.Namespace) -> int:
    """simdoc undelete"""
    with existing(arguments) as corpus:
        back = corpus.undelete(arguments.ids, by=_user())
    emit(arguments, contract.answer(undeleted=back), lambda: f"brought back {len(back)}")
    return DONE


def stats(arguments: argparse.Namespace) -> int:
    """simdoc stats"""
    with existing(arguments) as corpus:
        numbers = corpus.stats()
    emit(arguments, contract.stats(numbers), lambda: output.stats(numbers))
    return DONE


def verify(arguments: argparse.Namespace) -> int:
    """simdoc verify; works on a corpus too damaged to open"""
    folder = corpus_folder(arguments)
    if not (folder / INDEX_FOLDER).exists():
        raise SimdocError(f"{folder} holds no corpus")
    with tqdm(unit="B", unit_scale=True, desc="verifying", file=sys.stderr, disable=None) as bar:

        def progress(read: int, total: int) -> None:
            bar.total = total
            bar.update(read - bar.n)

        damage, wrong = verify_corpus(folder, progress)
    emit(arguments, contract.verified(damage, wrong), lambda: output.verified(damage, wrong))
    return PARTLY if damage or wrong else DONE


def text(arguments: argparse.Namespace) -> int:
    """simdoc text: the exact text as UTF-8, nothing added"""
    wanted = target(arguments.target)
    if isinstance(wanted, int):
        with existing(arguments) as corpus:
            paged = corpus.text(wanted)
    else:
        settings = load_settings(corpus_folder(arguments) / SETTINGS_FILE)
        with LocalEngine(1) as engine:
            paged = read_file(Path(str(wanted)), settings, engine, arguments.type).paged
    if arguments.json:
        emit(arguments, contract.text(paged), str)
    else:
        sys.stdout.buffer.write(paged.text.encode("utf-8"))
        sys.stdout.flush()
    return DONE


def _text_of(path: Target, folder: Path, file_type: str | None) -> str:
    with LocalEngine(1) as engine:
        settings = load_settings(folder / SETTINGS_FILE)
        return read_file(Path(str(path)), settings, engine, file_type).paged.text


def merge(arguments: argparse.Namespace) -> int:
    """simdoc merge"""
    with existing(arguments) as corpus:
        merges = corpus.merge(all=arguments.all)
    emit(arguments, contract.answer(merges=merges), lambda: f"{merges} merges")
    return DONE


def settings(arguments: argparse.Namespace) -> int:
    """simdoc settings"""
    if arguments.explain:
        print(explained())
        return DONE
    folder = corpus_folder(arguments)
    chosen = load_settings(folder / SETTINGS_FILE)
    if arguments.assignments:
        chosen = with_values(chosen, _assignments(arguments.assignments))
        if (folder / INDEX_FOLDER).exists():
            Corpus.open(folder, chosen, create=False).close()  # refuses what the index cannot take
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f".{SETTINGS_FILE}"
        temporary.write_text(as_toml(chosen), "utf-8")
        os.replace(temporary, folder / SETTINGS_FILE)
    tables: dict[str, Any] = as_tables(chosen)
    emit(arguments, contract.answer(settings=tables), lambda: as_toml(chosen).rstrip())
    return DONE


def _user() -> str | None:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return None
