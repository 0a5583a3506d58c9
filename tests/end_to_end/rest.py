"""Rest of the bot under SimCord: asked of the event loop, where SimCord itself would look every so often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

from bot.store.sqlite import _Connection

PATIENCE = 30.0
"""Seconds after which SimCord looks all the same: something waits for what is not known here."""


class Rest:
    """Whether this loop sleeps, and no thread works for it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Any, asyncio.Future[None]]] = []
        self._asked = 0
        """Statements that the thread of a database has."""

    async def come(self, env: Any) -> None:
        """Wait until the loop would sleep although no thread works for it."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((env, future))
        with suppress(TimeoutError):
            await asyncio.wait_for(future, PATIENCE)

    def falls_asleep(self) -> bool:
        """Return whether the loop has to stay awake for those that wait for this moment, and tell them."""
        here = [(env, future) for env, future in self._waiting if not self._asked and not env._work.executors]
        for each in here:
            self._waiting.remove(each)
            if not each[1].done():
                each[1].set_result(None)
        return bool(here)

    async def execute_and_count(self, execute: Any, *what: Any, **how: Any) -> Any:
        """Execute a statement in the thread of its database."""
        self._asked += 1
        try:
            return await execute(*what, **how)
        finally:
            self._asked -= 1


@contextmanager
def watch() -> Iterator[Rest]:
    """Watch the running loop and the databases of SQLite."""
    rest = Rest()
    selector: Any = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]  # it has no public hook
    select, execute = selector.select, _Connection._execute

    def before_sleep(timeout: float | None = None) -> Any:
        return select(0 if timeout != 0 and rest.falls_asleep() else timeout)

    async def count_statement(connection: Any, *what: Any, **how: Any) -> Any:
        return await rest.execute_and_count(execute, connection, *what, **how)

    with patch.object(selector, "select", before_sleep), patch.object(_Connection, "_execute", count_statement):
        yield rest
