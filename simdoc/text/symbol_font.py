"""Characters that documents write in the Symbol font instead of in Unicode."""

from __future__ import annotations

_GREEK = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
)
_SIGNS = {
    0xA3: "≤",
    0xA5: "∞",
    0xAB: "↔",
    0xAC: "←",
    0xAE: "→",
    0xB0: "°",
    0xB1: "±",
    0xB3: "≥",
    0xB4: "×",
    0xB7: "•",
    0xB8: "÷",
    0xB9: "≠",
    0xBB: "≈",
    0xC7: "∩",
    0xC8: "∪",
    0xCE: "∈",
    0xD5: "∏",
    0xD6: "√",
    0xE5: "∑",
    0xF2: "∫",
}


def symbol_character(code: int, font: str) -> str:
    """The Unicode character for a code of a symbol font; fonts of pictures (Wingdings) give a
    bullet, because their codes are letters that were never meant as letters."""
    if not 0xF000 <= code <= 0xF0FF:
        return chr(code) if 0 < code <= 0xFFFF and not 0xD800 <= code <= 0xDFFF else ""
    code -= 0xF000
    if font.lower() != "symbol":
        return "•"
    if code in _SIGNS:
        return _SIGNS[code]
    return _GREEK.get(chr(code), chr(code) if 0x20 <= code < 0x7F else "•")
