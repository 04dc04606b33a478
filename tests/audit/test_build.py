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


def test_the_site_has_pages_of_audit_and_doctor_unless_code_is_kept_out(tmp_path: Path) -> None:
    files = {"docs/guide.md": "# Guide\n\nSee [a](no.md).\n", "docs/secret.md": "# S\n\nSee [b](hidden-target.md).\n"}
    config = f"{CONFIG}draft_docs: |\n  secret.md\n"
    root = make_repository(tmp_path, {**files, "mkdocs.yml": config})
    built = build(root)
    assert built.code == 0
    page = built.page("docbridge/audit/index.html")
    assert "no.md leads to no.md" in page
    doctor = built.page("docbridge/doctor/index.html")
    assert "of 100 points" in doctor
    assert "What to do next" in doctor
    assert all("hidden-target" not in path.read_text("utf-8") for path in built.site.rglob("*.html"))
    overview = built.page("docbridge/index.html")
    assert "1 error, 0 warnings" in overview
    hidden = config.replace("- docbridge\n", "- docbridge: {site: {publish_code: false}}\n")
    (root / "mkdocs.yml").write_text(hidden, encoding="utf-8")
    assert build(root).code == 0
    assert not (root / "site/docbridge/doctor").exists()
    assert not (root / "site/docbridge/audit").exists()


def test_a_suite_that_cannot_be_used_takes_the_doctors_page_away_and_fails_no_build(tmp_path: Path) -> None:
    config = CONFIG.replace("- docbridge\n", "- docbridge: {retrieval: {suite: none.json}}\n")
    built = build(make_repository(tmp_path, {"mkdocs.yml": config}))
    assert built.code == 0
    assert "the page of the doctor is left out" in built.output
    assert not (built.site / "docbridge/doctor").exists()


def test_options_of_plugins_do_not_hide_their_names_from_the_audit(tmp_path: Path) -> None:
    config = "site_name: Small\ntheme: {name: mkdocs}\nnav: [{Home: index.md}]\nplugins:\n  - search: {lang: en}\n"
    config += "  - docbridge: {codeowners: false}\n"
    built = build(make_repository(tmp_path, {"mkdocs.yml": config, "docs/lost.md": "# Lost\n"}), "--strict")
    assert built.code == 0, built.output
    page = built.page("docbridge/audit/index.html")
    assert "DOCUMENTATION_ORPHANED" in page
    assert "Not checked" not in page
    assert "DeprecationWarning" not in built.output


def test_a_link_longer_than_a_file_name_is_broken_and_a_draft_is_in_no_index(tmp_path: Path) -> None:
    files = {"mkdocs.yml": f"{CONFIG}draft_docs: draft.md\n", "docs/draft.md": "# Qzdraft\n\nHidden words.\n",
             "docs/long.md": f"# Long\n\n[x]({'a' * 300}.md)\n"}  # fmt: skip
    built = build(make_repository(tmp_path, files))
    assert built.code == 0, built.output
    assert "Qzdraft" not in "".join(path.read_text(encoding="utf-8") for path in built.site.glob("docbridge/*.js*"))
