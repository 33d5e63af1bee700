"""A text source: its front matter and its text, as sample_corpus/README.md describes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SOURCES = HERE / "sources"
SUFFIXES = {
    "pdf": "pdf",
    "pdf-scanned": "pdf",
    "pdf-encrypted": "pdf",
    "pdf-broken": "pdf",
    "docx": "docx",
    "odt": "odt",
    "rtf": "rtf",
    "html": "html",
    "txt": "txt",
    "txt-cp1250": "txt",
    "empty": "docx",
}
LAYOUTS = ("single", "two-columns", "headers", "footnotes", "hyphenated")
METADATA = (
    "title",
    "author",
    "submitted",
    "kind",
    "course",
    "institution",
    "language",
    "supervisor",
)


class SourceError(Exception):
    """A source that cannot be built: which, and what is wrong with it."""


@dataclass(frozen=True)
class Source:
    """One document to be built. `text` still holds the marks of planted passages."""

    slug: str
    metadata: dict[str, str]
    format: str
    layout: str
    declaration: bool
    text: str

    @property
    def file(self) -> str:
        """The path of the built document below `documents`: its course, its name."""
        name = re.sub(r"^(en|cs|sk|bad)-([abs]-)?", "", self.slug)
        return f"{self.metadata['course']}/{name}.{SUFFIXES[self.format]}"

    @property
    def language(self) -> str:
        return self.metadata["language"]

    @property
    def readable(self) -> bool:
        """Whether simdoc can be expected to get a text out of the built file."""
        return self.format not in ("pdf-scanned", "pdf-encrypted", "pdf-broken", "empty")


def read_sources(folder: Path = SOURCES) -> list[Source]:
    """All sources in the order of their slugs; `same as` is replaced by the text it names."""
    parsed = {path.stem: _parsed(path) for path in sorted(folder.glob("*.md"))}
    sources = []
    for slug, (front, text) in parsed.items():
        if "same as" in front:
            text = re.sub(r"⟦/?(plant|from)\b[^⟧]*⟧", "", parsed[front["same as"]][1])
        sources.append(_source(slug, front, text))
    files = [source.file for source in sources]
    for file in files:
        if files.count(file) > 1:
            raise SourceError(f"two sources would be built into {file}")
    return sources


def read_declarations(folder: Path = SOURCES) -> dict[str, list[str]]:
    """The paragraphs of the declaration of authorship by language; the first is its heading."""
    return {
        path.stem.rpartition("-")[2]: [
            line for line in path.read_text("utf-8").splitlines() if line
        ]
        for path in sorted(folder.glob("declaration-*.txt"))
    }


def read_unrelated(folder: Path = SOURCES) -> list[tuple[str, str]]:
    """Pairs of slugs whose documents are on one subject and share nothing."""
    pairs = []
    for path in sorted(folder.glob("unrelated-*.txt")):
        for line in path.read_text("utf-8").splitlines():
            first, second = line.split()
            pairs.append((first, second))
    return pairs


def _parsed(path: Path) -> tuple[dict[str, str], str]:
    """The front matter's values by key, and the rest of the file."""
    match = re.fullmatch(r"---\n(.*?)\n---\n(.*)", path.read_text("utf-8"), re.DOTALL)
    if not match:
        raise SourceError(f"{path.name}: no front matter between two lines of ---")
    front = {}
    for line in match[1].splitlines():
        key, colon, value = line.partition(":")
        if not colon:
            raise SourceError(f"{path.name}: {line!r} is not 'key: value'")
        front[key.strip()] = value.strip()
    return front, match[2]


def _source(slug: str, front: dict[str, str], text: str) -> Source:
    def one_of(key: str, choices: tuple[str, ...], default: str) -> str:
        value = front.get(key, default)
        if value not in choices:
            raise SourceError(f"{slug}: {key} is {value!r}; choose one of {', '.join(choices)}")
        return value

    metadata = {key: front.get(key, "") for key in METADATA}
    for key in METADATA:
        if not metadata[key] and key != "supervisor":
            raise SourceError(f"{slug}: {key} is missing")
    return Source(
        slug=slug,
        metadata=metadata,
        format=one_of("format", tuple(SUFFIXES), ""),
        layout=one_of("layout", LAYOUTS, "single"),
        declaration=one_of("declaration", ("yes", "no"), "no") == "yes",
        text=text,
    )
