"""Documents that could not be read, with the reasons, to be tried again."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.registry.documents import DocumentFilter
from simdoc.registry.schema import FAILED
from simdoc.view import jobs
from simdoc.view.corpus_adding import show_outcomes
from simdoc.view.jobs import Job
from simdoc.view.language import _, n_, number
from simdoc.view.paging import page_of, pager
from simdoc.view.tables import failure_table
from simdoc.view.trouble import trouble
from simdoc.view.who import who

JOB = "retrying"
PAGE = 50
MOST_AT_ONCE = 1000


def show_failures(corpus: Corpus) -> None:
    """The failures, and another attempt at one, several or all."""
    jobs.follow(JOB, _show_progress, lambda job: show_outcomes(job, JOB))
    with trouble(_("The failures cannot be listed now. Try again in a moment.")):
        _show_table(corpus)


def _show_table(corpus: Corpus) -> None:
    wanted = DocumentFilter((FAILED,))
    total = corpus.registry.count(wanted)
    if not total:
        st.success(_("Every document could be read."), icon=":material/check:")
        return
    page = page_of("failures", None)
    rows = corpus.registry.list_documents(wanted, descending=True, limit=PAGE, offset=page * PAGE)
    st.caption(
        n_(
            "{count} document could not be read. The reason says what to do; then try again.",
            "{count} documents could not be read. The reasons say what to do; then try again.",
            total,
        )
    )
    column = st.column_config
    chosen = st.dataframe(
        failure_table(rows),
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="multi-row",
        key=f"failures-{page}-{[row.doc_id for row in rows]}",
        column_config={
            "ID": column.NumberColumn(_("Number"), format="%d", width=70),
            "Title": column.TextColumn(_("Title"), width="medium"),
            "Reason": column.TextColumn(_("Reason and what to do"), width="large"),
            "File": column.TextColumn(_("File"), width="medium"),
            "Added": column.DatetimeColumn(_("Added"), format="YYYY-MM-DD HH:mm", width=130),
        },
    )
    pager("failures", page, PAGE, len(rows), total, (page + 1) * PAGE < total)
    picked = [rows[row] for row in chosen["selection"]["rows"] if row < len(rows)]
    for row in picked[:1] if len(picked) == 1 else ():
        st.text(row.reason or "")
    job = jobs.current(JOB)
    busy = job is not None and not job.ended
    some, everything, _rest = st.columns([1, 1, 2])
    if some.button(
        n_("Try {count} again", "Try {count} again", len(picked)) if picked else _("Try again"),
        icon=":material/refresh:",
        disabled=busy or not picked,
        key="retry",
        width="stretch",
        help=_("Choose rows first. A document that can be read now keeps its number."),
    ):
        _retry(corpus, [row.doc_id for row in picked])
    if everything.button(
        _("Try all again"),
        icon=":material/restart_alt:",
        disabled=busy,
        key="retry-all",
        width="stretch",
    ):
        found = corpus.registry.list_documents(wanted, limit=MOST_AT_ONCE)
        _retry(corpus, [row.doc_id for row in found])


def _retry(corpus: Corpus, doc_ids: Sequence[int]) -> None:
    name = who()

    def work(job: Job) -> None:
        for document in corpus.retry(doc_ids, name, job.watch):
            job.outcomes.append(document)

    jobs.start(JOB, work)
    st.rerun()


def _show_progress(job: Job) -> None:
    text = _("{read} of {files} files read").format(
        read=number(job.watch.read), files=number(job.watch.files)
    )
    bar, stop = st.columns([5, 1], vertical_alignment="center")
    bar.progress(job.share, text=text)
    if stop.button(_("Cancel"), icon=":material/stop:", key="cancel-retry", width="stretch"):
        job.watch.stop = True
