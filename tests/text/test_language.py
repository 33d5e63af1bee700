"""The language of a paragraph is told, and not guessed where there is none."""

from __future__ import annotations

import unicodedata

import pytest

from simdoc.text.language import detect_language

PARAGRAPHS = {
    "cs": (
        "Tato práce se zabývá hledáním podobných dokumentů v rozsáhlých sbírkách a popisuje "
        "metody, které lze použít. Výsledky ukazují, že navržená metoda je rychlejší než ostatní."
    ),
    "sk": (
        "Táto práca sa zaoberá vyhľadávaním podobných dokumentov vo veľkých zbierkach a opisuje "
        "metódy, ktoré možno použiť. Výsledky ukazujú, že navrhnutá metóda je rýchlejšia ako iné."
    ),
    "en": (
        "This thesis deals with the search for similar documents in large collections and "
        "describes the methods that can be used. The results show that "
        "the method is faster than others."
    ),
    "de": (
        "Diese Arbeit beschäftigt sich mit der Suche nach ähnlichen Dokumenten in großen "
        "Sammlungen und beschreibt die Verfahren. Die Ergebnisse zeigen, dass das "
        "Verfahren schneller ist."
    ),
    "pl": (
        "Niniejsza praca dotyczy wyszukiwania podobnych dokumentów w dużych zbiorach oraz opisuje "
        "metody, które można wykorzystać. Wyniki pokazują, że metoda jest szybsza od innych."
    ),
    "fr": (
        "Ce travail porte sur la recherche de documents similaires dans les grandes collections et "
        "décrit les méthodes qui sont utilisées. Les résultats montrent que la méthode est rapide."
    ),
    "es": (
        "Este trabajo trata sobre la búsqueda de documentos similares en las grandes colecciones y "
        "describe los métodos que se usan. Los resultados muestran que el método es más rápido."
    ),
    "it": (
        "Questo lavoro tratta della ricerca di documenti simili nelle grandi raccolte e dei metodi "
        "che sono usati. I risultati mostrano che il metodo è più rapido degli altri."
    ),
    "hu": (
        "Ez a dolgozat a hasonló dokumentumok keresésével foglalkozik, és azt mutatja meg, hogy a "
        "módszer gyors. Az eredmények szerint ez nem csak egy lehetőség, és már volt is példa."
    ),
    "ru": (
        "Эта работа посвящена поиску похожих документов в больших коллекциях. Результаты "
        "показывают, что метод быстрее других, и он может быть полезен для всех."
    ),
    "uk": (
        "Ця робота присвячена пошуку подібних документів у великих колекціях. Результати "
        "показують, що метод швидший за інші, і він може бути корисний для всіх."
    ),
}


@pytest.mark.parametrize("language", PARAGRAPHS)
def test_a_paragraph_tells_its_language(language: str) -> None:
    assert detect_language(PARAGRAPHS[language]) == language


@pytest.mark.parametrize("language", PARAGRAPHS)
def test_letter_case_and_decomposed_accents_change_nothing(language: str) -> None:
    text = PARAGRAPHS[language].upper()
    assert detect_language(unicodedata.normalize("NFD", text)) == language


@pytest.mark.parametrize("language", ["cs", "sk", "pl", "de", "hu"])
def test_the_language_is_told_without_accents_too(language: str) -> None:
    letters = unicodedata.normalize(
        "NFD", PARAGRAPHS[language].replace("ł", "l").replace("ß", "ss")
    )
    assert detect_language("".join(c for c in letters if not unicodedata.combining(c))) == language


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12 345",
        "qwerty asdf",
        "これは日本語の文章です",
        "x = y + z",
        "Lorem ipsum dolor sit amet",
    ],
)
def test_what_is_no_known_language_has_none(text: str) -> None:
    assert detect_language(text) is None


def test_an_abstract_in_english_does_not_make_a_czech_thesis_english() -> None:
    assert detect_language(PARAGRAPHS["en"] * 5 + PARAGRAPHS["cs"] * 1000) == "cs"
