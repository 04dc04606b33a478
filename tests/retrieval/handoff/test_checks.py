"""Which commands tell whether a change is good."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.retrieval.handoff import Atlas, handoff
from tests.retrieval.handoff.trees import SHOP, atlas_of


def checks(atlas: Atlas, identifier: str) -> list[tuple[str, str]]:
    """(folder, command) of each check."""
    return [(check.folder, check.command) for check in handoff(atlas, identifier).checks]


def note(atlas: Atlas, identifier: str) -> str:
    return handoff(atlas, identifier).checks_note or ""


PYTHON = {"pyproject.toml": '[project]\nname = "p"\n', "p/__init__.py": "A = 1\n", "tests/test_p.py": "import p\n"}
PYTEST = {**PYTHON, "pyproject.toml": '[project]\nname = "p"\n[tool.pytest.ini_options]\n'}


def test_an_owner_s_checks_win(tmp_path: Path) -> None:
    record = "{id: o, path: src/shop, checks: [make o]}"
    settings = f"site_name: S\nplugins:\n  - docbridge:\n      ownership: [{record}]\n"
    atlas = atlas_of(tmp_path, {**SHOP, "mkdocs.yml": settings})
    made = handoff(atlas, "src/shop/orders/queue.py")
    assert [(item.command, item.source) for item in made.checks] == [("make o", "ownership:o")]
    assert made.metadata.checks_source == "ownership"


def test_python_runs_its_own_tests_first_then_the_front_door(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, SHOP)
    whole = [(".", "make test"), (".", "make lint")]
    assert checks(atlas, "src/shop/orders/queue.py") == [(".", "pytest tests/orders/test_queue.py"), *whole]
    assert checks(atlas, "src/shop/orders") == [(".", "pytest tests/orders"), *whole]
    assert checks(atlas, "tests/orders/test_all.py") == [(".", "pytest tests/orders/test_all.py"), *whole]
    assert checks(atlas, "tests/conftest.py") == whole
    assert checks(atlas, "shop") == whole


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ["pytest tests/test_p.py", "pytest"]),
        ({"uv.lock": ""}, ["uv run pytest tests/test_p.py", "uv run pytest"]),
        ({"poetry.lock": ""}, ["poetry run pytest tests/test_p.py", "poetry run pytest"]),
        ({"hatch.toml": "[envs.hatch-test]\n"}, ["hatch test tests/test_p.py", "hatch test"]),
        ({"noxfile.py": "import nox\n@nox.session\ndef tests(s): ...\n"}, ["pytest tests/test_p.py", "nox -s tests"]),
        ({"tox.ini": "[tox]\n[testenv:docs]\n"}, ["pytest tests/test_p.py", "tox"]),
        ({"justfile": "test:\n  x\n", "tox.ini": "[tox]\n"}, ["pytest tests/test_p.py", "just test"]),
        ({"scripts/test": "pytest\n"}, ["pytest tests/test_p.py", "scripts/test"]),
    ],
)
def test_python_is_run_as_the_project_runs_it(tmp_path: Path, files: dict[str, str], expected: list[str]) -> None:
    atlas = atlas_of(tmp_path, {**PYTEST, **files})
    assert [command for _, command in checks(atlas, "p/__init__.py")] == expected
    assert not note(atlas, "p/__init__.py")


def test_two_front_doors_of_one_kind_are_ambiguous(tmp_path: Path) -> None:
    files = {**PYTEST, "tox.ini": "[tox]\n", "noxfile.py": "import nox\n@nox.session\ndef test(s): ...\n"}
    atlas = atlas_of(tmp_path, files)
    assert checks(atlas, "p")[-2:] == [(".", "nox -s test"), (".", "tox")]
    assert note(atlas, "p").startswith("ambiguous: nox -s test, tox all run tests")


def test_without_a_runner_it_says_so(tmp_path: Path) -> None:
    made = handoff(atlas_of(tmp_path, PYTHON), "p/__init__.py")
    assert (made.checks, made.metadata.checks_source) == ((), "none")
    assert made.checks_note == "no file says how the tests are run: there is no pytest, tox, nox or other task runner"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ["npm run test --workspace @u/a", "npm run lint --workspace @u/a"]),
        ({"pnpm-lock.yaml": ""}, ["pnpm --filter @u/a test", "pnpm --filter @u/a lint"]),
        ({"yarn.lock": ""}, ["yarn workspace @u/a test", "yarn workspace @u/a lint"]),
        ({"bun.lock": ""}, ["bun run --filter @u/a test", "bun run --filter @u/a lint"]),
    ],
)
def test_a_workspace_member_is_tested_by_its_manager(
    tmp_path: Path, files: dict[str, str], expected: list[str]
) -> None:
    tree = {
        "package.json": '{"name": "u", "workspaces": ["packages/*"], "scripts": {"test": "x"}}',
        "packages/a/package.json": '{"name": "@u/a", "scripts": {"test": "x", "lint": "y"}}',
        "packages/a/src/a.ts": "export const a = 1\n",
        "packages/b/package.json": '{"name": "@u/b"}',
        "packages/b/src/b.ts": "export const b = 1\n",
    }
    atlas = atlas_of(tmp_path, {**tree, **files})
    assert checks(atlas, "packages/a/src/a.ts") == [(".", command) for command in expected]
    manager = expected[0].split()[0]
    assert checks(atlas, "@u/b") == [(".", "bun run test" if manager == "bun" else f"{manager} test")]


def test_two_lock_files_are_ambiguous_unless_the_manifest_decides(tmp_path: Path) -> None:
    tree = {
        "index.js": "",
        "package.json": '{"name": "u", "scripts": {"test": "x"}}',
        "yarn.lock": "",
        "package-lock.json": "{}",
    }
    assert note(atlas_of(tmp_path / "a", tree), "u").startswith("ambiguous: yarn.lock and package-lock.json")
    tree["package.json"] = '{"name": "u", "packageManager": "pnpm@9", "scripts": {"test": "x"}}'
    atlas = atlas_of(tmp_path / "b", tree)
    assert (checks(atlas, "u"), note(atlas, "u")) == ([(".", "pnpm test")], "")


RUST = {
    "Cargo.toml": '[workspace]\nmembers = ["core"]\n',
    "core/Cargo.toml": '[package]\nname = "core-x"\nversion = "1.0.0"\n',
    "core/src/lib.rs": "//! Core.\npub fn a() {}\n",
    "core/tests/flow.rs": "use core_x::a;\n",
}
GO = {
    "go.mod": "module example.com/m\n",
    "store/store.go": "package store\n\nfunc A() {}\n",
    "store/disk/disk.go": "package disk\n\nfunc B() {}\n",
}


@pytest.mark.parametrize(
    ("files", "identifier", "expected"),
    [
        (RUST, "core/src/lib.rs", [(".", "cargo test -p core-x")]),
        (RUST, "core/tests/flow.rs", [(".", "cargo test -p core-x --test flow"), (".", "cargo test -p core-x")]),
        ({"Cargo.toml": '[package]\nname = "a"\n', "src/lib.rs": "pub fn a() {}\n"}, "a", [(".", "cargo test")]),
        (GO, "store/store.go", [(".", "go test ./store")]),
        (GO, "area:store", [(".", "go test ./store/...")]),
        (GO, "example.com/m", [(".", "go test ./...")]),
        ({**GO, "Makefile": "test:\n\tx\n"}, "store/store.go", [(".", "go test ./store"), (".", "make test")]),
        (
            {"pom.xml": "<project><modules><module>a</module></modules></project>", "mvnw": "",
             "a/pom.xml": "<project><artifactId>a</artifactId></project>", "a/src/main/java/A.java": "class A {}"},
            "a/src/main/java/A.java",
            [(".", "./mvnw -pl a -am test")],
        ),
        (
            {"settings.gradle": "rootProject.name='r'\ninclude 'a:b'\n", "a/b/build.gradle": "",
             "a/b/src/main/java/A.java": "class A {}"},
            "a/b/src/main/java/A.java",
            [(".", "gradle :a:b:test")],
        ),
        (
            {"A/A.csproj": "<Project></Project>", "A/A.cs": "class A {}",
             "T/A.Tests.csproj":
                 '<Project><ItemGroup><ProjectReference Include="..\\A\\A.csproj" /></ItemGroup></Project>'},
            "A/A.cs",
            [(".", "dotnet test T/A.Tests.csproj")],
        ),
        (
            {"composer.json": '{"name": "v/p", "scripts": {"test": "x"}}', "src/A.php": "<?php class A {}"},
            "src/A.php",
            [(".", "composer test")],
        ),
        (
            {"composer.json": '{"name": "v/p"}', "phpunit.xml.dist": "", "src/A.php": "<?php class A {}"},
            "v/p",
            [(".", "vendor/bin/phpunit")],
        ),
        (
            {"Gemfile": "gem 'a'\n", "lib/a.rb": "class A; end\n", "spec/spec_helper.rb": "", "Rakefile": ""},
            "lib/a.rb",
            [(".", "bundle exec rspec"), (".", "bundle exec rake")],
        ),
        ({"Makefile": "check:\n\tx\n", "src/a.c": "int a(void) { return 1; }\n"}, "src/a.c", [(".", "make check")]),
    ],
)  # fmt: skip
def test_each_ecosystem_is_tested_by_its_tool(
    tmp_path: Path, files: dict[str, str], identifier: str, expected: list[tuple[str, str]]
) -> None:
    assert checks(atlas_of(tmp_path, files), identifier) == expected


def test_maven_beside_gradle_is_ambiguous(tmp_path: Path) -> None:
    files = {
        "pom.xml": "<project><artifactId>a</artifactId></project>",
        "build.gradle": "",
        "src/main/java/A.java": "class A {}",
    }
    atlas = atlas_of(tmp_path, files)
    assert checks(atlas, "src/main/java/A.java") == [(".", "mvn test"), (".", "gradle test")]
    assert note(atlas, "src/main/java/A.java") == "ambiguous: Maven and Gradle both build it"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, [(".", "mkdocs build --strict")]),
        ({"Makefile": "docs:\n\tx\n"}, [(".", "make docs")]),
        ({"docs/Makefile": "html:\n\tx\n"}, [("docs", "make html")]),
        ({"package.json": '{"scripts": {"lint:markdown": "x"}}'}, [(".", "npm run lint:markdown")]),
    ],
)
def test_a_page_is_checked_by_what_builds_it(
    tmp_path: Path, files: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    atlas = atlas_of(
        tmp_path, {"mkdocs.yml": SHOP["mkdocs.yml"], "docs/index.md": "# A\n", "README.md": "# R\n", **files}
    )
    assert checks(atlas, "docs/index.md") == expected


def test_a_document_outside_of_the_documentation_is_not_checked_by_its_build(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, {**SHOP, "Makefile": "docs:\n\tx\n"})
    assert checks(atlas, "README.md") == []
    assert checks(atlas, "docs/orders.md") == [(".", "make docs")]


def test_a_document_that_nothing_builds_says_so(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, SHOP)
    assert note(atlas, "README.md") == "nothing is configured that looks at README.md"


def test_names_and_paths_are_single_words_of_a_command(tmp_path: Path) -> None:
    files = {
        **PYTEST,
        "p/a.py": "A = 1\n",
        "tests/test_a b.py": "import p.a\n",
        "Cargo.toml": '[workspace]\nmembers = ["c"]\n',
        "c/Cargo.toml": '[package]\nname = "c; rm -rf x"\n',
        "c/src/lib.rs": "pub fn a() {}\n",
    }
    atlas = atlas_of(tmp_path, files)
    assert checks(atlas, "p/a.py")[0] == (".", "pytest 'tests/test_a b.py'")
    assert checks(atlas, "c/src/lib.rs") == [(".", "cargo test -p 'c; rm -rf x'")]
