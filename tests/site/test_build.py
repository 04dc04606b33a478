"""Real builds: what a maintainer gets from three lines, and how a build fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.regions import body_hash
from tests.support.sites import CONFIG, FILES, build, docbridge, make_repository
from tests.support.trees import write_tree

REGISTRY = "claims/public-claims-v1.json"
FILL = "<!-- doc-bridge:generated source=area:src/tool/core -->\n<!-- /doc-bridge:generated -->\n"


def registry(**changes: object) -> str:
    """A sealed registry with one claim, that the home page names the version."""
    claim = {
        "claimId": "version",
        "statement": "The home page names the version.",
        "owner": "docs",
        "valueType": "semver",
        "template": "The current version is {value}.",
        "evidence": {"kind": "package-field", "path": "pyproject.toml", "field": "project.version"},
        "required": ["docs/index.md"],
        "severity": "error",
        "remediation": "Name the version of pyproject.toml.",
        **changes,
    }
    value = {
        "type": "public-claims",
        "schemaVersion": 1,
        "contentHashAlgo": "sha256-normalized-v1",
        "registryVersion": "v1",
        "claims": [claim],
        "exceptions": [],
    }
    return json.dumps({**value, "contentHash": content_hash(value)}, indent=1)


def test_three_lines_give_overview_areas_search_and_llms_txt(tmp_path: Path) -> None:
    built = build(make_repository(tmp_path), "--strict")
    assert built.code == 0, built.output
    overview = built.page("docbridge/index.html")
    assert "2 areas" in overview or "3 areas" in overview
    assert 'href="areas/src-tool-core/"' in overview
    assert ">Repository</a>" in re.sub(r"\s+", " ", built.page("index.html"))
    area = built.page("docbridge/areas/src-tool-core/index.html")
    assert "What the tool is made of." in area
    assert "<code>Engine</code>" in area
    assert "src/tool/core/engine.py:1" in area
    llms = built.page("llms.txt")
    assert llms.startswith("# Small\n")
    assert "- [Guide](guide/index.md): This is about src/tool/core." in llms
    first = json.loads(built.page("docbridge/search.json"))
    assert {item["kind"] for item in first["documents"]} == {"document", "area", "package"}
    (code,) = (json.loads(built.page(f"docbridge/{name}")) for name in first["more"])
    assert {item["kind"] for item in code["documents"]} == {"module"}
    assert built.page("docbridge/search.js").startswith("var __docbridge_search = {")
    assert (tmp_path / "site/docbridge/assets/lunr.js").stat().st_size > 10_000
    assert not (tmp_path / "site/docbridge/parity").exists()
    assert "[GENERATED" not in built.output


def test_nothing_is_written_below_the_docs_folder_and_git_sees_no_change(tmp_path: Path) -> None:
    import subprocess

    build(make_repository(tmp_path))
    status = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert status.stdout == ""


def test_two_builds_give_the_same_pages(tmp_path: Path) -> None:
    root = make_repository(tmp_path)
    sites = []
    for _ in range(2):
        site = build(root).site
        sites.append({p.relative_to(site): p.read_bytes() for p in site.rglob("*") if p.is_file()})
    assert len(sites[0]) > 20
    assert {path for path in sites[0] if sites[0][path] != sites[1][path]} == set()


@pytest.mark.parametrize("options", [(), ("--strict",), ("--strict", "-q")])
def test_an_edited_region_fails_the_build_with_its_place_in_every_mode(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    page = "# Guide\n\n<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\nb\n<!-- /doc-bridge:generated -->\n"
    built = build(make_repository(tmp_path, {"docs/guide.md": page}), *options)
    assert built.code == 1
    assert "docs/guide.md:3: [GENERATED_REGION_EDITED]" in built.output
    assert "fix: " in built.output
    assert "Traceback" not in built.output
    assert not (tmp_path / "site/guide").exists()


def test_a_stale_claim_fails_the_build_and_passes_when_it_is_repaired(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {REGISTRY: registry()})
    assert build(root, "--strict").code == 0
    index = root / "docs/index.md"
    good = index.read_text(encoding="utf-8")
    index.write_text(good.replace("1.2.3", "1.2.4"), encoding="utf-8")
    built = build(root)
    assert built.code == 1
    assert "docs/index.md:3: [PARITY_STALE]" in built.output
    assert "Name the version of pyproject.toml." in built.output
    index.write_text(good, encoding="utf-8")
    assert build(root, "--strict").code == 0
    assert "1 public claim, 1 holds" in build(root).page("docbridge/parity/index.html")


def test_every_fault_of_a_build_is_told_in_one_run(tmp_path: Path) -> None:
    edited = "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\nb\n<!-- /doc-bridge:generated -->\n"
    root = make_repository(
        tmp_path,
        {
            REGISTRY: registry(),
            "docs/index.md": f"# H\n\nThe current version is 9.9.9.\n\n{edited}",
            "docs/guide.md": f"# G\n\n{edited}\n<!-- /doc-bridge:generated -->\n",
        },
    )
    output = build(root).output
    found = re.findall(r"(\S+:\d+): \[([A-Z_]+)\]", output)
    assert sorted(found) == [
        ("docs/guide.md:3", "GENERATED_REGION_EDITED"),
        ("docs/guide.md:7", "MARKER_STRAY_CLOSE"),
        ("docs/index.md:3", "PARITY_STALE"),
        ("docs/index.md:5", "GENERATED_REGION_EDITED"),
    ]


def test_a_warn_claim_is_told_and_fails_nothing_also_not_strictly(tmp_path: Path) -> None:
    files = {REGISTRY: registry(severity="warn"), "docs/index.md": "# H\n\nThe current version is 9.9.9.\n"}
    built = build(make_repository(tmp_path, files), "--strict")
    assert built.code == 0
    assert "[PARITY_STALE]" in built.output


def test_fill_regions_are_filled_in_memory_and_files_stay(tmp_path: Path) -> None:
    page = (
        "# Guide\n\n<!-- doc-bridge:generated source=area:src/tool/core -->\n<!-- /doc-bridge:generated -->\n\nAfter.\n"
    )
    root = make_repository(tmp_path, {"docs/guide.md": page})
    built = build(root, "--strict")
    assert built.code == 0, built.output
    html = built.page("guide/index.html")
    assert "<table" in html
    assert "<code>Engine</code>" in html
    assert "docbridge slot" not in html
    assert (root / "docs/guide.md").read_text(encoding="utf-8") == page


def test_a_stale_region_is_shown_fresh_and_said(tmp_path: Path) -> None:
    stale = FILL.replace(" source", f" hash={body_hash('old')} source").replace("<!-- /", "old\n<!-- /")
    built = build(make_repository(tmp_path, {"docs/guide.md": f"# Guide\n\n{stale}"}), "--strict")
    assert built.code == 0
    assert "docs/guide.md:3: [GENERATED_REGION_STALE]" in built.output
    assert ">old<" not in built.page("guide/index.html")
    assert "<code>Engine</code>" in built.page("guide/index.html")


def test_text_from_the_repository_is_not_evaluated_by_other_plugins(tmp_path: Path) -> None:
    files = {
        "src/tool/core/__init__.py": '"""Shows {{ 1 + 1 }} and {% raw %} and --8<-- "docs/index.md"."""\n',
        "docs/guide.md": f"# G\n\n{FILL}",
        "hook.py": (
            "def on_page_markdown(markdown, **_):\n"
            "    assert '1 + 1' not in markdown or 'docbridge' in markdown\n"
            "    return markdown.replace('{{ 1 + 1 }}', 'EVALUATED')\n"
        ),
        "mkdocs.yml": CONFIG + "hooks: [hook.py]\nmarkdown_extensions: [pymdownx.snippets]\n",
    }
    html = build(make_repository(tmp_path, files), "--strict").page("guide/index.html")
    assert "EVALUATED" not in html
    assert "The current version" not in html
    assert "1 &#43; 1" in html or "1 + 1" in html


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"mkdocs.yml": CONFIG.replace("- docbridge", "- docbridge: {areas: {depht: 1}, x: 2}")},
            "mkdocs.yml: plugins.docbridge.areas.depht: unknown key (did you mean depth?)",
        ),
        ({"docbridge.yml": "{}\n"}, "settings stand in two places: mkdocs.yml and docbridge.yml"),
        ({REGISTRY: registry().replace("1.2.3", "1.2.3").replace('"docs"', '"other"')}, "[SEAL_MISMATCH]"),
        ({REGISTRY: "{"}, f"{REGISTRY}:1: [NOT_JSON]"),
        ({"docs/guide.md": b"# Caf\xe9\n"}, "docs/guide.md:1: [NOT_UTF8]"),
        (
            {
                "mkdocs.yml": CONFIG.replace("- docbridge", "- docbridge: {render: {templates: {area: t.md}}}"),
                "t.md": "{{ x",
            },
            "t.md:1",
        ),
        ({"mkdocs.yml": CONFIG.replace("- docbridge", "- docbridge: {render: {templates: {area: no.md}}}")}, "no.md"),
        ({"mkdocs.yml": CONFIG.replace("- docbridge", "- docbridge: {parity: {registry: no.json}}")}, "[NOT_FOUND]"),
    ],
    ids=[
        "option",
        "two places",
        "tampered registry",
        "broken registry",
        "latin-1 page",
        "template",
        "no template",
        "no registry",
    ],
)
def test_bad_input_ends_with_one_message_and_no_traceback(
    tmp_path: Path, files: dict[str, str | bytes], message: str
) -> None:
    built = build(make_repository(tmp_path, files))
    assert built.code == 1
    assert message in built.output
    assert "Traceback" not in built.output


def test_a_folder_that_is_no_repository_and_an_empty_one_build_too(tmp_path: Path) -> None:
    plain = write_tree(tmp_path / "plain", FILES)
    assert build(plain, "--strict").code == 0
    bare = write_tree(tmp_path / "bare", {"mkdocs.yml": CONFIG, "docs/index.md": "# H\n"})
    built = build(bare, "--strict")
    assert built.code == 0
    assert "Nothing to show yet" in built.page("docbridge/index.html")


def test_with_code_kept_private_no_name_of_it_is_in_the_site(tmp_path: Path) -> None:
    config = CONFIG.replace("- docbridge", "- docbridge: {site: {publish_code: false}}")
    index = {"docs/index.md": "# Home\n", "docs/guide.md": "# Guide\n\nNothing.\n"}
    root = make_repository(tmp_path, {"mkdocs.yml": config, **index})
    assert build(root, "--strict").code == 0
    for path in (root / "site").rglob("*"):
        if (
            path.is_file()
            and path.suffix in {".html", ".json", ".js", ".md", ".txt", ".xml"}
            and "assets" not in path.parts
        ):
            text = path.read_text(encoding="utf-8")
            for name in ("serve_forever", "src/tool", "engine.py", "Engine"):
                assert name not in text, (path, name)


@pytest.mark.parametrize(
    "config",
    [
        "use_directory_urls: false\n",
        "nav: [index.md, guide.md]\n",
        "nav: [index.md, guide.md, {Code: docbridge/index.md}]\n",
        "exclude_docs: docbridge/areas/\n",
        "not_in_nav: docbridge/*\n",
        "site_url: https://example.org/sub/\nrepo_url: https://github.com/o/r\nedit_uri: edit/main/docs/\n",
    ],
)
def test_variants_of_a_sites_configuration_build_strictly(tmp_path: Path, config: str) -> None:
    built = build(make_repository(tmp_path, {"mkdocs.yml": CONFIG + config}), "--strict")
    assert built.code == 0, built.output
    assert "WARNING" not in built.output
    home = re.sub(r"\s+", " ", built.page("index.html"))
    assert home.count(">Repository<") == (0 if "Code:" in config or "not_in_nav" in config else 1)
    assert ("areas" in {p.name for p in (tmp_path / "site/docbridge").iterdir()}) is ("exclude_docs" not in config)


def test_a_page_of_the_users_at_a_generated_path_stays(tmp_path: Path) -> None:
    built = build(make_repository(tmp_path, {"docs/docbridge/index.md": "# Mine\n"}), "--strict")
    assert built.code == 0
    assert "Mine" in built.page("docbridge/index.html")
    assert "docbridge/index.md exists already" in built.output


def test_properdocs_builds_from_the_same_code(tmp_path: Path) -> None:
    config = CONFIG.replace("name: mkdocs", "name: material")
    root = make_repository(tmp_path, {"mkdocs.yml": config, REGISTRY: registry()})
    built = build(root, "--strict", program="properdocs")
    assert built.code == 0, built.output
    assert "public claim" in built.page("docbridge/parity/index.html")
    (root / "docs/index.md").write_text("# H\n\nThe current version is 0.0.1.\n", encoding="utf-8")
    built = build(root, program="properdocs")
    assert built.code == 1
    assert "docs/index.md:3: [PARITY_STALE]" in built.output


def test_check_agrees_with_the_build(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {REGISTRY: registry()})
    assert docbridge(root, "check").returncode == 0
    (root / "docs/index.md").write_text("# H\n\nThe current version is 0.0.1.\n", encoding="utf-8")
    done = docbridge(root, "check")
    assert done.returncode == 1
    assert "docs/index.md:3: [PARITY_STALE]" in done.stdout


def test_a_region_that_shows_code_is_a_fault_where_code_is_private(tmp_path: Path) -> None:
    config = CONFIG.replace("- docbridge", "- docbridge: {site: {publish_code: false}}")
    built = build(make_repository(tmp_path, {"mkdocs.yml": config, "docs/guide.md": f"# G\n\n{FILL}"}))
    assert built.code == 1
    assert "docs/guide.md:3: [REGION_SHOWS_CODE]" in built.output


def test_a_hook_that_drops_a_region_fails_the_build(tmp_path: Path) -> None:
    hook = (
        "import re\n\ndef on_page_markdown(markdown, **_):\n"
        "    return re.sub('docbridge[0-9a-f]{24}region0end', '', markdown)\n"
    )
    files = {"hook.py": hook, "mkdocs.yml": CONFIG + "hooks: [hook.py]\n", "docs/guide.md": f"# G\n\n{FILL}"}
    built = build(make_repository(tmp_path, files))
    assert built.code == 1
    assert "docs/guide.md: [REGION_LOST]" in built.output


def test_a_hook_that_strips_comments_leaves_the_body(tmp_path: Path) -> None:
    hook = (
        "import re\n\ndef on_page_markdown(markdown, **_):\n    return re.sub('<!--.*?-->', '', markdown, flags=re.S)\n"
    )
    files = {"hook.py": hook, "mkdocs.yml": CONFIG + "hooks: [hook.py]\n", "docs/guide.md": f"# G\n\n{FILL}"}
    assert "<code>Engine</code>" in build(make_repository(tmp_path, files), "--strict").page("guide/index.html")


def test_documents_that_cannot_be_seen_are_no_silent_pass(tmp_path: Path) -> None:
    edited = "# H\n\n<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\nb\n<!-- /doc-bridge:generated -->\n"
    write_tree(tmp_path, {"web/mkdocs.yml": CONFIG + "docs_dir: ../docs\n", "docs/index.md": edited})
    built = build(tmp_path / "web")
    assert built.code == 1
    assert "[DOCS_OUTSIDE_ROOT]" in built.output
    done = docbridge(tmp_path / "web", "check")
    assert (done.returncode, "[DOCS_OUTSIDE_ROOT]" in done.stderr) == (2, True)


def test_secrets_in_documents_outside_the_site_reach_no_page(tmp_path: Path) -> None:
    token = "ghp_" + "aB3dE5fG7h" * 4
    note = f"# Notes {token}\n\nThe token is {token}, of `src/tool/core`.\n\n## Also {token}\n"
    root = make_repository(
        tmp_path,
        {
            "notes/secret.md": note,
            "src/tool/core/keys.py": f'"""Uses {token}."""\nTOKEN = "{token}"\n',
            "mkdocs.yml": CONFIG.replace(
                "- docbridge", "- docbridge: {site: {publish: {snapshot: true, index: true}}}"
            ),
        },
    )
    assert build(root, "--strict").code == 0
    leaks = [p for p in (root / "site").rglob("*") if p.is_file() and token[4:20].encode() in p.read_bytes()]
    assert leaks == []


def test_titles_of_the_navigation_stand_in_llms_txt(tmp_path: Path) -> None:
    config = CONFIG + "nav:\n  - Start: index.md\n  - Using it: guide.md\n"
    llms = build(make_repository(tmp_path, {"mkdocs.yml": config}), "--strict").page("llms.txt")
    assert "- [Using it](guide/index.md): " in llms
