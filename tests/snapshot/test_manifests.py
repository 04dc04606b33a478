"""What manifests say, and what is said of broken ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts
from mkdocs_docbridge.snapshot.manifests import manifest_facts
from mkdocs_docbridge.snapshot.manifests.jsonc import load_jsonc


def read(name: str, text: str | bytes) -> ManifestFacts:
    return manifest_facts(name, text.encode() if isinstance(text, str) else text)


def names(facts: ManifestFacts) -> list[str]:
    return [dependency.name for dependency in facts.dependencies]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("pyproject.toml", True),
        ("a/b/package.json", True),
        ("pnpm-workspace.yaml", True),
        ("tsconfig.json", True),
        ("x/tsconfig.base.json", True),
        ("tsconfig-build.json", True),
        ("jsconfig.json", True),
        ("package-lock.json", False),
        ("mytsconfig.json", False),
        ("pyproject.toml/x", False),
    ],
)
def test_manifests_are_known_by_name(path: str, expected: bool) -> None:
    assert is_manifest(path) is expected


def test_a_name_that_is_no_manifest_is_refused() -> None:
    with pytest.raises(ValueError, match=r"setup\.txt"):
        read("setup.txt", "")


def test_a_pep_621_project_is_read() -> None:
    facts = read(
        "pyproject.toml",
        """[project]
name = "shop"
version = "1.2"
description = "A shop."
keywords = ["click"]
dependencies = [
  "click>=8",
  "Typing_Extensions ; python_version < '3.12'",
  "shop[fast]",
]
scripts = {shop = "shop:main"}
[project.optional-dependencies]
fast = ["orjson[x]>=3", "click"]
[dependency-groups]
dev = ["pytest", {include-group = "lint"}]
""",
    )
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == ("pypi", "shop", "1.2", "A shop.")
    assert facts.dependencies == (
        Dependency(name="click", line=7),
        Dependency(name="orjson", line=13),
        Dependency(name="pytest", line=15),
        Dependency(name="typing-extensions", line=8),
    )
    assert facts.scripts == ("shop",)
    assert facts.notes == ()


def test_a_dynamic_version_is_none() -> None:
    assert read("pyproject.toml", '[project]\nname = "a"\ndynamic = ["version"]\n').version is None
    placeholder = '[tool.poetry]\nname = "a"\nversion = "0.0.0"\n[tool.poetry-dynamic-versioning]\nenable = true\n'
    assert read("pyproject.toml", placeholder).version is None


def test_a_poetry_project_is_read() -> None:
    facts = read(
        "pyproject.toml",
        """[tool.poetry]
name = "shop"
version = "2.0"
description = "A shop."
packages = [{include = "shop", from = "lib"}]
[tool.poetry.dependencies]
python = "^3.11"
Click = "^8"
[tool.poetry.group.dev.dependencies]
pytest = {version = "*"}
[tool.poetry.scripts]
shop = "shop:main"
""",
    )
    assert (facts.name, facts.version, facts.description) == ("shop", "2.0", "A shop.")
    assert facts.dependencies == (Dependency(name="click", line=8), Dependency(name="pytest", line=10))
    assert (facts.source_roots, facts.scripts) == (("lib",), ("shop",))


@pytest.mark.parametrize(
    ("settings_text", "roots"),
    [
        ('[tool.hatch.build.targets.wheel]\npackages = ["src/a", "b"]', ("src",)),
        ('[tool.hatch.build]\nsources = ["src"]', ("src",)),
        ('[tool.setuptools.package-dir]\n"" = "lib"', ("lib",)),
        ('[tool.setuptools.packages.find]\nwhere = ["source/"]', ("source",)),
        ('[tool.setuptools]\npackages = ["a"]', ()),
        ('[tool.pdm.build]\npackage-dir = "src"', ("src",)),
        ('[tool.uv.build-backend]\nmodule-root = "python"', ("python",)),
        ('[tool.pytest.ini_options]\npythonpath = ["src", "."]', ("src",)),
    ],
)
def test_build_settings_tell_where_packages_stand(settings_text: str, roots: tuple[str, ...]) -> None:
    facts = read("pyproject.toml", settings_text)
    assert facts.source_roots == roots
    assert facts.notes == ()


def test_this_projects_own_manifest_is_read() -> None:
    facts = read("pyproject.toml", (Path(__file__).parents[2] / "pyproject.toml").read_bytes())
    assert facts.name == "mkdocs-docbridge"
    assert facts.version is None
    assert {"mkdocs", "mkdocs-material", "tree-sitter"} <= set(names(facts))
    assert "docbridge" in facts.scripts


def test_a_package_json_is_read() -> None:
    facts = read(
        "package.json",
        """{
  "name": "@shop/ui", "version": "1.0.0", "description": "Buttons.",
  "scripts": {"test": "x", "build": "y"},
  "exports": {
    ".": {"types": "./dist/index.d.ts", "import": ["./dist/index.mjs", null]},
    "./x/*": "./src/x/*.ts",
    "./hidden": null
  },
  "imports": {"#a": "./a.js"},
  "main": "./dist/index.js",
  "dependencies": {"react": "^18"},
  "devDependencies": {"vitest": "1"},
  "peerDependencies": {"react": "*", "react-dom": "*"},
  "optionalDependencies": {"@img/sharp": "1"}
}
""",
    )
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == ("npm", "@shop/ui", "1.0.0", "Buttons.")
    assert facts.dependencies == (
        Dependency(name="@img/sharp", line=14),
        Dependency(name="react", line=11),
        Dependency(name="react-dom", line=13),
        Dependency(name="vitest", line=12),
    )
    assert facts.entries == (
        (".", "./dist/index.d.ts"),
        (".", "./dist/index.mjs"),
        ("./x/*", "./src/x/*.ts"),
        ("#a", "./a.js"),
        (".", "./dist/index.js"),
    )
    assert facts.scripts == ("build", "test")


def test_workspaces_are_read_in_each_form() -> None:
    assert read("package.json", '{"workspaces": ["a/*", "b"]}').workspaces == ("a/*", "b")
    assert read("package.json", '{"workspaces": {"packages": ["a/*"]}}').workspaces == ("a/*",)
    assert read("pnpm-workspace.yaml", "packages:\n  - 'a/*'\n").workspaces == ("a/*",)
    assert read("pyproject.toml", '[tool.uv.workspace]\nmembers = ["packages/*"]\n').workspaces == ("packages/*",)


def test_a_tsconfig_with_comments_and_trailing_commas_is_read() -> None:
    facts = read(
        "tsconfig.json",
        """{
  // one, "two"
  "extends": ["./a.json", "@tsconfig/node20"], /* and
  more */
  "compilerOptions": {
    "baseUrl": "./src",
    "paths": {"@/*": ["./*", "x//y"], "url": ["http://a/*b*/"],},
  },
}""",
    )
    assert facts.extends == ("./a.json", "@tsconfig/node20")
    assert facts.base_url == "./src"
    assert facts.aliases == (("@/*", ("./*", "x//y")), ("url", ("http://a/*b*/",)))
    assert (facts.ecosystem, facts.name, facts.notes) == ("typescript", "", ())


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("pyproject.toml", "[project]\nname = \n", 2),
        ("pyproject.toml", '[project]\nname = "a"\nname = "b"\n', 3),
        ("package.json", '{\n  "name": "a",\n  oops\n}', 3),
        ("package.json", "", 1),
        ("package.json", "[]", 1),
        ("pnpm-workspace.yaml", "packages:\n  - [\n", 3),
        ("tsconfig.json", '{\n/* open\n"a": 1}', 3),
        ("package.json", b'{\n"a": "\xff"}', 2),
        ("package.json", b'{"a": \x00}', 1),
    ],
)
def test_a_broken_manifest_is_a_note_with_its_line(name: str, text: str | bytes, line: int) -> None:
    facts = read(name, text)
    assert [(n.code, n.line, n.status) for n in facts.notes] == [("BROKEN_MANIFEST", line, "not-analyzed")]
    assert facts.name == ""


@pytest.mark.parametrize("name", ["pyproject.toml", "package.json", "pnpm-workspace.yaml", "tsconfig.json"])
@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b"a = " + b"[" * 100_000, b'{"a":' * 50_000, b" " * 1_100_000, b"/*" * 9]
)
def test_a_hostile_manifest_is_a_note_and_no_exception(name: str, text: bytes) -> None:
    assert [note.code for note in read(name, text).notes] == ["BROKEN_MANIFEST"]


def test_members_of_the_wrong_type_are_left_out_and_noted() -> None:
    facts = read("package.json", '{"name": 3, "version": "1", "dependencies": ["a"], "scripts": null}')
    assert (facts.name, facts.version, names(facts)) == ("", "1", [])
    assert {n.code for n in facts.notes} == {"MANIFEST_MEMBER"}
    assert sorted(n.reason for n in facts.notes) == [
        "dependencies is not a table; it is left out",
        "name is not a string; it is left out",
    ]
    project = read("pyproject.toml", 'project = {name = "a", dependencies = "b"}\n')
    assert [n.reason for n in project.notes] == ["project.dependencies is not an array; it is left out"]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(_JSON)
def test_plain_json_means_the_same_as_json_with_comments(value: object) -> None:
    assert load_jsonc(json.dumps(value)) == value
    assert load_jsonc(json.dumps(value, indent=1, ensure_ascii=False)) == value


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ["name", "version", "exports", "imports", "workspaces", "dependencies", "main", "compilerOptions"]
        ),
        _JSON,
    )
)
def test_any_members_are_read_without_an_exception(value: dict[str, object]) -> None:
    text = json.dumps(value)
    for name in ("package.json", "tsconfig.json", "pnpm-workspace.yaml"):
        assert read(name, text) == read(name, text)


def test_a_key_of_very_many_parts_is_refused_before_the_parser_takes_hours() -> None:
    for key in (".".join(["a"] * 50_000), " . ".join(["'a'"] * 50_000)):
        facts = read("pyproject.toml", f'{key} = 1\n[project]\nname = "a"\n')
        assert [note.code for note in facts.notes] == ["BROKEN_MANIFEST"]
    spread = "\n".join(f"[{'.'.join(['a', *['b'] * 90, f'c{n}'])}]" for n in range(50))
    assert read("pyproject.toml", spread + '\n[project]\nname = "a"\n').name == "a"
