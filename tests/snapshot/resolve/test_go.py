"""Where Go imports lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

SHOP = {
    "go.mod": "module example.com/shop/v2\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgo.x.org/deep/mod/v3 v3.0.0\n)\n",
    "shop.go": "package shop\n\ntype Shop struct{}\nfunc (s *Shop) Sell() {}\n",
    "errors.go": "package shop\n\nvar ErrClosed error\n",
    "shop_test.go": "package shop\n\nfunc ForTests() {}\n",
    "internal/pool/doc.go": "// Package pool pools.\npackage pool\n",
    "internal/pool/a_unix.go": "package pool\nfunc Conn() {}\n",
    "internal/pool/a_windows.go": "package pool\nfunc Conn() {}\n",
    "internal/pool/b.go": "package pool\nfunc Get() {}\nfunc init() {}\n",
    "internal/pool/gen.go": "//go:build ignore\n\npackage main\nfunc Get() {}\n",
    "only/x_test.go": "package only\n",
    "nested/go.mod": "module example.com/shop/nested\n\nreplace example.com/other => ../other\n",
    "nested/n.go": "package nested\nfunc N() {}\n",
    "other/o.go": "package other\nfunc O() {}\n",
}


def led(body: str, path: str = "cmd/main.go", **more: str) -> list[str]:
    files = {**SHOP, path: f"package main\n\n{body}\n", **more}
    return [edge.removeprefix("imports ") for edge in targets(files, path)]


@pytest.mark.parametrize(
    ("specifier", "target"),
    [
        ("fmt", "→ go-std:fmt"),
        ("net/http", "→ go-std:net/http"),
        ("C", "→ go-std:C"),
        ("example.com/shop/v2", "→ shop.go"),
        ("example.com/shop/v2/internal/pool", "→ internal/pool/doc.go"),
        ("example.com/shop/nested", "→ nested/n.go"),
        ("example.com/shop/v2/gone", "→ unresolved:no Go package stands in gone"),
        ("example.com/shop/v2/only", "→ unresolved:no Go package stands in only"),
        ("../internal/pool", "→ internal/pool/doc.go"),
        ("../../x", "→ unresolved:it leaves the repository"),
        ("github.com/a/b/c/d", "→ go:github.com/a/b"),
        ("go.x.org/deep/mod/v3/sub", "→ go:go.x.org/deep/mod/v3"),
        ("github.com/c/d/v4/sub", "→ go:github.com/c/d/v4"),
        ("gopkg.in/yaml.v3", "→ go:gopkg.in/yaml.v3"),
        ("golang.org/x/net/html", "→ go:golang.org/x/net"),
        ("k8s.io/api/core/v1", "→ go:k8s.io/api"),
        ("example.com/other", "→ go:example.com/other"),
        (
            "a/b",
            "→ unresolved:the standard library has no such package, and no module here has such a path",
        ),
    ],
)
def test_an_import_path_leads_where_the_go_command_leads_it(specifier: str, target: str) -> None:
    assert led(f'import "{specifier}"') == [target]


def test_a_package_of_several_files_is_needed_where_the_names_used_are_defined() -> None:
    body = 'import "example.com/shop/v2"\nvar a = shop.Shop{}\nvar b = shop.ErrClosed\nvar c = shop.Gone\n'
    assert led(body) == ["ErrClosed → errors.go", "Shop → shop.go"]
    both = 'import p "example.com/shop/v2/internal/pool"\nvar a = p.Conn\n'
    assert led(both) == ["Conn → internal/pool/a_unix.go", "Conn → internal/pool/a_windows.go"]


def test_an_import_for_its_effects_leads_to_what_runs_at_the_start() -> None:
    assert led('import _ "example.com/shop/v2/internal/pool"') == ["init → internal/pool/b.go"]


def test_an_import_by_dot_takes_the_names_that_the_package_has() -> None:
    body = 'import . "example.com/shop/v2"\nimport . "github.com/a/b"\nvar a = Shop{}\nvar b = Mine\n'
    assert led(body) == ["Shop → shop.go", "* → go:github.com/a/b"]


def test_a_test_beside_a_package_sees_what_its_tests_lend() -> None:
    body = 'import "example.com/shop/v2"\nvar a = shop.ForTests\n'
    assert led(body, "x_test.go") == ["ForTests → shop_test.go"]
    assert led(body, "cmd/x_test.go") == ["→ shop.go"]


def test_a_replacement_by_a_folder_is_followed_by_its_own_module_only() -> None:
    body = 'import "example.com/other"\nvar a = other.O\n'
    assert led(body, "nested/x.go") == ["O → other/o.go"]


def test_a_module_in_test_data_is_seen_only_from_there() -> None:
    fixture = {
        "testdata/m/go.mod": "module github.com/a/b\n",
        "testdata/m/m.go": "package b\nfunc M() {}\n",
    }
    body = 'import "github.com/a/b"\nvar a = b.M\n'
    assert led(body, **fixture) == ["M → go:github.com/a/b"]
    assert led(body, "testdata/use/x.go", **fixture) == ["M → testdata/m/m.go"]


def test_below_src_packages_stand_by_their_import_path() -> None:
    files = {
        "testdata/src/a/a.go": 'package a\nimport "b"\nimport "host.x/c"\nimport "fmt"\n',
        "testdata/src/b/b.go": "package b\n",
        "testdata/src/host.x/c/c.go": "package c\n",
        "testdata/src/fmt/fmt.go": "package fmt\n",
    }
    assert targets(files, "testdata/src/a/a.go") == [
        "imports → testdata/src/b/b.go",
        "imports → testdata/src/host.x/c/c.go",
        "imports → go-std:fmt",
    ]


def test_one_file_stands_for_its_package_under_its_import_path() -> None:
    world = universe({**SHOP, "loose/x.go": "package x\n"})
    assert dotted_name("internal/pool/doc.go", world) == "example.com/shop/v2/internal/pool"
    assert dotted_name("internal/pool/b.go", world) is None
    assert dotted_name("shop.go", world) == "example.com/shop/v2"
    assert dotted_name("nested/n.go", world) == "example.com/shop/nested"


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("shop.Shop", ("shop.go", "Shop")),
        ("shop.Shop.Sell", ("shop.go", "Shop.Sell")),
        ("example.com/shop/v2/internal/pool.Get", ("internal/pool/b.go", "Get")),
        ("pool.Conn", ("internal/pool/a_unix.go", "Conn")),
        ("shop.Gone", None),
        ("shop", None),
        ("twice.T", None),
        ("pool.init", None),
    ],
)
def test_a_name_behind_its_package_is_found_when_one_package_has_it(dotted: str, found: tuple[str, str] | None) -> None:
    twice = {"a/t.go": "package twice\ntype T int\n", "b/t.go": "package twice\ntype T int\n"}
    assert find_name(dotted, universe({**SHOP, **twice})) == found
