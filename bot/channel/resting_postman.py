"""A postman that leaves a place alone for a while after a refusal there.

Discord counts refused requests, and shuts out a bot that makes too many.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from bot.channel.port import FetchedMessage, OwnMessage, Postman, Refused
from bot.talk.letter import Letter

T = TypeVar("T")

REST: Final = 30.0
"""The seconds after a refusal in which a place gets no request, even if players press buttons there."""


class RestingPostman:
    """A postman that makes one request at a time in each place.

    If a request is refused, the requests that wait for it fail with the same refusal, without being sent.
    """

    def __init__(self, postman: Postman) -> None:
        self._postman = postman
        self._refusals: dict[int, tuple[asyncio.TimerHandle, Refused]] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def seconds_left(self, place: int) -> float:
        """Return for how many seconds a place still gets no request; 0 if it may get one now."""
        if (refusal := self._refusals.get(place)) is None:
            return 0.0
        timer, _ = refusal
        return max(0.0, timer.when() - asyncio.get_running_loop().time())

    def forget_refusal(self, place: int) -> None:
        """Forget the refusal in a place, which may no longer hold."""
        if refusal := self._refusals.pop(place, None):
            timer, _ = refusal
            timer.cancel()

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        return await self._request(place, lambda: self._postman.send(place, letter, nonce))

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        await self._request(place, lambda: self._postman.edit(place, message, letter))

    async def exists(self, place: int, message: int) -> bool:
        return await self._request(place, lambda: self._postman.exists(place, message))

    async def read(self, place: int, message: int) -> FetchedMessage:
        return await self._request(place, lambda: self._postman.read(place, message))

    async def newest_messages(self, place: int) -> Sequence[OwnMessage]:
        return await self._request(place, lambda: self._postman.newest_messages(place))

    async def messages_after(self, place: int, message: int) -> Sequence[OwnMessage]:
        return await self._request(place, lambda: self._postman.messages_after(place, message))

    async def open_thread(self, channel: int, message: int, name: str) -> int:
        """Open a thread, even while the channel rests.

        If Discord refuses, the channel does not rest: messages can still be posted there.
        """
        return await self._postman.open_thread(channel, message, name)

    async def open_private_channel(self, user: int) -> int:
        return await self._postman.open_private_channel(user)

    async def _request(self, place: int, work: Callable[[], Awaitable[T]]) -> T:
        lock = self._locks.setdefault(place, asyncio.Lock())
        async with lock:
            if refusal := self._refusals.get(place):
                _, earlier = refusal
                raise earlier
            try:
                return await work()
            except Refused as refused:
                timer = asyncio.get_running_loop().call_later(REST, self.forget_refusal, place)
                self._refusals[place] = timer, refused
                raise
