"""Private messages that show a hand and can still be changed: Discord lets us for 15 minutes after a press.

They are known in memory alone. Where one is not known any more, the next press shows the hand anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from bot.table.model import User
from bot.talk.letter import Letter

SECONDS = 14 * 60
"""How long a message is changed after a press; Discord takes it for a minute more."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Shown:
    """A private message: whose it is, in which language, and the step up to which it shows a table."""

    user: User
    table: int
    seq: int
    locale: str
    change: Callable[[Letter], Awaitable[bool]]
    """Puts another letter in its place; False where that is not possible any more."""


Renewal = Callable[[Shown], Awaitable[Letter | None]]
"""Returns what a message is to say now; None where it stays as it is."""


class Living:
    """The newest private message of each user at each table."""

    def __init__(self, renewal: Renewal) -> None:
        self._renewal = renewal
        self._shown: dict[tuple[User, int], tuple[Shown, asyncio.TimerHandle]] = {}
        self._under_way: dict[tuple[User, int], asyncio.Task[None]] = {}

    def keep(self, shown: Shown) -> None:
        """Keep a message up to date from now on, in place of an older one."""
        key = (shown.user, shown.table)
        self._drop(key)
        self._shown[key] = shown, asyncio.get_running_loop().call_later(SECONDS, self._drop, key)
        self._look(key)

    def leave(self, user: User) -> None:
        """Leave the messages of a user as they are: one of them says something else now."""
        for key in [key for key in self._shown if key[0] == user]:
            self._drop(key)

    def touch(self, table: int) -> None:
        """Note that something happened at a table."""
        for key in [key for key in self._shown if key[1] == table]:
            self._look(key)

    async def settled(self) -> None:
        """Wait until no message is being changed."""
        while self._under_way:
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Leave all messages as they are."""
        for key in list(self._shown):
            self._drop(key)
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop(self, key: tuple[User, int]) -> None:
        if known := self._shown.pop(key, None):
            known[1].cancel()

    def _look(self, key: tuple[User, int]) -> None:
        if key not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._renewed(key), name=f"hand-{key[1]}")
            self._under_way[key] = task
            task.add_done_callback(lambda _: self._under_way.pop(key))

    async def _renewed(self, key: tuple[User, int]) -> None:
        """Change a message until it says what is to be said."""
        try:
            while key in self._shown:
                shown, timer = self._shown[key]
                letter = await self._renewal(shown)
                if self._shown.get(key, (None,))[0] is not shown:
                    continue  # a press was answered meanwhile
                if letter is None or letter.hand is None:
                    return
                self._shown[key] = replace(shown, seq=letter.hand.seq), timer
                if not await shown.change(letter):
                    self._drop(key)
        except Exception:
            log.exception("a private message was not renewed", table=key[1])
