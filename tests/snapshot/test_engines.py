"""The same facts wherever they are computed, and a scan that goes on where a killed one stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot import Helpers
from mkdocs_docbridge.snapshot import engines as engines_module
from mkdocs_docbridge.snapshot.analysis import Done, Job, analyse
from mkdocs_docbridge.snapshot.engines import Batches, Distributed, Pool, Serial, local_engine
from tests.support.trees import scanned, write_tree

HOME = Path(__file__).resolve().parents[2]


def tree(root: Path, files: int) -> Path:
    found = {
        f"tool/m{n}.py": f'"""Module {n}."""\nfrom tool.m{n - 1} import f\n\ndef f{n}(): ...\n' for n in range(files)
    }
    found |= {f"docs/p{n}.md": f"# Page {n}\n\n`f{n}` and [next](p{n + 1}.md).\n" for n in range(files)}
    return write_tree(root, found)


@pytest.mark.parametrize("processes", [1, 2, 8])
def test_every_number_of_processes_gives_the_same_bytes(tmp_path: Path, processes: int) -> None:
    root = tree(tmp_path, 200)
    engine = partial(local_engine, processes=processes)
    assert isinstance(engine(400), Serial if processes == 1 else Pool)
    found = scanned(root, helpers=Helpers(engine))
    assert encode(found.snapshot) == encode(scanned(root).snapshot)
    assert found.counts.computed == 400


def test_few_files_start_no_process() -> None:
    assert isinstance(local_engine(100, 8), Serial)


def die(jobs: list[Job]) -> list[Done]:
    if any(b"Module 77" in job.data for job in jobs):
        os.kill(os.getpid(), signal.SIGKILL)
    return analyse(jobs)


def test_when_a_process_dies_this_one_does_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree(tmp_path, 200)
    monkeypatch.setattr(engines_module, "_work", die)
    found = scanned(root, helpers=Helpers(lambda _: Pool(2)))
    assert encode(found.snapshot) == encode(scanned(root).snapshot)


class Stops:
    """Analyses some batches, then ends the scan as a signal would."""

    def __init__(self, after: int) -> None:
        self._after = after

    def run(self, batches: Batches) -> Iterator[list[Done]]:
        for number, batch in enumerate(batches):
            if number == self._after:
                raise KeyboardInterrupt
            yield analyse(batch)


def test_a_scan_goes_on_where_an_interrupted_one_stopped(tmp_path: Path) -> None:
    root, cache = tree(tmp_path / "tree", 100), tmp_path / "facts.db"
    with pytest.raises(KeyboardInterrupt):
        scanned(root, cache=cache, helpers=Helpers(lambda _: Stops(2)))
    found = scanned(root, cache=cache)
    assert 0 < found.counts.computed < 200
    assert encode(found.snapshot) == encode(scanned(root).snapshot)


_SCRIPT = """
import sys
from pathlib import Path
from mkdocs_docbridge.snapshot import Helpers
from tests.support.trees import scanned

def told(counts):
    print(counts.computed, flush=True)

scanned(Path(sys.argv[1]), cache=Path(sys.argv[2]), helpers=Helpers(None, told))
"""


def test_a_killed_scan_loses_at_most_what_it_was_doing(tmp_path: Path) -> None:
    root, cache = tree(tmp_path / "tree", 300), tmp_path / "facts.db"
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    with subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, str(root), str(cache)], env=environment, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        reported = int(process.stdout.readline())
        process.kill()
    found = scanned(root, cache=cache)
    assert found.counts.computed <= 600 - reported
    assert encode(found.snapshot) == encode(scanned(root).snapshot)


def test_a_killed_scan_leaves_no_process_behind(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree", 300)
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    with subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, str(root), str(tmp_path / "facts.db")], env=environment, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.kill()
        # the processes of the pool write there too: its end comes with the last of them
        process.communicate(timeout=60)


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers, each a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(HOME), "PYTHONWARNINGS": "ignore"}
    command = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
    ]
    started = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)]
    try:
        address = _announced(started[0])
        for _ in range(2):
            worker = [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
            ]
            started.append(subprocess.Popen(worker, env=environment, stderr=subprocess.DEVNULL))
        yield address, started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def _announced(scheduler: subprocess.Popen[bytes]) -> str:
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        if b"tcp://" in line:
            return "tcp://" + line.split(b"tcp://")[1].split()[0].decode()
    raise AssertionError("the scheduler did not say where it listens")


def _both_work(address: str) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_bytes_though_a_worker_is_killed(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    root = tree(tmp_path / "tree", 400)
    _both_work(address)
    done: list[int] = []

    def told(counts: object) -> None:
        done.append(1)
        if len(done) == 2:
            workers[0].kill()

    found = scanned(root, cache=tmp_path / "facts.db", helpers=Helpers(lambda _: Distributed(address), told))
    assert len(done) >= 2
    assert found.counts.computed == 800
    assert encode(found.snapshot) == encode(scanned(root).snapshot)
    again = scanned(root, cache=tmp_path / "facts.db", helpers=Helpers(lambda _: Distributed("tcp://127.0.0.1:1")))
    assert again.counts.computed == 0


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines_module, "_TIMEOUT", 1)
    started = time.monotonic()
    with pytest.raises(InputError, match="DISTRIBUTED_UNREACHABLE"):
        scanned(tree(tmp_path, 1), helpers=Helpers(lambda _: Distributed("tcp://127.0.0.1:1")))
    assert time.monotonic() - started < 60
