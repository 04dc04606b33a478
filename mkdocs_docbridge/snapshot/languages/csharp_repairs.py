"""C# whose conditional compilation cuts statements in pieces, put in a way that the grammar reads."""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*([a-z]+|[!:])")


def without_branches(source: bytes) -> bytes:
    """``source`` with blanks in place of all directives, and of what stands behind ``#else`` and ``#elif``. Every
    byte and line keeps its place."""
    lines = source.split(b"\n")
    hidden: list[bool] = []
    for index, line in enumerate(lines):
        match = _DIRECTIVE.match(line)
        word = match[1] if match else b""
        if word == b"if":
            hidden.append(bool(hidden) and hidden[-1])
        elif word in {b"elif", b"else"} and hidden:
            hidden[-1] = True
        if match or (hidden and hidden[-1]):
            lines[index] = b" " * len(line)
        if word == b"endif" and hidden:
            hidden.pop()
    return b"\n".join(lines)
