"""Raw words: what term counts count. The search lexicon splits and folds them later, once per distinct word."""

from __future__ import annotations

import re
from collections import Counter

from .redaction import is_public, redact_source

WORD = re.compile(r"[^\W_]\w*", re.UNICODE)
"""Unicode letters and digits, with underscores inside or behind; a leading underscore is not part of a word."""

MAX_WORD = 128
_SUSPECT = 16
"""A shorter word is no token of any vendor."""


def count_words(text: str) -> dict[str, int]:
    """Counts of the distinct raw words of ``text``, case kept; words over 128 characters and secrets are left out."""
    counts = dict(Counter(WORD.findall(text)))
    suspects = [word for word in counts if len(word) >= _SUSPECT]
    if suspects and not (is_public(suspects) and len(max(suspects, key=len)) <= MAX_WORD):
        for word in suspects:
            if len(word) > MAX_WORD or redact_source(word, limit=MAX_WORD) != word:
                del counts[word]
    return counts
