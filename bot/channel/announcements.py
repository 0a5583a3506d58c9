"""Checks whether announcements of deals were deleted, and how long the deals wait for the beacon."""

from __future__ import annotations

import contextlib

from bot.channel.port import Postman, Refused, TryLater
from bot.service import Service
from bot.table.log.model import ANY, NO_CAUSE, Table
from bot.table.posts import BEACON_PATIENCE, Snapshot
from bot.table.rules import deals


class Announcements:
    """Finds out whether an announcement was deleted. Announcements are posted once and never edited."""

    def __init__(self, service: Service, postman: Postman) -> None:
        self._service = service
        self._postman = postman

    async def check(self, table: int) -> None:
        """Look for the announcement of the waiting deal, and record it if it was deleted.

        If Discord refuses to show the message or doesn't answer, it counts as not deleted.
        """
        due = (await self._service.tables.table(table, ANY)).standing.due_deal
        if due is None or due.message is None or due.channel is None or due.gone:
            return
        with contextlib.suppress(Refused, TryLater):
            if not await self._postman.exists(due.channel, due.message):
                await self._service.tables.do(table, NO_CAUSE, deals.note_deletion, due.message)


def is_waiting_for_beacon(table: Table) -> bool:
    """Return whether a deal was announced and waits for the beacon."""
    return table.is_running and table.standing.dealing.waits_for_beacon


def has_waited_long(snapshot: Snapshot) -> bool:
    """Return whether a deal has waited so long that the channel explains why."""
    due = snapshot.table.standing.due_deal
    return is_waiting_for_beacon(snapshot.table) and due is not None and snapshot.at >= due.at + BEACON_PATIENCE


def seconds_until_long_wait(snapshot: Snapshot) -> float | None:
    """Return the seconds until a deal has waited long; None if it already has, or no deal waits."""
    due = snapshot.table.standing.due_deal
    if due is None or not is_waiting_for_beacon(snapshot.table) or has_waited_long(snapshot):
        return None
    return max(1.0, due.at + BEACON_PATIENCE - snapshot.at)
