"""Whether a header is C or C++, which its suffix does not tell: by what only one of them has."""

from __future__ import annotations

import re

from .c_lex import Lexed

_LINE = re.compile(
    rb"^[ \t]*(?:"
    rb"(?:inline[ \t]+)?namespace\b[\w\s:]*\{|template[ \t]*<|(?:public|private|protected)[ \t]*:|using[ \t]+[\w:]+"
    rb"|class[ \t]+[\w \t]*(?:[:{;]|$)|struct[ \t]+\w+(?:[ \t]+final)?[ \t]*:[ \t]*[a-z_A-Z]"
    rb"|enum[ \t]+(?:class|struct)\b|extern[ \t]+\"C|virtual[ \t]+[\w~]|explicit[ \t]+\w|friend[ \t]+\w"
    rb")",
    re.MULTILINE,
)
# Attributes of C have a name space too: ``[[gnu::packed]]``.
_SCOPED = re.compile(rb"(?<![\[\w])\w++::~?[A-Za-z_](?![\w:, ()]{0,80}+\]\])")
_CAST = re.compile(rb"\b(?:static|reinterpret|const|dynamic)_cast[ \t]*<")
_OPERATOR = re.compile(rb"\boperator[ \t]*(?:[^\w\s]|new\b|delete\b)")
_BEHIND_PARAMETERS = re.compile(rb"\)[ \t]*(?:const[ \t]*)?(?:noexcept|override|final)\b")
_HINTS = (
    (b"::", _SCOPED),
    (b"_cast", _CAST),
    (b"operator", _OPERATOR),
    (b"noexcept", _BEHIND_PARAMETERS),
    (b"override", _BEHIND_PARAMETERS),
)
_WORDS_TEXT = b"namespace template public private protected using class struct enum extern virtual explicit friend"
_WORDS = tuple(_WORDS_TEXT.split())
_PLAIN_HEADER = re.compile(r"<[a-z_]+>")


def is_cpp_header(data: bytes, lexed: Lexed, code: bytes) -> bool:
    """Whether a ``.h`` file is C++: by ``code``, which is what a compiler of C would see of it, and by the standard
    headers it includes."""
    if b"__cplusplus" not in data and any(
        directive.name == "include" and _PLAIN_HEADER.fullmatch(directive.argument) for directive in lexed.directives
    ):
        return True
    if any(hint in code and pattern.search(code) for hint, pattern in _HINTS):
        return True
    return any(word in code for word in _WORDS) and _LINE.search(code) is not None
