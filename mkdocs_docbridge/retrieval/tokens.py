"""About how many tokens something takes, for budgets. No tokenizer: every model has another one."""

from __future__ import annotations

import msgspec

CHARACTERS_A_TOKEN = 4


def tokens(value: object) -> int:
    """A quarter of the characters of ``value`` as compact JSON, rounded up."""
    return -(-len(msgspec.json.encode(value).decode()) // CHARACTERS_A_TOKEN)
