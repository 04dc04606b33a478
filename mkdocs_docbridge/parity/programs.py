"""What command lines offer: asked of the program in a process of its own, or read from a committed usage text."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from mkdocs_docbridge.processes import Limits, ProcessFaultError, environment, json_answer, run
from mkdocs_docbridge.text.redaction import redact

from .repository import Repository
from .structured import UnresolvedError

_ENTRY_POINT = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*", re.ASCII)
_TOKEN = re.compile(r"[\w][\w.:@/+-]*|--?[A-Za-z][\w-]*")
_LIMITS = Limits(seconds=20.0, output=4 * 1024 * 1024, errors=64 * 1024)


class Programs(Protocol):
    """Answers whether commands exist."""

    def lacking(self, command: str) -> str:
        """What a command lacks (``which has no command “x”``), empty for one that exists in all its words. Raises
        :class:`UnresolvedError` when nobody can tell."""


class _Command(msgspec.Struct, frozen=True):
    path: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True)
class ProjectPrograms:
    """The programs that the settings name: ``name: module:attribute`` is asked, ``name: path`` is a usage text.

    The program runs as the interpreter that runs this, isolated, with the root and its ``src`` on its path.
    """

    root: Path
    targets: Mapping[str, str]
    repository: Repository
    _answers: dict[str, tuple[_Command, ...] | UnresolvedError] = field(default_factory=dict, init=False)

    def lacking(self, command: str) -> str:
        """See :class:`Programs`. The first word names the program; it may be left out where there is one only."""
        words = command.split()
        name, rest = self._program(words)
        target = self.targets[name]
        if _ENTRY_POINT.fullmatch(target):
            return _lacking_in(self._asked(name), rest)
        return self._lacking_in_text(target, rest)

    def _program(self, words: list[str]) -> tuple[str, list[str]]:
        if words and words[0] in self.targets:
            return words[0], words[1:]
        if len(self.targets) == 1 and words:
            return next(iter(self.targets)), words
        named = words[0] if words else ""
        raise UnresolvedError(f"the program {named!r} is not one of parity.cli, which names where to ask")

    def _asked(self, name: str) -> tuple[_Command, ...]:
        if name not in self._answers:
            self._answers[name] = self._ask(name)
        found = self._answers[name]
        if isinstance(found, UnresolvedError):
            raise found
        return found

    def _ask(self, name: str) -> tuple[_Command, ...] | UnresolvedError:
        script = Path(__file__).with_name("introspect.py")
        arguments = [sys.executable, "-I", str(script), str(self.root), self.targets[name]]
        outcome = None
        try:
            outcome = run(arguments, folder=self.root, variables=environment(), limits=_LIMITS)
            return msgspec.convert(json_answer(outcome), tuple[_Command, ...])
        except (ProcessFaultError, msgspec.ValidationError) as error:
            said = outcome.errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1] if outcome is not None else ""
            code = error.code if isinstance(error, ProcessFaultError) else "PROVIDER_NOT_JSON"
            tail = f": {redact(said, limit=300, root=str(self.root))}" if said else ""
            return UnresolvedError(f"{self.targets[name]} could not be asked for its commands ({code}, {error}){tail}")

    def _lacking_in_text(self, path: str, words: list[str]) -> str:
        data = self.repository.read(path)
        if data is None:
            raise UnresolvedError(f"{path}, the usage text of the program, does not exist")
        tokens = set(_TOKEN.findall(data.decode("utf-8", "replace")))
        absent = [word for word in words if word not in tokens]
        return f"and {path} has no {absent[0]}" if absent else ""


def _lacking_in(commands: tuple[_Command, ...], words: list[str]) -> str:
    by_path = {command.path: command for command in commands}
    here: tuple[str, ...] = ()
    for word in words:
        where = f"below {' '.join(here)}" if here else "at its top"
        if word.startswith("-"):
            if word not in by_path[here].options:
                return f"and the program has no option {word} {where}"
        elif (*here, word) in by_path:
            here = (*here, word)
        else:
            return f"and the program has no command {word} {where}"
    return ""
