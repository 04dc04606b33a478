"""Real strict builds beside the plugins of other people, in both orders, alone and together."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.support.sites import Built, build, environment, make_repository

from .matrix import MATERIAL, NEIGHBOURS, REGION, Neighbour

TOGETHER = ("macros", "include-markdown", "gen-files", "mkdocstrings", "autorefs", "section-index", "tags", "minify")
ORDER_MATTERS = frozenset(
    ["autorefs", "awesome-nav", "gen-files", "include-markdown", "literate-nav", "llmstxt", "macros", "mkdocstrings",
     "monorepo", "section-index"]
)  # fmt: skip
"""Those that make, read or change pages or the navigation while a site is built."""
GUIDE = f"# Guide\n\nThis is about `src/tool/core`.\n\n{REGION}\nAfter.\n"


def built_with(
    root: Path,
    plugins: list[object],
    files: Mapping[str, str],
    config: Mapping[str, object],
    *options: str,
    **more: str,
) -> Built:
    values = {"site_name": "Small", "theme": {"name": "mkdocs"}, "plugins": ["search", *plugins], **config}
    written = {"mkdocs.yml": yaml.safe_dump(values, sort_keys=False), "docs/guide.md": GUIDE, **files}
    return build(make_repository(root, written), "--strict", *options, **more)


def page(built: Built, url: str) -> str:
    """A page by its address, whether the site has folders as addresses or not."""
    places = [f"{url}index.html", f"{url.removesuffix('/')}.html", url]
    found = next(place for place in places if place and (built.site / place).is_file())
    return built.page(found)


def assert_whole(built: Built, below: str = "") -> None:
    """What this plugin gives, whoever stands beside it."""
    assert built.code == 0, built.output
    assert "What the tool is made of." in page(built, "docbridge/areas/src-tool-core/")
    assert "<code>Engine</code>" in page(built, f"{below}guide/")
    assert "docbridge-search" in page(built, "docbridge/search/")
    assert built.page("llms.txt").startswith("# Small\n")
    assert (built.site / "docbridge/search.json").is_file()


def _plugins(neighbour: Neighbour, order: str) -> list[object]:
    return [neighbour.plugin, "docbridge"] if order == "before" else ["docbridge", neighbour.plugin]


@pytest.mark.parametrize(
    ("name", "order"),
    [*((name, "before") for name in NEIGHBOURS), *((name, "after") for name in NEIGHBOURS if name in ORDER_MATTERS)],
)
def test_each_neighbour_and_this_plugin_do_their_work(tmp_path: Path, name: str, order: str) -> None:
    neighbour = NEIGHBOURS[name]
    built = built_with(tmp_path, _plugins(neighbour, order), neighbour.files, neighbour.config)
    assert_whole(built, neighbour.below)
    for url, text in neighbour.shows.items():
        assert text in page(built, url)


@pytest.mark.parametrize("urls", [True, False])
@pytest.mark.parametrize("last", [True, False])
def test_many_neighbours_together_build_strictly(tmp_path: Path, urls: bool, last: bool) -> None:
    chosen = [NEIGHBOURS[name] for name in TOGETHER]
    others = [neighbour.plugin for neighbour in chosen]
    files = {path: text for neighbour in chosen for path, text in neighbour.files.items()}
    plugins = [*others, "docbridge"] if last else ["docbridge", *others]
    built = built_with(tmp_path, plugins, files, {**MATERIAL, "use_directory_urls": urls})
    assert_whole(built)
    for neighbour in chosen:
        for url, text in neighbour.shows.items():
            assert text in page(built, url) or not urls


@pytest.mark.parametrize("name", ["autorefs", "literate-nav", "macros", "section-index"])
def test_under_properdocs_too(tmp_path: Path, name: str) -> None:
    neighbour = NEIGHBOURS[name]
    built = built_with(tmp_path, _plugins(neighbour, "before"), neighbour.files, MATERIAL, program="properdocs")
    assert_whole(built)


def test_a_navigation_of_the_sites_own_gets_one_more_entry(tmp_path: Path) -> None:
    nav = {"nav": [{"Home": "index.md"}, {"Part": [{"Guide": "guide.md"}]}]}
    built = built_with(tmp_path, ["docbridge"], {}, nav)
    assert_whole(built)
    assert page(built, "").count(">Repository</a>") == 1


def test_a_checker_of_links_that_comes_too_early_is_named(tmp_path: Path) -> None:
    proofer = {"htmlproofer": {"raise_error": True, "ignore_urls": ["https://*", "http://*"]}}
    early = built_with(tmp_path / "early", [proofer, "docbridge"], {}, {})
    assert early.code == 1
    assert "htmlproofer is listed before docbridge and will not find the generated pages" in early.output
    late = built_with(tmp_path / "late", ["docbridge", proofer], {}, {})
    assert_whole(late)
    assert "listed before docbridge" not in late.output


def test_mike_puts_a_version_with_its_pages_on_its_branch(tmp_path: Path) -> None:
    values = {"site_name": "Small", **MATERIAL, "plugins": ["search", "mike", "docbridge"]}
    root = make_repository(tmp_path, {"mkdocs.yml": yaml.safe_dump(values), "docs/guide.md": GUIDE})
    user = {f"GIT_{role}_{part}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    # it runs the site generator by its name
    programs = str(Path(sys.executable).parent)
    user["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(Path(sys.executable).with_name("mike")), "deploy", "1.0"],
        cwd=root,
        env=environment() | user,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "gh-pages"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    assert "1.0/docbridge/index.html" in listed
    assert "1.0/docbridge/search.json" in listed


@pytest.mark.parametrize("order", ["before", "after"])
def test_static_i18n_builds_every_language_without_the_pages_and_says_so(tmp_path: Path, order: str) -> None:
    languages = [{"locale": "en", "name": "English", "default": True}, {"locale": "de", "name": "Deutsch"}]
    plugin = {"i18n": {"docs_structure": "suffix", "languages": languages}}
    files = {"docs/index.de.md": "# Heim\n\nHallo.\n", "docs/guide.de.md": "# Leitfaden\n\nHier.\n"}
    built = built_with(tmp_path, [plugin, "docbridge"] if order == "before" else ["docbridge", plugin], files, {})
    assert built.code == 0, built.output
    assert "docbridge sync --pages writes them as files" in " ".join(built.output.split())
    assert "<code>Engine</code>" in page(built, "guide/")
    assert "Hallo." in page(built, "de/")
    assert not (built.site / "docbridge").joinpath("index.html").exists()
