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


def _foreign(loader: Any, _suffix: str, node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
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
