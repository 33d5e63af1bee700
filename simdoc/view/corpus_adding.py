"""Adding documents: several uploads at once, or a folder of the server."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import streamlit as st

from simdoc.adding import AddOptions
from simdoc.corpus import Corpus
from simdoc.errors import ExtractionError
from simdoc.files import collect_files
from simdoc.incoming import Incoming, handed_in
from simdoc.registry.schema import FAILED, SEARCHABLE
from simdoc.text.file_type import detect_file_type
from simdoc.view import jobs
from simdoc.view.jobs import Job
from simdoc.view.language import _, n_, number
from simdoc.view.tables import outcome_table
from simdoc.view.trouble import tell, trouble
from simdoc.view.who import who

JOB = "adding"
_HEAD_BYTES = 1 << 16
_ROUND = "adding-round"
"""Counts what was handed in, so that the field for files is empty again afterwards."""


def show_adding(corpus: Corpus) -> None:
    """Both ways to add, and how the one under way gets on."""
    jobs.follow(JOB, _show_progress, lambda job: show_outcomes(job, JOB))
    job = jobs.current(JOB)
    busy = job is not None and not job.ended
    files, folder = st.columns(2, gap="large")
    with files:
        _show_upload(corpus, busy)
    with folder:
        _show_folder(corpus, busy)


def _show_upload(corpus: Corpus, busy: bool) -> None:
    st.subheader(_("Files from your computer"))
    limit = corpus.settings.extraction.maximum_file_megabytes
    turn = st.session_state.setdefault(_ROUND, 0)
    given = st.file_uploader(
        _("PDF, DOCX, ODT, RTF, HTML, plain text and others; several at once, or a ZIP of them"),
        accept_multiple_files=True,
        key=f"upload-{turn}",
        max_upload_size=limit,
        disabled=busy,
        help=_("What a file is told from its content, not from its name."),
    )
    strange = refused([(file.name, file) for file in given or ()])
    for name, reason in strange.items():
        st.warning(_("This file cannot be added:"), icon=":material/block:")
        st.text(f"{name}: {reason}")
    good = [file for file in given or () if file.name not in strange]
    label = n_("Add {count} file", "Add {count} files", len(good)) if good else _("Add")
    if st.button(
        label, type="primary", icon=":material/upload:", disabled=busy or not good, key="add-files"
    ):
        # The thread must not touch what belongs to Streamlit: it gets the bytes.
        contents = [(file.name, io.BytesIO(file.getvalue())) for file in good]
        name = who()
        jobs.start(JOB, lambda job: _add_files(corpus, contents, name, job))
        st.session_state[_ROUND] = turn + 1
        st.rerun()


def refused(given: Sequence[tuple[str, BinaryIO]]) -> dict[str, str]:
    """Name → why its content is no document, as far as its beginning tells. ZIPs are looked into
    later, under limits."""
    found = {}
    for name, content in given:
        content.seek(0)
        head = content.read(_HEAD_BYTES)
        if head.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
            continue
        try:
            detect_file_type(head, name)
        except ExtractionError as error:
            found[name] = error.reason
    return found


def _add_files(
    corpus: Corpus, contents: Sequence[tuple[str, BinaryIO]], name: str, job: Job
) -> None:
    with handed_in(corpus.folder, contents) as incoming:
        _bring_in(corpus, incoming, name, job)


def _bring_in(corpus: Corpus, incoming: Incoming, name: str, job: Job) -> None:
    for document in corpus.bring_in(incoming, AddOptions(owner=name), job.watch):
        job.outcomes.append(document)


def _show_folder(corpus: Corpus, busy: bool) -> None:
    st.subheader(_("A folder of the server"))
    typed = st.text_input(
        _("Path of a folder or a file"),
        placeholder="/srv/theses/2024",
        key="folder",
        disabled=busy,
        help=_(
            "As the computer that runs this dashboard sees it. A table metadata.csv in the folder "
            "gives titles, authors and courses. Files that were added before and have not changed "
            "are passed over."
        ),
    )
    path = (typed or "").strip()
    if st.button(
        _("Add folder"),
        icon=":material/create_new_folder:",
        disabled=busy or not path,
        key="add-folder",
    ):
        with trouble(_("This folder cannot be added.")):
            _start_folder(corpus, path)


def _start_folder(corpus: Corpus, path: str) -> None:
    folder = Path(os.path.expanduser(path))
    if not folder.is_absolute():
        st.error(_("Write the whole path, from the root on."), icon=":material/folder_off:")
        return
    files = collect_files([folder])
    if not files:
        st.warning(_("There are no documents in this folder."), icon=":material/folder_off:")
        return
    name = who()
    jobs.start(JOB, lambda job: _bring_in(corpus, Incoming(files), name, job))
    st.rerun()


def _show_progress(job: Job) -> None:
    watch = job.watch
    text = _("{read} of {files} files read").format(
        read=number(watch.read), files=number(watch.files)
    )
    bar, stop = st.columns([5, 1], vertical_alignment="center")
    bar.progress(job.share, text=text if watch.files else _("Preparing …"))
    if watch.stop:
        st.caption(_("Stopping: what has been read is still being added."))
    elif stop.button(_("Cancel"), icon=":material/stop:", key="cancel-adding", width="stretch"):
        watch.stop = True


def show_outcomes(job: Job, name: str) -> None:
    """What became of each file, until it is put away."""
    done = job.outcomes
    if job.error is not None:
        tell(_("Adding did not come to its end; what is listed here was added."), job.error)
    added = sum(document.status == SEARCHABLE for document in done)
    failed = sum(document.status == FAILED for document in done)
    said = [
        n_("{count} document added", "{count} documents added", added),
        n_("{count} could not be read", "{count} could not be read", failed) if failed else "",
        n_("{count} was here already", "{count} were here already", len(done) - added - failed)
        if len(done) > added + failed
        else "",
        _("stopped before the end") if job.watch.stop else "",
    ]
    text, away = st.columns([5, 1], vertical_alignment="center")
    show = text.warning if failed or job.watch.stop else text.success
    show(", ".join(filter(None, said)) + ".")
    if away.button(_("Close"), icon=":material/close:", key=f"close-{name}", width="stretch"):
        jobs.forget(name)
        st.rerun()
    if done:
        column = st.column_config
        st.dataframe(
            outcome_table(done),
            hide_index=True,
            width="stretch",
            column_config={
                "File": column.TextColumn(_("File"), width="medium"),
                "Outcome": column.TextColumn(_("Outcome"), width="medium"),
                "Note": column.TextColumn(_("Reason or note"), width="large"),
                "Words": column.NumberColumn(_("Words"), format="localized", width=90),
                "Report": column.LinkColumn(
                    _("Report"), display_text=_("similar documents"), width=130
                ),
            },
        )
