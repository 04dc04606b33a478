"""Finding everything that looks like a marker, and saying what keeps it from being one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import msgspec

from .model import RegionSource

# One character for one, so that offsets in the folded text are offsets in the text.
_INVISIBLE = "\x01"
_DASHES = "‐‑‒–—―−﹘﹣－⁃­_＿"
_CONFUSABLE = {
    "а": "a",
    "е": "e",
    "о": "o",
    "с": "c",
    "і": "i",
    "ԁ": "d",
    "ɡ": "g",
    "：": ":",
    "＜": "<",
    "！": "!",
    "∕": "/",
}
_EXTRA_INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffd"


def _folding() -> dict[int, str]:
    table = {code: _INVISIBLE for code in range(32) if chr(code) not in "\t\n\r"}
    table |= dict.fromkeys(range(0x7F, 0xA0), _INVISIBLE)
    for code in (*range(0xA0, 0x3000), *range(0xFE00, 0x10000), 0x3000, *range(0xE0000, 0xE0200)):
        category = unicodedata.category(chr(code))
        if category == "Cf" or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
            table[code] = _INVISIBLE
        elif category in {"Zs", "Zl", "Zp"}:
            table[code] = " "
    table |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    table |= {ord(character): _INVISIBLE for character in _EXTRA_INVISIBLE}
    table |= {ord(character): plain for character, plain in _CONFUSABLE.items()}
    table |= {ord(character): "-" for character in _DASHES}
    return table


_FOLDING = _folding()


def _word(letters: str) -> str:
    return rf"{_INVISIBLE}{{0,16}}+".join(letters)


# Bounded and possessive throughout: each `<` or `{` looks at a fixed number of characters, whatever stands there.
_GAP = r"[\s\x01\-]{0,24}+"
_NAME = rf"(?P<name>{_word('doc')}{_GAP}{_word('bridge')}(?:[\s\x01\-:;.]){{0,24}}+{_word('gen')})"
_LOOKALIKE = re.compile(
    rf"(?:(?P<jsx>\{{{_GAP}/{_GAP}\*[\s\x01*\-]{{0,24}}+)|<[\s\x01!\-]{{0,40}}+)/?+{_GAP}{_NAME}", re.IGNORECASE
)
_ATTRIBUTE = re.compile(r"(?P<name>[^\s=]+)=(?P<value>[^\s]*)")

WRITE_OPEN = "`<!-- doc-bridge:generated hash=HEX16 [source=KIND[:TARGET]] -->`"
WRITE_CLOSE = "`<!-- /doc-bridge:generated -->`"

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Lookalike(msgspec.Struct, frozen=True):
    """A stretch of text that reads like the start of a marker: offsets of its first character and of its end."""

    start: int
    end: int
    jsx: bool


def lookalikes(text: str) -> Iterator[Lookalike]:
    """Everything in ``text`` (line ends LF) that folds to a marker's beginning: exact, misspelled or quoted."""
    if text.isascii() and "bridge" not in text.lower() and _CONTROL.search(text) is None:
        return  # most documents; folding one costs more than half of its parse
    for match in _LOOKALIKE.finditer(text.translate(_FOLDING)):
        yield Lookalike(match.start(), match.end(), match["jsx"] is not None)


def looks_like_marker(text: str) -> bool:
    """Whether ``text`` holds anything that folds to a marker's beginning."""
    return _LOOKALIKE.search(text.translate(_FOLDING)) is not None


def explain(line: str, column: int, *, jsx: bool) -> str:
    """What keeps the lookalike at ``column`` of ``line`` from being a marker; the first reason that applies."""
    strange = [character for character in line[column : column + 200] if _is_strange(character)]
    if strange:
        return f"the marker holds {', '.join(_code_point(character) for character in dict.fromkeys(strange))}"
    if jsx:
        return "the marker is written as a JSX comment, which only MDX reads"
    before = line[:column]
    if before and not before.strip():
        return "the marker is indented; a marker starts at column 0, outside lists and admonitions"
    if before:
        return "the marker shares its line with other text; a marker is a whole line"
    return _spelling(line)


def _is_strange(character: str) -> bool:
    return not " " <= character <= "~" and character != "\t" and ord(character) in _FOLDING


def _code_point(character: str) -> str:
    name = unicodedata.name(character, "control character")
    return f"U+{ord(character):04X} ({name})"


def _spelling(line: str) -> str:
    """Why a line that starts with a lookalike is not exact."""
    text = line.rstrip(" \t")
    if text != text.lower() and "generated" not in text:
        return "the marker is not in lower case"
    if not text.endswith("-->"):
        return "the marker does not end its line with ` -->`"
    inner = re.match(r"<!-- (/?)doc-bridge:generated(?: (.*))?-->\Z", text)
    if inner is None:
        return "blanks, dashes or underscores of the marker are not where they belong"
    if inner[1]:
        return "a close marker takes no attributes"
    return _attributes((inner[2] or "").strip())


def _attributes(text: str) -> str:
    """What is wrong with the attributes of an open marker."""
    for word in text.split():
        match = _ATTRIBUTE.fullmatch(word)
        if match is None or match["name"] not in {"hash", "source"}:
            return f"`{word[:60]}` is no attribute of a marker; known are hash and source, in this order"
        if match["name"] == "hash" and not re.fullmatch(r"[0-9a-f]{16}", match["value"]):
            return "the hash is not 16 lower-case hexadecimal digits"
        if match["name"] == "source":
            try:
                RegionSource.parse(match["value"])
            except ValueError as error:
                return f"the source cannot be read: {error}"
    return "the attributes are hash, then source, each once and one blank apart"
