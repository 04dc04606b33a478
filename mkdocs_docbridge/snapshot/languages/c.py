"""C and C++: what a file includes, declares and defines. See :mod:`.c_reading` for the definitions."""

from __future__ import annotations

import re
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .base import Analyzer, load_grammar
from .c_bodies import without_bodies
from .c_comments import Comments
from .c_conditionals import Language, chosen_code
from .c_dialect import is_cpp_header
from .c_directives import other_macros, read_includes, read_macros
from .c_lex import Lexed, Lines, lex
from .c_macros import without_attributes, without_macros
from .c_modules import ModuleUnit, read_module
from .c_reading import Reading, Scope
from .c_symbols import Symbols
from .c_words import C_KEYWORDS, CPP_KEYWORDS, TEST_HEADERS
from .source import Source, count_terms, decode
from .trees import syntax_error

_C = ("tree_sitter_c", "language")
_CPP = ("tree_sitter_cpp", "language")
_SOURCES = frozenset({".c", ".c++", ".cc", ".cppm", ".cpp", ".cxx", ".ixx"})
_HEADERS = frozenset({".h", ".h++", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp"})
_TEST_CALL = re.compile(
    rb"^[ \t]*(?:(?:TYPED_)?TEST(?:_[FPG]|_CASE|_CASE_METHOD|_GROUP)?[ \t]*\(|(?:START_TEST|BOOST_AUTO_TEST_CASE)\b)",
    re.MULTILINE,
)


class CAnalyzer(Analyzer):
    """Reads ``.c``, and ``.h``, which may be C++: its text decides."""

    language = "c"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".c": _C, ".h": _C}
    fallbacks: ClassVar[tuple[tuple[str, str], ...]] = (_CPP,)

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. An include keeps its quotes or brackets: they tell where it is looked for."""
        source = decode(data)
        lexed = lex(source.data)
        code = chosen_code(lexed, "c")
        if suffix == ".h" and is_cpp_header(source.data, lexed, code):
            return CppAnalyzer().read(source, lexed, suffix)
        file = _File(source, lexed, code, "c")
        tree = self.parse(file.unit.code, suffix)
        if tree is None:
            return self.unparsed(source, C_KEYWORDS)
        if suffix == ".h" and tree.language == load_grammar(*_CPP):
            return CppAnalyzer().read(source, lexed, suffix)
        return file.facts(tree.root_node, suffix)


class CppAnalyzer(Analyzer):
    """Reads ``.cc``, ``.cpp``, ``.cxx``, ``.hpp`` and their like."""

    language = "cpp"
    grammars: ClassVar[dict[str, tuple[str, str]]] = dict.fromkeys(sorted((_SOURCES | _HEADERS) - {".c", ".h"}), _CPP)

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`CAnalyzer.facts`. Names are written with dots: ``space.Class.method``."""
        source = decode(data)
        return self.read(source, lex(source.data), suffix)

    def read(self, source: Source, lexed: Lexed, suffix: str) -> ModuleFacts:
        """The facts of a file that is known to be C++, whatever its suffix."""
        file = _File(source, lexed, chosen_code(lexed, "cpp"), "cpp")
        tree = self.parse(file.unit.code, ".hpp")
        if tree is None:
            return self.unparsed(source, CPP_KEYWORDS)
        return file.facts(tree.root_node, suffix)


class _File:
    """A file made ready for the parser, and what is known of it without one."""

    def __init__(self, source: Source, lexed: Lexed, code: bytes, language: Language) -> None:
        self.source = source
        self.lexed = lexed
        self.language = language
        self.lines = Lines(source.data)
        self.macros = tuple(read_macros(lexed.directives))
        code = without_bodies(without_attributes(code))
        self._calls_tests = b"TEST" in code and _TEST_CALL.search(code) is not None
        code = without_macros(code, language, other_macros(self.macros))
        self.unit = read_module(source.data, code) if language == "cpp" else ModuleUnit(code)
        self.comments = Comments(source.data, self.unit.code, lexed)

    def facts(self, root: Node, suffix: str) -> ModuleFacts:
        """The facts, with the definitions below ``root``."""
        header = suffix in _HEADERS or self.unit.interface
        kept = Symbols(self.source.data, self.lexed, self.comments, self.unit)
        kept.add_module()
        for macro in self.macros:
            kept.add_macro(macro, self.lines, header=header)
        reading = Reading(kept, header=header, cpp=self.language == "cpp")
        reading.statements(root, Scope())
        symbols = kept.symbols()
        included, notes = read_includes(self.lexed.directives, self.lines)
        imports = sorted((*included, *self.unit.imports), key=lambda found: found.line)
        error = syntax_error(root)
        return ModuleFacts(
            language=self.language,
            docstring=self.comments.docstring,
            symbols=symbols,
            imports=tuple(imports),
            terms=count_terms(self.source.text, C_KEYWORDS if self.language == "c" else CPP_KEYWORDS),
            exports=tuple(sorted(symbol.name for symbol in symbols if symbol.exported)),
            generated=self.comments.generated,
            test=self._calls_tests or any(_is_of_tests(found.specifier) for found in imports),
            notes=(*self.source.notes, *([error] if error else []), *notes),
            namespaces=tuple(sorted(reading.namespaces)),
        )


def _is_of_tests(specifier: str) -> bool:
    path = specifier.strip('<">')
    return path in TEST_HEADERS or any(path.startswith(f"{folder}/") for folder in TEST_HEADERS)
