"""The list that ``docbridge sync --pages`` keeps of the pages it wrote into a folder.

What it lists is no document: pages made from a snapshot that is made from them would never settle.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

LIST_NAME = ".docbridge-pages"
_NAME = LIST_NAME.encode()
_BELOW = b"/" + _NAME
LIST_HEAD = "# Pages in this folder that docbridge sync --pages wrote, and may replace or remove."


def page_list(uris: Iterable[str]) -> bytes:
    """The list of ``uris``, paths relative to its folder."""
    return "".join(f"{line}\n" for line in (LIST_HEAD, *sorted(uris))).encode()


def listed_pages(data: bytes) -> frozenset[str]:
    """The paths that a list names. Lines that are no path of a page below the folder are passed over, such as the
    marks of a merge conflict."""
    lines = data.decode("utf-8", "replace").split("\n")
    return frozenset(line for raw in lines if _is_page(line := raw.rstrip("\r")))


def _is_page(line: str) -> bool:
    path = PurePosixPath(line)
    return path.suffix == ".md" and not path.is_absolute() and ".." not in path.parts and str(path) == line


def lists_among(paths: Iterable[bytes]) -> list[bytes]:
    """Those of ``paths``, in the file system's bytes, that are such lists."""
    return [path for path in paths if path.endswith(_NAME) and (path == _NAME or path.endswith(_BELOW))]


def listed_below(place: bytes, data: bytes) -> Iterable[bytes]:
    """The paths of the pages that the list at ``place`` names, relative to what ``place`` is relative to."""
    folder = place.removesuffix(_NAME)
    return (folder + uri.encode() for uri in listed_pages(data))
