"""Which files an include takes in: snippets with their sections and lines, ``{% include %}`` with its globs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from mkdocs_docbridge.globs import path_spec

from .links import DocsLayout, LinkTargets, folders_above

_SPECIFIER = re.compile(r"(?P<path>[^:]+)(?::-?\d*(?::-?\d*)?(?:,[-\d:]*)*|:[A-Za-z][\w-]*)$")
_GLOB = frozenset("*?[")


class Includes:
    """Looks included files up in the folders that extensions and plugins look in."""

    def __init__(self, targets: LinkTargets, layout: DocsLayout, paths: Sequence[str]) -> None:
        """``paths`` are those that a glob may choose from."""
        self._targets = targets
        self._paths = paths
        self._folders = list(dict.fromkeys((*layout.snippets, layout.folder, layout.docs_dir or ".", ".")))

    def find(self, document: str, target: str) -> list[str]:
        """The files that ``target``, written in ``document``, takes in; empty when there is none."""
        if not is_file_name(target):
            return []
        match = _SPECIFIER.match(target)
        own = posixpath.dirname(document) or "."
        beside = target.startswith(("./", "../")) or document.endswith(".rst")
        folders = [own, *self._folders] if beside else [*self._folders, own]
        # a site whose configuration is not the one being read
        folders += [folder for folder in folders_above(own) if folder not in folders]
        for name in (target, match["path"]) if match else (target,):
            for folder in folders:
                path = posixpath.normpath(posixpath.join(folder, name.lstrip("/")))
                found = self._targets.find(path)
                if found is not None:
                    return [found]
                chosen = self._chosen(path) if _GLOB & set(name) else []
                if chosen:
                    return chosen
        return []

    def _chosen(self, pattern: str) -> list[str]:
        spec = path_spec([f"/{pattern}"])
        return [path for path in self._paths if spec.match_file(path)]


def is_file_name(target: str) -> bool:
    """Whether an include names a file, and not a web address or something that is only known in a build."""
    return "://" not in target and "{{" not in target
