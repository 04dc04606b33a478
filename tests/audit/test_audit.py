"""The other findings: navigation, pages, duplicates, areas, declarations; severities and identities."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import decode, encode
from mkdocs_docbridge.audit.duplicates import ALIKE, MIN_DISTINCT, near_pairs
from mkdocs_docbridge.audit.model import DocumentationAuditReport
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings_file import parse_settings
from mkdocs_docbridge.site_shape import site_shape

from .tree import audited, places, severities

TEXT = "This is what the page has to say, in " + " ".join(f"word{n}" for n in range(60)) + ".\n"


def test_a_clean_site_passes(tmp_path: Path) -> None:
    report = audited(tmp_path, {"docs/index.md": "# Home\n\nAll is well.\n"})
    assert (report.status, report.findings, report.limitations) == ("pass", (), ())
    assert decode(DocumentationAuditReport, encode(report), place="report") == report


def test_pages_that_no_way_leads_to_are_told_once_the_navigation_is_known(tmp_path: Path) -> None:
    files = {
        "docs/index.md": "# Home\n\nSee [a](a.md).\n",
        "docs/a.md": "# A\n\nSee [b](b.md).\n",
        "docs/b.md": "# B\n\nText.\n",
        "docs/lost.md": "# Lost\n\nSee [a](a.md) and [other](other.md).\n",
        "docs/other.md": "# Other\n\nText.\n",
        "docs/meant.md": "# Meant\n\nText.\n",
    }
    site = "site_name: S\nnav: [index.md]\nnot_in_nav: |\n  /meant.md\n"
    told = [("docs/lost.md", None), ("docs/other.md", None)]
    assert places(audited(tmp_path, files, site), "DOCUMENTATION_ORPHANED") == told
    assert places(audited(tmp_path, files, "site_name: S\n"), "DOCUMENTATION_ORPHANED") == []
    made = audited(tmp_path, files, f"{site}plugins: [search, literate-nav]\n")
    assert places(made, "DOCUMENTATION_ORPHANED") == []
    assert any("orphaned pages were not looked for" in line for line in made.limitations)


def test_an_entry_of_nav_that_names_no_file_is_an_error_on_its_line(tmp_path: Path) -> None:
    site = (
        "site_name: S\nnav:\n  - index.md\n  - Part:\n      - The guide: gone/guide.md\n  - https://example.org/x.md\n"
    )
    report = audited(tmp_path, {"docs/index.md": "# Home\n\nText.\n"}, site)
    assert places(report, "NAV_BROKEN") == [("mkdocs.yml", 5)]
    assert severities(report)["NAV_BROKEN"] == "error"


def test_a_comment_in_a_fence_is_no_title_and_a_title_of_the_navigation_is_one(tmp_path: Path) -> None:
    files = {
        "docs/index.md": "Welcome here.\n\n```sh\n# not a title\n```\n",
        "docs/named.md": "Named by the navigation.\n",
        "docs/front.md": "---\ntitle: Front\n---\n\nNamed by front matter.\n",
    }
    site = "site_name: S\nnav:\n  - index.md\n  - Named: named.md\n  - front.md\n"
    assert places(audited(tmp_path, files, site), "DOCUMENTATION_TITLE_MISSING") == [("docs/index.md", None)]


def test_words_are_counted_in_every_script(tmp_path: Path) -> None:
    files = {
        "docs/index.md": "# Привет\n\nЭто совсем короткая страница.\n",
        "docs/han.md": "# 文档\n\n这是一个关于搜索的页面\n",
        "docs/short.md": "# Two\n\nwords\n",
    }
    site = "site_name: S\nplugins:\n  - docbridge: {audit: {min_words: 5}}\n"
    assert places(audited(tmp_path, files, site), "DOCUMENTATION_TOO_SHORT") == [("docs/short.md", None)]


def test_a_page_without_a_required_section_is_told_which(tmp_path: Path) -> None:
    files = {"docs/index.md": "# Home\n\nText.\n\n## see ALSO\n\nText.\n"}
    site = "site_name: S\nplugins:\n  - docbridge: {audit: {required_sections: [See also, Limits]}}\n"
    (found,) = audited(tmp_path, files, site).findings
    assert (found.code, found.subject) == ("DOCUMENTATION_SECTIONS_MISSING", "Limits")


def test_exact_and_near_duplicates_name_the_earlier_page(tmp_path: Path) -> None:
    files = {
        "docs/index.md": f"# Home\n\n{TEXT}",
        "docs/twin.md": f"# Home\n\n{TEXT}",
        "docs/like.md": f"# Home\n\n{TEXT}\nAnd one more.\n",
        "docs/other.md": "# Other\n\n" + " ".join(f"else{n}" for n in range(80)) + "\n",
    }
    report = audited(tmp_path, files)
    found = {(item.code, item.path, item.subject) for item in report.findings}
    assert ("DOCUMENTATION_EXACT_DUPLICATE", "docs/twin.md", "docs/index.md") in found
    assert ("DOCUMENTATION_NEAR_DUPLICATE", "docs/like.md", "docs/index.md") in found
    assert not any(path == "docs/other.md" for _, path, _ in found)


@given(st.integers(0, 2**32), st.integers(2, 12))
def test_near_pairs_are_exactly_those_of_comparing_every_two(seed: int, count: int) -> None:
    import random

    chance = random.Random(seed)
    base = [f"w{n}" for n in range(80)]
    words = {}
    for n in range(count):
        kept = [word for word in base if chance.random() > chance.choice((0.02, 0.05, 0.2))]
        words[f"p{n:02}"] = [*kept, *(f"x{chance.randrange(40)}" for _ in range(chance.randrange(6)))]
    expected = set()
    paths = sorted(words)
    for at, path in enumerate(paths):
        for other in paths[:at]:
            a, b = set(words[path]), set(words[other])
            if len(a) >= MIN_DISTINCT and len(b) >= MIN_DISTINCT and len(a & b) >= ALIKE * len(a | b):
                expected.add((path, other))
    assert {(path, other) for path, other, _ in near_pairs(words)} == expected


def test_undocumented_areas_stale_declarations_and_owners_of_nothing(tmp_path: Path) -> None:
    files = {
        "docs/index.md": "---\ndocbridge:\n  covers: [src/gone.py]\n---\n\n# Home\n\nAbout `src/tool/core/a.py`.\n",
        "src/tool/core/a.py": "from .b import y\n\nx = 1\n",
        "src/tool/core/b.py": "from .a import x\n\ny = 1\n",
        "src/tool/web/c.py": "x = 1\n",
    }
    site = (
        "site_name: S\nplugins:\n  - docbridge:\n      ownership:\n"
        "        - {id: core, path: src/none}\n        - {id: w, path: src/tool/web, agent_doc: docs/no.md}\n"
    )
    report = audited(tmp_path, files, site)
    assert places(report, "AREA_DOCUMENTATION_MISSING") == [("src/tool/web", None)]
    assert places(report, "DECLARATION_UNRESOLVED") == [("docs/index.md", 3)]
    assert places(report, "OWNERSHIP_PATH_UNOBSERVED") == [("mkdocs.yml", None)]
    assert places(report, "OWNERSHIP_DOCUMENT_MISSING") == [("mkdocs.yml", None)]
    assert places(report, "IMPORT_CYCLE") == [("src/tool/core/a.py", 1)]
    assert report.status == "needs-review"
    assert (report.metrics.areas, report.metrics.areas_documented) == (2, 1)


def test_every_code_can_be_set_and_a_critical_path_turns_warnings_into_errors(tmp_path: Path) -> None:
    files = {"docs/index.md": "# Home\n\n[a](no.md)\n\n[b](#no)\n", "docs/b.md": "# B\n\n[b](#no)\n"}
    plugin = "site_name: S\nplugins:\n  - docbridge: {audit: {"
    off = audited(tmp_path, files, plugin + "severity: {LINK_BROKEN: 'off', ANCHOR_BROKEN: info}}}\n")
    assert (severities(off)["ANCHOR_BROKEN"], places(off, "LINK_BROKEN"), off.status) == ("info", [], "pass")
    critical = audited(tmp_path, files, plugin + "critical: [docs/b.md]}}\n")
    by_path = {item.path: str(item.severity) for item in critical.findings if item.code == "ANCHOR_BROKEN"}
    assert by_path == {"docs/index.md": "warn", "docs/b.md": "error"}
    chosen = audited(tmp_path, files, plugin + "critical: [docs/b.md], severity: {ANCHOR_BROKEN: warn}}}\n")
    assert severities(chosen)["ANCHOR_BROKEN"] == "warn"


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("LINK_BROKN", "did you mean LINK_BROKEN?"),
        ("NOT_UTF8", "an error whatever is set"),
        ("ZZZ", "the page of codes"),
    ],
)
def test_a_severity_of_an_unknown_code_is_a_fault_of_the_settings(code: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        parse_settings({"audit": {"severity": {code: "off"}}}, place="mkdocs.yml", key="plugins.docbridge")
    assert f"mkdocs.yml: plugins.docbridge.audit.severity.{code}: " in str(error.value)
    assert hint in str(error.value)


def test_an_identity_stays_when_lines_move_and_equal_findings_differ(tmp_path: Path) -> None:
    first = audited(tmp_path, {"docs/index.md": "# Home\n\nSee [a](no.md).\n\nSee [a](no.md).\n"})
    moved = audited(tmp_path, {"docs/index.md": "# Home\n\nNew words above.\n\nSee [a](no.md).\n\nSee [a](no.md).\n"})
    ids = [item.id for item in first.findings]
    assert len(set(ids)) == 2
    assert [item.id for item in moved.findings] == ids
    assert [item.line for item in moved.findings] == [5, 7]


def test_a_site_without_configuration_says_what_was_not_checked(tmp_path: Path) -> None:
    from mkdocs_docbridge.project import Project
    from tests.support.trees import write_tree

    write_tree(tmp_path, {"README.md": "# R\n\n[a](no.md)\n"})
    with Project.open(tmp_path, root=tmp_path) as project:
        report = project.audit
    assert places(report, "LINK_UNRESOLVED") == [("README.md", 3)]
    assert report.status == "pass"
    assert report.limitations == (
        "no site configuration was found: links, anchors and titles of pages were not checked",
    )


def test_the_shape_of_a_site_is_read_from_every_way_of_writing_it() -> None:
    as_list = site_shape(
        {"plugins": ["search", {"material/blog": None}, {"x": {"enabled": False}}], "nav": [{"A": "a.md"}]}
    )
    as_map = site_shape(
        {"plugins": {"search": {}, "material/blog": {}}, "theme": {"name": "material", "custom_dir": "o"}}
    )
    assert as_list.plugins == as_map.plugins == ("search", "blog")
    assert (as_list.makes_nav, as_list.makers, as_list.nav_entries) == (True, (), (("A", "a.md"),))
    assert (as_map.theme, as_map.theme_dir) == ("material", "o")
    assert site_shape({}).plugins == ("search",)
    assert site_shape({"plugins": 3, "nav": 3, "exclude_docs": 3, "theme": 3}).makers == ()
    assert site_shape({"hooks": ["h.py"], "plugins": ["unheard-of"]}).makers == ("unheard-of", "hooks")
