"""Synthetic trees: alike for one seed, of the sizes that were asked for, and readable by those who read them."""

from __future__ import annotations

import ast
import json
import posixpath
import tomllib
from collections import Counter
from pathlib import Path

from bench.trees import tree_hash, write_tree
from bench.trees.write import tree_files
from mkdocs_docbridge.snapshot.languages import analyzer_for
from mkdocs_docbridge.snapshot.model import Document, Module
from tests.support.trees import edges, scanned

FILES, SEED = 200, 7


def test_equal_seeds_give_equal_trees_and_others_do_not() -> None:
    assert tree_hash(FILES, SEED) == tree_hash(FILES, SEED)
    assert tree_hash(FILES, SEED) != tree_hash(FILES, SEED + 1)


def test_the_hash_names_the_tree_that_is_written(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", FILES, SEED)
    assert tree.digest == tree_hash(FILES, SEED)
    found = {
        path.relative_to(tree.root).as_posix(): path.read_bytes() for path in tree.root.rglob("*.*") if path.is_file()
    }
    expected = dict(tree_files(FILES, SEED))
    assert {path: found[path] for path in expected} == expected


def test_there_are_exactly_as_many_files_as_were_asked_for() -> None:
    for files in (100, FILES, 1_234):
        paths = [path for path, _ in tree_files(files, SEED)]
        assert len(paths) == len(set(paths)) == files


def test_sizes_are_those_of_real_repositories() -> None:
    sizes = sorted(len(data) for _, data in tree_files(1_000, SEED))
    assert 2_000 <= sizes[len(sizes) // 2] <= 6_000
    assert sizes[-1] > 8 * sizes[len(sizes) // 2]


def test_every_kind_of_file_has_its_share() -> None:
    counts = Counter(posixpath.splitext(path)[1] for path, _ in tree_files(1_000, SEED))
    assert counts[".py"] > counts[".ts"] > counts[".go"] > 100
    assert counts[".md"] > 100
    assert (counts[".toml"], counts[".mod"]) == (6, 3)


def test_sources_and_manifests_are_what_their_languages_take() -> None:
    for path, data in tree_files(FILES, SEED):
        analyzer = analyzer_for(path)
        if path.endswith(".py"):
            ast.parse(data)
        elif path.endswith(".toml"):
            tomllib.loads(data.decode())
        elif path.endswith(".json"):
            json.loads(data)
        elif analyzer is not None:
            facts = analyzer.facts(data, posixpath.splitext(path)[1])
            assert not [note for note in facts.notes if note.code == "PARSE_ERROR"], path


def test_files_are_joined_as_in_a_real_repository(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", FILES, SEED)
    snapshot = scanned(tree.root).snapshot
    kinds = Counter(type(entity) for entity in snapshot.entities)
    assert kinds[Document] > 25
    imports = [target for _, target in edges(snapshot, "imports") if target.startswith("module:")]
    assert len(imports) > kinds[Module] / 2
    assert len(edges(snapshot, "links-to")) > 25
    assert len(edges(snapshot, "mentions-symbol")) > 10
    assert edges(snapshot, "covers")
    assert not [entry for entry in snapshot.coverage if entry.code == "IMPORT_UNRESOLVED"]
