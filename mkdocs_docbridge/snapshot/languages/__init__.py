"""The analysers, one module a language, made when a file of their language is first read."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from mkdocs_docbridge.snapshot.catalogue import Language, language_of

from .base import Analyzer

__all__ = ["Analyzer", "analyzer_for", "analyzer_of"]


def analyzer_for(path: str) -> Analyzer | None:
    """The analyser of the file at ``path``, by its suffix in any case; None for a file that is no known source."""
    language = language_of(path)
    return None if language is None else analyzer_of(language)


@cache
def analyzer_of(language: Language) -> Analyzer:
    """The analyser of a language."""
    module, _, name = language.analyzer.partition(":")
    made = getattr(import_module(f"{__name__}.{module}"), name)()
    if not isinstance(made, Analyzer):
        raise TypeError(language.analyzer)
    return made
