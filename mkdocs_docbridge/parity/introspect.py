"""Prints what a command line offers, as JSON. Run as a script of its own in a bounded process; imports only what the
program itself needs.

``python -I introspect.py FOLDER MODULE:ATTRIBUTE`` imports the attribute. A click, Typer or argparse object is asked as
it is; a function is called with ``--help``, and stopped where it hands its arguments to one of the three.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

MAX_DEPTH = 8
MAX_COMMANDS = 5000


class Found(BaseException):
    """Thrown where a program would begin to parse its arguments; carries its parser."""

    def __init__(self, parser: object) -> None:
        super().__init__("a parser was found")
        self.parser = parser


def _stop(parser: object, *_arguments: object, **_options: object) -> None:
    raise Found(parser)


def _call(function: Any) -> object:
    argparse.ArgumentParser.parse_known_args = _stop  # type: ignore[method-assign,assignment]
    for name in ("click", "typer._click"):  # Typer brings a copy of its own
        with suppress(ImportError, AttributeError):
            import_module(name).Command.main = _stop
    try:
        return function()
    except Found as found:
        return found.parser


def _parser_of(target: Any) -> Any:
    """The parser that ``target`` is; None when it is none."""
    if type(target).__module__.partition(".")[0] == "typer" and not hasattr(target, "get_params"):
        return import_module("typer.main").get_command(target)
    is_parser = isinstance(target, argparse.ArgumentParser) or hasattr(target, "get_params")
    return target if is_parser else None


def _click_commands(command: Any, path: tuple[str, ...], found: list[dict[str, object]]) -> None:
    options = [name for item in command.params if item.param_type_name == "option" for name in _option_names(item)]
    context = command.context_class(command, info_name=path[-1] if path else "program")
    options += command.get_help_option_names(context) if command.add_help_option else []
    found.append({"path": path, "options": sorted(set(options))})
    if not hasattr(command, "list_commands") or len(path) >= MAX_DEPTH:
        return
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        if child is not None and len(found) < MAX_COMMANDS:
            _click_commands(child, (*path, name), found)


def _option_names(item: Any) -> list[str]:
    return [*item.opts, *item.secondary_opts]


def _argparse_commands(parser: Any, path: tuple[str, ...], found: list[dict[str, object]]) -> None:
    actions = parser._actions
    options = sorted({name for action in actions for name in action.option_strings})
    found.append({"path": path, "options": options})
    for action in actions:
        if isinstance(action, argparse._SubParsersAction) and len(path) < MAX_DEPTH:
            for name, child in sorted(action.choices.items()):
                if len(found) < MAX_COMMANDS:
                    _argparse_commands(child, (*path, name), found)


def main(folder: str, target: str) -> int:
    """Prints the commands of ``target`` and returns the exit status: 0, or 3 for what is no command line."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what an import prints is no answer
    sys.path[:0] = [folder, os.path.join(folder, "src")]  # noqa: PTH118  (pathlib is not needed otherwise)
    sys.argv = [target.partition(":")[0], "--help"]
    module, _, name = target.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    parser = _parser_of(found)
    if parser is None and callable(found):
        parser = _parser_of(_call(found))
    if parser is None:
        sys.stdout.flush()
        print(f"{target} is no click, Typer or argparse command line", file=sys.stderr)  # noqa: T201
        return 3
    commands: list[dict[str, object]] = []
    walk = _argparse_commands if isinstance(parser, argparse.ArgumentParser) else _click_commands
    walk(parser, (), commands)
    json.dump(commands, answer)
    answer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
