"""Processes that answer questions for the bot.

Each answers one question at a time. They know only what is in the question, and write nothing anywhere. A process that
dies or hangs is restarted.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from threading import Event
from typing import Any, NamedTuple

import structlog

log = structlog.get_logger()

NICENESS = 3
"""How much a process lowers its priority (`nice`), so that the bot goes first."""

Prepare = Callable[[], Callable[[Any], object]]
"""Called once in the process. It returns the function that answers questions there."""


class WorkerFailed(Exception):
    """There is no answer. `can_retry` is whether another attempt may give one."""

    def __init__(self, reason: str, *, can_retry: bool) -> None:
        super().__init__(reason)
        self.can_retry = can_retry


class WorkerError(NamedTuple):
    """What a process answers if it fails: the error's type, and where it occurred.

    The text of the error is left out, since it could name a tile.
    """

    description: str

    @classmethod
    def describe(cls, error: Exception) -> WorkerError:
        """Return the description of an error."""
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        lines = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames]
        return cls(" > ".join([type(error).__name__, *lines]))


class Worker:
    """A process that the first question starts. If it died or was stopped, the next question starts it again."""

    def __init__(self, name: str, prepare: Prepare) -> None:
        self.name = name
        self._prepare = prepare
        self._process: Any = None
        self._pipe: Connection | None = None
        self._closed = Event()

    def ask(self, question: Any, patience: float) -> Any:
        """Return the answer; wait at most `patience` seconds for it.

        Raises WorkerFailed. A process that does not answer is stopped.
        """
        try:
            pipe = self.ensure_started()
            pipe.send(question)
            if not pipe.poll(patience):
                raise WorkerFailed("took too long", can_retry=True)
            answer = pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise WorkerFailed("its process died", can_retry=True) from None
        except WorkerFailed:
            self.stop()
            raise
        if isinstance(answer, WorkerError):
            raise WorkerFailed(answer.description, can_retry=False)
        return answer

    def ensure_started(self) -> Connection:
        """Return the connection to the process; start it unless it runs.

        Raises WorkerFailed after `close`, and OSError if the system can't start a process.
        """
        if self._closed.is_set():
            raise WorkerFailed("the bot stops", can_retry=False)
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the bot's threads and connections
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, self._prepare), daemon=True, name=self.name)
            with theirs:  # close the bot's copy of that end; then the bot notices if the process dies
                process.start()
            atexit.register(process.kill)  # else Python would wait for the process at exit, as it ignores SIGTERM
            self._pipe, self._process = ours, process
            if self._closed.is_set():  # another thread called `close` meanwhile
                process.kill()
        return self._pipe

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            atexit.unregister(self._process.kill)
            self._process.kill()
            self._process.join()
            assert self._pipe is not None
            self._pipe.close()
        self._process = self._pipe = None

    def close(self) -> None:
        """Stop giving answers. A thread that waits in `ask` gets WorkerFailed."""
        self._closed.set()
        if (process := self._process) is not None:
            process.kill()


class Workers:
    """Some processes that answer the same questions.

    No more threads may ask at once than there are processes.
    """

    def __init__(self, workers: Sequence[Worker], patience: float) -> None:
        """Use these workers, which have `patience` seconds for each answer."""
        self.all = workers
        self.patience = patience
        self._free = list(workers)

    def ask(self, question: Any) -> Any:
        """Return the answer of a free process.

        If the process dies or hangs, it is restarted and asked once more. Raises WorkerFailed.
        """
        worker = self._free.pop()
        try:
            return worker.ask(question, self.patience)
        except WorkerFailed as failed:
            if not failed.can_retry:
                raise
            log.warning("worker process restarted", process=worker.name, reason=str(failed))
            return worker.ask(question, self.patience)
        finally:
            self._free.append(worker)

    def begin(self) -> None:
        """Start the processes in advance. If one can't be started now, its first question tries again."""
        for worker in self.all:
            with contextlib.suppress(OSError):
                worker.ensure_started()

    def close(self) -> None:
        """Stop giving answers, so that all pending questions fail."""
        for worker in self.all:
            worker.close()

    def stop(self) -> None:
        """End the processes, once all threads have stopped asking."""
        for worker in self.all:
            worker.stop()


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def serve(pipe: Connection, prepare: Prepare) -> None:
    """Answer questions until the bot closes its end of the pipe or is gone. This runs in the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes, but the bot stops this one itself
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the same is true of a SIGTERM to the process group
    os.nice(NICENESS)
    answer = prepare()
    gc.freeze()  # the imported modules stay for ever, so they need not be searched for garbage
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            pipe.send(_try_answer(answer, pipe.recv()))


def _try_answer(answer: Callable[[Any], object], question: Any) -> object:
    try:
        return answer(question)
    except Exception as error:
        return WorkerError.describe(error)
