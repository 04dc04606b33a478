"""A window of a file's text: whole lines, bounded, without secrets."""

from __future__ import annotations

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.text.lines import split_lines
from mkdocs_docbridge.text.redaction import redact_lines

MAX_CHARACTERS = 24_000
"""Of one window: about 6,000 tokens."""


class Excerpt(Record, frozen=True, omit_defaults=True):
    """Lines ``first_line`` to ``last_line`` of ``lines``, counted from 1. ``next_line`` is where to go on, when there
    is more; ``cut_line`` says that the last line is too long and its end is missing."""

    path: str
    lines: int
    first_line: int
    last_line: int
    text: str
    next_line: int | None = None
    cut_line: bool = False


def excerpt(
    data: bytes, path: str, *, first_line: int = 1, most: int | None = None, characters: int = MAX_CHARACTERS
) -> Excerpt:
    """The lines of a file from ``first_line`` on, as many as have at most ``characters`` and no more than ``most``,
    with LF line ends.

    Raises :class:`InputError`: ``NOT_UTF8``, and ``NO_SUCH_LINE`` when the file has fewer lines.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 at byte {error.start}", place=path, code="NOT_UTF8") from None
    # before it is cut: half a secret has no shape
    lines = [line for line, _ in split_lines(redact_lines(text))]
    if first_line > max(len(lines), 1):
        raise InputError(
            f"has {len(lines)} lines, so none is number {first_line}",
            place=path,
            code="NO_SUCH_LINE",
            hint="ask for a smaller first_line",
        )
    shown: list[str] = []
    left = characters
    end = len(lines) if most is None else first_line - 1 + most
    for line in lines[first_line - 1 : end]:
        if len(line) + 1 > left:
            break
        shown.append(line)
        left -= len(line) + 1
    rest = lines[first_line - 1 + len(shown) :]
    cut_line = bool(rest) and not shown
    if cut_line:
        shown = [rest[0][:characters]]
    last_line = first_line - 1 + len(shown)
    return Excerpt(
        path=path,
        lines=len(lines),
        first_line=first_line,
        last_line=last_line,
        text="\n".join(shown),
        next_line=last_line + 1 if last_line < len(lines) else None,
        cut_line=cut_line,
    )
