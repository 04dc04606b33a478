"""``noxfile.py``: the sessions it declares. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ManifestFacts
from mkdocs_docbridge.snapshot.languages.python import PythonAnalyzer
from mkdocs_docbridge.snapshot.languages.python_imports import literal
from mkdocs_docbridge.snapshot.languages.source import decode
from mkdocs_docbridge.snapshot.languages.trees import text_of

from .members import broken
from .tasks import TASKS, tasks_file

_SESSION = re.compile(r"@\s*(?:nox\.)?session\b")


def read_noxfile(data: bytes) -> ManifestFacts:
    """The sessions of a ``noxfile.py``, by the name that they are given or that of their function."""
    tree = PythonAnalyzer().parse(decode(data).data, ".py")
    if tree is None:
        return broken(TASKS, "it takes more steps to parse than a manifest should", None)
    return tasks_file(("nox", name) for node in tree.root_node.named_children for name in _session(node))


def _session(node: Node) -> Iterator[str]:
    function = node.child_by_field_name("definition") if node.type == "decorated_definition" else None
    name = function.child_by_field_name("name") if function is not None else None
    if name is None:
        return
    for decorator in node.named_children:
        if decorator.type == "decorator" and _SESSION.match(text_of(decorator)):
            yield _given_name(decorator) or text_of(name)


def _given_name(decorator: Node) -> str:
    for call in decorator.named_children:
        arguments = call.child_by_field_name("arguments") if call.type == "call" else None
        for argument in arguments.named_children if arguments is not None else ():
            name = argument.child_by_field_name("name")
            if argument.type == "keyword_argument" and name is not None and text_of(name) == "name":
                return literal(argument.child_by_field_name("value")) or ""
    return ""
