"""Games that were begun under other rules than this program's: which there are, and how their players end them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.clock import Clock
from bot.store import Store, Transaction
from bot.table.fold import RULES_VERSION
from bot.table.model import By, User
from bot.table.refusals import Unknown
from bot.table.rows import TableRow
from bot.table.rules import old


class Agreed(NamedTuple):
    """What came of a vote: who agrees, of how many, whether that was news, and whether the game is over."""

    row: TableRow
    users: Sequence[User]
    of: int
    news: bool
    over: bool


class OldGames:
    """Knows what no draft can be made of."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def all(self) -> Sequence[TableRow]:
        """Return the running games that were begun under other rules, oldest first."""
        return await self._store.run(lambda tx: tx.tables.of_other_rules(RULES_VERSION))

    async def agree(self, table: int, user: User, by: By) -> Agreed:
        """Agree to cancel a game; the press that did it before changes nothing. Raises Unknown, and as the rule."""

        async def work(tx: Transaction) -> Agreed:
            row = await tx.tables.table(table, lock=True)
            if row is None or row.rules_version == RULES_VERSION:
                raise Unknown
            seats, log = await tx.tables.seats(table), await tx.log.steps(table, 0, row.seq)
            game = old.Old(row, seats, log, self._clock.now(), by)
            if row.status == "running":
                old.agree(game, user)
            await _save(tx, game, row.seq)
            agreed = [seats[seat].user or 0 for seat in sorted(game.agreed)]
            return Agreed(game.row, agreed, len(game.present), bool(game.added), game.row.status == "closed")

        return await self._store.run(work)


async def _save(tx: Transaction, game: old.Old, before: int) -> None:
    if game.added:
        await tx.tables.save_table(game.row, before)
        await tx.log.add_steps(game.added)
        if game.row.status == "closed":
            await tx.tables.ended(game.row.id)
            await tx.tables.shown(game.row.id, game.row.seq)  # nobody can draw it; a message says how it ended
