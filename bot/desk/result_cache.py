"""A cache of the results of long work, for the next person who asks for the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps up to `capacity` results; beyond that, it drops the least recently requested one."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._running: dict[Hashable, asyncio.Future[T]] = {}

    async def get(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of this key. If there is none, do the work once for all callers who wait."""
        if key in self._results:
            self._results.move_to_end(key)
            return self._results[key]
        if key not in self._running:
            self._running[key] = asyncio.create_task(work())
            self._running[key].add_done_callback(partial(self._keep, key))
        return await asyncio.shield(self._running[key])  # a caller who gives up doesn't stop the work for others

    def _keep(self, key: Hashable, done: asyncio.Future[T]) -> None:
        del self._running[key]
        if not done.cancelled() and done.exception() is None:
            self._results[key] = done.result()
            if len(self._results) > self._capacity:
                self._results.popitem(last=False)
