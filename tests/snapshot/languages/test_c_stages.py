"""What is cleared from C and C++ before it is parsed: every stage keeps each offset and line where it was."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.languages.c_bodies import without_bodies
from mkdocs_docbridge.snapshot.languages.c_conditionals import chosen_code
from mkdocs_docbridge.snapshot.languages.c_lex import lex
from mkdocs_docbridge.snapshot.languages.c_macros import without_attributes, without_macros
from mkdocs_docbridge.snapshot.languages.c_modules import read_module

PIECES = st.sampled_from(
    ["/*", "*/", "//", "\\", "\n", "\r\n", '"', "'", "#", "#if A\n", "#ifdef __cplusplus\n", "#else\n", "#endif\n",
     "{", "}", "(", ")", "<", ">", "::", ";", ":", ",", "=", "*", "&", "~", " ", "\t", "   " * 20, "\n" * 30, "R\"x(",
     ")x\"",
     "class", "struct", "enum", "namespace", "template", "int", "static", "FOO", "BAR(x)", "f", "x", "é", "\0",
     "__attribute__((a))", "export", "module", "import", "operator", "#define A(x) x\n", "#include <a>\n"]
)  # fmt: skip


def line_ends(data: bytes) -> list[int]:
    return [found.start() for found in re.finditer(rb"\n", data)]


@given(st.lists(PIECES, max_size=60).map("".join), st.sampled_from(["c", "cpp"]))
@settings(max_examples=300, deadline=None)
def test_every_stage_keeps_lengths_and_line_ends(text: str, language: Literal["c", "cpp"]) -> None:
    data = text.encode()
    lexed = lex(data)
    stages = [lexed.code]
    stages.append(chosen_code(lexed, language))
    stages.append(without_attributes(stages[-1]))
    stages.append(without_bodies(stages[-1]))
    stages.append(without_macros(stages[-1], language, frozenset({"BAR"})))
    stages.append(read_module(data, stages[-1]).code)
    assert {len(stage) for stage in stages} == {len(data)}
    assert all(line_ends(stage) == line_ends(data) for stage in stages)


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("int f(int a) { g(); }", "int f(int a) {      }"),
        ("int a[] = { 1, 2 };", "int a[] = {      };"),
        ("class A : B<int(int)> { int x; };", "class A : B<int(int)> { int x; };"),
        ("struct A<decltype(f())> : B { int x; };", "struct A<decltype(f())> : B { int x; };"),
        ("namespace a { f() { g(); } }", "namespace a { f() {      } }"),
        ("struct s f(struct t x) { g(); }", "struct s f(struct t x) {      }"),
        ("A() : x(1) { g(); } int y;", "A() : x(1) {      } int y;"),
        ("int f(a) int a; { g(); }", "int f(a) int a; {      }"),
        ("enum { A, B };", "enum { A, B };"),
        ("int f() { g(); { }", "int f() { g(); { }"),
    ],
)
def test_only_the_insides_of_functions_and_initialisers_are_taken_out(code: str, kept: str) -> None:
    assert without_bodies(code.encode()).decode() == kept


def test_directives_are_told_from_other_signs() -> None:
    data = b'#define A 1 /* one */ + \\\n  2\nint a; # define B\n  # include <x> // y\n"#define C"\n#\n'
    assert [(d.name, d.argument) for d in lex(data).directives] == [
        ("define", "A 1 + 2"),
        ("include", "<x>"),
        ("", ""),
    ]
