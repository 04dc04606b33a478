"""A small real site with a search page and index made by hand, to the contract that the plugin keeps as well."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from lunr.builder import Builder

from mkdocs_docbridge.retrieval.lexicon import lexicon
from mkdocs_docbridge.retrieval.stopwords import stop_words

THEME = Path(__file__).resolve().parents[2] / "theme_overrides"
KINDS = ["document", "module", "area", "package"]
BOOSTS = {"title": 4, "headings": 3, "symbols": 3, "path": 2, "aliases": 2, "summary": 2, "body": 1}
LONG = (
    "Every generated region carries a short fingerprint of its lines, so that an edit by hand is seen before it is "
    "overwritten. The fingerprint is the first sixteen hex characters of the sealed body, and checks compare it with "
    "the lines between the two markers whenever the site is built."
)


@dataclass(frozen=True)
class SearchedSite:
    """A built site: its folder, and the addresses in it that tests use."""

    folder: Path
    search: str = "docbridge/search/"


def _document(ident: str, title: str, url: str, summary: str, headings: list[list[str]], body: str) -> dict[str, Any]:
    path = f"docs/{ident}.md"
    return {
        "id": f"document:{path}",
        "kind": "document",
        "title": title,
        "path": path,
        "url": url,
        "summary": summary,
        "headings": headings,
        "symbols": [],
        "body": body,
    }


def _module(path: str, symbols: list[str], url: str | None, summary: str = "") -> dict[str, Any]:
    return {
        "id": f"module:{path}",
        "kind": "module",
        "title": path,
        "path": path,
        "url": url,
        "summary": summary,
        "headings": [],
        "symbols": symbols,
        "body": " ".join(symbols),
    }


def documents() -> list[dict[str, Any]]:
    """The entries of the sample, with the body text that only the index holds."""
    regions = [["Markers", "markers"], ["The hash", "the-hash"], ["Edits by hand", "edits-by-hand"]]
    many = [f"resolve_{name}" for name in ("alias", "area", "claim", "handoff", "module", "owner", "page", "path")]
    return [
        _document("regions", "Generated regions", "regions/", LONG, regions, "how regions are hashed and verified"),
        _document("ranking", "Ranking explained", "ranking/", "How results are ordered.", [], "score regions weights"),
        _document("zh", "区域哈希说明", "zh/", "生成区域的哈希如何计算。", [["哈希值", "_1"]], "文档 区域"),
        _document("hostile", "<img src=x onerror=alert(1)> & co", "hostile/", "<b>bold</b> claim", [], "escaping"),
        _module("regions/scan.py", ["body_hash", "scan", "Region"], "code/#regions-scan", "Finds regions in a page."),
        _module("regions/write.py", ["replace_body", "Region"], "code/#regions-write"),
        _module("retrieval/resolve.py", ["Resolver", *many], "code/#resolve"),
        _module("tools/loose.py", ["loose_thing"], None),
        _module("tools/evil.py", ["evil_item"], "javascript:alert(1)"),
        {
            "id": "area:regions",
            "kind": "area",
            "title": "regions",
            "path": "regions",
            "url": "code/",
            "summary": "Marks and checks generated text.",
            "headings": [],
            "symbols": [],
            "body": "scan write",
        },
        {
            "id": "package:docbridge",
            "kind": "package",
            "title": "mkdocs-docbridge",
            "path": "pyproject.toml",
            "url": None,
            "summary": "Knows its repository.",
            "headings": [],
            "symbols": [],
            "body": "",
        },
        *[
            _document(f"note-{n}", f"Note {n}", "notes/", "A filler about gardens.", [], "garden tools")
            for n in range(40)
        ],
    ]


def search_index(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of the search page: lunr's own builder over the terms of our lexicon."""
    terms = lexicon(("en",)).text_terms
    builder = Builder()
    for field, boost in BOOSTS.items():
        builder.field(field, boost)
    for entry in entries:
        texts = {
            "title": entry["title"],
            "headings": " ".join(text for text, _ in entry["headings"]),
            "symbols": " ".join(entry["symbols"]),
            "path": entry["path"],
            "aliases": "",
            "summary": entry["summary"],
            "body": entry.get("body", ""),
        }
        builder.add({"id": entry["id"], **{field: terms(text) for field, text in texts.items()}})
    shown = [{key: value for key, value in entry.items() if key != "body"} for entry in entries]
    return {
        "version": 1,
        "generator": "docbridge",
        "kinds": KINDS,
        "stopWords": sorted(stop_words(("en",))),
        "documents": shown,
        "index": builder.build().serialize(),
    }


def write_search(folder: Path, index: dict[str, Any]) -> None:
    """The files beside the search page: the index, its twin for pages from disk, and lunr.js as MkDocs ships it."""
    text = json.dumps(index, ensure_ascii=False, sort_keys=True)
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    (folder / "search.json").write_text(text, encoding="utf-8")
    (folder / "search.js").write_text(f"var __docbridge_search = {text};", encoding="utf-8")
    shutil.copyfile(str(files("mkdocs.contrib.search") / "templates/search/lunr.js"), folder / "assets/lunr.js")


MATERIAL = {
    "name": "material",
    "font": False,
    "features": ["navigation.instant"],
    "palette": [
        {"scheme": "default", "media": "(prefers-color-scheme: light)"},
        {"scheme": "slate", "media": "(prefers-color-scheme: dark)"},
    ],
}
BANNER = (
    '<div class="docbridge-banner"><strong>2 faults stop a build</strong><ul>'
    "<li>docs/index.md:3: [CLAIM] says 12, the repository says 13</li></ul></div>"
)
FIGURE = (
    '<figure class="docbridge-graph"><svg width="100%" height="120" role="img" aria-label="Two areas">'
    '<line class="db-edge" x1="20%" y1="60" x2="70%" y2="60"/><circle class="db-node" cx="20%" cy="60" r="26"/>'
    '<circle class="db-node db-node--hollow" cx="70%" cy="60" r="18"/><text class="db-label" x="20%" y="105" '
    'text-anchor="middle">retrieval</text><text class="db-label" x="70%" y="105" text-anchor="middle">snapshot</text>'
    "</svg><figcaption>Circles are areas, lines are imports.</figcaption></figure>"
)
PARTS = f"""# Parts

<p class="docbridge-meta"><span class="docbridge-badge">snapshot 2dc9b98e</span> <span>412 modules</span></p>

{BANNER}

<div class="docbridge-verdict docbridge-verdict--good"><p><strong>Publishable</strong>: 9 of 9 gates pass.</p></div>
<div class="docbridge-verdict docbridge-verdict--bad"><p><strong>Not publishable</strong>: 2 of 9 gates.</p></div>

<p class="docbridge-verdict docbridge-pass"><strong>✓ publishable</strong></p>

<p class="docbridge-blocking"><strong>1 claim is out of date</strong></p>

<span class="docbridge-badge docbridge-badge--ok">holds</span>
<span class="docbridge-badge docbridge-badge--bad">out of date</span>
<span class="docbridge-badge docbridge-badge--info">accepted</span>

{FIGURE}

<div class="docbridge-table" markdown="1">

| Claim | says | repository says | where | owner | checked |
| --- | --- | --- | --- | --- | --- |
| Completion rate | 87.5 % | 87.5 % | README:14, study:3, a_very_long_place_without_any_break | core | holds |

</div>

<p class="docbridge-footer">generated from snapshot 2dc9b98e0f7c · <a href="../">JSON</a></p>
"""


def search_markdown(up: str, base: str, index: str = "search.json") -> str:
    """The search page; ``up``: from the page to its files, ``base``: to the root of the site."""
    data = f'data-index="{up}{index}" data-lunr="{up}assets/lunr.js" data-base="{base}"'
    fallback = "<p>This search needs JavaScript; the search of the header and the pages below do without.</p>"
    front = "---\nhide: [toc]\n---\n"
    return f'{front}# Search\n\n<div class="docbridge-search" data-docbridge-search {data}>{fallback}</div>\n'


def build_site(root: Path, theme: dict[str, Any], *, directory_urls: bool = True, site_url: str = "") -> SearchedSite:
    """A real ``mkdocs build`` of the sample below ``root``."""
    docs = root / "docs"
    pages = {
        "index.md": "# Home\n\nThe sample.\n",
        "code.md": "# Code\n\n## regions/scan.py {#regions-scan}\n",
        "regions.md": f"# Generated regions\n\n## The hash\n\n{LONG}\n",
        "ranking.md": "# Ranking explained\n",
        "zh.md": "# 区域\n",
        "hostile.md": "# Hostile\n",
        "notes.md": "# Notes\n",
        "parts.md": PARTS,
        "docbridge/search.md": search_markdown("../" if directory_urls else "", "../../" if directory_urls else "../"),
    }
    for name, text in pages.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, encoding="utf-8")
    entries = documents()
    if not directory_urls:
        entries = [{**entry, "url": entry["url"] and entry["url"].replace("/", ".html", 1)} for entry in entries]
    write_search(docs / "docbridge", search_index(entries))
    config = {
        "site_name": "Sample",
        "site_url": site_url,
        "use_directory_urls": directory_urls,
        "plugins": ["search"],
        "theme": {**theme, "custom_dir": str(THEME)},
        "markdown_extensions": ["attr_list", "md_in_html", "tables"],
        "extra_css": ["assets/docbridge.css"],
        "extra_javascript": ["assets/docbridge.js"],
    }
    (root / "mkdocs.yml").write_text(yaml.safe_dump(config, allow_unicode=True), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(root / "mkdocs.yml")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    return SearchedSite(root / "site", "docbridge/search/" if directory_urls else "docbridge/search.html")
