"""The sealed study artifacts that become pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.artifacts import decode, read_file
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult
from mkdocs_docbridge.text.escape import page_names


@dataclass(frozen=True)
class Study:
    """A study report: ``id`` names its page, ``path`` is relative to the root."""

    id: str
    path: str
    data: bytes
    result: RetrievalBenchmarkResult


def read_studies(folder: Path, root: Path, globs: tuple[str, ...]) -> tuple[Study, ...]:
    """The artifacts that match ``globs``, relative to ``folder``, by path. Raises :class:`InputError` for one that is
    tampered with or no study."""
    files = sorted({file.resolve() for glob in globs for file in folder.glob(glob) if file.is_file()})
    outside = next((file for file in files if not file.is_relative_to(root)), None)
    if outside is not None:
        raise InputError("leads out of the repository", place=outside.name, code="SYMLINK_OUTSIDE_ROOT")
    stems = Counter(file.stem for file in files)
    keys = {file: file.stem if stems[file.stem] == 1 else file.relative_to(root).as_posix() for file in files}
    names = page_names(keys.values())
    studies = []
    for file, key in keys.items():
        path = file.relative_to(root).as_posix()
        data = file.read_bytes()
        studies.append(Study(names[key], path, data, decode(RetrievalBenchmarkResult, data, place=path)))
    return tuple(studies)


def study_of(file: Path) -> Study:
    """The study in one file, wherever it stands. Raises :class:`InputError`."""
    data = read_file(file, place=str(file))
    result = decode(RetrievalBenchmarkResult, data, place=str(file))
    return Study(page_names([file.stem])[file.stem], file.name, data, result)
