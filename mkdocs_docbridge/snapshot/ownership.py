"""Who answers for which path: settings first, then agent documents, then CODEOWNERS."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mkdocs_docbridge.settings import OwnershipRecord
from mkdocs_docbridge.text.redaction import redact_source

from .facts import DocumentFacts
from .model import Ownership

_LITERAL = re.compile(r"^/?(?P<path>[^*?\[\]!]+?)/?(?:\*\*?)?$")


def normal_path(path: str) -> str:
    """A declared path as the snapshot writes it: no leading ``./`` or ``/``, no trailing ``/``."""
    return path.strip().removeprefix("./").strip("/") or "."


def ownership_records(
    settings: tuple[OwnershipRecord, ...], documents: Mapping[str, DocumentFacts], codeowners: str | None
) -> tuple[Ownership, ...]:
    """One record per path; of several for one path the source with the highest precedence wins."""
    records: dict[str, Ownership] = {}
    for item in settings:
        path = normal_path(item.path)
        records.setdefault(
            path,
            Ownership(
                id=item.id,
                path=path,
                source="settings",
                purpose=redact_source(item.purpose, limit=1024),
                group=item.group,
                checks=item.checks,
                agent_doc=item.agent_doc,
                human_doc=item.human_doc,
            ),
        )
    for document, facts in sorted(documents.items()):
        matter = facts.front_matter
        if matter.ownership_id and matter.edit_root:
            path = normal_path(matter.edit_root)
            records.setdefault(
                path,
                Ownership(
                    id=matter.ownership_id,
                    path=path,
                    source="document",
                    purpose=redact_source(matter.purpose, limit=1024),
                    checks=matter.checks,
                    agent_doc=document,
                ),
            )
    for record in _codeowners(codeowners or ""):
        records.setdefault(record.path, record)
    return tuple(records[path] for path in sorted(records))


def _codeowners(text: str) -> list[Ownership]:
    """The rules that name one path; the last rule for a path wins, as on GitHub. Wildcard rules own no unit."""
    found: dict[str, Ownership] = {}
    for line in text.splitlines():
        pattern, *owners = line.split("#", 1)[0].split()[:17] or [""]
        match = _LITERAL.match(pattern)
        if not match or "\\" in pattern or pattern.startswith("["):
            continue
        path = normal_path(match["path"])
        if path == ".":
            continue
        if not owners:
            # a later rule without owners takes the path away from them
            found.pop(path, None)
            continue
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", owners[0].rsplit("/", 1)[-1]).strip("-") or "owner"
        found[path] = Ownership(id=name, path=path, source="codeowners", group=" ".join(owners))
    return list(found.values())
