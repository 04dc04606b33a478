"""JSON as tsconfig files have it: with comments and trailing commas."""

from __future__ import annotations

import re

import msgspec

# An unclosed string or comment takes the rest, so that no input makes the scan quadratic.
_TOKEN = re.compile(r'("(?:[^"\\\n]|\\.)*(?:"|$))|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL | re.MULTILINE)
_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*(?:"|$))|,(?=\s*[}\]])', re.MULTILINE)


def load_jsonc(text: str) -> object:
    """The value of ``text``. Lines keep their numbers. Raises msgspec.DecodeError and RecursionError."""
    without_comments = _TOKEN.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)
    return msgspec.json.decode(_COMMA.sub(lambda match: match[1] or " ", without_comments))
