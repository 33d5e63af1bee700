"""The built corpus is what a small university's archive would be, and its truth is true."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]
import pytest

from simdoc.evaluation.sample_corpus import Truth, read_truth, sample_documents
from simdoc.metadata import Metadata, missing_files, read_metadata
from simdoc.settings import ExtractionSettings
from simdoc.text.extract import extract_bytes
from simdoc.text.extracted import Extraction
from simdoc.text.words import find_words


@pytest.fixture(scope="module")
def table() -> dict[str, Metadata]:
    folder = sample_documents()
    return {str(path.relative_to(folder)): row for path, row in read_metadata(folder).items()}


@pytest.fixture(scope="module")
def outcomes(table: dict[str, Metadata]) -> dict[str, Extraction]:
    folder = sample_documents()
    found = {}
    for file in table:
        content = (folder / file).read_bytes()
        (found[file],) = extract_bytes(content, file, ExtractionSettings(ocr=False))
    return found


@pytest.fixture(scope="module")
def texts(outcomes: dict[str, Extraction]) -> dict[str, str]:
    return {file: one.extracted.text for file, one in outcomes.items() if one.extracted is not None}


@pytest.fixture(scope="module")
def truth() -> Truth:
    return read_truth()


def test_every_document_has_a_full_row_and_every_row_its_document(
    table: dict[str, Metadata],
) -> None:
    folder = sample_documents()
    assert missing_files(read_metadata(folder)) == []
    present = {str(path.relative_to(folder)) for path in folder.glob("*/*")}
    assert present == set(table)
    for file, row in table.items():
        assert all((row.title, row.author, row.submitted, row.kind, row.course)), file
        assert row.institution, file
        assert row.course == file.split("/")[0]
    with (folder / "metadata.csv").open(encoding="utf-8") as lines:
        header = next(csv.reader(lines))
    wanted = "file title author submitted kind course institution language supervisor"
    assert header == wanted.split()


def test_there_are_enough_documents_in_the_shares_of_languages_that_were_asked_for(
    table: dict[str, Metadata], texts: dict[str, str]
) -> None:
    assert len(texts) >= 60
    languages = Counter(table[file].language for file in texts)
    for language, share in (("en", 1 / 2), ("cs", 1 / 3), ("sk", 1 / 6)):
        assert languages[language] / len(texts) == pytest.approx(share, abs=0.05)
    assert set(languages) == {"en", "cs", "sk"}


def test_every_text_has_700_to_3000_words(texts: dict[str, str]) -> None:
    counts = {file: len(find_words(text)) for file, text in texts.items()}
    assert {file: n for file, n in counts.items() if not 700 <= n <= 3000} == {}


def test_simdoc_tells_the_language_of_every_document_as_its_row_does(
    table: dict[str, Metadata], outcomes: dict[str, Extraction], texts: dict[str, str]
) -> None:
    for file in texts:
        extracted = outcomes[file].extracted
        assert extracted is not None
        assert extracted.language == table[file].language, file


def test_every_format_is_there(texts: dict[str, str], outcomes: dict[str, Extraction]) -> None:
    types = Counter(one.extracted.file_type for one in outcomes.values() if one.extracted)
    assert set(types) == {"pdf", "docx", "odt", "rtf", "html", "text"}
    assert min(types.values()) >= 3
    encodings = {file: (sample_documents() / file).read_bytes() for file in texts if "txt" in file}
    utf8 = [file for file, content in encodings.items() if _is_utf8(content)]
    assert utf8
    assert len(utf8) < len(encodings)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_what_cannot_be_read_says_why(truth: Truth, outcomes: dict[str, Extraction]) -> None:
    reasons = {file: one.error.reason for file, one in outcomes.items() if one.error is not None}
    assert set(reasons) == set(truth.unreadable)
    for word in ("no text: run OCR", "password", "damaged", "empty"):
        assert sum(word in reason for reason in reasons.values()) == 1, word


def test_the_declaration_is_in_thirty_documents_and_in_enough_of_each_language(
    truth: Truth, texts: dict[str, str]
) -> None:
    assert len(truth.declarations) >= 30
    words: dict[str, set[tuple[int, ...]]] = {}
    for place in truth.declarations:
        hashes = find_words(texts[place.file][place.start : place.end]).hashes
        words.setdefault(place.language, set()).add(tuple(hashes.tolist()))
    counts = Counter(place.language for place in truth.declarations)
    assert all(len(variants) == 1 for variants in words.values())
    assert min(counts[language] for language in ("en", "cs", "sk")) > 10


def test_every_kind_of_reuse_is_planted(truth: Truth) -> None:
    kinds = {pair.kind for pair in truth.pairs}
    assert kinds == {
        *("verbatim", "transposed", "synonyms", "inflection", "czech-to-slovak"),
        *("slovak-to-czech", "homoglyphs", "white", "quoted", "bibliography", "template"),
        *("version", "essay-inside", "back-translation", "summary", "extended"),
        "altered-numbers",
    }
    sources = Counter(pair.query for pair in truth.pairs if pair.kind == "verbatim")
    assert max(sources.values()) == 3  # paragraphs from three different sources
    assert len(truth.unrelated) >= 5


def test_the_truth_begins_and_ends_with_whole_words_of_both_texts(
    truth: Truth, texts: dict[str, str]
) -> None:
    for pair in truth.pairs:
        for file, start, end in (
            (pair.query, pair.query_start, pair.query_end),
            (pair.other, pair.other_start, pair.other_end),
        ):
            words = find_words(texts[file])
            assert start in words.starts, (pair.plant, file)
            assert end in words.ends, (pair.plant, file)


@pytest.mark.parametrize("kind", ["verbatim", "homoglyphs", "white", "quoted", "essay-inside"])
def test_exact_copies_slice_to_the_same_words_on_both_sides(
    kind: str, truth: Truth, texts: dict[str, str]
) -> None:
    pairs = [pair for pair in truth.pairs if pair.kind == kind]
    assert pairs
    for pair in pairs:
        query = texts[pair.query][pair.query_start : pair.query_end]
        other = texts[pair.other][pair.other_start : pair.other_end]
        ours, theirs = (find_words(text).hashes.tolist() for text in (query, other))
        assert ours[:5] == theirs[:5]
        assert ours[-5:] == theirs[-5:]
        # A running head or a page number may stand in between.
        extra = sum(
            ((Counter(ours) - Counter(theirs)) + (Counter(theirs) - Counter(ours))).values()
        )
        assert extra <= 40


def test_a_transposed_copy_has_the_same_words_in_another_order(
    truth: Truth, texts: dict[str, str]
) -> None:
    for pair in (pair for pair in truth.pairs if pair.kind == "transposed"):
        ours = find_words(texts[pair.query][pair.query_start : pair.query_end]).hashes.tolist()
        theirs = find_words(texts[pair.other][pair.other_start : pair.other_end]).hashes.tolist()
        assert ours != theirs
        assert sorted(ours) == sorted(theirs)


def test_the_homoglyphs_are_cyrillic_on_one_side_only(truth: Truth, texts: dict[str, str]) -> None:
    (pair,) = [pair for pair in truth.pairs if pair.kind == "homoglyphs"]
    query = texts[pair.query][pair.query_start : pair.query_end]
    other = texts[pair.other][pair.other_start : pair.other_end]
    assert sum("\u0400" <= character < "\u0500" for character in query) > len(query) / 3
    assert not any("\u0400" <= character < "\u0500" for character in other)


def _fill_colours(path: Path) -> Counter[bool]:
    """How many letters of a PDF are white (True) and how many are not."""
    colours: Counter[bool] = Counter()
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            text = page.get_textpage()
            for index in range(text.count_chars()):
                parts = [pdfium.c_uint() for _ in range(4)]
                pdfium.FPDFText_GetFillColor(text.raw, index, *parts)
                if chr(pdfium.FPDFText_GetUnicode(text.raw, index)).isalpha():
                    colours[all(part.value == 255 for part in parts[:3])] += 1
    return colours


def test_the_hidden_passage_is_really_white_and_nothing_else_is(
    truth: Truth, texts: dict[str, str]
) -> None:
    (pair,) = [pair for pair in truth.pairs if pair.kind == "white"]
    hidden = texts[pair.query][pair.query_start : pair.query_end]
    colours = _fill_colours(sample_documents() / pair.query)
    assert colours[True] == sum(map(str.isalpha, hidden))
    assert colours[False] > 4 * colours[True]


def test_the_documents_are_small_enough_to_ship() -> None:
    assert sum(path.stat().st_size for path in sample_documents().glob("*/*")) < 6_000_000
