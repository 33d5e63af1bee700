"""Documents → RTF. English ones escape letters as Unicode, Czech and Slovak ones as Windows-1250,
because both ways are met in practice."""

from __future__ import annotations

from sample_corpus.build.blocks import Document, Run

_PARAGRAPHS = {
    "heading": r"\pard\sb240\b\fs28 {}\b0\fs24\par",
    "subheading": r"\pard\sb160\b {}\b0\par",
    "paragraph": r"\pard\fi340\qj {}\par",
    "quote": r"\pard\li560\ri560\i {}\i0\par",
    "item": r"\pard\li340\fi-200 \bullet\tab {}\par",
}
_LANGUAGES = {"en": 2057, "cs": 1029, "sk": 1051}


def write_rtf(document: Document) -> bytes:
    """The bytes of the document's RTF; a declaration makes the first page a front page."""
    eight_bit = document.language != "en"
    year, month, day = (int(part) for part in document.date.split("-"))
    title, author = (escaped(text, eight_bit) for text in (document.title, document.author))
    lines = [
        r"{\rtf1\ansi\ansicpg1250\uc1\deff0\deflang" + str(_LANGUAGES[document.language]),
        r"{\fonttbl{\f0\froman\fcharset238 Times New Roman;}}",
        r"{\info{\title " + title + r"}{\author " + author + "}",
        rf"{{\creatim\yr{year}\mo{month}\dy{day}\hr12\min0}}}}",
        r"\f0\fs24",
        r"\pard\qc\b\fs36 " + title + r"\b0\fs24\par",
        r"\pard\qc " + author + r"\par",
    ]
    for ordinal, text in enumerate(document.declaration):
        kind = "subheading" if ordinal == 0 else "paragraph"
        lines.append(_PARAGRAPHS[kind].format(escaped(text, eight_bit)))
    if document.declaration:
        lines.append(r"\page")
    for block in document.blocks:
        inside = "".join(_run(run, document.notes, eight_bit) for run in block.runs)
        lines.append(_PARAGRAPHS[block.kind].format(inside))
    lines.append("}\n")
    return "\r\n".join(lines).encode("ascii")


def _run(run: Run, notes: tuple[str, ...], eight_bit: bool) -> str:
    text = escaped(run.text, eight_bit)
    if run.note:
        note = escaped(notes[run.note - 1], eight_bit)
        text += r"{\super\chftn}{\footnote\pard\plain\fs20{\super\chftn} " + note + "}"
    return text


def escaped(text: str, eight_bit: bool) -> str:
    """The text in ASCII: letters beyond it as \\'xx where Windows-1250 has them, else as \\uN."""
    out = []
    for character in text:
        if character in "\\{}":
            out.append("\\" + character)
        elif character < "\x80":
            out.append(character)
        elif eight_bit and (code := character.encode("cp1250", "ignore")):
            out.append(f"\\'{code[0]:02x}")
        else:
            units = character.encode("utf-16-le")
            for at in range(0, len(units), 2):
                unit = int.from_bytes(units[at : at + 2], "little", signed=True)
                out.append(f"\\u{unit}?")
    return "".join(out)
