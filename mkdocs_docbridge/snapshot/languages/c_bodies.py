"""The insides of functions and initialisers, which hold no declaration that others see, taken out before parsing.

Most of a file is in them, and most of what the grammars stumble over.
"""

from __future__ import annotations

import re

from .blanks import blank

_DELIMITER = re.compile(rb"[;{}]")
_BRACE = re.compile(rb"[{}]")
# A head that opens a type or a namespace: no parenthesis behind its keyword, or only such as base classes and the
# arguments of a specialisation have.
_SCOPE = re.compile(
    rb"\b(?:class|struct|union|enum|namespace)\b[^()=]*\Z"
    rb"|\b(?:class|struct|union)\s+[\w:]++\s*(?:<[^;{}]*>\s*)?(?:final\s*)?(?::(?!:)[^;{}]*)?\Z"
)
_MAX_HEAD = 4000


def without_bodies(code: bytes) -> bytes:
    """``code`` (without comments and preprocessor lines) with the insides of function bodies and initialisers
    blanked. One that is never closed is left as it is, with all that follows."""
    pieces: list[bytes] = []
    done = position = 0
    before = b";"
    while found := _DELIMITER.search(code, position):
        if found[0] == b"{" and _is_body(code[position : found.start()], before):
            end = _closing(code, found.end())
            if end is None:
                break
            pieces += (code[done : found.end()], blank(code[found.end() : end]))
            done = end
            before, position = b"}", end + 1
        else:
            before, position = found[0], found.end()
    pieces.append(code[done:])
    return b"".join(pieces)


def _is_body(head: bytes, before: bytes) -> bool:
    """Whether the brace behind ``head`` opens a function or an initialiser; ``before`` is the delimiter before it."""
    head = head[-_MAX_HEAD:].rstrip()
    if not head:
        # the parameters of a function in the style of K&R are declared between its head and its body
        return before == b";"
    if head.endswith(b"="):
        return True
    return b")" in head and not _SCOPE.search(head)


def _closing(code: bytes, start: int) -> int | None:
    """The offset of the brace that closes the one before ``start``."""
    depth = 1
    for brace in _BRACE.finditer(code, start):
        depth += 1 if brace[0] == b"{" else -1
        if depth == 0:
            return brace.start()
    return None
