"""The ways into the bot that only tests take: all that is private to it and that more than one test needs."""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.computer.mover import Mover
from bot.computer.pool import Pool
from bot.pictures.studio import Studio
from bot.runtime.workers import Worker, Workers
from bot.service import Service
from bot.service.repository import Cached, Repository
from bot.store import Store, Transaction
from bot.table.limits import Limits
from bot.table.log import fold


def connection_of(tx: Transaction) -> AsyncConnection:
    """Return the connection of a transaction, for statements that the store does not have."""
    return tx._connection


def engine_of(store: Store) -> AsyncEngine:
    """Return the engine of a store, for connections beside its transactions."""
    return store._engine


def cached_table(repository: Repository, table: int = 1) -> Cached:
    """Return what is in memory of a table; its position is the first one if nothing is."""
    return repository._cache.get(table) or Cached(fold.Position(table))


def set_limits(service: Service, limits: Limits) -> None:
    """Let people do more or less from now on."""
    service.tables._limits = limits


@contextmanager
def failing_moves(fail: Callable[[fold.Position], None]) -> Iterator[None]:
    """Call `fail`, which may raise, with each position in which a move is played or replayed."""
    apply = fold._apply_move

    def apply_or_fail(at: fold.Position, *rest: Any) -> Any:
        fail(at)
        return apply(at, *rest)

    with patch.object(fold, "_apply_move", apply_or_fail):
        yield


def set_pace(mover: Mover, seconds: float) -> None:
    """Let computer players wait so long from now on, about."""
    mover._pace = seconds


def scheduled_moves(mover: Mover) -> Mapping[int, TimerHandle]:
    """Return the moves of computer players that are chosen and not made, by table."""
    return mover._move_timers


def make_move(scheduled: TimerHandle) -> None:
    """Make a scheduled move now."""
    scheduled._run()


def workers_of(owner: Studio | Pool) -> Workers:
    """Return the processes that draw, or that think."""
    return owner._workers if isinstance(owner, Studio) else owner._thinkers


def process_of(worker: Worker) -> Any:
    """Return the process of a worker that was asked before."""
    return worker._process
