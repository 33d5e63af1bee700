"""Letters of other scripts that look like Latin ones, and Latin letters that lose their mark.

Replacing letters by look-alikes is a known trick to hide a copy; folded to their twins, the copy
is found all the same. True Cyrillic or Greek text folds alike on both sides of a comparison, so it
still matches itself. Capital and small letter are listed together where either has a twin, so that
true Cyrillic keeps its case folding; a few Greek letters whose two cases look like two different
Latin letters (Ν, ν) are listed apart.
"""

from __future__ import annotations

_PAIRS = (
    # Cyrillic: both cases to one twin
    "Аа:a Вв:b Ее:e Кк:k Мм:m Нн:h Оо:o Рр:p Сс:c Тт:t Уу:y Хх:x Іі:i Јј:j Ѕѕ:s Һһ:h "
    "Ԁԁ:d Ԛԛ:q Ԝԝ:w Ѵѵ:v Үү:y Ґґ:r Ӏӏ:l "
    # Greek: capitals that look Latin, and the small letters that do
    "Α:a α:a Β:b Ε:e ε:e Ζ:z Η:h η:n Ι:i ι:i Κκ:k Μ:m Ν:n ν:v Οο:o Ρρ:p Ττ:t Υ:y υ:u Χχ:x "
    "γ:y ϲ:c ϳ:j "
    # Armenian
    "օ:o ս:u ո:n հ:h ց:g յ:j Լ:l Տ:s Օ:o Ս:u "
    # Latin letters from phonetics and typesetting, and those whose stroke no decomposition removes
    "ɑ:a ɡ:g ı:i ȷ:j łŁ:l đĐ:d øØ:o ħĦ:h ŧŦ:t ƀɃ:b ɪ:i ʏ:y ʟ:l"
)

TWINS: dict[str, str] = {
    letter: twin
    for letters, twin in (pair.split(":") for pair in _PAIRS.split())
    for letter in letters
}
"""Letter → the Latin small letter it counts as in a fingerprint."""

LATIN_TWINS = frozenset(letter for letter in TWINS if ord(letter) < 0x370)
"""Latin letters of the table: ordinary in Polish or Croatian, no sign of a trick."""
