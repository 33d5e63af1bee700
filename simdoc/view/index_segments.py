"""What the index is made of, and its care: verify, merge, finish what is waiting."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from simdoc.corpus import Corpus
from simdoc.index.verify import Damage
from simdoc.index_state import IndexState, SegmentState
from simdoc.stores import verify_corpus
from simdoc.view import jobs
from simdoc.view.index_now import size_in_words
from simdoc.view.jobs import Job
from simdoc.view.language import _, n_, number
from simdoc.view.trouble import tell, trouble

log = logging.getLogger(__name__)

JOB = "index-care"


def show_segments(corpus: Corpus) -> None:
    """Sizes, the segments one by one, and buttons."""
    with trouble(_("The segments cannot be listed now. Try again in a moment.")):
        state = corpus.state()
        _show_sizes(state)
        _show_segments(state.segments)
    show_care(corpus.folder, corpus)


def _show_sizes(state: IndexState) -> None:
    chunks, traces, registry, count = st.columns(4)
    chunks.metric(
        _("Chunks on disk"),
        size_in_words(state.bytes_of("chunks")),
        help=_("The index of runs of five words, by which shared text is found."),
    )
    traces.metric(
        _("Traces on disk"),
        size_in_words(state.bytes_of("traces")),
        help=_("The index of nearby content words, by which rewritten text is found."),
    )
    registry.metric(
        _("Registry on disk"),
        size_in_words(state.registry_bytes),
        help=_("Documents, their texts, similarities and the log."),
    )
    count.metric(
        _("Segments"),
        number(len(state.segments)),
        help=_("Each addition makes one; merging makes few large ones of many small ones."),
    )
    if state.set_aside:
        st.warning(
            n_(
                "{count} damaged segment is set aside and not answered from.",
                "{count} damaged segments are set aside and not answered from.",
                state.set_aside,
            ),
            icon=":material/broken_image:",
        )


def segment_table(segments: Sequence[SegmentState]) -> pd.DataFrame:
    """The segments of chunks and traces, one row each."""
    words = {"chunks": _("chunks"), "traces": _("traces")}
    return pd.DataFrame(
        {
            "holds": [words[segment.holds] for segment in segments],
            "name": [segment.name for segment in segments],
            "documents": [segment.documents for segment in segments],
            "deleted": [segment.deleted for segment in segments],
            "postings": [segment.postings for segment in segments],
            "bytes": [segment.bytes for segment in segments],
        }
    )


def _show_segments(segments: Sequence[SegmentState]) -> None:
    if not segments:
        st.info(_("The index is empty: no document was added yet."), icon=":material/inbox:")
        return
    column = st.column_config
    st.dataframe(
        segment_table(segments),
        hide_index=True,
        width="stretch",
        height=min(320, 35 * (len(segments) + 1) + 3),
        column_config={
            "holds": column.TextColumn(_("Holds")),
            "name": column.TextColumn(_("Segment"), width="medium"),
            "documents": column.NumberColumn(_("Documents"), format="localized"),
            "deleted": column.NumberColumn(
                _("of which deleted"),
                format="localized",
                help=_("They are not found; merging frees their room."),
            ),
            "postings": column.NumberColumn(
                _("Postings"),
                format="localized",
                help=_("One for each place in a document where a chunk or a trace stands."),
            ),
            "bytes": column.NumberColumn(_("Size"), format="bytes"),
        },
    )


def show_care(folder: Path, corpus: Corpus | None) -> None:
    """Verify, merge, finish: one at a time. Without a corpus, one too damaged to open, verify
    alone."""
    st.subheader(_("Care of the index"))
    jobs.follow(JOB, _show_progress, _show_outcome)
    job = jobs.current(JOB)
    busy = job is not None and not job.ended
    verify, merge, everything, finish = st.columns(4)
    _button(
        verify, "verify", _("Verify"), ":material/verified:", busy,
        _("Reads every byte of the index and every text. Damaged segments are set aside, and "
          "their documents are indexed again from their texts."),
        lambda job: _verify(folder, corpus, job),
    )  # fmt: skip
    if corpus is None:
        return
    _button(
        merge, "merge", _("Merge where it pays"), ":material/merge:", busy,
        _("Makes one segment of several small ones of about the same size."),
        lambda job: _merged(corpus.merge()),
    )  # fmt: skip
    _button(
        everything, "merge-all", _("Merge all"), ":material/compress:", busy,
        _("Makes one segment of all: the fastest index. Takes a while in a large corpus."),
        lambda job: _merged(corpus.merge(all=True)),
    )  # fmt: skip
    _button(
        finish, "finish", _("Finish what is waiting"), ":material/task_alt:", busy,
        _("Does what an interrupted addition or deletion did not come to."),
        lambda job: _finish(corpus),
    )  # fmt: skip


def _button(
    column: st.delta_generator.DeltaGenerator,
    key: str,
    label: str,
    icon: str,
    busy: bool,
    why: str,
    work: Callable[[Job], object],
) -> None:
    if column.button(label, key=key, icon=icon, disabled=busy, help=why, width="stretch"):
        jobs.start(JOB, work)
        st.rerun()


def _finish(corpus: Corpus) -> tuple[str, None]:
    corpus.repair()
    return "finished", None


def _merged(merges: int) -> tuple[str, int]:
    return "merged", merges


def _verify(
    folder: Path, corpus: Corpus | None, job: Job
) -> tuple[str, tuple[list[Damage], list[str]]]:
    def progress(read: int, total: int) -> None:
        job.watch.read, job.watch.files = read, total

    found = verify_corpus(folder, progress)
    for line in [*(str(damage) for damage in found[0]), *found[1]]:
        log.error("verify: %s", line)
    if found[0] and corpus is not None:
        corpus.repair()
    return "verified", found


def _show_progress(job: Job) -> None:
    if job.watch.files:
        st.progress(
            job.share,
            text=_("{read} of {all} read").format(
                read=size_in_words(job.watch.read), all=size_in_words(job.watch.files)
            ),
        )
    else:
        st.progress(0.0, text=_("Working … this can take minutes in a large corpus."))


def _show_outcome(job: Job) -> None:
    said, away = st.columns([5, 1], vertical_alignment="center")
    with said:
        _say_outcome(job)
    if away.button(_("Close"), icon=":material/close:", key="close-care", width="stretch"):
        jobs.forget(JOB)
        st.rerun()


def _say_outcome(job: Job) -> None:
    if job.error is not None:
        tell(_("This did not come to its end; nothing was lost."), job.error)
        return
    kind, result = job.result
    if kind == "merged":
        st.success(
            n_("{count} merge was done.", "{count} merges were done.", result)
            if result
            else _("There was nothing to merge: the index is in good order.")
        )
    elif kind == "finished":
        st.success(_("Nothing is waiting any more."))
    else:
        _say_verified(*result)


def _say_verified(damage: Sequence[Damage], wrong: Sequence[str]) -> None:
    if not damage and not wrong:
        st.success(_("All is well: every byte of the index and every text is as it was written."))
        return
    if damage:
        st.warning(
            n_(
                "{count} thing was damaged in the index. It was set aside, and its documents are "
                "indexed again from their texts. Check the disk of the server.",
                "{count} things were damaged in the index. They were set aside, and their "
                "documents are indexed again from their texts. Check the disk of the server.",
                len(damage),
            ),
            icon=":material/build:",
        )
    if wrong:
        st.error(
            n_(
                "{count} thing is wrong in the registry. Restore it from a backup, or add the "
                "documents named here again.",
                "{count} things are wrong in the registry. Restore it from a backup, or add the "
                "documents named here again.",
                len(wrong),
            ),
            icon=":material/report:",
        )
    for line in [*(found.what for found in damage), *wrong][:20]:
        st.text(line)
