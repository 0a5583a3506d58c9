"""A cache of results of long work, for the next person who asks the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps `most` results; the one that was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    async def get(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of this key; do the work if there is none."""
        if key not in self._kept:
            self._kept[key] = await work()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
