"""Texts in any encoding come out exactly as they were written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.settings import ExtractionSettings
from simdoc.text.eight_bit import best_encoding
from simdoc.text.plain import decode, looks_binary, read, unicode_encoding

SETTINGS = ExtractionSettings()
# The weights were set while looking at these sentences, so they guard what works and measure
# nothing; simdoc/text/eight_bit.py says how often it is right on texts it has never seen.
CZECH = """Příliš žluťoučký kůň úpěl ďábelské ódy. Tato práce se zabývá hledáním podobných dokumentů
v rozsáhlých sbírkách. V úvodu jsou popsány existující přístupy a jejich omezení. Nejprve je třeba
rozdělit text na slova. Jedná se o známý problém, který byl řešen již mnohokrát. Výsledky ukazují,
že navržená metoda je rychlejší. Děkuji vedoucímu práce za cenné rady a trpělivost. Prohlašuji, že
jsem tuto práci vypracoval samostatně. Student má předložit práci v termínu. Závěr shrnuje dosažené
výsledky a naznačuje další směr výzkumu. Šance na úspěch je malá. Byl pozdní večer, první máj.
Ťuká déšť do oken. Řeka teče údolím. Město Plzeň leží na západě Čech."""
SLOVAK = """Kŕdeľ šťastných ďatľov učí pri ústí Váhu mĺkveho koňa obhrýzať kôru a žrať čerstvé mäso.
Táto práca sa zaoberá vyhľadávaním podobných dokumentov vo veľkých zbierkach. V úvode sú opísané
existujúce prístupy a ich obmedzenia. Najprv je potrebné rozdeliť text na slová. Ide o známy
problém, ktorý bol riešený už mnohokrát. Výsledky ukazujú, že navrhnutá metóda je rýchlejšia.
Ďakujem vedúcemu práce za cenné rady a trpezlivosť. Vyhlasujem, že som túto prácu vypracoval
samostatne. Študent má predložiť prácu v termíne. Záver zhŕňa dosiahnuté výsledky a
naznačuje ďalší smer."""
OTHERS = {
    "cp1252": "Die Bürger äußerten große Zweifel über die Änderungen – „oder nicht“.",
    "iso8859-1": "L'élève a été très étonné par les règles à suivre dans la forêt.",
    "cp850": "Die Bürger äußerten große Zweifel über die Änderungen der Gesetze.",
    "iso8859-2": "Zażółć gęślą jaźń, powiedział mężczyzna, który szedł ulicą.",
    "cp1251": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "koi8-r": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "cp866": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "koi8-u": "Україна є незалежною державою, її столиця Київ.",
    "cp1253": "Η γλώσσα των Ελλήνων είναι όμορφη και αρχαία.",
    "cp1254": "Bu çalışma öğrencilerin başarısını ölçüyor ve değerlendiriyor.",
    "shift_jis": "これは日本語の文章です。文字コードを調べます。" * 3,
}


def sentences(text: str) -> list[str]:
    """The sentences of a text, one a line."""
    return re.findall(r"\S[^.]*\.", text)


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2", "cp852"])
@pytest.mark.parametrize("text", [CZECH, SLOVAK], ids=["Czech", "Slovak"])
def test_every_czech_and_slovak_sentence_is_read_in_its_8_bit_encoding(
    text: str, encoding: str
) -> None:
    for sentence in sentences(text):
        assert decode(sentence.encode(encoding), "x")[0] == sentence


@pytest.mark.parametrize("text", [CZECH, SLOVAK], ids=["Czech", "Slovak"])
def test_a_whole_text_from_an_old_macintosh_is_read(text: str) -> None:
    assert decode(text.encode("mac_latin2"), "x")[0] == text


@pytest.mark.parametrize("encoding", OTHERS)
def test_other_languages_are_read_in_their_encodings(encoding: str) -> None:
    assert decode(OTHERS[encoding].encode(encoding), "x")[0] == OTHERS[encoding]


def test_typographic_marks_of_windows_tell_its_code_page() -> None:
    text = "„Kdo to řekl?“ zeptal se tiše – a odešel… v\u00a0noci."
    assert decode(text.encode("cp1250"), "x")[0] == text


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-be"]
)
@pytest.mark.parametrize("text", [CZECH, "Ahoj, jak se máš?", "only ASCII here", "Привет всем вам"])
def test_unicode_is_read_with_and_without_a_mark(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "x") == (text, ())


@given(st.text(min_size=1))
def test_any_valid_utf_8_comes_out_as_it_was(text: str) -> None:
    data = text.encode("utf-8")
    if not looks_binary(data) and unicode_encoding(data) == "utf-8":
        assert decode(data, "x")[0] == text.removeprefix("\ufeff")


@given(st.binary(min_size=1, max_size=200))
def test_any_bytes_have_an_encoding_that_exists(data: bytes) -> None:
    data.decode(best_encoding(data), "replace")


def test_line_ends_and_form_feeds_stay_as_they_are() -> None:
    data = b"one\r\ntwo\rthree\nfour\x0cfive\x0b\x85 six  \n"
    assert (
        read(data.replace(b"\x85", b""), "x", SETTINGS).text
        == "one\r\ntwo\rthree\nfour\x0cfive\x0b six  \n"
    )


def test_a_few_broken_characters_are_replaced_with_a_note() -> None:
    data = CZECH.encode().replace("ž".encode(), b"\xc5", 1)
    extracted = read(data, "x", SETTINGS)
    assert extracted.text == CZECH.replace("ž", "\ufffd", 1)
    assert extracted.notes == ("1 damaged characters were replaced by \ufffd",)


def test_a_text_cut_in_the_middle_of_a_character_is_still_utf_8() -> None:
    data = "Byla tma. Už je den, ráno š".encode()[:-1]
    assert read(data, "x", SETTINGS).text == "Byla tma. Už je den, ráno \ufffd"


def test_utf_16_of_odd_length_loses_only_its_last_character() -> None:
    data = CZECH.encode("utf-16")[:-1]
    extracted = read(data, "x", SETTINGS)
    assert extracted.text == CZECH[:-1] + "\ufffd"
    assert extracted.notes


def test_replacement_characters_of_the_file_itself_are_no_damage() -> None:
    assert decode("á \ufffd \ufffd \ufffd \ufffd".encode(), "x") == (
        "á \ufffd \ufffd \ufffd \ufffd",
        (),
    )


@pytest.mark.parametrize("data", [bytes(100), b"\x01\x02\x03" * 50, b"text" + bytes(5)])
def test_control_characters_are_no_text(data: bytes) -> None:
    assert looks_binary(data)


@pytest.mark.parametrize(
    "data", [b"plain", CZECH.encode("cp852"), CZECH.encode("utf-16-le"), b"a\tb\r\n"]
)
def test_text_is_not_taken_for_binary(data: bytes) -> None:
    assert not looks_binary(data)
