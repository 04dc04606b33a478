"""C#'s ``using`` directives."""

from __future__ import annotations

import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ImportKind, RawImport

from .trees import line_of, text_of

_NAMES = frozenset({"identifier", "qualified_name", "alias_qualified_name", "generic_name"})
_ARGUMENTS = re.compile(r"<.*", re.DOTALL)
_BLANKS = re.compile(r"\s+")


def read_using(node: Node) -> RawImport | None:
    """A ``using`` directive; None for one that names a tuple, an array or a pointer and so takes from nowhere."""
    alias, taken = "", None
    kinds = {child.type for child in node.children}
    name = node.child_by_field_name("name")
    for child in node.named_children:
        if name is not None and child.start_byte == name.start_byte and "=" in kinds:
            alias = text_of(child)
        elif child.type in _NAMES:
            taken = child
    if taken is None:
        return None
    # ``List<int>`` is of its own namespace; what stands in the brackets is imported by no one's name
    target = _ARGUMENTS.sub("", _BLANKS.sub("", text_of(taken))).removeprefix("global::")
    names: tuple[ImportedName, ...] = ()
    if alias:
        names = (ImportedName(name="", alias=alias),)
    elif "static" in kinds:
        names = (ImportedName(name="*", alias="*"),)
    kind: ImportKind = "re-export" if "global" in kinds else "import"
    return RawImport(specifier=target, names=names, line=line_of(node), kind=kind) if target else None
