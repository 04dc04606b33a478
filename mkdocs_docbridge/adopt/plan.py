"""What taking a repository on would add to it: lines, and files that are not there. Nothing is overwritten."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.artifacts import bytes_of
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.render.handoff_view import by_owner
from mkdocs_docbridge.settings_file import OWN_FILES, SITE_FILES
from mkdocs_docbridge.site.change import Change
from mkdocs_docbridge.snapshot.model import Area, Document, Ownership, Package, Snapshot
from mkdocs_docbridge.text.phrases import counted

from .site_config import minimal_config, with_plugin

OTHER_GENERATORS = {
    "docusaurus.config.js": "Docusaurus",
    "docusaurus.config.ts": "Docusaurus",
    "astro.config.mjs": "Astro",
    "antora.yml": "Antora",
    "antora-playbook.yml": "Antora",
    "hugo.toml": "Hugo",
    "hugo.yaml": "Hugo",
    "zensical.toml": "Zensical",
    "_config.yml": "Jekyll",
    "book.toml": "mdBook",
    "docs/conf.py": "Sphinx",
    "doc/conf.py": "Sphinx",
    "docs/source/conf.py": "Sphinx",
    "docs/.vitepress/config.ts": "VitePress",
    "docs/.vitepress/config.js": "VitePress",
    "docs/.vitepress/config.mts": "VitePress",
}
"""Files that say that a site is built with something else, and with what."""
MAX_PROPOSED = 5


@dataclass(frozen=True)
class Adoption:
    """What ``docbridge init`` does and says."""

    changes: tuple[Change, ...]
    """Files that are new, or to which lines are added."""
    notes: tuple[str, ...]
    """What was found, one sentence each."""
    proposed: str
    """YAML that a person may want to add to the settings; empty for none."""
    ci: tuple[str, ...]
    """The lines for CI."""


def adoption(root: Path, snapshot: Snapshot, claims: int | None) -> Adoption:
    """What to add to the repository at ``root``. ``claims`` counts what its documents state and it can prove, None
    where it has a registry already. Raises :class:`InputError` when the site's configuration cannot be added to."""
    notes: list[str] = []
    changes: list[Change] = []
    other = next((name for file, name in OTHER_GENERATORS.items() if (root / file).exists()), None)
    site = next((name for name in SITE_FILES if (root / name).is_file()), None)
    own = next((name for name in OWN_FILES if (root / name).exists()), None)
    if own is not None:
        notes.append(f"{own} is there already; it stays as it is")
    elif site is not None:
        changes += _plugin(root, site, notes)
    elif other is not None:
        text = f"# settings of docbridge; this site is built with {other}, so there is no plugin\ncodeowners: true\n"
        changes.append(_new(root, OWN_FILES[0], text.encode()))
        notes.append(f"the site is built with {other}: docbridge checks it from the command line")
    else:
        changes += _site(root, snapshot)
    notes += _owners(snapshot)
    if claims:
        notes.append(
            f"{counted(claims, 'statement')} about versions and counts could be guarded: docbridge parity init writes "
            "them down, for you to read and seal"
        )
    check = "docbridge check" if other is not None and site is None else "mkdocs build --strict"
    return Adoption(
        changes=tuple(changes),
        notes=tuple(notes),
        proposed=_proposed(snapshot),
        ci=("pip install mkdocs-docbridge", check),
    )


def _plugin(root: Path, name: str, notes: list[str]) -> list[Change]:
    before = (root / name).read_bytes()
    try:
        text = before.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("is not UTF-8", place=name, code="NOT_UTF8") from None
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    try:
        after = bom + with_plugin(text.removeprefix(bom), name)
    except InputError as error:
        if error.code != "PLUGIN_PRESENT":
            raise
        notes.append(f"{name} names the plugin already; it stays as it is")
        return []
    return [Change(place=name, path=root / name, before=before, after=after.encode())]


def _site(root: Path, snapshot: Snapshot) -> list[Change]:
    """A site where there is none: its configuration, and a first page unless the docs folder has one."""
    changes = [_new(root, "mkdocs.yml", minimal_config(snapshot.project).encode())]
    if not any((root / "docs").rglob("*.md")):
        said = next((item.summary for item in snapshot.entities if isinstance(item, Package) and item.summary), "")
        readme = (item for item in snapshot.entities if isinstance(item, Document) and item.path == "README.md")
        said = said or next((item.summary for item in readme), "")
        page = f"# {snapshot.project}\n" + (f"\n{said}\n" if said else "")
        changes.append(_new(root, "docs/index.md", page.encode()))
    return changes


def _new(root: Path, name: str, data: bytes) -> Change:
    if bytes_of(root / name) is not None:
        raise InputError("exists already", place=name, code="EXISTS", hint="move it, or go on by hand")
    return Change(place=name, path=root / name, before=None, after=data)


def _owners(snapshot: Snapshot) -> list[str]:
    records = [record for record in snapshot.ownership if record.source == "codeowners"]
    if not records:
        return ["nobody is declared to answer for a path: CODEOWNERS does it (not for * alone), or ownership records"]
    owners = counted(len(by_owner(records)), "owner")
    return [f"CODEOWNERS has {owners} of {counted(len(records), 'path')}; each owner gets a page"]


def _proposed(snapshot: Snapshot) -> str:
    """Ownership records of the largest areas that CODEOWNERS gives to somebody, to say what each is for."""
    records = {record.path: record for record in snapshot.ownership if record.source == "codeowners"}
    areas = [item for item in snapshot.entities if isinstance(item, Area) and item.path in records]
    areas.sort(key=lambda area: (-area.module_count, area.path))
    lines = [_record(records[area.path], area) for area in areas[:MAX_PROPOSED]]
    return "\n".join(["ownership:", *lines, ""]) if lines else ""


def _record(record: Ownership, area: Area) -> str:
    identifier = area.path.replace("/", "-")
    fields = f'path: {json.dumps(area.path)}, group: {json.dumps(record.group)}, purpose: "", checks: []'
    return f"  - {{id: {identifier}, {fields}}}"
