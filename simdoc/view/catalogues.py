"""Renew the catalogues of translations from the code, and compile them.

    python -m simdoc.view.catalogues

What is new stands in the `.po` files without a translation; a test refuses that.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from simdoc.view.language import DOMAIN, LANGUAGES, LOCALE

ROOT = Path(__file__).parents[2]
_KEYWORDS = {"_": None, "n_": (1, 2)}
_METHODS = [("pages/*.py", "python"), ("simdoc/view/*.py", "python"), ("app.py", "python")]


def template() -> Catalog:
    """All messages of the code, in order of the files."""
    found = Catalog(project="simdoc", charset="utf-8")
    for path, _line, message, _comments, _context in sorted(
        extract_from_dir(
            ROOT,
            method_map=_METHODS,
            keywords=_KEYWORDS,
            # The tree holds environments with thousands of folders beside the code.
            directory_filter=lambda folder: Path(folder).name in ("pages", "simdoc", "view"),
        ),
        key=lambda row: (row[0], row[1]),
    ):
        found.add(message, locations=[(path, 0)])
    return found


def po_path(code: str) -> Path:
    """The catalogue of a language, as people edit it."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one where there is none."""
    path = po_path(code)
    if not path.exists():
        return Catalog(locale=code, project="simdoc", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def renew() -> None:
    """Bring every language up to date with the code; nothing translated is lost."""
    messages = template()
    for code in LANGUAGES:
        if code == "en":
            continue
        catalogue = read(code)
        messages.creation_date = catalogue.creation_date  # no change of the file for a date alone
        catalogue.update(messages, no_fuzzy_matching=True)
        catalogue.header_comment = f"# The interface of simdoc in {catalogue.locale_identifier}."
        catalogue.msgid_bugs_address = catalogue.last_translator = "simdoc"
        catalogue.language_team = code
        catalogue.revision_date = catalogue.creation_date
        catalogue.fuzzy = False
        catalogue.obsolete.clear()
        path = po_path(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, omit_header=False)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))


if __name__ == "__main__":
    renew()
