"""The build: the same bytes again, nothing out of date, and sources that are wrong say how."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest

from sample_corpus.build.blocks import make_document
from sample_corpus.build.corpus import build, plan_corpus
from sample_corpus.build.plants import expand_plants, transposed
from sample_corpus.build.sources import HERE, LAYOUTS, Source, SourceError, read_sources
from sample_corpus.build.truth import extracted_text, locate
from sample_corpus.build.typesetting import break_points
from simdoc.evaluation.sample_corpus import read_truth, sample_documents


def source(text: str, **changes: str) -> Source:
    metadata = dict.fromkeys(("title", "author", "kind", "institution", "supervisor"), "x")
    metadata |= {"submitted": "2020-01-01", "course": "C", "language": "en"}
    slug = changes.pop("slug", "en-x")
    return Source(slug, metadata | changes, "txt", "single", False, text)


def test_one_document_of_each_format_and_layout_is_made_of_the_same_bytes_again() -> None:
    tried = set()
    for one in plan_corpus():
        look = (one.source.format, one.source.layout)
        if look not in tried:
            tried.add(look)
            assert one.content() == one.content(), look
    assert {layout for form, layout in tried if form == "pdf"} == set(LAYOUTS)
    assert len({form for form, _ in tried}) == 11


def test_what_is_committed_is_what_the_sources_give_and_nothing_old_is_left(
    tmp_path: Path,
) -> None:
    old = tmp_path / "documents" / "OLD101" / "gone.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"x")
    paths = build(tmp_path)
    assert not old.parent.exists()
    folder = sample_documents()
    table = (tmp_path / "documents" / "metadata.csv").read_text("utf-8")
    assert table == (folder / "metadata.csv").read_text("utf-8")
    unreadable = read_truth().unreadable
    for path in paths:
        file = str(path.relative_to(tmp_path / "documents"))
        if file not in unreadable:
            # Words, not bytes: another release of a library may write the same text otherwise.
            ours = extracted_text((folder / file).read_bytes(), file)
            assert extracted_text(path.read_bytes(), file) == ours, file
    committed = json.loads((HERE / "truth.json").read_text("utf-8"))
    assert json.loads((tmp_path / "truth.json").read_text("utf-8")) == committed


def test_hyphenated_pages_break_words_and_set_ligatures() -> None:
    planned = next(one for one in plan_corpus() if one.source.layout == "hyphenated")
    with pypdfium2.PdfDocument(planned.content()) as document:
        raw = "".join(page.get_textpage().get_text_range() for page in document)
    assert raw.count("\ufffe") > 10  # what PDFium gives for a hyphen at the end of a line


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("consequences", "con-se-quen-ces"),
        ("Záhorany", "Zá-ho-rany"),
        ("school", "school"),
        ("vzdělání", "vzdě-lání"),
    ],
)
def test_words_are_hyphenated_between_syllables(word: str, parts: str) -> None:
    points = [0, *break_points(word), len(word)]
    pieces = [word[a:b] for a, b in itertools.pairwise(points)]
    assert "-".join(pieces) == parts


def test_transposing_swaps_neighbours_and_keeps_names_numbers_and_punctuation() -> None:
    text = "One two three four five, six Seven 8 nine ten eleven twelve thirteen fourteen fifteen."
    swapped = transposed(text)
    assert swapped == (
        "One two three four five, six Seven 8 ten nine eleven twelve thirteen fourteen fifteen."
    )
    assert sorted(swapped.split()) == sorted(text.split())


def test_a_copy_is_put_in_where_it_is_asked_for_and_its_place_is_known() -> None:
    original = source(
        "# H\n\n⟦plant p⟧\nOne note[^1] here.\n\nTwo.\n⟦/plant⟧\n\nEnd.\n\n[^1]: N.\n"
    )
    copier = source("Mine.\n\n⟦copy p⟧\n\nAlso mine.\n", slug="en-y")
    first, second = (make_document(one, {}) for one in expand_plants([original, copier]))
    assert first.plain == "H\nOne note here.\nTwo.\nEnd."
    assert second.plain == "Mine.\nOne note here.\nTwo.\nAlso mine."
    for document in (first, second):
        (span,) = document.spans
        assert document.plain[span.start : span.end] == "One note here.\nTwo."
    assert first.notes == ("N.",)
    assert second.notes == ()


def test_a_quoted_copy_has_the_marks_of_its_language_outside_its_place() -> None:
    original = source("⟦plant p⟧Slova.⟦/plant⟧", language="cs")
    copier = source("Řekla: ⟦copy p quoted: (N, s. 1)⟧ A dál.", language="cs", slug="cs-y")
    document = make_document(expand_plants([original, copier])[1], {})
    assert document.plain == "Řekla: „Slova.“ (N, s. 1) A dál."
    (span,) = document.spans
    assert document.plain[span.start : span.end] == "Slova."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("⟦copy nobody⟧", "no original nobody"),
        ("⟦plant p⟧ words", "not closed"),
        ("⟦plant p⟧ words ⟦/plant⟧ ⟦from p version⟧ others", "not closed"),
        ("⟦plant p⟧ words ⟦/plant⟧", "nobody copies p"),
        ("⟦plan p⟧ words", "means nothing"),
        ("⟦plant p⟧ a ⟦copy p⟧ b ⟦/plant⟧", "has a mark inside"),
    ],
)
def test_a_wrong_mark_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(SourceError, match=re.escape(says)):
        expand_plants([source(text)])


@pytest.mark.parametrize(
    ("front", "says"),
    [
        ("format: pfd", "format is 'pfd'"),
        ("format: pdf\nlayout: three", "layout is 'three'"),
        ("format: pdf\nauthor:", "author is missing"),
        ("format pdf", "not 'key: value'"),
    ],
)
def test_wrong_front_matter_is_refused_with_the_reason(
    tmp_path: Path, front: str, says: str
) -> None:
    good = "title: T\nauthor: A\nsubmitted: 2020\nkind: k\ncourse: C\ninstitution: I\nlanguage: en"
    (tmp_path / "en-a.md").write_text(f"---\n{good}\n{front}\n---\nText.\n", "utf-8")
    with pytest.raises(SourceError, match=re.escape(says)):
        read_sources(tmp_path)


def test_footnotes_that_are_called_and_written_must_agree() -> None:
    (expanded,) = expand_plants([source("A call[^1].\n")])
    with pytest.raises(SourceError, match="footnotes called"):
        make_document(expanded, {})


def test_a_passage_is_found_again_around_page_numbers_and_hyphens() -> None:
    plain = "zero alpha beta gamma delta epsilon omega"
    text = "head\nzero alpha beta gam-\nma\n17\nhead\ndelta epsilon omega"
    start, end = plain.index("alpha"), plain.index(" omega")
    ((found_start, found_end),) = locate(plain, [(start, end)], text, "f")
    assert text[found_start:found_end] == "alpha beta gam-\nma\n17\nhead\ndelta epsilon"


def test_a_passage_that_the_file_does_not_hold_is_an_error() -> None:
    with pytest.raises(SourceError, match="found again"):
        locate("one two three four", [(0, 18)], "quite other words", "f")
