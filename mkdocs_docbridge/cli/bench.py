"""``docbridge bench``: measure, and seal what was measured."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_docbridge.artifacts import encode, read, write
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult, compare, run_benchmark
from mkdocs_docbridge.retrieval.suite import Suite, read_suite

from .options import FILE, finish, format_options, project_options, show_artifact


@click.group()
def bench() -> None:
    """Measure, and seal what was measured."""


@bench.command()
@click.option("--suite", type=FILE, help="The questions. Default: retrieval.suite of the settings.")
@click.option("--baseline", type=FILE, help="A sealed earlier result; exit 1 when hit@3 falls below it.")
@click.option("--update-baseline", is_flag=True, help="Write the result to --baseline instead of comparing.")
@click.option("--by", help="Who accepts the new baseline.")
@click.option("--output", type=FILE, help="Where to write the sealed result.")
@project_options
@format_options()
def retrieval(
    project: Project,
    suite: Path | None,
    baseline: Path | None,
    update_baseline: bool,
    by: str | None,
    output: Path | None,
    form: str,
) -> None:
    """Ask the questions of a suite and say how often the right answer came first.

    The result is sealed and holds no time: the same tree and suite give the same bytes.

    \b
    Example:
      docbridge bench retrieval --output studies/retrieval-v1.json
      docbridge bench retrieval --baseline studies/baseline.json
    """
    if update_baseline and (baseline is None or not by):
        raise InputError("--update-baseline needs --baseline FILE and --by NAME", code="BASELINE_BY")
    result = run_benchmark(project.engine, _suite(project, suite))
    if output is not None:
        write(result, output)
    if form == "json":
        show_artifact(encode(result))
    else:
        _show(result)
    if baseline is None:
        return
    if update_baseline:
        write(result, baseline)
        click.echo(f"{baseline}: baseline accepted by {by}", err=True)
        return
    verdict = compare(result, read(RetrievalBenchmarkResult, baseline, place=str(baseline)))
    click.echo(verdict.message, err=True)
    finish(ok=not verdict.regressed)


def _suite(project: Project, file: Path | None) -> Suite:
    chosen = file or project.suite_path
    if chosen is None:
        raise InputError("no suite", code="NO_SUITE", hint="name one with --suite, or set retrieval.suite")
    try:
        return read_suite(chosen.read_bytes(), place=str(file or project.relative(chosen) or chosen.name))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=str(chosen), code="UNREADABLE") from None


def _show(result: RetrievalBenchmarkResult) -> None:
    figures = result.figures
    click.echo(f"{result.suite}: {figures.cases} questions")
    arms = [("docbridge", figures), *((item.name, item.figures) for item in result.baselines)]
    for name, item in arms:
        interval = item.hit_at3_interval
        span = f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""
        click.echo(
            f"  {name:<14} hit@1 {item.hit_at1:.3f}  hit@3 {item.hit_at3:.3f}{span}  "
            f"MRR@10 {item.mean_reciprocal_rank:.3f}  no result {item.zero_result_rate:.3f}"
        )
    for case in result.cases:
        if case.rank is None or case.rank > 3:
            click.echo(
                f"  missed {case.id}: rank {case.rank or 'none'}; first {case.top[0] if case.top else 'nothing'}"
            )
