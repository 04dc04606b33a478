"""Python's import statements and calls, wherever in a file they stand."""

from __future__ import annotations

import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, Note, RawImport

from .trees import Finder, line_of, text_of

IMPORT_STATEMENTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_KEYWORD = re.compile(rb"import(?=[\s(*\\])")
_CALL = re.compile(rb"\b(import_module|__import__)[ \t]*\(")
_SPACE = re.compile(r"[\s\\]+")
_UNESCAPED = re.compile(r"\\(\r?\n|[\\'\"])")


def literal(node: Node | None) -> str | None:
    """The value of a string literal (or of several side by side); None for anything else, f-strings and bytes
    included. Escapes other than of quotes, backslashes and line ends stay as written."""
    if node is None:
        return None
    if node.type == "parenthesized_expression":
        return literal_of_parts(node.named_children)
    if node.type == "concatenated_string":
        return literal_of_parts(node.named_children)
    if node.type != "string":
        return None
    children = node.children
    prefix = text_of(children[0]).rstrip("'\"").lower() if children else ""
    if "b" in prefix or "f" in prefix or "t" in prefix or len(children) < 2:
        return None
    text = (node.text or b"")[
        children[0].end_byte - node.start_byte : children[-1].start_byte - node.start_byte
    ].decode("utf-8", "replace")
    return text if "r" in prefix else _UNESCAPED.sub(lambda match: match[1].strip("\r\n"), text)


def literal_of_parts(nodes: list[Node]) -> str | None:
    """The joined value of adjacent string literals, None when one of ``nodes`` is not one."""
    parts = [literal(node) if node.type == "string" else None for node in nodes if node.type != "comment"]
    known = [part for part in parts if part is not None]
    return "".join(known) if parts and len(known) == len(parts) else None


def read_import(node: Node, local: bool) -> list[RawImport]:
    """The imports of one statement: one each for ``import a, b``, one for a ``from``."""
    line = line_of(node)
    if node.type == "import_statement":
        return [
            RawImport(specifier=module, names=names, line=line, local=local)
            for child in node.children_by_field_name("name")
            for module, names in [_whole_module(child)]
            if module
        ]
    if node.type == "future_import_statement":
        specifier = "__future__"
    else:
        module_node = node.child_by_field_name("module_name")
        specifier = "" if module_node is None else _compact(module_node)
    names = tuple(_imported_name(child) for child in node.children_by_field_name("name"))
    if any(child.type == "wildcard_import" for child in node.named_children):
        names = (ImportedName(name="*", alias="*"),)
    return [RawImport(specifier=specifier, names=names, line=line, local=local)] if specifier else []


def _whole_module(node: Node) -> tuple[str, tuple[ImportedName, ...]]:
    if node.type != "aliased_import":
        return _compact(node), ()
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None or alias is None:
        return "", ()
    return _compact(name), (ImportedName(name="", alias=_compact(alias)),)


def _imported_name(node: Node) -> ImportedName:
    if node.type == "aliased_import":
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name is not None and alias is not None:
            return ImportedName(name=_compact(name), alias=_compact(alias))
    name_text = _compact(node)
    return ImportedName(name=name_text, alias=name_text)


def _compact(node: Node) -> str:
    return _SPACE.sub("", text_of(node))


def hidden_imports(data: bytes, finder: Finder, seen: set[int]) -> list[RawImport]:
    """The import statements inside functions: each ``import`` of the text is asked of the tree.

    A walk over every node costs more than the parse; these few look-ups do not show. ``seen`` holds the start
    offsets of the statements already read.
    """
    found: list[RawImport] = []
    for match in _KEYWORD.finditer(data):
        if match.start() in seen:
            continue
        node = finder.at(match.start(), match.end())
        if node is not None and node.type in IMPORT_STATEMENTS and node.start_byte not in seen:
            found.extend(read_import(node, local=True))
    return found


def dynamic_imports(data: bytes, finder: Finder) -> tuple[list[RawImport], list[Note]]:
    """``importlib.import_module("literal")`` and ``__import__("literal")``; a note for each other argument."""
    found: list[RawImport] = []
    notes: list[Note] = []
    if b"import_module" not in data and b"__import__" not in data:
        return found, notes
    for match in _CALL.finditer(data):
        # The smallest node that covers a function's name and the parenthesis behind it is the call.
        call = finder.at(match.start(), match.end())
        if call is None or call.type != "call" or not _is_called(call, match.end(1)):
            continue
        arguments = call.child_by_field_name("arguments")
        if arguments is None or arguments.type != "argument_list":
            continue
        given = [_value(node) for node in arguments.named_children if node.type != "comment"]
        name = literal(given[0]) if given else None
        package = literal(given[1]) if len(given) > 1 and match[1] == b"import_module" else None
        if name and package and name.startswith("."):
            name = _absolute(name, package)
        if name:
            found.append(RawImport(specifier=name, names=(), line=line_of(call), kind="dynamic", local=True))
        else:
            reason = f"{match[1].decode()} is called with a name that only running it would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line_of(call)))
    return found, notes


def _is_called(call: Node, end: int) -> bool:
    function = call.child_by_field_name("function")
    return function is not None and function.end_byte == end and function.type in {"identifier", "attribute"}


def _value(argument: Node) -> Node | None:
    return argument.child_by_field_name("value") if argument.type == "keyword_argument" else argument


def _absolute(name: str, package: str) -> str:
    level = len(name) - len(name.lstrip("."))
    parents = package.split(".")[: len(package.split(".")) - (level - 1)]
    return ".".join([*parents, name[level:]]) if parents else name
