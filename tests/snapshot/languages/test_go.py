"""What is read of Go files."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.go import GoAnalyzer
from mkdocs_docbridge.snapshot.languages.go_imports import go_imports, guesses
from mkdocs_docbridge.snapshot.model import Symbol


def read(text: str) -> ModuleFacts:
    return GoAnalyzer().facts(dedent(text).encode(), ".go")


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


def imports(facts: ModuleFacts) -> list[tuple[str, list[str], int]]:
    return [(raw.specifier, [f"{name.name}={name.alias}" for name in raw.names], raw.line) for raw in facts.imports]


def test_definitions_carry_kind_signature_lines_and_whether_they_are_exported() -> None:
    facts = read("""\
        package shop

        func Open[T any](a, b int) (string, error) {
            return "", nil
        }
        func helper() {}
        func (c *Client[T]) Do(x int) error { return nil }
        func (c Client) do() {}
        func (s *server) Serve() {}
        type Client[T any] struct {
            A, b int `json:"a"`
            hidden bool
            sync.Mutex
        }
        type server struct{ Port int }
        type Doer interface {
            Do(x int) error
            fmt.Stringer
        }
        type (
            ID    = string
            State uint8
        )
        const Limit = 3
        const (
            A, B = iota, 2
            _, c
        )
        var Default = NewClient(1)
        var (
            run  = func(a int) int { return a }
            Map  = map[string]int{"a": 1}
        )
        """)
    assert [(s.name, s.kind, s.line, s.end_line, s.exported, s.signature) for s in facts.symbols] == [
        ("Open", "function", 3, 5, True, "func Open[T any](a, b int) (string, error)"),
        ("helper", "function", 6, 6, False, "func helper()"),
        ("Client.Do", "method", 7, 7, True, "func (c *Client[T]) Do(x int) error"),
        ("Client.do", "method", 8, 8, False, "func (c Client) do()"),
        ("server.Serve", "method", 9, 9, False, "func (s *server) Serve()"),
        ("Client", "type", 10, 14, True, "type Client[T any] struct"),
        ("Client.A", "variable", 11, 11, True, "A, b int"),
        ("server", "type", 15, 15, False, "type server struct"),
        ("server.Port", "variable", 15, 15, False, "Port int"),
        ("Doer", "type", 16, 19, True, "type Doer interface"),
        ("Doer.Do", "method", 17, 17, True, "Do(x int) error"),
        ("ID", "type", 21, 21, True, "type ID = string"),
        ("State", "type", 22, 22, True, "type State uint8"),
        ("Limit", "constant", 24, 24, True, "const Limit = 3"),
        ("A", "constant", 26, 26, True, "const A, B = iota, 2"),
        ("B", "constant", 26, 26, True, "const A, B = iota, 2"),
        ("c", "constant", 27, 27, False, "const _, c"),
        ("Default", "variable", 29, 29, True, "var Default = NewClient(1)"),
        ("run", "variable", 31, 31, False, "var run = func(a int) int"),
        ("Map", "variable", 32, 32, True, "var Map = map[string]int"),
    ]
    assert facts.exports == ("A", "B", "Client", "Default", "Doer", "ID", "Limit", "Map", "Open", "State")
    assert facts.namespaces == ("shop",)


def test_the_comment_above_a_definition_or_behind_it_is_its_summary() -> None:
    facts = read("""\
        package shop

        // Open opens the shop. It may fail.
        //
        //go:noinline
        func Open() {}

        // Not about Close.

        func Close() {}

        /* Run runs
         * at once. */
        func Run() {}

        // The states.
        const (
            On  = 1 // the door is open
            Off = 2
            // Gone is no more.
            Gone = 3
        )

        // Limit is the most.
        const Limit = 3

        type Options struct {
            // Addr is where.
            Addr string
            Port int // as in TCP
            Name string
        }
        """)
    assert {s.name: s.summary for s in facts.symbols} == {
        "Open": "Open opens the shop.",
        "Close": "",
        "Run": "Run runs at once.",
        "On": "the door is open",
        "Off": "",
        "Gone": "Gone is no more.",
        "Limit": "Limit is the most.",
        "Options": "",
        "Options.Addr": "Addr is where.",
        "Options.Port": "as in TCP",
        "Options.Name": "",
    }


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ("// Package shop sells.\n// Much.\npackage shop\n", "Package shop sells.\nMuch."),
        ("/*\nCommand shop sells.\n*/\npackage main\n", "Command shop sells."),
        ("// Copyright 2020 A.\n\n// Package shop sells.\npackage shop\n", "Package shop sells."),
        ("// Package shop sells.\n\npackage shop\n", ""),
        ("// Copyright 2020 A. Licensed as is.\npackage shop\n", ""),
        ("// Package shop sells licences.\npackage shop\n", "Package shop sells licences."),
        ("//go:build linux\n\n// Package shop sells.\npackage shop // import \"x\"\n", "Package shop sells."),
        ("package shop\n\n// F is.\nfunc F() {}\n", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_the_comment_right_above_the_package_clause_is_the_docstring(text: str, docstring: str) -> None:
    assert read(text).docstring == docstring


@pytest.mark.parametrize(
    ("head", "generated"),
    [
        ("// Code generated by protoc-gen-go. DO NOT EDIT.\n", True),
        ("//go:build x\n\n// Code generated DO NOT EDIT.\r\n", False),
        ("//go:build x\n\n// Code generated by x DO NOT EDIT.\r\n", True),
        ("// Code generated by x. DO NOT EDIT. Really.\n", False),
        ("// This file was generated by hand, do not edit.\n", False),
        (" // Code generated by x. DO NOT EDIT.\n", False),
    ],
)
def test_only_the_agreed_line_calls_a_file_generated(head: str, generated: bool) -> None:
    assert read(head + "package a\n").generated is generated
    assert read("package a\n" + head).generated is False


def test_the_names_of_an_import_are_those_used_behind_its_package() -> None:
    facts = read("""\
        package a

        import "fmt"
        import (
            "github.com/redis/go-redis/v9"
            y "gopkg.in/yaml.v3"
            "gopkg.in/check.v1"
            _ "embed"
            log2 "log"
            "unused/pkg"
            "C"
        )

        // redis.Comment is not used.
        var s = "fmt.String \\" fmt.Quoted" + `fmt.Raw` + '"' + fmt.Used

        func f(x y.Node) {
            fmt.Println(redis.NewClient(&redis.Options{}), a.fmt.Inner, check.C)
            /* fmt.Block */
        }
        """)
    assert imports(facts) == [
        ("fmt", ["Println=fmt.Println", "Used=fmt.Used"], 3),
        ("github.com/redis/go-redis/v9", ["NewClient=redis.NewClient", "Options=redis.Options"], 5),
        ("gopkg.in/yaml.v3", ["Node=y.Node"], 6),
        ("gopkg.in/check.v1", ["C=check.C"], 7),
        ("embed", ["=_"], 8),
        ("log", ["=log2"], 9),
        ("unused/pkg", [], 10),
        ("C", [], 11),
    ]


def test_an_import_by_dot_may_mean_every_capital_name() -> None:
    facts = read('package a\n\nimport . "x/y"\n\nfunc f() { Expect(b.Not, Equal) }\n')
    assert imports(facts) == [("x/y", ["*=*", "Equal=Equal", "Expect=Expect"], 3)]


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("fmt", ["fmt"]),
        ("net/http", ["http"]),
        ("github.com/a/b/v2", ["b"]),
        ("gopkg.in/yaml.v3", ["yaml"]),
        ("github.com/redis/go-redis/v9", ["redis"]),
        ("github.com/mattn/go-sqlite3", ["sqlite3"]),
        ("github.com/a/kit-go", ["kit"]),
        ("github.com/a/my-pkg", ["my_pkg", "mypkg", "pkg", "my"]),
        ("v2", ["v2"]),
    ],
)
def test_a_package_is_guessed_from_its_path(path: str, first: list[str]) -> None:
    assert guesses(path) == first


def test_a_file_with_test_functions_is_a_test() -> None:
    assert read('package a\nimport "testing"\nfunc TestX(t *testing.T) {}\n').test
    assert read('package a\nimport "testing"\nfunc BenchmarkX(b *testing.B) {}\n').test
    assert not read('package a\nimport "testing"\nfunc Helper(t *testing.T) {}\n').test
    assert not read('package a\nimport "testing"\nfunc Testify(t *testing.T) {}\n').test
    assert not read("package a\nfunc TestData() string { return \"\" }\n").test  # fmt: skip


def test_a_broken_file_gives_what_can_be_read_and_a_note() -> None:
    facts = read('package a\n\nimport "fmt"\n\nfunc Good() {}\n\nfunc Bad( {\n\nfunc After() { fmt.Println() }\n')
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert {"Good"} <= {s.name for s in facts.symbols}
    assert imports(facts) == [("fmt", ["Println=fmt.Println"], 3)]


def test_new_of_an_expression_is_understood() -> None:
    facts = read(
        "package a\nvar A = new(uint64(1))\nvar B = new(p[0].ID)\nvar C = new([]int)\nvar D = new(func() int)\n"
    )
    assert facts.notes == ()
    assert symbol(facts, "A").signature == "var A = new(uint64(1))"


def test_terms_are_without_keywords() -> None:
    assert read("package shop\nfunc Sell(a string) int { return 404 }\n").terms == {
        "shop": 1,
        "Sell": 1,
        "a": 1,
        "404": 1,
    }


def test_what_is_left_open_is_read_once() -> None:
    tree = GoAnalyzer().parse(b'package a\nimport "x"\n', ".go")
    assert tree is not None
    declarations = [node for node in tree.root_node.children if node.type == "import_declaration"]
    for opening in (b"/* ", b"`", b'"', b"'", b"a.", b"\\"):
        data = b"x.Y\n" + opening * 300_000
        assert [[name.name for name in raw.names] for raw in go_imports(data, declarations)] == [["Y"]]
