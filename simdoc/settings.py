"""Every number of simdoc with its unit, default and reason.

A corpus keeps its settings in `settings.toml` beside its data, one table a class below.
`FingerprintSettings` shape the index: they are stored in its manifest and compared on opening,
because fingerprints made in two ways never meet; `trace.sample` likewise shapes the traces. All
others may change at any time.
"""

from __future__ import annotations

import dataclasses
import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from simdoc.errors import SettingsError

PIPELINE_VERSION = 1
"""Raised when the same text would give other words or fingerprints than before."""


@dataclass(frozen=True)
class FingerprintSettings:
    """How a text becomes fingerprints. The defaults are the papers'."""

    chunk_words: int = 5
    """Words in a chunk (1 to 20); five, as in the papers."""
    sorted_words: bool = True
    """Ignore the order of words inside a chunk, so that a transposition changes nothing."""
    overlapping: bool = True
    """A chunk begins at every word; otherwise at every chunk_words-th."""
    sentences: Literal["ignored", "not_crossed", "whole"] = "ignored"
    """Chunks run across sentence ends, stop at them, or a whole sentence is one chunk."""
    words: Literal["as_written", "stemmed", "lemmatised"] = "as_written"
    """What is hashed of each word; the last two need the document's language."""
    words_by: str = ""
    """The package and version that stems or lemmatises, filled in when a corpus is made."""
    fold_diacritics: bool = True
    """é counts as e: PDFs and lazy typists lose the marks."""
    stop_words: bool = False
    """Leave out the commonest words of Czech, Slovak and English."""
    word_list: str = ""
    """A text file of words, one a line; when given, only these are counted."""
    word_list_hash: str = ""
    """SHA-256 of the folded word list, filled in when a corpus is made."""
    sample: int = 1
    """Keep one fingerprint in this many, chosen by its value (1 keeps all)."""
    hash: Literal["sum64", "md5"] = "sum64"
    """The sum of word hashes, mixed; or MD5 of the joined words, to repeat the papers."""
    bits: int = 48
    """Bits of a fingerprint (16 to 48); fewer make false matches, as the papers measured."""


@dataclass(frozen=True)
class BoilerplateSettings:
    """When a fingerprint stands in too many documents to mean anything."""

    minimum_documents: int = 10
    """Never boilerplate in this many documents or fewer."""
    share: float = 0.01
    """Nor in this share of the live documents or less."""


@dataclass(frozen=True)
class PassageSettings:
    """Valid intervals, with the numbers of the 2009 proposal."""

    minimum_chunks: int = 20
    """Common chunks that a valid interval needs."""
    maximum_gap: int = 50
    """Positions that neighbouring common chunks may lie apart."""


@dataclass(frozen=True)
class SimilaritySettings:
    """Which documents the similarity table keeps."""

    best: int = 100
    """Rows a document keeps."""
    minimum: float = 0.01
    """Least similarity in either direction by chunks outside boilerplate, unless there is a valid
    interval."""
    mutual_minimum: float = 0.5
    """Similarity in both directions at once, boilerplate included, that lists a document even where
    boilerplate is all it shares: eleven copies of one file make each other boilerplate. A template
    is less than half of what is written on it."""


@dataclass(frozen=True)
class TraceFingerprintSettings:
    """How a text becomes traces: stored in the traces' own manifest and compared on opening."""

    sample: int = 1
    bits: int = 48
    version: int = 1
    """Raised when the same text would give other traces: other stems, other words left out."""


@dataclass(frozen=True)
class TraceSettings:
    """Finding documents whose reuse is rewritten, by traces kept beside the chunks."""

    enabled: bool = True
    """Keep traces and ask them: about twice the postings and three times the time of a query."""
    sample: int = 1
    """Keep one trace in this many. On the PAN 2013 training corpus 2 halves the room and has the
    true source of a randomly obfuscated passage among the first 100 in 993 of 1,000 cases instead
    of 998; fewer reach the list."""
    maximum_documents: int = 50
    """A trace in more documents is a way of speaking and says nothing of copying."""
    minimum_score: float = 5.0
    """Evidence that a document needs in one place to be listed as rewritten. A trace that stands
    in this document only counts 1, one in three documents a half."""
    window: int = 60
    """Half the size of such a place, in counted words of either text."""

    def shape(self) -> TraceFingerprintSettings:
        """What decides whether two traces can meet."""
        return TraceFingerprintSettings(sample=self.sample)


@dataclass(frozen=True)
class ExtractionSettings:
    """Limits and choices of reading files, each in a child process under these limits."""

    seconds: float = 120.0
    """Time one file may take; OCR gets ten times as much."""
    memory_megabytes: int = 2048
    """Address space the child may use above what it needs to start."""
    maximum_file_megabytes: int = 256
    """Larger files are refused unread."""
    maximum_characters: int = 20_000_000
    """Longer texts are refused: the longest theses have about two million."""
    maximum_members: int = 10_000
    """Files in one ZIP that are read."""
    ocr: bool = True
    """Put scans through ocrmypdf or tesseract where installed."""
    html_navigation: bool = False
    """Keep menus, headers and footers of HTML pages."""
    keep_originals: bool = True
    """Keep a copy of the original bytes by hash; otherwise only the path is remembered."""


@dataclass(frozen=True)
class IndexSettings:
    """Budgets of building and merging."""

    memory_megabytes: int = 512
    """Memory that building and merging may use, above the interpreter's own."""
    maximum_segments: int = 12
    """Live segments before a merge is due; each costs a query about 80 µs."""


@dataclass(frozen=True)
class RegistrySettings:
    """How long things are kept."""

    undo_days: int = 30
    """Days a deleted document's text is kept so that the deletion can be undone."""


@dataclass(frozen=True)
class UploadSettings:
    """Files that reviewers ask about without adding them."""

    days: int = 7
    """An upload and its address last so long."""


@dataclass(frozen=True)
class Settings:
    """All settings of a corpus."""

    fingerprint: FingerprintSettings = field(default_factory=FingerprintSettings)
    boilerplate: BoilerplateSettings = field(default_factory=BoilerplateSettings)
    passage: PassageSettings = field(default_factory=PassageSettings)
    similarity: SimilaritySettings = field(default_factory=SimilaritySettings)
    trace: TraceSettings = field(default_factory=TraceSettings)
    extraction: ExtractionSettings = field(default_factory=ExtractionSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    registry: RegistrySettings = field(default_factory=RegistrySettings)
    upload: UploadSettings = field(default_factory=UploadSettings)


_RANGES: dict[str, tuple[float, float]] = {
    "fingerprint.chunk_words": (1, 20),
    "fingerprint.sample": (1, 1 << 16),
    "fingerprint.bits": (16, 48),
    "boilerplate.minimum_documents": (1, 1 << 31),
    "boilerplate.share": (0.0, 1.0),
    "passage.minimum_chunks": (1, 10_000),
    "passage.maximum_gap": (1, 1_000_000),
    "similarity.best": (1, 100_000),
    "similarity.minimum": (0.0, 1.0),
    "similarity.mutual_minimum": (0.0, 1.0),
    "trace.sample": (1, 1 << 16),
    "trace.maximum_documents": (1, 1 << 31),
    "trace.minimum_score": (0.0, 1e9),
    "trace.window": (1, 1_000_000),
    "extraction.seconds": (0.1, 86_400.0),
    "extraction.memory_megabytes": (64, 1 << 20),
    "extraction.maximum_file_megabytes": (1, 1 << 14),
    "extraction.maximum_characters": (1, 1 << 31),
    "extraction.maximum_members": (1, 1_000_000),
    "index.memory_megabytes": (32, 1 << 20),
    "index.maximum_segments": (1, 64),
    "registry.undo_days": (0, 36_500),
    "upload.days": (1, 3650),
}


def _checked(table: str, name: str, kind: Any, value: object) -> object:
    """`value` as the type and range of the setting ask, or SettingsError naming the setting."""
    full = f"{table}.{name}"
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise SettingsError(f"{full} is {value!r}; choose one of {', '.join(get_args(kind))}")
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind:
        raise SettingsError(f"{full} is {value!r}; it takes {kind.__name__}")
    low, high = _RANGES.get(full, (float("-inf"), float("inf")))
    if isinstance(value, int | float) and not low <= value <= high:
        raise SettingsError(f"{full} is {value}; it may be from {low:g} to {high:g}")
    return value


def settings_from(tables: dict[str, dict[str, object]]) -> Settings:
    """Settings with these values put over the defaults; unknown names are refused by name."""
    parts: dict[str, Any] = {}
    classes = get_type_hints(Settings)
    for table, values in tables.items():
        if table not in classes or not isinstance(values, dict):
            raise SettingsError(f"no table of settings {table!r}; there are {', '.join(classes)}")
        kinds = get_type_hints(classes[table])
        for name in values:
            if name not in kinds:
                raise SettingsError(f"no setting {table}.{name}; there are {', '.join(kinds)}")
        parts[table] = classes[table](
            **{n: _checked(table, n, kinds[n], v) for n, v in values.items()}
        )
    return Settings(**parts)


def load_settings(path: Path) -> Settings:
    """Settings of a TOML file; the defaults when there is no such file."""
    try:
        content = path.read_text("utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text; save it as such") from error
    try:
        return settings_from(tomllib.loads(content))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: {error}") from error


def with_values(settings: Settings, assignments: dict[str, str]) -> Settings:
    """A copy with `table.name` → text values put in, as the command line gives them."""
    tables = as_tables(settings)
    for full, text in assignments.items():
        table, _, name = full.partition(".")
        if table not in tables or name not in tables[table]:
            raise SettingsError(f"no setting {full!r}; 'simdoc settings' lists them")
        old = tables[table][name]
        try:
            tables[table][name] = (
                text if isinstance(old, str) else tomllib.loads(f"v = {text}")["v"]
            )
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"{full} takes {type(old).__name__}, not {text!r}") from error
    return settings_from(tables)


def as_tables(settings: Settings) -> dict[str, dict[str, object]]:
    """Table → name → value, as `settings_from` takes them back."""
    return dataclasses.asdict(settings)


def as_toml(settings: Settings) -> str:
    """The text of `settings.toml`; JSON's scalars are TOML's."""
    lines = []
    for table, values in as_tables(settings).items():
        lines.append(f"[{table}]")
        lines += [
            f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()
        ]
        lines.append("")
    return "\n".join(lines)
