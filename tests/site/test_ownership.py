"""Pages and regions of those who answer for paths, in real builds."""

from __future__ import annotations

from pathlib import Path

from tests.support.sites import build, docbridge, make_repository

CONFIG = """\
site_name: Small
theme: {name: mkdocs}
plugins:
  - search
  - docbridge:
      ownership:
        - {id: core, path: src/tool/core, purpose: The engine., checks: [pytest -q], human_doc: docs/guide.md}
"""
OWNED = {"mkdocs.yml": CONFIG, "CODEOWNERS": "/src/tool/web/ @web\n/docs/ @web @writers\n"}


def region(source: str) -> str:
    return f"<!-- doc-bridge:generated source={source} -->\n<!-- /doc-bridge:generated -->\n"


def test_every_owner_has_a_page_and_one_page_lists_them(tmp_path: Path) -> None:
    built = build(make_repository(tmp_path, OWNED), "--strict")
    assert built.code == 0, built.output
    listed = built.page("docbridge/ownership/index.html")
    assert "3 owners of 3 paths." in listed
    assert 'href="core/"' in listed
    assert "@web @writers" in listed
    core = built.page("docbridge/ownership/core/index.html")
    assert "The engine." in core
    assert "<code>pytest -q</code>" in core
    assert 'href="../../../guide/"' in core
    assert "3 owners" in built.page("docbridge/index.html")


def test_without_owners_there_is_no_page_and_rendering_one_says_what_to_do(tmp_path: Path) -> None:
    root = make_repository(tmp_path)
    assert not (build(root).site / "docbridge/ownership").exists()
    done = docbridge(root, "render", "owners")
    assert done.returncode == 0
    assert "CODEOWNERS file" in done.stdout


def test_private_code_has_no_ownership_page_and_a_region_of_it_is_a_fault(tmp_path: Path) -> None:
    private = {"mkdocs.yml": CONFIG + "      site: {publish_code: false}\n"}
    root = make_repository(tmp_path, {**OWNED, **private})
    assert not (build(root, "--strict").site / "docbridge/ownership").exists()
    (root / "docs/guide.md").write_text(region("ownership:core"), encoding="utf-8")
    built = build(root)
    assert built.code == 1
    assert "REGION_SHOWS_CODE" in built.output


def test_regions_show_owners_handoffs_and_proposals_and_name_what_there_is(tmp_path: Path) -> None:
    page = "# Guide\n\n" + "\nBetween.\n\n".join(
        map(region, ["ownership:core", "handoff:src/tool/web", "handoff:core", "overlay-review"])
    )
    root = make_repository(tmp_path, {**OWNED, "docs/owned.md": page})
    done = docbridge(root, "sync")
    assert done.returncode == 0, done.stderr
    text = (root / "docs/owned.md").read_text(encoding="utf-8")
    assert "| src/tool/core | The engine. |" in text
    assert "**Change here** → src/tool/web" in text
    assert text.count("<code>pytest -q</code>") == 2
    assert "no enrichment overlay" in text
    assert docbridge(root, "sync", "--check").returncode == 0
    (root / "docs/owned.md").write_text(page.replace("core", "cord"), encoding="utf-8")
    done = docbridge(root, "sync")
    assert done.returncode == 1
    assert done.stdout.count("REGION_SOURCE_UNKNOWN") == 2
    assert "Owners here: core, web, writers." in done.stdout


def test_a_hidden_document_is_no_place_to_start(tmp_path: Path) -> None:
    config = CONFIG + "exclude_docs: guide.md\n"
    index = "# Home\n\nSee `src/tool/core`.\n"
    built = build(make_repository(tmp_path, {**OWNED, "mkdocs.yml": config, "docs/index.md": index}), "--strict")
    assert built.code == 0, built.output
    core = built.page("docbridge/ownership/core/index.html")
    assert "guide" not in core.lower()
    assert "Home" in core
