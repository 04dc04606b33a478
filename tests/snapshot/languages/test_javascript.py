"""What the JavaScript and TypeScript analysers read out of one file."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages import analyzer_for
from mkdocs_docbridge.snapshot.model import Symbol


def read(source: str | bytes, suffix: str = ".ts") -> ModuleFacts:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    return analyzer.facts(dedent(source).encode() if isinstance(source, str) else source, suffix)


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


def imports(facts: ModuleFacts) -> list[tuple[str, list[tuple[str, str]], int, str]]:
    return [(i.specifier, [(n.name, n.alias) for n in i.names], i.line, i.kind) for i in facts.imports]


def test_every_form_of_import_is_read() -> None:
    facts = read("""
        import a, {b as c, type d} from "./x.js";
        import * as ns from 'y';
        import "side";
        import type {Q} from "q";
        import fs = require("fs");
        const late = await import(`./late`);
        const {p, q: r} = require("z"), s = require("w").s;
        function f() { require("inner"); return import("./dyn"); }
        import data from "./d.json" with {type: "json"};
    """)
    assert imports(facts) == [
        ("./x.js", [("default", "a"), ("b", "c"), ("d", "d")], 2, "import"),
        ("y", [("*", "ns")], 3, "import"),
        ("side", [], 4, "import"),
        ("q", [("Q", "Q")], 5, "import"),
        ("fs", [("*", "fs")], 6, "require"),
        ("./late", [("*", "late")], 7, "dynamic"),
        ("z", [("p", "p"), ("q", "r")], 8, "require"),
        ("w", [("s", "s")], 8, "require"),
        ("inner", [], 9, "require"),
        ("./dyn", [], 9, "dynamic"),
        ("./d.json", [("default", "data")], 10, "import"),
    ]
    assert [s.name for s in facts.symbols] == ["f"]
    assert facts.notes == ()


def test_an_import_whose_path_is_computed_is_noted() -> None:
    facts = read("import(`./${name}.js`);\nrequire(path);\nrequire.resolve('x');\n", ".js")
    assert facts.imports == ()
    assert [(n.code, n.line) for n in facts.notes] == [("DYNAMIC_IMPORT", 1), ("DYNAMIC_IMPORT", 2)]


def test_words_that_only_look_like_imports_are_none() -> None:
    assert read("// require('a')\nconst s = \"import('b')\";\nconst t = `require('c')`;\n", ".js").imports == ()


def test_re_exports_name_what_they_pass_on() -> None:
    facts = read("""
        export * from "./all";
        export * as ns from "./ns";
        export {a as b, c} from "./some";
        export type {T} from "./types";
        export type * from "./more";
        import {late, own} from "./late";
        export {late as later};
    """)
    assert imports(facts) == [
        ("./all", [("*", "*")], 2, "re-export"),
        ("./ns", [("*", "ns")], 3, "re-export"),
        ("./some", [("a", "b"), ("c", "c")], 4, "re-export"),
        ("./types", [("T", "T")], 5, "re-export"),
        ("./more", [("*", "*")], 6, "re-export"),
        ("./late", [("late", "late"), ("own", "own")], 7, "import"),
        ("./late", [("late", "later")], 8, "re-export"),
    ]
    assert facts.exports == ("T", "b", "c", "later", "ns")
    assert facts.notes == ()


def test_declarations_carry_kind_signature_and_whether_they_are_exported() -> None:
    facts = read("""
        export function f(x: number): string { return "" }
        export default async function main() {}
        export const LIMIT = 3, {a, b: c} = o;
        export const arrow = (x) => x;
        let inner = 1;
        export abstract class K<T> extends L { }
        export interface I { a: string }
        export type U = string | number;
        export enum E {A, B}
        export namespace N { export const x = 1; function hidden() {} }
        declare function ambient(a: string): void;
        function listed() {}
        export { listed as renamed };
    """)
    assert [(s.name, s.kind, s.line, s.exported, s.signature) for s in facts.symbols] == [
        ("f", "function", 2, True, "export function f(x: number): string"),
        ("main", "function", 3, True, "export default async function main()"),
        ("LIMIT", "constant", 4, True, "const LIMIT = 3"),
        ("a", "constant", 4, True, "const {a, b: c} = o"),
        ("c", "constant", 4, True, "const {a, b: c} = o"),
        ("arrow", "function", 5, True, "const arrow = (x)"),
        ("inner", "variable", 6, False, "let inner = 1"),
        ("K", "class", 7, True, "export abstract class K<T> extends L"),
        ("I", "type", 8, True, "export interface I"),
        ("U", "type", 9, True, "export type U = string | number"),
        ("E", "type", 10, True, "export enum E"),
        ("N", "namespace", 11, True, "export namespace N"),
        ("N.hidden", "function", 11, False, "function hidden()"),
        ("N.x", "constant", 11, True, "const x = 1"),
        ("ambient", "function", 12, False, "declare function ambient(a: string): void"),
        ("listed", "function", 13, True, "function listed()"),
    ]
    assert facts.exports == ("E", "I", "K", "LIMIT", "N", "U", "a", "arrow", "c", "default", "f", "renamed")


def test_members_of_a_class_are_named_after_it_and_private_ones_are_not_exported() -> None:
    facts = read("""
        export class K {
            /** Width in pixels. */
            width = 1;
            private hidden = 2;
            #secret = 3;
            static async load(a) {}
            get size() { return 1 }
            protected abstract lock(): void;
            handle = (event) => { };
            [computed]() {}
        }
    """)
    assert [(s.name, s.kind, s.exported) for s in facts.symbols] == [
        ("K", "class", True),
        ("K.width", "variable", True),
        ("K.hidden", "variable", False),
        ("K.#secret", "variable", False),
        ("K.load", "method", True),
        ("K.size", "method", True),
        ("K.lock", "method", False),
        ("K.handle", "method", True),
    ]
    assert symbol(facts, "K.width").summary == "Width in pixels."


@pytest.mark.parametrize(
    ("source", "exports", "exported"),
    [
        ("function a() {}\nconst b = 1;\nmodule.exports = {a, c: b, d() {}, 'e': 1, [f]: 2};", "a c d e", "a b d e"),
        ("function a() {}\nmodule.exports = a;", "default", "a"),
        ("module.exports = class Foo {};", "default", "Foo"),
        ("exports.x = function () {};\nmodule.exports.y = 1;", "x y", "x y"),
        ("Object.defineProperty(exports, '__esModule', {});\nexports.__esModule = true;", "", ""),
        ("exports.x = require('./x');", "x", ""),
        ("exports.a = exports.b = 1;", "a", "a"),
    ],
)
def test_common_js_exports_are_read(source: str, exports: str, exported: str) -> None:
    facts = read(source, ".cjs")
    assert facts.exports == tuple(exports.split())
    assert [s.name for s in facts.symbols if s.exported] == exported.split()


def test_module_exports_that_pass_another_module_on_are_re_exports() -> None:
    assert imports(read("module.exports = require('./lib');", ".js")) == [
        ("./lib", [("*", "*")], 1, "re-export"),
        ("./lib", [], 1, "require"),
    ]
    assert ("./more", [("*", "*")], 1, "re-export") in imports(read("module.exports = {...require('./more')};", ".js"))


def test_a_default_export_without_a_name_is_called_default() -> None:
    for source, kind in (
        ("export default () => {};", "function"),
        ("export default class { m() {} }", "class"),
        ("export default {a: 1};", "variable"),
    ):
        facts = read(source, ".js")
        assert (facts.symbols[0].name, facts.symbols[0].kind, facts.symbols[0].exported) == ("default", kind, True)
        assert facts.exports == ("default",)


def test_jsdoc_gives_the_first_sentence_up_to_the_first_tag() -> None:
    facts = read("""
        import a from "a";

        /**
         * Opens a {@link Door|door}. Then waits.
         * @param key the key
         */
        export function open(key) {}

        /** Too far away. */

        export function far() {}

        // no JSDoc
        export function plain() {}

        /** @description Said by a tag. */
        export const tagged = 1;
    """)
    assert {s.name: s.summary for s in facts.symbols} == {
        "open": "Opens a door.",
        "far": "",
        "plain": "",
        "tagged": "Said by a tag.",
    }


@pytest.mark.parametrize(
    ("head", "docstring"),
    [
        ("/** The file. */\n\nexport const a = 1;", "The file."),
        ("/** Of a. */\nexport const a = 1;", ""),
        ("/** @file The file. */\nexport const a = 1;", "The file."),
        ("/** The file. */\nimport a from 'a';", "The file."),
        ("#!/usr/bin/env node\n// The file,\n// in two lines.\n\nfoo();", "The file,\nin two lines."),
        ("/* Copyright 2020 */\n/* The file. */\n\nfoo();", "The file."),
        ("/* eslint-disable */\nfoo();", ""),
        ("/* The file. */\n'use strict';", "The file."),
    ],
)
def test_the_comment_at_the_head_is_the_docstring_unless_it_is_of_the_next_definition(
    head: str, docstring: str
) -> None:
    assert read(head, ".js").docstring == docstring


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("import {expect} from 'vitest';", True),
        ("describe('a', () => {});", True),
        ("test.each([1])('a %s', () => {});", True),
        ("import {defineConfig} from 'vitest/config';", False),
        ("test(value);", False),
        ("const t = /a/; t.test('a');", False),
    ],
)
def test_a_test_is_known_by_its_imports_or_calls(source: str, test: bool) -> None:
    assert read(source, ".js").test is test


def test_a_generated_file_says_so_at_its_head() -> None:
    assert read("// Code generated by protoc. DO NOT EDIT.\nexport const a = 1;").generated
    assert not read("export const a = 1; // generated by hand").generated


def test_syntax_of_flow_and_class_attributes_are_no_errors_in_javascript() -> None:
    assert read("function f(a: number): void {}\n", ".js").notes == ()
    facts = read('export const a = <div class="x"><img alt="" /></div>;\n', ".jsx")
    assert (facts.notes, facts.exports) == ((), ("a",))


def test_a_syntax_error_is_noted_with_its_line_and_the_rest_is_read() -> None:
    facts = read('import a from "a";\n\nfunction f( {\n\nexport const b = 1;\n')
    assert [(n.code, n.line) for n in facts.notes] == [("PARSE_ERROR", 3)]
    assert [i.specifier for i in facts.imports] == ["a"]


def test_terms_leave_keywords_and_numbers_out() -> None:
    assert read('const loadFile = async (path) => fetch("a b", 12, 404n, 404); // reads\n', ".js").terms == {
        "loadFile": 1, "path": 1, "fetch": 1, "a": 1, "b": 1, "404": 1, "reads": 1,
    }  # fmt: skip


_PIECES = st.sampled_from(
    ["export ", "default ", "const a = ", "function f() {", "class K { ", "}", "{", "(", ")", "`", "${", '"', "'", "\n",
     "/*", "*/", "//", "import a from 'b';", "require(", "module.exports = ", "<a>", "=>", "\0", "é", "@d ",
     "namespace N {", "export {a as b};", "export * from 'c';", "\\"]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES, max_size=40), st.sampled_from([".js", ".jsx", ".ts", ".tsx", ".mts"]))
def test_any_text_gives_the_same_facts_twice_with_lines_inside_it(pieces: list[str], suffix: str) -> None:
    data = "".join(pieces).encode()
    facts = read(data, suffix)
    assert facts == read(data, suffix)
    lines = data.count(b"\n") + 1
    assert all(1 <= s.line <= s.end_line <= lines for s in facts.symbols)
    assert all(1 <= i.line <= lines and i.specifier for i in facts.imports)
    assert list(facts.exports) == sorted(set(facts.exports))


@pytest.mark.parametrize("suffix", [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"])
def test_every_suffix_is_read(suffix: str) -> None:
    assert read("export const a = 1;", suffix).exports == ("a",)
