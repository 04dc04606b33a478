"""From a template and a view to text: compiled once, checked before anything is written, bounded when it runs."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping
from types import TracebackType
from typing import Any, cast

import msgspec
from jinja2 import Template as JinjaTemplate
from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateRuntimeError, TemplateSyntaxError, UndefinedError
from jinja2.meta import find_undeclared_variables
from jinja2.visitor import NodeTransformer

from mkdocs_docbridge.errors import InputError

from .budget import Budget, Limits, TemplateRefusedError, over_limit
from .filters import COMPARE, CONCAT, CUT, REFUSED_FILTERS, STEPS, install
from .sandbox import BUDGET_NAME, MissingNameError, SandboxEnvironment
from .values import plain

_FILE = "<docbridge template>"

CLOCK_NAMES = frozenset(
    (
        *("now", "today", "date", "time", "datetime", "timestamp", "utcnow", "year", "generated_at", "generated_on"),
        *("build_date", "build_time", "last_updated", "last_modified", "commit", "commit_hash", "commit_sha", "sha"),
        *("git_sha", "git_commit", "revision", "branch", "random", "uuid", "uuid4", "hostname", "host", "user"),
        *("username", "cwd", "env", "environ", "environment", "getenv", "pid", "locale", "timezone"),
    )
)
"""Names that differ between two renderings of the same repository. No view has them, in any case of letters."""

_REFUSED_NAMES = {
    "lipsum": ("TEMPLATE_LIMIT", "lipsum makes text without a bound"),
    "cycler": ("TEMPLATE_FORBIDDEN", "cycler is not available; use loop.cycle"),
    "joiner": ("TEMPLATE_FORBIDDEN", "joiner is not available; use loop.first or the join filter"),
    "namespace": ("TEMPLATE_FORBIDDEN", "namespace is not available; use the select, map or sum filter"),
    "dict": ("TEMPLATE_FORBIDDEN", "dict is not available; write {…}"),
}


class _Checker(NodeTransformer):
    """Refuses what templates may not use, and sends loops, ``~``, comparisons and slices through counted filters."""

    def __init__(self, environment: SandboxEnvironment) -> None:
        self._environment = environment

    def visit_Filter(self, node: nodes.Filter) -> nodes.Node:  # noqa: N802
        if node.name not in self._environment.filters:
            code, reason = REFUSED_FILTERS.get(node.name, ("TEMPLATE_SYNTAX", "there is no such filter"))
            known = [name for name in sorted(self._environment.filters) if not name.startswith(" ")]
            raise TemplateRefusedError(code, f"filter {node.name!r}: {reason}{_nearest(node.name, known)}", node.lineno)
        return self.generic_visit(node)

    def visit_Test(self, node: nodes.Test) -> nodes.Node:  # noqa: N802
        if node.name not in self._environment.tests:
            near = _nearest(node.name, sorted(self._environment.tests))
            raise TemplateRefusedError("TEMPLATE_SYNTAX", f"there is no test {node.name!r}{near}", node.lineno)
        return self.generic_visit(node)

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        size = sum(_static_size(statement) for statement in node.body)
        node.iter = self._filter(node, node.iter, STEPS, nodes.Const(size))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return self._filter(node, nodes.List(node.nodes), CONCAT)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        values = nodes.List([node.expr, *(operand.expr for operand in node.ops)])
        return self._filter(node, values, COMPARE, nodes.Const(tuple(operand.op for operand in node.ops)))

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        if not isinstance(node.arg, nodes.Slice):
            return node
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        return self._filter(node, node.node, CUT, *(nodes.Const(None) if end is None else end for end in ends))

    def _filter(self, at: nodes.Node, value: nodes.Node, name: str, *args: nodes.Expr) -> nodes.Filter:
        made = nodes.Filter(cast(nodes.Expr, value), name, list(args), [], None, None)
        made.set_lineno(at.lineno)
        made.set_environment(self._environment)
        return made

    def _no_other_template(self, node: nodes.Node) -> nodes.Node:
        name = type(node).__name__.lower()
        raise TemplateRefusedError(
            "TEMPLATE_FORBIDDEN", f"{name}: a template is one file and loads no other (TemplateNotFound)", node.lineno
        )

    visit_Extends = visit_Include = visit_Import = visit_FromImport = _no_other_template  # noqa: N815

    def _refused(self, node: nodes.Node) -> nodes.Node:
        name = type(node).__name__
        raise TemplateRefusedError("TEMPLATE_FORBIDDEN", f"{name} would change how values are encoded", node.lineno)

    visit_FilterBlock = visit_EvalContextModifier = visit_ScopedEvalContextModifier = _refused  # noqa: N815

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> nodes.Node:  # noqa: N802
        return self._refused(node) if node.filter is not None else self.generic_visit(node)

    def visit_NSRef(self, node: nodes.NSRef) -> nodes.Node:  # noqa: N802
        raise TemplateRefusedError(*_REFUSED_NAMES["namespace"], node.lineno)


def _static_size(node: nodes.Node) -> int:
    """Characters of template text that one turn of a loop may add; inner loops count their own."""
    if isinstance(node, nodes.TemplateData):
        return len(node.data)
    if isinstance(node, nodes.For):
        return 0
    return sum(_static_size(child) for child in node.iter_child_nodes())


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


@functools.cache
def _environment() -> SandboxEnvironment:
    environment = SandboxEnvironment()
    install(environment)
    return environment


class Template:
    """A compiled template. Rendering it twice with the same view gives the same text."""

    def __init__(self, name: str, compiled: JinjaTemplate, names: dict[str, int]) -> None:
        self.name = name
        self.names = names
        """The variables it takes from the view, each with the first line that uses it."""
        self._compiled = compiled

    def render(self, view: msgspec.Struct | Mapping[str, Any], limits: Limits | None = None) -> str:
        """The text of ``view``, with LF line ends.

        Raises :class:`InputError` with ``name:line``. Codes: ``NON_DETERMINISTIC_TEMPLATE`` for clock-like names
        that the view lacks, ``UNDEFINED_VARIABLE``, ``TEMPLATE_LIMIT``, ``TEMPLATE_FORBIDDEN``,
        ``TEMPLATE_ERROR`` for values that do not fit what is done with them.
        """
        data: dict[str, Any] = dict(plain(view))
        for name, line in self.names.items():
            if name.lower() in CLOCK_NAMES and name not in data:
                raise _error(self.name, TemplateRefusedError("NON_DETERMINISTIC_TEMPLATE", _clock_message(name), line))
        budget = Budget(limits or Limits())
        context = self._compiled.new_context({**data, BUDGET_NAME: budget})
        chunks: list[str] = []
        try:
            for chunk in self._compiled.root_render_func(context):
                budget.output(chunk)
                chunks.append(chunk)
        except Exception as error:
            fault = _fault_of(error, sorted(data))
            if fault is None:
                raise
            if fault.line is None:
                fault.line = self._line_of(error.__traceback__)
            raise _error(self.name, fault) from None
        return "".join(chunks)

    def _line_of(self, traceback: TracebackType | None) -> int | None:
        line = None
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == _FILE:
                line = self._compiled.get_corresponding_lineno(traceback.tb_lineno)
            traceback = traceback.tb_next
        return line


def compile_template(name: str, source: str, limits: Limits | None = None) -> Template:
    """The template in ``source``. ``name`` is only for messages: the path of the file, or a bundled name.

    Raises :class:`InputError` with ``name:line`` and the code ``TEMPLATE_SYNTAX``, ``TEMPLATE_FORBIDDEN`` (other
    templates, refused filters and names) or ``TEMPLATE_LIMIT``.
    """
    limit = (limits or Limits()).source_chars
    environment = _environment()
    try:
        if len(source) > limit:
            raise over_limit(f"a template of more than {limit:,} characters")
        tree = environment.parse(source)
        tree = _Checker(environment).visit(tree)
        names = _names(tree)
        _check_names(names)
        code = environment.compile(tree, filename=_FILE)
    except TemplateRefusedError as fault:
        raise _error(name, fault) from None
    except TemplateSyntaxError as error:
        raise _error(
            name, TemplateRefusedError("TEMPLATE_SYNTAX", error.message or "not a template", error.lineno)
        ) from None
    except (RecursionError, MemoryError, OverflowError, SyntaxError) as error:
        # Python refuses more than twenty loops inside one another and expressions nested too deep.
        raise _error(name, over_limit(f"nested too deep or too large ({type(error).__name__})")) from None
    except ValueError as error:
        raise _error(name, TemplateRefusedError("TEMPLATE_SYNTAX", str(error))) from None
    return Template(name, JinjaTemplate.from_code(environment, code, {"range": environment.globals["range"]}), names)


def _check_names(names: dict[str, int]) -> None:
    for name in sorted(_REFUSED_NAMES.keys() & names.keys()):
        raise TemplateRefusedError(*_REFUSED_NAMES[name], names[name])


def _names(tree: nodes.Template) -> dict[str, int]:
    undeclared = find_undeclared_variables(tree)
    lines: dict[str, int] = {}
    for node in tree.find_all(nodes.Name):
        if node.name in undeclared and node.ctx == "load":
            lines[node.name] = min(node.lineno, lines.get(node.name, node.lineno))
    return dict(sorted(lines.items()))


_MISUSE = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, TemplateRuntimeError)


def _fault_of(error: Exception, known: list[str]) -> TemplateRefusedError | None:
    """What an exception of a rendering means for its author, or None for one that is no fault of the template."""
    if isinstance(error, TemplateRefusedError):
        return error
    if isinstance(error, MissingNameError) and error.top:
        return _missing(error.name, known)
    if isinstance(error, UndefinedError):
        return TemplateRefusedError("UNDEFINED_VARIABLE", error.message or "undefined")
    if isinstance(error, SecurityError):
        return TemplateRefusedError("TEMPLATE_FORBIDDEN", f"{error.message} (SecurityError)")
    if isinstance(error, RecursionError | MemoryError | OverflowError):
        return over_limit(f"nested too deep or too large ({type(error).__name__})")
    if isinstance(
        error, TypeError | ValueError | LookupError | ArithmeticError | AttributeError | TemplateRuntimeError
    ):
        return TemplateRefusedError("TEMPLATE_ERROR", str(error))
    return None


def _missing(name: str, known: list[str]) -> TemplateRefusedError:
    if name.lower() in CLOCK_NAMES:
        return TemplateRefusedError("NON_DETERMINISTIC_TEMPLATE", _clock_message(name))
    hint = _nearest(name, known) or (f"; the view has {', '.join(known)}" if known else "")
    return TemplateRefusedError("UNDEFINED_VARIABLE", f"{name!r} is undefined{hint}")


def _clock_message(name: str) -> str:
    return f"{name!r} does not exist: it would differ between two renderings of the same repository"


_HINT = "`docbridge render TEMPLATE --print-template` prints the bundled template"


def _error(name: str, fault: TemplateRefusedError) -> InputError:
    place = name if fault.line is None else f"{name}:{fault.line}"
    hint = "" if fault.code == "TEMPLATE_LIMIT" else _HINT
    return InputError(fault.message, place=place, code=fault.code, hint=hint)
