"""Definitions in the part of a Java, Kotlin or C# file that its grammar gave up on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from .comments import Above
from .definitions import MAX_TYPE_DEPTH, Definition, Owner
from .trees import text_of

_TYPE_WORDS = {
    "class": "class",
    "record": "class",
    "object": "class",
    "interface": "type",
    "enum": "type",
    "struct": "type",
    "@interface": "type",
}
_OPEN_TYPES = frozenset({"interface", "@interface"})

IsPublic = Callable[[frozenset[str], Owner], bool]
"""Whether something with these modifiers is public in this owner."""


class Piece(NamedTuple):
    """A whole statement (``node``), or a type of which only the head is left (``definition``)."""

    owner: Owner
    comment: str
    node: Node | None = None
    definition: Definition | None = None


def torn(error: Node, owner: Owner, is_public: IsPublic) -> Iterator[Piece]:
    """What can be read out of an ERROR node that stands in ``owner``.

    Braces and words like ``class Cart`` are left in it as single pieces; they tell which type a statement between
    them belongs to. What stands in other braces is the inside of something, and no member.
    """
    # In the place of a type's body the first brace is that type's own.
    takes_body = error.parent is not None and error.parent.type.endswith("_declaration")
    pending = owner if takes_body else None
    around: list[Owner | None] = [owner]
    above, modifiers = Above(), list[Node]()
    pieces = error.children
    for piece, following in zip(pieces, [*pieces[1:], None], strict=False):
        here = around[-1]
        if piece.type == "{":
            around.append(pending)
            pending = None
        elif piece.type == "}":
            around = around[:-1] or [None]
        elif "comment" in piece.type:
            above.add(piece)
        elif piece.type in {"modifier", "modifiers"}:
            modifiers.append(piece)
        elif here is None or here.depth >= MAX_TYPE_DEPTH:
            modifiers = []
        elif piece.type in _TYPE_WORDS and following is not None and following.type.endswith("identifier"):
            start = modifiers[0] if modifiers else piece
            words = frozenset(word for node in modifiers for word in text_of(node).split())
            public = here.public and is_public(words, here)
            full = here.member(text_of(following))
            head = Definition(full, _TYPE_WORDS[piece.type], following, start, None, public)
            yield Piece(here, above.take(start), definition=head)
            pending = Owner(full, public, opens=piece.type in _OPEN_TYPES, depth=here.depth + 1)
            modifiers = []
        elif piece.is_named:
            yield Piece(here._replace(depth=here.depth + 1), above.take(piece), node=piece)
            modifiers = []
