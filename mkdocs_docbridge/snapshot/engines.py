"""Where files are analysed: in this process, in a pool of them, or on a Dask cluster. The facts are the same."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from mkdocs_docbridge import __version__
from mkdocs_docbridge.errors import InputError

from .analysis import Done, Job, analyse

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.context import BaseContext

    from distributed import Client

MANY = 300
"""Fewer new files are analysed in this process: starting others costs about as much."""
_ADDRESS = re.compile(r"(?:\w+://)?(?P<host>[^\s/]+):(?P<port>\d{1,5})/?")
_TIMEOUT = 10
"""Seconds that a scheduler may take to answer."""
_AHEAD = 3
"""Batches a worker has waiting, so that it never waits for the reader, and memory stays bounded."""

Batches = Iterable[Sequence[Job]]


class Engine(Protocol):
    """Analyses batches of files; the results may come in another order."""

    def run(self, batches: Batches) -> Iterator[list[Done]]: ...


class Serial:
    """One batch after the other, here."""

    def run(self, batches: Batches) -> Iterator[list[Done]]:
        """See :class:`Engine`."""
        for batch in batches:
            yield analyse(batch)


class Pool:
    """Several processes of this machine. When one dies (killed, out of memory), this process does the rest."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def run(self, batches: Batches) -> Iterator[list[Done]]:
        """See :class:`Engine`."""
        # a scan of few files starts no process
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        with ProcessPoolExecutor(self._processes, mp_context=_context(), initializer=_end_with_parent) as executor:

            def start(batch: Sequence[Job]) -> Future[list[Done]] | None:
                with contextlib.suppress(BrokenProcessPool):
                    return executor.submit(_work, batch)
                return None

            yield from _flow(start, batches, self._processes * _AHEAD)


def _end_with_parent() -> None:
    """Lets a process of the pool end when the scan is killed: it would wait for work forever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _context() -> BaseContext:
    """Forking is quickest, and safe while there is one thread; elsewhere processes start afresh."""
    import multiprocessing

    forks = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


class _Pending(Protocol):
    """Facts that are being computed elsewhere."""

    def result(self) -> list[Done]: ...


def _flow(start: Callable[[Sequence[Job]], _Pending | None], batches: Batches, most: int) -> Iterator[list[Done]]:
    """Starts batches, at most ``most`` ahead of what is taken. What cannot be had from elsewhere is computed here."""
    waiting: deque[tuple[_Pending | None, Sequence[Job]]] = deque()
    for batch in batches:
        waiting.append((start(batch), batch))
        if len(waiting) >= most:
            yield _result(*waiting.popleft())
    while waiting:
        yield _result(*waiting.popleft())


def _work(batch: Sequence[Job]) -> list[Done]:
    """What a process of the pool runs."""
    return analyse(batch)


def _result(pending: _Pending | None, batch: Sequence[Job]) -> list[Done]:
    if pending is not None:
        # a pool breaks, workers and schedulers fail in many ways; the facts are the same here
        with contextlib.suppress(Exception):
            return pending.result()
    return analyse(batch)


class Distributed:
    """The workers of an existing Dask cluster. Dask gives the work of a worker that dies to another."""

    def __init__(self, address: str) -> None:
        self._address = address

    def run(self, batches: Batches) -> Iterator[list[Done]]:
        """See :class:`Engine`. Raises :class:`InputError`: ``DISTRIBUTED_MISSING`` (the extra is not installed),
        ``DISTRIBUTED_UNREACHABLE``, ``DISTRIBUTED_VERSION`` (a worker has another version of this package)."""
        client = _client(self._address)
        try:
            _check_versions(client)
            most = max(2, len(client.nthreads())) * _AHEAD
            yield from _flow(lambda batch: client.submit(analyse, list(batch), pure=False, retries=3), batches, most)
        finally:
            client.close()


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "Dask's distributed is not installed",
            code="DISTRIBUTED_MISSING",
            hint="install it with: pip install 'mkdocs-docbridge[distributed]'",
        ) from None
    try:
        # Dask's own client tries for long, and leaves a traceback when it gives up
        host, port = _host_and_port(address)
        socket.create_connection((host, port), timeout=_TIMEOUT).close()
        return Client(address, timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {error}",
            code="DISTRIBUTED_UNREACHABLE",
            hint="start one with: dask scheduler",
        ) from None


def _host_and_port(address: str) -> tuple[str, int]:
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise ValueError("an address is written tcp://host:port")
    return found["host"].strip("[]"), int(found["port"])


def _check_versions(client: Client) -> None:
    try:
        versions = client.run(_version)
    except Exception as error:  # noqa: BLE001  (whatever a worker raises)
        raise InputError(
            f"the workers cannot use this package: {type(error).__name__}: {error}",
            code="DISTRIBUTED_VERSION",
            hint=f"install mkdocs-docbridge {__version__} on every worker",
        ) from None
    if not versions:
        raise InputError("the cluster has no worker", code="DISTRIBUTED_UNREACHABLE", hint="start one: dask worker")
    other = sorted({version for version in versions.values() if version != _version()})
    if other:
        raise InputError(
            f"a worker has other analyzers: {other[0]}",
            code="DISTRIBUTED_VERSION",
            hint=f"install mkdocs-docbridge {__version__} and the same grammars on every worker",
        )


def _version() -> str:
    from .catalogue import fingerprint

    return fingerprint()


def local_engine(files: int, processes: int | None = None) -> Engine:
    """The engine for so many new files, with at most ``processes``; None means one a processor."""
    most = processes if processes is not None else _processors()
    return Serial() if most < 2 or files < MANY else Pool(min(most, max(1, files // 100)))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


EngineFor = Callable[[int], Engine]
"""Chooses an engine for a number of new files."""
