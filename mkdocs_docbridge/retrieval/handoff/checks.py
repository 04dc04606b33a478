"""What tells whether a change is good: the owner's checks, else what the files around the thing say.

A lock file or a ``conftest.py`` counts by being there; targets, sessions and scripts are in the facts of the file that
has them (see ``snapshot.manifests``). No file is opened here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.snapshot.model import Module, Package

from .atlas import ROOT, Atlas
from .ecosystems import (
    cargo_checks,
    dotnet_checks,
    go_checks,
    javascript_checks,
    jvm_checks,
    php_checks,
    ruby_checks,
    scripts_of,
)
from .model import Check, ChecksSource
from .python import python_checks
from .target import Target, members_of
from .tools import DOCS, PROSE, Found, doors, through

_BY_LANGUAGE: dict[str, Callable[[Atlas, Target], Found]] = {
    "javascript": javascript_checks,
    "typescript": javascript_checks,
    "rust": cargo_checks,
    "go": go_checks,
    "java": jvm_checks,
    "kotlin": jvm_checks,
    "csharp": dotnet_checks,
    "php": php_checks,
    "ruby": ruby_checks,
}
_LANGUAGE_OF = {"pypi": "python", "npm": "javascript", "cargo": "rust", "go": "go", "maven": "java",
                "nuget": "csharp", "packagist": "php", "rubygems": "ruby"}  # fmt: skip
_DOCS_FOLDERS = frozenset({"doc", "docs", "documentation", "website"})
_BUILDERS = {"mkdocs.yml": "mkdocs", "mkdocs.yaml": "mkdocs", "properdocs.yml": "properdocs"}


class Checks(NamedTuple):
    """What to run, and where that was found. Without a check the note says why."""

    items: tuple[Check, ...]
    note: str | None
    source: ChecksSource


def checks_of(atlas: Atlas, target: Target) -> Checks:
    """The checks of a target: those of the nearest ownership record that states any, else what the build files say."""
    for record in atlas.owners(target.path):
        if record.checks:
            why, source = "the ownership record states it", f"ownership:{record.id}"
            items = (Check(command=command, folder=ROOT, why=why, source=source) for command in record.checks)
            return Checks(tuple(items), None, "ownership")
    found = _from_files(atlas, target)
    unique = tuple({(check.command, check.folder): check for check in reversed(found.checks)}.values())[::-1]
    if unique:
        return Checks(unique, found.note, "files")
    return Checks((), found.note or f"no file at or above {target.path} says how it is tested", "none")


def _from_files(atlas: Atlas, target: Target) -> Found:
    if target.kind == "document":
        return _page_checks(atlas, target)
    members = members_of(atlas, target)
    note = None
    for language in _languages(atlas, target, members):
        known = _BY_LANGUAGE.get(language)
        found = known(atlas, target) if known is not None else python_checks(atlas, target, members)
        if found.checks:
            return found
        note = note or found.note
    front = through(atlas, target.path)
    return front if front.checks else Found(note=note)


def _languages(atlas: Atlas, target: Target, members: list[Entry]) -> list[str]:
    """The languages whose tools may test a target: a package's by its ecosystem, else those of its modules, most
    frequent first."""
    entity = atlas.entities.get(target.id)
    if isinstance(entity, Package):
        return [_LANGUAGE_OF[entity.ecosystem]] if entity.ecosystem in _LANGUAGE_OF else []
    spoken = Counter(module.language for entry in members if isinstance(module := atlas.entities[entry.id], Module))
    known = [language for language in spoken if language == "python" or language in _BY_LANGUAGE]
    return sorted(known, key=lambda language: (-spoken[language], language))


def _page_checks(atlas: Atlas, target: Target) -> Found:
    """What builds a page or looks at its text: a task, a script, else the site's generator. Of a document outside of
    the documentation only what looks at text does."""
    has_address = target.entry is not None and target.entry.site_url is not None
    is_page = has_address or not _DOCS_FOLDERS.isdisjoint(target.path.split("/"))
    tasks = doors(atlas, target.path, DOCS) if is_page else []
    if tasks:
        built = (
            Check(command=door.command, folder=door.folder, why="it builds the documentation", source=door.source)
            for door in tasks
        )
        several = " and ".join(door.command for door in tasks)
        return Found(tuple(built), f"ambiguous: {several} build documentation" if len(tasks) > 1 else None)
    scripts = scripts_of(atlas, target.path, (*DOCS, *PROSE) if is_page else PROSE, "it looks at the documentation")
    if scripts is not None:
        return scripts
    site = atlas.nearest(target.path, *_BUILDERS) if has_address else None
    if site is None:
        return Found(note=f"nothing is configured that looks at {target.path}")
    command = f"{_BUILDERS[site.rpartition('/')[2]]} build --strict"
    return Found((Check(command=command, folder=parent(site) or ROOT, why="it builds the site", source=site),))
