"""What a folder's metadata.csv says of its documents.

The table has one row a document. `file` is the path below the folder; title, author, submitted,
kind, course, institution, language and supervisor may each be empty or absent, other columns are
ignored. Registrars export such tables from many programs, so any of comma, semicolon and tab
separates, and the encoding is UTF-8, UTF-16 or Windows-1250.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path, PurePosixPath

from simdoc.errors import MetadataError

FILE_NAME = "metadata.csv"
_LANGUAGES = {
    "cs": ("cs", "cz", "ces", "cze", "czech", "čeština", "česky", "český"),
    "sk": ("sk", "slk", "slo", "slovak", "slovenčina", "slovensky", "slovenský", "slovenština"),
    "en": ("en", "eng", "english", "angličtina", "anglicky", "anglický"),
    "de": ("de", "deu", "ger", "german", "němčina", "nemčina"),
}
_LANGUAGE_CODES = {name: code for code, names in _LANGUAGES.items() for name in names}


@dataclass(frozen=True)
class Metadata:
    """What a table says of one document; None where it says nothing.

    `submitted` is ISO: YYYY, YYYY-MM or YYYY-MM-DD. `language` is ISO 639-1.
    """

    title: str | None = None
    author: str | None = None
    submitted: str | None = None
    kind: str | None = None
    course: str | None = None
    institution: str | None = None
    language: str | None = None
    supervisor: str | None = None


_COLUMNS = [field.name for field in fields(Metadata)]


def read_metadata(folder: Path | str) -> dict[Path, Metadata]:
    """The rows of the folder's metadata.csv by the absolute path of their file; {} without a table.

    Files that a row names and the folder lacks are in the result too: `missing_files` lists them.
    A table with mistakes raises one MetadataError that names every wrong row. Row 1 is the header,
    as a spreadsheet counts.
    """
    folder = Path(folder).resolve()
    path = folder / FILE_NAME
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise MetadataError(path, [f"cannot be read ({error.strerror})"]) from error
    result: dict[Path, Metadata] = {}
    first_row: dict[Path, int] = {}
    problems: list[str] = []
    for row, values in _rows(path, _decoded(path, content)):
        try:
            file = _file_below(folder, values.pop("file", ""))
            if file in first_row:
                raise ValueError(f"{file.name} stands in row {first_row[file]} already")
            first_row[file] = row
            result[file] = _metadata(values)
        except ValueError as error:
            problems.append(f"row {row}: {error}")
    if problems:
        raise MetadataError(path, problems)
    return result


def missing_files(metadata: Iterable[Path]) -> list[Path]:
    """The files that a table names and that do not exist, in the table's order."""
    return [path for path in metadata if not path.is_file()]


def _decoded(path: Path, content: bytes) -> str:
    """The table's characters. Windows-1250 is the last guess: Excel of our region saves in it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1250"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise MetadataError(path, ["is neither UTF-8, UTF-16 nor Windows-1250; save it as UTF-8"])


def _rows(path: Path, text: str) -> list[tuple[int, dict[str, str]]]:
    """Row number and values by column name, of the rows that say anything."""
    import pandas as pd  # costs 300 ms, which only importing a table should pay

    first_row = 2
    marked = re.match(r"sep=([,;\t])\r?\n", text)  # Excel's way of naming the separator
    if marked:
        text, first_row = text[marked.end() :], 3
    header = text.lstrip("\r\n").partition("\n")[0]
    separator = marked[1] if marked else max(",;\t", key=header.count)
    try:
        frame = pd.read_csv(
            io.StringIO(text),
            sep=separator,
            dtype=str,
            keep_default_na=False,
            skip_blank_lines=False,
            header=None,
        )
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        raise MetadataError(path, [f"is not a table of one row a document: {error}"]) from error
    table: list[list[str]] = frame.fillna("").values.tolist()
    names = [name.strip().casefold() for name in table[0]]
    if "file" not in names:
        raise MetadataError(path, [f"has no column 'file'; its columns are {', '.join(names)}"])
    known = [name for name in names if name in ("file", *_COLUMNS)]
    if len(known) > len(set(known)):
        twice = next(name for name in known if known.count(name) > 1)
        raise MetadataError(path, [f"has two columns {twice!r}"])
    rows = []
    for row, line in enumerate(table[1:], first_row):
        cells = [" ".join(cell.split()) for cell in line]
        if any(cells):
            rows.append((row, dict(zip(names, cells, strict=True))))
    return rows


def _file_below(folder: Path, name: str) -> Path:
    """The absolute path of a row's file, which must lie in the folder or below it."""
    if not name:
        raise ValueError("the column 'file' is empty")
    relative = PurePosixPath(name.replace("\\", "/"))
    if relative.is_absolute() or ".." in relative.parts or re.match(r"[A-Za-z]:", name):
        raise ValueError(f"{name!r} is not a path below {folder.name}")
    path = folder / relative
    # A Mac's file names are decomposed, a spreadsheet's are not.
    for form in ("NFC", "NFD"):
        variant = folder / unicodedata.normalize(form, str(relative))
        if not path.exists() and variant.exists():
            return variant
    return path


def _metadata(values: dict[str, str]) -> Metadata:
    """A row's values, dates and languages put into their one form."""
    known = {name: values.get(name) or None for name in _COLUMNS}
    if known["submitted"]:
        known["submitted"] = iso_date(known["submitted"])
    if known["language"]:
        known["language"] = language_code(known["language"])
    return Metadata(**known)


def iso_date(text: str) -> str:
    """YYYY, YYYY-MM or YYYY-MM-DD of a date so written, or written as 14. 5. 2021 is."""
    if day_first := re.fullmatch(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})", text):
        day, month, year = (int(part) for part in day_first.groups())
    elif year_first := re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ][\d:.]+)?)?)?", text):
        year, month, day = (int(part or 1) for part in year_first.groups())
    else:
        raise ValueError(f"submitted is {text!r}; write it as 2021-05-14")
    try:
        whole = date(year, month, day).isoformat()
    except ValueError:
        raise ValueError(f"submitted is {text!r}, and there is no such day") from None
    return whole if day_first else whole[: min(len(text), 10)]


def language_code(text: str) -> str:
    """The ISO 639-1 code of a language given by code or by name."""
    name = text.casefold()
    code = _LANGUAGE_CODES.get(name) or (re.split("[-_]", name)[0])
    if not re.fullmatch("[a-z]{2}", code):
        raise ValueError(f"language is {text!r}; write a code of two letters, such as cs")
    return code
