"""Notices to people about what moderators did to them, until they are delivered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.runtime.clock import Clock
from bot.store import Store, Transaction
from bot.table.log.model import User
from bot.table.log.rows import NoticeRow


class Notices:
    """Keeps notices until they are delivered.

    A notice is due at once, as a private message. If Discord refuses the message, the user reads the
    notice with the bot's next answer to them.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._waiting = frozenset[User]()
        """The users who may have a notice to read with their next answer."""
        self._alarms: list[Callable[[int], None]] = []

    def add_alarm(self, alarm: Callable[[int], None]) -> None:
        """Register a callback for the time of a new notice, in UTC seconds."""
        self._alarms.append(alarm)

    def ring(self) -> None:
        """Call the callbacks, because there are new notices."""
        for alarm in self._alarms:
            alarm(self._clock.now())

    # as private messages

    async def find_due(self) -> Sequence[int]:
        """Return the notices that are due as private messages, and read which users refused a message."""
        self._waiting = frozenset(await self._store.run(lambda tx: tx.moderation.notices.users_who_refused()))
        if not self._store.share.holds(0):  # another process sends private messages
            return ()
        return await self._store.run(lambda tx: tx.moderation.notices.find_due(self._clock.now()))

    async def next_wake(self) -> int | None:
        """Return when the next notice is due as a private message."""
        if not self._store.share.holds(0):  # another process sends private messages
            return None
        return await self._store.run(lambda tx: tx.moderation.notices.next_wake())

    async def put_off(self, notice: int, seconds: int) -> None:
        """Try to send a notice again in `seconds`."""
        at = self._clock.now() + seconds
        await self._store.run(lambda tx: tx.moderation.notices.wake(notice, at))

    async def find(self, notice: int) -> tuple[NoticeRow, str, int] | None:
        """Return an undelivered notice with the game and number of its table ("" and 0 without a table)."""

        async def work(tx: Transaction) -> tuple[NoticeRow, str, int] | None:
            row = await tx.moderation.notices.notice(notice)
            return None if row is None else await _with_table(tx, row)

        return await self._store.run(work)

    async def drop(self, notice: int) -> None:
        """Delete a notice that was delivered."""
        await self._store.run(lambda tx: tx.moderation.notices.drop(notice))

    # with the next answer

    async def mark_refused(self, notice: NoticeRow) -> None:
        """Note that a user's private messages are closed, so that they read the notice with their next answer."""
        await self._store.run(lambda tx: tx.moderation.notices.wake(notice.id, None))
        self._waiting |= {notice.user}

    def is_waiting(self, user: User) -> bool:
        """Return whether a user may have a notice to read with their next answer."""
        return user in self._waiting

    async def take_waiting(self, user: User) -> Sequence[tuple[NoticeRow, str, int]]:
        """Return the notices for a user to read with the answer that is sent now, and delete them."""

        async def work(tx: Transaction) -> list[tuple[NoticeRow, str, int]]:
            waiting = [row for row in await tx.moderation.notices.notices_of(user) if row.wake_at is None]
            for row in waiting:
                await tx.moderation.notices.drop(row.id)
            return [await _with_table(tx, row) for row in waiting]

        notices = await self._store.run(work)
        self._waiting -= {user}
        return notices


async def _with_table(tx: Transaction, row: NoticeRow) -> tuple[NoticeRow, str, int]:
    table = None if row.table is None else await tx.tables.table(row.table)
    return (row, "", 0) if table is None else (row, table.game, table.number)
