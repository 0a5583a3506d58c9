"""A process that thinks for computer players, one question at a time.

It gets observations, never a state, and writes nothing anywhere. What it imports is little, so it starts quickly.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from random import Random
from threading import Event
from time import monotonic
from typing import Any, NamedTuple

from engine.players import judge

Worth = Mapping[str, float]
"""What a computer player holds each action to be worth, by notation."""

LONGEST = 0.8
"""Seconds after which a computer player looks no further; what it looks at just then it finishes, which takes a moment.
Its budgets are such that only a machine with too much to do comes to that."""
GENTLE = 3
"""How far the process steps back (`nice`) where the bot itself has something to do."""


class Asked(NamedTuple):
    """A question: whose judgement of what, and the seed of its chance."""

    game: str
    player: str
    observation: Any
    seed: int

    def __repr__(self) -> str:
        return f"Asked({self.game} {self.player})"


class Failed(Exception):
    """There is no answer. `again` tells whether another attempt may give one."""

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.again = again


class Worker:
    """A process that is started when it is first asked, and anew after it died or was stopped."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: Any = None
        self._pipe: Connection | None = None
        self._closed = Event()

    def ask(self, asked: Asked, patience: float) -> Worth:
        """Return the answer, waited for `patience` seconds. Raises Failed; a process that does not answer is
        stopped."""
        try:
            pipe = self._started()
            pipe.send(asked)
            if not pipe.poll(patience):
                raise Failed("took too long", again=True)
            answer: Worth | str = pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise Failed("its process died", again=True) from None
        except Failed:
            self.stop()
            raise
        if isinstance(answer, str):
            raise Failed(answer, again=False)
        return answer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            assert self._pipe is not None
            self._pipe.close()
        self._process = self._pipe = None

    def close(self) -> None:
        """Give no answer any more. May be called while another thread waits for the answer, which then fails."""
        self._closed.set()
        if (process := self._process) is not None:
            process.kill()

    def _started(self) -> Connection:
        if self._closed.is_set():
            raise Failed("the bot stops", again=False)
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the bot's threads and connections
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._source), daemon=True, name="thinker")
            self._process.start()
            theirs.close()
            if self._closed.is_set():  # by another thread meanwhile
                self._process.kill()
        return self._pipe


def serve(pipe: Connection, source: str) -> None:
    """Answer until nobody asks any more: the other end was closed, or its process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which stops this process itself
    os.nice(GENTLE)
    games = importlib.import_module(source).GAMES
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(answer(games, pipe.recv()))


def answer(games: Mapping[str, Any], asked: Asked, clock: Callable[[], float] = monotonic) -> Worth | str:
    """Return the judgement; where the player fails, the type and places of its error, whose text could name a tile."""
    end = clock() + LONGEST
    try:
        judged = judge(games[asked.game], asked.player, asked.observation, Random(asked.seed), lambda: clock() >= end)
        return {notation: float(worth) for notation, worth in judged.items()}
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        return " > ".join([type(error).__name__, *(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in frames)])
