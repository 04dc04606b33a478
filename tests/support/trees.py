"""Small repositories on disk, and scans of them."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot import DocsLayout, FactCache, Helpers, Scan, scan
from mkdocs_docbridge.snapshot.model import Relation, Snapshot


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes the files below ``root``, making folders."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(root: Path, *arguments: str) -> None:
    """Runs git with an identity of its own, whatever the user's configuration says."""
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def commit_all(root: Path) -> None:
    """Makes ``root`` a repository, if it is none, and commits everything."""
    if not (root / ".git").exists():
        git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "state")


def scanned(
    root: Path,
    settings: Settings | None = None,
    *,
    docs: str | None = "docs",
    cache: Path | None = None,
    revision: str | None = None,
    helpers: Helpers | None = None,
) -> Scan:
    """A scan whose snapshot is made already, so that nothing stays open."""
    layout = DocsLayout(docs_dir=docs, site_name="tree")
    with FactCache(cache) as facts:
        result = scan(root, settings or Settings(), layout, cache=facts, revision=revision, helpers=helpers)
        _ = result.snapshot, result.documents, result.modules
    return result


def edges(snapshot: Snapshot, kind: str) -> set[tuple[str, str]]:
    """(from, to) of every relation of a kind."""
    return {(relation.source, relation.target) for relation in snapshot.relations if relation.kind == kind}


def relation(snapshot: Snapshot, kind: str, source: str, target: str) -> Relation:
    """The one relation of that kind between the two."""
    (found,) = [r for r in snapshot.relations if (r.kind, r.source, r.target) == (kind, source, target)]
    return found
