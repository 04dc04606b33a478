"""The templates by name: the bundled ones, and a project's own, compiled before anything is written."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Mapping
from importlib import resources

import msgspec

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import body_problem

from .engine import compile_template
from .views import AreaPageView, View

_SUFFIX = ".md.j2"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Override(msgspec.Struct, frozen=True):
    """A project's own template: its path, for messages, and its text. The caller reads the file."""

    path: str
    source: str


@functools.cache
def template_names() -> tuple[str, ...]:
    """The names of the bundled templates, sorted."""
    files = resources.files(__package__).joinpath("templates").iterdir()
    return tuple(sorted(file.name.removesuffix(_SUFFIX) for file in files if file.name.endswith(_SUFFIX)))


@functools.cache
def template_source(name: str) -> str:
    """The text of a bundled template; raises :class:`InputError` (``UNKNOWN_TEMPLATE``) for another name."""
    if name not in template_names():
        near = difflib.get_close_matches(name, template_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(template_names())}"
        raise InputError(f"no template is called {name!r}", code="UNKNOWN_TEMPLATE", hint=hint)
    return resources.files(__package__).joinpath("templates", name + _SUFFIX).read_text(encoding="utf-8")


class Templates:
    """The templates of one run. Making it compiles every override, so a broken one stops the run before a write.

    ``own_names`` are those that replace no bundled template: bodies of ``template:NAME`` regions.
    """

    def __init__(self, overrides: Mapping[str, Override] | None = None) -> None:
        self._compiled = {
            name: compile_template(override.path, override.source)
            for name, override in sorted((overrides or {}).items())
        }
        self.own_names = tuple(name for name in self._compiled if name not in template_names())

    def render(self, name: str, view: View) -> str:
        """The page of ``view``: LF, no trailing blanks, no blank lines in a row outside code, one newline at the end.

        Raises :class:`InputError` as :meth:`.engine.Template.render` does, and for unknown names.
        """
        template = self._compiled.get(name)
        if template is None:
            template = self._compiled[name] = compile_template(name, template_source(name))
        return _tidy(template.render(view))

    def render_area_body(self, view: AreaPageView) -> str:
        """The body of an ``area:PATH`` region: no front matter, heading, snapshot hash or link to the page itself."""
        return region_body(self.render("area-region", view), place=f"area:{view.area.path}")


def render_area_body(view: AreaPageView, templates: Templates | None = None) -> str:
    """The body of an ``area:PATH`` region, with the bundled template unless ``templates`` has another."""
    return (templates or Templates()).render_area_body(view)


def _tidy(text: str) -> str:
    """Lines without trailing blanks; one blank line where templates leave several, except in code blocks."""
    lines: list[str] = []
    fence = ""
    for line in (line.rstrip() for line in text.split("\n")):
        fence = _fence_after(fence, line)
        if line or fence or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


def region_body(text: str, *, place: str) -> str:
    """``text`` as the body of a generated region: no trailing blanks, no blank lines at its ends, LF.

    Raises :class:`InputError` (``REGION_BODY``) when it holds a marker, or opens a fence or comment it does not close.
    """
    body = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    problem = body_problem(body)
    if problem is not None:
        raise InputError(f"the rendered body {problem}", place=place, code="REGION_BODY", hint="change its template")
    return body


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open below ``line`` when ``fence`` was open above it; empty for none."""
    found = _FENCE.match(line)
    if found and not fence:
        return found[1]
    closes = found and found[1].startswith(fence) and not line.strip().strip(fence[:1])
    return "" if closes else fence
