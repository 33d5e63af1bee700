"""What is being done to the index now, and how many documents came when."""

from __future__ import annotations

import datetime
from typing import cast

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.index_state import IndexState
from simdoc.registry.rows import moment
from simdoc.registry.schema import EXTRACTED
from simdoc.registry.tallies import Arrivals, Period
from simdoc.view.charts import arrivals_chart
from simdoc.view.language import _, n_, number
from simdoc.view.trouble import trouble

EVERY_SECONDS = 3.0
_DAYS: dict[str, int] = {"hour": 2, "day": 60}


def show_now(corpus: Corpus) -> None:
    """The state, looked at every few seconds, and the arrivals."""

    @st.fragment(run_every=EVERY_SECONDS)
    def look() -> None:
        with trouble(_("The state of the index cannot be read now.")):
            _show_state(corpus.state())

    look()
    _show_arrivals(corpus)


def _show_state(state: IndexState) -> None:
    waiting = state.statuses.get(EXTRACTED, 0)
    if state.writing:
        st.info(
            n_(
                "Documents are being added or changed now; {count} document waits to be indexed.",
                "Documents are being added or changed now; {count} documents wait to be indexed.",
                waiting,
            ),
            icon=":material/sync:",
        )
    elif waiting:
        st.warning(
            n_(
                "{count} document waits to be indexed and nobody is at work: adding was "
                "interrupted. The next change finishes it, or a button under “Segments and care”.",
                "{count} documents wait to be indexed and nobody is at work: adding was "
                "interrupted. The next change finishes it, or a button under “Segments and care”.",
                waiting,
            ),
            icon=":material/pending:",
        )
    else:
        st.success(_("Nothing is under way; every text that was read is indexed."))
    st.caption(_("No background indexer is running: documents are indexed when they are added."))
    documents, generation, committed, disk = st.columns(4)
    documents.metric(
        _("Documents in the index"),
        number(state.documents),
        help=_("Deleted ones are not counted, although their room is freed only by merging."),
    )
    generation.metric(
        _("Generation"),
        number(state.generation),
        help=_("Grows by one with every change of the index; each answer is of one generation."),
    )
    committed.metric(_("Last change (UTC)"), state.committed.strftime("%Y-%m-%d %H:%M"))
    disk.metric(
        _("Free on the disk"),
        size_in_words(state.free_bytes),
        help=_("Merging everything into one segment needs as much room as the index has."),
    )


def size_in_words(count: int) -> str:
    """A number of bytes as people read it."""
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if size < 1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.0f} {unit}" if size >= 100 or unit == "B" else f"{size:.1f} {unit}"


@st.cache_data(max_entries=16, show_spinner=False)
def _arrivals_then(
    folder: str, event: int, period: Period, since: str, _corpus: Corpus
) -> list[Arrivals]:
    return _corpus.registry.arrivals(period, since)


def _show_arrivals(corpus: Corpus) -> None:
    st.subheader(_("Documents over time"))
    chosen = st.segmented_control(
        _("Count by"),
        ["day", "hour"],
        format_func={
            "day": _("by day, the last 60 days"),
            "hour": _("by hour, the last 2 days"),
        }.__getitem__,
        default="day",
        required=True,
        key="arrivals-period",
        label_visibility="collapsed",
    )
    period = cast(Period, chosen or "day")
    with trouble(_("The documents cannot be counted now.")):
        now = datetime.datetime.now(datetime.UTC)
        start = (now - datetime.timedelta(days=_DAYS[period])).replace(
            minute=0, second=0, microsecond=0
        )
        event = corpus.registry.last_event()
        arrivals = _arrivals_then(str(corpus.folder), event, period, moment(start), corpus)
        if arrivals:
            came = sum(each.came for each in arrivals)
            st.caption(n_("{count} document came.", "{count} documents came.", came))
            until = now + datetime.timedelta(**{f"{period}s": 1})
            st.altair_chart(arrivals_chart(arrivals, start, until), width="stretch")
        else:
            st.info(_("No document came in this time."), icon=":material/inbox:")
