"""The audit in a build: it says what it found, and fails a site only where the settings ask for it."""

from __future__ import annotations

from pathlib import Path

from tests.support.sites import CONFIG, build, make_repository


def test_a_broken_link_is_a_note_of_the_build_and_an_error_once_the_settings_say_so(tmp_path: Path) -> None:
    files = {"docs/guide.md": "# Guide\n\nSee [a](no.md).\n"}
    root = make_repository(tmp_path, files)
    built = build(root)
    assert built.code == 0
    assert "the audit of the documents has 1 error and 0 warnings; docbridge audit lists them" in built.output
    config = CONFIG.replace("- docbridge\n", "- docbridge: {audit: {severity: {LINK_BROKEN: error}}}\n")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")
    failed = build(root)
    assert failed.code == 1
    assert "docs/guide.md:3: [LINK_BROKEN]" in failed.output


def test_a_clean_site_has_no_note_of_the_audit(tmp_path: Path) -> None:
    assert "audit" not in build(make_repository(tmp_path)).output
