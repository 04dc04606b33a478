"""Programs of other people run within bounds: time, output, environment, and everything that they start.

A child that escapes its process group (``setsid``) outlives the run, which still returns in time; only a container
could hold it.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

BASE_ENVIRONMENT = ("HOME", "PATH", "TEMP", "TMP", "TMPDIR")
"""Variables that every program gets, where they exist; Windows has four more."""
_WINDOWS = ("COMSPEC", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT") if sys.platform == "win32" else ()
_FIXED = {"LANG": "C.UTF-8", "PYTHONUTF8": "1"}
_REFUSED = ("LD_", "DYLD_", "GIT_")
_REFUSED_NAMES = frozenset({"PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "NODE_OPTIONS", "BASH_ENV", "ENV"})
_GRACE = 0.5
"""Seconds that pipes may stay open after the program ended, and that a group has between TERM and KILL."""
_CHUNK = 65_536


class ProcessFaultError(Exception):
    """A program that gave no answer; ``code`` is a stable name."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Limits:
    """What one run may take: seconds, and bytes on standard output and standard error."""

    seconds: float = 20.0
    output: int = 4 * 1024 * 1024
    errors: int = 64 * 1024


@dataclass(frozen=True)
class Outcome:
    """How a program ended. ``status`` is None when it was stopped, and ``stopped`` says why."""

    status: int | None
    output: bytes
    errors: bytes
    stopped: str = ""


def environment(allowed: Iterable[str] = (), given: Mapping[str, str] | None = None) -> dict[str, str]:
    """The base set and the ``allowed`` names, as far as they exist; nothing else reaches a program.

    Raises ``ValueError`` for a name that changes which code runs (``LD_…``, ``PYTHONPATH``, ``GIT_…``).
    """
    source = os.environ if given is None else given
    for name in allowed:
        if name.startswith(_REFUSED) or name in _REFUSED_NAMES:
            raise ValueError(f"{name} decides which code runs, so it is not passed on")
    names = (*BASE_ENVIRONMENT, *_WINDOWS, *allowed)
    return {**{name: source[name] for name in names if name in source}, **_FIXED}


def run(
    arguments: Sequence[str], *, folder: Path, variables: Mapping[str, str], limits: Limits | None = None
) -> Outcome:
    """Runs a program without a shell and without input; everything it started is killed when it ends or is stopped.

    Raises :class:`ProcessFaultError` (``PROGRAM_NOT_FOUND``) for one that is not there.
    """
    bounds = limits or Limits()
    found = shutil.which(arguments[0], path=variables.get("PATH"))
    if found is None or any("\0" in part for part in arguments):
        raise ProcessFaultError("PROGRAM_NOT_FOUND", f"{Path(arguments[0]).name} is no program that can be run")
    with (
        subprocess.Popen(  # noqa: S603  (no shell; what it runs the project's settings name)
            [found, *arguments[1:]],
            cwd=folder,
            env=dict(variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        ) as process
    ):
        try:
            read = _read_by_threads if sys.platform == "win32" else _read_by_selector
            output, errors, stopped = read(process, bounds)
        finally:
            _kill(process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    return Outcome(None if stopped else process.returncode, output, errors, stopped)


def json_answer(outcome: Outcome) -> object:
    """The one JSON document that a program wrote. Raises :class:`ProcessFaultError`: ``PROVIDER_STOPPED``,
    ``PROVIDER_EXIT``, ``PROVIDER_EMPTY``, ``PROVIDER_NOT_UTF8``, ``PROVIDER_NOT_JSON``, ``PROVIDER_NOT_ONE_JSON``."""
    if outcome.stopped:
        raise ProcessFaultError("PROVIDER_STOPPED", outcome.stopped)
    if outcome.status:
        raise ProcessFaultError("PROVIDER_EXIT", f"it ended with the status {outcome.status}")
    if not outcome.output.strip():
        raise ProcessFaultError("PROVIDER_EMPTY", "it wrote nothing")
    try:
        text = outcome.output.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise ProcessFaultError("PROVIDER_NOT_UTF8", "it wrote bytes that are not UTF-8") from None
    try:
        answer, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        raise ProcessFaultError("PROVIDER_NOT_JSON", "it wrote no JSON") from None
    if end != len(text):
        raise ProcessFaultError("PROVIDER_NOT_ONE_JSON", "it wrote more than one JSON document")
    result: object = answer
    return result


class _Pipe:
    """What was read of one pipe, up to its bound."""

    def __init__(self, stream: IO[bytes], bound: int) -> None:
        self.stream = stream
        self.bound = bound
        self.data = bytearray()

    def take(self, chunk: bytes) -> bool:
        """Whether ``chunk`` was still within the bound; what is beyond it is dropped."""
        room = self.bound - len(self.data)
        self.data += chunk[:room]
        return len(chunk) <= room


def _pipes(process: subprocess.Popen[bytes], limits: Limits) -> tuple[_Pipe, _Pipe]:
    if process.stdout is None or process.stderr is None:
        raise ProcessFaultError("PROGRAM_NOT_FOUND", "it has no pipes")
    return _Pipe(process.stdout, limits.output), _Pipe(process.stderr, limits.errors)


def _read_by_selector(process: subprocess.Popen[bytes], limits: Limits) -> tuple[bytes, bytes, str]:
    pipes = _pipes(process, limits)
    end = time.monotonic() + limits.seconds
    stopped = ""
    with selectors.DefaultSelector() as selector:
        for pipe in pipes:
            os.set_blocking(pipe.stream.fileno(), False)
            selector.register(pipe.stream, selectors.EVENT_READ, pipe)
        ended: float | None = None
        while selector.get_map() and not stopped:
            now = time.monotonic()
            if ended is None and process.poll() is not None:
                ended = now  # a process that it started may hold the pipes open
            if ended is not None and now - ended > _GRACE:
                break
            if now >= end:
                stopped = f"it did not end within {limits.seconds:g} seconds"
                break
            for key, _ in selector.select(min(0.05, end - now)):
                stopped = _take(selector, key.data) or stopped
    if not stopped and process.poll() is None:
        # it closed its pipes and goes on
        try:
            process.wait(max(end - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            stopped = f"it did not end within {limits.seconds:g} seconds"
    return bytes(pipes[0].data), bytes(pipes[1].data), stopped


def _take(selector: selectors.BaseSelector, pipe: _Pipe) -> str:
    try:
        chunk = os.read(pipe.stream.fileno(), _CHUNK)
    except BlockingIOError:
        return ""
    if not chunk:
        selector.unregister(pipe.stream)
    return "" if pipe.take(chunk) else _too_much(pipe)


def _too_much(pipe: _Pipe) -> str:
    return f"it wrote more than {pipe.bound} bytes"


def _read_by_threads(process: subprocess.Popen[bytes], limits: Limits) -> tuple[bytes, bytes, str]:
    pipes = _pipes(process, limits)
    beyond: list[str] = []

    def drain(pipe: _Pipe) -> None:
        with suppress(OSError, ValueError):
            while chunk := os.read(pipe.stream.fileno(), _CHUNK):
                if not pipe.take(chunk):
                    beyond.append(_too_much(pipe))
                    process.kill()
                    return

    readers = [threading.Thread(target=drain, args=(pipe,), daemon=True) for pipe in pipes]
    for reader in readers:
        reader.start()
    stopped = ""
    try:
        process.wait(limits.seconds)
    except subprocess.TimeoutExpired:
        stopped = f"it did not end within {limits.seconds:g} seconds"
        _kill(process)
    for reader in readers:
        reader.join(_GRACE)
    return bytes(pipes[0].data), bytes(pipes[1].data), beyond[0] if beyond else stopped


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends the program and its group: first asked, then forced, then reaped."""
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(  # noqa: S603
                ["taskkill", "/T", "/F", "/PID", str(process.pid)],  # noqa: S607
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
        return
    # an unreaped leader keeps its number, so the group can be nobody else's; of a reaped one the group is left if
    # there is one
    for kind in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, kind)
        except (ProcessLookupError, PermissionError):
            break
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        if kind is signal.SIGTERM:
            _await_group(process.pid)


def _await_group(group: int) -> None:
    end = time.monotonic() + _GRACE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            return
        time.sleep(0.01)
