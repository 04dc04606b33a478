"""Several files at once: all new bytes are on disk before the first file is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import Replacement, replace_files
from mkdocs_docbridge.errors import InputError


def three(folder: Path) -> list[Replacement]:
    (folder / "old.md").write_bytes(b"old")
    (folder / "gone.md").write_bytes(b"gone")
    return [
        Replacement("old.md", folder / "old.md", b"old", b"new"),
        Replacement("sub/made.md", folder / "sub/made.md", None, b"made"),
        Replacement("gone.md", folder / "gone.md", b"gone", None),
    ]


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_files_are_replaced_made_and_removed(tmp_path: Path) -> None:
    replace_files(three(tmp_path))
    assert contents(tmp_path) == {"old.md": b"new", "sub/made.md": b"made"}


def test_a_file_that_changed_since_it_was_read_stops_all_of_them(tmp_path: Path) -> None:
    for item in three(tmp_path):
        changes = three(tmp_path)
        item.path.parent.mkdir(exist_ok=True)
        item.path.write_bytes(b"saved by an editor")
        before = contents(tmp_path)
        with pytest.raises(InputError, match="CHANGED_MEANWHILE") as caught:
            replace_files(changes)
        assert caught.value.place == item.place
        assert contents(tmp_path) == before
        item.path.unlink()


def test_a_file_that_cannot_be_written_stops_all_of_them(tmp_path: Path) -> None:
    changes = three(tmp_path)
    (tmp_path / "sub").write_bytes(b"no folder")
    before = contents(tmp_path)
    with pytest.raises(OSError, match="sub"):
        replace_files(changes)
    assert contents(tmp_path) == before
