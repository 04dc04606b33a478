"""Paths that prose spells nearly right: one name in the path is written otherwise than the file's."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

THRESHOLD = 0.92
MAX_TOKEN = 256
MAX_CANDIDATES = 32
MAX_TRIES = 128
"""Only among thousands of files with names one slip apart does a token come near it, and then it is ambiguous."""
MAX_NAME = 64
"""Longer names are looked for in other spellings, not with slips: a name has as many neighbours as letters."""

_PATH = re.compile(r"(?:\.?/)?([\w@.+-]+(?:/[\w@.+-]+)+)/?")
_LINES = re.compile(r"(?<=\w)(?:(?::\d+){1,2}|:\d+-\d+|#L\d+(?:-L?\d+)?)$")
_DOTS = frozenset({".", ".."})
_WORD_ENDS = re.compile(r"[-_]+|(?<=[a-z0-9])(?=[A-Z])|(?=\.)")
_DIGIT = re.compile(r"\d")
_FAMILIES = """
    js jsx ts tsx mjs mts cjs cts
    md mdx markdown
    c cc cpp cxx
    h hh hpp hxx
    htm html
    py pyi
    yml yaml
"""
_FAMILY = {suffix: line.split()[0] for line in _FAMILIES.strip().splitlines() for suffix in line.split()}
_MIN_PLURAL = 4
_MIN_SLIP = 5
_MIN_SUBSTITUTION = 7


class _Name(NamedTuple):
    """A file or folder name, folded. ``key`` is the same for all ways to set its words apart; ``whole`` is the key
    with the suffix."""

    key: str
    words: tuple[str, ...]
    suffix: str
    whole: str


def written_path(token: str) -> str | None:
    """The path that a code token may mean to name, None when it cannot be one: without quotes, line numbers
    (``src/a.py:7``, ``src/a.py#L7``) and back slashes.

    Of two names at least: in 31 projects no near miss of a lone file name was meant (``eslint.config.mjs`` is the
    reader's own file). What begins with ``/`` is an address of a page more often than a path, unless it has a suffix.
    """
    text = _LINES.sub("", token.strip().strip("\"'")) if len(token) <= MAX_TOKEN else ""
    match = _PATH.fullmatch(text if "/" in text else text.replace("\\", "/"))
    if match is None or not _DOTS.isdisjoint(match[1].split("/")):
        return None
    return None if text.startswith("/") and "." not in match[1].rpartition("/")[2] else match[1]


def is_near_miss(path: str, other: str) -> bool:
    """Whether ``path`` may be a slip for the path ``other``.

    The names are the same but for case, ``-`` and ``_`` between words, and suffixes of one family (``.js``, ``.ts``);
    one of them may also differ by one slip in one word: a letter too many or too few, two swapped, or a wrong one
    inside a long word. Digits and first letters are never slips (``v3``, ``v4``; ``encode``, ``decode``). The
    Jaro-Winkler similarity without regard to case is to be 0.92 besides. It is not enough: 88 of 15,125 tokens in the
    documents of 31 projects had a single path that near, and it was the right one for one in four (``lib/util.js`` is
    that near to ``lib/cli.js``).
    """
    return _alike([_name(name) for name in path.split("/")], [_name(name) for name in other.split("/")]) and _similar(
        path, other
    )


def near_misses(tokens: Collection[str], paths: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The paths that each token is a near miss of, sorted, at most 32; the path itself where it exists; tokens with
    none left out.

    Equal to asking :func:`is_near_miss` of every pair, in time near linear in tokens and paths. A pair is looked at
    only when it meets what every near miss meets, so nothing is lost:

    - All names but one have equal keys, hence the two agree in the joined keys before and behind that one name.
    - The keys of that name are equal or one slip apart. Then one is the other with a letter taken out, or the two
      agree once the same two neighbours are put in order, or once the same letter is blanked (:func:`_entries`).
    """
    known = frozenset(paths)
    found: dict[str, set[str]] = {token: {token} for token in tokens if token in known}
    folder = _Folder()
    wanted: dict[str, list[_Place]] = defaultdict(list)
    for token in sorted({token for token in tokens if token not in known}):
        for around, name in folder.surroundings(token):
            wanted[around].append((token, name))
    places: dict[str, list[_Place]] = defaultdict(list)
    for path in sorted(known) if wanted else ():
        for around, name in folder.surroundings(path):
            if around in wanted:
                places[around].append((path, name))
    tries: Counter[str] = Counter()
    for around, candidates in places.items():
        for token, path in _neighbours(wanted[around], candidates, tries):
            tries[token] += 1
            others = found.setdefault(token, set())
            if len(others) < MAX_CANDIDATES and path not in others and folder.is_near_miss(token, path):
                others.add(path)
    return {token: tuple(sorted(others)) for token, others in sorted(found.items()) if others}


_Place = tuple[str, _Name]
"""A path and the one of its names that may be written otherwise."""


class _Folder:
    """Folds names, each once."""

    def __init__(self) -> None:
        self._names: dict[str, _Name] = {}

    def names(self, path: str) -> list[_Name]:
        found = []
        for name in path.split("/"):
            known = self._names.get(name)
            if known is None:
                known = self._names[name] = _name(name)
            found.append(known)
        return found

    def surroundings(self, path: str) -> Iterator[tuple[str, _Name]]:
        """For each name of a path: the keys of all the others, with a gap in its place."""
        names = self.names(path)
        whole = "".join([name.whole for name in names])
        start = 0
        for name in names:
            end = start + len(name.whole)
            yield f"{whole[:start]}/{whole[end:]}", name
            start = end

    def is_near_miss(self, path: str, other: str) -> bool:
        return _alike(self.names(path), self.names(other)) and _similar(path, other)


def _neighbours(tokens: list[_Place], paths: list[_Place], tries: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The pairs whose names have equal keys or keys one slip apart; among few, all pairs."""
    if len(tokens) * len(paths) <= _FEW:
        yield from ((token, path) for token, _ in tokens for path, _ in paths)
        return
    by_entry: dict[str, list[str]] = defaultdict(list)
    for token, name in tokens:
        for entry in _entries(name):
            by_entry[entry].append(token)
    for path, name in paths:
        for entry in _counterparts(_entries(name)):
            known = by_entry.get(entry)
            if known is None:
                continue
            if len(known) > _FEW:
                # thousands of names that are all one slip apart would make as many pairs as there can be
                known = by_entry[entry] = [token for token in known if tries[token] < MAX_TRIES]
            for token in known:
                yield token, path


_FEW = 8
_WHOLE, _WITHOUT, _SWAPPED, _BLANKED = "=-~/"
"""How the entries of a name begin; see :func:`_entries`."""


def _entries(name: _Name) -> list[str]:
    """What a name has in common with those that are one slip away: its key, the key without a letter, with two letters
    put in order, and with a letter blanked."""
    key = name.key
    found = [_WHOLE + key]
    if len(key) > MAX_NAME:
        return found
    start = 0
    for word in name.words:
        end = start + len(word)
        if len(word) >= _MIN_SLIP and not _DIGIT.search(word):
            for at in range(start + 1, end):
                left, letter, right = key[:at], key[at], key[at + 1 :]
                found.append(f"{_WITHOUT}{left}{right}")
                if at + 1 < end:
                    pair = letter + right[0] if letter < right[0] else right[0] + letter
                    found.append(f"{_SWAPPED}{left}{pair}{right[1:]}")
                    if len(word) >= _MIN_SUBSTITUTION:
                        found.append(f"{_BLANKED}{left}/{right}")
        start = end
    return found


def _counterparts(entries: list[str]) -> Iterator[str]:
    """The entries that a name one slip away has for these. That both lack a letter says no more than that one letter is
    wrong, which is a slip in long words alone."""
    for entry in entries:
        if entry[0] == _WITHOUT:
            yield _WHOLE + entry[1:]
            continue
        yield entry
        if entry[0] == _WHOLE:
            yield _WITHOUT + entry[1:]


def _name(name: str) -> _Name:
    name = unicodedata.normalize("NFC", name)
    stem, _, suffix = name.rpartition(".")
    if not stem:
        stem, suffix = name, ""
    inner = stem.strip("-_")
    words = tuple(word.casefold() for word in _WORD_ENDS.split(inner) if word)
    # at the ends they are no separators: __main__ is another name than main
    before, _, behind = stem.partition(inner) if inner else (stem, "", "")
    suffix = _FAMILY.get(suffix.casefold(), suffix.casefold())
    key = f"{before}{''.join(words)}{behind}"
    return _Name(key, (before, *words, behind), suffix, f"{key}.{suffix}/")


def _alike(names: list[_Name], others: list[_Name]) -> bool:
    if len(names) != len(others):
        return False
    differing = [(a, b) for a, b in zip(names, others, strict=True) if a.whole != b.whole]
    return not differing or (len(differing) == 1 and _is_slip(*differing[0]))


def _is_slip(name: _Name, other: _Name) -> bool:
    if name.suffix != other.suffix or len(name.words) != len(other.words):
        return False
    if max(len(name.key), len(other.key)) > MAX_NAME:
        return False
    differing = [(a, b) for a, b in zip(name.words, other.words, strict=True) if a != b]
    return len(differing) == 1 and _is_slip_of_word(*sorted(differing[0], key=len))


def _is_slip_of_word(shorter: str, longer: str) -> bool:
    if shorter[:1] != longer[:1] or _DIGIT.search(shorter + longer):
        return False
    if longer == f"{shorter}s":
        return len(shorter) >= _MIN_PLURAL
    from rapidfuzz.distance import OSA  # its import takes 90 ms, and most scans need it never

    if len(shorter) < _MIN_SLIP or OSA.distance(shorter, longer, score_cutoff=1) > 1:
        return False
    is_substitution = len(shorter) == len(longer) and sorted(shorter) != sorted(longer)
    return not is_substitution or (len(shorter) >= _MIN_SUBSTITUTION and shorter[-1] == longer[-1])


def _similar(path: str, other: str) -> bool:
    from rapidfuzz.distance import JaroWinkler

    return JaroWinkler.similarity(path.casefold(), other.casefold()) >= THRESHOLD
