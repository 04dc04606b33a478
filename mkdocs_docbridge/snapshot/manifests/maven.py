"""``pom.xml``."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts, Note

from .xml import child_text, children, load_xml, local

_PROPERTY = re.compile(r"\$\{([^${}]+)\}")
_PLACE = re.compile(r"<(/?)dependency>|<artifactId>([^<]*)<|<(/?)exclusions>")
_MAX_STEPS = 8


def read_pom(data: bytes) -> ManifestFacts:
    """The facts of a ``pom.xml``. Its name is ``groupId:artifactId``, as dependencies write it; the group and the
    version may be the parent's. A value that another file defines (a property of the parent) is not known here."""
    read = load_xml("maven", data)
    if isinstance(read, ManifestFacts):
        return read
    root, text = read
    properties = _Properties(root)
    group = properties.of("groupId") or properties.value(child_text(root, "parent", "groupId"))
    artifact, notes = properties.of("artifactId"), list[Note]()
    dependencies: dict[str, int] = {}
    lines = _lines(text)
    places = (root, *children(root, "profiles", "profile"))
    for dependency in [found for place in places for found in children(place, "dependencies", "dependency")]:
        raw = child_text(dependency, "artifactId")
        name = ":".join(properties.value(child_text(dependency, part)) for part in ("groupId", "artifactId"))
        line = lines.get(raw, 1)
        if "${" in name or name.startswith(":") or name.endswith(":"):
            reason = f"the dependency {name} takes its name from another file; it is left out"
            notes.append(Note(code="MANIFEST_MEMBER", reason=reason, line=line))
        else:
            dependencies.setdefault(name, line)
    return ManifestFacts(
        ecosystem="maven",
        name=f"{group}:{artifact}" if group and artifact else artifact,
        version=_known(properties.of("version") or properties.value(child_text(root, "parent", "version"))),
        description=" ".join(properties.of("description").split()),
        dependencies=tuple(Dependency(name=name, line=dependencies[name]) for name in sorted(dependencies)),
        workspaces=tuple(sorted({(found.text or "").strip() for found in children(root, "modules", "module")} - {""})),
        notes=tuple(notes),
    )


class _Properties:
    """What ``${…}`` stands for, as far as this file says it."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._named = {local(e): (e.text or "").strip() for found in children(root, "properties") for e in found}

    def of(self, name: str) -> str:
        """The member ``name`` of the project."""
        return self.value(child_text(self._root, name))

    def value(self, text: str) -> str:
        """``text`` with the properties that are known put in; the others stay as they are."""
        for _ in range(_MAX_STEPS):
            replaced = _PROPERTY.sub(self._replacement, text[:1_000])
            if replaced == text:
                break
            text = replaced
        return text

    def _replacement(self, match: re.Match[str]) -> str:
        name = match[1].strip()
        if name in self._named:
            return self._named[name]
        own = name.removeprefix("project.").removeprefix("pom.")
        if own != name and (found := child_text(self._root, *own.split("."))):
            return found
        inherited = child_text(self._root, "parent", own) if own in {"groupId", "version"} and own != name else ""
        return inherited or match[0]


def _known(version: str) -> str | None:
    return version if version and "${" not in version else None


def _lines(text: str) -> dict[str, int]:
    """By artifact as it is written: the line that first names it in a dependency."""
    found: dict[str, int] = {}
    line, last, inside, excluded = 1, 0, False, False
    for match in _PLACE.finditer(text):
        if match[1] is not None:
            inside = not match[1]
        elif match[3] is not None:
            excluded = not match[3]
        elif inside and not excluded:
            line += text.count("\n", last, match.start())
            last = match.start()
            found.setdefault(match[2].strip(), line)
    return found
