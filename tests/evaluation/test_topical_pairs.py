"""Pairs by subject: the vocabulary decides, everyday words do not."""

from __future__ import annotations

from pathlib import Path

from simdoc.evaluation.topical_pairs import topical_pairs

TEXTS = {
    "bees": "the bees of the meadow gather nectar and the hive hums with honey",
    "hives": "honey from the hive of the bees when nectar is rich",
    "ships": "the ships of the harbour unload copper and the crane hums",
    "docks": "copper from the harbour by the ships when the crane is free",
}


def test_each_text_meets_the_one_about_its_subject(tmp_path: Path) -> None:
    # Enough texts on nothing in common, so that "the" and "of" are everyday words.
    for number in range(40):
        words = " ".join(f"{chr(97 + number % 26)}{letter}xq{number}" for letter in "abcdefgh")
        (tmp_path / f"z{number:02}").write_text(f"the of and when {words}")
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    found = topical_pairs(sorted(tmp_path.iterdir()))
    names = {(one.name, two.name) for one, two in found}
    assert {("bees", "hives"), ("docks", "ships")} <= names
    assert not {("bees", "ships"), ("bees", "docks"), ("hives", "ships")} & names


def test_a_pair_comes_once(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text("amber basalt copper")
    assert len(topical_pairs(sorted(tmp_path.iterdir()))) <= 1
