"""A site's configuration with one more plugin: lines are added, no byte of the others changes."""

from __future__ import annotations

import yaml

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.text.lines import split_lines
from mkdocs_docbridge.yaml_reader import YamlFaultError, compose_yaml, load_yaml

PLUGIN = "docbridge"
_ADD = "add it by hand: a line `- docbridge` below `plugins:`"


def has_plugin(value: object) -> bool:
    """Whether the configuration in ``value`` names the plugin, as an item, as an item with options, or as a key."""
    plugins = value.get("plugins") if isinstance(value, dict) else None
    if isinstance(plugins, dict):
        return PLUGIN in plugins
    items = plugins if isinstance(plugins, list) else []
    return any(item == PLUGIN or (isinstance(item, dict) and PLUGIN in item) for item in items)


def with_plugin(text: str, place: str) -> str:
    """``text``, a site's configuration in YAML, with the plugin as the last of its plugins.

    Without any plugins MkDocs has its own search, which a list of plugins would switch off: it is named then. The
    result is read again and must differ by the plugin alone. ``place`` is only for messages. Raises
    :class:`InputError` for what is no configuration, names the plugin already, inherits its plugins, or cannot be
    changed without touching other lines.
    """
    value = _read(text, place)
    if has_plugin(value):
        raise InputError("names the plugin already", place=place, code="PLUGIN_PRESENT")
    if "INHERIT" in value and "plugins" not in value:
        raise InputError(
            "inherits its plugins from another file", place=place, code="PLUGINS_INHERITED", hint="add the plugin there"
        )
    made = _added(text, value.get("plugins"))
    if made is None or not _is_right(made, value):
        raise InputError("lists its plugins in a way that cannot be added to", place=place, code="PLUGINS", hint=_ADD)
    return made


def minimal_config(name: str) -> str:
    """The configuration of a site that has none."""
    return f"site_name: {_scalar(name)}\nplugins:\n  - search\n  - {PLUGIN}\n"


def _scalar(text: str) -> str:
    return yaml.safe_dump(text, allow_unicode=True, width=10_000).removesuffix("...\n").strip()


def _read(text: str, place: str) -> dict[object, object]:
    try:
        value = load_yaml(text)
    except YamlFaultError as error:
        raise InputError(error.problem, place=f"{place}:{error.line or 1}", code="NOT_YAML") from None
    if not isinstance(value, dict) or not value:
        raise InputError("is no mapping of options", place=place, code="NOT_SETTINGS")
    return value


def _is_right(made: str, before: dict[object, object]) -> bool:
    try:
        after = load_yaml(made)
    except YamlFaultError:
        return False
    plugins = before.get("plugins")
    if isinstance(plugins, dict):
        return after == {**before, "plugins": {**plugins, PLUGIN: {}}}
    expected = [*plugins, PLUGIN] if isinstance(plugins, list) and plugins else ["search", PLUGIN]
    return after == {**before, "plugins": expected}


def _added(text: str, plugins: object) -> str | None:
    """The text with the plugin, or None where no place for it was found."""
    eol = next((end for _, end in split_lines(text) if end), "\n")
    node = _plugins_node(text)
    if node is None:
        break_before = "" if text.endswith(("\n", "\r")) else eol
        return f"{text}{break_before}plugins:{eol}  - search{eol}  - {PLUGIN}{eol}"
    if not isinstance(node, yaml.SequenceNode | yaml.MappingNode) or not plugins:
        return None
    if node.flow_style:
        end = node.end_mark.index - 1
        entry = PLUGIN if isinstance(node, yaml.SequenceNode) else f"{PLUGIN}: {{}}"
        return f"{text[:end].rstrip()}, {entry}{text[end:]}"
    line = _last_line(node)
    lines = [content + end for content, end in split_lines(text)]
    if not lines[line].endswith(("\n", "\r")):
        lines[line] += eol
    indent = " " * node.start_mark.column
    entry = f"{indent}- {PLUGIN}{eol}" if isinstance(node, yaml.SequenceNode) else f"{indent}{PLUGIN}: {{}}{eol}"
    return "".join([*lines[: line + 1], entry, *lines[line + 1 :]])


def _plugins_node(text: str) -> yaml.Node | None:
    root = compose_yaml(text)
    if not isinstance(root, yaml.MappingNode):
        return None
    return next((value for key, value in root.value if key.value == "plugins"), None)


def _last_line(node: yaml.Node) -> int:
    """The line, from 0, on which the last thing inside a block collection ends; the comments below are not part of
    it, though the collection's own mark lies behind them."""
    if isinstance(node, yaml.SequenceNode | yaml.MappingNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    if isinstance(node, yaml.ScalarNode) and node.style in {"|", ">"}:
        # a block scalar ends at the start of the line below it
        return max(node.end_mark.line - 1, node.start_mark.line)
    return int(node.end_mark.line)
