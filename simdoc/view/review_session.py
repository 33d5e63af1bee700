"""What a review begins with: the document that the address names, and its result."""

from __future__ import annotations

import streamlit as st

from simdoc.adding import AddOptions
from simdoc.metadata import Metadata
from simdoc.reviewing import Review, review_of
from simdoc.view.address import Address, go
from simdoc.view.language import _
from simdoc.view.open_corpus import OpenCorpus, told
from simdoc.view.pair import PairSideShown, document_side
from simdoc.view.plain_text import plain
from simdoc.view.review_result import show_result
from simdoc.view.review_shown import ReviewShown, found_so_far

_LAST = "last-review"


def query_side(opened: OpenCorpus, address: Address) -> PairSideShown:
    """The document or upload under review; where it is gone the page says so and ends."""
    with told(_("This document cannot be reviewed.")):
        if address.document is not None:
            return document_side(opened.corpus, address.document)
        assert address.upload is not None  # an empty address shows the choice instead
        upload = opened.uploads.open(address.upload)
        readable = opened.uploads.read(address.upload)
        return PairSideShown(
            readable,
            upload.title,
            upload.author or "",
            lambda: (upload.original, upload.name),
        )


def other_side(opened: OpenCorpus, doc_id: int) -> PairSideShown:
    """The similar document that the address names; where it is gone the page says so and ends."""
    with told(_("The similar document cannot be shown.")):
        return document_side(opened.corpus, doc_id)


def begin(opened: OpenCorpus, query: PairSideShown, address: Address) -> None:
    """The heading and the result of the document under review."""
    st.subheader(plain(query.title), anchor=False)
    if query.subtitle:
        st.text(query.subtitle)
    with told(_("This document cannot be reviewed.")):
        with st.spinner(_("Looking for similar documents …")):
            review, key = _review(opened, query)
        opened.ahead.start(key, review.query, [row.doc_id for row in review.answer.similar])
        author = _author(opened, address)
        found = found_so_far(opened, review)
        show_result(opened, ReviewShown(review, query.title, author, key, found), address)


def _review(opened: OpenCorpus, query: PairSideShown) -> tuple[Review, str]:
    """The review and what tells it from others: made anew after every commit, and kept for the
    clicks in between."""
    readable = query.readable
    what = readable.doc_id or readable.file_hash
    key = f"{what}-{opened.corpus.generation}"
    last = st.session_state.get(_LAST)
    if last is None or last[0] != key:
        last = (key, review_of(opened.corpus, readable))
        st.session_state[_LAST] = last
    review: Review = last[1]
    return review, key


def _author(opened: OpenCorpus, address: Address) -> str | None:
    if address.document is not None:
        return opened.corpus.document(address.document).author
    return opened.uploads.open(address.upload).author if address.upload else None


def add_to_corpus(opened: OpenCorpus, address: Address) -> None:
    """For an upload: the button that adds it, or the message that nothing was added."""
    if address.upload is None:
        return
    with told(_("This document cannot be added.")):
        upload = opened.uploads.open(address.upload)
        note, button = st.columns([4, 1], vertical_alignment="center")
        note.caption(
            _(
                "This file is not part of the corpus. Its address works for some days; "
                "whoever has the address can see it."
            )
        )
        if not button.button(_("Add to the corpus"), icon=":material/add:", width="stretch"):
            return
        with st.spinner(_("Adding …")):
            metadata = Metadata(title=upload.title)
            added = opened.corpus.add([upload.original], AddOptions(metadata=metadata))
        for document in added:
            if document.doc_id is not None and document.status != "failed":
                go(Address(document=document.doc_id))
                st.rerun()
        st.error(_("This document cannot be added."))
        st.text("\n".join(document.reason or "" for document in added))
