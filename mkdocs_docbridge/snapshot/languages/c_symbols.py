"""What is kept of the declarations of a C or C++ file: one symbol a name, with its signature and documentation."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.model import Symbol

from .c_comments import Comments
from .c_directives import Macro
from .c_lex import Lexed, Lines
from .c_modules import ModuleUnit
from .prose import clip, first_sentence
from .trees import MAX_SIGNATURE, Draft, Drafts, end_line_of, line_of, one_line


class Declaration(NamedTuple):
    """A name that is declared, and by which node. ``end`` is where the signature ends, if before the node's end;
    ``inside`` tells that it stands in the body of its class."""

    name: str
    kind: str
    whole: Node
    public: bool
    end: int | None = None
    is_definition: bool = True
    inside: bool = False


class Symbols:
    """The symbols of one file."""

    def __init__(self, data: bytes, lexed: Lexed, comments: Comments, unit: ModuleUnit) -> None:
        self._data = data
        self._comments = comments
        self._unit = unit
        # comments and preprocessor lines are no part of a signature
        self._cuts = sorted((*lexed.comments, *((found.start, found.end) for found in lexed.directives)))
        self._drafts: dict[str, Draft] = {}
        self.hidden: set[str] = set()
        """Names that a class keeps to itself, or that no other file sees."""

    def symbols(self) -> tuple[Symbol, ...]:
        """In the order of lines, then of names."""
        drafts = Drafts()
        for draft in self._drafts.values():
            drafts.add(draft)
        return drafts.symbols(lambda _: True)

    def add(self, found: Declaration) -> None:
        """Keeps a declaration. A definition stands for its declarations too and keeps what documents them; of the
        members of one name, one that is public makes it so."""
        whole = found.whole
        public = found.public and (not self._unit.name or self._unit.exports(whole.start_byte))
        comment = self._comments.above(whole.start_byte) or self._comments.behind(whole.end_byte)
        draft = Draft(
            name=found.name,
            kind=found.kind,
            line=line_of(whole),
            end_line=end_line_of(whole),
            signature=self._signature(whole.start_byte, whole.end_byte if found.end is None else found.end),
            summary=first_sentence(comment) if comment else "",
            overload=not found.is_definition,
            public=public,
        )
        known = self._drafts.get(found.name)
        if known is not None:
            draft = _merged(known, draft, known.public or (found.inside and public))
        self._drafts[found.name] = draft
        if draft.public:
            self.hidden.discard(found.name)
        else:
            self.hidden.add(found.name)

    def _signature(self, start: int, end: int) -> str:
        first, last = bisect_left(self._cuts, (start, start)), bisect_left(self._cuts, (end, end))
        return one_line(self._data, start, end, tuple(self._cuts[first:last])).rstrip(" ;{=:,")

    def add_module(self) -> None:
        """The C++20 module that the file is the interface of."""
        unit = self._unit
        if unit.interface:
            self._drafts[unit.name] = Draft(unit.name, "module", unit.line, unit.line, f"export module {unit.name}")

    def add_macro(self, macro: Macro, lines: Lines, *, header: bool) -> None:
        """A macro: its value is part of its signature, the text of one with parameters is not."""
        if macro.name in self._drafts:
            return
        line = self._data.rfind(b"\n", 0, macro.start) + 1
        signature = f"#define {macro.name}{macro.parameters or ''}"
        if macro.parameters is None:
            signature = f"{signature} {macro.body[:MAX_SIGNATURE]}"
        self._drafts[macro.name] = Draft(
            name=macro.name,
            kind="macro",
            line=lines.at(macro.start),
            end_line=lines.at(macro.end),
            signature=clip(" ".join(signature.split()), MAX_SIGNATURE),
            summary=first_sentence(self._comments.above(line) or self._comments.ending(macro.start, macro.end)),
            public=header and macro.offered and not self._unit.name,
        )


def _merged(known: Draft, other: Draft, public: bool) -> Draft:
    """One symbol of two declarations of a name: the first, unless only the other is a definition."""
    kept, lost = (other, known) if known.overload and not other.overload else (known, other)
    return kept._replace(summary=kept.summary or lost.summary, public=public)
