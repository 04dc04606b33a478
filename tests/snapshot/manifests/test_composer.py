"""composer.json and composer.lock."""

from __future__ import annotations

import json

import pytest

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency
from mkdocs_docbridge.snapshot.manifests import manifest_facts


def test_a_composer_json_is_read() -> None:
    text = """\
{
  "name": "shop/core",
  "version": "1.2.0",
  "description": "Sells things.",
  "keywords": ["psr/log"],
  "require": {
    "php": "^8.1",
    "ext-json": "*",
    "lib-pcre": "*",
    "composer-runtime-api": "^2",
    "psr/log": "^3"
  },
  "require-dev": {"phpunit/phpunit": "^10"},
  "autoload": {
    "psr-4": {"Shop\\\\": "src/", "Both\\\\": ["./a", "b/"], "": "rest/"},
    "psr-0": {"Old\\\\Things\\\\": "lib/", "": "zero"},
    "classmap": ["legacy/", "one.php"],
    "files": ["src/functions.php"]
  },
  "autoload-dev": {"psr-4": {"Shop\\\\Tests\\\\": "tests"}},
  "repositories": [{"type": "path", "url": "packages/*"}, {"type": "vcs", "url": "https://x.example"}],
  "scripts": {"test": "phpunit", "lint": ["a", "b"]}
}
"""
    facts = manifest_facts("composer.json", text.encode())
    assert (facts.ecosystem, facts.name, facts.version) == ("packagist", "shop/core", "1.2.0")
    assert facts.description == "Sells things."
    assert facts.dependencies == (Dependency(name="phpunit/phpunit", line=13), Dependency(name="psr/log", line=11))
    assert facts.aliases == (
        ("Shop\\", ("src",)),
        ("Both\\", ("a", "b")),
        ("", ("rest",)),
        ("Old\\Things\\", ("lib/Old/Things",)),
        ("", ("zero",)),
        ("Shop\\Tests\\", ("tests",)),
    )
    assert facts.source_roots == ("a", "b", "legacy", "lib/Old/Things", "rest", "src", "tests", "zero")
    assert facts.entries == ((".", "src/functions.php"),)
    assert (facts.workspaces, facts.scripts, facts.notes) == (("packages/*",), ("lint", "test"), ())


def test_repositories_may_be_a_table() -> None:
    text = json.dumps({"name": "a/b", "repositories": {"x": {"type": "path", "url": "x"}, "packagist.org": False}})
    facts = manifest_facts("composer.json", text.encode())
    assert (facts.workspaces, facts.notes) == (("x",), ())


def test_a_lock_file_tells_namespaces_and_declares_nothing() -> None:
    text = json.dumps(
        {
            "packages": [{"name": "psr/log", "autoload": {"psr-4": {"Psr\\Log\\": "src"}}}, {"name": "a/none"}],
            "packages-dev": [{"name": "old/one", "autoload": {"psr-0": {"Old": "src", "": "x"}}}],
        }
    )
    facts = manifest_facts("composer.lock", text.encode())
    assert facts.entries == (("Old\\", "old/one"), ("Psr\\Log\\", "psr/log"))
    assert (facts.name, facts.dependencies, facts.notes) == ("", (), ())


@pytest.mark.parametrize("name", ["composer.json", "composer.lock"])
@pytest.mark.parametrize("text", [b"", b"[]", b'{"name": \xff}', b"[" * 100_000, b'{"a":' * 50_000, b"{,}"])
def test_a_broken_file_is_a_note(name: str, text: bytes) -> None:
    assert [note.code for note in manifest_facts(name, text).notes] == ["BROKEN_MANIFEST"]


def test_members_of_the_wrong_type_are_left_out_and_noted() -> None:
    text = '{"name": "a/b", "require": [], "autoload": {"psr-4": {"A\\\\": 3}, "files": "x.php"}, "repositories": 1}'
    facts = manifest_facts("composer.json", text.encode())
    assert facts.name == "a/b"
    assert {note.code for note in facts.notes} == {"MANIFEST_MEMBER"}


def test_manifests_are_known_by_name() -> None:
    assert is_manifest("a/composer.json")
    assert is_manifest("composer.lock")
    assert not is_manifest("my-composer.json")
