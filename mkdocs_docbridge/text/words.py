"""Raw words: what term counts count. The search lexicon splits and folds them later, once per distinct word."""

from __future__ import annotations

import re
from collections import Counter

from .redaction import redact_source

WORD = re.compile(r"[^\W_]\w*", re.UNICODE)
"""Unicode letters and digits, with underscores inside or behind; a leading underscore is not part of a word."""

MAX_WORD = 128
_SUSPECT = 16
"""A shorter word is no token of any vendor."""


def count_words(text: str) -> dict[str, int]:
    """Counts of the distinct raw words of ``text``, case kept; words over 128 characters and secrets are left out."""
    counts = Counter(WORD.findall(text))
    return {word: n for word, n in counts.items() if len(word) < _SUSPECT or (len(word) <= MAX_WORD and _is_word(word))}


def _is_word(word: str) -> bool:
    return redact_source(word, limit=MAX_WORD) == word
