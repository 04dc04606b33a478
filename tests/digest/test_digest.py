"""Digests of small projects, worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from mkdocs_docbridge.digest import ChangeDigest, change_digest, reason_words
from mkdocs_docbridge.digest.files import File
from mkdocs_docbridge.digest.renames import renamed_pairs
from mkdocs_docbridge.snapshot.model import Snapshot
from tests.support.trees import scanned, write_tree

BASE = {
    "pyproject.toml": '[project]\nname = "tool"\n',
    "src/tool/__init__.py": '"""A tool."""\n',
    "src/tool/engine.py": "class Engine:\n    pass\n\n\ndef start_engine(): ...\n",
    "src/tool/web.py": "def serve_page(): ...\n",
    "docs/guide.md": "# Guide\n\nCall `start_engine` of an `Engine`.\n",
    "docs/other.md": "# Other\n\nSee [the guide](guide.md) and `src/tool/web.py`.\n",
    "docs/covers.md": "---\ndocbridge:\n  covers: [src/tool/web.py]\n---\n# Covers\n",
    "docs/apart.md": "# Apart\n\nNothing here.\n",
}


def snapshot(root: Path, changes: Mapping[str, str | None] = {}) -> Snapshot:
    files = {path: text for path, text in {**BASE, **changes}.items() if text is not None}
    return scanned(write_tree(root, files)).snapshot


def digest(tmp_path: Path, changes: Mapping[str, str | None], base: Mapping[str, str] = {}) -> ChangeDigest:
    return change_digest(snapshot(tmp_path / "a", base), snapshot(tmp_path / "b", {**base, **changes}))


def reviewed(found: ChangeDigest) -> list[tuple[str, str, list[str]]]:
    return [(item.path, item.need, [reason_words(reason) for reason in item.reasons]) for item in found.review]


def test_equal_trees_have_nothing_to_tell(tmp_path: Path) -> None:
    found = digest(tmp_path, {})
    assert (found.changed, found.added, found.removed, found.renamed, found.symbols, found.areas, found.review) == (
        (),
    ) * 7


def test_a_removed_name_is_told_first_to_the_document_that_cites_it(tmp_path: Path) -> None:
    found = digest(tmp_path, {"src/tool/engine.py": "class Engine:\n    pass\n"})
    assert reviewed(found) == [
        (
            "docs/guide.md",
            "broken",
            [
                "cites start_engine, which src/tool/engine.py no longer exports",
                "cites Engine, of src/tool/engine.py, which changed elsewhere",
            ],
        )
    ]
    assert [place.line for place in found.review[0].reasons[0].places] == [3]
    assert [(item.name, item.change) for item in found.symbols] == [("start_engine", "removed")]
    assert [item.path for item in found.changed] == ["src/tool/engine.py"]


def test_another_signature_is_likely_to_concern_a_document(tmp_path: Path) -> None:
    text = BASE["src/tool/engine.py"].replace("start_engine()", "start_engine(fast)")
    assert reviewed(digest(tmp_path, {"src/tool/engine.py": text}))[0][:2] == ("docs/guide.md", "likely")


def test_a_name_that_another_module_exports_now_has_moved(tmp_path: Path) -> None:
    found = digest(
        tmp_path,
        {"src/tool/engine.py": "class Engine:\n    pass\n", "src/tool/run.py": "def start_engine(): ...\n"},
    )
    assert reviewed(found)[0][2][0] == "cites start_engine, which moved from src/tool/engine.py to src/tool/run.py"


def test_a_renamed_module_is_gone_for_who_writes_its_path_only(tmp_path: Path) -> None:
    found = digest(tmp_path, {"src/tool/web.py": None, "src/tool/site.py": BASE["src/tool/web.py"]})
    assert [(item.previous_path, item.path) for item in found.renamed] == [("src/tool/web.py", "src/tool/site.py")]
    assert reviewed(found) == [
        ("docs/covers.md", "broken", ["covers src/tool/web.py, which is src/tool/site.py now"]),
        ("docs/other.md", "broken", ["mentions src/tool/web.py, which is src/tool/site.py now"]),
    ]


def test_what_is_covered_mentioned_linked_and_included_gives_its_reason(tmp_path: Path) -> None:
    base = {"docs/shown.md": '# Shown\n\n--8<-- "src/tool/web.py"\n'}
    found = digest(
        tmp_path, {"src/tool/web.py": "def serve_page(): ...\n\n# more\n", "docs/guide.md": "# Guide\n\nNew.\n"}, base
    )
    words = {path: (need, reasons) for path, need, reasons in reviewed(found)}
    assert words["docs/covers.md"] == ("likely", ["covers src/tool/web.py, which changed"])
    assert words["docs/shown.md"] == ("likely", ["includes src/tool/web.py, which changed"])
    assert words["docs/other.md"] == (
        "possible",
        ["mentions src/tool/web.py, which changed", "links to docs/guide.md, which changed"],
    )
    # the guide itself changed, and the page apart names nothing
    assert set(words) == {"docs/covers.md", "docs/shown.md", "docs/other.md"}


def test_a_document_that_changed_too_is_not_to_be_reviewed(tmp_path: Path) -> None:
    changes = {"src/tool/web.py": "# new\n", "docs/covers.md": BASE["docs/covers.md"] + "\nNew.\n"}
    assert "docs/covers.md" not in [item.path for item in digest(tmp_path, changes).review]


def test_a_changelog_names_the_past_and_is_not_to_be_reviewed(tmp_path: Path) -> None:
    base = {"CHANGELOG.md": "# Changes\n\n- `start_engine` is new.\n"}
    found = digest(tmp_path, {"src/tool/engine.py": "class Engine:\n    pass\n"}, base)
    assert [item.path for item in found.review] == ["docs/guide.md"]


def test_a_moved_and_edited_file_is_not_guessed(tmp_path: Path) -> None:
    found = digest(tmp_path, {"src/tool/web.py": None, "src/tool/site.py": "def serve_page(): ...\n# edited\n"})
    assert found.renamed == ()
    assert [item.path for item in found.removed] == ["src/tool/web.py"]
    assert [item.path for item in found.added] == ["src/tool/site.py"]


def file(path: str, content: str = "1") -> File:
    return File(f"module:{path}", "module", path, content)


@pytest.mark.parametrize("seed", range(5))
def test_equal_contents_go_together_by_the_end_of_their_paths(seed: int) -> None:
    old = [file("a/x/one.py"), file("a/x/two.py"), file("a/y/one.py"), file("c/z.py")]
    new = [file("b/y/one.py"), file("b/x/two.py"), file("b/x/one.py"), file("c/w.py")]
    random.Random(seed).shuffle(old)
    random.Random(seed + 99).shuffle(new)
    assert [(a.path, b.path) for a, b in renamed_pairs(old, new)] == [
        ("a/x/one.py", "b/x/one.py"),
        ("a/x/two.py", "b/x/two.py"),
        ("a/y/one.py", "b/y/one.py"),
        ("c/z.py", "c/w.py"),
    ]


def test_empty_files_are_never_put_together() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert renamed_pairs([file("a/__init__.py", empty)], [file("b/__init__.py", empty)]) == []


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_relations_does_not_count(tmp_path: Path, seed: int) -> None:
    sides = [snapshot(tmp_path / "a"), snapshot(tmp_path / "b", {"src/tool/engine.py": "", "docs/guide.md": "# G\n"})]
    expected = change_digest(*sides)
    chance = random.Random(seed)
    shuffled = [
        msgspec.structs.replace(
            side,
            relations=tuple(chance.sample(side.relations, len(side.relations))),
            entities=tuple(chance.sample(side.entities, len(side.entities))),
        )
        for side in sides
    ]
    assert change_digest(*shuffled) == expected
