"""Pairs of texts with passages at known places, for the components in a browser."""

from __future__ import annotations

from functools import cache

import numpy as np

from simdoc.passages.comparison import Passage
from simdoc.text.pages import pages_of
from simdoc.view.pane import Pane, Places
from tests.passages.pair_texts import sentences, text

Pair = tuple[Pane, Pane, list[Passage]]

HOSTILE = (
    "<script>window.hit = 1</script> <img src=x onerror='window.hit = 2'> "
    "[press](javascript:window.hit=3) **bold** $x^2$ &lt;b&gt; <b onclick=window.hit=4>b</b> "
    "left \u202eright to left\u202c end \u2067isolated\u2069 {{7*7}} </textarea></style> "
)
WIDE = "😀 𝔘𝒳𝓨 👩‍🎓 "


@cache
def pool() -> list[str]:
    """Sentences to choose from."""
    return sentences(1, 400)


def paragraphs(seed: int, characters: int) -> str:
    """Made-up prose of about this length, six sentences a paragraph."""
    found: list[str] = []
    base = pool()
    chance = np.random.default_rng(seed)
    while characters > 0:
        found.append(text([base[int(at)] for at in chance.integers(0, len(base), 6)]))
        characters -= len(found[-1]) + 2
    return "\n\n".join(found)


def pair(
    count: int,
    between: int,
    before: str = "",
    size: int = 500,
    titles: tuple[str, str] = ("On the mills of the valley", "Mills and weavers"),
    passage_text: str = "",
    reverse: bool = False,
) -> Pair:
    """Two texts with `count` passages of `size` characters, every second one with a changed word,
    the third one boilerplate; `between` characters of its own stand before each."""
    shared = [passage_text + paragraphs(100 + at, size) for at in range(count)]
    order = list(range(count))[::-1] if reverse else list(range(count))
    ours, theirs = before, before
    places: dict[int, list[int]] = {}
    for at in range(count):
        ours += paragraphs(1000 + at, between) + "\n\n"
        places[at] = [len(ours), len(ours) + len(shared[at])]
        ours += shared[at] + "\n\n"
    for at in order:
        theirs += paragraphs(5000 + at, between) + "\n\n"
        said = shared[at].replace(" the ", " that same ", 2) if at % 2 else shared[at]
        places[at] += [len(theirs), len(theirs) + len(said)]
        theirs += said + "\n\n"
    ours += paragraphs(7, between)
    theirs += paragraphs(8, between)
    pages = tuple(range(0, len(ours), 2600))
    kinds = ("verbatim", "rewritten", "summary")
    passages = [
        Passage(
            *places[at],
            pages_of(pages, *places[at][:2]),
            None,
            kinds[at % 2],
            30 + at,
            at == 4,
            *((12.5, 0.97, False, (("katalyzátor", 4.0), ("entalpie", 3.0))) if at % 2 else ()),
        )
        for at in range(count)
    ]
    return Pane(ours, pages, titles[0], "Jan Novák · 2024"), Pane(theirs, (), titles[1]), passages


@cache
def case(name: str) -> Pair:
    """The pair of a name."""
    if name == "hostile":
        title = "<img src=x onerror='window.hit=5'> \u202eTitle **b**"
        return pair(4, 1500, HOSTILE, titles=(title, title), passage_text=HOSTILE)
    if name == "wide":
        return pair(6, 3000, WIDE * 300, passage_text=WIDE)
    if name == "large":
        return pair(40, 9_500, reverse=True)
    if name == "million":
        return pair(60, 16_500)
    if name == "nothing":
        return Pane("", (), ""), Pane("A text of its own.", (), "Alone"), []
    if name == "overlapping":
        query, other, passages = pair(3, 1200, size=1500)
        first = passages[0]
        inner = Passage(
            *(first.query_start + 200, first.query_start + 420),
            *(first.other_start + 200, first.other_start + 420),
            *(None, None, "verbatim", 9, False),
        )
        return query, other, [passages[0], inner, *passages[1:]]
    return pair(9, 2500)


def shared_ranges(name: str) -> tuple[Places, Places, Places]:
    """Documents and the characters of the query that they share: some share the same ones."""
    rows = [
        (document, one.query_start + 40 * shift, one.query_end - 60 * shift)
        for at, one in enumerate(case(name)[2])
        for shift, document in enumerate({at % 11, at // 2, 3})
    ]
    documents, starts, ends = np.array(rows, np.int64).reshape(-1, 3).T
    return documents, starts, ends
