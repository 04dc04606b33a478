"""The settings: every fault at once, one place, every face the same."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings import PageKind, Settings
from mkdocs_docbridge.settings_file import load_settings, parse_settings
from tests.support.cases import cases
from tests.support.trees import commit_all, write_tree

PAGES = [f'"{name}"' for name in sorted(get_args(PageKind))]


def faults(raw: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        parse_settings(raw, place="mkdocs.yml", key="plugins.docbridge")
    return str(caught.value).splitlines()


def test_no_options_are_the_defaults() -> None:
    assert parse_settings(None, place="x") == parse_settings({}, place="x") == Settings()


def test_half_a_character_is_a_fault_of_its_key_and_no_traceback() -> None:
    raw = {"ownership": [{"id": "a", "path": "x", "purpose": "\ud83d\ude00"}], "studies": ["\udc80"]}
    told = "expected a text, got half of a surrogate pair; write the character itself"
    keys = ["ownership[0].purpose", "studies[0]"]
    assert faults(raw) == [f"mkdocs.yml: plugins.docbridge.{key}: {told}" for key in keys]


def test_every_fault_is_told_at_once_with_its_key_path_and_a_hint() -> None:
    assert faults(
        {
            "areas": {"depth": "two", "rots": []},
            "ownership": [{"id": "a", "path": 3}, {"path": "x"}],
            "scan": {"max_files": 0},
            "site": {"nav": 5, "pages": ["x"]},
            "retrieval": {"weights": {"title": "a"}},
            "llms": None,
        }
    ) == [
        'mkdocs.yml: plugins.docbridge.areas.depth: expected a whole number ≥ 1 or "auto", got "two"',
        "mkdocs.yml: plugins.docbridge.areas.rots: unknown key (did you mean roots?)",
        "mkdocs.yml: plugins.docbridge.llms: expected a mapping, got null",
        "mkdocs.yml: plugins.docbridge.ownership[0].path: expected a text, got 3",
        "mkdocs.yml: plugins.docbridge.ownership[1].id: is missing",
        'mkdocs.yml: plugins.docbridge.retrieval.weights.title: expected a number, got "a"',
        "mkdocs.yml: plugins.docbridge.scan.max_files: expected a whole number ≥ 1, got 0",
        "mkdocs.yml: plugins.docbridge.site.nav: expected a text or nothing, got 5",
        "mkdocs.yml: plugins.docbridge.site.pages[0]: expected one of " + ", ".join(PAGES) + ', got "x"',
    ]


def test_options_that_are_no_mapping_are_refused() -> None:
    assert faults(["a"]) == ['mkdocs.yml: plugins.docbridge: expected a mapping, got ["a"]']


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("docs\\guide\\page.json", "has a backslash"),
        ("C:/repo/x.json", "drive"),
        ("/etc/x", "absolute"),
        ("../outside.json", "leaves its folder"),
        ("docs//a.json", "segment"),
        ("docs/./b.json", "segment"),
    ],
)
def test_paths_are_relative_and_written_with_slashes(path: str, fault: str) -> None:
    (line,) = faults({"parity": {"registry": path}})
    assert line.startswith(f'mkdocs.yml: plugins.docbridge.parity.registry: "{path}" ')
    assert fault in line


def test_the_fault_case_with_windows_paths_gives_one_message_each() -> None:
    (case,) = [case for case in cases("files") if case.id.startswith("86")]
    paths = yaml.safe_load((case.folder / "config.yml").read_text(encoding="utf-8"))["surfaces"]
    lines = faults({"studies": paths})
    assert len(lines) == len(paths)
    assert all(f"studies[{i}]" in line for i, line in enumerate(lines))


def test_globs_that_are_none_are_named() -> None:
    (line,) = faults({"scan": {"exclude": ["build/", "x/[7-1]*.py"]}})
    assert line.startswith('mkdocs.yml: plugins.docbridge.scan.exclude[1]: "x/[7-1]*.py" is no pattern: ')


def test_ids_that_stand_twice_are_named() -> None:
    assert faults({"intents": [{"id": "a", "title": "A"}, {"id": "a", "title": "B"}]}) == [
        'mkdocs.yml: plugins.docbridge.intents[1].id: "a" stands twice'
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"docbridge.yml": "site: {nav: null}\n"},
        {"mkdocs.yml": "site_name: x\nplugins: [search, docbridge: {site: {nav: null}}]\n"},
        {"mkdocs.yml": "site_name: x\nplugins: {search: {}, docbridge: {site: {nav: null}}}\n"},
        {"properdocs.yml": "site_name: x\nplugins: [{docbridge: {enabled: true, site: {nav: null}}}]\n"},
        {"pyproject.toml": "[tool.docbridge.site]\npath = 'x/'\n[tool.docbridge]\ncodeowners = true\n"},
        {
            "mkdocs.yml": "INHERIT: base.yml\nx: !ENV [A, B]\n",
            "base.yml": "plugins: [docbridge: {site: {nav: null}}]\n",
        },
    ],
    ids=["own file", "plugin list", "plugin mapping", "properdocs", "pyproject", "inherited"],
)
def test_settings_are_found_wherever_they_may_stand(tmp_path: Path, files: dict[str, str]) -> None:
    loaded = load_settings(write_tree(tmp_path, files))
    assert loaded.settings.site.nav is None or loaded.settings.site.path == "x/"
    assert loaded.file is not None
    assert loaded.file.name == next(iter(files))


def test_two_places_are_an_error_that_names_both(tmp_path: Path) -> None:
    write_tree(tmp_path, {"docbridge.yml": "{}\n", "mkdocs.yml": "plugins: [docbridge]\n"})
    with pytest.raises(InputError, match=r"docbridge\.yml and mkdocs\.yml \(plugins\.docbridge\)"):
        load_settings(tmp_path)


def test_a_named_file_wins(tmp_path: Path) -> None:
    write_tree(
        tmp_path, {"docbridge.yml": "{}\n", "docs.yml": "site_name: n\nplugins: [docbridge: {codeowners: false}]\n"}
    )
    loaded = load_settings(tmp_path, file=tmp_path / "docs.yml")
    assert loaded.settings.codeowners is False
    assert loaded.site.name == "n"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"mkdocs.yml": "a: [\n"}, r"mkdocs\.yml:2: \[NOT_YAML\]"),
        ({"mkdocs.yml": "- a\n"}, r"mkdocs\.yml: \[NOT_YAML\]"),
        ({"mkdocs.yml": b"a: \xff\n"}, r"mkdocs\.yml: \[NOT_UTF8\]"),
        ({"pyproject.toml": "= x\n"}, r"pyproject\.toml: \[NOT_TOML\]"),
        ({"mkdocs.yml": "INHERIT: mkdocs.yml\n"}, "SETTINGS_LOOP"),
        ({"mkdocs.yml": "INHERIT: gone.yml\n"}, r"gone\.yml: \[UNREADABLE\]"),
    ],
)
def test_broken_files_end_with_their_place(tmp_path: Path, files: dict[str, str | bytes], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_settings(write_tree(tmp_path, files))


def test_the_root_is_the_repository_that_holds_the_file(tmp_path: Path) -> None:
    write_tree(tmp_path, {"site/mkdocs.yml": "site_name: x\nplugins: [docbridge]\n"})
    assert load_settings(tmp_path / "site").root == tmp_path / "site"
    commit_all(tmp_path)
    assert load_settings(tmp_path / "site").root == tmp_path
    (tmp_path / "site/mkdocs.yml").write_text("plugins: [docbridge: {root: ..}]\n")
    assert load_settings(tmp_path / "site").root == tmp_path


def test_options_without_effect_in_this_version_are_said(tmp_path: Path) -> None:
    write_tree(tmp_path, {"docbridge.yml": "overlay: o.json\nsite: {changes_since: v1}\n"})
    notes = load_settings(tmp_path).notes
    assert [note.split(":")[0] for note in notes] == ["overlay"]
