"""A cache of results of long work, for the next person who asks the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps up to `capacity` results; of more, the one that was requested longest ago is dropped."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._results: OrderedDict[Hashable, T] = OrderedDict()

    async def get(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of this key; do the work if there is none."""
        if key not in self._results:
            self._results[key] = await work()
            if len(self._results) > self._capacity:
                self._results.popitem(last=False)
        self._results.move_to_end(key)
        return self._results[key]
