"""Whatever the tree: a handoff names nothing that is not there, and is the same every time."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval.handoff import Atlas, Handoff, handoff
from tests.retrieval.handoff.trees import SHOP, atlas_of
from tests.support.sites import REPOSITORY

_MORE = {
    "package.json": '{"name": "ui", "main": "lib/gone.js", "scripts": {"test": "x"}, "workspaces": ["packages/*"]}',
    "packages/a/package.json": '{"name": "a", "types": "a.d.ts", "scripts": {"lint": "x"}}',
    "packages/a/a.ts": "import '../../web/b'\nexport const a = 1\n",
    "web/b.ts": "export const b = 1\n",
    "go.mod": "module m\n",
    "store/store.go": "package store\n",
    "Cargo.toml": '[package]\nname = "c"\n[[bin]]\nname = "x"\npath = "gone.rs"\n',
    "src/lib.rs": "mod net;\n",
    "src/net.rs": "pub fn a() {}\n",
    "src/net/tcp.rs": "pub fn b() {}\n",
    "pom.xml": "<project><artifactId>j</artifactId></project>",
    "tox.ini": "[tox]\n[testenv:docs]\n",
    "noxfile.py": "import nox\n@nox.session\ndef tests(s): ...\n",
    "docs/README.md": "# Docs\n\nSee [gone](gone.md) and `src/net.rs`.\n",
    "CODEOWNERS": "* @all\n/docs/ @writers\n/gone/ @nobody\n",
    ".github/PULL_REQUEST_TEMPLATE.md": "`src/net.rs`\n",
    "vendor/v/v.py": "A = 1\n",
    "x/x_pb2.py": "A = 1\n",
}
_ALL = {**SHOP, **_MORE}


def named_paths(made: Handoff) -> set[str]:
    """Every path that a handoff names."""
    readings = [made.start_here, *(made.read_before_editing or ())]
    found = {made.target.path, *made.edit_roots, *(reading.path for reading in readings)}
    for check in made.checks:
        found |= {check.folder} | (set() if check.source.startswith("ownership:") else {check.source})
    for area in made.related or ():
        found |= {area.path, *(crossing.path for crossing in area.evidence)}
    return found | {item.path for item in made.evidence or ()}


def assert_exist(atlas: Atlas, identifiers: list[str]) -> None:
    for identifier in identifiers:
        made = handoff(atlas, identifier)
        gone = {path for path in named_paths(made) if not atlas.exists(path)}
        assert not gone, f"{identifier} names {gone}"
        assert made.start_here.path in atlas.files
        assert made.checks or made.checks_note


def identifiers(atlas: Atlas) -> list[str]:
    entities = [key for key, entry in atlas.entries.items() if key in atlas.entities and entry.path]
    return [*entities, *atlas.files, *(atlas.folders - {"."})]


@given(dropped=st.sets(st.sampled_from(sorted(_ALL)), max_size=len(_ALL) - 1))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_only_paths_that_exist_are_named(dropped: set[str]) -> None:
    files = {path: text for path, text in _ALL.items() if path not in dropped}
    with tempfile.TemporaryDirectory() as folder:
        atlas = atlas_of(Path(folder), files)
    assert_exist(atlas, [name for name in identifiers(atlas) if len(atlas.at.get(name, ())) < 2])


def test_equal_trees_give_equal_handoffs(tmp_path: Path) -> None:
    first, second = atlas_of(tmp_path / "a", _ALL), atlas_of(tmp_path / "b", dict(reversed(_ALL.items())))
    for key in first.entries.keys() & first.entities.keys():
        assert msgspec.json.encode(handoff(first, key)) == msgspec.json.encode(handoff(second, key))


def test_this_repository_s_handoffs_name_what_exists(tmp_path: Path) -> None:
    from mkdocs_docbridge.project import Project

    with Project.open(REPOSITORY, root=REPOSITORY, cache=tmp_path / "facts.db") as project:
        atlas = project.atlas
    assert_exist(atlas, [key for key in atlas.entries if key in atlas.entities])
    assert handoff(atlas, "mkdocs_docbridge/snapshot/walk.py").edit_roots == ("mkdocs_docbridge/snapshot",)
