"""What git's answers about a working tree follow from besides the files in it: git's own files, and the environment.

While none of this and nothing in the tree has changed, git would answer what it answered before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from . import git

_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR")
"""With one of these git may look at another place than the ``.git`` of the tree."""
_NAMES = frozenset({"HOME", "PATH", "USERPROFILE", "XDG_CONFIG_HOME"})
_FILES = ("core.excludesfile", "core.attributesfile")
_RULES = (".gitignore", ".gitattributes")


def surroundings() -> bytes:
    """The variables of the environment that git looks at, save those that are set for it here."""
    names = sorted(
        name for name in os.environ if (name.startswith("GIT_") and name != "GIT_OPTIONAL_LOCKS") or name in _NAMES
    )
    return os.fsencode("\0".join(f"{name}={os.environ[name]}" for name in names))


def state_files(root: Path, top: Path) -> tuple[str, ...] | None:
    """The files outside of ``root`` and inside of ``.git`` that decide, with the files below ``root``, what git lists
    there and calls changed; some may not exist. ``top`` is the top of the working tree. None where that cannot be
    told."""
    if any(name in os.environ for name in _ELSEWHERE):
        return None
    settings = git.settings_in_use(root)
    own = _git_folder(top / ".git")
    if settings is None or own is None or any(key == "extensions.refstorage" for _, key, _ in settings):
        return None
    common = _common_folder(own)
    found = [top / ".git", own / "index", own / "HEAD", own / "commondir", own / "config.worktree"]
    found += [common / name for name in ("config", "packed-refs", "info/exclude", "info/attributes", "refs/replace")]
    branch = _branch(own / "HEAD")
    if branch is None:
        return None
    found += [common / branch, own / branch] if branch else []
    found += _standard()
    for origin, key, value in settings:
        if origin is not None:
            found.append(top / origin)
        if key in _FILES:
            found.append(top / Path(value).expanduser())
        elif key.startswith(("include.", "includeif.")) and key.endswith(".path"):
            # a file that is named and missing may come to be
            if origin is None or value.startswith("%("):
                return None
            found.append((top / origin).parent / Path(value).expanduser())
    above = [folder for folder in root.parents if folder == top or folder.is_relative_to(top)]
    found += [folder / name for folder in above for name in _RULES]
    return tuple(sorted({os.fspath(path) for path in found}))


def _git_folder(dot_git: Path) -> Path | None:
    if dot_git.is_dir():
        return dot_git
    text = _text(dot_git)
    return dot_git.parent / text.removeprefix("gitdir:").strip() if text.startswith("gitdir:") else None


def _common_folder(own: Path) -> Path:
    """Where a worktree's refs and settings stand: those of the repository that it belongs to."""
    text = _text(own / "commondir").strip()
    return own / text if text else own


def _branch(head: Path) -> str | None:
    """The ref that is checked out, empty for none, None where it cannot be told."""
    text = _text(head).strip()
    if not text.startswith("ref:"):
        return "" if text else None
    return text.removeprefix("ref:").strip()


def _standard() -> Iterator[Path]:
    """Where git looks for settings and rules of the user and the system, whether or not there are any."""
    # a tree that did not change is scanned without
    import shutil

    home = Path("~").expanduser()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    program = shutil.which("git")
    prefixes = {Path("/"), Path(program).resolve().parent.parent} if program is not None else {Path("/")}
    yield home / ".gitconfig"
    yield from (config / name for name in ("config", "ignore", "attributes"))
    yield from (prefix / "etc" / name for prefix in prefixes for name in ("gitconfig", "gitattributes"))
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        if os.environ.get(name):
            yield Path(os.environ[name])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
