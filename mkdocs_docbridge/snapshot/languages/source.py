"""The bytes of a source file as text: encodings, byte order marks, line ends, the words in it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from mkdocs_docbridge.snapshot.facts import Note
from mkdocs_docbridge.text.words import count_words

# Named in a cookie these are slow without bound (idna), differ between systems, or are no encodings of text.
_REFUSED_CODECS = frozenset({"idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"})
_LONE_CR = re.compile(rb"\r(?!\n)")
_ESCAPED_SPACE = re.compile(r"\\[nrt]")
_NUMBER = re.compile(r"0[xXoObB][0-9a-fA-F_]+n?|[0-9][0-9_]*(?:[eE][0-9]+)?[jJlLn]?")
_SEARCHABLE_NUMBER = re.compile(r"[0-9]{3,4}")


@dataclass(frozen=True)
class Source:
    """A file as the parsers want it: UTF-8 without byte order mark, no lone CR, so a row is a line."""

    data: bytes
    text: str
    notes: tuple[Note, ...] = ()


def decode(data: bytes, declared: str = "") -> Source:
    """``data`` as text: UTF-8, or UTF-16 by its byte order mark, or the ``declared`` encoding, else with
    replacement characters and a NOT_UTF8 note."""
    notes: tuple[Note, ...] = ()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
        notes = (Note(code="NOT_UTF8", reason="the file is UTF-16 by its byte order mark", line=1),)
    else:
        data = data.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode(codec_named(declared) or "utf-8")
        except UnicodeDecodeError as error:
            line = len(re.findall(rb"\r\n|\n|\r", data[: error.start])) + 1
            reason = f"byte 0x{data[error.start]:02x} is not {error.encoding}; read with replacement characters"
            notes = (Note(code="NOT_UTF8", reason=reason, line=line),)
            text = data.decode(error.encoding, "replace")
    encoded = text.encode("utf-8", "replace")
    if b"\r" in encoded:
        encoded = _LONE_CR.sub(b"\n", encoded)
    return Source(encoded, text, notes)


def codec_named(name: str) -> str:
    """The codec that ``name`` means, or ``""`` for one that is unknown or not to be trusted with a whole file."""
    if not name:
        return ""
    try:
        codec = codecs.lookup(name)
        "".encode(codec.name)
    except (LookupError, UnicodeError, ValueError):
        return ""
    return "" if codec.name.replace("-", "_") in _REFUSED_CODECS else codec.name


def count_terms(text: str, keywords: frozenset[str]) -> dict[str, int]:
    """Raw words of a source text without the language's ``keywords`` and without number literals.

    The words are taken from the text, not from the leaves of the tree, which costs a third as much and differs
    only where a keyword stands in a comment or string. Numbers of three or four digits stay (404, 8080, RFC 9110):
    they are searched for, and there are few of them.
    """
    words = count_words(_ESCAPED_SPACE.sub(" ", text))
    return {
        word: count
        for word, count in words.items()
        if word not in keywords
        and not (word[0] <= "9" and _NUMBER.fullmatch(word) and not _SEARCHABLE_NUMBER.fullmatch(word))
    }
