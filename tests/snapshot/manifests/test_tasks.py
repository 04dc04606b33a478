"""Files that say what is run for those who develop here."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.facts import ManifestFacts
from mkdocs_docbridge.snapshot.manifests import manifest_facts


def read(name: str, text: str) -> ManifestFacts:
    return manifest_facts(name, text.encode())


def test_targets_of_a_makefile_are_its_plain_ones() -> None:
    text = "A := 1\nB = x: y\n.PHONY: test\ntest lint: dep ## both\n\tpytest: no\n$(X): y\nall:: test\nC ?= d\nx:=3\n"
    assert read("Makefile", text).tasks == (("make", "all"), ("make", "lint"), ("make", "test"))


def test_recipes_of_a_justfile_without_settings_and_private_ones() -> None:
    text = 'set shell := ["sh"]\nx := "1"\ntest *args: build\n  pytest\n@lint:\n  ruff\n_own:\n  true\n'
    assert read("justfile", text).tasks == (("just", "lint"), ("just", "test"))


def test_sessions_of_a_noxfile_by_their_given_names() -> None:
    text = (
        "import nox\nfrom nox import session\n\n@nox.session\ndef lint(s): ...\n\n"
        "@session(python=['3.12'], name='unit')\n@nox.parametrize('x', [1])\ndef unit_tests(s): ...\n\n"
        "@other\ndef no(s): ...\n\ndef helper(): ...\n"
    )
    assert read("noxfile.py", text).tasks == (("nox", "lint"), ("nox", "unit"))


@pytest.mark.parametrize(
    ("name", "text", "tasks"),
    [
        ("tox.ini", "[tox]\nenvlist = py\n[testenv]\n[testenv:docs]\n", (("tox", ""), ("tox", "docs"))),
        ("tox.ini", "[tox]\n[pytest]\ntestpaths = a/\n", (("pytest", ""), ("tox", ""))),
        ("pytest.ini", "[pytest]\naddopts = -q\n", (("pytest", ""),)),
        ("setup.cfg", "[tool:pytest]\ntestpaths = t\n[flake8]\nx = 1\n", (("pytest", ""),)),
        ("setup.cfg", "[flake8]\nx = 1\n", ()),
        (
            "hatch.toml",
            "[envs.hatch-test]\n[envs.docs.scripts]\nbuild = 'x'\n[envs.default.scripts]\ncov = 'y'\n",
            (("hatch", ""), ("hatch", "cov"), ("hatch", "docs:build")),
        ),
        (
            "pyproject.toml",
            "[tool.pdm.scripts]\n_.env_file = 'x'\ntest = 'pytest'\n[tool.poe.tasks]\nlint = 'x'\n[tool.tox.env.py]\n",
            (("pdm", "test"), ("poe", "lint"), ("tox", ""), ("tox", "py")),
        ),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\ntestpaths = 'a b'\n",
            (("pytest", ""),),
        ),
    ],
)  # fmt: skip
def test_what_is_run_is_read(name: str, text: str, tasks: tuple[tuple[str, str], ...]) -> None:
    facts = read(name, text)
    assert (facts.tasks, facts.notes) == (tasks, ())


@pytest.mark.parametrize("name", ["Makefile", "justfile", "tox.ini", "pytest.ini", "hatch.toml", "setup.cfg"])
def test_a_file_that_is_no_text_is_noted(name: str) -> None:
    (note,) = manifest_facts(name, b"[x]\ny: \xff\n").notes
    assert (note.code, note.status) == ("BROKEN_MANIFEST", "not-analyzed")


def test_the_package_manager_is_taken_without_its_version() -> None:
    assert read("package.json", '{"packageManager": "pnpm@9.1.0+sha512.ab"}').manager == "pnpm"
