"""Comparisons that were computed once: kept in the registry for two documents of the corpus, in
memory for files, until a text, a setting or the boilerplate that they rest on is another."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from simdoc.answers import Comparison, Side
from simdoc.comparing import Readable
from simdoc.passages.alignment_settings import DEFAULTS
from simdoc.passages.comparison import Method, Passage
from simdoc.registry.registry import Registry
from simdoc.settings import PIPELINE_VERSION, PassageSettings, Settings

IN_MEMORY = 500
"""Comparisons of files kept; one takes a few kilobytes."""
ALIGNMENT_VERSION = 1
"""Raised when the same texts would give other passages than before."""


PairSide = int | tuple[str, str]
"""What tells a side of a pair: the document, or the hash and the name of a file."""


def side_key(readable: Readable) -> PairSide:
    """What tells this text."""
    return readable.doc_id or (readable.file_hash, readable.title or "")


class KeptComparisons:
    """The comparisons of one corpus; serves several threads."""

    def __init__(self, registry: Registry, settings: Settings) -> None:
        self._registry = registry
        self._settings = settings
        self._of_files: OrderedDict[tuple[object, ...], Comparison] = OrderedDict()
        self._lock = threading.Lock()

    def find(
        self,
        query: PairSide,
        others: Sequence[PairSide],
        boilerplate: str,
        method: Method = "all-reuse",
        passage: PassageSettings | None = None,
    ) -> dict[PairSide, Comparison]:
        """Other → what was kept for the pair, of the pairs where something was that would be the
        same now."""
        key = self._key(boilerplate, method, passage)
        with self._lock:
            found = {
                other: self._of_files[query, other, key]
                for other in others
                if (query, other, key) in self._of_files
            }
        if isinstance(query, int):
            ids = [other for other in others if isinstance(other, int)]
            payloads = self._registry.passages(query, ids, PIPELINE_VERSION, key)
            found.update((other, unpacked(payload)) for other, payload in payloads.items())
        return found

    def keep(
        self,
        query: PairSide,
        other: PairSide,
        boilerplate: str,
        comparison: Comparison,
        method: Method = "all-reuse",
        passage: PassageSettings | None = None,
    ) -> None:
        """Keep a comparison for the next time."""
        key = self._key(boilerplate, method, passage)
        if not (isinstance(query, int) and isinstance(other, int)):
            with self._lock:
                self._of_files[(query, other, key)] = comparison
                while len(self._of_files) > IN_MEMORY:
                    self._of_files.popitem(last=False)
            return
        payload = packed(comparison)
        self._registry.store_passages(query, other, PIPELINE_VERSION, key, payload)

    def _key(self, boilerplate: str, method: Method, passage: PassageSettings | None) -> str:
        """A hash of all that shapes passages besides the two texts."""
        shaping: list[object] = [
            ALIGNMENT_VERSION,
            boilerplate,
            method,
            dataclasses.astuple(passage or self._settings.passage),
            dataclasses.astuple(self._settings.fingerprint),
            dataclasses.astuple(DEFAULTS),
        ]
        return hashlib.sha256(json.dumps(shaping).encode()).hexdigest()


def packed(comparison: Comparison) -> bytes:
    """The comparison as bytes."""
    return zlib.compress(json.dumps(dataclasses.asdict(comparison)).encode(), 6)


def unpacked(payload: bytes) -> Comparison:
    """The comparison of such bytes."""
    tree: dict[str, Any] = json.loads(zlib.decompress(payload))
    passages = tuple(_passage(one) for one in tree.pop("passages"))
    query, other = Side(**tree.pop("query")), Side(**tree.pop("other"))
    return Comparison(query=query, other=other, passages=passages, **tree)


def _passage(tree: dict[str, Any]) -> Passage:
    for name in ("query_pages", "other_pages"):
        tree[name] = None if tree[name] is None else tuple(tree[name])
    tree["speaks"] = tuple((word, nats) for word, nats in tree["speaks"])
    return Passage(**tree)
