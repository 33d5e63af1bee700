"""What the authors of the sample corpus wrote themselves, by language: texts that share nothing.

Passages rewritten from another document are left out, and verbatim copies are not put in, so that
everything two of these texts have in common is chance.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sample_corpus.build.sources import read_sources
from simdoc.text.words import find_words

LEAST_WORDS = 300
_REWRITTEN = re.compile(r"⟦from.*?⟦/from⟧", re.DOTALL)
_MARK = re.compile(r"⟦[^⟧]*⟧|\[\^\w+\]:?|^[#>-]+ ", re.MULTILINE)


@lru_cache
def own_texts(language: str, least_words: int = LEAST_WORDS) -> tuple[str, ...]:
    """The sources in one language, marks taken out, that have enough words of their own."""
    texts = (
        _MARK.sub("", _REWRITTEN.sub("", source.text)).strip()
        for source in read_sources()
        if source.language == language and source.readable
    )
    return tuple(text for text in dict.fromkeys(texts) if len(find_words(text)) >= least_words)
