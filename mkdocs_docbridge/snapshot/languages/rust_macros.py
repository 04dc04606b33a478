"""Items inside the braces of a macro: ``cfg_rt! { pub mod x; }`` passes on what it holds."""

from __future__ import annotations

from tree_sitter import Node

from .trees import text_of

_BLANK = bytes(10 if byte == 10 else 32 for byte in range(256))


def bodies(invocation: Node) -> list[tuple[int, int]]:
    """The bytes inside the braces of a macro that stands where items stand; of ``cfg_if!``, of each branch."""
    tree = next((child for child in invocation.named_children if child.type == "token_tree"), None)
    macro = invocation.child_by_field_name("macro")
    if tree is None or macro is None or not _is_braced(tree):
        return []
    if text_of(macro).rpartition("::")[2] == "cfg_if":
        return [(b.start_byte + 1, b.end_byte - 1) for b in tree.named_children if _is_braced(b)]
    return [(tree.start_byte + 1, tree.end_byte - 1)]


def _is_braced(node: Node) -> bool:
    return node.type == "token_tree" and node.child_count > 1 and node.children[0].type == "{"


def only(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """``data`` with everything but ``spans`` blank, every place as it was."""
    pieces: list[bytes] = []
    at = 0
    for start, end in spans:
        pieces += [data[at:start].translate(_BLANK), data[start:end]]
        at = end
    return b"".join([*pieces, data[at:].translate(_BLANK)])
