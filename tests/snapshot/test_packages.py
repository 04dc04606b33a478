"""Manifests that speak of one package give one package, whichever of them says what."""

from __future__ import annotations

from pathlib import Path

from mkdocs_docbridge.snapshot.model import Package
from tests.support.trees import edges, scanned, write_tree


def test_three_manifests_of_one_python_package_are_one_package(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "pyproject.toml": '[project]\nname = "shop"\ndynamic = ["version"]\ndependencies = ["click"]\n',
            "setup.cfg": "[metadata]\nname = shop\nversion = 1.2\ndescription = Sells.\n",
            "setup.py": 'from setuptools import setup\nsetup(name="Shop", install_requires=["rich"])\n',
            "shop/__init__.py": "",
        },
    )
    snapshot = scanned(tmp_path).snapshot
    packages = [entity for entity in snapshot.entities if isinstance(entity, Package)]
    assert [(p.name, p.manifest, p.version, p.summary) for p in packages] == [
        ("shop", "pyproject.toml", "1.2", "Sells.")
    ]
    assert edges(snapshot, "depends-on") == {
        ("package:shop", "external:pypi:click"),
        ("package:shop", "external:pypi:rich"),
    }
    assert [item.code for item in snapshot.coverage] == []


def test_a_gemfile_adds_to_the_gem_beside_it(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "shop.gemspec": 'Gem::Specification.new("shop", "1.0") { |s| s.add_dependency "rack" }\n',
            "Gemfile": 'gemspec\ngem "rake"\ngem "shop"\n',
            "lib/shop.rb": 'module Shop; end\nrequire "rack"\n',
        },
    )
    snapshot = scanned(tmp_path).snapshot
    assert edges(snapshot, "depends-on") == {
        ("package:shop", "external:rubygems:rack"),
        ("package:shop", "external:rubygems:rake"),
    }
    assert edges(snapshot, "imports") == {("module:lib/shop.rb", "external:rubygems:rack")}


def test_a_package_of_the_same_name_elsewhere_is_still_said_to_be_hidden(tmp_path: Path) -> None:
    manifest = '[project]\nname = "shop"\n'
    write_tree(
        tmp_path,
        {"pyproject.toml": manifest, "old/pyproject.toml": manifest, "old/setup.cfg": "[metadata]\nname = shop\n"},
    )
    coverage = scanned(tmp_path).snapshot.coverage
    assert [(item.code, item.path) for item in coverage] == [("PACKAGE_NAME_TWICE", "old/pyproject.toml")]
