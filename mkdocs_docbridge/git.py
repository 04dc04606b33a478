"""What git knows of a working tree: its files, its revision. Read only; absent git gives ``None``."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Listing:
    """The files git knows below a folder: tracked, or untracked and not ignored. Paths as git's bytes."""

    files: tuple[bytes, ...]
    nested: tuple[bytes, ...]
    """Submodules and nested repositories: their files are not listed."""


def _run(root: Path, *arguments: str) -> bytes | None:
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(  # noqa: S603  (fixed program, no shell, arguments of our own)
            ["git", "-c", "core.quotepath=off", "-C", os.fspath(root), *arguments],  # noqa: S607
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def toplevel(folder: Path) -> Path | None:
    """The top of the working tree that holds ``folder``, or None outside of one."""
    out = _run(folder, "rev-parse", "--show-toplevel")
    return Path(os.fsdecode(out.rstrip(b"\r\n"))) if out else None


def list_files(root: Path) -> Listing | None:
    """The files below ``root``, or None where git does not answer."""
    tracked = _run(root, "ls-files", "-s", "-z")
    others = _run(root, "ls-files", "--others", "--exclude-standard", "-z")
    if tracked is None or others is None:
        return None
    files: set[bytes] = set()
    nested: set[bytes] = set()
    for row in tracked.split(b"\0"):
        head, _, path = row.partition(b"\t")
        if path:
            (nested if head.startswith(b"160000") else files).add(path)
    for path in others.split(b"\0"):
        if path:
            (nested if path.endswith(b"/") else files).add(path.rstrip(b"/"))
    return Listing(tuple(sorted(files)), tuple(sorted(nested)))


def head(root: Path) -> str | None:
    """The commit that is checked out, or None (no git, no commit yet)."""
    out = _run(root, "rev-parse", "--verify", "--quiet", "HEAD")
    return out.decode("ascii", "replace").strip() if out else None


def is_dirty(root: Path) -> bool:
    """Whether tracked files below ``root`` differ from the commit, or untracked ones stand beside them."""
    return bool(_run(root, "status", "--porcelain", "-z", "--", "."))


def committed(path: Path) -> bytes | None:
    """The bytes of a file as the checked-out commit has them, or None where it has none."""
    return _run(path.resolve().parent, "show", f"HEAD:./{path.name}")
