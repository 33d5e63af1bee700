"""Where the sample corpus lies, and what is planted in it.

In a checkout it is the folder sample_corpus beside the package; in an installed package its
documents and its truth are inside the package.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from simdoc.errors import SimdocError

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class PlantedPair:
    """A passage that two documents share by design, as characters of both texts.

    `query` and `other` are paths below the folder of documents; `kind` says how the words of the
    one became those of the other.
    """

    plant: str
    kind: str
    query: str
    query_start: int
    query_end: int
    other: str
    other_start: int
    other_end: int


@dataclass(frozen=True)
class Declaration:
    """Where one document has its declaration of authorship."""

    language: str
    file: str
    start: int
    end: int


@dataclass(frozen=True)
class Truth:
    """What a corpus with planted passages holds."""

    pairs: tuple[PlantedPair, ...]
    unrelated: tuple[tuple[str, str], ...]
    """Documents on one subject that share nothing but, perhaps, the declaration."""
    declarations: tuple[Declaration, ...]
    unreadable: tuple[str, ...]


def sample_folder() -> Path:
    """The folder that holds `documents` and `truth.json`."""
    for folder in (_PACKAGE / "sample_corpus", _PACKAGE.parent / "sample_corpus"):
        if (folder / "documents" / "metadata.csv").is_file():
            return folder
    raise SimdocError(f"the sample corpus is missing from {_PACKAGE}; install simdoc again")


def sample_documents() -> Path:
    """The folder of the sample documents, with their metadata.csv: what `simdoc demo` adds."""
    return sample_folder() / "documents"


def read_truth(path: Path | None = None) -> Truth:
    """The truth of the sample corpus, or of a file in its format."""
    path = path or sample_folder() / "truth.json"
    try:
        written = json.loads(path.read_text("utf-8"))
        return Truth(
            pairs=tuple(PlantedPair(**pair) for pair in written["pairs"]),
            unrelated=tuple((first, second) for first, second in written["unrelated"]),
            declarations=tuple(
                Declaration(language, **place)
                for language, places in written["boilerplate"].items()
                for place in places
            ),
            unreadable=tuple(written["unreadable"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SimdocError(f"{path}: not the truth of a sample corpus ({error})") from error
