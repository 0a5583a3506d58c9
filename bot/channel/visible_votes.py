"""Lets silence count as a yes only if players could read the question of the vote.

Otherwise, a player who manages the channel could call a vote and delete its message.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from bot.channel.port import Postman, Refused, TryLater
from bot.service import Service
from bot.table.log.beacon import message_time
from bot.table.log.model import Table
from bot.table.posts import PostKind

SENDING_TIME = 60
"""The most seconds from the call of a vote until its message is sent."""


class TableClocks:
    """Runs what is due at tables when the scheduler calls it (`bot.runtime.scheduler.Sleepers`)."""

    def __init__(self, service: Service, postman: Postman) -> None:
        self._service = service
        self._postman = postman

    async def find_due(self) -> Sequence[int]:
        return await self._service.clockwork.find_due()

    async def next_wake(self) -> int | None:
        return await self._service.clockwork.next_wake()

    async def tick(self, table: int, /) -> Table:
        return await self._service.clockwork.tick(table, self.was_question_visible)

    async def put_off(self, table: int, seconds: int, /) -> None:
        await self._service.clockwork.put_off(table, seconds)

    async def was_question_visible(self, table: Table, vote: int) -> bool:
        """Return whether players could read the question during the whole time of a vote.

        They could if its message was sent in time and still exists. If Discord refuses to show the message or doesn't
        answer, it counts as deleted.
        """
        snapshot = await self._service.outbox.snapshot(table.id)
        silence = table.timing.silence
        post = snapshot.find(PostKind.VOTE, vote)
        if post is None or post.message is None or silence is None:
            return False
        if message_time(post.message) > 1000 * (silence.since + SENDING_TIME):  # milliseconds
            return False
        with contextlib.suppress(Refused, TryLater):
            return await self._postman.exists(post.channel, post.message)
        return False
