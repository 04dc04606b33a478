"""From words to search terms: one function for what is indexed and for what is asked.

A term is made of a raw word (:data:`mkdocs_docbridge.text.words.WORD`) by these steps. The search page's script
takes the same ones; in JavaScript ``\\p{…}`` needs the ``u`` flag.

1. *Words*: the text in normal form C is searched for ``[\\p{L}\\p{N}][\\p{L}\\p{N}_]*``; what is longer than 128
   characters is no word.
2. *Whole*: ``fold(word)`` = lower case, normal form KD, U+0300…U+036F removed, normal form C; every ``_`` removed, so
   that ``body_hash`` and ``bodyHash`` are one.
3. *Parts*: the word is cut at each ``_`` and between two neighbours: lower case then upper case (``\\p{Ll}\\p{Lu}``);
   a decimal digit and anything else (``\\p{Nd}``), either way round; upper case then an upper case that a lower case
   follows (``HTTPServer`` is ``HTTP``, ``Server``); an unsegmented-script character and any other, either way round.
   An ``s`` behind two or more upper cases and before no lower case counts as upper case (``URLs``). Each part is
   folded.
4. Of a part of an unsegmented script (:data:`UNSEGMENTED`) every character and every pair of neighbours is a term.
   Other parts of at least 2 characters are terms, and so is the whole.
5. *Stop words* go (after folding, before step 6). A script need not: what is not in the index finds nothing.
6. *Plural*: a term of only a–z longer than 3 is folded by :func:`singular`.
7. Each word gives each of its terms once, the whole first.

A question also asks for *compounds*: two or three of its words that follow each other, stop words left out, as one
whole. So "event dispatcher" finds ``event_dispatcher`` and ``EventDispatcher`` as what they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from mkdocs_docbridge.text.words import MAX_WORD, WORD

from .stopwords import stop_words

LEXICON_VERSION = 2

UNSEGMENTED = (
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Ranges of a regular expression: Kana, Han and Hangul, which stand without spaces or with glued particles."""

MAX_QUERY = 4_000
"""Characters of a query that are read; a pasted log does not cost seconds."""

_UNSEGMENTED = re.compile(f"[{UNSEGMENTED}]")
_ASCII_PARTS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_FOLDED_ENDS = frozenset("esy")
_PLAIN = re.compile(r"[a-z]{4,}")
_MARKS = re.compile("[\u0300-\u036f]")
_QUOTED = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”")
_TYPED = re.compile(r"[^\s`\"“”'‘’()\[\]{}<>,;!?|=*]+")
_COMPOUND = (2, 3)
"""Words that may be one name together."""
_EDGES = ".:/\\#-"
_EXTENSION = re.compile(r"\w\.[a-zA-Z][a-zA-Z0-9]{0,5}$")


def fold(text: str) -> str:
    """``text`` in lower case without accents, in normal form C."""
    if text.isascii():
        return text.lower()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text.lower()))
    return unicodedata.normalize("NFC", bare)


def spelled(name: str) -> str:
    """A name without its convention: ``bodyHash`` is ``body_hash``."""
    return fold(name).replace("_", "")


def singular(term: str) -> str:
    """A light plural folding that maps a word and its plural to one form, which need not be a word.

    ``ies`` loses ``es`` (length over 4), else a last ``s`` goes unless ``ss``, ``us``, ``is``, ``ias`` end the
    word. Then, if more than 3 characters are left: the ``e`` of a last ``ie``, ``se``, ``xe``, ``ze``, ``che``,
    ``she`` goes, and a last ``y`` behind a consonant becomes ``i`` (so caches, cache and queries, query meet).
    """
    # the last letter spares most words the search
    if term[-1:] not in _FOLDED_ENDS or not _PLAIN.fullmatch(term):
        return term
    if term.endswith("ies") and len(term) > 4:
        return term[:-2]
    if term.endswith("s") and not term.endswith(("ss", "us", "is", "ias")):
        term = term[:-1]
    if len(term) > 3:
        if term.endswith(("ie", "se", "xe", "ze", "che", "she")):
            return term[:-1]
        if term.endswith("y") and term[-2] not in "aeiou":
            return term[:-1] + "i"
    return term


def parts(word: str) -> list[str]:
    """The pieces of a raw word, as written: at underscores, camel humps, digits and script changes."""
    if word.isascii():
        return _ASCII_PARTS.findall(word)
    pieces: list[str] = []
    for piece in word.split("_"):
        start = 0
        kinds = _kinds(piece)
        for at in range(1, len(piece)):
            if _cut(kinds, at):
                pieces.append(piece[start:at])
                start = at
        if piece:
            pieces.append(piece[start:])
    return pieces


def _kinds(piece: str) -> list[str]:
    kinds = [_kind(character) for character in piece]
    for at in range(2, len(piece)):
        if piece[at] == "s" and kinds[at - 2 : at] == ["U", "U"] and kinds[at + 1 : at + 2] != ["l"]:
            kinds[at] = "U"
    return kinds


def _kind(character: str) -> str:
    if _UNSEGMENTED.match(character):
        return "C"
    return {"Lu": "U", "Ll": "l", "Nd": "N"}.get(unicodedata.category(character), "o")


def _cut(kinds: list[str], at: int) -> bool:
    before, here = kinds[at - 1], kinds[at]
    if before != here and ("N" in (before, here) or "C" in (before, here)):
        return True
    if here != "U":
        return False
    return before == "l" or (before == "U" and at + 1 < len(kinds) and kinds[at + 1] == "l")


class Query(msgspec.Struct, frozen=True):
    """A question, taken apart. ``terms`` maps each term to (times asked, the word it came from)."""

    text: str
    typed: tuple[str, ...]
    """What stands between blanks, folded, without surrounding punctuation and stop words."""
    length: int
    """How many words were typed, stop words too."""
    quoted: tuple[str, ...]
    """Folded strings in back-ticks or double quotes."""
    paths: tuple[str, ...]
    """Typed words with a slash or a file extension."""
    identifiers: tuple[str, ...]
    """Words that look like code: in back-ticks, or with an underscore, an inner capital, a dot or ``::``."""
    terms: dict[str, tuple[int, str]]
    compounds: dict[str, str]
    """Wholes that neighbouring words make together, with those words; none is in ``terms``."""

    def said(self, term: str) -> str:
        """The word or words that ``term``, one of ``terms`` or of ``compounds``, was made of."""
        return self.terms[term][1] if term in self.terms else self.compounds[term]


class _Written(dict[str, str]):
    """The term of each piece of plain letters and digits as it is written, empty for what makes none."""

    def __init__(self, term: Callable[[str], str]) -> None:
        super().__init__()
        self._term = term

    def __missing__(self, piece: str) -> str:
        self[piece] = term = self._term(piece.lower()) if len(piece) > 1 else ""
        return term


class Lexicon:
    """The terms of words under the stop lists of ``languages``; remembers every distinct word it has seen."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self.languages = languages
        self._stop = stop_words(languages)
        self._known: dict[str, tuple[str, ...]] = {}
        self._written = _Written(self._term)
        self._pieces: dict[str, str] = {}
        """The term of each folded piece that was seen, empty for a stop word: far fewer than words."""

    def terms(self, word: str) -> tuple[str, ...]:
        """The terms of one raw word, each once, the whole first."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._terms(word)
        return known

    def _terms(self, word: str) -> tuple[str, ...]:
        if word.isascii():
            # what the steps below come to, for most words there are
            pieces = _ASCII_PARTS.findall(word)
            if len(pieces) > 1:
                pieces.insert(0, word.replace("_", ""))
            return tuple(dict.fromkeys(filter(None, map(self._written.__getitem__, pieces))))
        found: list[str] = []
        for part in parts(word):
            folded = fold(part)
            if _UNSEGMENTED.match(folded):
                found.extend(folded)
                found.extend(folded[at : at + 2] for at in range(len(folded) - 1))
            elif len(folded) > 1:
                found.append(folded)
        whole = spelled(word)
        if len(whole) > 1:
            found.insert(0, whole)
        return tuple(dict.fromkeys(term for piece in found if (term := self._term(piece))))

    def _term(self, piece: str) -> str:
        """The term of a folded piece, empty for a stop word."""
        known = self._pieces.get(piece)
        if known is None:
            known = self._pieces[piece] = "" if piece in self._stop else singular(piece)
        return known

    def is_stop_word(self, folded: str) -> bool:
        """Whether a folded word is in the stop lists."""
        return folded in self._stop

    def text_terms(self, text: str) -> list[str]:
        """All terms of ``text`` in order, as often as they stand in it."""
        return [term for word in words(text) for term in self.terms(word)]


def words(text: str) -> list[str]:
    """The raw words of ``text`` in normal form C, without those over 128 characters."""
    plain = text if text.isascii() else unicodedata.normalize("NFC", text)
    return [word for word in WORD.findall(plain) if len(word) <= MAX_WORD]


@lru_cache(maxsize=8)
def lexicon(languages: tuple[str, ...] = ("en",)) -> Lexicon:
    """The shared lexicon of ``languages``."""
    return Lexicon(languages)


def query_terms(query: str, languages: tuple[str, ...] = ("en",)) -> Query:
    """``query`` (its first 4,000 characters) taken apart for scoring and for identity."""
    text = query[:MAX_QUERY].strip()
    lex = lexicon(languages)
    terms: dict[str, tuple[int, str]] = {}
    raw = words(text)
    for word in raw:
        for term in lex.terms(word):
            times, first = terms.get(term, (0, word))
            terms[term] = (times + 1, first)
    raw_typed = [token for token in (token.strip(_EDGES) for token in _TYPED.findall(text)) if token]
    typed = [token for token in map(fold, raw_typed) if not lex.is_stop_word(token)]
    matches = list(_QUOTED.finditer(text))
    quoted = [fold(match.group(1) or match.group(2) or match.group(3)).strip() for match in matches]
    ticked = [fold(match.group(1)).strip().removesuffix("()") for match in matches if match.group(1)]
    coded = [fold(token) for token in raw_typed if _looks_like_code(token)]
    return Query(
        text=text,
        typed=tuple(dict.fromkeys(typed)),
        length=len(raw_typed),
        quoted=tuple(dict.fromkeys(quoted)),
        paths=tuple(dict.fromkeys(token for token in typed if "/" in token or _EXTENSION.search(token))),
        identifiers=tuple(dict.fromkeys([*ticked, *coded])),
        terms=terms,
        compounds={term: said for term, said in _compounds(raw, lex) if term not in terms},
    )


def _compounds(raw: list[str], lex: Lexicon) -> Iterator[tuple[str, str]]:
    kept = [(whole, word) for word in raw if not lex.is_stop_word(fold(word)) and (whole := spelled(word))]
    for size in _COMPOUND:
        for start in range(len(kept) - size + 1):
            neighbours = kept[start : start + size]
            yield singular("".join(whole for whole, _ in neighbours)), " ".join(word for _, word in neighbours)


def _looks_like_code(token: str) -> bool:
    inner = token[1:]
    hump = any(b.isupper() and a.islower() for a, b in zip(token, inner, strict=False))
    return hump or "_" in token.strip("_") or "::" in token or re.search(r"\w\.[^\W\d]", token) is not None
