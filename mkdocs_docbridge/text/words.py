"""Raw words: what term counts count. The search lexicon splits and folds them later, once per distinct word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .redaction import is_public, redact_source

WORD = re.compile(r"[^\W_]\w*", re.UNICODE)
"""Unicode letters and digits, with underscores inside or behind; a leading underscore is not part of a word."""

MAX_WORD = 128
_SUSPECT = 16
"""A shorter word is no token of any vendor."""
_SINGLE = re.compile("[\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
"""Hiragana and Han: written without blanks, and each character a word to Unicode's word borders (UAX 29)."""


def count_words(text: str) -> dict[str, int]:
    """Counts of the distinct raw words of ``text``, case kept; words over 128 characters and secrets are left out."""
    return countable(Counter(WORD.findall(text)))


def countable(counts: Counter[str]) -> dict[str, int]:
    """``counts`` without words over 128 characters and secrets."""
    suspects = [word for word in counts if len(word) >= _SUSPECT]
    if suspects and (max(map(len, suspects)) > MAX_WORD or not is_public(suspects)):
        counts = counts.copy()
        for word in suspects:
            if len(word) > MAX_WORD or not _is_word(word):
                del counts[word]
    return dict(counts)


def number_of_words(words: Iterable[str]) -> int:
    """How many words a reader counts in raw words: in Han and Hiragana each character is one."""
    total = 0
    for word in words:
        singles = 0 if word.isascii() else len(_SINGLE.findall(word))
        total += singles + (len(word) > singles)
    return total


def _is_word(word: str) -> bool:
    return redact_source(word, limit=MAX_WORD) == word
