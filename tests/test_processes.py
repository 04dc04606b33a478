"""Other people's programs stay within their bounds, whatever they do."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from mkdocs_docbridge.processes import Limits, Outcome, ProcessFaultError, environment, json_answer, run
from tests.support.cases import Case, cases

PROVIDERS = {case.id[:2]: case for case in cases("providers")}
posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups and signals of POSIX")


def python(code: str, folder: Path, limits: Limits | None = None) -> Outcome:
    return run([sys.executable, "-I", "-c", code], folder=folder, variables=environment(), limits=limits)


def script(case: Case, name: str) -> Outcome:
    arguments = [sys.executable, "-I", str(case.folder / name)]
    return run(arguments, folder=case.folder, variables=environment(), limits=Limits(seconds=10))


@posix
def test_a_grandchild_that_holds_the_pipe_neither_delays_the_answer_nor_lives_on() -> None:
    start = time.monotonic()
    outcome = script(PROVIDERS["92"], "provider.py")

    assert time.monotonic() - start < 2 + 2  # two seconds, and what a busy machine takes to start two interpreters
    assert json_answer(outcome) == {}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ansi.py", "PROVIDER_NOT_JSON"),
        ("exit3.py", "PROVIDER_EXIT"),
        ("not_utf8.py", "PROVIDER_NOT_UTF8"),
        ("nothing.py", "PROVIDER_EMPTY"),
        ("two_docs.py", "PROVIDER_NOT_ONE_JSON"),
    ],
)
def test_each_bad_answer_has_a_code_of_its_own(name: str, code: str) -> None:
    with pytest.raises(ProcessFaultError) as caught:
        json_answer(script(PROVIDERS["94"], name))

    assert caught.value.code == code


def test_only_the_base_set_and_what_is_allowed_reaches_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "x" * 20)
    monkeypatch.setenv("ALLOWED", "yes")
    monkeypatch.delenv("UNSET", raising=False)
    case = PROVIDERS["95"]
    arguments = [sys.executable, "-I", str(case.folder / "provider.py")]
    outcome = run(arguments, folder=case.folder, variables=environment(["ALLOWED", "UNSET"]))

    names = json_answer(outcome)
    assert isinstance(names, list)
    assert "ALLOWED" in names
    base = {"ALLOWED", "HOME", "LANG", "PATH", "PYTHONUTF8", "TEMP", "TMP", "TMPDIR"}
    assert set(names) - {"LC_CTYPE", "COMSPEC", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT"} <= base


@pytest.mark.parametrize("name", ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PYTHONPATH", "NODE_OPTIONS", "GIT_DIR"])
def test_a_variable_that_decides_which_code_runs_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        environment([name])


HOSTILE = {
    "sleeps": "import time; time.sleep(60)",
    "floods": "import sys\nwhile True: sys.stdout.write('x' * 65536)",
    "floods the other pipe": "import sys\nwhile True: sys.stderr.write('x' * 65536)",
    "ignores the request to end": "import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(60)",
    "closes its pipes and goes on": "import os, time; os.close(1); os.close(2); time.sleep(60)",
    "forks": "import os, time\nfor _ in range(3): os.fork()\ntime.sleep(60)",
    "escapes its group": "import os, time\nif os.fork() == 0:\n os.setsid(); time.sleep(8)\n",
    "dies": "import os; os.kill(os.getpid(), 9)",
    "half a line": "import sys, os; sys.stdout.write('{'); sys.stdout.flush(); os._exit(0)",
}


def _children() -> set[int]:
    """The processes that this one has started and not reaped."""
    return {int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


@posix
@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_hostile_program_ends_within_its_deadline_and_its_bytes(kind: str, tmp_path: Path) -> None:
    limits = Limits(seconds=1.0, output=100_000, errors=10_000)
    before = _children()
    start = time.monotonic()
    outcome = python(HOSTILE[kind], tmp_path, limits)

    assert time.monotonic() - start < limits.seconds + 1 + 2  # a busy machine starts an interpreter slowly
    assert len(outcome.output) <= limits.output
    assert len(outcome.errors) <= limits.errors
    with pytest.raises(ProcessFaultError):
        json_answer(outcome)
    # nothing of ours is left unreaped; other tests of this process may have children that go on
    assert _children() <= before


@posix
def test_what_a_program_started_is_killed_with_it(tmp_path: Path) -> None:
    sleeper = "[sys.executable, '-c', 'import time; time.sleep(60)']"
    code = f"import subprocess, sys\nchild = subprocess.Popen({sleeper})\nprint(child.pid)"
    child = json_answer(python(code, tmp_path))

    assert isinstance(child, int)
    end = time.monotonic() + 5
    while _runs(child) and time.monotonic() < end:
        time.sleep(0.05)
    assert not _runs(child)


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProcessFaultError, match="no-such-program"):
        run(["no-such-program-x"], folder=tmp_path, variables=environment())
