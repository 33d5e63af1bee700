"""The language of a text, told by its most frequent words and its letters.

Small on purpose: a dictionary-based detector needs half a second and 50 MB a language, this one
a sample of the text and the lists below. Words are compared without accents, because PDFs and
typists lose them; accents that are there count as well.

Texts of 3,000 characters (150 Czech, 150 Slovak, from Debian's translations, not used in making
the lists) were all told right; of single messages of 40 to 100 characters half are left untold,
and 6 % of the Slovak ones pass for Czech.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

_WORDS = {
    "cs": """a se v na je ze s z do o k i jako za pro po by byl jsou ktery ktere ktera ale tak nebo
    jeho jsem ve ke pri od uz jeste pouze tento tato toto teto techto take bylo byla byt neni jejich
    jak aby pokud kdy pak jen kdyz podle mezi pred nez vsak tedy proto muze lze ma mit jejiz jeji
    kterou kterych kterym tomto mimo napriklad diky tim jsme vice dale co coz""",
    "sk": """a sa v na je ze s z do o k i ako za pre po by bol su ktory ktore ktora ale tak alebo
    jeho som vo ku pri od uz este iba tento tato toto tejto tychto tiez bolo bola byt nie je ich
    aby ak kedy potom len ked podla medzi pred nez vsak teda preto moze mozno ma mat jej
    ktoru ktorych ktorym tomto okrem napriklad vdaka tym sme viac dalej co so aj""",
    "en": """the of and to in a is that for it as was with be by on not he his but at are this have
    from or had an which they you were all one we can there been has more when will would what if
    their its about into than who some could these may such also between other our only used""",
    "de": """der die und in den von zu das mit sich des auf fur ist im dem nicht ein eine als auch
    es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem uber einen so zum
    war haben nur oder aber vor zur bis mehr durch man sein wurde kann diese wenn dieser""",
    "pl": """w i na z do sie nie to ze jest o po a od za przez przy dla jak co ale jego jej ich oraz
    byl byla bylo ktory ktore ktora ktorych tym tego moze tylko juz tak lub czy gdy jako sa przed
    miedzy bardzo roku pod tej tez takze ten""",
    "fr": """de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce
    il sont avec ou son cette aux ont mais nous comme sa leur elle etre fait deux ces si meme entre
    dont peut""",
    "es": """de la que el en y a los se del las un por con no una su para es al lo como mas o pero
    sus le ha me si sin sobre este ya entre cuando todo esta ser son dos tambien fue habia era muy
    hasta desde""",
    "it": """di e il la che in a per un del non sono le una si con i da al dei come piu ma anche o
    della nel alla gli ha lo delle ed questo essere stato suo due tra cui se nella dal sulla degli
    era""",
    "hu": """a az es hogy nem is egy meg ez csak de volt ha mint mar el mely vagy ezt azt ki fel
    lehet kell sem ezek olyan ami aki kozott majd igen valamint amely utan szerint illetve ahol""",
    "ru": """и в не на что с по как это он к но а из у за от то все так для же вы бы было его или
    только быть также может если был которые при они мы до когда уже которыи""",
    "uk": """і в не на що з по як це він до але та із у за від то все так для же ви би було його або
    тільки бути також може якщо був які при вони ми коли вже який є""",
}  # fmt: skip
_LETTERS = {
    "cs": "ěřů",
    "sk": "ľĺŕôä",
    "pl": "łąęśżćńź",
    "de": "äöüß",
    "fr": "èêàçœ",
    "es": "ñ¿¡",
    "hu": "őű",
    "uk": "їєґі",
    "ru": "ыэёъ",
    "it": "ìòàù",
}
_SAMPLE = 50_000
_LEAST_WORDS = 2
_LEAST_SHARE = 0.08
"""Share of frequent words below which nothing is said; running text has 0.25 and more."""
_RUN = re.compile(r"[^\W\d_]+")


def detect_language(text: str) -> str | None:
    """ISO 639-1 code of the language most of the text is in; None when it cannot be told.

    A long text is judged by its middle, which is past title pages and abstracts in English.
    """
    start = max(0, (len(text) - _SAMPLE) // 2)
    sample = text[start : start + _SAMPLE].lower()
    runs = _RUN.findall(unicodedata.normalize("NFC", sample))
    if not runs:
        return None
    counts = Counter("".join(runs))
    # seldom in other languages, so such a letter is worth about half a frequent word
    letters = {code: 0.5 * sum(counts[c] for c in own) for code, own in _LETTERS.items()}
    scores = frequent_words(runs)
    best = max(_WORDS, key=lambda code: scores.get(code, 0.0) + letters.get(code, 0.0))
    table = _languages_of_words()
    frequent = sum(best in table.get(_without_accents(run), ()) for run in runs)
    seen = frequent + letters.get(best, 0.0)
    return best if seen >= max(_LEAST_WORDS, _LEAST_SHARE * len(runs)) else None


def frequent_words(words: list[str]) -> dict[str, float]:
    """For each language how many of these lower-case words are among its most frequent; a word
    that many languages share counts less."""
    languages = _languages_of_words()
    scores: dict[str, float] = {}
    for word, times in Counter(map(_without_accents, words)).items():
        sharing = languages.get(word, ())
        for language in sharing:
            scores[language] = scores.get(language, 0.0) + times / len(sharing)
    return scores


def _without_accents(word: str) -> str:
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@cache
def _languages_of_words() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for language, words in _WORDS.items():
        for word in dict.fromkeys(map(_without_accents, words.split())):
            table[word] = (*table.get(word, ()), language)
    return table
