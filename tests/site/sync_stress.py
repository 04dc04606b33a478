"""Kills, full disks and parallel runs against ``docbridge sync``, in child processes of this one.

``python -m tests.site.sync_stress FOLDER ROUNDS SEED`` prints one JSON object: how many rounds of each kind ran, and a
line for each file that was torn or lost, for each run that a killed one stopped, and for each leftover.
"""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.sync import Sync
from mkdocs_docbridge.snapshot.written import LIST_NAME
from tests.support.sites import environment, make_repository

KINDS = ("killed after a time", "killed at a step", "disk full", "write refused", "in parallel")
PROCESS_EVERY = 100
"""One round in so many kills a whole ``docbridge sync`` process, its scan too."""
_STEPS = frozenset({"open", "os.rename", "os.remove", "os.chmod", "os.mkdir", "fcntl.flock"})
_FILL = "<!-- doc-bridge:generated source={} -->\n<!-- /doc-bridge:generated -->\n"
_SOURCES = ("coverage", "area:src/tool/core", "area:src/tool/web")
_SCRIPT = "import sys; from mkdocs_docbridge.cli import main; main(sys.argv[1:])"


class Stage:
    """A repository whose files stand as before the sync, and what each holds after it."""

    def __init__(self, folder: Path) -> None:
        regions = "\nBetween.\n\n".join(_FILL.format(source) for source in _SOURCES)
        text = f"# Page\n\n{regions}\n" + "Words of a person.\n" * 400
        documents = {f"docs/page{number}.md": text for number in range(4)}
        self.root = make_repository(folder, documents)
        self.pages = self.root / "docs" / "generated"
        self.before = self._files()
        # pages of an earlier state of the repository, one of which goes
        module = self.root / "src/tool/old/thing.py"
        module.parent.mkdir()
        module.write_text("from tool.core import engine\n", encoding="utf-8")
        self.sync().write()
        earlier = {path: data for path, data in self._files().items() if path.is_relative_to(self.pages)}
        shutil.rmtree(module.parent)
        self.before |= earlier
        self.put_back()
        self.run = self.sync()
        self.run.write()
        self.after = self._files()
        self.put_back()

    def sync(self) -> Sync:
        with Project.open(self.root) as project:
            return Sync(project.root, project.regions, project.regions.documents, pages=project.page_folder(self.pages))

    def _files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in (self.root / "docs").rglob("*") if path.is_file()}

    def put_back(self) -> None:
        for path, data in self.before.items():
            if not path.exists() or path.read_bytes() != data:
                path.write_bytes(data)

    def faults(self, *, settled: bool) -> list[str]:
        """What is wrong with the files, after a run that may have been stopped or one that was not."""
        found = self._files()
        wrong = []
        for path in sorted(self.before | self.after):
            allowed = [self.after.get(path)] if settled else [self.before.get(path), self.after.get(path)]
            if path.name != LIST_NAME and found.get(path) not in allowed:
                wrong.append(f"{path.relative_to(self.root)}: {'lost' if path not in found else 'torn'}")
        if settled:
            wrong += [f"{path.relative_to(self.root)}: left behind" for path in sorted(set(found) - set(self.after))]
            if found.get(self.pages / LIST_NAME) != self.after[self.pages / LIST_NAME]:
                wrong.append("the list of pages is not the one of an undisturbed run")
        return wrong

    def is_untouched(self) -> bool:
        return all(path.name == LIST_NAME or path.read_bytes() == data for path, data in self.before.items())


def child(work: Callable[[], object]) -> int:
    """The process that does ``work`` and ends with 0, or with 2 for an error that sync tells its user."""
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        work()
        code = 0
    except OSError:
        code = 2
    finally:
        os._exit(code)


def ended(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def killed_at(step: int, run: Sync) -> None:
    left = step

    def hook(event: str, _arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in _STEPS:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    run.write()


def limited(size: int, run: Sync) -> None:
    """A write over ``size`` bytes fails in the kernel, after part of it was written, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    run.write()


def refused(count: int, run: Sync) -> None:
    """The system says that the disk is full when the file number ``count`` is to be kept."""
    real, left = os.fsync, count

    def fsync(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    os.fsync = fsync
    run.write()


def one_round(stage: Stage, kind: str, seconds: float, draw: random.Random) -> list[str]:
    run = stage.run
    wrong: list[str] = []
    if kind == "killed after a time":
        process = child(run.write)
        time.sleep(draw.uniform(0, 1.1 * seconds))
        os.kill(process, signal.SIGKILL)
        ended(process)
    elif kind == "killed at a step":
        ended(child(lambda: killed_at(draw.randrange(120), run)))
    elif kind in {"disk full", "write refused"}:
        fault = (lambda: limited(draw.randrange(1, 20_000), run)) if kind == "disk full" else None
        code = ended(child(fault or (lambda: refused(draw.randrange(14), run))))
        if code not in {0, 2} or (code == 2 and not stage.is_untouched()):
            wrong.append(f"{kind}: ended with {code}, or changed part of the files")
    elif kind == "in parallel":
        processes = [child(run.write) for _ in range(3)]
        victim = draw.choice([None, *processes])
        if victim is not None:
            time.sleep(draw.uniform(0, seconds))
            os.kill(victim, signal.SIGKILL)
        codes = [ended(process) for process in processes if process != victim]
        if victim is not None:
            ended(victim)
        if any(codes):
            wrong.append(f"{kind}: ended with {codes}")
    else:
        command = [sys.executable, "-c", _SCRIPT, "sync", "-q", "--pages", str(stage.pages)]
        running = subprocess.Popen(command, cwd=stage.root, env=environment(), stdout=subprocess.DEVNULL)
        time.sleep(draw.uniform(0, 2.0))
        running.kill()
        running.wait()
        wrong += stage.faults(settled=False)
        again = subprocess.run(command, cwd=stage.root, env=environment(), capture_output=True)
        if again.returncode:
            wrong.append(f"{kind}: the next run ended with {again.returncode}")
    wrong += stage.faults(settled=False)
    if ended(child(run.write)):
        wrong.append(f"{kind}: the next run did not end well")
    return wrong + stage.faults(settled=True)


def main(folder: Path, rounds: int, seed: int) -> None:
    stage = Stage(folder)
    draw = random.Random(seed)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        ended(child(stage.run.write))
        times.append(time.perf_counter() - start)
        stage.put_back()
    ran: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(rounds):
        kind = "process killed" if number % PROCESS_EVERY == PROCESS_EVERY - 1 else KINDS[number % len(KINDS)]
        found = one_round(stage, kind, sorted(times)[2], draw)
        wrong += [f"round {number}, {kind}: {fault}" for fault in found]
        ran[kind] += 1
        stage.put_back()
    print(json.dumps({"ran": ran, "wrong": wrong, "secondsOfOneRun": sorted(times)[2]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
