"""What people say of a document, in a form; checked before it is written."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.metadata import iso_date, language_code
from simdoc.registry.rows import DocumentRow
from simdoc.view.language import _
from simdoc.view.plain_text import one_line
from simdoc.view.trouble import trouble
from simdoc.view.who import who

FIELDS = (
    *("title", "author", "submitted", "kind", "course", "supervisor", "institution", "language"),
)
_LONGEST = 500


def checked(typed: Mapping[str, str]) -> tuple[dict[str, str | None], list[str]]:
    """The values as they are stored (an empty one is None), and what is wrong with them in words.
    Dates may be written as people here do, languages by their names."""
    values: dict[str, str | None] = {name: one_line(typed.get(name)) or None for name in FIELDS}
    problems = []
    if values["submitted"]:
        try:
            values["submitted"] = iso_date(values["submitted"])
        except ValueError:
            problems.append(_("The date is not understood: write it as 2021-05-14, or the year."))
    if values["language"]:
        try:
            values["language"] = language_code(values["language"])
        except ValueError:
            problems.append(_("The language is not understood: write two letters, such as cs."))
    return values, problems


def changes(
    row: DocumentRow, values: Mapping[str, str | None], compared: bool
) -> dict[str, object]:
    """What differs from what is known."""
    told: dict[str, object] = {
        name: value for name, value in values.items() if value != getattr(row, name)
    }
    return told | ({} if compared == row.compared else {"compared": compared})


def edit_form(corpus: Corpus, row: DocumentRow) -> None:
    """The form in a dialog; saving writes what was changed, in the name of this visit."""

    @st.dialog(_("What is known of the document"), width="large")
    def dialog() -> None:
        with st.form("metadata", border=False):
            labels = _labels()
            typed: dict[str, str] = {}
            typed["title"] = _field("title", labels, row)
            for pair in zip(FIELDS[1::2], FIELDS[2::2], strict=False):
                for column, name in zip(st.columns(2), pair, strict=False):
                    with column:
                        typed[name] = _field(name, labels, row)
            typed[FIELDS[-1]] = _field(FIELDS[-1], labels, row)
            compared = st.checkbox(
                _("Compared with others"),
                value=row.compared,
                help=_("Recorded only: searching leaves nothing out because of it yet."),
            )
            if not st.form_submit_button(_("Save"), type="primary", icon=":material/save:"):
                return
        values, problems = checked(typed)
        for problem in problems:
            st.error(problem, icon=":material/edit_off:")
        told = changes(row, values, compared)
        if problems:
            return
        saved = False
        with trouble(_("The changes could not be saved.")):
            if told:
                corpus.registry.edit(row.doc_id, told, by=who())
            saved = True
        if saved:
            st.toast(_("Saved."))
            st.rerun()

    dialog()


def _field(name: str, labels: Mapping[str, str], row: DocumentRow) -> str:
    value = getattr(row, name) or ""
    return st.text_input(labels[name], value, max_chars=max(_LONGEST, len(value))) or ""


def _labels() -> dict[str, str]:
    return {
        "title": _("Title"),
        "author": _("Author"),
        "submitted": _("Submitted"),
        "kind": _("Kind"),
        "course": _("Course"),
        "supervisor": _("Supervisor"),
        "institution": _("Institution"),
        "language": _("Language of the text"),
    }
