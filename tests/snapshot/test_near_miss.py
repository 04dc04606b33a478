"""Paths that prose spells nearly right."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot import near_miss
from mkdocs_docbridge.snapshot.near_miss import is_near_miss, near_misses, written_path
from tests.support.trees import edges, relation, scanned, write_tree


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("src/core/enigne.py", "src/core/engine.py"),
        ("src/core/engin.py", "src/core/engine.py"),
        ("src/core/enngine.py", "src/core/engine.py"),
        ("src/core/transfarmer.py", "src/core/transformer.py"),
        ("example/parser.js", "examples/parser.js"),
        ("test/core/plugin.js", "tests/core/plugin.js"),
        ("docs/async-test.md", "docs/async-tests.md"),
        ("docs/request_file.md", "docs/request-files.md"),
        ("docs/first_steps.md", "docs/first-steps.md"),
        ("docs/readme.md", "docs/README.md"),
        ("src/testUtils.ts", "src/test-utils.ts"),
        ("src/shapes/util.js", "src/shapes/util.ts"),
        ("src/types/import-meta.d.ts", "src/types/importMeta.d.ts"),
        ("pdata/pprofiles", "pdata/pprofile"),
        ("docs/überblick-größe.md", "docs/ÜberblickGröße.md"),
    ],
)
def test_a_slip_in_one_name_or_another_spelling_is_a_near_miss(written: str, path: str) -> None:
    assert is_near_miss(written, path)
    assert is_near_miss(path, written)


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("lib/util.js", "lib/cli.js"),
        ("docs/de/contributing.md", "docs/en/contributing.md"),
        ("src/tutorial005.py", "src/tutorial006.py"),
        ("src/v3/parser.py", "src/v4/parser.py"),
        ("src/encode.py", "src/decode.py"),
        ("src/configGet.ts", "src/configSet.ts"),
        ("src/asgi.py", "src/wsgi.py"),
        ("src/dynamic-a.js", "src/dynamic-b.js"),
        ("src/view_hir.rs", "src/view_mir.rs"),
        ("config/configtest.go", "config/configtls.go"),
        ("src/for-statement.js", "src/for-x-statement.js"),
        ("typer/main.py", "typer/__main__.py"),
        ("src/window.cpp", "src/window.h"),
        ("src/parser.js", "src/parser.json"),
        ("lib/rules.js", "lib/rules/rules.js"),
        ("src/enigne/paresr.py", "src/engine/parser.py"),
        ("a-b-c-d-e-f-g/h-i-j-k-l-m.md", "abcdefg/hijklm.md"),
    ],
)
def test_what_may_well_be_another_file_is_none(written: str, path: str) -> None:
    assert not is_near_miss(written, path)
    assert not is_near_miss(path, written)


@pytest.mark.parametrize(
    ("token", "path"),
    [
        ("src/a.py", "src/a.py"),
        (" ./src/a.py ", "src/a.py"),
        ("/src/a.py", "src/a.py"),
        ("src/core/", "src/core"),
        ('"src/a.py"', "src/a.py"),
        ("src/a.py:7", "src/a.py"),
        ("src/a.py:7:12", "src/a.py"),
        ("src/a.py:7-9", "src/a.py"),
        ("src/a.py#L7-L9", "src/a.py"),
        ("src\\core\\a.py", "src/core/a.py"),
        ("/users/items", None),
        ("eslint.config.mjs", None),
        ("and/or else", None),
        ("../a/b.py", None),
        ("src/*.py", None),
        ("https://example.org/a.py", None),
        ("foo.bar()", None),
        ("1.2.3", None),
        ("a/" * 200 + "b", None),
    ],
)
def test_only_what_could_be_a_path_is_looked_for(token: str, path: str | None) -> None:
    assert written_path(token) == path


_NAMES = st.sampled_from(
    ["engine", "engines", "enigne", "engin", "Engine", "en-gine", "text_engine", "textEngine", "test", "tests",
     "configuration", "configurotion", "con_figuration", "v1", "v2", "__main__", "main"]
)  # fmt: skip
_FILES = st.builds(str.__add__, _NAMES, st.sampled_from([".py", ".pyi", ".js", ".ts", ".md", ""]))
_PATHS = st.builds(lambda folders, file: "/".join([*folders, file]), st.lists(_NAMES, max_size=2), _FILES)


@given(st.sets(_PATHS, max_size=30), st.sets(_PATHS, max_size=60))
def test_the_search_finds_what_asking_every_pair_finds(tokens: set[str], paths: set[str]) -> None:
    expected = {
        token: (token,) if token in paths else tuple(sorted(path for path in paths if is_near_miss(token, path)))
        for token in sorted(tokens)
    }
    assert near_misses(tokens, paths) == {token: found for token, found in expected.items() if found}


@given(st.text("abAB12-_.é", min_size=1, max_size=12), st.text("abAB12-_.é", min_size=1, max_size=12))
def test_two_single_names_are_judged_alike_both_ways(one: str, other: str) -> None:
    folders = "folder/inner/"
    token, path = folders + one, folders + other
    expected = {token: (path,)} if token == path or is_near_miss(token, path) else {}
    assert near_misses([token], [path, *(f"{folders}x{n}" for n in range(20))]) == expected
    assert is_near_miss(token, path) == is_near_miss(path, token)


def _pairs_looked_at(monkeypatch: pytest.MonkeyPatch, tokens: list[str], paths: list[str]) -> int:
    looked_at = 0
    real = near_miss._alike

    def counted(names: list[near_miss._Name], others: list[near_miss._Name]) -> bool:
        nonlocal looked_at
        looked_at += 1
        return real(names, others)

    monkeypatch.setattr(near_miss, "_alike", counted)
    near_misses(tokens, paths)
    return looked_at


def test_the_work_grows_with_tokens_and_paths_and_not_with_their_product(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    words = ["core", "engine", "search", "index", "render", "parser", "token", "cache"]
    paths = [f"src/{chance.choice(words)}/{chance.choice(words)}_{n}.py" for n in range(4_000)]
    tokens = [path.replace("e", "", 1) for path in paths]
    assert _pairs_looked_at(monkeypatch, tokens, paths) < 3 * len(tokens)


def test_thousands_of_names_one_slip_apart_are_ambiguous_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [f"src/align{chr(0x4E00 + n)}ment.md" for n in range(2_000)]
    tokens = [f"src/align{chr(0x8000 + n)}ment.md" for n in range(2_000)]
    assert len(near_misses(tokens[:1], paths)[tokens[0]]) == near_miss.MAX_CANDIDATES
    assert _pairs_looked_at(monkeypatch, tokens, paths) <= near_miss.MAX_TRIES * len(tokens)


FILES = {
    "src/tool/core/engine.py": "class Engine: ...\n",
    "src/tool/core/shape.ts": "export const a = 1;\n",
    "src/tool/core/shape.tsx": "export const b = 1;\n",
    "data/table.json": "{}\n",
}


def test_a_document_mentions_what_it_nearly_names(tmp_path: Path) -> None:
    page = "# G\n\nSee `src/tool/core/enigne.py`, `data/tables.json` and `/src/tool/core/engine.py`.\n"
    snapshot = scanned(write_tree(tmp_path, {**FILES, "docs/g.md": page})).snapshot
    assert edges(snapshot, "mentions") == {("document:docs/g.md", "module:src/tool/core/engine.py")}
    found = relation(snapshot, "mentions", "document:docs/g.md", "module:src/tool/core/engine.py")
    assert (found.provenance, found.confidence) == ("observed", "fuzzy")
    assert [(place.line, place.context) for place in found.evidence] == [
        (3, "`/src/tool/core/engine.py`"),
        (3, "`src/tool/core/enigne.py`"),
    ]


def test_a_path_that_is_nearly_two_is_said_to_be_ambiguous(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, {**FILES, "docs/g.md": "# G\n\n`src/tool/core/shape.js`\n"})).snapshot
    assert edges(snapshot, "mentions") == set()
    (entry,) = snapshot.coverage
    assert (entry.code, entry.path, entry.line) == ("PATH_AMBIGUOUS", "docs/g.md", 3)
    assert entry.candidates == ("module:src/tool/core/shape.ts", "module:src/tool/core/shape.tsx")


def test_a_scan_without_near_misses_does_not_load_the_library(tmp_path: Path) -> None:
    write_tree(tmp_path, {**FILES, "docs/g.md": "# G\n\n`src/tool/core/engine.py`, `other/thing.py`.\n"})
    script = (
        "import sys; from pathlib import Path; from tests.support.trees import scanned;"
        "scanned(Path(sys.argv[1])); print('rapidfuzz' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
