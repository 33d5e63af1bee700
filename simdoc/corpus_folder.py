"""The folder of a corpus: making a new one, and how much room one takes."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
from pathlib import Path

from simdoc.chunks import Fingerprinter
from simdoc.settings import Settings, as_toml
from simdoc.stores import SETTINGS_FILE, WORD_LIST_FILE


def bytes_below(folder: Path) -> int:
    """The size of all files in a folder; a commit may remove some meanwhile."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += os.stat(os.path.join(parent, name)).st_size
    return total


def with_word_list(settings: Settings, folder: Path) -> Settings:
    """The settings with the word list's whole path: in the corpus, or else where we are."""
    name = settings.fingerprint.word_list
    if not name or (folder / name).exists():
        return settings
    found = dataclasses.replace(settings.fingerprint, word_list=str(Path(name).absolute()))
    return dataclasses.replace(settings, fingerprint=found)


def prepare_folder(folder: Path, settings: Settings) -> None:
    """Settings and word list of a new corpus, in the folder itself: it can be moved whole."""
    settings = with_word_list(settings, folder)
    filled = Fingerprinter(settings.fingerprint, folder).settings  # refuses a bad word list
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / filled.word_list
    if filled.word_list and source != folder / WORD_LIST_FILE:
        shutil.copyfile(source, folder / WORD_LIST_FILE)
        filled = dataclasses.replace(filled, word_list=WORD_LIST_FILE)
    settings = dataclasses.replace(settings, fingerprint=filled)
    temporary = folder / f".{SETTINGS_FILE}"
    temporary.write_text(as_toml(settings), "utf-8")
    os.replace(temporary, folder / SETTINGS_FILE)
