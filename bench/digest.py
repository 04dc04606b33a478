"""The change digest measured: which documents it proposes for real changes, and which of them people then touched.

Each change is looked at as if its author had forgotten the documents: the code is that of the commit, the documents
are those of its parent. What the author did touch in the same commit is the best answer there is to what needed it;
what was touched in the commits after it is a weaker one, since most of that has other causes.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from mkdocs_docbridge.digest import ChangeDigest, change_digest
from mkdocs_docbridge.digest.model import NEEDS, Need
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.snapshot.catalogue import DOCUMENT_SUFFIXES, language_of
from mkdocs_docbridge.snapshot.model import Document, Module, Snapshot
from mkdocs_docbridge.snapshot.tags import NO_AREA, is_history, path_tags

from .trees.write import git_environment

_NOT_READ = frozenset({"test", "fixture", "generated", "vendored"})
_AUTHOR = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "bench"), ("EMAIL", "bench@example.invalid"), ("DATE", "2000-01-01T00:00:00Z"))
}


class Level(msgspec.Struct):
    """The documents of one need: how many are proposed, and how many of them were touched."""

    proposed: int = 0
    same: int = 0
    """In the commit itself."""
    later: int = 0
    """In the commits after it, and not in itself."""


class ChangeRecord(msgspec.Struct):
    """One change."""

    commit: str
    title: str
    documents: int
    """That could have been proposed."""
    levels: dict[Need, Level]
    touched_same: int
    """Documents that the commit touched."""
    touched_later: int
    """Documents that the commits after it touched, and not itself."""
    missed_same: list[str]
    by_reason: dict[str, tuple[int, int]]
    """Strongest reason → (proposed, touched in the commit)."""


class DigestRecord(msgspec.Struct):
    """The changes of one repository, the newest first."""

    name: str
    window: int
    changes: list[ChangeRecord]


class History:
    """The first-parent history of a clone."""

    def __init__(self, source: Path, folder: Path) -> None:
        if not folder.exists():
            _git(None, "clone", "--quiet", "--shared", os.fspath(source), os.fspath(folder))
        self.root = folder
        self.commits = _git(folder, "rev-list", "--first-parent", "HEAD").split()

    def touched(self, before: str, after: str) -> frozenset[str]:
        """The documents of ``before`` that differ in ``after``, or are gone; changelogs do not count."""
        names = _git(self.root, "diff", "--name-only", "-z", "--no-renames", "--diff-filter=MD", before, after)
        return frozenset(path for path in names.split("\0") if is_document(path) and not is_history(path))

    def without_documents(self, parent: str, commit: str) -> str:
        """A commit with the code of ``commit`` and the documents of ``parent``."""
        index = {"GIT_INDEX_FILE": os.fspath(self.root / ".git" / "bench-index")}
        _git(self.root, "read-tree", commit, **index)
        names = _git(self.root, "diff", "--name-only", "-z", "--no-renames", parent, commit).split("\0")
        rows = []
        for path in filter(is_document, names):
            entry = _git(self.root, "ls-tree", "-z", parent, "--", path).rstrip("\0")
            rows.append(entry.replace(" blob ", " ") if entry else f"0 {'0' * 40}\t{path}")
        _git(self.root, "update-index", "-z", "--index-info", given="".join(f"{row}\0" for row in rows), **index)
        tree = _git(self.root, "write-tree", **index).strip()
        return _git(self.root, "commit-tree", tree, "-p", parent, "-m", "without documents", **_AUTHOR).strip()


def is_document(path: str) -> bool:
    """Whether a scan takes the file for a document."""
    return path.lower().endswith(DOCUMENT_SUFFIXES)


def run(name: str, source: Path, work: Path, *, changes: int, window: int) -> DigestRecord:
    """The last ``changes`` commits of the first-parent history that moved code and have ``window`` commits after
    them."""
    history = History(source, work / f"digest-{name}")
    record = DigestRecord(name, window, [])
    with Project.open(history.root) as project:
        for change in _changes(history, project, window):
            record.changes.append(change)
            if len(record.changes) == changes:
                break
    return record


def _changes(history: History, project: Project, window: int) -> Iterator[ChangeRecord]:
    commits = history.commits
    for at in range(window, len(commits) - 1):
        commit, parent = commits[at], commits[at + 1]
        if not any(map(_is_code, _git(history.root, "diff", "--name-only", "-z", parent, commit).split("\0"))):
            continue
        baseline = project.scanned(parent).snapshot
        current = project.scanned(history.without_documents(parent, commit)).snapshot
        digest = change_digest(baseline, current)
        if _moves_code(digest, baseline):
            same = history.touched(parent, commit)
            later = _touched_by_each(history, commits[at - window : at + 1]) - same
            title = _git(history.root, "log", "-1", "--format=%s", commit).strip()
            yield _judged(digest, baseline, f"{commit[:10]}", title, same, later)


def _is_code(path: str) -> bool:
    return language_of(path) is not None and NO_AREA.isdisjoint(path_tags(path))


def _touched_by_each(history: History, commits: list[str]) -> frozenset[str]:
    """The documents that one of these commits but the last, the oldest, touched."""
    pairs = zip(commits[1:], commits[:-1], strict=True)
    return frozenset(path for before, after in pairs for path in history.touched(before, after))


def _moves_code(digest: ChangeDigest, baseline: Snapshot) -> bool:
    moved = {file.id for file in digest.changed} | {file.id for file in digest.removed}
    moved |= {file.previous_id for file in digest.renamed}
    return any(
        isinstance(entity, Module) and entity.id in moved and NO_AREA.isdisjoint(entity.tags)
        for entity in baseline.entities
    )


def _judged(
    digest: ChangeDigest, baseline: Snapshot, commit: str, title: str, same: frozenset[str], later: frozenset[str]
) -> ChangeRecord:
    readable = {
        entity.path
        for entity in baseline.entities
        if isinstance(entity, Document) and _NOT_READ.isdisjoint(entity.tags) and not is_history(entity.path)
    }
    levels = {need: Level() for need in NEEDS}
    reasons: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for document in digest.review:
        level, first = levels[document.need], document.reasons[0]
        level.proposed += 1
        level.same += document.path in same
        level.later += document.path in later
        key = f"{document.need} {first.change} {first.relation}"
        reasons[key] += 1
        hits[key] += document.path in same
    proposed = {document.path for document in digest.review}
    return ChangeRecord(
        commit=commit,
        title=title,
        documents=len(readable),
        levels=levels,
        touched_same=len(same & readable),
        touched_later=len(later & readable),
        missed_same=sorted((same & readable) - proposed),
        by_reason={key: (count, hits[key]) for key, count in sorted(reasons.items())},
    )


def render(records: Iterable[DigestRecord]) -> str:
    """A row a change, and the sums."""
    lines: list[str] = []
    for record in records:
        lines += [f"{record.name}: proposed (touched in the commit, in the {record.window} after it)", ""]
        head = ("commit", *NEEDS, "documents", "touched", "found", "later", "title")
        rows = [head, *(_row(change) for change in record.changes), _sums(record.changes)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(head) - 1)]
        lines += [
            "  ".join([*(cell.rjust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) for row in rows
        ]
        lines += ["", *_by_reason(record.changes), ""]
    return "\n".join(lines)


def _row(change: ChangeRecord) -> tuple[str, ...]:
    levels = [f"{level.proposed} ({level.same}, {level.later})" for level in change.levels.values()]
    found = sum(level.same for level in change.levels.values())
    return (
        change.commit, *levels, str(change.documents), str(change.touched_same), str(found), str(change.touched_later),
        change.title[:60],
    )  # fmt: skip


def _sums(changes: list[ChangeRecord]) -> tuple[str, ...]:
    levels = {need: Level() for need in NEEDS}
    for change in changes:
        for need, level in change.levels.items():
            into = levels[need]
            into.proposed, into.same, into.later = (
                into.proposed + level.proposed, into.same + level.same, into.later + level.later,
            )  # fmt: skip
    return _row(
        ChangeRecord(
            "all",
            "",
            sum(change.documents for change in changes),
            levels,
            sum(change.touched_same for change in changes),
            sum(change.touched_later for change in changes),
            [],
            {},
        )
    )


def _by_reason(changes: list[ChangeRecord]) -> Iterator[str]:
    proposed: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for change in changes:
        for key, (count, hit) in change.by_reason.items():
            proposed[key] += count
            hits[key] += hit
    for key, count in sorted(proposed.items()):
        yield f"{key:<36} {count:>5} proposed, {hits[key]:>4} touched"


def _git(folder: Path | None, *arguments: str, given: str = "", **environment: str) -> str:
    done = subprocess.run(
        ["git", "-c", "core.quotepath=off", *arguments],
        cwd=folder,
        input=given.encode(),
        check=True,
        capture_output=True,
        env={**git_environment(), **environment},
    )
    return done.stdout.decode("utf-8", "replace")
