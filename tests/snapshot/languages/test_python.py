"""What the Python analyser reads out of one file."""

from __future__ import annotations

import ast
import io
import keyword
import random
import re
import tokenize
from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport
from mkdocs_docbridge.snapshot.languages import analyzer_for
from mkdocs_docbridge.snapshot.languages.python import PythonAnalyzer
from mkdocs_docbridge.snapshot.model import Symbol
from mkdocs_docbridge.text.words import WORD

_STRING_PREFIXES = {"b", "br", "f", "fr", "r", "rb", "rf", "u"}


def read(source: str | bytes, suffix: str = ".py") -> ModuleFacts:
    data = dedent(source).encode() if isinstance(source, str) else source
    return PythonAnalyzer().facts(data, suffix)


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


def names(*pairs: tuple[str, str]) -> tuple[ImportedName, ...]:
    return tuple(ImportedName(name=name, alias=alias) for name, alias in pairs)


def test_definitions_carry_kind_span_signature_and_first_sentence() -> None:
    facts = read('''
        """Doors.

        More about doors.
        """

        LIMIT = 3
        type Key = int | str

        @cache
        async def open_door(
            key: Key,  # the key
            *,
            slowly: bool = False,
        ) -> None:
            """Opens a door, e.g. The front door. Then waits."""
            return None

        class Door(Base, metaclass=Meta):
            """A door."""
            width: int = 80

            def close(self): ...
            def _lock(self): ...
    ''')
    assert facts.docstring == "Doors.\n\nMore about doors."
    assert [(s.name, s.kind, s.line, s.end_line, s.exported) for s in facts.symbols] == [
        ("LIMIT", "constant", 7, 7, True),
        ("Key", "type", 8, 8, True),
        ("open_door", "function", 11, 17, True),
        ("Door", "class", 19, 24, True),
        ("Door.width", "variable", 21, 21, True),
        ("Door.close", "method", 23, 23, True),
        ("Door._lock", "method", 24, 24, False),
    ]
    assert symbol(facts, "open_door").signature == "async def open_door(key: Key, *, slowly: bool = False) -> None"
    assert symbol(facts, "open_door").summary == "Opens a door, e.g. The front door."
    assert symbol(facts, "Door").signature == "class Door(Base, metaclass=Meta)"
    assert facts.exports == ("Door", "Key", "LIMIT", "open_door")


@pytest.mark.parametrize(
    "statements",
    [
        '__all__ = ["a", "_b"]',
        "__all__ = ('a', '_b')",
        '__all__ = ["a"]\n__all__ += ["_b"]',
        '__all__ = ["a"]\n__all__.extend(("_b",))',
        '__all__ = ["a"] + ["_b"]',
        '__all__: list[str] = ["a"]\n__all__.append("_b")',
    ],
)
def test_dunder_all_decides_what_is_exported_however_it_is_written(statements: str) -> None:
    facts = read(f"{statements}\ndef a(): ...\ndef _b(): ...\ndef c(): ...\n".encode())
    assert facts.exports == ("_b", "a")
    assert {s.name for s in facts.symbols if s.exported} == {"a", "_b"}
    assert facts.notes == ()


def test_a_computed_dunder_all_is_noted_and_public_definitions_still_count() -> None:
    facts = read("__all__ = ['_x', *base.__all__]\ndef a(): ...\n")
    assert facts.exports == ("_x", "a")
    assert [(note.code, note.line) for note in facts.notes] == [("DYNAMIC_EXPORTS", 1)]


def test_definitions_under_if_and_try_count_and_the_first_of_a_name_wins() -> None:
    facts = read("""
        if TYPE_CHECKING:
            from a import B
        try:
            import fast
        except ImportError:
            def slow(): ...
        else:
            LATER = 1
        def slow(): ...
    """)
    assert [(s.name, s.line) for s in facts.symbols] == [("slow", 7), ("LATER", 9)]
    assert [(i.specifier, i.local) for i in facts.imports] == [("a", False), ("fast", False)]


def test_none_in_place_of_what_could_not_be_imported_defines_nothing() -> None:
    facts = read("""
        try:
            import yaml
            import a.b as short
            from jinja2 import Environment, pass_context as context
        except ImportError:
            yaml = short = None
            Environment = None
            context = None
        other = None
        def f():
            import json
        json = None
    """)
    assert [symbol.name for symbol in facts.symbols] == ["other", "f", "json"]


def test_an_implementation_wins_over_its_overloads() -> None:
    facts = read("""
        @overload
        def f(a: int) -> int: ...
        @typing.overload
        def f(a: str) -> str: ...
        def f(a): ...
    """)
    assert [(s.name, s.line) for s in facts.symbols] == [("f", 6)]
    stub = read("@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n", ".pyi")
    assert [(s.name, s.line) for s in stub.symbols] == [("f", 2)]


def test_imports_keep_dots_aliases_stars_and_lines() -> None:
    facts = read("""
        import a.b as c, d
        from . import x
        from ..p.q import (
            y as z,
            w,
        )
        from m import *
        def f():
            from late import g; import later
        class K:
            import inner
    """)
    assert facts.imports == (
        RawImport(specifier="a.b", names=names(("", "c")), line=2),
        RawImport(specifier="d", names=(), line=2),
        RawImport(specifier=".", names=names(("x", "x")), line=3),
        RawImport(specifier="..p.q", names=names(("y", "z"), ("w", "w")), line=4),
        RawImport(specifier="m", names=names(("*", "*")), line=8),
        RawImport(specifier="late", names=names(("g", "g")), line=10, local=True),
        RawImport(specifier="later", names=(), line=10, local=True),
        RawImport(specifier="inner", names=(), line=12, local=True),
    )


def test_words_that_only_look_like_imports_are_none() -> None:
    facts = read('"""import a\nfrom b import c\n"""\n# import d\nx = "import e"\nimportant = 1\n')
    assert facts.imports == ()


def test_dynamic_imports_with_a_literal_are_imports_and_others_are_noted() -> None:
    facts = read("""
        import_module("a.b")
        importlib.import_module(".c", package="p.q")
        importlib.import_module("..c", "p.q")
        __import__("d")
        importlib.import_module(name)
        def import_module(x): ...
    """)
    assert [(i.specifier, i.line, i.kind) for i in facts.imports] == [
        ("a.b", 2, "dynamic"),
        ("p.q.c", 3, "dynamic"),
        ("p.c", 4, "dynamic"),
        ("d", 5, "dynamic"),
    ]
    assert [(note.code, note.line) for note in facts.notes] == [("DYNAMIC_IMPORT", 6)]


def test_a_string_below_an_assignment_describes_it() -> None:
    facts = read('A = B = 1\n"""Both. More."""\nC = 2\n\ndef f(): ...\n"""Not for f."""\n')
    assert {s.name: s.summary for s in facts.symbols} == {"A": "Both.", "B": "Both.", "C": "", "f": ""}


@pytest.mark.parametrize(
    ("assignment", "kind"),
    [
        ("A: TypeAlias = int", "type"),
        ("T = TypeVar('T')", "type"),
        ("Id = typing.NewType('Id', int)", "type"),
        ("MAX_SIZE = 1", "constant"),
        ("_PRIVATE: int = 1", "constant"),
        ("logger = get()", "variable"),
    ],
)
def test_assignments_are_types_constants_or_variables(assignment: str, kind: str) -> None:
    assert [s.kind for s in read(assignment).symbols] == [kind]


def test_a_signature_is_one_line_of_at_most_160_characters() -> None:
    arguments = ", ".join(f"argument_{n}: int = {n}" for n in range(50))
    signature = read(f"def f({arguments}): ...\n").symbols[0].signature
    assert len(signature) == 160
    assert signature.startswith("def f(argument_0: int = 0, ")
    assert signature.endswith("…")


def test_a_summary_has_at_most_400_characters() -> None:
    facts = read(f'def f():\n    """{"word " * 200}"""\n')
    assert len(facts.symbols[0].summary) <= 400


def test_a_syntax_error_is_noted_with_its_line_and_the_rest_is_read() -> None:
    facts = read("import a\n\ndef f(): ...\n\ndef broken(:\n    pass\n\ndef g(): ...\n")
    assert [(n.code, n.line, n.status) for n in facts.notes] == [("PARSE_ERROR", 5, "partial")]
    assert {"f", "g"} <= {s.name for s in facts.symbols}
    assert [i.specifier for i in facts.imports] == ["a"]


def test_terms_count_words_of_names_comments_and_strings_but_no_keywords() -> None:
    facts = read(
        "def load_file(path):  # reads path\n    return open(path, 'rb', f'{path}\\nnext')  # HTTP 404, 12, 0xff\n"
    )
    assert facts.terms == {
        "load_file": 1, "path": 4, "reads": 1, "open": 1, "next": 1, "HTTP": 1, "404": 1,
    }  # fmt: skip


def test_terms_are_the_words_of_the_interpreters_own_tokens() -> None:
    for path in sorted((Path(__file__).parents[3] / "mkdocs_docbridge/snapshot/languages").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        counted: Counter[str] = Counter()
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in {tokenize.NUMBER, tokenize.OP}:
                counted.update(WORD.findall(re.sub(r"\\[nrt]", " ", token.string)))
        words = {word for word in counted if not keyword.iskeyword(word) and word[0].isalpha()}
        assert {word for word in read(source.encode()).terms if word[0].isalpha()} == words - _STRING_PREFIXES, path


def test_a_coding_cookie_is_respected() -> None:
    facts = read("# -*- coding: latin-1 -*-\nÄPFEL = 1\n".encode("latin-1"))
    assert [s.name for s in facts.symbols] == ["ÄPFEL"]
    assert facts.notes == ()


@pytest.mark.parametrize("cookie", ["idna", "zlib", "rot13", "undefined", "no-such", "mbcs"])
def test_a_cookie_that_names_no_text_encoding_is_ignored(cookie: str) -> None:
    facts = read(f"# coding: {cookie}\nx = 1\n".encode())
    assert [s.name for s in facts.symbols] == ["x"]


def test_bytes_that_are_not_utf_8_are_replaced_and_noted_with_their_line() -> None:
    facts = read(b"x = 1\ny = '\xff'\n")
    assert [(n.code, n.line) for n in facts.notes] == [("NOT_UTF8", 2)]
    assert [s.name for s in facts.symbols] == ["x", "y"]


def test_a_utf_16_file_is_read_by_its_mark_and_noted() -> None:
    facts = read("def f(): ...\n".encode("utf-16"))
    assert [s.name for s in facts.symbols] == ["f"]
    assert [n.code for n in facts.notes] == ["NOT_UTF8"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_alike_whatever_ends_them(end: str) -> None:
    facts = read(f"\ufeffimport a{end}{end}def f():{end}    pass{end}x = 1{end}".encode())
    assert [(s.name, s.line, s.end_line) for s in facts.symbols] == [("f", 3, 4), ("x", 5, 5)]
    assert facts.notes == ()


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("import pytest\n", True),
        ("from unittest.mock import Mock\n", True),
        ("def test_it(): ...\n", True),
        ("class A:\n    def test_connection(self): ...\n", False),
        ("def f():\n    import pytest\n", False),
        ("import tests\n", False),
    ],
)
def test_a_test_is_known_by_its_imports_or_functions(source: str, test: bool) -> None:
    assert read(source).test is test


@pytest.mark.parametrize(
    ("header", "generated"),
    [
        ("# Generated by the protocol buffer compiler.  DO NOT EDIT!", True),
        ("# This file is auto-generated", True),
        ("# @generated", True),
        ("#!/usr/bin/env python\n# Code generated from x. Do not modify.", True),
        ("# How documents are generated", False),
        ("# Do not edit this header", False),
        ("x = 1  # generated by hand", False),
    ],
)
def test_a_header_comment_tells_that_a_file_is_generated(header: str, generated: bool) -> None:
    assert read(f"{header}\nimport a\n").generated is generated


def test_no_docstring_comes_from_an_f_string_or_bytes() -> None:
    assert read('f"""No {x}."""\n').docstring == ""
    assert read('b"""No."""\n').docstring == ""
    assert read('"Two " "parts."\n').docstring == "Two parts."


def test_keywords_are_those_of_every_supported_interpreter() -> None:
    source = " ".join(keyword.kwlist)
    assert read(source).terms == {}


_PIECES = st.sampled_from(
    ["def f(a):\n", "    pass\n", "class A:\n", "import a\n", "from . import b\n", "(", ")", '"""', "'", "\\", "\n",
     "\t", "\0", "é", "x = 1\n", "__all__ = ['x']\n", "# c\n", "@d\n", "async ", "lambda: ", "import_module(", "\r",
     "\ufeff"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=40))
def test_any_text_gives_the_same_facts_twice_with_lines_inside_it(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    facts = read(data)
    assert facts == read(data)
    lines = data.count(b"\n") + data.count(b"\r") + 1
    assert all(1 <= s.line <= s.end_line <= lines for s in facts.symbols)
    assert all(1 <= i.line <= lines and i.specifier for i in facts.imports)
    assert len({s.name for s in facts.symbols}) == len(facts.symbols)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    assert read(data).language == "python"


def test_a_file_cut_anywhere_is_read() -> None:
    source = b'"""Doc."""\nimport a\nclass A(B):\n    """C."""\n    def f(self, x=("y",)):\n        return f"{x}"\n'
    for end in range(len(source)):
        read(source[:end])


def test_symbols_agree_with_the_interpreters_own_parser() -> None:
    generator = random.Random(7)
    for _ in range(20):
        body = "".join(
            generator.choice(
                ["def f{0}(a, b=1): return a\n", "class C{0}:\n    def m(self): pass\n", "V{0} = {0}\n"]
            ).format(n)
            for n in range(12)
        )
        expected = []
        for node in ast.parse(body).body:
            name = node.targets[0].id if isinstance(node, ast.Assign) else node.name  # type: ignore[attr-defined]
            expected.append((name, node.lineno, node.end_lineno))
        assert [(s.name, s.line, s.end_line) for s in read(body.encode()).symbols if "." not in s.name] == expected


def test_the_analyser_is_found_by_suffix_in_any_case() -> None:
    assert analyzer_for("a/b.PY") is analyzer_for("c.pyi")
    assert analyzer_for("README") is None
