"""What the alignment finds in texts whose reuse is known to the character."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simdoc.passages.align import Aligned, Alignment, align
from simdoc.passages.alignment_settings import DEFAULTS
from simdoc.passages.background import stemmed
from tests.passages.pair_texts import rewritten, sentences, text


def aligned(query: str, other: str) -> Alignment:
    return align(stemmed(query), stemmed(other), DEFAULTS)


def borders(found: Aligned) -> tuple[int, int, int, int]:
    return found.query_start, found.query_end, found.other_start, found.other_end


def test_a_verbatim_copy_is_found_to_the_character() -> None:
    copied = sentences(1, 6)
    query = text(sentences(2, 20), copied, sentences(3, 20))
    other = text(sentences(4, 30), copied, sentences(5, 10))
    [found] = aligned(query, other).passages
    whole = text(copied)
    at, opposite = query.index(whole), other.index(whole)
    assert borders(found) == (at, at + len(whole), opposite, opposite + len(whole))
    assert found.box.form == "run"


@pytest.mark.parametrize("seed", range(5))
def test_a_rewritten_copy_is_found_by_whole_sentences(seed: int) -> None:
    source = sentences(10 + seed, 6)
    changed = rewritten(source, 20 + seed)
    query = text(sentences(30 + seed, 20), changed, sentences(40 + seed, 20))
    other = text(sentences(50 + seed, 25), source, sentences(60 + seed, 15))
    [found] = aligned(query, other).passages
    ours = query[found.query_start : found.query_end]
    theirs = other[found.other_start : found.other_end]
    # Whole sentences, at least five of the six: all words of one may have been replaced by chance.
    for part, whole in ((ours, changed), (theirs, source)):
        assert part in {text(whole), text(whole[1:]), text(whole[:-1])}
    assert found.box.form == "found"
    assert found.box.evidence > DEFAULTS.least_evidence


@pytest.mark.parametrize("seed", range(10))
def test_unrelated_texts_share_nothing(seed: int) -> None:
    assert aligned(text(sentences(seed, 60)), text(sentences(100 + seed, 60))).passages == ()


def test_two_copies_are_two_passages_in_order_of_the_query() -> None:
    one, two = sentences(1, 5), sentences(2, 5)
    query = text(sentences(3, 20), two, sentences(4, 20), one, sentences(5, 10))
    other = text(one, sentences(6, 30), two)
    found = aligned(query, other).passages
    assert [query[p.query_start : p.query_end] for p in found] == [text(two), text(one)]
    assert [other[p.other_start : p.other_end] for p in found] == [text(two), text(one)]


def test_a_whole_copy_is_one_passage_though_its_words_surprise_nobody() -> None:
    whole = text(sentences(1, 120))
    [found] = aligned(whole, whole).passages
    assert borders(found) == (0, len(whole), 0, len(whole))


def test_a_whole_text_rewritten_is_found_nearly_whole() -> None:
    source = sentences(1, 120)
    query, other = text(rewritten(source, 2)), text(source)
    found = aligned(query, other).passages
    assert sum(p.query_end - p.query_start for p in found) > 0.9 * len(query)


def test_a_summary_is_one_passage_over_the_places_it_draws_on() -> None:
    source = sentences(1, 60)
    drawn = [source[at] for at in (4, 18, 31, 45)]
    query = text(sentences(2, 20), rewritten(drawn, 3, 0.2), sentences(4, 20))
    [found] = aligned(query, text(source)).passages
    assert found.box.form == "summary"
    assert found.other_start <= text(source).index(source[18])
    assert found.other_end >= text(source).index(source[31])
    without = replace(DEFAULTS, summaries=False)
    parts = align(stemmed(query), stemmed(text(source)), without).passages
    assert all(part.box.form != "summary" for part in parts)


def test_a_short_phrase_is_no_passage() -> None:
    phrase = "Nevertheless kormobastevo prazilidra fleguhu."
    query = text(sentences(1, 20), [phrase], sentences(2, 20))
    assert aligned(query, text(sentences(3, 20), [phrase], sentences(4, 20))).passages == ()


def test_the_same_protocol_with_other_figures_is_known_as_such() -> None:
    chance = np.random.default_rng(7)
    lines = sentences(1, 12)

    def filled(seed: int) -> list[str]:
        figures = np.random.default_rng(seed).integers(1000, 9999, len(lines))
        return [f"{line[:-1]} {figure} mg." for line, figure in zip(lines, figures, strict=True)]

    query = text(sentences(2, 20), filled(int(chance.integers(99))), sentences(3, 10))
    other = text(sentences(4, 20), filled(int(chance.integers(100, 199))), sentences(5, 10))
    found = aligned(query, other)
    [passage] = found.passages
    assert found.other_numbers(passage)
    same = aligned(query, query)
    assert not any(same.other_numbers(passage) for passage in same.passages)


def test_words_that_speak_are_words_of_both_sides_and_rare() -> None:
    source = sentences(1, 6)
    query = text(sentences(2, 20), rewritten(source, 3), sentences(4, 20))
    other = text(sentences(5, 20), source, sentences(6, 20))
    found = aligned(query, other)
    [passage] = found.passages
    speaks = found.speaks(passage, best=8)
    assert len(speaks) == 8
    nats = [evidence for _, evidence in speaks]
    assert nats == sorted(nats, reverse=True)
    assert nats[-1] > 0
    there = other[passage.other_start : passage.other_end].lower()
    assert all(word[:5].lower() in there for word, _ in speaks)


@pytest.mark.parametrize(("query", "other"), [("", ""), ("", "some words"), ("a", "a"), ("…", "!")])
def test_nothing_is_found_in_next_to_nothing(query: str, other: str) -> None:
    assert aligned(query, other).passages == ()


def test_czech_words_with_other_endings_and_slovak_spelling_are_found() -> None:
    czech = (
        "Soudní úředník kontroloval účetní knihy mlýna každou sobotu odpoledne. Mouka z horního "
        "mlýna se vozila do vzdáleného města pouze v zimě, když byly cesty zamrzlé. Stavitel "
        "kostela dostával plat z pokladny obce a bydlel zdarma u místního faráře."
    )
    slovak = (
        "Súdny úradník kontroloval účtovné knihy mlyna každú sobotu popoludní. Múka z horného "
        "mlyna sa vozila do vzdialeného mesta iba v zime, keď boli cesty zamrznuté. Staviteľ "
        "kostola dostával plat z pokladnice obce a býval zadarmo u miestneho farára."
    )
    query = text(sentences(1, 20), [slovak], sentences(2, 20))
    other = text(sentences(3, 20), [czech], sentences(4, 20))
    [found] = aligned(query, other).passages
    assert query[found.query_start : found.query_end] == slovak
    assert other[found.other_start : found.other_end] == czech


def test_long_texts_go_through_the_coarse_pass_and_lose_nothing() -> None:
    copied = sentences(1, 8)
    changed = rewritten(copied, 2)
    query = text(sentences(3, 900), changed, sentences(4, 300))
    other = text(sentences(5, 200), copied, sentences(6, 1000))
    [found] = aligned(query, other).passages
    assert query[found.query_start : found.query_end] == text(changed)
    assert other[found.other_start : found.other_end] == text(copied)
