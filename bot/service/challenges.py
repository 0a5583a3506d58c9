"""Decides whether a user who is challenged is pinged, and forgets who was.

The host of the table can't see the difference: the card names the user either way.
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
    """Forgets who was challenged."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def forget_old(self) -> None:
        """Forget for whom seats were kept more than a day ago, unless their tables still wait for players."""
        before = self._clock.now() - DAY
        await self._store.run(lambda tx: tx.challenges.forget(before))


async def pings_challenged(tx: Transaction, draft: Draft) -> bool:
    """Return whether the card of a table pings the user for whom a seat is kept.

    It doesn't if that user may not sit down, as if one of the two has blocked the other, nor if several challenges have
    pinged them within a day.
    """
    if (kept := draft.table.kept_seat) is None:
        return False
    found = await facts.read(tx, replace(draft, by=Cause(kept.user)), (Fact.BLOCKS, Fact.ADMISSION), LIMITS)
    found.too_new = False  # only what they press says since when they are on the server
    challenges = await tx.people.steps_since(kept.user, Kind.KEEP.value, draft.now - DAY)
    return admission.admits(draft.table, kept.user, found) and len(challenges) <= MOST_PINGS
