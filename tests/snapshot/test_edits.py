"""After any sequence of edits, a warm scan gives the bytes of a cold one."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import encode
from tests.support.trees import commit_all, git, scanned, write_tree

# ``make fuzz`` and the closing measurements raise it
EDITS = int(os.environ.get("DOCBRIDGE_EDITS", "60"))

_NAMES = ("alpha", "beta", "gamma", "delta")
_FOLDERS = ("", "tool/", "tool/core/", "docs/", "docs/guide/", "web/", "web/src/")
_SUFFIXES = (".py", ".md", ".ts", ".js", ".md", ".py")
_FIXED = ("pyproject.toml", "web/package.json", "CODEOWNERS", ".gitignore", "tool/__init__.py", "docs/index.md")


def content(path: str, random_: random.Random) -> str:
    """Something that a file of this name may hold, with names and paths that other files may have."""
    name, other = random_.choice(_NAMES), random_.choice(_NAMES)
    place = random_.choice(_FOLDERS) + other + random_.choice(_SUFFIXES)
    pieces = {
        ".py": [
            f"from tool.{name} import {other}\n",
            f"from .{name} import *\n",
            f"def {other}(): ...\n",
            f"class {name.title()}:\n    def {other}(self): ...\n",
            f'__all__ = ["{name}"]\n',
            "def broken(:\n",
        ],
        ".ts": [
            f'export {{ {name} }} from "./{other}";\n',
            f"export const {other} = 1;\n",
            f'import x from "../{name}";\n',
        ],
        ".md": [
            f"# {name}\n",
            f"See [{other}]({place}).\n",
            f"`{other}` and `{place}`\n",
            f"## {other.title()} {{#{name}}}\n",
        ],
        ".toml": [f'[project]\nname = "{name}"\ndependencies = ["{other}"]\n', "broken ="],
        ".json": [f'{{"name": "{name}", "dependencies": {{"{other}": "1"}}}}', "{"],
        "": [f"/{place} @org/{name}\n", f"{other}*\n"],
    }
    suffix = {".js": ".ts"}.get(Path(path).suffix, Path(path).suffix)
    return "".join(random_.choice(pieces.get(suffix, pieces[""])) for _ in range(random_.randrange(1, 5)))


def edit(root: Path, random_: random.Random) -> None:
    """One edit, as people and programs make them."""
    files = sorted(
        path for path in root.rglob("*") if ".git" not in path.parts and (path.is_file() or path.is_symlink())
    )
    path = random_.choice(_FOLDERS) + random_.choice(_NAMES) + random_.choice(_SUFFIXES)
    what = random_.randrange(10)
    if what < 5 or not files:
        path = random_.choice([path, path, random_.choice(_FIXED)])
        target = root / path
        if target.is_dir() or target.is_symlink():
            return
        write_tree(root, {path: content(path, random_)})
    elif what == 5:
        random_.choice(files).unlink()
    elif what == 6:
        moved = root / path
        moved.parent.mkdir(parents=True, exist_ok=True)
        if not moved.is_dir():
            random_.choice(files).replace(moved)
    elif what == 7:
        # the same bytes, the times of another
        chosen = random_.choice(files)
        if not chosen.is_symlink():
            os.utime(chosen, (1_600_000_000, 1_600_000_000))
    elif what == 8:
        link = root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists() and not link.is_symlink():
            link.symlink_to(os.path.relpath(random_.choice(files), link.parent))
    else:
        folder = root / random_.choice(_FOLDERS[1:])
        if folder.is_dir() and random_.random() < 0.3:
            shutil.rmtree(folder)
        elif (root / ".git").exists() and random_.random() < 0.5:
            commit_all(root)


@pytest.mark.parametrize("kind", ["git", "folder"])
def test_a_warm_scan_equals_a_cold_one_after_any_edits(tmp_path: Path, kind: str) -> None:
    root, cache = write_tree(tmp_path / "tree", {"README.md": "# Tool\n"}), tmp_path / "facts.db"
    random_ = random.Random(20)
    if kind == "git":
        git(root, "init", "-q", "-b", "main")
    seen = set()
    for _ in range(EDITS // 2):
        edit(root, random_)
        if not any(path.is_file() for path in root.rglob("*") if ".git" not in path.parts):
            write_tree(root, {"README.md": "# Again\n"})
        warm = encode(scanned(root, cache=cache).snapshot)
        assert warm == encode(scanned(root).snapshot)
        seen.add(warm)
    assert len(seen) > EDITS // 8


_LARGER = {f"tool/m{number:02}.py": f"from tool.m{number - 1:02} import f\ndef g(): ...\n" * 2 for number in range(40)}


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE pieces SET data = zeroblob(length(data))",
        "UPDATE pieces SET data = CAST(replace(CAST(data AS TEXT), 'm05', 'm50') AS BLOB) WHERE length(data) > 3000",
        "DELETE FROM pieces WHERE length(data) > 3000",
        "DELETE FROM facts WHERE rowid % 2",
        "DELETE FROM facts",
        "UPDATE trees SET data = zeroblob(20)",
        "UPDATE trees SET data = x'95' || data WHERE tree LIKE 'linked %'",
    ],
)
@pytest.mark.parametrize("added", ["\n\n", "def more(): ...\n"])
def test_what_was_kept_and_came_to_harm_does_not_show_after_an_edit(tmp_path: Path, harm: str, added: str) -> None:
    root, cache = write_tree(tmp_path / "tree", _LARGER), tmp_path / "facts.db"
    scanned(root, cache=cache)
    with contextlib.closing(sqlite3.connect(cache)) as connection:
        assert connection.execute(harm).rowcount > 0
        connection.commit()
    (root / "tool/m20.py").write_text(_LARGER["tool/m20.py"] + added)
    assert encode(scanned(root, cache=cache).snapshot) == encode(scanned(root).snapshot)
