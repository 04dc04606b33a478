"""Taking a repository on: the plugin is added, nothing is overwritten, and what is added works."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.adopt.site_config import with_plugin
from mkdocs_docbridge.errors import InputError
from tests.support.sites import build, docbridge, make_repository

NOTE = "# my site\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("site_name: x\n", "site_name: x\nplugins:\n  - search\n  - docbridge\n"),
        ("site_name: x", "site_name: x\nplugins:\n  - search\n  - docbridge\n"),
        ("plugins: [search]  # one\n", "plugins: [search, docbridge]  # one\n"),
        ("plugins: {search: {}}\n", "plugins: {search: {}, docbridge: {}}\n"),
        ("plugins:\n  - search\n  # end\n\nnav: []\n", "plugins:\n  - search\n  - docbridge\n  # end\n\nnav: []\n"),
        ("plugins:\n- tags:\n    a: 1 # one\nx: 1\n", "plugins:\n- tags:\n    a: 1 # one\n- docbridge\nx: 1\n"),
        ("plugins:\r\n    - search\r\nx: 1\r\n", "plugins:\r\n    - search\r\n    - docbridge\r\nx: 1\r\n"),
        ("plugins:\n  a: {}\n  b:\n    c: 1\nx: 1\n", "plugins:\n  a: {}\n  b:\n    c: 1\n  docbridge: {}\nx: 1\n"),
        ("x: !ENV A\nplugins:\n  - search", "x: !ENV A\nplugins:\n  - search\n  - docbridge\n"),
        ("plugins:\n  - a: |\n      b\n      c\nx: 1\n", "plugins:\n  - a: |\n      b\n      c\n  - docbridge\nx: 1\n"),
    ],
)  # fmt: skip
def test_the_plugin_comes_last_and_no_other_byte_changes(before: str, after: str) -> None:
    assert with_plugin(before, "mkdocs.yml") == after


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("plugins: [docbridge]\n", "PLUGIN_PRESENT"),
        ("plugins:\n  - docbridge: {codeowners: false}\n", "PLUGIN_PRESENT"),
        ("plugins: {docbridge: {}}\n", "PLUGIN_PRESENT"),
        ("INHERIT: base.yml\nsite_name: x\n", "PLUGINS_INHERITED"),
        ("plugins: []\n", "PLUGINS"),
        ("plugins:\nx: 1\n", "PLUGINS"),
        ("plugins: [search,]\n", "PLUGINS"),
        ("a: &a [search]\nplugins: *a\n", "PLUGINS"),
        ("- a\n", "NOT_SETTINGS"),
        ("a: [\n", "NOT_YAML"),
        ("", "NOT_SETTINGS"),
    ],
)
def test_what_cannot_be_added_to_is_refused_with_what_to_do(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        with_plugin(text, "mkdocs.yml")
    assert caught.value.code == code


def test_a_repository_with_a_site_gets_one_line_and_builds(tmp_path: Path) -> None:
    config = f"{NOTE}site_name: Small\ntheme: {{name: mkdocs}}\nplugins:\n  - search # find\n"
    root = make_repository(tmp_path, {"mkdocs.yml": config, "CODEOWNERS": "/src/tool/core/ @core\n"})
    dry = docbridge(root, "init", "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert "+  - docbridge" in dry.stdout
    assert (root / "mkdocs.yml").read_text(encoding="utf-8") == config
    done = docbridge(root, "init")
    assert (root / "mkdocs.yml").read_text(encoding="utf-8") == f"{config}  - docbridge\n"
    assert "mkdocs.yml: lines added" in done.stdout
    assert "CODEOWNERS has 1 owner of 1 path" in done.stdout
    assert "1 statement about versions and counts could be guarded: docbridge parity init" in done.stdout
    assert 'path: "src/tool/core", group: "@core"' in done.stdout
    assert done.stdout.endswith("    pip install mkdocs-docbridge\n    mkdocs build --strict\n")
    assert build(root, "--strict").code == 0
    again = docbridge(root, "init")
    assert (again.returncode, "names the plugin already" in again.stdout) == (0, True)


def test_a_repository_without_a_site_gets_one_that_builds(tmp_path: Path) -> None:
    package = '[project]\nname = "tool"\nversion = "1"\ndescription = "Does: it."\n'
    bare = {"mkdocs.yml": b"", "docs/index.md": b"", "docs/guide.md": b"", "pyproject.toml": package}
    root = make_repository(tmp_path, bare)
    done = docbridge(root, "init")
    assert done.returncode == 0, done.stderr
    assert "plugins:\n  - search\n  - docbridge\n" in (root / "mkdocs.yml").read_text(encoding="utf-8")
    assert "Does: it." in (root / "docs/index.md").read_text(encoding="utf-8")
    assert build(root, "--strict").code == 0


def test_a_site_of_another_generator_gets_settings_and_a_check(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"mkdocs.yml": b"", "docs/conf.py": "project = 'x'\n"})
    done = docbridge(root, "init")
    assert "built with Sphinx" in done.stdout
    assert done.stdout.endswith("    docbridge check\n")
    assert not (root / "mkdocs.yml").exists()
    assert docbridge(root, "check").returncode == 0
    assert "docbridge.yml is there already" in docbridge(root, "init").stdout


def test_a_broken_configuration_ends_with_its_place_and_nothing_is_written(tmp_path: Path) -> None:
    root = make_repository(
        tmp_path, {"mkdocs.yml": "site_name: x\nINHERIT: base.yml\n", "base.yml": "plugins: [search]\n"}
    )
    done = docbridge(root, "init")
    assert done.returncode == 2
    assert "mkdocs.yml: [PLUGINS_INHERITED]" in done.stderr


def test_the_demonstration_fails_where_the_page_is_wrong_and_ends_well(tmp_path: Path) -> None:
    done = docbridge(tmp_path, "demo", "--keep", "shop")
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert said.count("(exit code 1)") == 1
    assert said.index("PARITY_STALE") < said.index("(exit code 1)") < said.rindex("nothing to say against it")
    assert "pytest" in said
    assert "1.1.0" in (tmp_path / "shop/docs/index.md").read_text(encoding="utf-8")
    assert docbridge(tmp_path, "demo", "--keep", "shop").returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shop"]
