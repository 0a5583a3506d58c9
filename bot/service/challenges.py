"""Decides whether a challenged user is pinged, and deletes old challenges.

The host of the table can't see whether the user was pinged, because the card names the user either way.
"""

from __future__ import annotations

from dataclasses import replace

from bot.runtime.clock import Clock
from bot.service import facts
from bot.store import Store, Transaction
from bot.table.clock.pace import DAY
from bot.table.limits import LIMITS
from bot.table.log.draft import Draft
from bot.table.log.facts import Fact
from bot.table.log.model import Cause
from bot.table.log.steps import Kind
from bot.table.rules import admission
from bot.table.rules.challenge import MOST_PINGS


class Challenges:
    """Deletes old challenges."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def forget_old(self) -> None:
        """Delete challenges that are more than a day old, unless their tables still wait for players."""
        before = self._clock.now() - DAY
        await self._store.run(lambda tx: tx.challenges.forget(before))


async def pings_challenged(tx: Transaction, draft: Draft) -> bool:
    """Return whether the card of a table pings the user for whom a seat is kept.

    That user isn't pinged if they may not sit down, for example because they have blocked the host, or the host has
    blocked them. Nor are they pinged if several challenges have pinged them within a day.
    """
    if (kept_seat := draft.table.kept_seat) is None:
        return False
    user = kept_seat.user
    # read the facts as if the user were sitting down
    user_facts = await facts.read(tx, replace(draft, cause=Cause(user)), (Fact.BLOCKS, Fact.ADMISSION), LIMITS)
    user_facts.too_new = False  # can't be checked: Discord says when users joined only when they press something
    challenges = await tx.people.steps_since(user, Kind.KEEP.value, draft.now - DAY)  # this challenge is among them
    return admission.admits(draft.table, user, user_facts) and len(challenges) <= MOST_PINGS
