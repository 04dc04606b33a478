"""The files a shell script sources: ``source lib.sh``, ``. "$(dirname "$0")/lib.sh"``, ``load helper`` in bats."""

from __future__ import annotations

import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import Note, RawImport

from .trees import Finder, line_of, text_of

HERE = "${0%/*}"
"""How a specifier writes the folder of the script itself, whichever way the script finds it out."""
_WORD = re.compile(rb"(?<![\w./$@%:=+-])(source|\.|load)[ \t]+(?=\S)")
_PADDING = re.compile(r"\$\([ \t]+|[ \t]+\)|[ \t]{2,}")
_QUOTES = re.compile(r"[\"']")
_SELF = (
    r"(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?(?::-\$0|:-\$\{0\})?\}|\$\{BASH_SOURCE(?:\[0\])?:-[^}]*\})"
)
_SELF_PATH = rf"(?:{_SELF}|\$\((?:readlink|realpath)(?: -\w+)* (?:-- )?{_SELF}\))"
_FOLDER = re.compile(
    rf"\$\(dirname (?:-- )?{_SELF_PATH}\)|`dirname (?:-- )?{_SELF_PATH}`"
    r"|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}|\$\{(?:0|BASH_SOURCE\[0\])%%/\*\}"
    r"|\$\{?BATS_TEST_DIRNAME\}?"
)
_CHANGED = re.compile(
    r"\$\((?:unset CDPATH ?(?:;|&&) ?|CDPATH= ?)?(?:cd|builtin cd)(?: -[PL])? (?:-- )?"
    r"([^()`;&|<>$]*(?:\$\{0%/\*\})?[^()`;&|<>$]*?) ?"
    r"(?:(?:>|&>|1>|2>) ?/dev/null ?(?:2>&1)? ?)*(?:&&|;) ?(?:pwd|echo \$PWD)(?: -[PL])?\)"
)
_REAL = re.compile(r"\$\((?:readlink -\w+|realpath(?: -\w+)*) (?:-- )?(\$\{0%/\*\}[^()`;&|<>$]*)\)")
_ASSIGNED = re.compile(
    r"^[ \t]*(?:(?:local|readonly|export|declare|typeset)(?:[ \t]+-\w+)*[ \t]+)?([A-Za-z_]\w*)=([^\n]*)$", re.MULTILINE
)
_VALUE_END = re.compile(r"[ \t]+#.*$|[ \t]*(?:;|\|\||&&)[ \t]*(?:exit|return|readonly|export|true|:)\b.*$|[ \t;]+$")
_VARIABLE = re.compile(r"\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))")
_DYNAMIC = re.compile(r"[$`*?\[\]<>|&;(){}~\\]")
_DIRECTIVE = re.compile(rb"#[ \t]*shellcheck[ \t][^\n]*?\bsource=(\S+)[^\n]*\n[ \t]*\Z")
_NO_FILE = frozenset({"/dev/null", "/dev/stdin", "-"})
_MAX_VALUE = 400


class Folders:
    """The variables of a script that hold a folder found from the script's own place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._values: dict[str, str | None] = {}
        self._is_read = False

    def _read(self) -> None:
        """Most scripts source nothing, or nothing by way of a variable, and need none of this."""
        self._is_read = True
        for found in _ASSIGNED.finditer(self._text):
            self._assign(found[1], found[2])

    def _assign(self, name: str, written: str) -> None:
        value = self.path(_VALUE_END.sub("", written)) if len(written) < _MAX_VALUE else None
        if value is not None and not value.startswith(HERE):
            value = None
        # with two values it is not known which one holds
        if name in self._values and self._values[name] != value:
            value = None
        self._values[name] = value

    def path(self, written: str) -> str | None:
        """The path that a word of the shell stands for, the script's folder written as :data:`HERE`; None when only
        running it would tell."""
        text = _PADDING.sub(lambda found: found[0].strip() or " ", _QUOTES.sub("", written))
        text = _FOLDER.sub(lambda _: HERE, text)
        for _ in range(3):
            text = _VARIABLE.sub(self._value, text)
            text = _REAL.sub(r"\1", _CHANGED.sub(r"\1", text))
        literal = text.removeprefix(HERE)
        if literal == text and "$" not in written and "`" not in written:
            return None if _DYNAMIC.search(text) else text
        return None if _DYNAMIC.search(literal) or not (literal == "" or literal.startswith("/")) else text

    def _value(self, found: re.Match[str]) -> str:
        if not self._is_read:
            self._read()
        return self._values.get(found[1] or found[2]) or found[0]


def read_sources(data: bytes, text: str, root: Node, suffix: str) -> tuple[list[RawImport], list[Note]]:
    """The files sourced anywhere in a script; a note for each whose path only running it would tell and no
    ``shellcheck source=`` tells. ``load`` is a command of bats alone."""
    finder, folders = Finder(root), Folders(text)
    found: list[RawImport] = []
    notes: list[Note] = []
    for match in _WORD.finditer(data):
        if match[1] == b"load" and suffix != ".bats":
            continue
        command = _command_at(finder, match)
        argument = None if command is None else command.child_by_field_name("argument")
        if command is None or argument is None:
            continue
        path = folders.path(text_of(argument)) or _declared(data, match.start())
        if match[1] == b"load" and path is not None and not path.startswith(("/", HERE)):
            path = f"{HERE}/{path}"
        if path in _NO_FILE:
            continue
        if path:
            found.append(RawImport(specifier=path, names=(), line=line_of(command), kind="include"))
        else:
            reason = f"{match[1].decode()} takes a path that only running it would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line_of(command)))
    return found, notes


def _command_at(finder: Finder, match: re.Match[bytes]) -> Node | None:
    """The command whose name is what was found; None where it is a word of something else (a string, an argument)."""
    start, end = match.span(1)
    node = finder.at(start, end)
    for _ in range(3):
        if node is None or node.type == "command":
            break
        node = node.parent
    name = None if node is None or node.type != "command" else node.child_by_field_name("name")
    return node if name is not None and name.byte_range == (start, end) else None


def _declared(data: bytes, start: int) -> str | None:
    """The path that a ``shellcheck`` directive in the line above gives."""
    line = data.rfind(b"\n", 0, start) + 1
    directive = _DIRECTIVE.search(data[max(0, line - _MAX_VALUE) : line])
    return None if directive is None else directive[1].decode("utf-8", "replace")
