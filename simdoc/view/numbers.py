"""The corpus in a few numbers, at the head of its pages."""

from __future__ import annotations

import streamlit as st

from simdoc.corpus import Corpus
from simdoc.registry.schema import EXTRACTED, FAILED, SEARCHABLE
from simdoc.view.language import _, number
from simdoc.view.trouble import trouble


def show_numbers(corpus: Corpus) -> None:
    """Documents by what became of them, and words."""
    with trouble(_("The corpus cannot be counted now. Try again in a moment.")):
        state = corpus.state()
        searchable, waiting, failed, words = st.columns(4)
        searchable.metric(
            _("Documents that can be searched"), number(state.statuses.get(SEARCHABLE, 0))
        )
        waiting.metric(
            _("Waiting to be indexed"),
            number(state.statuses.get(EXTRACTED, 0)),
            help=_("Their texts are stored; they are found as soon as the index names them."),
        )
        failed.metric(
            _("Could not be read"),
            number(state.statuses.get(FAILED, 0)),
            help=_("The page “Index” lists them with the reasons and tries again."),
        )
        words.metric(
            _("Words in all"),
            number(state.words),
            help=_("Words of the documents that can be searched."),
        )
