"""Czech written as Slovak, and back: common words by a list, the rest by regular spelling.

No translation anyone would print, but what matters to a detector: the words that differ differ,
the kindred ones change by the letters and endings in which the two languages correspond.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from simdoc.evaluation.draft import Draft
from simdoc.evaluation.word_changes import Means

_WORDS = """
a:a ale:ale ani:ani asi:asi až:až bez:bez bude:bude budou:budú by:by být:byť byl:bol byla:bola
byli:boli bylo:bolo byly:boli co:čo což:čo další:ďalší dnes:dnes do:do dobře:dobre hlavně:hlavne
chtěl:chcel i:aj jak:ako jako:ako jaký:aký je:je jeden:jeden jediný:jediný jeho:jeho jejich:ich
její:jej jen:len ještě:ešte jsem:som jsi:si jsme:sme jsou:sú jste:ste k:k kam:kam každý:každý
kde:kde kdo:kto kdy:kedy když:keď ke:ku která:ktorá které:ktoré kterého:ktorého kterém:ktorom
kterému:ktorému kterou:ktorú který:ktorý kteří:ktorí kterých:ktorých kterým:ktorým kterými:ktorými
lze:možno má:má mají:majú mezi:medzi mimo:mimo mít:mať mnoho:mnoho možná:možno může:môže
mohou:môžu na:na nad:nad např:napr například:napríklad ne:nie nebo:alebo neboť:lebo nejsou:nie
není:nie než:než nic:nič o:o od:od pak:potom po:po pod:pod podle:podľa pokud:ak pořád:stále
pouze:iba pro:pre proč:prečo protože:pretože proto:preto před:pred přes:cez při:pri příliš:príliš
s:s se:sa si:si skoro:takmer spíše:skôr stále:stále své:svoje svého:svojho svou:svoju
svých:svojich tady:tu tak:tak také:tiež takový:taký tato:táto tedy:teda tehdy:vtedy téměř:takmer
ten:ten tento:tento teprve:až této:tejto těchto:týchto tím:tým to:to toho:toho tom:tom tomto:tomto
toto:toto tu:tú ty:tie tyto:tieto u:u už:už v:v ve:vo velmi:veľmi více:viac vlastně:vlastne
však:však všechno:všetko všech:všetkých všechny:všetky vždy:vždy z:z za:za zatím:zatiaľ ze:zo
že:že znovu:znova jinak:inak jiný:iný později:neskôr dříve:skôr dosud:doteraz rok:rok roku:roku
roce:roku let:rokov léta:roky letech:rokoch den:deň práce:práca práci:prácu škola:škola
školy:školy člověk:človek lidé:ľudia lidí:ľudí dítě:dieťa děti:deti dům:dom město:mesto
vesnice:dedina vesnici:dedine doba:doba době:dobe čas:čas otázka:otázka výsledek:výsledok
příklad:príklad případ:prípad způsob:spôsob část:časť množství:množstvo většina:väčšina
cukrovar:cukrovar smlouva:zmluva zboží:tovar zákazník:zákazník spotřebitel:spotrebiteľ
týden:týždeň měsíc:mesiac hodina:hodina září:septembra října:októbra listopadu:novembra
prosince:decembra ledna:januára února:februára března:marca dubna:apríla května:mája června:júna
července:júla srpna:augusta jejichž:ktorých jenž:ktorý jestli:či již:už
"""
"""Czech:Slovak. Of several Czech words for a Slovak one the first listed comes back."""
_TO_SLOVAK: tuple[tuple[str, str], ...] = (
    (r"ování$", "ovanie"),
    (r"([ae])ní$", r"\1nie"),
    (r"ění$", "enie"),
    (r"ost$", "osť"),
    (r"nout$", "núť"),
    (r"(?<=[aeiě])t$", "ť"),
    (r"uji$", "ujem"),
    (r"ují$", "ujú"),
    (r"ají$", "ajú"),
    (r"ech$", "och"),
    (r"ům$", "om"),
    (r"ů$", "ov"),
    (r"em$", "om"),
    (r"(?<=\w)ou(?=\w)", "ú"),
    (r"ů", "ô"),
    (r"ř", "r"),
    (r"ě", "e"),
    (r"(?<=[čšž])í(?=\w)", "i"),
)
_TO_CZECH: tuple[tuple[str, str], ...] = (
    (r"ovanie$", "ování"),
    (r"([ae])nie$", r"\1ní"),
    (r"osť$", "ost"),
    (r"núť$", "nout"),
    (r"(?<=[aei])ť$", "t"),
    (r"ujem$", "uji"),
    (r"ujú$", "ují"),
    (r"ajú$", "ají"),
    (r"och$", "ech"),
    (r"(?<=\w\w\w)ov$", "ů"),
    (r"om$", "em"),
    (r"(?<=\w)ú(?=\w)", "ou"),
    (r"ô", "ů"),
    (r"ľ", "l"),
    (r"ĺ", "l"),
    (r"ŕ", "r"),
    (r"ä", "e"),
    (r"ia(?=[mc])", "í"),
    (r"ie", "í"),
    (r"(?<=[pt])ri", "ři"),
    (r"(?<=[p])re", "ře"),
    (r"(?<=[mvbp])e(?=[dtsl])", "ě"),
    (r"dz", "z"),
)


def _compiled(rules: Sequence[tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in rules)


_SLOVAK_WORDS = dict(pair.split(":") for pair in _WORDS.split())
_CZECH_WORDS = {slovak: czech for czech, slovak in reversed(_SLOVAK_WORDS.items())}
_SLOVAK_RULES, _CZECH_RULES = _compiled(_TO_SLOVAK), _compiled(_TO_CZECH)


def slovak_word(word: str) -> str:
    """A Czech word, in small letters, as Slovak writes it."""
    return _rewritten(word, _SLOVAK_WORDS, _SLOVAK_RULES)


def czech_word(word: str) -> str:
    """A Slovak word, in small letters, as Czech writes it."""
    return _rewritten(word, _CZECH_WORDS, _CZECH_RULES)


def _rewritten(
    word: str, listed: dict[str, str], rules: Sequence[tuple[re.Pattern[str], str]]
) -> str:
    if word in listed:
        return listed[word]
    for pattern, new in rules:
        word = pattern.sub(new, word)
    return word


def to_slovak(draft: Draft, strength: float, means: Means) -> Draft:
    """Write a share of the words of a Czech text as Slovak does."""
    return _translated(draft, strength, means, slovak_word)


def to_czech(draft: Draft, strength: float, means: Means) -> Draft:
    """Write a share of the words of a Slovak text as Czech does."""
    return _translated(draft, strength, means, czech_word)


def _translated(
    draft: Draft, strength: float, means: Means, rewrite: Callable[[str], str]
) -> Draft:
    new = {k: rewrite(word.letters.lower()) for k, word in enumerate(draft.words)}
    able = [k for k, letters in new.items() if letters != draft.words[k].letters.lower()]
    return draft.with_words({k: new[k] for k in means.chosen(able, strength)})
