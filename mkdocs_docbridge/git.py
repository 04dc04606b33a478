"""What git knows of a working tree: its files, its revisions. Read only; absent git gives ``None``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

# subprocess is imported late: a scan of a tree that did not change starts no process


class Listing(NamedTuple):
    """The files git knows below a folder: tracked, or untracked and not ignored. Paths as git's bytes, sorted."""

    files: tuple[bytes, ...]
    nested: tuple[bytes, ...]
    """Submodules and nested repositories: their files are not listed."""
    commit: str | None
    """The commit that is checked out, None before the first."""
    dirty: bool
    """Whether tracked files differ from the commit, or untracked ones stand beside them."""
    untracked: bool = False
    """Whether there are untracked files."""
    ignored: tuple[bytes, ...] = ()
    """Files, and with a slash at their end folders, that git's rules leave out; not what stands in such folders."""


class TreeEntry(NamedTuple):
    """One file of a revision: its path as git's bytes, its mode (``100644``, ``120000`` for a link), its object and
    that one's size."""

    path: bytes
    mode: str
    oid: str
    size: int


def _run(root: Path, *arguments: str) -> bytes | None:
    import subprocess

    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(  # noqa: S603  (fixed program, no shell, arguments of our own)
            ["git", "-c", "core.quotepath=off", "-C", os.fspath(root), *arguments],  # noqa: S607
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def toplevel(folder: Path) -> Path | None:
    """The top of the working tree that holds ``folder``, or None outside of one.

    Found as git finds it, by the ``.git`` of the nearest folder, without asking it: starting a process costs more
    than all the rest of a scan's beginning.
    """
    if "GIT_DIR" in os.environ or "GIT_WORK_TREE" in os.environ:
        out = _run(folder, "rev-parse", "--show-toplevel")
        return Path(os.fsdecode(out.rstrip(b"\r\n"))) if out else None
    here = folder.resolve()
    return next((above for above in (here, *here.parents) if _is_top(above / ".git")), None)


def _is_top(dot_git: Path) -> bool:
    return dot_git.is_file() or ((dot_git / "HEAD").exists() and (dot_git / "objects").exists())


def list_files(root: Path) -> Listing | None:
    """The files below ``root``, or None where git does not answer."""
    top = toplevel(root)
    if top is None:
        return None
    tracked = _run(root, "ls-files", "-s", "-z")
    status = _run(
        root,
        "status",
        "--porcelain=v2",
        "--branch",
        "-z",
        "--untracked-files=all",
        "--ignored=matching",
        "--ignore-submodules=dirty",
        "--no-renames",
        "--",
        ".",
    )
    if tracked is None or status is None:
        return None
    files: set[bytes] = set()
    nested: set[bytes] = set()
    for row in tracked.split(b"\0"):
        head, _, path = row.partition(b"\t")
        if path:
            (nested if head.startswith(b"160000") else files).add(path)
    found = _status(status)
    below = len(os.fsencode(root.resolve().relative_to(top.resolve()).as_posix() + "/")) if root != top else 0
    for path in found.others:
        (nested if path.endswith(b"/") else files).add(path[below:].rstrip(b"/"))
    return Listing(
        files=tuple(sorted(files)),
        nested=tuple(sorted(nested)),
        commit=found.commit,
        dirty=found.differs or bool(found.others),
        untracked=bool(found.others),
        ignored=tuple(path[below:] for path in found.ignored),
    )


def tracked_differ(root: Path, paths: Sequence[bytes]) -> bool | None:
    """Whether any of the tracked files at ``paths``, or of all for none, differs from the commit; None where git does
    not answer."""
    names = [os.fsdecode(path) for path in paths] or ["."]
    options = ("--porcelain=v2", "-z", "--untracked-files=no", "--ignore-submodules=dirty", "--no-renames")
    out = _run(root, "--literal-pathspecs", "status", *options, "--", *names)
    return None if out is None else _status(out).differs


class _Status(NamedTuple):
    """What ``git status --porcelain=v2 --branch -z`` says; paths are from the top."""

    commit: str | None
    differs: bool
    """Whether tracked files differ from the commit."""
    others: list[bytes]
    ignored: list[bytes]


def _status(out: bytes) -> _Status:
    commit: str | None = None
    others: list[bytes] = []
    ignored: list[bytes] = []
    differs = False
    for row in out.split(b"\0"):
        if row.startswith(b"# branch.oid "):
            oid = row.removeprefix(b"# branch.oid ").decode("ascii", "replace")
            commit = None if oid.startswith("(") else oid
        elif row[:2] == b"? ":
            others.append(row[2:])
        elif row[:2] == b"! ":
            ignored.append(row[2:])
        elif row[:2] in {b"1 ", b"2 ", b"u "}:
            differs = True
    return _Status(commit, differs, others, ignored)


def settings_in_use(root: Path) -> list[tuple[str | None, str, str]] | None:
    """(file, key in lower case, value) of every setting of git's that holds in ``root``, the file None for one of the
    command line or the environment; None where git does not answer."""
    out = _run(root, "config", "--list", "--show-origin", "-z")
    if out is None:
        return None
    fields = os.fsdecode(out).split("\0")
    found = []
    for origin, setting in zip(fields[::2], fields[1::2], strict=False):
        key, _, value = setting.partition("\n")
        kind, _, name = origin.partition(":")
        found.append((name if kind == "file" else None, key.lower(), value))
    return found


def resolve_commit(root: Path, revision: str) -> str | None:
    """The commit that ``revision`` (a name, a tag, a hash) means, None when there is none."""
    out = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return out.decode("ascii", "replace").strip() if out else None


def is_shallow(root: Path) -> bool:
    """Whether a part of the history was left out when this was cloned."""
    return _run(root, "rev-parse", "--is-shallow-repository") == b"true\n"


def list_tree(root: Path, commit: str) -> list[TreeEntry] | None:
    """The files of ``commit`` below ``root``, submodules with the mode ``160000``; None where git does not answer."""
    out = _run(root, "ls-tree", "-r", "-l", "-z", commit)
    if out is None:
        return None
    entries = []
    for row in out.split(b"\0"):
        head, _, path = row.partition(b"\t")
        if path:
            mode, _, oid, size = head.decode("ascii").split()
            entries.append(TreeEntry(path, mode, oid, 0 if size == "-" else int(size)))
    return entries


def read_objects(root: Path, oids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """(object, bytes) of each of ``oids`` that is there, in their order, through one process."""
    import subprocess

    with subprocess.Popen(  # noqa: S603  (as above)
        ["git", "-C", os.fspath(root), "cat-file", "--batch"],  # noqa: S607
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        if process.stdin is None or process.stdout is None:
            return
        wanted = list(oids)
        # a few at a time: a full pipe in both directions would stop the two for ever
        for start in range(0, len(wanted), 64):
            chunk = wanted[start : start + 64]
            process.stdin.write("".join(f"{oid}\n" for oid in chunk).encode("ascii"))
            process.stdin.flush()
            for oid in chunk:
                head = process.stdout.readline().split()
                if len(head) == 3:
                    data = process.stdout.read(int(head[2]))
                    process.stdout.read(1)
                    yield oid, data
        process.stdin.close()
        # helpers that were forked meanwhile hold its input open too, so it may never see the end of it
        process.terminate()


def committed(path: Path) -> bytes | None:
    """The bytes of a file as the checked-out commit has them, or None where it has none."""
    return _run(path.resolve().parent, "show", f"HEAD:./{path.name}")
