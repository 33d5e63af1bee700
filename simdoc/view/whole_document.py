"""One document alone, each stretch in the colour of the document that explains it best."""

from __future__ import annotations

from collections.abc import Sequence

from simdoc.passages.coverage import Stretches
from simdoc.view.side_by_side import Pane


def whole_document(
    pane: Pane,
    stretches: Stretches,
    titles: Sequence[str],
    *,
    key: str = "whole-document",
) -> tuple[int, int] | None:
    """Show a document; characters [start, end) of the stretch that the reader chose, or None.

    `stretches.best` are ordinals, from 0, into `titles`.
    """
    raise NotImplementedError
