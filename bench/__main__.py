"""``python -m bench``: measure docbridge on trees of several sizes, beside its peers."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec

from mkdocs_docbridge.retrieval import RetrievalIndex

from . import digest as digests
from .cases import Site, has_jobs, tracked
from .peers import Peer, find_ctags, install_acco, search_python
from .record import TreeRecord, load, new_record, save, write_json
from .retrieval.report import render as render_figures
from .retrieval.run import figures
from .retrieval.run import run as ask_all
from .retrieval.suites import read_suite
from .run import Prepared, real, run_tree, synthetic
from .search import SearchRecord, prepare, prepare_tree
from .search import render as render_search
from .search import run as run_search
from .table import render
from .trees import write_tree

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_LARGE = 5_000
_OURS = ("docbridge", "scan", "verify")


class _Named(click.ParamType[tuple[str, Path]]):
    """``NAME=PATH`` of a folder that is there."""

    name = "NAME=PATH"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Path]:
        name, separator, path = value.partition("=")
        if not separator or not name or not Path(path).is_dir():
            self.fail(f"{value!r} is not NAME=PATH with a folder at PATH", param, ctx)
        return name, Path(path)


@dataclass(frozen=True)
class _Plan:
    """What one tree is run with."""

    docbridge: str
    has_jobs: bool
    ctags: Peer
    acco: Peer
    acco_limit: int
    rounds: int | None
    limit: float

    def measure(self, prepared: Prepared, work: Path) -> TreeRecord:
        files = len(tracked(prepared.root))
        acco = self.acco
        if files > self.acco_limit and not acco.missing:
            acco = replace(acco, missing=f"{files:,} files, more than --acco-limit {self.acco_limit:,}")
        scratch = work / f"{prepared.root.name}.scratch"
        scratch.mkdir(exist_ok=True)
        site = Site(prepared.root, scratch, self.docbridge, self.has_jobs, self.ctags, acco)
        rounds = self.rounds or (3 if files > _LARGE else 5)
        return run_tree(prepared, site, work, rounds=rounds, limit=self.limit, say=_say)


@click.group()
def bench() -> None:
    """Measure docbridge as whole processes: CPU seconds, memory, and the ratio to its peers."""


@bench.command()
@click.option("--files", "sizes", type=click.IntRange(100), multiple=True, help="A synthetic tree of so many files.")
@click.option("--real", "reals", type=_Named(), multiple=True, help="A repository; its checked-out commit is cloned.")
@click.option("--rounds", type=click.IntRange(1), help="Default: 5, and 3 for trees of more than 5,000 files.")
@click.option("--seed", default=1, show_default=True, help="Of the synthetic trees.")
@click.option("--work", type=_FOLDER, envvar="BENCH_DIR", help="Kept. Default: $BENCH_DIR, else a temporary folder.")
@click.option("--record", "file", type=_FILE, default=Path("build/bench.json"), show_default=True, help="To write.")
@click.option("--docbridge", help="The program to measure. Default: the one beside this Python.")
@click.option("--without", type=click.Choice(["ctags", "acco"]), multiple=True, help="Leave a peer out.")
@click.option("--acco-limit", default=_LARGE, show_default=True, help="The most files that acco is given: it is slow.")
@click.option("--limit", default=3600.0, show_default=True, help="Seconds after which a command is given up.")
def run(
    sizes: tuple[int, ...],
    reals: tuple[tuple[str, Path], ...],
    rounds: int | None,
    seed: int,
    work: Path | None,
    file: Path,
    docbridge: str | None,
    without: tuple[str, ...],
    acco_limit: int,
    limit: float,
) -> None:
    """Measure on trees and print the table; exit 1 when a case of ours failed.

    \b
    Example:
      python -m bench run --files 1000 --files 10000
      python -m bench run --real sympy=../sympy --rounds 3
    """
    program = docbridge or _beside_python()
    with _work_folder(work) as folder:
        ctags = _peer("ctags", without, find_ctags)
        acco = _peer("acco", without, lambda: install_acco(folder))
        plan = _Plan(program, has_jobs(program), ctags, acco, acco_limit, rounds, limit)
        record = new_record(seed, program)
        record.versions |= {peer.name: peer.version or peer.missing for peer in (ctags, acco)}
        for prepared in _trees(folder, sizes, reals, seed):
            record.trees.append(plan.measure(prepared, folder))
            save(record, file)
    click.echo(render(record))
    _say(f"record: {file}")
    sys.exit(1 if _failed(record.trees) else 0)


@bench.command()
@click.option("--files", "sizes", type=click.IntRange(100), multiple=True, help="The entries of a synthetic tree.")
@click.option("--index", "indexes", type=_FILE, multiple=True, help="The entries of a sealed index.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Rounds over all engines.")
@click.option("--seed", default=1, show_default=True, help="Of the synthetic trees and of the questions.")
@click.option("--work", type=_FOLDER, envvar="BENCH_DIR", help="Kept. Default: $BENCH_DIR, else a temporary folder.")
@click.option("--record", "file", type=_FILE, default=Path("build/bench-search.json"), show_default=True)
@click.option("--limit", default=3600.0, show_default=True, help="Seconds after which a process is given up.")
def search(
    sizes: tuple[int, ...],
    indexes: tuple[Path, ...],
    rounds: int,
    seed: int,
    work: Path | None,
    file: Path,
    limit: float,
) -> None:
    """Measure search beside tantivy, bm25s and SQLite's full text: build, open, ask, explain, cold processes."""
    program = _beside_python()
    records: list[SearchRecord] = []
    with _work_folder(work) as folder:
        python = search_python(folder)
        for name, root, place in _collections(folder, sizes, indexes, seed):
            done = run_search(name, place, root, rounds=rounds, python=python, docbridge=program, limit=limit, say=_say)
            click.echo(render_search(done))
            records.append(done)
            write_json(records, file)
    _say(f"record: {file}")
    sys.exit(0 if all("docbridge" in record.rounds for record in records) else 1)


def _collections(
    work: Path, sizes: tuple[int, ...], indexes: tuple[Path, ...], seed: int
) -> Iterator[tuple[str, Path | None, Path]]:
    """(name, the tree if there is one, the folder of the entries)"""
    for files in sorted(sizes):
        root, place = prepare_tree(work, files, seed, _say)
        yield f"synthetic {files:,}", root, place
    for path in indexes:
        place = work / f"search-{path.stem}"
        prepare(place, msgspec.json.decode(path.read_bytes(), type=RetrievalIndex), seed)
        yield path.stem, None, place


@bench.command()
@click.argument("file", type=_FILE)
def show(file: Path) -> None:
    """Print the table of a record FILE."""
    click.echo(render(load(file)))


@bench.command()
@click.argument("suites", type=_FILE, nargs=-1, required=True)
@click.option("--mirror", type=_FOLDER, envvar="MIRROR", required=True, help="Holds owner+name/repo git folders.")
@click.option("--work", type=_FOLDER, envvar="BENCH_DIR", help="Kept. Default: $BENCH_DIR, else a temporary folder.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@click.option("--record", "file", type=_FILE, default=Path("build/retrieval.json"), show_default=True, help="To write.")
def retrieval(suites: tuple[Path, ...], mirror: Path, work: Path | None, jobs: int, file: Path) -> None:
    """Ask SUITES (manifests of real requests) and print hit@k and MRR by kind, class and repository.

    \b
    Example:
      python -m bench retrieval ../shared/suites/code-dev.json --mirror ../mirror --work ../work
    """
    asked = [read_suite(path) for path in suites]
    with _work_folder(work) as folder:
        answers = ask_all(asked, mirror, folder, jobs, _say)
    found = figures(asked, answers)
    write_json({"rows": found, "answers": answers}, file)
    click.echo(render_figures(found))
    _say(f"record: {file}")


@bench.command()
@click.argument("repositories", type=_Named(), nargs=-1, required=True)
@click.option("--changes", type=click.IntRange(1), default=10, show_default=True, help="How many commits.")
@click.option("--window", type=click.IntRange(1), default=10, show_default=True, help="Commits to look ahead.")
@click.option("--work", type=_FOLDER, envvar="BENCH_DIR", help="Kept. Default: $BENCH_DIR, else a temporary folder.")
@click.option("--record", "file", type=_FILE, default=Path("build/digest.json"), show_default=True, help="To write.")
def digest(
    repositories: tuple[tuple[str, Path], ...], changes: int, window: int, work: Path | None, file: Path
) -> None:
    """Which documents the change digest proposes for the last commits that moved code, and which were then touched.

    \b
    Example:
      python -m bench digest click=../click
    """
    with _work_folder(work) as folder:
        records = [digests.run(name, path, folder, changes=changes, window=window) for name, path in repositories]
    write_json(records, file)
    click.echo(digests.render(records))
    _say(f"record: {file}")


@bench.command()
@click.argument("folder", type=_FOLDER)
@click.option("--files", type=click.IntRange(100), required=True, help="How many.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal trees.")
def tree(folder: Path, files: int, seed: int) -> None:
    """Write a synthetic tree to FOLDER, which must not exist, and print its hash."""
    if folder.exists():
        raise click.UsageError(f"{folder} exists already")
    written = write_tree(folder, files, seed)
    click.echo(f"{written.files} files, {written.size} bytes, median {written.median}, sha256 {written.digest}")


def _trees(work: Path, sizes: tuple[int, ...], reals: tuple[tuple[str, Path], ...], seed: int) -> Iterator[Prepared]:
    for name, source in reals:
        yield real(work, name, source)
    for files in sorted(sizes):
        _say(f"synthetic {files:,}: writing it")
        yield synthetic(work, files, seed)


@contextmanager
def _work_folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="docbridge-bench-") as folder:
        yield Path(folder).resolve()


def _peer(name: str, without: tuple[str, ...], find: Callable[[], Peer]) -> Peer:
    peer = Peer(name, missing="left out with --without") if name in without else find()
    if peer.missing:
        _say(f"without {name}: {peer.missing}")
    return peer


def _beside_python() -> str:
    # not resolved: in a virtual environment the Python is a link to one outside
    beside = Path(sys.executable).with_name("docbridge")
    found = str(beside) if beside.exists() else shutil.which("docbridge")
    if found is None:
        raise click.UsageError("there is no docbridge beside this Python or on the path; name one with --docbridge")
    return found


def _failed(trees: list[TreeRecord]) -> bool:
    cases = [case for tree in trees for case in tree.cases if case.name.startswith(_OURS)]
    return any(not sample.usage.is_good for case in cases for sample in case.samples)


def _say(text: str) -> None:
    click.echo(text, err=True)


if __name__ == "__main__":
    bench()
