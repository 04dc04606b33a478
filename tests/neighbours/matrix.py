"""The plugins that stand beside this one in real sites, each with what it needs and what it must still do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MATERIAL = {"theme": {"name": "material", "font": False}}
REGION = "<!-- doc-bridge:generated source=area:src/tool/core -->\n<!-- /doc-bridge:generated -->\n"


@dataclass(frozen=True)
class Neighbour:
    """``plugin`` is its entry in the list of plugins; ``files`` are added to the small repository; every text of
    ``shows`` must stand on the built page it is keyed by."""

    plugin: object
    files: Mapping[str, str] = field(default_factory=dict)
    config: Mapping[str, object] = field(default_factory=dict)
    shows: Mapping[str, str] = field(default_factory=dict)
    below: str = ""
    """Where the pages of the small repository are in the site."""


NEIGHBOURS: dict[str, Neighbour] = {
    "autorefs": Neighbour(
        "autorefs",
        {"docs/refs.md": "# Refs\n\nSee [Guide][guide].\n"},
        shows={"refs/": "../guide/#guide"},
    ),
    "awesome-nav": Neighbour(
        "awesome-nav",
        {"docs/.nav.yml": "nav:\n  - index.md\n  - Read it: guide.md\n"},
        shows={"": "Read it"},
    ),
    "gen-files": Neighbour(
        {"gen-files": {"scripts": ["gen.py"]}},
        {
            "gen.py": "import mkdocs_gen_files\n\nwith mkdocs_gen_files.open('made.md', 'w') as file:\n"
            "    file.write('# Made\\n\\nBy a script.\\n')\n"
        },
        shows={"made/": "By a script."},
    ),
    "git-revision-date-localized": Neighbour(
        {"git-revision-date-localized": {"enable_creation_date": True, "fallback_to_build_date": True}},
    ),
    "include-markdown": Neighbour(
        "include-markdown",
        {"docs/part.txt": "Included words.\n", "docs/inc.md": '# Inc\n\n{% include-markdown "part.txt" %}\n'},
        shows={"inc/": "Included words."},
    ),
    "literate-nav": Neighbour(
        {"literate-nav": {"nav_file": "SUMMARY.md"}},
        {"docs/SUMMARY.md": "- [Home](index.md)\n- [Literate](guide.md)\n"},
        shows={"": "Literate"},
    ),
    "llmstxt": Neighbour(
        {"llmstxt": {"sections": {"Guides": ["guide.md"]}}},
        config={"site_url": "https://example.org/"},
        shows={"llms.txt": "## Guides"},
    ),
    "macros": Neighbour(
        "macros",
        {"docs/mac.md": "# Mac\n\nThe site is {{ config.site_name }}.\n"},
        shows={"mac/": "The site is Small."},
    ),
    "minify": Neighbour({"minify": {"minify_html": True}}),
    "mkdocstrings": Neighbour(
        {"mkdocstrings": {"handlers": {"python": {"paths": ["src"]}}}},
        {"docs/api.md": "# API\n\n::: tool.core.engine.Engine\n"},
        shows={"api/": "Engine"},
    ),
    "monorepo": Neighbour(
        "monorepo",
        {
            "sub/mkdocs.yml": "site_name: sub\nnav: [{Sub: index.md}]\n",
            "sub/docs/index.md": "# Sub\n\nOf another folder.\n",
        },
        {"nav": [{"Home": "index.md"}, {"Guide": "guide.md"}, {"Sub": "!include ./sub/mkdocs.yml"}]},
        shows={"sub/": "Of another folder."},
    ),
    "offline": Neighbour("offline", config=MATERIAL),
    "privacy": Neighbour(
        {"material/privacy": {"assets_fetch": False}}, config={"theme": {"name": "mkdocs", "highlightjs": False}}
    ),
    "redirects": Neighbour({"redirects": {"redirect_maps": {"old.md": "guide.md"}}}, shows={"old/": "guide/"}),
    "same-dir": Neighbour(
        "same-dir",
        {"index.md": "# Top\n\nOf it all, `src/tool/core`.\n"},
        {"docs_dir": ".", "exclude_docs": "*.py\n*.toml\n*.yml\n"},
        shows={"": "Of it all"},
        below="docs/",
    ),
    "section-index": Neighbour(
        "section-index", {"docs/part/index.md": "# Part\n\nOf it.\n"}, MATERIAL, {"part/": "Of it."}
    ),
    "tags": Neighbour(
        "tags",
        {"docs/tagged.md": "---\ntags: [blue]\n---\n\n# Tagged\n"},
        MATERIAL,
        shows={"tagged/": "blue"},
    ),
}
