"""Answers as text for a terminal. Titles and reasons come from files: what could command the
terminal is made visible instead of sent."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from simdoc.answers import AddedDocument, Comparison, Side, SimilarAnswer, Stats
from simdoc.index.verify import Damage
from simdoc.passages.comparison import Passage
from simdoc.registry.rows import DocumentRow

TOO_SHORT = "too short for one chunk"
EXCERPT = 70
NEAREST, FAINT = 5, 3.0
"""Candidates named in the list, and the trace score below which they are left to JSON."""


def harmless(text: object) -> str:
    """Printable text: control and invisible characters become spaces."""
    return "".join(c if c.isprintable() else " " for c in str(text))


def percent(share: float | None) -> str:
    """A share as per cent; 100.0 only when it is all, 0.0 only when it is nothing."""
    if share is None:
        return "–"
    if 0 < share < 0.0005:
        return "<0.1 %"
    if 0.9995 <= share < 1:
        return ">99.9 %"
    return f"{share:.1%}".replace("%", " %")


def table(rows: Iterable[Sequence[object]], head: Sequence[str], numbers: int) -> str:
    """Rows in columns; the first `numbers` columns are set to the right."""
    cells = [[harmless(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = []
    for row in cells:
        parts = [
            cell.rjust(width) if column < numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def added_line(document: AddedDocument) -> str:
    """One line for a document that was added, or not."""
    name = harmless(document.path)
    match document.status:
        case "failed":
            return f"failed      {name}: {harmless(document.reason)}"
        case "unchanged":
            return f"unchanged   {document.doc_id:>6}  {name}"
    line = f"{document.status:<11} {document.doc_id:>6}  {name}"
    if document.identical_to:
        line += f"  (same bytes as {', '.join(map(str, document.identical_to))})"
    if document.replaces is not None:
        line += f"  (new version of {document.replaces})"
    return "\n".join([line, *(f"            note: {harmless(note)}" for note in document.notes)])


def added_summary(documents: Sequence[AddedDocument]) -> str:
    """How many of each status."""
    counts = {
        status: sum(document.status == status for document in documents)
        for status in ("searchable", "unchanged", "failed")
    }
    return ", ".join(f"{count} {status}" for status, count in counts.items() if count) or (
        "nothing to add"
    )


def _headline(side: Side) -> str:
    name = f"document {side.doc_id}" if side.doc_id is not None else "file"
    line = f"{name}: {harmless(side.title)} ({side.words:,} words, {side.chunks:,} distinct chunks)"
    if side.mixed_script_words:
        line += f"\n  {side.mixed_script_words} words mix letters of several scripts"
    return line


def similar(found: SimilarAnswer) -> str:
    """The ranked list with both percentages."""
    lines = [_headline(found.query)]
    if found.global_similarity is None:
        return "\n".join([*lines, f"{TOO_SHORT}: nothing can be said of it"])
    lines.append(f"{percent(found.global_similarity)} of its chunks are found in other documents")
    if found.similar:
        rows = [
            (
                row.doc_id,
                percent(row.similarity_of_query),
                percent(row.similarity_of_other),
                row.common_chunks,
                len(row.intervals),
                row.seen,
                (row.title or "") + ("  (same bytes)" if row.same_bytes else ""),
            )
            for row in found.similar
        ]
        head = ("id", "of this", "of other", "common", "intervals", "seen", "title")
        lines += ["", table(rows, head, numbers=5)]
    else:
        lines.append("no similar documents")
    if found.cut:
        lines.append(f"{found.cut} more are similar, but less so")
    if found.hidden:
        lines.append(f"{found.hidden} share only single chunks and are not listed")
    near = [one.doc_id for one in found.candidates if one.trace_score >= FAINT][:NEAREST]
    if near:
        lines.append(
            "faint traces of rewriting, which say little before 'simdoc compare' looks closer: "
            + ", ".join(map(str, near))
        )
    if found.without_traces:
        lines.append(
            f"{found.without_traces} documents have no traces yet, rewritten reuse of them is not "
            "found: the next 'simdoc add' makes them"
        )
    return "\n".join(lines)


def compared(found: Comparison, query_text: str) -> str:
    """Both percentages and the passages, each with the beginning of its text."""
    lines = [_headline(found.query), _headline(found.other)]
    if found.similarity_of_query is None or found.similarity_of_other is None:
        return "\n".join([*lines, f"one is {TOO_SHORT}: nothing can be said of them"])
    lines += [
        f"{percent(found.similarity_of_query)} of the first is in the second, "
        f"{percent(found.similarity_of_other)} of the second is in the first "
        f"({found.common_chunks:,} common chunks)",
        f"symmetric {percent(found.symmetric)} (at most 50 %), "
        f"resemblance {percent(found.resemblance)}",
    ]
    lines.append(
        f"passages cover {percent(found.covered_of_query)} of the first text "
        f"and {percent(found.covered_of_other)} of the second"
    )
    if found.same_bytes:
        lines.append("both are the same file, byte for byte")
    if not found.passages:
        lines.append("no passage: what they share is scattered")
    for ordinal, passage in enumerate(found.passages, 1):
        grey = ", boilerplate" if passage.boilerplate else ""
        excerpt = harmless(query_text[passage.query_start : passage.query_end][:EXCERPT])
        lines += [
            f"\npassage {ordinal}: {passage.kind}{grey}, {passage.common_chunks} common chunks"
            + _evidence(passage),
            f"  this   {_where(passage.query_start, passage.query_end, passage.query_pages)}",
            f"  other  {_where(passage.other_start, passage.other_end, passage.other_pages)}",
            f"  “{excerpt}…”",
        ]
    return "\n".join(lines)


def _evidence(passage: Passage) -> str:
    """How strongly the words speak for a copy, and which ones do."""
    if passage.evidence is None:
        return ""
    words = ", ".join(harmless(word) for word, _ in passage.speaks[:6])
    same = "\n  same structure, other numbers" if passage.other_numbers else ""
    return f", evidence {passage.evidence:.0f} nats{same}\n  speaking for it: {words}"


def _where(start: int, end: int, pages: tuple[int, int] | None) -> str:
    where = f"characters {start}–{end}"
    if pages:
        first, last = pages
        where += f", page {first}" if first == last else f", pages {first}–{last}"
    return where


def listed(rows: Sequence[DocumentRow]) -> str:
    """The documents, a line each; reasons of failures below their line."""
    if not rows:
        return "no documents"
    cells = []
    for row in rows:
        title = (row.title or "") + (f"\u2003{row.reason}" if row.reason else "")
        cells.append((row.doc_id, row.words or "–", row.status, row.author or "–", title))
    return table(cells, ("id", "words", "status", "author", "title"), numbers=2)


def shown(row: DocumentRow, places: Sequence[str]) -> str:
    """All that is known of a document, a line each."""
    known = {f.name: getattr(row, f.name) for f in dataclasses.fields(row)}
    lines = [
        f"{name}: {harmless(value)}" for name, value in known.items() if value not in (None, ())
    ]
    others = [place for place in places if place != row.path]
    return "\n".join([*lines, *(f"also at: {harmless(place)}" for place in others)])


def stats(numbers: Stats) -> str:
    """The corpus in numbers."""
    per_posting = numbers.index_bytes / numbers.postings if numbers.postings else 0
    lines = [
        f"documents               {numbers.documents:>15,}",
        f"words                   {numbers.words:>15,}",
        f"(chunk, document) pairs {numbers.chunk_document_pairs:>15,}",
        f"distinct chunks         {numbers.distinct_chunks:>15,}",
        f"  in one document only  {percent(numbers.unique_share):>15}",
        f"  boilerplate           {numbers.boilerplate_chunks:>15,}",
        f"postings                {numbers.postings:>15,}",
        f"index on disk           {numbers.index_bytes:>15,} bytes, {per_posting:.1f} a posting",
        f"segments                {numbers.segments:>15,}",
        f"trace postings          {numbers.trace_postings:>15,}",
        f"  traces on disk        {numbers.trace_bytes:>15,} bytes",
    ]
    if numbers.without_traces:
        lines.append(
            f"  documents without     {numbers.without_traces:>15,} "
            "(the next 'simdoc add' makes their traces)"
        )
    if numbers.failed:
        lines.append(
            f"failed                  {numbers.failed:>15,} ('simdoc list --status failed')"
        )
    if numbers.deleted:
        lines.append(f"deleted, can be undone  {numbers.deleted:>15,}")
    return "\n".join(lines)


def verified(damage: Sequence[Damage], registry: Sequence[str]) -> str:
    """What is wrong, or that all is well."""
    if not damage and not registry:
        return "sound: every byte of the index and every text was read"
    lines = [f"index: {d.path}: {d.what}" for d in damage]
    lines += [f"registry: {line}" for line in registry]
    if damage:
        lines.append(
            "damaged segments were set aside and are not answered from; the next 'simdoc add' "
            "indexes their documents again from the stored texts"
        )
    return "\n".join(lines)
