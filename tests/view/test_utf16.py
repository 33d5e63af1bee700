"""Offsets for the browser, against Python's own encoder."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simdoc.view.utf16 import Utf16Offsets

LETTERS = st.one_of(
    st.sampled_from("aá\n 😀𝔘𝒳👩‍🎓\u202e\ud83d\ude00\uffff\U0010ffff"), st.characters()
)


@given(st.text(LETTERS, max_size=60))
def test_every_character_starts_where_the_encoder_says(text: str) -> None:
    expected = [
        len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
        for place in range(len(text) + 1)
    ]
    assert Utf16Offsets(text).of(range(len(text) + 1)).tolist() == expected


def test_a_text_without_wide_letters_keeps_its_offsets() -> None:
    assert Utf16Offsets("Příliš žluťoučký kůň").of([0, 7, 20]).tolist() == [0, 7, 20]
    assert Utf16Offsets("").of([0]).tolist() == [0]
