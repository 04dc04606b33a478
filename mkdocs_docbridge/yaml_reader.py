"""YAML of other people's files: safe, with tags of foreign programs read as their plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    _Loader = yaml.SafeLoader
else:
    _Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlFaultError(ValueError):
    """Not YAML. ``line`` counts from 1 where the reader knows it."""

    def __init__(self, problem: str, line: int | None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


class _TolerantLoader(_Loader):
    """A safe loader to which ``!ENV``, ``!!python/name:`` or ``!relative`` are no fault."""


def _foreign(loader: Any, suffix: str, node: yaml.Node) -> object:
    """The plain value. Of Python's tags the name stays: it is the value (``!!python/name:a.b``), or a member of it
    (``!!python/object/apply:a.b``)."""
    kind, _, name = suffix.removeprefix("yaml.org,2002:").partition(":")
    if kind == "python/name" and name:
        return name
    if isinstance(node, yaml.MappingNode):
        members: dict[Any, Any] = loader.construct_mapping(node, deep=True)
        return {kind: name, **members} if kind == "python/object/apply" else members
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node) if isinstance(node, yaml.ScalarNode) else None


_TolerantLoader.add_multi_constructor("!", _foreign)
_TolerantLoader.add_multi_constructor("tag:", _foreign)


def load_yaml(text: str) -> object:
    """The value of one YAML document; raises :class:`YamlFaultError`."""
    try:
        return yaml.load(text, Loader=_TolerantLoader)  # noqa: S506  (a subclass of the safe loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not YAML"
        raise YamlFaultError(str(problem), mark.line + 1 if mark is not None else None) from None
    except (ValueError, TypeError, RecursionError) as error:
        raise YamlFaultError(f"not YAML ({type(error).__name__})", None) from None


def compose_yaml(text: str) -> yaml.Node | None:
    """The nodes of one YAML document with their places; None where there are none."""
    try:
        return yaml.compose(text, Loader=_TolerantLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


class YamlLines:
    """The lines that the members of a YAML document stand on."""

    def __init__(self, text: str, *, above: int = 0) -> None:
        """``text`` is YAML that loads; ``above`` lines stand before it in its file."""
        self._root = compose_yaml(text)
        self._above = above

    def of(self, *path: str | int) -> int:
        """The line, from 1, of the key or item at ``path``; of the nearest thing around it that there is."""
        node, line = self._root, 1
        for step in path:
            found = _step(node, step)
            if found is None:
                break
            line, node = found
        return line + self._above


def _step(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        # of a key that stands twice the last one counts
        pairs = [pair for pair in node.value if pair[0].value == step]
        return (pairs[-1][0].start_mark.line + 1, pairs[-1][1]) if pairs else None
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        item = node.value[step]
        return item.start_mark.line + 1, item
    return None
