"""Files made to break a reader: every analyser answers, soon and alike each time."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from mkdocs_docbridge.snapshot.catalogue import LANGUAGES, facts_key
from mkdocs_docbridge.snapshot.languages import analyzer_for, analyzer_of
from mkdocs_docbridge.snapshot.languages import base as base_module
from mkdocs_docbridge.snapshot.languages.source import codec_named, count_terms

SUFFIXES = sorted({suffix for language in LANGUAGES for suffix in (language.suffixes[0], language.suffixes[-1])})
MANY_IMPORTS = {
    "bash": b"f() { source a; }\n",
    "c": b'#include "a.h"\n',
    "cpp": b'#include "a.h"\n',
    "csharp": b"using a.b;\n",
    "go": b'import "a"\n',
    "java": b"import a.b;\n",
    "kotlin": b"import a.b\n",
    "python": b"def f(): import a\n",
    "rust": b"fn f() { use a; }\n",
}
OTHERWISE = b"function f() { require('a'); }\n"
HOSTILE = {
    "comments of C": b"/*" * 10_000 + b"\n" + b"/* " * 10_000,
    "nothing": b"",
    "nul bytes": b"x = 1\0\0\ndef f(): pass\n" + b"\0" * 10_000,
    "a line of a megabyte": b'x = "' + b"a" * 1_000_000 + b'"\n',
    "open brackets": b"(" * 10_000,
    "nested lists": b"x = " + b"[" * 10_000 + b"]" * 10_000,
    "nested braces": b"{" * 10_000 + b"}" * 10_000,
    "nested calls": b"f(" * 10_000 + b")" * 10_000,
    "a long sum": b"x = " + b"1 + " * 20_000 + b"1",
    "a long chain": b"a." * 20_000 + b"b",
    "chained assignments": b"a = " * 3_000 + b"1",
    "nested arrows": b"x = " + b"a => " * 2_000 + b"1",
    "nested lambdas": b"x = " + b"lambda: " * 2_000 + b"1",
    "nested class bodies": b"class A {" * 2_000,
    "torn classes": b"class A : B(object : C {\n" * 300,
    "unclosed directives": b"#if A\nclass B {\n" * 1_000,
    "unclosed comments": b"/** {@link {@link <a <b\n" * 300,
    "nested classes": b"".join(b" " * n + b"class A:\n" for n in range(300)),
    "nested functions": b"function f() {" * 2_000,
    "nested namespaces": b"namespace a {" * 2_000,
    "nested modules": b"mod a {" * 2_000,
    "nested uses": b"use a::{" * 2_000,
    "nested macros": b"a! {" * 2_000 + b"}" * 2_000,
    "nested types": b"type A = " + b"B<" * 2_000,
    "nested patterns": b"const " + b"{a: " * 2_000,
    "nested markup": b"x = " + b"<a>" * 2_000,
    "open template": b"`${" * 2_000,
    "an open string": b'class A:\n    def f(self, x: "',
    "a long __all__": b'__all__ = ["a"]' + b' + ["b"]' * 3_000,
    "open block comments": b"=begin\n" * 10_000,
    "nested word lists": b"%w[" * 10_000,
    "nested PHP": b"<?php " + b"if (1) { class A {" * 2_000,
    "PHP namespaces": b"<?php " + b"namespace A; class B {}" * 2_000,
    "PHP paths": b"<?php require " + b"dirname(" * 3_000 + b"'a' . " * 3_000,
    "random bytes": bytes(range(256)) * 100,
    "UTF-16": "def f(): pass\n".encode("utf-16"),
    "nested conditions": b"#if A\n" * 5_000 + b"int x;\n" + b"#endif\n" * 5_000,
    "open conditions": b"#if A\nint f(void) {\n" * 2_000,
    "many branches": b"#if A\n" + b"#elif B\nint x;\n" * 5_000 + b"#endif\n",
    "open raw strings": b"".join(b'R"d%d(' % number for number in range(5_000)),
    "open attributes": b"__attribute__((" * 5_000,
    "open macros": b"FOO(" * 5_000,
    "many macros": b"; FOO(x) BAR " * 5_000,
    "a long macro": b"A" * 500_000,
    "a long scope": b"a::" * 10_000,
    "open templates": b"template<" * 5_000,
    "open functions": b"f(){" * 10_000,
    "continued lines": b"#define A \\\n" * 10_000,
    "apostrophes": b"'" * 50_000,
    "exported blocks": b"export module a;\n" + b"export {" * 2_000,
    "chained variables": b'A="$A$A$A$A"\n' * 200,
    "open substitutions": b"A=$(cd $(dirname " * 2_000,
    "a codec that is slow": b"# coding: idna\n" + b"a" * 100_000,
}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_read_twice_alike(name: str, suffix: str) -> None:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    facts = analyzer.facts(HOSTILE[name], suffix)
    assert facts == analyzer.facts(HOSTILE[name], suffix)
    assert all(len(symbol.signature) <= 160 and len(symbol.summary) <= 400 for symbol in facts.symbols)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_parse_beyond_its_budget_is_given_up_and_noted(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base_module, "MAX_STEPS", 10)
    monkeypatch.setattr(base_module, "STEPS_PER_BYTE", 0.0)
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    facts = analyzer.facts(_opening(suffix) + b"word = [" + b"1, " * 5_000 + b"]\n", suffix)
    assert [(note.code, note.status) for note in facts.notes] == [("PARSE_ABANDONED", "not-analyzed")]
    assert facts.terms["word"] == 1
    assert facts.symbols == ()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_many_imports_are_read_in_linear_time(suffix: str) -> None:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    line = MANY_IMPORTS.get(analyzer.language, OTHERWISE)
    assert len(analyzer.facts(_opening(suffix) + line * 4_000, suffix).imports) == 4_000


def _opening(suffix: str) -> bytes:
    """What a file starts with so that the rest of it is read as code."""
    return b"<?php " if suffix == ".php" else b""


def test_cache_keys_differ_by_language_and_name_every_grammar() -> None:
    keys = [facts_key(f"module:{suffix}") for language in LANGUAGES for suffix in language.suffixes]
    assert len(set(keys)) == len(keys)
    assert all(f" tree-sitter={version('tree-sitter')}" in key for key in keys)
    for language in LANGUAGES:
        key = facts_key(f"module:{language.suffixes[0]}")
        assert all(f" {wheel}={version(wheel)}" in key for wheel in language.wheels)


def test_the_catalogue_says_of_each_analyser_what_it_is() -> None:
    for language in LANGUAGES:
        analyzer = analyzer_of(language)
        assert analyzer.language == language.name
        assert set(analyzer.grammars) == set(language.suffixes)
        modules = {module for module, _ in (*analyzer.grammars.values(), *analyzer.fallbacks)}
        assert {module.replace("_", "-") for module in modules} == set(language.wheels)


def test_no_suffix_is_claimed_twice() -> None:
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_codecs_that_differ_between_systems_are_never_used() -> None:
    assert codec_named("latin-1") == "iso8859-1"
    assert [codec_named(name) for name in ("mbcs", "idna", "hex", "rot13", "", "\udcff")] == [""] * 6


def test_only_numbers_that_are_searched_for_are_words() -> None:
    assert count_terms("1 12 404 8080 12345 0x1F 1e5 3d x1", frozenset()) == {"404": 1, "8080": 1, "3d": 1, "x1": 1}
