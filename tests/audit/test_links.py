"""Links and anchors: what MkDocs would say of them, with their lines."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.support.sites import build

from .tree import audited, places, severities

PAGES = {
    "docs/index.md": "# Home\n\nSee [the guide](guide.md#first-steps) and [all](sub/).\n",
    "docs/guide.md": "# Guide\n\n## First steps\n\n![a](img/a.png)\n",
    "docs/sub/index.md": "# Sub\n\n[up](../guide.md) and [deep](deep.md).\n",
    "docs/sub/deep.md": "# Deep\n\nText {#here}\n\n[in page](#here) [other](../guide.md#first-steps)\n",
    "docs/img/a.png": b"png",
}


def test_links_that_lead_somewhere_are_no_finding(tmp_path: Path) -> None:
    report = audited(tmp_path, PAGES)
    assert [item for item in report.findings if "LINK" in item.code or "ANCHOR" in item.code] == []
    assert (report.metrics.links, report.metrics.anchors, report.metrics.pages) == (6, 3, 4)


def test_a_link_to_no_file_is_an_error_on_its_line_and_names_the_only_file_of_that_name(tmp_path: Path) -> None:
    report = audited(tmp_path, {**PAGES, "docs/more.md": "# More\n\ntext\n[d](deep.md) and\n[x](nowhere.md)\n"})
    first, second = (item for item in report.findings if item.code == "LINK_BROKEN")
    assert (first.path, first.line, first.subject, first.severity) == ("docs/more.md", 4, "deep.md", "error")
    assert (first.remediation, second.line) == ("Write sub/deep.md.", 5)
    assert report.status == "blocked"


def test_a_link_out_of_the_docs_folder_is_broken_even_though_the_file_exists(tmp_path: Path) -> None:
    report = audited(tmp_path, {**PAGES, "README.md": "# R\n", "docs/more.md": "# More\n\n[r](../README.md)\n"})
    assert places(report, "LINK_BROKEN") == [("docs/more.md", 3)]


def test_an_anchor_that_no_heading_makes_is_a_warning_and_names_one_in_other_case(tmp_path: Path) -> None:
    report = audited(tmp_path, {**PAGES, "docs/more.md": "# More\n\n[a](guide.md#First-Steps)\n\n[b](#gone)\n"})
    assert places(report, "ANCHOR_BROKEN") == [("docs/more.md", 3), ("docs/more.md", 5)]
    found = [item for item in report.findings if item.code == "ANCHOR_BROKEN"]
    assert [item.remediation for item in found] == ["Write #first-steps.", "Name the anchor of a heading of that page."]
    assert severities(report)["ANCHOR_BROKEN"] == "warn"


def test_links_in_code_templates_mail_and_footnotes_are_left_alone(tmp_path: Path) -> None:
    text = (
        "# More\n\n```\n[a](no.md)\n```\n\n`[a](no.md)` [b]({{ base }}/x.md) <me@example.org> "
        "[c](mailto:a@b.c)\n\n    [d](no.md)\n\n[e](#fn:1) [f](https://example.org/no.md)\n"
    )
    assert places(audited(tmp_path, {**PAGES, "docs/more.md": text}), "LINK_BROKEN") == []


def test_where_a_plugin_may_make_pages_a_broken_link_is_a_warning_and_says_so(tmp_path: Path) -> None:
    site = "site_name: Small\nplugins:\n  - search\n  - gen-files: {scripts: [a.py]}\n"
    report = audited(tmp_path, {**PAGES, "docs/more.md": "# More\n\n[a](made.md)\n"}, site)
    (found,) = (item for item in report.findings if item.code == "LINK_BROKEN")
    assert (found.severity, found.blocking) == ("warn", False)
    assert "gen-files" in found.remediation
    assert any("gen-files" in line for line in report.limitations)


def test_a_file_that_git_ignores_and_that_is_there_is_no_broken_link(tmp_path: Path) -> None:
    files = {".gitignore": "made.md\n", "docs/made.md": "# M\n", "docs/more.md": "# More\n\n[a](made.md)\n"}
    assert places(audited(tmp_path, {**PAGES, **files}), "LINK_BROKEN") == []


def test_a_missing_file_that_git_is_told_to_ignore_may_be_made_before_a_build(tmp_path: Path) -> None:
    files = {
        "docs/.gitignore": "/changelog.md\n",
        "docs/more.md": "# More\n\nSee [a](changelog.md) and\n[b](no.md).\n",
    }
    site = "site_name: S\nnav: [index.md, changelog.md]\nnot_in_nav: '*'\n"
    report = audited(tmp_path, {**PAGES, **files}, site)
    found = {(item.code, item.subject): str(item.severity) for item in report.findings if str(item.severity) != "info"}
    assert found == {
        ("LINK_BROKEN", "changelog.md"): "warn",
        ("LINK_BROKEN", "no.md"): "error",
        ("NAV_BROKEN", "changelog.md"): "warn",
    }


def test_a_text_that_other_pages_take_in_is_judged_there(tmp_path: Path) -> None:
    site = "site_name: Small\nmarkdown_extensions:\n  - pymdownx.snippets: {base_path: [docs]}\n"
    files = {
        "docs/parts/part.md": "See [a](sub/deep.md).\n",
        "docs/whole.md": '# Whole\n\n--8<-- "parts/part.md"\n',
    }
    report = audited(tmp_path, {**PAGES, **files}, site)
    (found,) = (item for item in report.findings if item.code == "LINK_BROKEN")
    assert (found.path, str(found.severity)) == ("docs/parts/part.md", "warn")
    assert "take this one in" in found.remediation


def test_files_that_a_build_makes_are_no_broken_links(tmp_path: Path) -> None:
    text = '# More\n\n<a href="../feed_rss_created.xml">feed</a> [all](llms-full.txt)\n'
    report = audited(tmp_path, {**PAGES, "docs/more.md": text})
    assert [item for item in report.findings if item.code.startswith("LINK")] == []


def test_pages_that_the_site_leaves_out_are_not_checked(tmp_path: Path) -> None:
    site = "site_name: Small\nexclude_docs: |\n  drafts/\n"
    assert places(audited(tmp_path, {**PAGES, "docs/drafts/a.md": "# A\n\n[x](no.md)\n"}, site), "LINK_BROKEN") == []


def test_a_link_in_html_starts_at_the_address_of_the_page(tmp_path: Path) -> None:
    text = '# More\n\n<a href="../guide/">right</a>\n\n<img src="../img/a.png">\n\n<a href="../gide/">wrong</a>\n'
    report = audited(tmp_path, {**PAGES, "docs/more.md": text})
    assert places(report, "LINK_ADDRESS_BROKEN") == [("docs/more.md", 7)]
    assert places(report, "LINK_BROKEN") == []


def test_anchors_that_only_a_build_knows_are_counted_and_not_told(tmp_path: Path) -> None:
    site = "site_name: Small\nplugins:\n  - search\n  - mkdocstrings\n"
    files = {"docs/api.md": "# Api\n\n::: small.api\n", "docs/more.md": "# More\n\n[a](api.md#small.api.f)\n"}
    report = audited(tmp_path, {**PAGES, **files}, site)
    assert places(report, "ANCHOR_BROKEN") == []
    assert report.metrics.anchors_not_analyzed == 1


def test_anchors_of_included_text_are_anchors_of_the_page(tmp_path: Path) -> None:
    site = "site_name: Small\nmarkdown_extensions:\n  - pymdownx.snippets: {base_path: [docs]}\n"
    files = {
        "docs/part.md": "## Shared part\n",
        "docs/whole.md": '# Whole\n\n--8<-- "part.md"\n',
        "docs/more.md": "# More\n\n[a](whole.md#shared-part)\n",
    }
    report = audited(tmp_path, {**PAGES, **files}, site)
    assert places(report, "ANCHOR_BROKEN") == []
    assert report.metrics.anchors_not_analyzed == 0


WORDS = ("alpha", "beta", "gamma", "delta", "épsilon", "zeta eta", "theta", "iota", "kappa", "lambda")


def _site(seed: int) -> tuple[dict[str, str | bytes], set[tuple[str, int]], set[tuple[str, int]]]:
    """A site of linked pages with 100 broken links and 100 broken anchors: (files, places of links, of anchors)."""
    chance = random.Random(seed)
    names = [f"{chance.choice(('', 'a/', 'a/b/', 'c/'))}{chance.choice(('page', 'Seite'))}{n}.md" for n in range(40)]
    lines: dict[str, list[str]] = {}
    for name in names:
        lines[name] = [f"# {name}", ""]
        for word in WORDS:
            lines[name] += [f"## {word}", "", f"Some text about {word}.", ""]
    links: set[tuple[str, int]] = set()
    anchors: set[tuple[str, int]] = set()
    forms = (
        "[x]({})",
        "- [x]({})",
        "> [x]({})",
        "text <b>b</b> [`x`]({}) text",
        "!!! note\n    [x]({})",
        "1. a\n\n    [x]({})",
    )

    def put(kind: str) -> None:
        page, other = chance.choice(names), chance.choice(names)
        folder = page.rpartition("/")[0]
        up = "../" * (folder.count("/") + 1) if folder else ""
        good = f"{up}{other}"
        target = {
            "good": good,
            "good-anchor": f"{good}#{chance.choice(['alpha', 'zeta-eta', 'theta'])}",
            "link": f"{up}{other.replace('.md', 'x.md')}",
            "anchor": f"{good}#no-{chance.randrange(10**9)}",
        }[kind]
        form = chance.choice(forms)
        rows = lines[page]
        rows += ["", *form.format(target).split("\n")]
        place = (f"docs/{page}", len(rows))
        if kind == "link":
            links.add(place)
        elif kind == "anchor":
            anchors.add(place)

    for kind in chance.sample(["link"] * 100 + ["anchor"] * 100 + ["good"] * 100 + ["good-anchor"] * 100, 400):
        put(kind)
    files: dict[str, str | bytes] = {f"docs/{name}": "\n".join([*rows, ""]) for name, rows in lines.items()}
    files["docs/index.md"] = "# Home\n"
    return files, links, anchors


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_hundred_broken_links_put_in_by_chance_are_all_found_on_their_lines_and_no_other(
    tmp_path: Path, seed: int
) -> None:
    files, links, anchors = _site(seed)
    assert (len(links), len(anchors)) == (100, 100)
    site = "site_name: Small\nmarkdown_extensions: [admonition]\n"
    report = audited(tmp_path, files, site)
    assert set(places(report, "LINK_BROKEN")) == links
    assert set(places(report, "ANCHOR_BROKEN")) == anchors


def test_mkdocs_warns_of_the_same_links_and_anchors(tmp_path: Path) -> None:
    files, _, _ = _site(4)
    site = (
        "site_name: Small\nmarkdown_extensions: [admonition]\ntheme: {name: mkdocs}\n"
        "validation: {links: {not_found: warn, anchors: warn, unrecognized_links: warn}}\n"
    )
    report = audited(tmp_path, files, site)
    output = build(tmp_path).output
    told = {
        "LINK_BROKEN": r"Doc file '([^']+)' contains a link '([^']+)', but the target",
        "ANCHOR_BROKEN": r"Doc file '([^']+)' contains a link '([^']+)', but (?:the doc '[^']+' does|there is no such)",
    }
    for code, pattern in told.items():
        theirs = {(f"docs/{path}", link) for path, link in re.findall(pattern, output)}
        assert len(theirs) > 80
        assert {(item.path, item.subject) for item in report.findings if item.code == code} == theirs
