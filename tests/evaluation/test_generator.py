"""Generated corpora: repeatable, readable, and with a truth that is true to the character."""

from __future__ import annotations

import dataclasses
import itertools
import unicodedata
from collections import Counter

import pytest

from simdoc.chunks import Fingerprinter
from simdoc.evaluation.generator import CorpusGenerator, CorpusPlan, GeneratedDocument
from simdoc.evaluation.vocabulary import Language, make_vocabulary
from simdoc.settings import FingerprintSettings
from simdoc.text.words import find_words

PLAN = CorpusPlan(documents=40, words=1_000, passages=(30, 60, 120), vocabulary=3_000)


def made(plan: CorpusPlan) -> list[GeneratedDocument]:
    return list(CorpusGenerator(plan).documents())


@pytest.mark.parametrize("language", ["english", "czech"])
def test_planted_passages_lie_where_the_truth_says(language: Language) -> None:
    documents = made(dataclasses.replace(PLAN, language=language, boilerplate_words=50))
    passages = [passage for document in documents for passage in document.passages]
    assert len(passages) >= 30
    assert {passage.words for passage in passages} == {30, 60, 120}
    for passage in passages:
        query, other = documents[passage.query].text, documents[passage.other].text
        copy = query[passage.query_start : passage.query_end]
        assert copy == other[passage.other_start : passage.other_end]
        for text, word, start, end in (
            (query, passage.query_word, passage.query_start, passage.query_end),
            (other, passage.other_word, passage.other_start, passage.other_end),
        ):
            words = find_words(text)
            last = word + passage.words - 1
            assert (int(words.starts[word]), int(words.ends[last])) == (start, end)


def test_passages_of_a_document_do_not_overlap() -> None:
    for document in made(PLAN):
        ordered = sorted(document.passages, key=lambda passage: passage.query_word)
        for before, after in itertools.pairwise(ordered):
            assert before.query_word + before.words <= after.query_word


def test_two_documents_share_what_was_planted_and_next_to_nothing_else() -> None:
    documents = made(dataclasses.replace(PLAN, vocabulary=30_000))
    fingerprinter = Fingerprinter(FingerprintSettings())

    def chunks(text: str) -> set[int]:
        return set(fingerprinter.chunks(text).fingerprints.tolist())

    sets = [chunks(document.text) for document in documents]
    for query, document in enumerate(documents):
        for other in range(query):
            planted = {
                fingerprint
                for p in document.passages
                if p.other == other
                for fingerprint in chunks(document.text[p.query_start : p.query_end])
            }
            common = sets[query] & sets[other]
            assert planted <= common
            sources = [{p.other for p in d.passages} for d in (document, documents[other])]
            if not sources[0] & sources[1]:  # else both may have the same words of a third
                assert len(common - planted) <= 3


def test_a_document_is_the_same_whoever_makes_it() -> None:
    small = made(PLAN)
    large = CorpusGenerator(dataclasses.replace(PLAN, documents=4_000))
    for ordinal in (39, 0, 17):
        assert large.document(ordinal) == small[ordinal]
    assert made(dataclasses.replace(PLAN, seed=2))[3].text != small[3].text


def test_documents_have_the_words_asked_for() -> None:
    for document in made(dataclasses.replace(PLAN, documents=5, words=777, passages=())):
        assert len(find_words(document.text)) == 777
        assert not document.passages


def test_boilerplate_opens_every_document_and_nothing_more() -> None:
    documents = made(dataclasses.replace(PLAN, boilerplate_words=80, receiving=0.0))
    end = int(find_words(documents[0].text).ends[79])
    assert {document.text[:end] for document in documents} == {documents[0].text[:end]}
    assert len({document.text[: end + 40] for document in documents}) == len(documents)


def test_the_vocabulary_is_ranked_pronounceable_and_distinct() -> None:
    czech = make_vocabulary("czech", 5_000, 1)
    english = make_vocabulary("english", 5_000, 1)
    for vocabulary in (czech, english):
        assert len(set(vocabulary)) == 5_000
        assert all(word.isalpha() and word == word.lower() for word in vocabulary)
        assert sum(map(len, vocabulary[:500])) < sum(map(len, vocabulary[-500:]))
    assert all(word.isascii() for word in english)
    assert sum(not word.isascii() for word in czech) > 2_000
    assert all(unicodedata.is_normalized("NFC", word) for word in czech)


def test_common_words_are_far_commoner_than_rare_ones() -> None:
    plan = dataclasses.replace(PLAN, documents=20, passages=())
    counts = Counter(
        word.strip(".,").lower() for document in made(plan) for word in document.text.split()
    )
    ranked = make_vocabulary(plan.language, plan.vocabulary, plan.seed)
    first = sum(counts[word] for word in ranked[:30])
    assert 0.2 < first / counts.total() < 0.4
    assert len(counts) > 2_000


def test_a_plan_that_has_no_room_for_its_passages_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        CorpusPlan(documents=2, words=100, passages=(60,))
    with pytest.raises(ValueError, match="do not fit"):
        CorpusPlan(documents=2, words=200, passages=(60,), boilerplate_words=50)
