"""What a site publishes for language models, in real builds, read back by the format's reference parser."""

from __future__ import annotations

import posixpath
import re
import warnings
from pathlib import Path
from urllib.parse import unquote

import pytest

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.llms_files import RenderedPage
from mkdocs_docbridge.site.sources import SiteFacts
from tests.support.sites import CONFIG, Built, build, docbridge, make_repository

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from llms_txt import parse_llms_file

DESCRIBED = "---\ndescription: All of it.\n---\n\n# Guide\n\nSee [home](index.md) and `src/tool/core`.\n"


def config(options: str, more: str = "") -> str:
    return CONFIG.replace("- docbridge", f"- docbridge: {{{options}}}") + more


def sections(built: Built, path: str = "llms.txt") -> dict[str, list[tuple[str, str, str | None]]]:
    """Title → (name, address, note) of each link, as the reference parser reads them."""
    found = parse_llms_file((built.site / path).read_text(encoding="utf-8"))
    return {name: [(link.title, link.url, link.desc) for link in links] for name, links in found.sections.items()}


def built_with(tmp_path: Path, options: str = "", more: str = "", **files: str) -> Built:
    pages = {f"docs/{name}.md": text for name, text in files.items()}
    built = build(make_repository(tmp_path, {"mkdocs.yml": config(options, more), **pages}), "--strict")
    assert built.code == 0, built.output
    return built


def test_all_pages_are_listed_in_the_order_of_the_navigation_with_their_description(tmp_path: Path) -> None:
    nav = "nav:\n  - Manual:\n      - guide.md\n      - index.md\n"
    found = sections(built_with(tmp_path, more=nav, guide=DESCRIBED, lost="# Lost\n\nNobody lists it.\n"))
    assert list(found) == ["Pages", "Manual", "Further pages", "Code areas", "Optional"]
    assert found["Manual"] == [
        ("Guide", "guide/index.md", "All of it."),
        ("Home", "index.md", "The current version is 1.2.3."),
    ]
    assert found["Further pages"] == [("Lost", "lost/index.md", "Nobody lists it.")]
    assert [url for _, url, _ in found["Pages"]] == ["docbridge/index.md"]
    assert ("core", "docbridge/areas/src-tool-core/index.md", "What the tool is made of.") in found["Code areas"]


def test_sections_keep_their_order_and_other_pages_follow(tmp_path: Path) -> None:
    options = (
        'llms: {sections: {Zuerst: [guide.md, no/*.md], "Areas": ["docbridge/areas/*"]}, exclude: [lost.md, gone.md]}'
    )
    built = built_with(tmp_path, options, guide=DESCRIBED, lost="# Lost\n")
    found = sections(built)
    assert list(found) == ["Zuerst", "Areas", "Further pages", "Repository", "Optional"]
    assert [name for name, _, _ in found["Zuerst"] + found["Further pages"]] == ["Guide", "Home"]
    assert re.findall(r"mkdocs\.yml: \[LLMS_GLOB_UNMATCHED\] (.*)", built.output) == [
        'llms.exclude: "gone.md" matches no page',
        'llms.sections.Zuerst: "no/*.md" matches no page',
    ]
    assert not (built.site / "lost/index.md").exists()
    assert 'rel="alternate' not in built.page("lost/index.html")


@pytest.mark.parametrize(
    ("directory_urls", "html", "twin", "home"),
    [("true", "guide/index.html", "guide/index.md", "../index.md"), ("false", "guide.html", "guide.md", "index.md")],
)
def test_a_page_has_a_twin_beside_it_and_says_so(
    tmp_path: Path, directory_urls: str, html: str, twin: str, home: str
) -> None:
    built = built_with(tmp_path, more=f"use_directory_urls: {directory_urls}\n", guide=DESCRIBED)
    assert built.page(twin) == f"# Guide\n\nSee [home]({home}) and `src/tool/core`.\n"
    head = built.page(html).partition("</head>")[0]
    assert f'<link rel="alternate " type="text/markdown" href="{posixpath.basename(twin)}">' in head
    assert f'<link rel="describedby" href="{home.replace("index.md", "llms.txt")}">' in head


@pytest.mark.parametrize("directory_urls", ["true", "false"])
def test_every_address_of_every_file_leads_to_a_file(tmp_path: Path, directory_urls: str) -> None:
    built = built_with(
        tmp_path, more=f"use_directory_urls: {directory_urls}\n", **{"a b/index": "# A\n\n[g](../guide.md)\n"}
    )
    files = [*built.site.rglob("llms.txt"), *built.site.rglob("*.md")]
    links = [
        (file, unquote(target.partition("#")[0]))
        for file in files
        for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8"))
    ]
    assert len(links) > 20
    there = {path: path / "index.html" if path.is_dir() else path for path in (file.parent / to for file, to in links)}
    assert [path for path, file in there.items() if not file.is_file()] == []


def test_addresses_are_absolute_where_the_site_says_where_it_stands(tmp_path: Path) -> None:
    built = built_with(tmp_path, more="site_url: https://example.org/sub\n")
    assert "- [Guide](https://example.org/sub/guide/index.md): " in built.page("llms.txt")
    assert "(https://example.org/sub/docbridge/areas/src-tool-web/index.md)" in built.page(
        "docbridge/areas/src-tool-core/llms.txt"
    )


def test_each_area_has_an_llms_txt_of_what_is_about_it(tmp_path: Path) -> None:
    built = built_with(tmp_path)
    assert sections(built, "docbridge/areas/src-tool-core/llms.txt") == {
        "This area": [("core", "index.md", "What the tool is made of.")],
        "Documents about it": [
            ("Guide", "../../../guide/index.md", "This is about src/tool/core."),
            ("Home", "../../../index.md", "The current version is 1.2.3."),
        ],
        "Areas it uses": [
            ("web", "../src-tool-web/index.md", "src/tool/web: 1 module, nobody has said what it is for.")
        ],
    }
    assert '<link rel="describedby" href="llms.txt">' in built.page("docbridge/areas/src-tool-core/index.html")


def test_areas_that_use_each_other_are_listed_once(tmp_path: Path) -> None:
    back = {"src/tool/web/app.py": "from tool.core import engine\n\n\ndef serve_forever(): ...\n"}
    built = build(make_repository(tmp_path, back))
    found = sections(built, "docbridge/areas/src-tool-core/llms.txt")
    assert list(found) == ["This area", "Documents about it", "Areas that it uses and that use it"]
    assert [title for title, _, _ in found["Areas that it uses and that use it"]] == ["web"]


def test_regions_are_filled_and_snippets_put_in_the_twin(tmp_path: Path) -> None:
    region = "<!-- doc-bridge:generated source=area:src/tool/core -->\n<!-- /doc-bridge:generated -->"
    more = "markdown_extensions: [pymdownx.snippets]\n"
    guide = f'---\ntitle: Named\n---\n\n{region}\n\n--8<-- "pyproject.toml"\n'
    twin = built_with(tmp_path, more=more, guide=guide).page("guide/index.md")
    assert twin.startswith("# Named\n\n")
    assert "`Engine`" in twin
    assert 'version = "1.2.3"' in twin
    assert "doc-bridge:" not in twin


def test_llms_full_has_every_page_once_in_the_same_order(tmp_path: Path) -> None:
    options = (
        "llms: {full: true, nested: false, twins: false, sections: {One: [guide.md], Two: [guide.md, index.md]}}, "
    )
    built = built_with(tmp_path, options + "site: {pages: []}", guide=DESCRIBED)
    assert built.page("llms-full.txt") == (
        "# Small\n\n> The current version is 1.2.3.\n\n"
        "---\n\nSource: guide/\n\n# Guide\n\nSee [home](./) and `src/tool/core`.\n\n"
        "---\n\nSource: ./\n\n# Home\n\nThe current version is 1.2.3.\n\nSee [guide](guide/) and `Engine`.\n"
    )
    assert sections(built) == {
        "One": [("Guide", "guide/", "All of it.")],
        "Two": [("Guide", "guide/", "All of it."), ("Home", "./", "The current version is 1.2.3.")],
    }
    assert list(built.site.rglob("*.md")) == []


def test_nothing_of_pages_that_are_not_in_the_site_is_told(tmp_path: Path) -> None:
    more = "exclude_docs: secret.md\ndraft_docs: draft.md\n"
    pages = {name: f"# Hidden {name}\n\nOf `src/tool/core`.\n" for name in ("secret", "draft")}
    built = built_with(tmp_path, "llms: {full: true}", more, **pages)
    told = [p for p in built.site.rglob("*") if p.suffix in {".html", ".json", ".md", ".txt"} and "js" not in p.parts]
    assert len(told) > 12
    assert [path for path in told if "Hidden" in path.read_text(encoding="utf-8")] == []


def test_switched_off_nothing_is_made(tmp_path: Path) -> None:
    built = built_with(tmp_path, "llms: {enabled: false}")
    assert [path for path in built.site.rglob("*") if path.name == "llms.txt" or path.suffix == ".md"] == []
    assert 'rel="alternate' not in built.page("index.html")


def test_the_users_own_llms_txt_stays(tmp_path: Path) -> None:
    built = build(make_repository(tmp_path, {"docs/llms.txt": "# Mine\n"}), "--strict")
    assert built.page("llms.txt") == "# Mine\n"
    assert "llms.txt exists already; it stays, and docbridge writes none" in built.output


def test_beside_another_plugin_that_writes_it_llms_txt_is_left_to_it(tmp_path: Path) -> None:
    with Project.open(make_repository(tmp_path)) as project:
        made = project.site_build(SiteFacts(pages=frozenset({"guide.md"}), other_llms="llmstxt"))
        assets = made.assets((), {"guide.md": RenderedPage("Guide", "guide/", markdown="# G")}, lunr=b"")
    uris = {asset.uri for asset in assets}
    assert "guide/index.md" in uris
    assert "llms.txt" not in uris
    assert "llmstxt writes llms.txt; it stays, and docbridge writes none" in made.notes
    assert 'href="../llms.txt"' in made.head_links("guide.md")


def test_properdocs_makes_the_same_files(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"mkdocs.yml": CONFIG.replace("name: mkdocs", "name: material")})
    made = []
    for program in ("mkdocs", "properdocs"):
        built = build(root, "--strict", program=program)
        assert built.code == 0, built.output
        files = [*built.site.rglob("llms.txt"), *built.site.rglob("*.md")]
        made.append({path: path.read_bytes() for path in files})
    assert len(made[0]) > 8
    assert made[0] == made[1]


def test_the_command_line_lists_what_the_site_lists(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": DESCRIBED})
    shown = docbridge(root, "render", "llms.txt").stdout
    listed = set(re.findall(r"\]\((\S+)\)", shown))
    assert listed == set(re.findall(r"\]\((\S+)\)", build(root).page("llms.txt")))
