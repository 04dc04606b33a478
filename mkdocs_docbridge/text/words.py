"""Raw words: what term counts count. The search lexicon splits and folds them later, once per distinct word."""

from __future__ import annotations

import re
from collections import Counter

WORD = re.compile(r"[^\W_]\w*", re.UNICODE)
"""Unicode letters and digits, with underscores inside or behind; a leading underscore is not part of a word."""

MAX_WORD = 128


def count_words(text: str) -> dict[str, int]:
    """Counts of the distinct raw words of ``text``, case kept; words over 128 characters are left out."""
    return {word: n for word, n in Counter(WORD.findall(text)).items() if len(word) <= MAX_WORD}
