"""Which branches of ``#if`` are read: a syntax tree has room for one where branches share a half-open statement."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from .blanks import blank
from .c_lex import Directive, Lexed

_OPENING = frozenset({"if", "ifdef", "ifndef"})
_MIDDLE = frozenset({"elif", "elifdef", "elifndef", "else"})
_PLAIN = re.compile(r"!?\s*(?:defined\s*\(?\s*)?__cplusplus\b\s*\)?(?:\s*[<>]=?.*)?")
_WITH = re.compile(r"(?:defined\s*\(?\s*)?__cplusplus\b[^|]*")
_MAX_DEPTH = 64
_LOOK_BACK = 4096

Truth = Literal["true", "false", "unknown"]
Language = Literal["c", "cpp"]


class _Branch(NamedTuple):
    start: int
    end: int
    truth: Truth


class _Group:
    """An ``#if`` whose ``#endif`` is still to come."""

    def __init__(self, directive: Directive, truth: Truth) -> None:
        self.start = directive.start
        self.branches: list[_Branch] = []
        self.is_decided = False
        self._open = (directive.end, truth)

    def next(self, directive: Directive, truth: Truth) -> None:
        """The open branch ends before ``directive`` and another begins behind it."""
        start, own = self._open
        self.branches.append(_Branch(start, directive.start, own))
        self.is_decided |= own == "true"
        self._open = (directive.end, "false" if self.is_decided else truth)


def chosen_code(lexed: Lexed, language: Language) -> bytes:
    """``lexed.code`` without the branches that are not read.

    ``#if 0`` never is, and the language settles the conditions on ``__cplusplus``. Of the other branches each is read
    that is whole statements or list items by itself; where one is not, it is read if it is the first.
    """
    code = bytearray(lexed.code)
    groups: list[_Group] = []
    for directive in lexed.directives:
        if directive.name in _OPENING:
            groups.append(_Group(directive, _truth(directive, language)))
        elif groups and directive.name in _MIDDLE:
            groups[-1].next(directive, _truth(directive, language))
        elif groups and directive.name == "endif":
            group = groups.pop()
            group.next(directive, "unknown")
            if len(groups) < _MAX_DEPTH:
                _settle(code, group)
    return bytes(code)


def _truth(directive: Directive, language: Language) -> Truth:
    name, condition = directive.name, directive.argument
    if condition in {"0", "1"} and name in {"if", "elif"}:
        return "true" if condition == "1" else "false"
    if _PLAIN.fullmatch(condition):
        is_negated = condition.startswith("!") or name in {"ifndef", "elifndef"}
        return "true" if is_negated == (language == "c") else "false"
    return "false" if language == "c" and _WITH.fullmatch(condition) else "unknown"


def _settle(code: bytearray, group: _Group) -> None:
    """Blanks the branches of a group that are not read."""
    is_first = True
    for branch in group.branches:
        keeps = branch.truth != "false" and (is_first or _is_whole(code, group.start, branch))
        is_first &= branch.truth == "false"
        if not keeps:
            code[branch.start : branch.end] = blank(bytes(code[branch.start : branch.end]))


def _is_whole(code: bytearray, group: int, branch: _Branch) -> bool:
    """Whether a branch can stand beside the others: it closes what it opens and ends where a statement or an item
    of a list does, as does what comes before the group."""
    span = (branch.start, branch.end)
    if code.count(b"{", *span) != code.count(b"}", *span) or code.count(b"(", *span) != code.count(b")", *span):
        return False
    last = bytes(code[max(branch.start, branch.end - _LOOK_BACK) : branch.end]).rstrip()[-1:]
    before = bytes(code[max(0, group - _LOOK_BACK) : group]).rstrip()[-1:]
    return (last in {b"", b";", b"}"} and before in b";{}:") or (last == b"," and before in b",{(")
