"""What a whole process used: CPU of itself and all it started, peak memory, wall time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

_LAUNCHER = Path(__file__).with_name("launcher.py")
_SHOWN_ERROR = 2000


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """One run of one command. Seconds and KiB."""

    user: float
    system: float
    wall: float
    peak_kib: int
    """Of the largest process. A command smaller than ``floor_kib`` shows that floor."""
    peak_sum_kib: int
    """Of all processes together, sampled 20 times a second: 0 for a command that ended sooner, or off Linux. Shared
    pages count in each process."""
    floor_kib: int
    """What the launcher itself held."""
    exit_code: int
    timed_out: bool = False
    left_running: bool = False
    """Something that the command started outlived it and is not fully counted."""
    error: str = ""
    """The end of standard error, when the command failed."""

    @property
    def cpu(self) -> float:
        """User and system seconds of the command and its descendants."""
        return self.user + self.system

    @property
    def is_good(self) -> bool:
        """Whether the figures are those of a command that did its work."""
        return self.exit_code == 0 and not self.timed_out and not self.left_running


def measure(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str] | None = None, limit: float = 3600.0
) -> Usage:
    """Runs ``command`` in ``folder`` without input and with its output thrown away. After ``limit`` seconds of wall
    time it is killed. Raises OSError when there is no such program, or when somebody ended the launcher."""
    with tempfile.TemporaryDirectory(prefix="bench-usage-") as scratch:
        result, errors = Path(scratch, "usage.json"), Path(scratch, "stderr")
        launcher = [sys.executable, "-I", "-S", os.fspath(_LAUNCHER), os.fspath(result), os.fspath(errors), str(limit)]
        done = subprocess.run(
            [*launcher, *command], cwd=folder, env=environment, check=False, capture_output=True, text=True
        )
        if done.returncode != 0:
            told = done.stderr.strip().rpartition("\n")[2]
            ending = f"cannot be started: {told}" if told else f"was lost: its launcher ended with {done.returncode}"
            raise OSError(f"{command[0]} {ending}")
        usage = msgspec.json.decode(result.read_bytes(), type=Usage)
        if usage.is_good:
            return usage
        tail = errors.read_bytes()[-_SHOWN_ERROR:].decode("utf-8", "replace").strip()
        return msgspec.structs.replace(usage, error=tail)
