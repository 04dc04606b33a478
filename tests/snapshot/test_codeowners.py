"""CODEOWNERS, case by case as GitHub's and GitLab's documentation state them; worked out by hand."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.codeowners import MAX_BYTES, Rule, Tree, parse

PATHS = (
    "README.md",
    "apps/github/x.js",
    "apps/main/index.js",
    "docs/deep/b.md",
    "docs/my notes/n.md",
    "docs/start.md",
    "lib/a.js",
    "src/core/engine/e.py",
    "src/core/k.py",
    "src/flat/one.py",
    "src/flat/two.py",
    "src/web/lib/b.js",
    "tests/c#/t.cs",
)


def owned(text: str, place: str = ".github/CODEOWNERS") -> dict[str, str]:
    units, _ = parse(text, place=place).owned(Tree(PATHS))
    return {item.path: " ".join(item.owners) for item in units}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/src/core/ @a\n", {"src/core": "@a"}),
        ("src/core @a b@example.org\n", {"src/core": "@a b@example.org"}),
        ("/src/core/**\t@a # why\n", {"src/core": "@a"}),
        ("/src/core/**/* @a\n", {"src/core": "@a"}),
        # what stands directly in a folder is all of it only where it has no folder
        ("/src/flat/* @a\n", {"src/flat": "@a"}),
        ("/src/core/* @a\n", {}),
        # without a slash, at any depth: one path only where there is one
        ("apps/ @a\n", {"apps": "@a"}),
        ("engine @a\n", {"src/core/engine": "@a"}),
        ("lib/ @a\n", {}),
        ("README.md @a\n", {"README.md": "@a"}),
        # wildcards are of no path
        ("* @a\n*.js @b\n/src/*/ @c\ndocs/**/b.md @d\n/ @e\n", {}),
        # the last rule that matches decides
        ("/src/core @a\n/src/core @b\n", {"src/core": "@b"}),
        ("/src/core @a\n/src @b\n", {"src": "@b"}),
        ("/src @b\n/src/core @a\n", {"src": "@b", "src/core": "@a"}),
        ("/src/core @a\n* @b\n", {}),
        ("/src/core @a\n/src/*/ @b\n", {}),
        ("/src/core @a\n/src/* @b\n", {"src/core": "@a"}),
        ("/src/core @a\n*.py @b\n", {"src/core": "@a"}),
        ("/src/core/k.py @a\n*.py @b\n", {}),
        ("/README.md @a\n/* @b\n", {}),
        # no owner takes a path away from those above
        ("/apps/ @octocat\n/apps/github\n", {"apps": "@octocat"}),
        ("/src/core @a\n/src/core\n", {}),
        ("docs/my\\ notes/ @a\n", {"docs/my notes": "@a"}),
        ("/tests/c#/ @a\n", {"tests/c#": "@a"}),
        ("# /src @a\n  # b\n\n\ufeff\n", {}),
        ("/src/core @a\r\n/docs @b\r\n", {"docs": "@b", "src/core": "@a"}),
    ],
)
def test_github(text: str, expected: dict[str, str]) -> None:
    assert owned(text) == expected


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("\\#x @a", "escaped"),
        ("!/src @a", "!"),
        ("/src/[ab] @a", "[ ]"),
        ("/src nobody", "nobody"),
        ("/src @a @@", "@@"),
    ],
)
def test_lines_that_github_skips_are_told(line: str, word: str) -> None:
    parsed = parse(f"/docs @d\n{line}\n")
    assert [(note.code, note.line) for note in parsed.notes] == [("CODEOWNERS_INVALID", 2)]
    assert word in parsed.notes[0].reason
    assert len(parsed.rules) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # default owners of a section, replaced by a rule's own
        ("[Docs][2] @d\ndocs/\n/README.md @r\n", {"README.md": "@r", "docs": "@d"}),
        ("^[Optional] @o\n/src/core/\n", {"src/core": "@o"}),
        # every section has its say
        ("/src/core @a\n[Second]\n/src/core @b\n", {"src/core": "@a @b"}),
        ("/src/core @a\n[Second]\n* @b\n", {"src/core": "@a"}),
        # sections of one name are one, whatever its case
        ("[One]\n/src/core @a\n[Two] @t\n/docs\n[ONE]\n/src @b\n", {"docs": "@t", "src": "@b"}),
        # comments behind a rule do not exist: an owner in one counts
        ("[S]\n/docs @a # not @b\n", {"docs": "@a @b"}),
        ("[S]\n/src/core @a\n!/src/core\n", {}),
        ("[S]\nsrc/core @@maintainer @g/sub/team\n", {"src/core": "@@maintainer @g/sub/team"}),
    ],
)
def test_gitlab(text: str, expected: dict[str, str]) -> None:
    assert owned(text) == expected


def test_the_place_decides_the_dialect_where_no_section_does() -> None:
    assert owned("core/engine/ @a\n", ".gitlab/CODEOWNERS") == {"src/core/engine": "@a"}
    assert owned("core/engine/ @a\n", "CODEOWNERS") == {"core/engine": "@a"}


def test_rules_of_paths_that_do_not_exist_are_named() -> None:
    _, missing = parse("/gone @a\n/src @b\nnowhere.md @c\n*.zig @d\nold/\n").owned(Tree(PATHS))
    assert [(rule.pattern, rule.line) for rule in missing] == [("/gone", 1), ("nowhere.md", 3), ("old/", 5)]


def test_a_file_that_github_would_not_load_gives_nothing_but_a_note() -> None:
    parsed = parse("/src @a\n" + "#" * MAX_BYTES)
    assert (parsed.rules, [note.code for note in parsed.notes]) == ((), ["CODEOWNERS_TOO_LARGE"])


@pytest.mark.parametrize(
    ("pattern", "floats", "path", "decides"),
    [
        ("*", True, "a/b/c", True),
        ("/**", False, "a/b", True),
        ("docs/*", False, "docs/a.md", True),
        ("docs/*", False, "docs/a/b.md", False),
        ("/a/**/z", False, "a/z", True),
        ("/a/**/z", False, "a/b/c/z/q", True),
        ("a?c", True, "x/abc", True),
        ("a?c", True, "a/c", False),
        ("dir/", True, "x/dir/y", True),
        ("dir/", True, "dir", False),
    ],
)
def test_patterns(pattern: str, *, floats: bool, path: str, decides: bool) -> None:
    assert Rule(pattern, (), 1, floats=floats).decides(path) is decides


def test_many_rules_take_time_in_proportion() -> None:
    text = "".join(f"/f{number}/*.x @a\n/src/core{number}/ @b\n" for number in range(20_000))
    assert owned(text)["src/core7"] == "@b"
