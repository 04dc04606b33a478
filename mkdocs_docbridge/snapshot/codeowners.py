"""CODEOWNERS as GitHub and GitLab document it: rules, sections, and which rule decides for a path in the end.

GitLab's reading (sections, ``\\#``, ``!``, floating paths with slashes) is taken for a file in ``.gitlab/`` and for
one that has a section; GitHub's for any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from mkdocs_docbridge.paths import folders_of
from mkdocs_docbridge.text.lines import split_lines

from .catalogue import CODEOWNERS_PLACES
from .facts import Note

MAX_BYTES = 3 * 1024 * 1024
"""GitHub loads no larger file."""
_WILDCARD_RULES = 256
_SECTION = re.compile(r"(?P<optional>\^)?\[(?P<name>[^\]]+)\](?:\[\d*\])?(?P<owners>(?:\s+\S+)*)\s*$")
_PATTERN = re.compile(r"(?:\\.|[^\s\\])+")
_OWNER = re.compile(r"@{1,2}[\w.-]+(?:/[\w.-]+)*|[^\s@/]+@[^\s@/]+\.[^\s@/]+")


@dataclass(frozen=True)
class Rule:
    """One line: a pattern (blanks and marks unescaped) and who it names; nobody takes ownership away."""

    pattern: str
    owners: tuple[str, ...]
    line: int
    section: str = ""
    floats: bool = False
    """It holds at any depth."""

    @cached_property
    def unit(self) -> str | None:
        """The one path that it names, for a floating one below any folder; None for a wildcard. ``dir/**`` and
        ``dir/*`` name ``dir``."""
        path = self.pattern
        for ending in ("/**/*", "/**", "/*", "/"):
            if path.endswith(ending):
                path = path.removesuffix(ending)
                break
        path = path.strip("/")
        return path if path and not re.search(r"[*?\[]", path) else None

    @property
    def direct_only(self) -> bool:
        """``dir/*``: what stands directly in the folder, and nothing deeper."""
        return self.pattern.endswith("/*") and not self.pattern.endswith("/**/*")

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        body = re.sub(r"(?:\*\*/)+", "**/", self.pattern.strip("/"))
        parts = re.split(r"(\*\*/|/\*\*$|\*+|\?)", body)
        shown = {"**/": "(?:.*/)?", "/**": "/.*", "?": "[^/]"}
        text = "".join(shown.get(part, "[^/]*" if part.startswith("*") else re.escape(part)) for part in parts)
        tail = "/.*" if self.pattern.endswith("/") else "" if self.direct_only else "(?:/.*)?"
        return re.compile(f"{'(?:.*/)?' if self.floats else ''}{text}{tail}", re.DOTALL)

    def decides(self, path: str) -> bool:
        """Whether the file ``path`` is one that the rule speaks of."""
        return self._regex.fullmatch(path) is not None


@dataclass(frozen=True)
class Owned:
    """Who owns a path in the end: the last rule that decides for all of it, in each section."""

    path: str
    owners: tuple[str, ...]
    section: str


@dataclass(frozen=True)
class CodeOwners:
    """A file's rules in order, and what in it is no rule."""

    rules: tuple[Rule, ...] = ()
    notes: tuple[Note, ...] = ()

    def owned(self, tree: Tree) -> tuple[tuple[Owned, ...], tuple[Rule, ...]]:
        """(the paths that have an owner, the rules that name a path under which nothing stands)."""
        found: dict[str, Owned] = {}
        missing: list[Rule] = []
        for section in dict.fromkeys(rule.section for rule in self.rules):
            rules = [rule for rule in self.rules if rule.section == section]
            for owned in _deciding(rules, tree, missing):
                other = found.get(owned.path)
                if other is not None:
                    owners = tuple(dict.fromkeys((*other.owners, *owned.owners)))
                    owned = Owned(owned.path, owners, other.section or owned.section)
                found[owned.path] = owned
        return tuple(found[path] for path in sorted(found)), tuple(missing)


class Tree:
    """The paths of a repository and its folders."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(paths)
        self.folders = folders_of(self.paths)
        self._parents = {folder.rpartition("/")[0] for folder in self.folders}

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths | self.folders):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    def holds(self, path: str) -> bool:
        """Whether ``path`` is a file or folder."""
        return path in self.paths or path in self.folders

    def is_flat(self, folder: str) -> bool:
        """Whether a folder holds no folder."""
        return folder not in self._parents

    def ending_in(self, path: str) -> list[str]:
        """The files and folders that are ``path`` below any folder."""
        return [item for item in self._by_name.get(path.rpartition("/")[2], []) if f"/{item}".endswith(f"/{path}")]


def parse(text: str, *, place: str = CODEOWNERS_PLACES[0]) -> CodeOwners:
    """The rules of a file. A line that the platform would not accept becomes a note."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        reason = f"larger than {MAX_BYTES} bytes; GitHub loads no such file"
        return CodeOwners(notes=(Note(code="CODEOWNERS_TOO_LARGE", reason=reason, status="not-analyzed"),))
    lines = [line.strip() for line, _ in split_lines(text.removeprefix("\ufeff"))]
    gitlab = place.startswith(".gitlab/") or any(line[:1] in "^[" and _section(line) for line in lines if line)
    return _GitLab().read(lines) if gitlab else _read_github(lines)


def _section(line: str) -> re.Match[str] | None:
    match = _SECTION.match(line)
    return match if match and all(map(_OWNER.fullmatch, match["owners"].split())) else None


def _read_github(lines: list[str]) -> CodeOwners:
    rules: list[Rule] = []
    notes: list[Note] = []
    for number, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        match = _PATTERN.match(line)
        pattern = match.group() if match else line
        owners: list[str] = []
        for word in line[len(pattern) :].split():
            if word.startswith("#"):
                break
            owners.append(word)
        fault = _github_fault(pattern, owners)
        if fault:
            notes.append(_note(line, fault, number))
        else:
            plain = _unescaped(pattern)
            rules.append(Rule(plain, tuple(owners), number, floats="/" not in plain.rstrip("/")))
    return CodeOwners(tuple(rules), tuple(notes))


def _github_fault(pattern: str, owners: list[str]) -> str:
    if pattern.startswith("\\#"):
        return "a pattern that starts with # cannot be escaped"
    if pattern.startswith("!"):
        return "! does not work"
    if "[" in pattern:
        return "[ ] does not work"
    return next((f"{owner} is no owner" for owner in owners if not _OWNER.fullmatch(owner)), "")


class _GitLab:
    def __init__(self) -> None:
        self._section = ""
        self._default: tuple[str, ...] = ()
        self._names: dict[str, str] = {}

    def read(self, lines: list[str]) -> CodeOwners:
        rules: list[Rule] = []
        for number, line in enumerate(lines, start=1):
            if not line or line.startswith("#"):
                continue
            heading = _section(line) if line[0] in "^[" else None
            if heading is not None:
                # names are one whatever their case; sections of one name are combined
                self._section = self._names.setdefault(heading["name"].casefold(), heading["name"].strip())
                self._default = tuple(heading["owners"].split())
                continue
            match = _PATTERN.match(line)
            if match is not None:
                rules.append(self._rule(match.group(), line[match.end() :].split(), number))
        return CodeOwners(tuple(rules))

    def _rule(self, pattern: str, words: list[str], number: int) -> Rule:
        # there are no comments behind a rule: what is no owner is passed over, what is one counts
        owners = tuple(word for word in words if _OWNER.fullmatch(word)) or self._default
        if pattern.startswith("!"):
            pattern, owners = pattern[1:], ()
        plain = _unescaped(pattern)
        return Rule(plain, owners, number, self._section, floats=not plain.startswith("/"))


def _unescaped(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern)


def _note(line: str, fault: str, number: int) -> Note:
    return Note(code="CODEOWNERS_INVALID", reason=f"{line}: {fault}; the line counts for nothing", line=number)


def _deciding(rules: list[Rule], tree: Tree, missing: list[Rule]) -> Iterator[Owned]:
    last: dict[str, int] = {}
    for index, rule in enumerate(rules):
        path = _path_of(rule, tree)
        if path is None:
            if rule.unit is not None and not (tree.ending_in(rule.unit) if rule.floats else tree.holds(rule.unit)):
                missing.append(rule)
            continue
        last[path] = index
        if not tree.holds(path):
            missing.append(rule)
    wildcards = [(i, rule) for i, rule in enumerate(rules) if _path_of(rule, tree) is None][-_WILDCARD_RULES:]
    for path, index in last.items():
        rule = rules[index]
        if not rule.owners or any(last.get(above, -1) > index for above in _above(path)):
            continue
        # a rule decides for all of a folder when it decides for any file however deep in it
        inside = path if path in tree.paths else f"{path}/\0/\0"
        if not any(number > index and other.decides(inside) for number, other in wildcards):
            yield Owned(path, rule.owners, rule.section)


def _path_of(rule: Rule, tree: Tree) -> str | None:
    """The one path of the tree that a rule names."""
    unit = rule.unit
    if unit is None:
        return None
    if rule.floats:
        found = tree.ending_in(unit)
        if len(found) != 1:
            return None
        unit = found[0]
    return unit if not rule.direct_only or tree.is_flat(unit) else None


def _above(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
