"""Finding and loading the settings: one place, one schema, every fault at once. Knows MkDocs' file, not MkDocs."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from . import git
from .errors import InputError
from .globs import glob_fault
from .paths import path_fault
from .settings import Settings
from .site_shape import SiteShape, site_shape
from .text.toc_options import TocOptions, toc_options

SITE_FILES = ("properdocs.yml", "properdocs.yaml", "mkdocs.yml", "mkdocs.yaml")
OWN_FILES = ("docbridge.yml", "docbridge.yaml")
KEY = "plugins.docbridge"
"""Where the options stand in a site's configuration."""


class SiteConfig(msgspec.Struct, frozen=True):
    """What the site's own configuration says, as far as the engine uses it. Paths are absolute."""

    file: Path | None = None
    name: str = ""
    url: str | None = None
    docs_dir: Path | None = None
    site_dir: Path | None = None
    directory_urls: bool = True
    repo_url: str | None = None
    edit_uri: str | None = None
    shape: SiteShape = msgspec.field(default_factory=SiteShape)
    """What decides which pages there are, and which the navigation holds."""
    extensions: tuple[str, ...] = ()
    toc: TocOptions = TocOptions()
    """What decides the anchors of headings."""
    snippets: tuple[Path, ...] = ()
    """The folders that ``pymdownx.snippets`` looks in."""


class Loaded(msgspec.Struct, frozen=True):
    """Valid settings, where they came from, and the root they speak of."""

    settings: Settings
    root: Path
    file: Path | None
    site: SiteConfig = SiteConfig()
    notes: tuple[str, ...] = ()


def load_settings(folder: Path, *, file: Path | None = None, root: Path | None = None) -> Loaded:
    """The settings for ``folder`` (a project's root or a folder with its files), or of exactly ``file``.

    Raises :class:`InputError` that lists every fault of the file, or names both places when there are two.
    """
    if root is not None and not root.is_dir():
        raise InputError("no such folder", place=os.fspath(root), code="ROOT_NOT_FOUND")
    base = file.parent if file is not None else (root or folder)
    if file is not None and not file.is_file():
        raise InputError("no such file", place=os.fspath(file), code="NOT_FOUND")
    if file is not None and file.suffix not in {".yml", ".yaml", ".toml"}:
        raise InputError(
            "is no settings file", place=file.name, code="NOT_SETTINGS", hint="name a .yml, .yaml or .toml file"
        )
    given = _read_yaml(file) if file is not None and file.suffix in {".yml", ".yaml"} else {}
    is_site = "site_name" in given or "plugins" in given
    site_file = file if is_site else _site_file(base)
    site_values = given if is_site else _read_yaml(site_file) if site_file is not None else {}
    places = _places(base, site_file, site_values) if file is None else [_place_of(file, given, is_site=is_site)]
    if len(places) > 1:
        names = " and ".join(f"{path.name} ({key})" if key else path.name for path, key, _ in places)
        raise InputError(f"settings stand in two places: {names}", code="SETTINGS_TWICE", hint="keep one of them")
    home, key, raw = places[0] if places else (None, "", {})
    settings = parse_settings(raw, place=home.name if home is not None else "settings", key=key)
    config_folder = (home or site_file or base / "x").parent.resolve()
    found_root = resolve_root(settings, config_folder, root)
    site = _site_config(site_file, site_values) if site_file is not None else SiteConfig()
    return Loaded(settings, found_root, home, site, notes_on(settings))


def parse_settings(raw: object, *, place: str, key: str = "") -> Settings:
    """The settings in ``raw``; :class:`InputError` with one line for every fault."""
    value = {} if raw is None else raw
    try:
        settings = msgspec.convert(value, Settings)
    except msgspec.ValidationError as error:
        from .schema_faults import schema_faults

        faults = schema_faults(value, Settings, prefix=key) or [str(error)]
    else:
        faults = (
            list(_text_faults(value, ""))
            + _path_faults(settings)
            + _program_faults(settings)
            + _glob_faults(settings)
            + _code_faults(settings)
        )
        if not faults:
            return settings
        from .schema_faults import joined

        faults = [joined(key, fault) for fault in faults]
    raise InputError("\n".join(f"{place}: {fault}" for fault in faults))


def _text_faults(value: object, path: str) -> Iterator[str]:
    """Texts that no file can hold: MkDocs reads the two halves of ``"\\ud83d\\ude00"`` as two characters."""
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            yield f"{path}: expected a text, got half of a surrogate pair; write the character itself"
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from _text_faults(member, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list | tuple):
        for index, member in enumerate(value):
            yield from _text_faults(member, f"{path}[{index}]")


def _path_faults(settings: Settings) -> list[str]:
    """Paths that leave the root or are not written with ``/``; names that stand twice."""
    checked: list[tuple[str, str | None]] = [
        ("parity.registry", settings.parity.registry),
        ("retrieval.suite", settings.retrieval.suite),
        ("overlay", settings.overlay),
        ("audit.baseline", settings.audit.baseline),
        ("site.path", settings.site.path),
    ]
    checked += [(f"render.templates.{name}", path) for name, path in settings.render.templates.items()]
    checked += [(f"studies[{i}]", path) for i, path in enumerate(settings.studies)]
    for i, owner in enumerate(settings.ownership):
        checked += [(f"ownership[{i}].path", owner.path), (f"ownership[{i}].agent_doc", owner.agent_doc)]
        checked += [(f"ownership[{i}].human_doc", owner.human_doc)]
    found = [(key, path, path_fault(path.rstrip("/"))) for key, path in checked if path is not None]
    faults = [f'{key}: "{path}" {fault}; expected a path below the root' for key, path, fault in found if fault]
    identifiers = {
        "ownership": [owner.id for owner in settings.ownership],
        "intents": [intent.id for intent in settings.intents],
        "changes": [change.id for change in settings.changes],
    }
    for name, ids in identifiers.items():
        faults += [f'{name}[{i}].id: "{item}" stands twice' for i, item in enumerate(ids) if item in ids[:i]]
    return faults


def _program_faults(settings: Settings) -> list[str]:
    """Programs that are named by neither an entry point nor a usage text."""
    return [
        f'parity.cli.{name}: "{target}" is neither an entry point (package.module:attribute) nor a path below the root'
        for name, target in settings.parity.cli.items()
        if not _ENTRY_POINT.fullmatch(target) and (":" in target or path_fault(target))
    ]


def _glob_faults(settings: Settings) -> list[str]:
    patterns = {
        "scan.exclude": settings.scan.exclude,
        "areas.exclude": settings.areas.exclude,
        "llms.exclude": settings.llms.exclude,
        "audit.critical": settings.audit.critical,
    }
    patterns |= {f"llms.sections.{title}": globs for title, globs in (settings.llms.sections or {}).items()}
    return [
        f'{key}[{i}]: "{pattern}" is no pattern: {fault}; expected one as in a .gitignore'
        for key, items in patterns.items()
        for i, pattern in enumerate(items)
        if (fault := glob_fault(pattern)) is not None
    ]


def _code_faults(settings: Settings) -> list[str]:
    """Severities of codes that do not exist, or that no setting changes."""
    if not settings.audit.severity:
        return []
    from .codes import AUDIT, GATES, UNREADABLE

    known = {**AUDIT, **GATES}
    faults = []
    for code in settings.audit.severity:
        if code in UNREADABLE:
            faults.append(f"audit.severity.{code}: a file that cannot be read is an error whatever is set")
        elif code not in known:
            near = difflib.get_close_matches(code, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "the page of codes lists them"
            faults.append(f"audit.severity.{code}: unknown code ({hint})")
    return faults


_ENTRY_POINT = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*", re.ASCII)
_NOT_YET = {
    "overlay": "the enrichment overlay",
}
"""Options of the schema that this version reads and does not act on yet. Saying so beats a silent no-op."""


def notes_on(settings: Settings) -> tuple[str, ...]:
    """One sentence for every option that is set and has no effect in this version."""
    notes = []
    for key, what in _NOT_YET.items():
        value: object = settings
        default: object = Settings()
        for part in key.split("."):
            value, default = getattr(value, part), getattr(default, part)
        if value != default:
            notes.append(f"{key}: {what} is not part of this version; the option has no effect")
    return tuple(notes)


def other_places(folder: Path) -> tuple[str, ...]:
    """Files beside a site's configuration that hold settings too; there may be none."""
    return tuple(path.name for path, _, _ in _places(folder, None, {}))


def _site_file(folder: Path) -> Path | None:
    return next((folder / name for name in SITE_FILES if (folder / name).is_file()), None)


def _places(base: Path, site_file: Path | None, site: Mapping[str, Any]) -> list[tuple[Path, str, object]]:
    own = [base / name for name in OWN_FILES if (base / name).is_file()]
    found: list[tuple[Path, str, object]] = [(path, "", _read_yaml(path)) for path in own]
    if site_file is not None:
        found.extend((site_file, KEY, options) for options in _plugin_options(site))
    pyproject = base / "pyproject.toml"
    if pyproject.is_file():
        options = _read_toml(pyproject).get("tool", {}).get("docbridge")
        if options is not None:
            found.append((pyproject, "tool.docbridge", options))
    return found


def _place_of(file: Path, values: Mapping[str, Any], *, is_site: bool) -> tuple[Path, str, object]:
    if file.suffix == ".toml":
        return (file, "tool.docbridge", _read_toml(file).get("tool", {}).get("docbridge", {}))
    if is_site:
        return (file, KEY, next(iter(_plugin_options(values)), {}))
    return (file, "", values)


def _plugin_options(site: Mapping[str, Any]) -> list[object]:
    plugins = site.get("plugins")
    entries: list[object] = [{k: v} for k, v in plugins.items()] if isinstance(plugins, dict) else plugins or []
    found: list[object] = []
    for entry in entries if isinstance(entries, list) else []:
        if entry == "docbridge":
            found.append({})
        elif isinstance(entry, dict) and "docbridge" in entry:
            options = entry["docbridge"]
            found.append({k: v for k, v in options.items() if k != "enabled"} if isinstance(options, dict) else options)
    return found


def _read_yaml(path: Path, seen: frozenset[Path] = frozenset()) -> dict[str, Any]:
    # what no file asks for is not imported: a warm scan takes little longer than these imports
    from .yaml_reader import YamlFaultError, load_yaml

    if path.resolve() in seen:
        raise InputError("INHERIT leads back to the same file", place=path.name, code="SETTINGS_LOOP")
    try:
        value = load_yaml(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("not UTF-8", place=path.name, code="NOT_UTF8") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=path.name, code="UNREADABLE") from None
    except YamlFaultError as error:
        place = f"{path.name}:{error.line}" if error.line is not None else path.name
        raise InputError(f"not YAML: {error.problem}", place=place, code="NOT_YAML") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError("the top level is no mapping", place=path.name, code="NOT_YAML")
    parent = value.pop("INHERIT", None)
    members: dict[str, Any] = value
    if isinstance(parent, str):
        return _merged(_read_yaml(path.parent / parent, seen | {path.resolve()}), members)
    return members


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _read_toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", place=path.name, code="NOT_TOML") from None


def resolve_root(settings: Settings, config_folder: Path, given: Path | None) -> Path:
    """The root: the given one, else the settings' own, else the repository that holds the settings file, else its
    folder. Raises :class:`InputError` for a folder that does not exist or does not hold the file."""
    if given is not None:
        return given.resolve()
    if settings.root is not None:
        root = (config_folder / settings.root).resolve()
        if not root.is_dir():
            raise InputError(f'root: "{settings.root}" is no folder', code="ROOT_NOT_FOUND")
        if not config_folder.is_relative_to(root):
            raise InputError(f'root: "{settings.root}" does not hold the settings file', code="ROOT_OUTSIDE")
        return root
    return (git.toplevel(config_folder) or config_folder).resolve()


def _site_config(file: Path, values: Mapping[str, Any]) -> SiteConfig:
    folder = file.parent.resolve()

    def text(key: str) -> str | None:
        value = values.get(key)
        return value if isinstance(value, str) else None

    extensions = _extensions(values.get("markdown_extensions"))
    docs_dir = (folder / (text("docs_dir") or "docs")).resolve()
    return SiteConfig(
        file=file,
        name=text("site_name") or "",
        url=text("site_url"),
        docs_dir=docs_dir,
        site_dir=(folder / (text("site_dir") or "site")).resolve(),
        directory_urls=values.get("use_directory_urls", True) is not False,
        repo_url=text("repo_url"),
        edit_uri=text("edit_uri"),
        shape=site_shape(values),
        extensions=tuple(extensions),
        toc=toc_options(extensions.get("toc"), emoji="pymdownx.emoji" in extensions),
        snippets=snippet_folders(extensions.get("pymdownx.snippets"), folder, docs_dir),
    )


def _extensions(value: object) -> dict[str, object]:
    """Markdown extensions by name with their options, from the list or the mapping that MkDocs takes."""
    if isinstance(value, dict):
        return {str(name): options for name, options in value.items()}
    found: dict[str, object] = {}
    for item in value if isinstance(value, list) else []:
        if isinstance(item, str):
            found.setdefault(item, None)
        elif isinstance(item, dict):
            found.update({str(name): options for name, options in item.items()})
    return found


def snippet_folders(options: object, folder: Path, docs_dir: Path) -> tuple[Path, ...]:
    """The ``base_path`` of ``pymdownx.snippets``: text, a list of it, or MkDocs' ``!relative`` placeholders."""
    value = options.get("base_path") if isinstance(options, Mapping) else None
    items = value if isinstance(value, list | tuple) else [value]
    texts = [os.fspath(item) for item in items if isinstance(item, str | os.PathLike)]
    places = [
        text.replace("$docs_dir", os.fspath(docs_dir)).replace("$config_dir", os.fspath(folder)) for text in texts
    ]
    return tuple((folder / place).resolve() for place in places)
