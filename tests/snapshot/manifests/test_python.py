"""What Python packages say outside of the plain PEP 621 table: setup.cfg, setup.py, other tools' groups."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts
from mkdocs_docbridge.snapshot.manifests import manifest_facts
from mkdocs_docbridge.snapshot.packages import package_members, package_units


def read(name: str, text: str) -> ManifestFacts:
    return manifest_facts(name, text.encode())


def test_a_setup_cfg_is_read() -> None:
    facts = read(
        "setup.cfg",
        """\
[metadata]
name = shop
version = 1.2
description = Sells things.
long-description = file: README.md

[options]
package_dir =
    = src
install_requires =
    click>=8
    # a comment
    Typing_Extensions ; python_version < "3.12"

[options.packages.find]
where = src

[options.extras_require]
fast = orjson[x]>=3
all =
    shop[fast]
    click

[options.entry_points]
console_scripts =
    shop = shop:main
""",
    )
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == ("pypi", "shop", "1.2", "Sells things.")
    assert facts.dependencies == (
        Dependency(name="click", line=11),
        Dependency(name="orjson", line=19),
        Dependency(name="Typing_Extensions", line=13),
    )
    assert (facts.source_roots, facts.scripts, facts.notes) == (("src",), ("shop",), ())


@pytest.mark.parametrize("version", ["attr: shop.__version__", "file: VERSION", ""])
def test_a_version_that_stands_elsewhere_is_none(version: str) -> None:
    assert read("setup.cfg", f"[metadata]\nname = a\nversion = {version}\n").version is None


def test_a_setup_cfg_that_configures_tools_declares_nothing() -> None:
    facts = read("setup.cfg", "[flake8]\nmax-line-length = 100\n[metadata]\nlicense_files = LICENSE\n")
    assert (facts.name, facts.dependencies, facts.notes) == ("", (), ())


def test_requirements_may_stand_in_one_line() -> None:
    facts = read("setup.cfg", "[metadata]\nname = a\n[options]\ninstall-requires = b>=1, c\n")
    assert [item.name for item in facts.dependencies] == ["b", "c"]


@pytest.mark.parametrize(
    ("text", "line"), [("name = a\n", 1), ("[metadata]\n\nno value here\n", 3), ("\n\n[metadata\nname = a\n", 3)]
)
def test_a_broken_setup_cfg_is_a_note_with_its_line(text: str, line: int) -> None:
    facts = read("setup.cfg", text)
    assert [(note.code, note.line) for note in facts.notes] == [("BROKEN_MANIFEST", line)]


def test_a_setup_py_is_read_and_never_run() -> None:
    facts = read(
        "setup.py",
        """\
from setuptools import find_packages, setup

NAME = "shop"
requires = ["click>=8", "rich"]
raise SystemExit("never run")

setup(
    name=NAME,
    version="1.2",
    description="Sells "
    "things.",
    package_dir={"": "src"},
    packages=find_packages(where="src"),
    install_requires=requires,
    extras_require={"fast": ["orjson"], "all": ["shop[fast]"]},
    entry_points={"console_scripts": ["shop = shop:main"], "other": ["x = y"]},
)
""",
    )
    assert (facts.ecosystem, facts.name, facts.version, facts.description) == ("pypi", "shop", "1.2", "Sells things.")
    assert [item.name for item in facts.dependencies] == ["click", "orjson", "rich"]
    assert facts.dependencies[1].line == 15
    assert (facts.source_roots, facts.scripts, facts.notes) == (("src",), ("shop",), ())


@pytest.mark.parametrize(
    ("call", "roots"),
    [
        ('packages=find_packages("lib")', ("lib",)),
        ('packages=setuptools.find_packages(exclude=["tests"], where="lib")', ("lib",)),
        ("packages=find_packages()", ()),
        ('packages=["a"]', ()),
        ('package_dir={"a": "x"}', ()),
    ],
)
def test_a_setup_py_tells_where_packages_stand(call: str, roots: tuple[str, ...]) -> None:
    facts = read("setup.py", f'import setuptools\nsetuptools.setup(name="a", {call})\n')
    assert facts.source_roots == roots


def test_what_only_running_a_setup_py_would_tell_is_left_out() -> None:
    facts = read("setup.py", "setup(name=read('NAME'), version=get_version(), install_requires=lines('r.txt'))\n")
    assert (facts.name, facts.version, facts.dependencies) == ("", None, ())
    assert [(note.code, note.line) for note in facts.notes] == [("MANIFEST_MEMBER", 1)]


@pytest.mark.parametrize("text", ["", "def setup(a): pass\n", "x.setup(name='a')\n", "# setup(name='a')\n", "setup("])
def test_a_module_called_setup_declares_nothing(text: str) -> None:
    facts = read("setup.py", text)
    assert (facts.name, facts.notes) == ("", ())


@pytest.mark.parametrize("name", ["setup.cfg", "setup.py"])
@pytest.mark.parametrize("text", [b"\xff\xfe", b"[" * 50_000, b"setup(" * 5_000, b"[a]\n" * 20_000, b"a = " * 9_000])
def test_a_hostile_file_is_read_without_an_exception(name: str, text: bytes) -> None:
    assert manifest_facts(name, text).name == ""


def test_dependency_groups_of_other_tools_are_read() -> None:
    text = '[tool.uv]\ndev-dependencies = ["ruff"]\n[tool.pdm.dev-dependencies]\nlint = ["mypy>=1"]\n'
    assert [item.name for item in read("pyproject.toml", text).dependencies] == ["mypy", "ruff"]


def test_a_version_that_hatch_reads_from_a_file_is_none() -> None:
    text = '[project]\nname = "a"\ndynamic = ["version"]\n[tool.hatch.version]\npath = "a/__init__.py"\n'
    assert read("pyproject.toml", text).version is None


def _manifest(ecosystem: str, name: str = "", version: str | None = None) -> ManifestFacts:
    return ManifestFacts(ecosystem=ecosystem, name=name, version=version)


def test_manifests_of_one_ecosystem_in_one_folder_are_one_package() -> None:
    manifests = {
        "pyproject.toml": _manifest("pypi"),
        "setup.cfg": _manifest("pypi", "shop"),
        "setup.py": _manifest("pypi", "Shop", "1.0"),
        "package.json": _manifest("npm", "shop"),
        "sub/pyproject.toml": _manifest("pypi", "sub"),
        "tools/setup.cfg": _manifest("pypi"),
    }
    assert package_units(manifests) == {
        "package.json": "package.json",
        "pyproject.toml": "setup.cfg",
        "setup.cfg": "setup.cfg",
        "setup.py": "setup.cfg",
        "sub/pyproject.toml": "sub/pyproject.toml",
        "tools/setup.cfg": "tools/setup.cfg",
    }
    assert [item.name for item in package_members(manifests)["setup.cfg"]] == ["shop", "", "Shop"]


def test_a_folder_may_hold_several_gems() -> None:
    manifests = {
        "Gemfile": _manifest("rubygems"),
        "a-java.gemspec": _manifest("rubygems", "a"),
        "a.gemspec": _manifest("rubygems", "a"),
        "b.gemspec": _manifest("rubygems", "b"),
        "c/Gemfile": _manifest("rubygems"),
        "c/c.gemspec": _manifest("rubygems", "c"),
    }
    assert package_units(manifests) == {
        "Gemfile": "Gemfile",
        "a-java.gemspec": "a-java.gemspec",
        "a.gemspec": "a-java.gemspec",
        "b.gemspec": "b.gemspec",
        "c/Gemfile": "c/c.gemspec",
        "c/c.gemspec": "c/c.gemspec",
    }
