"""What a scan found, as a person likes to read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from mkdocs_docbridge.snapshot.model import Coverage
from mkdocs_docbridge.snapshot.scan import ScanCounts
from mkdocs_docbridge.snapshot.summary import Summary
from mkdocs_docbridge.text.phrases import counted

_LABEL = 12
_WIDTH = 100


def report(summary: Summary, counts: ScanCounts) -> Iterator[str]:
    """The lines: what there is, what was done, what was not analysed, and the files that took longest."""
    yield f"{counted(counts.files, 'file')} read, {counts.changed:,} new or changed, {counts.computed:,} analysed"
    yield ""
    kinds = [counted(count, kind) for kind, count in sorted(summary.kinds.items(), key=_most)]
    yield from _row("found", kinds or ["nothing"])
    yield from _row("languages", _counts(summary.languages))
    yield from _row("symbols", [f"{summary.symbols:,}"] if summary.symbols else [])
    yield from _row("relations", _counts(summary.relations))
    if summary.coverage:
        yield ""
        yield "not, or only partly, analysed"
        yield from _coverage(summary.coverage)
    if counts.slowest:
        yield ""
        yield "slowest files (CPU)"
        for took, path in counts.slowest:
            yield f"{took / 1e9:>8.3f} s  {path}"
    yield ""
    yield f"snapshot {summary.content_hash}"


def _most(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def _counts(numbers: Mapping[str, int]) -> list[str]:
    return [f"{name} {count:,}" for name, count in sorted(numbers.items(), key=_most)]


def _row(label: str, items: list[str]) -> Iterator[str]:
    """``label`` and its items, wrapped below each other."""
    line = f"{label:<{_LABEL}}"
    for number, item in enumerate(items):
        piece = item if number == len(items) - 1 else f"{item}, "
        if len(line) + len(piece.rstrip()) > _WIDTH and line.strip():
            yield line.rstrip()
            line = " " * _LABEL
        line += piece
    if items:
        yield line


def _coverage(entries: tuple[Coverage, ...]) -> Iterator[str]:
    """One line a code: how often, and the first place."""
    by_code = groupby(sorted(entries, key=lambda entry: entry.code), key=lambda entry: entry.code)
    found = [(code, list(group)) for code, group in by_code]
    width = max(len(code) for code, _ in found)
    for code, group in sorted(found, key=lambda item: (-len(item[1]), item[0])):
        first = group[0]
        place = first.path if first.line is None else f"{first.path}:{first.line}"
        yield f"{len(group):>8,}  {code:<{width}}  {place}: {first.reason}"
