"""Where each planted passage lies in the texts that simdoc extracts from the built documents.

The words of a source and of the text extracted from its file differ by page numbers, running heads,
footnotes and a title page; everything else is the same and in the same order. So the longest common
sequence of word hashes says which extracted word each word of the source became.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from rapidfuzz.distance import LCSseq

from sample_corpus.build.blocks import Document
from sample_corpus.build.plants import Planted
from sample_corpus.build.sources import Source, SourceError
from simdoc.settings import ExtractionSettings
from simdoc.text.extract import extract_bytes
from simdoc.text.words import find_words

LEAST_MATCHED = 0.97
"""Words of a passage that must be found again; the rest got a footnote's number glued on."""


@dataclass(frozen=True)
class Place:
    """A planted passage as characters of the text that simdoc extracts."""

    file: str
    submitted: str
    planted: Planted
    start: int
    end: int


def extracted_text(content: bytes, file: str) -> str:
    """The text simdoc gets out of a built document that it should be able to read."""
    (extraction,) = extract_bytes(content, file, ExtractionSettings(ocr=False))
    if extraction.extracted is None:
        raise SourceError(f"{file}: simdoc cannot read it: {extraction.error}")
    return extraction.extracted.text


def find_places(source: Source, document: Document, text: str) -> list[Place]:
    """Where the planted passages of a document lie in its extracted text."""
    spans = [(span.start, span.end) for span in document.spans]
    found = locate(document.plain, spans, text, source.file)
    return [
        Place(source.file, source.metadata["submitted"], span.planted, start, end)
        for span, (start, end) in zip(document.spans, found, strict=True)
    ]


def find_declaration(source: Source, document: Document, text: str) -> tuple[int, int]:
    """Start and end of the declaration in the extracted text."""
    plain = "\n".join((document.title, document.author, *document.declaration, document.plain))
    start = len(document.title) + len(document.author) + 2
    end = start + len("\n".join(document.declaration))
    (place,) = locate(plain, [(start, end)], text, source.file)
    return place


def locate(plain: str, spans: list[tuple[int, int]], text: str, file: str) -> list[tuple[int, int]]:
    """Each span of `plain` as start of its first and end of its last word in `text`."""
    words, found = find_words(plain), find_words(text)
    partner: dict[int, int] = {}
    ours, theirs = words.hashes.tolist(), found.hashes.tolist()
    for block in LCSseq.opcodes(ours, theirs):
        if block.tag == "equal":
            for step in range(block.src_end - block.src_start):
                partner[block.src_start + step] = block.dest_start + step
    places = []
    for start, end in spans:
        inside = [k for k in range(len(words)) if start <= words.starts[k] and words.ends[k] <= end]
        matched = sum(k in partner for k in inside) / len(inside)
        if matched < LEAST_MATCHED or inside[0] not in partner or inside[-1] not in partner:
            shown = plain[start : start + 60].replace("\n", " ")
            raise SourceError(f"{file}: {matched:.0%} of the words of {shown!r} were found again")
        first, last = partner[inside[0]], partner[inside[-1]]
        places.append((int(found.starts[first]), int(found.ends[last])))
    return places


def pair_places(places: list[Place]) -> list[dict[str, object]]:
    """Every two places of one plant in different documents; the later document is the query."""
    by_name: dict[str, list[Place]] = {}
    for place in places:
        by_name.setdefault(place.planted.name, []).append(place)
    pairs = []
    for name, members in sorted(by_name.items()):
        for one, two in combinations(members, 2):
            if one.file == two.file:
                continue
            query, other = sorted((one, two), key=lambda p: (p.submitted, p.file), reverse=True)
            pairs.append(
                {
                    "plant": name,
                    "kind": _kind(one.planted, two.planted),
                    "query": query.file,
                    "query_start": query.start,
                    "query_end": query.end,
                    "other": other.file,
                    "other_start": other.start,
                    "other_end": other.end,
                }
            )
    return pairs


def _kind(one: Planted, two: Planted) -> str:
    kinds = {one.kind, two.kind} - {"original"}
    if len(kinds) != 1:
        raise SourceError(f"{one.name}: copies of two kinds, {one.kind} and {two.kind}")
    return kinds.pop()
