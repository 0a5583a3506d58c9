"""A deal that was announced and waits for the beacon: was its announcement deleted, and has it waited long?"""

from __future__ import annotations

import contextlib

from bot.channel.port import Postman, Refused, TryLater
from bot.service import Service
from bot.table.log.model import ANY, NO_CAUSE, Table
from bot.table.posts import PATIENCE, Snapshot
from bot.table.rules import deals


class Announcements:
    """Finds out whether an announcement was deleted. Once posted, it is never edited or posted again."""

    def __init__(self, service: Service, postman: Postman) -> None:
        self._service = service
        self._postman = postman

    async def check(self, table: int) -> None:
        """Look for the announcement of the waiting deal, and record it if it was deleted.

        If we may not look, or get no answer, it counts as not deleted.
        """
        due = (await self._service.tables.table(table, ANY)).standing.due
        if due is None or due.message is None or due.channel is None or due.gone:
            return
        with contextlib.suppress(Refused, TryLater):
            if not await self._postman.exists(due.channel, due.message):
                await self._service.tables.do(table, NO_CAUSE, deals.note_deletion, due.message)


def is_waiting_for_beacon(table: Table) -> bool:
    """Return whether a deal was announced and waits for the beacon."""
    return table.is_running and table.standing.dealing.waits


def has_waited_long(now: Snapshot) -> bool:
    """Return whether a deal has waited so long that the channel explains why."""
    due = now.table.standing.due
    return is_waiting_for_beacon(now.table) and due is not None and now.at >= due.at + PATIENCE


def seconds_until_long_wait(now: Snapshot) -> float | None:
    """Return the seconds until a deal has waited long; None if it has, or none waits."""
    due = now.table.standing.due
    if due is None or not is_waiting_for_beacon(now.table) or has_waited_long(now):
        return None
    return max(1.0, due.at + PATIENCE - now.at)
