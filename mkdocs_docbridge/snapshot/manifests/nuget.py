"""``*.csproj`` and the MSBuild files that a whole tree shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts

from .xml import child_text, children, load_xml

_INCLUDE = re.compile(
    r"""<(PackageReference|PackageVersion|ProjectReference)\s[^<>]*?\b(?:Include|Update)\s*=\s*["']([^"'<>]*)["']"""
)
_NAMES = ("PackageId", "AssemblyName")


def read_csproj(data: bytes, stem: str) -> ManifestFacts:
    """The facts of the project file ``<stem>.csproj``. It is called by its package or assembly name, else as its file
    is. References count under every condition and for every target framework; one to a project is a dependency on
    that project's file name."""
    read = load_xml("nuget", data)
    if isinstance(read, ManifestFacts):
        return read
    root, text = read
    names = (_literal(root, member) for member in _NAMES)
    version = next((value for name in ("Version", "VersionPrefix") if (value := _literal(root, name))), None)
    return ManifestFacts(
        ecosystem="nuget",
        name=next((name for name in names if name), stem),
        version=version,
        description=" ".join(_literal(root, "Description").split()),
        dependencies=_dependencies(root, text),
    )


def read_shared(data: bytes) -> ManifestFacts:
    """The facts of ``Directory.Packages.props``, ``Directory.Build.props`` or ``.targets``: packages of the whole tree.
    It declares no package itself."""
    read = load_xml("nuget", data)
    if isinstance(read, ManifestFacts):
        return read
    return ManifestFacts(ecosystem="nuget", name="", dependencies=_dependencies(*read))


def _literal(root: Element, member: str) -> str:
    """The first value of a property that is no expression."""
    found = (child_text(group, member) for group in children(root, "PropertyGroup"))
    return next((value for value in found if value and "$(" not in value), "")


def _dependencies(root: Element, text: str) -> tuple[Dependency, ...]:
    lines: dict[str, int] = {}
    line = last = 0
    for match in _INCLUDE.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        lines.setdefault(match[2], line + 1)
    found = {_name(raw): lines.get(raw, 1) for raw in sorted(set(_references(root)), reverse=True)}
    return tuple(Dependency(name=name, line=found[name]) for name in sorted(found) if name)


def _references(root: Element) -> Iterator[str]:
    groups = [group for member in ("ItemGroup",) for group in children(root, member)]
    groups += [g for choose in children(root, "Choose") for when in choose for g in children(when, "ItemGroup")]
    for group in groups:
        for kind in ("PackageReference", "PackageVersion", "ProjectReference"):
            for reference in children(group, kind):
                value = reference.get("Include", "")
                if value and "$(" not in value.rpartition("\\")[2]:
                    yield value


def _name(reference: str) -> str:
    """A package's name, or the file name of a project without its suffix."""
    file = reference.replace("\\", "/").rpartition("/")[2]
    return re.sub(r"\.(?:cs|fs|vb)proj$", "", file, flags=re.IGNORECASE)
