"""Kotlin that the grammar takes for an error, put in a way that it reads. Every byte and line keeps its place."""

from __future__ import annotations

import re

# The grammar wants a line end or a semicolon behind the last member of a body: ``class A { val b = 1 }``.
_LAST_MEMBER = re.compile(rb"(?<=[^\s{};]) (?=\})")
# It wants the primary constructor in the line of the name; only its parameters matter.
_CONSTRUCTOR = re.compile(
    rb"(\b(?:class|interface) +\w+(?:<(?:[^<>{}()]|<[^<>{}()]*>)*>)?)"
    rb"((?:[ \t]*(?://[^\n]*)?\n)+[ \t]*)((?:(?:@\w+|[a-z]+)[ \t]+)*constructor[ \t]*\()"
)
# It takes an annotated accessor for something else: ``val size`` and in the next line ``@JvmName("size") get() = 1``.
_ACCESSOR_ANNOTATION = re.compile(rb"@[\w:]+(?:\([^()\n]*\))?(?=\s+(?:private\s+|internal\s+)?[gs]et\s*\()")
# A call of ``get`` at the start of a line is taken for the accessor of the property above, which has no parameter.
_CALL_OF_GET = re.compile(rb"^([ \t]*) (?=get\([^)\n])", re.MULTILINE)


def repaired(source: bytes) -> bytes:
    """``source`` of the same length and with the same lines, for a second try."""
    source = _ACCESSOR_ANNOTATION.sub(lambda match: b" " * len(match[0]), source)
    source = _CALL_OF_GET.sub(rb"\1;", source)
    return _LAST_MEMBER.sub(b";", _CONSTRUCTOR.sub(_constructor, source))


def _constructor(match: re.Match[bytes]) -> bytes:
    head, blanks, words = match[1], match[2], match[3]
    lines = blanks.count(b"\n")
    return head + b"(" + b" " * (len(blanks) + len(words) - 1 - lines) + b"\n" * lines
