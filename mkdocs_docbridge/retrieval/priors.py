"""Priors: rules on the shape of a question that multiply the lexical part of some entries, never more than that."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from mkdocs_docbridge.snapshot.tags import is_history

from .lexicon import Lexicon, Query, fold, words
from .model import Entry, EntryKind, PriorFactor

Role = Literal["core", "example", "other", "test"]
"""What a module is for: ``core`` does the work itself; others support it. Pages are ``core``, too."""
SUPPORT_TAGS = frozenset({"test", "example", "generated", "vendored"})
_TEST_PATH = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|e2e|fixtures?|testdata|mocks?)/"
    r"|^t/"
    r"|(^|/)(test_[^/]*|conftest)\.py$"
    r"|[._-](test|spec|tests)(-d)?\.[a-z]+$"
    r"|_test\.[a-z]+$"
)
_EXAMPLE_PATH = re.compile(r"(^|/)(examples?|samples?|bench(es|marks?)?)/|[._-]bench\.[a-z]+$")
_SUPPORT_WORDS: dict[Role, frozenset[str]] = {
    "test": frozenset({"test", "spec"}),
    "example": frozenset({"example", "sample", "demo", "benchmark", "bench"}),
    "other": frozenset({"generated", "vendored", "vendor"}),
}
_SUPPORT_RULES: dict[Role, str] = {
    "test": "test code",
    "example": "example code",
    "other": "generated or vendored code",
}
_HISTORY_WORDS = frozenset({"changelog", "change", "release", "history", "new", "version"})
_ROUTING_WORDS = frozenset({"package", "module", "edit", "change", "where", "own", "owner", "ownership", "start"})
_CHANGE_WORDS = frozenset(
    {"add", "change", "edit", "extend", "fix", "migrate", "modify", "remove", "rename", "replace"}
)

SUPPORT = 0.5
"""The largest single gain on commit questions with tests in the index (MRR +.04 to +.14 by repository)."""
SUPPORT_ASKED = 0.75
"""Of test code when the question has the word test, and so on: "fix it and add a test" is still about the code. With
1 for whatever supports when any such word was asked, 240 commit questions lost .015 [.004, .029] MRR."""
HISTORY = 0.5
"""A judgement, not a gain: on 103 page questions 1, 0.5 and 0.3 ranked alike."""
ROUTE_COVERED = 4.0
"""A declared route has words in two or three fields where a page has seven; this makes up for the others."""
CHANGE_ASKED = 1.4
CHANGE_NOT_ASKED = 0.5
OWNED = 1.1
SHAPE = 1.15


class Shape(msgspec.Struct, frozen=True):
    """What the rules ask of a question, found once for all entries."""

    terms: frozenset[str]
    roles: frozenset[Role]
    """Of supporting code, what is asked for."""
    about_history: bool
    routing: bool
    change: bool
    code_word: bool
    in_words: bool


def shape_of(query: Query) -> Shape:
    """The shape of a question; words count in the singular, stop words too."""
    asked = {_bare(fold(word)) for word in words(query.text)}
    code = bool(query.paths or query.identifiers)
    return Shape(
        terms=frozenset(query.terms),
        roles=frozenset(role for role, words in _SUPPORT_WORDS.items() if not asked.isdisjoint(words)),
        about_history=not asked.isdisjoint(_HISTORY_WORDS),
        routing=not asked.isdisjoint(_ROUTING_WORDS),
        change=not asked.isdisjoint(_CHANGE_WORDS),
        code_word=code and len(query.typed) == 1,
        in_words=not code and len(query.typed) >= 3,
    )


def _bare(word: str) -> str:
    return word.removesuffix("s")


class Traits(msgspec.Struct, frozen=True):
    """What the rules ask of an entry. ``title`` holds the terms of a route's title and is empty for others."""

    kind: EntryKind
    role: Role
    history: bool
    owned: bool
    title: frozenset[str]


def traits_of(entry: Entry, lex: Lexicon) -> Traits:
    """What the rules ask of ``entry``."""
    return Traits(
        entry.kind,
        role=role_of(entry) if entry.kind == "module" else "core",
        history=entry.kind == "document" and is_history(entry.path),
        owned=entry.ownership_id is not None,
        title=frozenset(lex.text_terms(entry.title)) if entry.kind in {"intent", "change"} else frozenset(),
    )


class QueryPriors:
    """The factors of every entry for one question; found once for entries that are alike."""

    def __init__(self, query: Query) -> None:
        self._shape = shape_of(query)
        self._known: dict[Traits, tuple[float, tuple[PriorFactor, ...]]] = {}

    def factor(self, traits: Traits) -> float:
        """What the lexical part of an entry is multiplied by."""
        return self._of(traits)[0]

    def factors(self, traits: Traits) -> tuple[PriorFactor, ...]:
        """The rules that hold for an entry, each with its factor."""
        return self._of(traits)[1]

    def _of(self, traits: Traits) -> tuple[float, tuple[PriorFactor, ...]]:
        known = self._known.get(traits)
        if known is None:
            rules = tuple(PriorFactor(rule=rule, factor=factor) for rule, factor in _rules(traits, self._shape))
            known = self._known[traits] = (math.prod(rule.factor for rule in rules), rules)
        return known


def _rules(traits: Traits, shape: Shape) -> Iterator[tuple[str, float]]:
    if traits.role != "core":
        yield _SUPPORT_RULES[traits.role], SUPPORT_ASKED if traits.role in shape.roles else SUPPORT
    if traits.history and not shape.about_history:
        yield "history page", HISTORY
    if traits.title:
        yield from _route_rules(traits, shape)
    if traits.owned and shape.routing:
        yield "has an owner", OWNED
    if traits.kind == "module" and shape.code_word:
        yield "a question of one code word", SHAPE
    if traits.kind == "document" and shape.in_words:
        yield "a question in words", SHAPE


def _route_rules(traits: Traits, shape: Shape) -> Iterator[tuple[str, float]]:
    covered = len(shape.terms) > 1 and traits.title >= shape.terms
    if covered:
        yield "title holds the whole question", ROUTE_COVERED
    if traits.kind == "change" and shape.change:
        yield "asks for a change", CHANGE_ASKED
    elif traits.kind == "change" and not covered:
        yield "does not ask for a change", CHANGE_NOT_ASKED


def is_support(entry: Entry) -> bool:
    """Whether a module is a test, an example, generated or vendored, by its tags or its path."""
    return role_of(entry) != "core"


def role_of(entry: Entry) -> Role:
    """What a module is for, by its tags or its path."""
    path = entry.path.lower()
    if "test" in entry.tags or _TEST_PATH.search(path):
        return "test"
    if "example" in entry.tags or _EXAMPLE_PATH.search(path):
        return "example"
    return "core" if SUPPORT_TAGS.isdisjoint(entry.tags) else "other"
