"""The JSON record of a run: the machine, the versions, every command and every raw figure."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from .trees.write import git_environment
from .usage import Usage

SCHEMA = 1


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What the figures depend on besides the code."""

    system: str
    processor: str
    cores: int
    memory_mib: int
    python: str


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a case. Samples of one round ran one after the other, in the order of the cases."""

    round: int
    usage: Usage


class CaseRecord(msgspec.Struct, kw_only=True):
    """One command on one tree."""

    name: str
    command: list[str]
    """As it ran in the tree's folder, with ``$DOCBRIDGE``, ``$WORK``, ``$PYTHON``, ``$REPOSITORY`` for our places."""
    left_out: str = ""
    """Why it was not run, or not run again after it failed."""
    samples: list[Sample] = []

    def cpu(self) -> dict[int, float]:
        """CPU seconds by round, of the runs that succeeded."""
        return {sample.round: sample.usage.cpu for sample in self.samples if sample.usage.is_good}

    def wall(self) -> dict[int, float]:
        """Wall seconds by round, of the runs that succeeded."""
        return {sample.round: sample.usage.wall for sample in self.samples if sample.usage.is_good}


class TreeRecord(msgspec.Struct, kw_only=True):
    """One tree and what ran on it."""

    name: str
    is_synthetic: bool
    files: int
    size: int
    median: int
    analysed: int
    """Documents and modules in the snapshot: the files that ``ctags, same files`` reads."""
    snapshot_bytes: int
    digest: str
    """SHA-256 of a synthetic tree, the commit of a real one."""
    cases: list[CaseRecord] = []


class Record(msgspec.Struct, kw_only=True):
    """A whole run."""

    schema: int = SCHEMA
    started: str
    ended: str = ""
    load_before: float
    load_after: float = 0.0
    seed: int
    machine: Machine
    versions: dict[str, str]
    trees: list[TreeRecord] = []


def new_record(seed: int, docbridge: str) -> Record:
    """The record of a run that starts now."""
    return Record(
        started=now(),
        load_before=_load(),
        seed=seed,
        machine=machine(),
        versions={
            "docbridge": _last_word(docbridge, "--version"),
            "commit": _commit(),
            "git": _last_word("git", "--version"),
            **{name: version(name) for name in ("tree-sitter", "pyromark", "msgspec")},
        },
    )


def save(record: Record, path: Path) -> None:
    """Writes the record as it is now; called after each tree, so that a run that is stopped keeps
    what it has."""
    record.ended, record.load_after = now(), _load()
    write_json(record, path)


def write_json(value: object, path: Path) -> None:
    """Writes a record, readable; missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def load(path: Path) -> Record:
    """A record that was saved. Raises msgspec.DecodeError for any other file."""
    return msgspec.json.decode(path.read_bytes(), type=Record)


def now() -> str:
    """The minute, in UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")


def _load() -> float:
    return round(os.getloadavg()[0], 2)


def machine() -> Machine:
    """This machine."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return Machine(
        system=f"{platform.system()} {platform.release()}",
        processor=_processor(),
        cores=os.cpu_count() or 1,
        memory_mib=pages // 2**20,
        python=f"{platform.python_implementation()} {platform.python_version()}",
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _commit() -> str:
    here = Path(__file__).parent
    commit = _first_line("git", "-C", str(here), "rev-parse", "--short=12", "HEAD")
    return f"{commit} with changes" if _first_line("git", "-C", str(here), "status", "--porcelain", "-uno") else commit


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=git_environment())
    except OSError:
        return ""
    return done.stdout.partition("\n")[0].strip()


def _last_word(*command: str) -> str:
    return _first_line(*command).rpartition(" ")[2]


def shown(command: list[str], work: Path, docbridge: str) -> list[str]:
    """``command`` without this machine's folders."""
    here = os.fspath(Path(__file__).parents[1])
    places = (
        (docbridge, "$DOCBRIDGE"),
        (os.fspath(work), "$WORK"),
        (sys.executable, "$PYTHON"),
        (here, "$REPOSITORY"),
    )
    found = []
    for word in command:
        for place, name in places:
            word = word.replace(place, name)
        found.append(word)
    return found
