"""Whether words speak of a number: digits of any script, or English number words."""

from __future__ import annotations

import re

_NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred hundreds thousand"
    " thousands million millions billion billions dozen dozens score scores couple several many few half quarter"
    " third"
)
_WORDS = frozenset(_NUMBER_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+")


def says_number(text: str) -> bool:
    """True for ``840``, ``٨٤٠``, ``½``, ``五``, ``twenty-one``, ``dozens``."""
    if any(char.isnumeric() for char in text):
        return True
    return any(match.group().lower() in _WORDS for match in _WORD.finditer(text))
