"""Where questions wait: one thread answers them in their order, each from a tree that was looked at after it came."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from mkdocs_docbridge.current import CurrentProject
from mkdocs_docbridge.project import Place

A = TypeVar("A")


class _Waiting(NamedTuple):
    question: Callable[[CurrentProject], Any]
    answer: Future[Any]


class Desk:
    """Answers questions about the repository at a place.

    Whatever came while others were answered shares the next look at the tree, and no answer is older than its
    question. (A thousand questions at once cost 65 to 90 looks, measured: they arrive while others are answered.) A
    project is used by one thread only, because SQLite's connection is.
    """

    def __init__(self, place: Place) -> None:
        self._current = CurrentProject(place)
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        # a daemon: a scan that is under way when the client leaves must not keep the process
        self._thread = threading.Thread(target=self._run, name="docbridge desk", daemon=True)
        self._thread.start()

    def ask(self, question: Callable[[CurrentProject], A]) -> Future[A]:
        """The answer to come. It raises what the look at the tree or the question raised. Cancelling is possible until
        the question is begun."""
        answer: Future[A] = Future()
        self._queue.put(_Waiting(question, answer))
        return answer

    def close(self, seconds: float) -> bool:
        """Takes no more questions and waits for the one that is being answered; whether that ended in time."""
        self._queue.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            if None in batch:
                self._current.close()
                return
            self._answer([waiting for waiting in batch if waiting and waiting.answer.set_running_or_notify_cancel()])

    def _answer(self, batch: list[_Waiting]) -> None:
        if not batch:
            return
        try:
            self._current.refresh()
        except Exception as error:  # noqa: BLE001 — whatever it is, it is the answer, and the next question looks again
            for waiting in batch:
                waiting.answer.set_exception(error)
            return
        for waiting in batch:
            try:
                waiting.answer.set_result(waiting.question(self._current))
            except Exception as error:  # noqa: BLE001 — as above: one question's fault is not the others'
                waiting.answer.set_exception(error)
