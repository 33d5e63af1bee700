"""simdoc finds where documents share text.

The path of a document, one stage a paragraph:

**file → text** (`text/`). Each file is read in a child process under limits of time, memory and
size. The type is told by content. What comes out is one string, the text that every start and end
refers to, and the characters where its pages start.

**text → words** (`text/words.py`). Runs of letters and digits with exact start and end. Case,
diacritics, ligatures, look-alike letters and line-end hyphens are folded in a word's hash, never in
the text.

**words → chunks → fingerprints** (`chunks.py`). Five consecutive words, order ignored: the sum of
their hashes, mixed, 48 bits.

**fingerprints → postings → segment → index** (`index/`). Postings sorted by fingerprint in plain
memory-mapped arrays; a manifest names what is searchable, and replacing it is the commit.

**query → similar documents** (`similarity.py`). All fingerprints looked up at once, counted by
document; boilerplate set apart.

**similar documents → valid intervals → passages** (`passages/`). Dense runs of common chunks in
both documents, as characters and pages of both texts.

Beside the path: `registry/` keeps documents, texts and similarities; `stores.py` the order in which
registry and index change; `adding.py` brings files in; `corpus.py` is what everybody calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simdoc.adding import AddOptions
    from simdoc.answers import Comparison, SimilarAnswer
    from simdoc.corpus import Corpus
    from simdoc.errors import SimdocError
    from simdoc.settings import Settings

__all__ = ["AddOptions", "Comparison", "Corpus", "Settings", "SimdocError", "SimilarAnswer"]

_HOMES = {
    "AddOptions": "simdoc.adding",
    "Comparison": "simdoc.answers",
    "Corpus": "simdoc.corpus",
    "Settings": "simdoc.settings",
    "SimdocError": "simdoc.errors",
    "SimilarAnswer": "simdoc.answers",
}


def __getattr__(name: str) -> object:
    """Public names are imported when first used: a child process needs few of them."""
    if name not in _HOMES:
        raise AttributeError(f"module 'simdoc' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
