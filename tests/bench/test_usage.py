"""What a command used is what it and all that it started used. CPU seconds, so other load does not matter much."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.usage import Usage, measure

BURN = "import time\nwhile time.process_time() < 0.4: pass\n"
# start-up of the interpreter, and ticks of the clock
SLACK = 0.35

linux = pytest.mark.skipif(sys.platform != "linux", reason="adopting orphans and /proc are Linux's")


def python(folder: Path, script: str, *, limit: float = 60.0) -> Usage:
    return measure([sys.executable, "-I", "-S", "-c", script], folder=folder, limit=limit)


def test_the_seconds_of_a_command_are_counted(tmp_path: Path) -> None:
    usage = python(tmp_path, BURN)
    assert usage.is_good
    assert 0.4 <= usage.cpu < 0.4 + SLACK
    assert usage.wall >= 0.4


def test_waiting_costs_nothing(tmp_path: Path) -> None:
    usage = python(tmp_path, "import time; time.sleep(0.3)")
    assert usage.wall >= 0.3
    assert usage.cpu < SLACK


def test_the_seconds_of_its_children_are_counted(tmp_path: Path) -> None:
    script = f"import subprocess, sys\nfor _ in range(2): subprocess.run([sys.executable, '-I', '-S', '-c', {BURN!r}])"
    usage = python(tmp_path, script)
    assert 0.8 <= usage.cpu < 0.8 + 3 * SLACK


@linux
def test_the_seconds_of_a_child_that_it_did_not_wait_for_are_counted(tmp_path: Path) -> None:
    script = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-I', '-S', '-c', {BURN!r}])"
    usage = python(tmp_path, f"import warnings; warnings.simplefilter('ignore')\n{script}")
    assert usage.is_good
    assert 0.4 <= usage.cpu < 0.4 + 2 * SLACK


@linux
def test_peak_memory_is_of_the_largest_process_and_the_sum_of_all(tmp_path: Path) -> None:
    hold = "import time; data = b'x' * (64 << 20); time.sleep(0.5)"
    script = (
        "import subprocess, sys\n"
        f"children = [subprocess.Popen([sys.executable, '-I', '-S', '-c', {hold!r}]) for _ in range(2)]\n"
        "for child in children: child.wait()\n"
    )
    usage = python(tmp_path, script)
    assert 64 << 10 <= usage.peak_kib < 110 << 10
    assert 128 << 10 <= usage.peak_sum_kib < 220 << 10


def test_a_large_parent_is_not_taken_for_a_large_command(tmp_path: Path) -> None:
    ballast = b"x" * (256 << 20)
    usage = python(tmp_path, "pass")
    assert len(ballast) > usage.peak_kib << 10
    assert usage.peak_kib < 64 << 10


def test_a_command_that_fails_says_so_with_its_last_words(tmp_path: Path) -> None:
    usage = python(tmp_path, "import sys; print('noise'); sys.exit('there is no tree')")
    assert not usage.is_good
    assert (usage.exit_code, usage.error) == (1, "there is no tree")


@linux
def test_a_command_whose_time_is_up_goes_with_its_children(tmp_path: Path) -> None:
    script = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    usage = python(tmp_path, script, limit=0.5)
    assert usage.timed_out
    assert not usage.is_good
    assert not usage.left_running
    assert usage.wall < 30


def test_a_program_that_is_not_there_is_an_error_and_no_figure(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-such-program cannot be started"):
        measure(["no-such-program"], folder=tmp_path)


def test_a_measurement_that_somebody_ended_is_an_error_and_no_figure(tmp_path: Path) -> None:
    script = "import os, signal; os.kill(os.getppid(), signal.SIGTERM)"
    with pytest.raises(OSError, match="its launcher ended with -15"):
        python(tmp_path, script)
