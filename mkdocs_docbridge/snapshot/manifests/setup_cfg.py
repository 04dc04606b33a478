"""``setup.cfg`` and ``setup.py``: what setuptools is told outside of ``pyproject.toml``. Nothing is run."""

from __future__ import annotations

import configparser
import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts, Note
from mkdocs_docbridge.snapshot.languages.python import PythonAnalyzer
from mkdocs_docbridge.snapshot.languages.python_imports import literal
from mkdocs_docbridge.snapshot.languages.source import decode
from mkdocs_docbridge.snapshot.languages.trees import Finder, first_named, line_of, text_of

from .ini import load_ini
from .members import broken, with_lines
from .python_requirements import by_comparable, required_names
from .tasks import ini_tasks

_ECOSYSTEM = "pypi"
_COMPUTED = ("attr:", "file:")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SETUP = re.compile(rb"\bsetup[ \t]*\(")
_MAX_ITEMS = 2000


# -- setup.cfg ---------------------------------------------------------------------------------------------------------


def read_setup_cfg(data: bytes) -> ManifestFacts:
    """The facts of a ``setup.cfg``; one that only configures tools declares no package. A version that is read from
    elsewhere (``attr:``, ``file:``) is None."""
    read = load_ini(_ECOSYSTEM, data)
    if isinstance(read, ManifestFacts):
        return read
    parser, text = read
    metadata = _section(parser, "metadata")
    options = _section(parser, "options")
    name, version = metadata.get("name", ""), metadata.get("version", "")
    requirements = _lines(options.get("install_requires", ""))
    for extra in _section(parser, "options.extras_require").values():
        requirements.extend(_lines(extra))
    names = by_comparable(required_names(requirements), name)
    where = _lines(_section(parser, "options.packages.find").get("where", ""))
    folders = dict(_pair(line) for line in _lines(options.get("package_dir", "")))
    scripts = _lines(_section(parser, "options.entry_points").get("console_scripts", ""))
    return ManifestFacts(
        ecosystem=_ECOSYSTEM,
        name="" if name.startswith(_COMPUTED) else name,
        version=None if not version or version.startswith(_COMPUTED) else version,
        description="" if (about := metadata.get("description", "")).startswith(_COMPUTED) else about.strip(),
        dependencies=_dependencies(names, text),
        source_roots=_roots([*where, folders.get("", "")]),
        scripts=tuple(sorted({_pair(line)[0] for line in scripts})),
        tasks=ini_tasks(parser),
    )


def _section(parser: configparser.RawConfigParser, name: str) -> dict[str, str]:
    """The options of a section; setuptools takes dashes for underscores."""
    if not parser.has_section(name):
        return {}
    return {key.replace("-", "_"): value or "" for key, value in parser.items(name)}


def _lines(value: str) -> list[str]:
    """The entries of a list that is written a line each, or with commas in one line."""
    parts = value.split("\n") if "\n" in value.strip() else value.split(",") if ";" not in value else [value]
    return [part.strip() for part in parts if part.strip() and not part.strip().startswith("#")]


def _pair(line: str) -> tuple[str, str]:
    key, _, value = line.partition("=")
    return key.strip(), value.strip()


def _roots(folders: list[str]) -> tuple[str, ...]:
    return tuple(sorted({folder.strip("/") or "." for folder in folders} - {"."}))


def _dependencies(names: dict[str, str], text: str) -> tuple[Dependency, ...]:
    """One dependency a name, with the line that first has it from the requirements on."""
    start = max(text.find("install_requires"), 0)
    first = text.count("\n", 0, start) + 1
    lines: dict[str, int] = {}
    for number, line in enumerate(text[start:].split("\n"), start=first):
        for match in _NAME.finditer(line):
            lines.setdefault(match[0].rstrip("._-").lower(), number)
    return tuple(Dependency(name=name, line=lines.get(name.lower(), 1)) for name in names.values())


# -- setup.py ----------------------------------------------------------------------------------------------------------


def read_setup_py(data: bytes) -> ManifestFacts:
    """The facts of a ``setup.py``: the literal arguments of its call of ``setup()``, and names that stand for a
    literal in it. A file without that call is a module like any other and declares nothing."""
    source = decode(data)
    tree = PythonAnalyzer().parse(source.data, ".py")
    if tree is None:
        return broken(_ECOSYSTEM, "it takes more steps to parse than a manifest should", None)
    call = _setup_call(source.data, Finder(tree.root_node))
    if call is None:
        return ManifestFacts(ecosystem=_ECOSYSTEM, name="")
    setup = _Setup(tree.root_node, call)
    name = setup.text("name")
    requirements = [*setup.texts("install_requires"), *setup.nested("extras_require")]
    names = by_comparable(required_names(requirements), name)
    dependencies = with_lines(names.values(), source.text, "_require")
    lines = {dependency.name: dependency.line for dependency in dependencies}
    scripts = [_pair(line)[0] for line in setup.nested("entry_points", "console_scripts")]
    return ManifestFacts(
        ecosystem=_ECOSYSTEM,
        name=name,
        version=setup.text("version") or None,
        description=setup.text("description"),
        dependencies=tuple(Dependency(name=name, line=lines[name]) for name in names.values()),
        source_roots=_roots([*setup.nested("package_dir", ""), setup.found_in()]),
        scripts=tuple(sorted(set(scripts))),
        notes=tuple(setup.notes),
    )


def _setup_call(data: bytes, finder: Finder) -> Node | None:
    for match in _SETUP.finditer(data):
        node = finder.at(match.start(), match.end())
        function = None if node is None or node.type != "call" else node.child_by_field_name("function")
        if node is not None and function is not None and text_of(function) in {"setup", "setuptools.setup"}:
            return node
    return None


class _Setup:
    """The keyword arguments of one call."""

    def __init__(self, root: Node, call: Node) -> None:
        self.notes: list[Note] = []
        self._values: dict[str, Node] = {}
        for statement in root.named_children:
            assigned = first_named(statement) if statement.type == "expression_statement" else None
            if assigned is not None and assigned.type == "assignment":
                left, right = assigned.child_by_field_name("left"), assigned.child_by_field_name("right")
                if left is not None and right is not None and left.type == "identifier":
                    self._values.setdefault(text_of(left), right)
        self._given: dict[str, Node] = {}
        arguments = call.child_by_field_name("arguments")
        for argument in arguments.named_children if arguments is not None else ():
            name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
            if argument.type == "keyword_argument" and name is not None and value is not None:
                self._given.setdefault(text_of(name), value)

    def _meant(self, node: Node | None) -> Node | None:
        """The value behind a name."""
        return self._values.get(text_of(node)) if node is not None and node.type == "identifier" else node

    def text(self, key: str) -> str:
        """The literal text of an argument, ``""`` without one; a name that cannot be read is noted."""
        node = self._given.get(key)
        value = literal(self._meant(node))
        if value is None and node is not None and key == "name":
            reason = "name is no literal: only running the file would tell it"
            self.notes.append(Note(code="MANIFEST_MEMBER", reason=reason, line=line_of(node)))
        return value or ""

    def texts(self, key: str) -> list[str]:
        """The literal texts of a list."""
        return self._list(self._given.get(key))

    def _list(self, node: Node | None) -> list[str]:
        node = self._meant(node)
        if node is None or node.type not in {"list", "tuple", "set"}:
            text = literal(node)
            return [text] if text is not None else []
        texts = [literal(item) for item in node.named_children[:_MAX_ITEMS]]
        return [text for text in texts if text is not None]

    def nested(self, key: str, member: str | None = None) -> list[str]:
        """The literal texts in the values of a table, or in those of one ``member`` of it."""
        table = self._meant(self._given.get(key))
        if table is None or table.type != "dictionary":
            return []
        found: list[str] = []
        for pair in table.named_children[:_MAX_ITEMS]:
            name = literal(pair.child_by_field_name("key"))
            if pair.type == "pair" and (member is None or name == member):
                found.extend(self._list(pair.child_by_field_name("value")))
        return found

    def found_in(self) -> str:
        """The folder of ``packages=find_packages("src")``."""
        call = self._given.get("packages")
        function = None if call is None or call.type != "call" else call.child_by_field_name("function")
        arguments = None if call is None or function is None else call.child_by_field_name("arguments")
        if function is None or arguments is None or not text_of(function).startswith(("find_", "setuptools.find_")):
            return ""
        for argument in arguments.named_children:
            if argument.type == "keyword_argument":
                name = argument.child_by_field_name("name")
                if name is not None and text_of(name) == "where":
                    return literal(argument.child_by_field_name("value")) or ""
        return literal(first_named(arguments)) or ""
