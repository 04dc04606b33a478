"""The languages that are analysed, one module each, found by file suffix."""

from __future__ import annotations

from pathlib import PurePosixPath

from .base import Analyzer
from .javascript import JavaScriptAnalyzer, TypeScriptAnalyzer
from .python import PythonAnalyzer

ANALYZERS: tuple[Analyzer, ...] = (JavaScriptAnalyzer(), PythonAnalyzer(), TypeScriptAnalyzer())
_BY_SUFFIX = {suffix: analyzer for analyzer in ANALYZERS for suffix in analyzer.suffixes}


def analyzer_for(path: str) -> Analyzer | None:
    """The analyser of the file at ``path``, by its suffix in any case; None for a file that is no known source."""
    return _BY_SUFFIX.get(suffix_of(path))


def suffix_of(path: str) -> str:
    """The suffix of ``path`` as analysers know it: lower case, with its dot."""
    return PurePosixPath(path).suffix.lower()
