"""``build.gradle``, ``settings.gradle`` (Groovy and Kotlin) and version catalogs.

The scripts are programs. Only what they say in plain literals is read; nothing is run.
"""

from __future__ import annotations

import re

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts

from .members import Members, broken, decoded, load_toml, not_utf8

_COMMENT = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|//[^\n]*|/\*.*?(?:\*/|\Z)""", re.DOTALL)
# With a version in it a string is nothing else; without one, only behind the name of a configuration.
_COORDINATE = re.compile(
    r"""\b(?:\w*(?:[aA]pi|[iI]mplementation|(?:[cC]ompile|[rR]untime)(?:Only)?|Processor)|classpath|kapt\w*|ksp\w*"""
    r"""|(?:enforcedP|p)latform)(?:\s*\(\s*|\s*)["']([A-Za-z][\w.-]*:[A-Za-z][\w.-]*)["']"""
    r"""|["']([A-Za-z][\w.-]*:[A-Za-z][\w.-]*):[\w.$+{}@,\[\]()-]+["']"""
)
_NAMED = re.compile(r"""\bgroup\s*[:=]\s*["']([\w.-]+)["']\s*,\s*(?:name|module)\s*[:=]\s*["']([\w.-]+)["']""")
_PROJECT = re.compile(r"""\bproject\s*\(\s*(?:path\s*[:=]\s*)?["']:([\w.:-]+)["']""")
_ACCESSOR = re.compile(r"\b(libs|projects)((?:\.[a-z]\w*)+)")
_ROOT_NAME = re.compile(r"""^[ \t]*rootProject\s*\.\s*name\s*=\s*["']([^"'$\n]+)["']""", re.MULTILINE)
_INCLUDE = re.compile(r"""^[ \t]*include\b[ \t]*\(?((?:\s*["'][\w.:/-]+["']\s*,?)+)""", re.MULTILINE)
_QUOTED = re.compile(r"""["']([^"'\n]+)["']""")
_MEMBER = r"""^(?:project\.)?%s[ \t]*(?:=[ \t]*)?["']([^"'$\n]+)["']"""
_VERSION = re.compile(_MEMBER % "version", re.MULTILINE)
_DESCRIPTION = re.compile(_MEMBER % "description", re.MULTILINE)
_NOT_NAMES = frozenset({"libs.versions", "libs.plugins", "libs.bundles"})
_AT_LINE = re.compile(r"\(at line (\d+)")


def read_build(data: bytes) -> ManifestFacts:
    """The facts of a Gradle script. It does not know its project's name (see :func:`completed`).

    Dependencies are the coordinates written in it (``group:artifact``), projects (``:path``) and accessors of the
    version catalog (``libs.some.alias``) and of projects (``projects.someName``), as written.
    """
    text = _text(data)
    if isinstance(text, ManifestFacts):
        return text
    found: list[tuple[int, str]] = [(match.start(), match[1] or match[2]) for match in _COORDINATE.finditer(text)]
    found += [(match.start(), f"{match[1]}:{match[2]}") for match in _NAMED.finditer(text)]
    found += [(match.start(), f":{match[1].strip(':')}") for match in _PROJECT.finditer(text)]
    for match in _ACCESSOR.finditer(text):
        name = match[0].removesuffix(".get")
        if ".".join(name.split(".")[:2]) not in _NOT_NAMES:
            found.append((match.start(), name))
    version, description = _VERSION.search(text), _DESCRIPTION.search(text)
    return ManifestFacts(
        ecosystem="maven",
        name="",
        version=version[1] if version else None,
        description=description[1] if description else "",
        dependencies=_placed(found, text),
    )


def read_settings(data: bytes) -> ManifestFacts:
    """The facts of a ``settings.gradle``: the name of the root project and the folders of the included ones."""
    text = _text(data)
    if isinstance(text, ManifestFacts):
        return text
    name = _ROOT_NAME.search(text)
    included = {
        quoted[1].strip(":").replace(":", "/")
        for match in _INCLUDE.finditer(text)
        for quoted in _QUOTED.finditer(match[1])
    }
    return ManifestFacts(
        ecosystem="maven", name=name[1].strip() if name else "", workspaces=tuple(sorted(included - {""}))
    )


def read_catalog(data: bytes) -> ManifestFacts:
    """The facts of a version catalog: its libraries, as dependencies, and by the accessor that scripts use."""
    try:
        text = decoded(data)
        document = load_toml(text)
    except UnicodeDecodeError as error:
        return not_utf8("maven", data, error)
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        return broken("maven", "not TOML", int(at[1]) if at else None)
    except RecursionError:
        return broken("maven", "nested too deeply to be read", None)
    root = Members(document)
    libraries = root.table("libraries")
    names = {alias: name for alias in libraries if (name := _library(libraries, alias))}
    places: dict[str, int] = {}
    for match in _QUOTED.finditer(text):
        places.setdefault(":".join(match[1].split(":")[:2]), match.start())
    found = [(places.get(name, places.get(name.partition(":")[2], 0)), name) for name in set(names.values())]
    return ManifestFacts(
        ecosystem="maven",
        name="",
        dependencies=_placed(found, text),
        aliases=tuple((re.sub(r"[-_]", ".", alias), (names[alias],)) for alias in sorted(names)),
        notes=tuple(root.notes),
    )


def _library(libraries: Members, alias: str) -> str:
    """``group:artifact`` of a library, ``""`` when it does not say so."""
    value = libraries.value(alias)
    if isinstance(value, str):
        return ":".join(value.split(":")[:2])
    library = libraries.table(alias)
    group, name = library.text("group"), library.text("name")
    return library.text("module") or (f"{group}:{name}" if group and name else "")


def _text(data: bytes) -> str | ManifestFacts:
    """The script without its comments; lines keep their numbers."""
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        return not_utf8("maven", data, error)
    return _COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)


def _placed(found: list[tuple[int, str]], text: str) -> tuple[Dependency, ...]:
    lines: dict[str, int] = {}
    line, last = 1, 0
    for place, name in sorted(found):
        line += text.count("\n", last, place)
        last = place
        lines.setdefault(name, line)
    return tuple(Dependency(name=name, line=lines[name]) for name in sorted(lines))
