"""The fault cases of kind ``files``, read from where the cases are: each is tried as a user would meet it."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings_file import parse_settings
from tests.site.test_build import registry
from tests.support.cases import Case, cases
from tests.support.sites import CONFIG, Built, build, docbridge
from tests.support.trees import commit_all, scanned, write_tree


def copied(case: Case, root: Path) -> Path:
    """The case's folder as a committed repository, its symbolic links made."""
    shutil.copytree(case.folder, root, dirs_exist_ok=True)
    links = root / "links.json"
    for link in json.loads(links.read_text(encoding="utf-8")) if links.exists() else []:
        (root / link["path"]).symlink_to(link["target"])
    if not (root / "mkdocs.yml").exists():
        write_tree(root, {"mkdocs.yml": CONFIG})
    commit_all(root)
    return root


def clean(built: Built) -> None:
    assert built.code == 0, built.output
    assert "Traceback" not in built.output


def symlink_outside_root(case: Case, tmp_path: Path) -> None:
    root = copied(case, tmp_path)
    built = build(root)
    clean(built)
    assert "docs/leak.md: [SYMLINK_OUTSIDE_ROOT]" in built.output
    assert not (root / "site/leak").exists()
    secret = Path("/etc/hostname").read_text(encoding="utf-8").strip()
    assert not [p for p in (root / "site").rglob("*.html") if secret and f">{secret}<" in p.read_text(encoding="utf-8")]
    assert [entry.code for entry in scanned(root).snapshot.coverage] == ["SYMLINK_OUTSIDE_ROOT"]


def symlink_loop_and_broken(case: Case, tmp_path: Path) -> None:
    root = copied(case, tmp_path)
    built = build(root)
    clean(built)
    assert "docs/broken.md: [BROKEN_LINK]" in built.output
    assert [path.parent.name for path in (root / "site").rglob("index.html") if path.parent.name == "loop"] == []


def nfd_file_name(case: Case, tmp_path: Path) -> None:
    root = copied(case, tmp_path)
    name = "docs/résumé.md"
    assert unicodedata.is_normalized("NFC", name)
    text = registry(required=[name], template="Version {value} of R", optional=[])
    write_tree(
        root, {"claims/public-claims-v1.json": text, "pyproject.toml": '[project]\nname = "x"\nversion = "1.0.0"\n'}
    )
    done = docbridge(root, "parity", "--json")
    (finding,) = json.loads(done.stdout)["findings"]
    assert (finding["code"], finding["reason"], finding["surface"]) == ("PARITY_MISSING", "not-stated", name)


def windows_paths_in_config(case: Case, tmp_path: Path) -> None:
    paths = yaml.safe_load((case.folder / "config.yml").read_text(encoding="utf-8"))["surfaces"]
    with pytest.raises(InputError) as caught:
        parse_settings({"studies": paths}, place="mkdocs.yml")
    assert len(str(caught.value).splitlines()) == len(paths)
    write_tree(tmp_path, {"mkdocs.yml": CONFIG, "claims/public-claims-v1.json": registry(required=paths)})
    done = docbridge(tmp_path, "check")
    assert done.returncode == 2
    assert all(f"claims[0].required[{number}]" in done.stderr for number in range(len(paths)))


def serve_loop(case: Case, tmp_path: Path) -> None:
    root = copied(case, tmp_path)
    (root / "hook.py").unlink()
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in (root / "docs").rglob("*")}
    clean(build(root))
    clean(build(root))
    assert {path: path.stat().st_mtime_ns for path in (root / "docs").rglob("*")} == before


def strict_mode_counting(case: Case, tmp_path: Path) -> None:
    root = copied(case, tmp_path)
    config = (root / "mkdocs.yml").read_text(encoding="utf-8")
    (root / "mkdocs.yml").write_text(f"{config}plugins: [search, docbridge]\n", encoding="utf-8")
    for options in ((), ("--strict",), ("-v",), ("-q",)):
        built = build(root, *options)
        assert built.code != 0
        assert "docs/index.md:3: [GENERATED_REGION_EDITED]" in built.output


HANDLERS: dict[str, Callable[[Case, Path], None]] = {
    "symlink-outside-root": symlink_outside_root,
    "symlink-loop-and-broken": symlink_loop_and_broken,
    "nfd-file-name": nfd_file_name,
    "windows-paths-in-config": windows_paths_in_config,
    "serve-loop": serve_loop,
    "strict-mode-counting": strict_mode_counting,
}
ELSEWHERE = {"parallel-writers"}
"""Tried in test_sync, where its programs are."""


@pytest.mark.parametrize(
    "case", [c for c in cases("files") if c.expected["slug"] in HANDLERS], ids=lambda case: case.id
)
def test_a_case_of_files_and_builds_ends_as_expected(case: Case, tmp_path: Path) -> None:
    HANDLERS[case.expected["slug"]](case, tmp_path)


def test_no_visible_case_of_files_is_left_out() -> None:
    assert {case.expected["slug"] for case in cases("files")} <= set(HANDLERS) | ELSEWHERE
