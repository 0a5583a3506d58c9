"""The tours of games: chooses the step to show to a user next. Each step is shown once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store import Conflict, Store, Transaction
from bot.table.log.model import Seen, Table, User
from bot.table.log.rows import TourRow
from engine.game import Game, Tip

ALL_STEPS = ""
"""Stored in place of a step's key if a user skips the rest of a game's tour."""


class Tours:
    """Records which steps users were shown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def tip(self, seen: Seen, user: User, game: Game[Any, Any]) -> Tip | None:
        """Return the tour step to show a user with their hand, if it is their turn."""
        table = seen.table
        if not table.can_move or seen.observation.to_act != seen.seat or table.seat_of(user) != seen.seat:
            return None
        tips = game.voice.tour(seen.observation)
        return await self._choose_step(user, table, tips) if tips else None

    async def _choose_step(self, user: User, table: Table, tips: Sequence[Tip]) -> Tip | None:
        """Return and record the first of `tips` that is new to the user, if any.

        While the position stays the same, return the same step again.
        """
        tips_by_key = {tip.key: tip for tip in tips}

        async def work(tx: Transaction) -> Tip | None:
            tx.make_brief()
            shown_steps = await tx.tours.shown_steps(user, table.game)
            if any(row.step == ALL_STEPS for row in shown_steps):
                return None
            in_position = (
                row.step for row in shown_steps if (row.at_table, row.at_seq) == (table.id, table.position_seq)
            )
            if (current := next(in_position, None)) is not None:
                return tips_by_key.get(current)
            shown_keys = {row.step for row in shown_steps}
            new = next((tip for tip in tips if tip.key not in shown_keys), None)
            if new is not None:
                await tx.tours.add_shown_step(TourRow(user, table.game, new.key, table.id, table.position_seq))
            return new

        try:
            return await self._store.run(work)
        except Conflict:  # the step is shown at another table at this very moment
            return None

    async def skip(self, user: User, game: str) -> None:
        """Stop showing a user steps of a game."""

        async def work(tx: Transaction) -> None:
            if not any(row.step == ALL_STEPS for row in await tx.tours.shown_steps(user, game)):
                await tx.tours.add_shown_step(TourRow(user, game, ALL_STEPS))

        await self._store.run(work)
