"""Whole scans: what is found, and that the same tree always gives the same bytes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import decode, encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import body_hash
from mkdocs_docbridge.settings import AreaOptions, OwnershipRecord, ScanOptions, Settings
from mkdocs_docbridge.snapshot import DocsLayout, FactCache, scan
from mkdocs_docbridge.snapshot.facts import RawLink
from mkdocs_docbridge.snapshot.gathered import decoded
from mkdocs_docbridge.snapshot.links import LinkTargets
from mkdocs_docbridge.snapshot.model import Area, Document, Module, Package, Snapshot
from tests.support.trees import commit_all, edges, git, relation, scanned, write_tree

FILES = {
    "pyproject.toml": '[project]\nname = "tool"\nversion = "1.2.3"\ndependencies = ["click>=8"]\n',
    "src/tool/__init__.py": '"""A tool."""\nfrom .core.engine import Engine\n\n__all__ = ["Engine"]\n',
    "src/tool/core/__init__.py": '"""The core."""\n',
    "src/tool/core/engine.py": "import click\n\n\nclass Engine:\n    x = 1\n\n\ndef helper_once(): ...\n",
    "src/tool/web/app.py": "from tool.core.engine import Engine\nfrom .missing import x\n",
    "tests/test_engine.py": "from tool import Engine\n\n\ndef test_it():\n    assert Engine\n",
    "docs/index.md": "# Home\n\nSee [the guide](guide.md#start) and `Engine`.\n",
    "docs/guide.md": "---\ndocbridge: {covers: [src/tool/core]}\n---\n# G\n\n## Start\n\n`src/tool/web/app.py`.\n",
    "README.md": "# Tool\n\nRead [the docs](docs/index.md). Call `helper_once()`.\n",
}


def test_entities_and_relations_of_a_small_repository(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, FILES)).snapshot
    kinds = {kind: [e for e in snapshot.entities if isinstance(e, kind)] for kind in (Document, Module, Package, Area)}
    assert [area.path for area in kinds[Area]] == ["src/tool", "src/tool/core", "src/tool/web"]
    assert [(p.name, p.version, p.path) for p in kinds[Package]] == [("tool", "1.2.3", ".")]
    assert {module.dotted for module in kinds[Module]} >= {"tool", "tool.core.engine", "tool.web.app"}
    assert edges(snapshot, "links-to") == {
        ("document:README.md", "document:docs/index.md"),
        ("document:docs/index.md", "document:docs/guide.md"),
    }
    assert ("module:src/tool/web/app.py", "module:src/tool/core/engine.py") in edges(snapshot, "imports")
    assert ("module:src/tool/core/engine.py", "external:pypi:click") in edges(snapshot, "imports")
    assert ("package:tool", "external:pypi:click") in edges(snapshot, "depends-on")
    assert edges(snapshot, "covers") == {("document:docs/guide.md", "area:src/tool/core")}
    assert edges(snapshot, "mentions") == {("document:docs/guide.md", "module:src/tool/web/app.py")}
    symbols = {(r.source, r.target, r.symbol) for r in snapshot.relations if r.kind == "mentions-symbol"}
    assert symbols == {
        ("document:docs/index.md", "module:src/tool/core/engine.py", "Engine"),
        ("document:README.md", "module:src/tool/core/engine.py", "helper_once"),
    }


def test_every_module_stands_in_one_area_or_in_its_package(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, FILES)).snapshot
    holders = [target for source, target in edges(snapshot, "contains") if target.startswith("module:")]
    assert sorted(holders) == sorted(e.id for e in snapshot.entities if isinstance(e, Module))
    assert ("package:tool", "module:tests/test_engine.py") in edges(snapshot, "contains")


def test_evidence_names_the_line_and_what_stands_there(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, FILES)).snapshot
    found = relation(snapshot, "links-to", "document:docs/index.md", "document:docs/guide.md")
    assert [(place.path, place.line, place.context) for place in found.evidence] == [
        ("docs/index.md", 3, "[the guide](guide.md#start)")
    ]
    covers = relation(snapshot, "covers", "document:docs/guide.md", "area:src/tool/core")
    assert (covers.provenance, covers.confidence) == ("declared", "declared")


def test_an_import_that_leads_nowhere_is_coverage_and_not_silence(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, FILES)).snapshot
    (entry,) = [entry for entry in snapshot.coverage if entry.code == "IMPORT_UNRESOLVED"]
    assert (entry.path, entry.line) == ("src/tool/web/app.py", 2)


def test_generated_text_is_no_evidence(tmp_path: Path) -> None:
    body = "Uses `Engine`, see [guide](guide.md)."
    region = f"<!-- doc-bridge:generated hash={body_hash(body)} -->\n{body}\n<!-- /doc-bridge:generated -->\n"
    files = {**FILES, "docs/index.md": f"# Home\n\n{region}"}
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    assert not [r for r in snapshot.relations if r.source == "document:docs/index.md"]
    (document,) = [e for e in snapshot.entities if e.id == "document:docs/index.md"]
    assert isinstance(document, Document)
    assert [(region.line, region.end_line) for region in document.regions] == [(3, 5)]


def test_authored_hash_ignores_what_is_generated(tmp_path: Path) -> None:
    def page(body: str) -> str:
        head = f"<!-- doc-bridge:generated hash={body_hash(body)} source=coverage -->"
        return f"# Home\n\n{head}\n{body}\n<!-- /doc-bridge:generated -->\n"

    hashes = []
    for number, body in enumerate(("one", "two lines\nhere")):
        root = write_tree(tmp_path / str(number), {"docs/index.md": page(body)})
        (document,) = scanned(root).snapshot.entities
        assert isinstance(document, Document)
        hashes.append((document.authored_hash, document.content_hash))
    assert hashes[0][0] == hashes[1][0]
    assert hashes[0][1] != hashes[1][1]


def test_cold_warm_and_half_warm_scans_give_the_same_bytes(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", FILES)
    cache = tmp_path / "facts.db"
    cold = scanned(root, cache=cache)
    warm = scanned(root, cache=cache)
    (root / "docs/guide.md").write_text("# Other\n")
    half = scanned(root, cache=cache)
    fresh = scanned(root)
    assert encode(cold.snapshot) == encode(warm.snapshot)
    assert encode(half.snapshot) == encode(fresh.snapshot) != encode(cold.snapshot)
    assert cold.counts.computed == 9
    assert warm.counts.computed == 0
    assert half.counts.computed == 1


def test_a_damaged_cache_costs_time_and_changes_nothing(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", FILES)
    cache = tmp_path / ".docbridge" / "facts.db"
    scanned(root, cache=cache)
    cache.write_bytes(cache.read_bytes()[:2000] + b"damage" * 400)
    assert encode(scanned(root, cache=cache).snapshot) == encode(scanned(root).snapshot)
    assert scanned(root, cache=cache).counts.computed == 0


@pytest.mark.parametrize("content", [b"# Read me\n", b"SQLite format 3\0" + b"\0" * 200])
def test_a_file_that_is_no_cache_is_refused_and_stays(tmp_path: Path, content: bytes) -> None:
    root = write_tree(tmp_path / "tree", {**FILES, "mine.db": content})
    with pytest.raises(InputError, match="CACHE_NOT_OURS"):
        scanned(root, cache=root / "mine.db")
    assert (root / "mine.db").read_bytes() == content


def test_the_order_of_folders_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tree(tmp_path, FILES)
    expected = encode(scanned(root).snapshot)
    real = os.scandir
    shuffle = random.Random(3)

    def shuffled(path: object) -> object:
        entries = list(real(path))  # type: ignore[call-overload]
        shuffle.shuffle(entries)
        return iter(entries)

    monkeypatch.setattr(os, "scandir", shuffled)
    assert encode(scanned(root).snapshot) == expected


_SCRIPT = """
import sys
from pathlib import Path
from mkdocs_docbridge.artifacts import encode
from tests.support.trees import scanned
sys.stdout.buffer.write(encode(scanned(Path(sys.argv[1])).snapshot))
"""


@pytest.mark.parametrize(
    ("seed", "locale", "zone"), [("0", "C", "UTC"), ("1", "C.UTF-8", "Asia/Tokyo"), ("77", "POSIX", "America/Lima")]
)
def test_hash_seed_locale_zone_and_working_directory_do_not_matter(
    tmp_path: Path, seed: str, locale: str, zone: str
) -> None:
    root = write_tree(tmp_path / "tree", {**FILES, "docs/é ü.md": "# Ünï\n", "docs/Z.md": "# Z\n"})
    commit_all(root)
    home = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone, "PYTHONPATH": str(home)}
    if locale == "POSIX":
        # a file system encoding that is ASCII
        environment |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(root)], cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    assert done.stdout == encode(scanned(root).snapshot)


def test_checkouts_in_folders_of_other_names_have_one_hash(tmp_path: Path) -> None:
    one, other = (scanned(write_tree(tmp_path / name, FILES)).snapshot for name in ("a", "b"))
    assert one.content_hash == other.content_hash


def test_git_decides_which_files_there_are(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {**FILES, ".gitignore": "secret/\n", "secret/x.md": "# X\n", "docs/new.md": "# N\n"})
    commit_all(root)
    (root / "docs/untracked.md").write_text("# U\n")
    (root / "docs/new.md").unlink()
    paths = {e.path for e in scanned(root).snapshot.entities if isinstance(e, Document)}
    assert paths == {"README.md", "docs/index.md", "docs/guide.md", "docs/untracked.md"}


def test_without_git_ignore_files_are_honoured_on_the_way_down(tmp_path: Path) -> None:
    root = write_tree(
        tmp_path,
        {
            ".gitignore": "*.tmp.md\nbuild/\n",
            "a.md": "# A\n",
            "a.tmp.md": "# T\n",
            "build/b.md": "# B\n",
            "sub/.gitignore": "!keep.tmp.md\n/only.md\n",
            "sub/keep.tmp.md": "# K\n",
            "sub/only.md": "# O\n",
            "sub/deep/only.md": "# O\n",
        },
    )
    paths = {e.path for e in scanned(root).snapshot.entities if isinstance(e, Document)}
    assert paths == {"a.md", "sub/keep.tmp.md", "sub/deep/only.md"}


def test_a_submodule_is_external_and_its_files_are_not_read(tmp_path: Path) -> None:
    inner = write_tree(tmp_path / "inner", {"x.md": "# X\n"})
    commit_all(inner)
    root = write_tree(tmp_path / "outer", {"a.md": "# A\n"})
    commit_all(root)
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "lib/inner")
    snapshot = scanned(root).snapshot
    assert {entity.id for entity in snapshot.entities} == {"document:a.md", "external:git:lib/inner"}


def test_links_out_of_the_root_loops_and_broken_links_are_coverage(tmp_path: Path) -> None:
    outside = write_tree(tmp_path / "outside", {"leak.md": "# Secret\n"})
    root = write_tree(tmp_path / "root", {"docs/index.md": "# T\n", "inside.md": "# In\n"})
    (root / "docs/leak.md").symlink_to(outside / "leak.md")
    (root / "docs/broken.md").symlink_to("/nonexistent-docbridge")
    (root / "docs/loop").symlink_to(".")
    (root / "docs/inside.md").symlink_to("../inside.md")
    snapshot = scanned(root).snapshot
    assert {entry.code: entry.path for entry in snapshot.coverage} == {
        "SYMLINK_OUTSIDE_ROOT": "docs/leak.md",
        "BROKEN_LINK": "docs/broken.md",
        "SYMLINK_LOOP": "docs/loop",
    }
    assert {e.path for e in snapshot.entities if isinstance(e, Document)} == {
        "docs/index.md",
        "docs/inside.md",
        "inside.md",
    }


def test_large_files_keep_their_hash_and_are_not_analysed(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"big.md": "# B\n" + "word " * 100, "small.md": "# S\n"})
    snapshot = scanned(root, Settings(scan=ScanOptions(max_document_bytes=100))).snapshot
    (entry,) = snapshot.coverage
    assert (entry.code, entry.status, entry.path) == ("FILE_TOO_LARGE", "not-analyzed", "big.md")
    assert [e.title for e in snapshot.entities if isinstance(e, Document)] == ["Big", "S"]


def test_lowering_a_bound_makes_a_warm_scan_forget_what_no_longer_fits(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", {"big.md": "# Big title\n" + "word " * 100})
    cache = tmp_path / "facts.db"
    low = Settings(scan=ScanOptions(max_document_bytes=100))
    scanned(root, cache=cache)
    assert encode(scanned(root, low, cache=cache).snapshot) == encode(scanned(root, low).snapshot)
    assert encode(scanned(root, cache=cache).snapshot) == encode(scanned(root).snapshot)


def test_too_many_files_are_refused_with_the_setting_to_change(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {f"{i}.md": "x" for i in range(5)})
    with pytest.raises(InputError, match=r"scan\.max_files"):
        scanned(root, Settings(scan=ScanOptions(max_files=4)))


def test_an_empty_repository_is_refused_and_one_without_documents_is_an_empty_snapshot(tmp_path: Path) -> None:
    commit_all(tmp_path)
    with pytest.raises(InputError, match="EMPTY_REPOSITORY"):
        scanned(tmp_path)
    (tmp_path / "data.bin").write_bytes(b"x")
    snapshot = scanned(tmp_path).snapshot
    assert (snapshot.entities, snapshot.relations, snapshot.coverage) == ((), (), ())
    assert decode(Snapshot, encode(snapshot), place="s") == snapshot


def test_files_in_every_bad_shape_are_accounted_for(tmp_path: Path) -> None:
    bad = {
        "latin.md": "# Caf\xe9\n".encode("latin-1"),
        "nul.md": b"# a\0b\n",
        "nul.py": b"x = 1\0\n",
        "utf16.py": "import os\n".encode("utf-16"),
        "truncated.py": b"def f(:\n    retur",
        "deep.js": b"[" * 5000,
        "long.ts": b"const a = '" + b"x" * 1_000_000 + b"';\n",
        "package.json": b"{broken",
        "sub/pyproject.toml": b"= = =",
        "matter.md": b"---\ntitle: [\n---\n# T\n",
    }
    snapshot = scanned(write_tree(tmp_path, bad)).snapshot
    told = {entry.path for entry in snapshot.coverage}
    assert told >= set(bad) - {"nul.md", "long.ts", "nul.py"}
    assert {e.path for e in snapshot.entities if isinstance(e, Module | Document)} == {
        path for path in bad if not path.endswith((".json", ".toml"))
    }


def test_ownership_covers_and_unobserved_paths(tmp_path: Path) -> None:
    settings = Settings(
        ownership=(
            OwnershipRecord(id="core", path="src/tool/core", human_doc="docs/index.md"),
            OwnershipRecord(id="gone", path="src/gone"),
        )
    )
    root = write_tree(tmp_path, {**FILES, "CODEOWNERS": "* @all\n/src/tool/web/ @org/web # ui\n/src/tool/core @no\n"})
    snapshot = scanned(root, settings).snapshot
    assert [(r.id, r.path, r.source) for r in snapshot.ownership] == [
        ("gone", "src/gone", "settings"),
        ("core", "src/tool/core", "settings"),
        ("web", "src/tool/web", "codeowners"),
    ]
    assert ("document:docs/index.md", "area:src/tool/core") in edges(snapshot, "covers")
    assert [entry.path for entry in snapshot.coverage if entry.code == "OWNERSHIP_PATH_UNOBSERVED"] == ["src/gone"]


def test_every_source_of_ownership_tells_where_it_gives_away_nothing(tmp_path: Path) -> None:
    files = {
        **FILES,
        "docs/agent.md": "---\nid: web\npurpose: ui\neditRoot: src/tool/web\n---\n# W\n",
        "docs/old.md": "---\ntitle: x\nid: old\neditRoot: src/old/\n---\n# O\n",
        ".github/CODEOWNERS": "# c\n/src/tool/core/ @org/core docs@example.org\n/src/none @x\nbad line\n",
        "CODEOWNERS": "/src/tool/web @never-read\n",
    }
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    assert [(r.id, r.path, r.source, r.group) for r in snapshot.ownership] == [
        ("x", "src/none", "codeowners", "@x"),
        ("old", "src/old", "document", ""),
        ("core", "src/tool/core", "codeowners", "@org/core docs@example.org"),
        ("web", "src/tool/web", "document", ""),
    ]
    told = [(e.code, e.path, e.line) for e in snapshot.coverage if e.analyzer == "ownership"]
    assert told == [
        ("OWNERSHIP_PATH_UNOBSERVED", ".github/CODEOWNERS", 3),
        ("CODEOWNERS_INVALID", ".github/CODEOWNERS", 4),
        ("OWNERSHIP_PATH_UNOBSERVED", "docs/old.md", 4),
    ]
    covers = relation(snapshot, "covers", "document:docs/agent.md", "area:src/tool/web")
    assert [(place.path, place.line) for place in covers.evidence] == [("docs/agent.md", 4)]


def test_declarations_name_ids_paths_globs_folders_and_names(tmp_path: Path) -> None:
    entries = (
        "package:tool",
        "src/tool/web/",
        "src/**/engine.py",
        "tests",
        "tool.core.engine.Engine",
        "no/where",
        "x:y",
    )
    matter = "---\ndocbridge:\n  covers:\n" + "".join(f"    - {entry}\n" for entry in entries) + "---\n# G\n"
    snapshot = scanned(write_tree(tmp_path, {**FILES, "docs/guide.md": matter})).snapshot
    found = [r for r in snapshot.relations if r.kind == "covers"]
    assert {(r.target, r.symbol, r.evidence[0].line) for r in found} == {
        ("package:tool", None, 4),
        ("area:src/tool/web", None, 5),
        ("module:src/tool/core/engine.py", None, 6),
        ("module:tests/test_engine.py", None, 7),
        ("module:src/tool/core/engine.py", "Engine", 8),
    }
    told = [(e.path, e.line) for e in snapshot.coverage if e.code == "DECLARATION_UNRESOLVED"]
    assert told == [("docs/guide.md", 9), ("docs/guide.md", 10)]


def test_includes_are_looked_for_where_extensions_look(tmp_path: Path) -> None:
    page = (
        '# P\n\n--8<-- "part.md:3:5"\n\n--8<-- "src/tool/core/engine.py:some-part"\n\n'
        '{% include-markdown \'../../parts/*.md\' %}\n\n--8<-- "gone.md"\n\n--8<-- "https://x.org/y.md"\n\n'
        '```\n--8<-- "only-shown.md"\n```\n'
    )
    files = {**FILES, "docs/sub/page.md": page, "snips/part.md": "# S\n", "parts/a.md": "A\n", "parts/b.md": "B\n"}
    layout = DocsLayout(docs_dir="docs", snippets=("snips",))
    with FactCache(None) as cache:
        snapshot = scan(write_tree(tmp_path, files), Settings(), layout, cache=cache).snapshot
    assert {target for source, target in edges(snapshot, "includes")} == {
        "document:parts/a.md",
        "document:parts/b.md",
        "document:snips/part.md",
        "module:src/tool/core/engine.py",
    }
    assert [(e.line, e.path) for e in snapshot.coverage if e.code == "INCLUDE_UNRESOLVED"] == [(9, "docs/sub/page.md")]


def test_a_directive_covers_what_it_documents_and_else_the_module_that_offers_it(tmp_path: Path) -> None:
    page = "# R\n\n::: tool.core.engine.Engine\n\n::: tool.web.app.FromOutside\n\n::: tool.no.such\n\n::: other.x\n"
    snapshot = scanned(write_tree(tmp_path, {**FILES, "docs/guide.md": page})).snapshot
    assert {(r.target, r.symbol) for r in snapshot.relations if r.kind == "covers"} == {
        ("module:src/tool/core/engine.py", "Engine"),
        ("module:src/tool/web/app.py", None),
    }
    assert [e.line for e in snapshot.coverage if e.code == "DIRECTIVE_UNRESOLVED"] == [7]


def test_evidence_is_counted_whole_and_shown_in_eight_places_without_secrets(tmp_path: Path) -> None:
    page = "# P\n\n" + "".join(f"[x{n} ghp_{'a' * 36} {'y' * 300}](guide.md)\n\n" for n in range(11))
    snapshot = scanned(write_tree(tmp_path, {**FILES, "docs/index.md": page})).snapshot
    found = relation(snapshot, "links-to", "document:docs/index.md", "document:docs/guide.md")
    assert (len(found.evidence), found.evidence_count) == (8, 11)
    assert all(len(place.context) <= 160 and "ghp_" not in place.context for place in found.evidence)


def test_a_lone_lower_case_word_in_code_ticks_is_no_mention(tmp_path: Path) -> None:
    files = {
        **FILES,
        "src/tool/serve.py": "def build(): ...\n",
        "scripts/x.py": "x = 1\n",
        "docs/index.md": "# Home\n\nRun `build` in `scripts`; `build()` and `scripts/` and `tool` are meant.\n",
    }
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    found = {(r.kind, r.target) for r in snapshot.relations if r.source == "document:docs/index.md"}
    assert found == {
        ("mentions-symbol", "module:src/tool/serve.py"),
        ("mentions", "area:scripts"),
        ("mentions", "package:tool"),
    }


def test_the_text_of_a_link_names_paths_and_packages_but_no_symbols(tmp_path: Path) -> None:
    files = {**FILES, "docs/index.md": "# Home\n\n[Engine](guide.md) and [src/tool/web/app.py](guide.md)\n"}
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    assert edges(snapshot, "mentions-symbol") == {("document:README.md", "module:src/tool/core/engine.py")}
    assert ("document:docs/index.md", "module:src/tool/web/app.py") in edges(snapshot, "mentions")


@pytest.mark.parametrize(
    ("source", "target", "found"),
    [
        ("docs/sub/page.md", "../", "docs/sub/index.md"),
        ("docs/sub/page.md", "../other/", "docs/sub/other.md"),
        ("docs/sub/page.md", "other.md", "docs/sub/other.md"),
        ("docs/sub/page.md", "other.md#part?x", "docs/sub/other.md"),
        ("docs/sub/index.md", "../guide/", "docs/guide.md"),
        ("docs/sub/page.md", "/guide.md", "docs/guide.md"),
        ("docs/sub/page.md", "/README.md", "README.md"),
        ("docs/guide.md", "./", "docs/guide.md"),
        ("docs/guide.md", "r%C3%A9sum%C3%A9.md", "docs/re\u0301sume\u0301.md"),
        ("README.md", "docs/sub", "docs/sub/index.md"),
        ("docs/guide.md", "../../outside.md", None),
        ("docs/guide.md", "https://git.example.org/o/r/blob/main/README.md", "README.md"),
        ("docs/guide.md", "https://git.example.org/o/r/-/raw/a/branch/README.md?x#L3", "README.md"),
        ("docs/guide.md", "https://git.example.org/o/r/tree/main", "README.md"),
        ("docs/guide.md", "https://git.example.org/o/r", None),
        ("docs/guide.md", "https://git.example.org/other/r/blob/main/README.md", None),
        ("docs/guide.md", "https://example.org/base/sub/other/#x", "docs/sub/other.md"),
        ("docs/guide.md", "https://example.org/base/", "docs/index.md"),
        ("docs/guide.md", "https://example.org/elsewhere/", None),
        ("docs/guide.md", "http://[no-address/", None),
        ("docs/guide.md", "/base/sub/other/", "docs/sub/other.md"),
        ("docs/guide.md", "sub/index.html", "docs/sub/index.md"),
        ("docs/guide.md", "..", "docs/index.md"),
        ("docs/index.md", "..", "README.md"),
        ("README.md", ".", "README.md"),
        ("other/content/a/page.md", "/a/b/", "other/content/a/b/_index.md"),
        ("other/content/a/page.md", "../b", "other/content/a/b/_index.md"),
        ("docs/guide.md", "c%23.md", "docs/c#.md"),
    ],
)
def test_links_lead_where_mkdocs_and_browsers_lead(source: str, target: str, found: str | None) -> None:
    layout = DocsLayout(docs_dir="docs", repo_url="https://git.example.org/o/r", site_url="https://example.org/base/")
    paths = [
        "README.md",
        "docs/c#.md",
        "other/content/a/b/_index.md",
        "other/content/a/page.md",
        "docs/guide.md",
        "docs/index.md",
        "docs/sub/index.md",
        "docs/sub/page.md",
        "docs/sub/other.md",
    ]
    targets = LinkTargets([*paths, "docs/re\u0301sume\u0301.md"], layout)
    link = RawLink(target=decoded(target), text="", line=1, kind="inline")
    assert targets.resolve(source, link) == found


def test_a_broken_link_is_one_that_should_lead_to_a_file_of_ours(tmp_path: Path) -> None:
    page = (
        "# P\n\n[a](gone.md#x)\n\n[b](docbridge/areas/)\n\n[c](https://example.org/x)\n\n[d]({{ url }}/x)\n\n"
        "[e](https://git.example.org/o/r/blob/main/gone.py)\n\n[f](https://git.example.org/o/r/blob/v1/gone.py)\n\n"
        "![g](gone.png)\n"
    )
    layout = DocsLayout(docs_dir="docs", repo_url="https://git.example.org/o/r", site_url="https://example.org/")
    with FactCache(None) as cache:
        snapshot = scan(write_tree(tmp_path, {"docs/a.md": page}), Settings(), layout, cache=cache).snapshot
    assert [entry.line for entry in snapshot.coverage if entry.code == "LINK_UNRESOLVED"] == [3, 11, 15]


def test_an_owned_folder_is_an_area_also_where_others_hold_its_modules(tmp_path: Path) -> None:
    settings = Settings(ownership=(OwnershipRecord(id="all", path="src", agent_doc="docs/index.md"),))
    snapshot = scanned(write_tree(tmp_path, FILES), settings).snapshot
    assert ("document:docs/index.md", "area:src") in edges(snapshot, "covers")
    assert {a.path: a.module_count for a in snapshot.entities if isinstance(a, Area)}["src"] == 0


def test_areas_split_when_they_hold_most_of_a_package(tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project]\nname = "big"\n', "src/big/__init__.py": ""}
    files |= {f"src/big/one/{part}/m{n}.py": "" for part in ("a", "b") for n in range(6)}
    files |= {"src/big/one/top.py": "", "src/big/two/x.py": ""}
    areas = {
        a.path: a.module_count for a in scanned(write_tree(tmp_path, files)).snapshot.entities if isinstance(a, Area)
    }
    assert areas == {"src/big": 1, "src/big/one": 1, "src/big/one/a": 6, "src/big/one/b": 6, "src/big/two": 1}
    fixed = Settings(areas=AreaOptions(depth=1))
    areas = {a.path: a.module_count for a in scanned(tmp_path, fixed).snapshot.entities if isinstance(a, Area)}
    assert areas == {"src/big": 1, "src/big/one": 13, "src/big/two": 1}


def test_rust_paths_and_go_names_in_prose_lead_to_what_they_mean(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["core"]\n[workspace.package]\nversion = "2.0.0"\n',
        "core/Cargo.toml": '[package]\nname = "shop-core"\nversion.workspace = true\n',
        "core/src/lib.rs": "pub mod state;\n#[macro_export]\nmacro_rules! sell { () => {} }\n",
        "core/src/state.rs": "pub struct Open;\nimpl Open { pub fn go(&self) {} }\n",
        "till/go.mod": "module example.com/till\n",
        "till/till.go": "package till\n\ntype Drawer struct{}\n\nfunc (d *Drawer) Shut() {}\n",
        "README.md": "`shop_core::state::Open`, `Open::go()`, `state::Open`, `sell!`, `till.Drawer`, `Drawer.Shut`\n",
    }
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    mentions = {(r.target, r.symbol) for r in snapshot.relations if r.kind == "mentions-symbol"}
    assert mentions == {
        ("module:core/src/state.rs", "Open"),
        ("module:core/src/state.rs", "Open.go"),
        ("module:core/src/lib.rs", "sell"),
        ("module:till/till.go", "Drawer"),
        ("module:till/till.go", "Drawer.Shut"),
    }
    packages = {entity.name: entity.version for entity in snapshot.entities if isinstance(entity, Package)}
    assert packages == {"shop-core": "2.0.0", "example.com/till": None}


def test_globs_that_documents_write_and_that_are_none_end_no_scan(tmp_path: Path) -> None:
    page = "---\ndocbridge: {covers: ['src/[7-1]*', src/tool/*.py]}\n---\n# G\n\n--8<-- \"code[7-1]*.py\"\n"
    files = {"docs/g.md": page, "src/tool/core.py": "x = 1\n"}
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    assert edges(snapshot, "covers") == {("document:docs/g.md", "module:src/tool/core.py")}
    assert [item.path for item in snapshot.coverage] == ["docs/g.md", "docs/g.md"]
