"""The analyser of one language: bytes of one file in, :class:`ModuleFacts` out, and nothing else looked at."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import ClassVar

from tree_sitter import Language, Parser, Tree

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.facts import ModuleFacts, Note

from .source import Source, count_terms

MAX_STEPS = 6_000
STEPS_PER_BYTE = 0.02
"""A parse is given up after ``MAX_STEPS + STEPS_PER_BYTE * offset`` progress reports (one for a hundred operations).

Source code needs 0.0065 a byte and data as dense as it gets 0.04 (measured), so only a file with more than 300 kB of
bare data is too much. Reports count the parser's work and no clock, so the answer is the same everywhere. Without the
bound, a megabyte of quotation marks takes the JavaScript grammar 100 s.
"""
MAX_READS = 1_000
READS_PER_CHUNK = 100
"""A parse is given up, too, when it reads the file more often than this: the scanners that grammars bring in C report
no progress, and some look through the rest of the file for an end that is not there, again from every place (Ruby's
``=begin`` and ``%w[``; Kotlin's strings, in an error). Source code is read up to 26 times over (measured).
"""
_CHUNK = 1024
# The text of a node is read through the same function, which is why pieces are small.


class Analyzer(ABC):
    """Base of the analysers. A new language is one subclass and its line in ``snapshot.catalogue``."""

    language: ClassVar[str]
    grammars: ClassVar[dict[str, tuple[str, str]]]
    """By suffix: the grammar's module and the function in it that gives the language."""

    fallbacks: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Grammars to try on a file that the one of its suffix does not understand as a whole."""

    @abstractmethod
    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """The facts of a file with these bytes and this suffix. Pure; raises only :class:`InputError`, when a
        grammar is not installed."""

    def parse(self, source: bytes, suffix: str) -> Tree | None:
        """The syntax tree of UTF-8 ``source``, None when it takes more than the budget of steps.

        Raises InputError when the grammar cannot be loaded.
        """
        tree = _parse(load_grammar(*self.grammars[suffix]), source)
        if tree is not None and tree.root_node.has_error:
            for fallback in self.fallbacks:
                other = _parse(load_grammar(*fallback), source)
                if other is not None and not other.root_node.has_error:
                    return other
        return tree

    def unparsed(self, source: Source, keywords: frozenset[str]) -> ModuleFacts:
        """The facts of a file that :meth:`parse` gave up on: its words."""
        note = Note(
            code="PARSE_ABANDONED",
            reason="parsing it takes more steps than a source file should; only its words are known",
            status="not-analyzed",
        )
        return ModuleFacts(
            language=self.language,
            docstring="",
            symbols=(),
            imports=(),
            terms=count_terms(source.text, keywords),
            notes=(*source.notes, note),
        )


def _parse(grammar: Language, source: bytes) -> Tree | None:
    steps = reads = 0
    max_reads = MAX_READS + READS_PER_CHUNK * (len(source) // _CHUNK)
    parsing = True

    def read(offset: int, _: object) -> bytes:
        nonlocal reads
        if parsing:
            reads += 1
            if reads > max_reads:
                return b""
        return source[offset : offset + _CHUNK]

    def is_enough(offset: int, _: bool) -> bool:
        nonlocal steps
        steps += 1
        return reads > max_reads or steps > MAX_STEPS + STEPS_PER_BYTE * offset

    try:
        tree = Parser(grammar).parse(read, progress_callback=is_enough)
    except ValueError:
        return None
    parsing = False
    # A parse that ends before it next reports progress has read the file as shorter than it is.
    return None if reads > max_reads else tree


@cache
def load_grammar(module: str, function: str) -> Language:
    """The tree-sitter language of a grammar wheel. Raises InputError: a missing grammar is never an empty answer."""
    try:
        return Language(getattr(import_module(module), function)())
    except (ImportError, ValueError) as error:
        raise InputError(
            f"the grammar {module} cannot be loaded: {error}",
            code="GRAMMAR_MISSING",
            hint=f"install it with: pip install {module.replace('_', '-')}",
        ) from error
