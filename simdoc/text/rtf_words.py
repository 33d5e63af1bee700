"""The control words of RTF that decide what is text, and the code pages of its fonts."""

from __future__ import annotations

import codecs

CHARACTERS = {
    "line": "\n",
    "lbr": "\n",
    "tab": "\t",
    "emdash": "\u2014",
    "endash": "\u2013",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "\u2022",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "zwbo": "\u200b",
}
"""Control words that stand for a character."""

SYMBOLS = {"~": "\u00a0", "-": "\u00ad", "_": "\u2011", "{": "{", "}": "}", "\\": "\\"}
"""Control symbols that stand for a character."""

# fmt: off
NOT_TEXT = frozenset((
    "colortbl", "stylesheet", "listtable", "listoverridetable", "filetbl", "revtbl",
    "rsidtbl", "pict", "nonshppict", "header", "headerl", "headerr", "headerf", "footer",
    "footerl", "footerr", "footerf", "annotation", "ftnsep", "ftnsepc", "ftncn", "aftnsep",
    "aftnsepc", "aftncn", "xe", "tc", "rxe", "txe", "pntext", "pntxta", "pntxtb", "listtext",
    "fldinst", "fldtype", "datafield", "shprslt", "nonesttables", "sn", "sv", "sp", "upr",
    "template", "mctrlPr", "mfPr", "mfuncPr", "mnaryPr", "mdPr", "mradPr", "msSubPr",
    "msSupPr", "msSubSupPr", "mPr", "maccPr", "mbarPr",
))
# fmt: on
"""Groups that begin with one of these are not the document's text: tables of fonts and styles,
pictures, headers, comments, field codes, automatic numbers, and the second copy of each drawing
for older readers."""

STARRED_TEXT = frozenset(
    ["shpinst", "shpgrp", "shptxt", "do", "dptxbxtext", "moMath", "moMathPara"]
)
"""Groups marked with \\* ("leave out what you do not know") that do hold text."""

ASIDES = frozenset(["footnote", "shptxt", "dptxbxtext"])
"""Groups that stand after their paragraph."""

_CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    89: "mac_latin2",
    128: "cp932",
    129: "cp949",
    134: "cp936",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
SYMBOL_CHARSET = 2


def encoding_of_charset(charset: int) -> str | None:
    """The encoding of a font's \\fcharset; None means the document's own."""
    return _CHARSETS.get(charset)


def encoding_of_code_page(number: int) -> str | None:
    """The encoding of \\ansicpg or \\cpg; None when Python has none."""
    if number == 65001:
        return "utf-8"
    encoding = "mac_roman" if number == 10000 else f"cp{number}"
    try:
        codecs.lookup(encoding)
    except LookupError:
        return None
    return encoding
