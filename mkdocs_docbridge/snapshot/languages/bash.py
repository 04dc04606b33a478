"""Bash: functions, constants and exported variables of one script, and the files it sources."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .base import Analyzer
from .bash_sources import read_sources
from .blanks import blank
from .comments import Above, Head, prose_of
from .prose import first_sentence, says_generated
from .source import Source, count_terms, decode
from .trees import Draft, Drafts, drafted, end_line_of, line_of, one_line, statements_in, syntax_error, text_of

_KEYWORDS_TEXT = """
    alias bg break builtin case cd command continue coproc declare do done echo elif else enable esac eval exec exit
    export false fg fi for function getopts if in let local printf pwd read readonly return select set shift shopt
    source test then time trap true type typeset ulimit umask unalias unset until wait while
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_COMPOUND_TEXT = """
    if_statement elif_clause else_clause case_statement case_item while_statement for_statement c_style_for_statement
    do_group list compound_statement redirected_statement ERROR
"""
_COMPOUND = frozenset(_COMPOUND_TEXT.split())
_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
_TEST_HEAD = re.compile(rb"^([ \t]*)@test[ \t][^\n]*\{[ \t]*$", re.MULTILINE)
_UNSPOKEN = re.compile(rb"\A#![^\n]*|^[ \t]*#[ \t]*(?:shellcheck|shfmt|bats)\b[^\n]*$", re.MULTILINE)
_NO_PROSE = re.compile(r"copyright|licen[sc]e|SPDX-|-\*-|vim?:|^#*\s*(?:TODO|FIXME)", re.IGNORECASE)
_FRAME = re.compile(r"^[\W_]*$")
_TEST_HINTS = (b"shunit2", b"bats_require_minimum_version", b"bash_unit")
_FLAG = re.compile(r"[-+][A-Za-z]+")


class BashAnalyzer(Analyzer):
    """Reads ``.sh``, ``.bash`` and ``.bats``."""

    language = "bash"
    grammars: ClassVar[dict[str, tuple[str, str]]] = dict.fromkeys(
        (".bash", ".bats", ".sh"), ("tree_sitter_bash", "language")
    )

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. A path from the script's own folder is written ``${0%/*}/…`` in imports."""
        source = decode(data)
        spoken = _UNSPOKEN.sub(lambda found: blank(found[0]), source.data)
        if suffix == ".bats":
            spoken = _TEST_HEAD.sub(_as_function, spoken)
        tree = self.parse(spoken, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(replace(source, data=spoken), source.data, tree.root_node).facts(self.language, suffix)


def _as_function(found: re.Match[bytes]) -> bytes:
    """The head of a test of bats (``@test "…" {``) as that of a function that is as long."""
    start = found[1] + b"@()"
    return start + b" " * (len(found[0].rstrip()) - len(start) - 1) + b"{" + found[0][len(found[0].rstrip()) :]


class _Reading:
    """One script being read."""

    def __init__(self, source: Source, original: bytes, root: Node) -> None:
        self.source = source
        self.original = original
        """With its directives, which :attr:`source` has no more."""
        self.root = root
        self.drafts = Drafts()
        self.offered: set[str] = set()
        self.above = Above()

    def facts(self, language: str, suffix: str) -> ModuleFacts:
        for node in statements_in(self.root, _COMPOUND):
            self._statement(node)
        imports, notes = read_sources(self.original, self.source.text, self.root, suffix)
        error = syntax_error(self.root)
        head = Head(self.root)
        return ModuleFacts(
            language=language,
            docstring=_docstring(head),
            symbols=self.drafts.symbols(lambda draft: draft.name in self.offered or not draft.name.startswith("_")),
            imports=tuple(imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(self.offered)),
            generated=says_generated(head.text),
            test=suffix == ".bats" or any(hint in self.source.data for hint in _TEST_HINTS),
            notes=(*self.source.notes, *([error] if error else []), *notes),
        )

    def _statement(self, node: Node) -> None:
        if node.type == "comment":
            self.above.add(node)
        elif node.type == "function_definition":
            self._function(node, self.above.take(node))
        elif node.type == "declaration_command":
            self._declaration(node, self.above.take(node))
        elif node.type in {"variable_assignment", "variable_assignments"}:
            comment = self.above.take(node)
            for target in [node] if node.type == "variable_assignment" else node.named_children:
                self._assignment(target, node, comment)

    def _function(self, node: Node, comment: str) -> None:
        name = node.child_by_field_name("name")
        if name is None or text_of(name) == "@":
            return
        body = node.child_by_field_name("body")
        summary = first_sentence(_prose(comment))
        self.drafts.add(drafted(self.source.data, text_of(name), "function", node, body=body, summary=summary))

    def _declaration(self, node: Node, comment: str) -> None:
        """``readonly``, ``export`` and ``declare -r`` or ``-x`` with the names behind them."""
        command = text_of(node.children[0]) if node.child_count else ""
        flags = "".join(text_of(c) for c in node.named_children if c.type == "word" and _FLAG.fullmatch(text_of(c)))
        for target in node.named_children:
            name = target.child_by_field_name("name") if target.type == "variable_assignment" else target
            if name is None or name.type != "variable_name":
                continue
            if command == "export" or "x" in flags:
                self.offered.add(text_of(name))
                if "f" not in flags:
                    self._variable(text_of(name), node, comment)
            elif command == "readonly" or "r" in flags:
                self._variable(text_of(name), node, comment, is_constant=True)
            elif command in {"declare", "typeset"}:
                self._assignment(target, node, comment)

    def _assignment(self, target: Node, whole: Node, comment: str) -> None:
        """``NAME=value``: a constant by the custom of writing it in capitals; other variables are nobody's concern."""
        name = target.child_by_field_name("name")
        if name is not None and name.type == "variable_name" and _CONSTANT.fullmatch(text_of(name)):
            self._variable(text_of(name), whole, comment)

    def _variable(self, name: str, whole: Node, comment: str, *, is_constant: bool = False) -> None:
        kind = "constant" if is_constant or _CONSTANT.fullmatch(name) else "variable"
        self.drafts.add(
            Draft(
                name=name,
                kind=kind,
                line=line_of(whole),
                end_line=end_line_of(whole),
                signature=one_line(self.source.data, whole.start_byte, whole.end_byte),
                summary=first_sentence(_prose(comment)),
            )
        )


def _prose(comment: str) -> str:
    """The words of a comment without the lines that frame it."""
    lines = prose_of(comment).split("\n")
    kept = ["" if _FRAME.match(line) else line.strip().strip("#").strip() for line in lines]
    return "\n".join(kept).strip()


def _docstring(head: Head) -> str:
    """The first comment of the script that is no licence, and no documentation of the function right below it."""
    for index, run in enumerate(head.runs):
        if _NO_PROSE.search(run.text):
            continue
        is_last = index == len(head.runs) - 1
        is_above = is_last and head.next is not None and head.next.start_point.row - run.last <= 1
        if is_above and head.next is not None and head.next.type == "function_definition":
            return ""
        if told := _prose(run.text):
            return told
    return ""
