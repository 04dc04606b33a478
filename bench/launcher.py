"""A small process that runs one command and says what it used. Run as a script.

It stands between the harness and the command for three reasons. What a child reports as its peak memory is never less
than what its parent held when it was started, so the parent has to be small: everything but the bare need is imported
after the start. It takes in the children that the command leaves behind (a process pool's helpers), so their seconds
are counted too. And waiting for *any* child is only safe in a process that has no others.
"""

import os
import resource
import sys
import time

_PR_SET_CHILD_SUBREAPER = 36
_SAMPLE_SECONDS = 0.05
_PATIENCE_SECONDS = 10.0
_PAGE_KIB = os.sysconf("SC_PAGESIZE") // 1024


def _start(command: list[str], errors: str) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    return os.posix_spawnp(
        command[0],
        command,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, errors, flags, 0o600),
        ],
        # a group of its own, so that a command whose time is up goes with its workers
        setpgroup=0,
    )


def _adopt_orphans() -> None:
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class _Watch:
    """Samples the memory of all descendants, and ends the command when its time is up, on a thread of its own."""

    def __init__(self, pid: int, limit: float) -> None:
        import threading

        self.peak_sum_kib = 0
        self.timed_out = False
        self._pid = pid
        self._end = time.monotonic() + limit
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(_SAMPLE_SECONDS):
            self.peak_sum_kib = max(self.peak_sum_kib, _resident_kib(os.getpid()))
            if time.monotonic() > self._end and not self.timed_out:
                self.timed_out = True
                os.killpg(self._pid, 9)

    def stop(self) -> None:
        self._done.set()
        self._thread.join()


def _resident_kib(pid: int) -> int:
    """Resident memory of every descendant of ``pid``. Pages that processes share count in each: an upper bound."""
    total = 0
    for child in _words(f"/proc/{pid}/task/{pid}/children"):
        resident = _words(f"/proc/{child}/statm")[1:2]
        total += sum(map(int, resident)) * _PAGE_KIB + _resident_kib(int(child))
    return total


def _words(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii") as stream:  # noqa: PTH123  (pathlib is a megabyte)
            return stream.read().split()
    except OSError:
        # it has ended meanwhile, or this is not Linux
        return []


def _own_peak_kib() -> int:
    """Our own peak. Not ``ru_maxrss``, which remembers what our parent held."""
    words = _words("/proc/self/status")
    if "VmHWM:" in words:
        return int(words[words.index("VmHWM:") + 1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _wait_for_orphans() -> bool:
    """Waits for what the command left behind; True when something is still running after a while."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            time.sleep(0.01)
    return True


def main(arguments: list[str]) -> None:
    """``RESULT ERRORS SECONDS COMMAND…``: runs COMMAND, writes its usage as JSON to RESULT, its stderr to ERRORS."""
    result, errors, limit, *command = arguments
    floor = _own_peak_kib()
    start = time.perf_counter()
    pid = _start(command, errors)
    _adopt_orphans()
    watch = _Watch(pid, float(limit))
    _, status = os.waitpid(pid, 0)
    wall = time.perf_counter() - start
    left_running = _wait_for_orphans()
    watch.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    import json

    usage = {
        "user": used.ru_utime,
        "system": used.ru_stime,
        "wall": wall,
        "peak_kib": used.ru_maxrss,
        "peak_sum_kib": watch.peak_sum_kib,
        "floor_kib": floor,
        "exit_code": os.waitstatus_to_exitcode(status),
        "timed_out": watch.timed_out,
        "left_running": left_running,
    }
    with open(result, "w", encoding="utf-8") as stream:  # noqa: PTH123
        json.dump(usage, stream)


if __name__ == "__main__":
    main(sys.argv[1:])
