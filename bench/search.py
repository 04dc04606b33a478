"""Search measured: ours beside tantivy, bm25s and SQLite's full text, on the entries of synthetic trees."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval import Entry, RetrievalIndex
from mkdocs_docbridge.retrieval.postings import weighted_words

from .figures import Spread, ratio, spread
from .record import Machine, machine, now
from .run import environment, synthetic
from .search_arms import ENGINES, FIELDS
from .usage import measure

QUESTIONS = 300
MOST_WORDS = 20
_ARMS = Path(__file__).with_name("search_arms.py")
_WORD = re.compile(r"[^\W_]\w*")

Say = Callable[[str], None]


class Round(msgspec.Struct):
    """What one engine did in one round. Seconds; ``None`` for what it does not do."""

    build: float
    build_wall: float
    open: float
    median: float
    p95: float
    explained: float | None
    """The 95th percentile of questions that are explained."""
    cold: float
    """CPU of a whole process that answers one question."""
    cold_wall: float


class SearchRecord(msgspec.Struct):
    """One collection of entries, and the rounds of each engine on it. Rounds are interleaved."""

    name: str
    entries: int
    load: tuple[float, float]
    started: str
    machine: Machine
    rounds: dict[str, dict[int, Round]]
    left_out: dict[str, str]
    files: dict[str, int]
    """Bytes of each engine's files."""
    cli: list[float]
    """Wall seconds of whole ``docbridge search`` processes in the tree, when there is one."""


FIGURES: tuple[tuple[str, str, float], ...] = (
    ("build", "build, CPU s", 1.0),
    ("build_wall", "build, wall s", 1.0),
    ("open", "open, ms", 1000.0),
    ("median", "question p50, ms", 1000.0),
    ("p95", "question p95, ms", 1000.0),
    ("explained", "explained p95, ms", 1000.0),
    ("cold", "cold process, CPU ms", 1000.0),
    ("cold_wall", "cold process, wall ms", 1000.0),
)


def prepare_tree(work: Path, files: int, seed: int, say: Say) -> tuple[Path, Path]:
    """The folder of a synthetic tree and the one with its entries; what an earlier run left is taken as it is."""
    root = synthetic(work, files, seed).root
    folder = work / f"search-{files}-{seed}"
    if not (folder / "questions.json").exists():
        say(f"{files:,} files: scanning them")
        with Project.open(root) as project:
            prepare(folder, project.index, seed)
    return root, folder


def prepare(folder: Path, index: RetrievalIndex, seed: int) -> None:
    """Writes the files that the engines read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.json").write_bytes(encode(index))
    with (folder / "entries.jsonl").open("wb") as stream:
        for entry in index.entries:
            stream.write(msgspec.json.encode(_texts(entry)) + b"\n")
    (folder / "questions.json").write_bytes(msgspec.json.encode(questions(index.entries, seed)))


def _texts(entry: Entry) -> dict[str, str]:
    texts = {name: getattr(entry.fields, name) for name in FIELDS}
    texts["body"] = " ".join(f"{word} " * times for word, times in weighted_words(entry, "body"))
    return {"id": entry.id, **texts}


def questions(entries: Sequence[Entry], seed: int) -> list[str]:
    """A third each: up to three words of a title, a symbol, a sentence of a summary."""
    chance = Random(seed)
    titles = [entry.title for entry in entries if entry.kind == "document"]
    symbols = [name for entry in entries for name in entry.symbols]
    summaries = [entry.summary for entry in entries if entry.summary]
    found = []
    for _ in range(QUESTIONS // 3):
        for texts, most in ((titles, 3), (symbols, 3), (summaries, MOST_WORDS)):
            if texts:
                words = _WORD.findall(chance.choice(texts))
                first = chance.randrange(max(1, len(words) - most + 1))
                found.append(" ".join(words[first : first + most]))
    return found


def run(
    name: str, folder: Path, root: Path | None, *, rounds: int, python: str, docbridge: str, limit: float, say: Say
) -> SearchRecord:
    """The engines on the entries in ``folder``, one after the other in each round. ``python`` runs the peers."""
    with (folder / "entries.jsonl").open("rb") as lines:
        entries = sum(1 for _ in lines)
    record = SearchRecord(name, entries, (os.getloadavg()[0], 0.0), now(), machine(), {}, {}, {}, [])
    for number in range(1, rounds + 1):
        say(f"{name}: round {number} of {rounds}")
        for engine in ENGINES:
            if engine not in record.left_out:
                try:
                    done = _round(engine, folder, sys.executable if engine == "docbridge" else python, limit)
                except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as error:
                    record.left_out[engine] = str(error).rpartition("\n")[2]
                else:
                    record.rounds.setdefault(engine, {})[number] = done
        if root is not None:
            record.cli.append(_cli(docbridge, root, folder, limit))
    places = {"docbridge": "search.idx", "tantivy": "tantivy", "bm25s": "bm25s", "fts5": "fts5.db"}
    record.files = {engine: _size(folder / places[engine]) for engine in record.rounds}
    record.load = (record.load[0], os.getloadavg()[0])
    return record


def _round(engine: str, folder: Path, python: str, limit: float) -> Round:
    built = _arm(python, "build", engine, folder, limit)
    asked = _arm(python, "ask", engine, folder, limit)
    cold = measure(
        [python, os.fspath(_ARMS), "cold", engine, os.fspath(folder)],
        folder=folder,
        environment=_environment(),
        limit=limit,
    )
    if not cold.is_good:
        raise OSError(cold.error)
    seconds = sorted(asked.asked)
    explained = sorted(asked.explained)
    return Round(
        build=built.cpu,
        build_wall=built.wall,
        open=asked.open,
        median=_quantile(seconds, 0.5),
        p95=_quantile(seconds, 0.95),
        explained=_quantile(explained, 0.95) if explained else None,
        cold=cold.cpu,
        cold_wall=cold.wall,
    )


class _Done(msgspec.Struct):
    """What an arm prints."""

    cpu: float = 0.0
    wall: float = 0.0
    open: float = 0.0
    asked: list[float] = []
    explained: list[float] = []


def _arm(python: str, step: str, engine: str, folder: Path, limit: float) -> _Done:
    command = [python, os.fspath(_ARMS), step, engine, os.fspath(folder)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=limit, env=_environment())
    if done.returncode != 0:
        raise OSError(done.stderr.decode("utf-8", "replace").strip())
    return msgspec.json.decode(done.stdout, type=_Done)


def _environment() -> dict[str, str]:
    """Where the arms find the package that is measured, installed or not."""
    found = environment()
    paths = [os.fspath(_ARMS.parents[1]), *filter(None, [found.get("PYTHONPATH")])]
    return found | {"PYTHONPATH": os.pathsep.join(paths)}


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def _cli(docbridge: str, root: Path, folder: Path, limit: float) -> float:
    asked: list[str] = msgspec.json.decode((folder / "questions.json").read_bytes(), type=list[str])
    usage = measure([docbridge, "search", asked[0]], folder=root, environment=environment(), limit=limit)
    return usage.wall


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*")) if path.is_dir() else path.stat().st_size


def render(record: SearchRecord) -> str:
    """The medians with their range, and the ratios of ours to each peer's."""
    load = f"load {record.load[0]:.1f} to {record.load[1]:.1f}"
    machine = record.machine
    where = f"{machine.processor}, {machine.cores} cores, {machine.python}; {record.started}, {load}"
    lines = [f"{record.name}: {record.entries:,} entries; {where}", ""]
    rows = [("", *record.rounds)]
    for member, title, unit in FIGURES:
        rows.append((title, *(_shown(spread_of(record, engine, member), unit) for engine in record.rounds)))
    rows.append(("files, MB", *(f"{record.files[engine] / 1e6:,.1f}" for engine in record.rounds)))
    rows += [("", *("" for _ in record.rounds))]
    for member, title, _ in FIGURES:
        ratios = [_ratio(record, engine, member) for engine in record.rounds]
        if any(ratios):
            rows.append((f"{title}: ours / its", *ratios))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines += [f"left out: {engine}: {why}" for engine, why in record.left_out.items()]
    if record.cli:
        lines.append(f"docbridge search in the tree, wall ms: {_shown(spread(record.cli), 1000.0)}")
    return "\n".join(lines) + "\n"


def spread_of(record: SearchRecord, engine: str, member: str) -> Spread | None:
    """The spread of one figure over the rounds of an engine."""
    values = [value for one in record.rounds[engine].values() if (value := getattr(one, member)) is not None]
    return spread(values) if values else None


def _shown(found: Spread | None, unit: float) -> str:
    if found is None:
        return "-"
    return f"{found.median * unit:,.2f} [{found.low * unit:,.2f}, {found.high * unit:,.2f}]"


def _ratio(record: SearchRecord, engine: str, member: str) -> str:
    ours = record.rounds.get("docbridge")
    if engine == "docbridge" or ours is None or member == "explained":
        return ""
    theirs = record.rounds[engine]
    found = ratio(
        {number: getattr(one, member) for number, one in ours.items()},
        {number: getattr(one, member) for number, one in theirs.items()},
    )
    return f"{found.median:.2f} [{found.low:.2f}, {found.high:.2f}]" if found is not None else ""
