"""``__all__`` of a Python module, as its statements build it."""

from __future__ import annotations

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import Note

from .python_imports import literal
from .trees import line_of, text_of

_SEQUENCES = frozenset({"list", "tuple", "binary_operator", "parenthesized_expression", "expression_list"})
_METHODS = frozenset({"__all__.extend", "__all__.append"})


class DunderAll:
    """The literal names of ``__all__``, and whether running the module would tell more."""

    def __init__(self) -> None:
        self.names: set[str] | None = None
        self.computed_at: int | None = None

    def extend(self, value: Node) -> None:
        """Takes in what is assigned or added to ``__all__``."""
        self.names = set() if self.names is None else self.names
        stack = [value]
        while stack:
            node = stack.pop()
            if node.type in _SEQUENCES:
                stack.extend(node.named_children)
            elif (text := literal(node)) is not None:
                self.names.add(text)
            elif node.type != "comment" and self.computed_at is None:
                self.computed_at = line_of(node)

    def read(self, node: Node) -> None:
        """Takes in ``__all__ += …`` and the calls ``__all__.extend(…)`` and ``__all__.append(…)``."""
        if node.type == "augmented_assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier" and text_of(left) == "__all__":
                self.extend(right)
        elif node.type == "call":
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            known = function is not None and function.type == "attribute" and text_of(function) in _METHODS
            if known and arguments is not None:
                for argument in arguments.named_children:
                    self.extend(argument)

    def offered(self, defined: list[str]) -> frozenset[str]:
        """The names the module offers: ``__all__`` when it is literal, else the public ones of ``defined`` too."""
        if self.names is not None and self.computed_at is None:
            return frozenset(self.names)
        public = {name for name in defined if "." not in name and not name.startswith("_")}
        return frozenset(public | (self.names or set()))

    @property
    def note(self) -> Note | None:
        """A DYNAMIC_EXPORTS note when a part of it is computed."""
        if self.computed_at is None:
            return None
        reason = "__all__ is computed in part; its literal names and the public definitions count as exported"
        return Note(code="DYNAMIC_EXPORTS", reason=reason, line=self.computed_at)
