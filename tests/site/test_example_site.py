"""This repository's own site: it builds, it is guarded everywhere, and it settles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mkdocs_docbridge import regions
from tests.support.sites import Built, build, copy_of_this_repository, docbridge

REGISTRY = "example_site/claims/public-claims-v1.json"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_this_repository(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def changed(repository: Path) -> Iterator[dict[Path, bytes]]:
    """Files that a test changes are put back as they were."""
    before: dict[Path, bytes] = {}
    yield before
    for path, data in before.items():
        path.write_bytes(data)


def change(path: Path, data: bytes, changed: dict[Path, bytes]) -> None:
    changed[path] = path.read_bytes()
    path.write_bytes(data)


def faults(built: Built) -> set[tuple[str, str]]:
    return set(re.findall(r"(\S+?(?::\d+)?): \[([A-Z_0-9]+)\]", built.output))


def test_the_site_builds_strictly_and_its_regions_are_in_step(repository: Path) -> None:
    built = build(repository, "--strict")
    assert built.code == 0, built.output
    assert "GENERATED_REGION_STALE" not in built.output
    assert docbridge(repository, "sync", "--check").returncode == 0
    checked = docbridge(repository, "check")
    assert (checked.returncode, checked.stdout.splitlines()[0].partition(";")[0]) == (0, "nothing to say against it")
    overview = built.page("docbridge/index.html")
    assert "How this repository is put together" in overview
    study = built.page("docbridge/studies/retrieval-v1/index.html")
    for part in ("Every question", "What this does not prove", "95 %", "<svg"):
        assert part in study


def test_one_changed_character_in_any_region_fails_the_build_on_its_line(
    repository: Path, changed: dict[Path, bytes]
) -> None:
    pages = sorted((repository / "example_site/docs").rglob("*.md"))
    found = [(page, region) for page in pages for region in regions.scan(page.read_bytes(), "").regions]
    assert len(found) >= 3
    expected = set()
    for page, region in found:
        data = page.read_bytes()
        lines = data.split(b"\n")
        at = region.line
        lines[at] = lines[at][:-1] + (b"x" if lines[at][-1:] != b"x" else b"y")
        change(page, b"\n".join(lines), changed)
        expected.add((f"{page.relative_to(repository).as_posix()}:{region.line}", "GENERATED_REGION_EDITED"))
    built = build(repository)
    assert built.code == 1
    assert expected <= faults(built)


def test_a_changed_claim_fails_the_build_on_its_line(repository: Path, changed: dict[Path, bytes]) -> None:
    readme = repository / "README.md"
    text = readme.read_text(encoding="utf-8")
    line = next(n for n, row in enumerate(text.split("\n"), start=1) if "The current version is" in row)
    change(readme, text.replace("version is 0", "version is 7").encode(), changed)
    built = build(repository)
    assert built.code == 1
    assert (f"README.md:{line}", "PARITY_STALE") in faults(built)


def test_a_changed_byte_of_the_registry_fails_the_build(repository: Path, changed: dict[Path, bytes]) -> None:
    path = repository / REGISTRY
    change(path, path.read_bytes().replace(b'"severity": "error"', b'"severity": "warn" ', 1), changed)
    built = build(repository)
    assert built.code == 1
    assert (REGISTRY, "SEAL_MISMATCH") in faults(built)
    assert docbridge(repository, "check").returncode == 2


def test_everything_restored_builds_again(repository: Path) -> None:
    assert build(repository, "--strict").code == 0


def test_every_code_in_the_source_is_explained_on_the_page_of_codes(repository: Path) -> None:
    page = (repository / "example_site/docs/reference/codes.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (repository / "mkdocs_docbridge").rglob("*.py"))
    codes = set(re.findall(r"""code="([A-Z][A-Z0-9_]+)\"""", source)) | set(
        re.findall(r"""\bfault\(\s*"([A-Z][A-Z0-9_]+)\"""", source)
    )
    assert len(codes) > 40
    assert {code for code in codes if f"`{code}`" not in page} == set()


def test_every_option_is_on_the_page_of_settings(repository: Path) -> None:
    from mkdocs_docbridge.settings import Settings

    page = (repository / "example_site/docs/reference/settings.md").read_text(encoding="utf-8")
    for name in Settings.__struct_fields__:
        assert re.search(rf"^      {name}:", page, re.MULTILINE), name
        group = getattr(Settings(), name)
        for member in getattr(group, "__struct_fields__", ()):
            assert re.search(rf"\b{member}: ", page), f"{name}.{member}"
