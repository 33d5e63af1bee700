"""A tiny corpus in PAN's layout, from its files to its scores."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from simdoc.errors import SimdocError
from simdoc.evaluation.detectors import (
    AlignmentDetector,
    ReuseDetector,
    ValidIntervalDetector,
    read_background,
    write_background,
)
from simdoc.evaluation.pan import Half, PanPair, describe, evaluate_pan, read_pairs, read_truth

COPIED = (
    "The mill on the lower weir ground barley until the flood of 1784 carried its wheel away, and "
    "the miller, who had lent his savings to the parish, was never paid for the repair. His "
    "daughter kept the ledgers in a tin box under the granary floor, where rats and damp spared "
    "them for two hundred years."
)
QUERY = f"Sailors count knots by heart.\r\nNobody asked why.\n{COPIED}\nThen it rained on Monday."
OTHER = f"Cheese ripens slowly in caves.\n\n{COPIED}\n\nEnd of the quarterly report on sheep."


def written_corpus(folder: Path) -> Path:
    for name in ("susp", "src", "01-none", "02-copied"):
        (folder / name).mkdir(parents=True)
    (folder / "susp" / "q1.txt").write_bytes(QUERY.encode())
    (folder / "src" / "s1.txt").write_bytes(OTHER.encode())
    (folder / "src" / "s2.txt").write_bytes(b"Nothing in here is like anything else at all.")
    (folder / "01-none" / "pairs").write_text("q1.txt s2.txt\n")
    (folder / "01-none" / "q1-s2.xml").write_text('<document reference="q1.txt"/>')
    (folder / "02-copied" / "pairs").write_text("q1.txt s1.txt\n")
    start, other_start = QUERY.index("The mill"), OTHER.index("The mill")
    (folder / "02-copied" / "q1-s1.xml").write_text(
        '<document reference="q1.txt"><feature name="about" title="x"/>'
        f'<feature name="plagiarism" this_offset="{start}" this_length="{len(COPIED)}" '
        f'source_reference="s1.txt" source_offset="{other_start}" '
        f'source_length="{len(COPIED)}"/></document>'
    )
    return folder


@pytest.mark.parametrize("detector", [ValidIntervalDetector(), ReuseDetector()])
def test_a_planted_copy_is_found_measured_and_written(
    tmp_path: Path, detector: ValidIntervalDetector | ReuseDetector
) -> None:
    corpus, out = written_corpus(tmp_path / "corpus"), tmp_path / "out"
    heard: list[tuple[int, int]] = []
    results = evaluate_pan(
        corpus, detector, out, processes=1, progress=lambda done, all_: heard.append((done, all_))
    )
    assert list(results.folders) == ["01-none", "02-copied"]
    assert results.folders["01-none"].scores.detections == 0
    copied = results.folders["02-copied"].scores
    assert copied.cases == copied.detections == 1
    assert copied.plagdet > 0.98
    assert results.entire.pairs == 2
    assert heard[-1] == (2, 2)
    pair = PanPair("02-copied", "q1.txt", "s1.txt")
    [found] = read_truth(out / "02-copied" / "q1-s1.xml", pair, "detected-plagiarism")
    [true] = read_truth(corpus / "02-copied" / "q1-s1.xml", pair)
    assert abs(found.query_start - true.query_start) <= 1  # \r\n counts as two characters
    assert read_truth(out / "01-none" / "q1-s2.xml", pair, "detected-plagiarism") == []
    assert "02-copied" in describe(results)


def test_the_halves_are_told_by_the_checksum_of_the_name_as_written() -> None:
    for number in range(20):
        pair = PanPair("f", f"suspicious-document{number:05}.txt", "s.txt")
        even = zlib.crc32(pair.query.encode()) % 2 == 0
        assert pair.half == ("tuning" if even else "held-out")


def test_one_half_and_every_nth_pair_can_be_asked_for(tmp_path: Path) -> None:
    corpus = written_corpus(tmp_path)
    half = PanPair("", "q1.txt", "").half
    other: Half = "held-out" if half == "tuning" else "tuning"
    assert evaluate_pan(corpus, ValidIntervalDetector(), half=half, every=2).entire.pairs == 1
    assert evaluate_pan(corpus, ValidIntervalDetector(), half=other).entire.pairs == 0


def test_a_folder_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SimdocError, match="PAN"):
        read_pairs(tmp_path)


def test_a_line_that_is_no_pair_is_named(tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "pairs").write_text("a.txt b.txt\n\nonly-one.txt\n")
    with pytest.raises(SimdocError, match="line 3"):
        read_pairs(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "<document",
        '<d><feature name="plagiarism" this_offset="x" source_offset="1"/></d>',
    ],
)
def test_a_broken_truth_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "t.xml").write_text(content)
    with pytest.raises(SimdocError, match=r"t\.xml"):
        read_truth(tmp_path / "t.xml", PanPair("f", "a", "b"))


def test_a_missing_text_stops_the_evaluation_by_name(tmp_path: Path) -> None:
    corpus = written_corpus(tmp_path)
    (corpus / "src" / "s2.txt").unlink()
    with pytest.raises(SimdocError, match=r"s2\.txt"):
        evaluate_pan(corpus, ValidIntervalDetector(), processes=1)


def test_intrinsic_annotations_without_a_source_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "t.xml"
    path.write_text('<d><feature name="plagiarism" this_offset="1" this_length="1"/></d>')
    assert read_truth(path, PanPair("f", "a", "b")) == []


def test_the_background_of_a_corpus_is_the_share_of_each_stem(tmp_path: Path) -> None:
    write_background(["red red blue", "red green"], tmp_path / "b.npz")
    background = read_background(tmp_path / "b.npz")
    assert sorted(background.shares.tolist()) == pytest.approx([0.2, 0.2, 0.6])
    assert AlignmentDetector(background=tmp_path / "b.npz")(QUERY, OTHER)
