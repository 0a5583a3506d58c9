"""The part of `Tables` for what the people of a table settle among themselves, beside their moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.refusals import naming
from bot.store import Conflict, Transaction
from bot.tables import rematch
from bot.tables.draft import Draft, new_row
from bot.tables.fold import RULES_VERSION, Folded
from bot.tables.model import Table, User
from bot.tables.showing import Showing
from engine.game import Game


class Settling(Showing, ABC):
    """Playing again, leaving, taking seats, votes and taking back. Methods raise Refusal."""

    _games: Mapping[str, Game[Any, Any]]

    async def rematch(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Agree to play again with the same people; the new table begins with the last one who has to agree.

        Gives the finished table; its `company` tells who agreed, and which table follows.
        """

        async def work(tx: Transaction) -> tuple[Draft, Draft | None]:
            draft, after = await self._open(tx, table, lock=True), None
            draft.interaction = interaction
            if interaction is None or await tx.step_of(interaction) is None:
                with naming(draft.table.seats):
                    begins = rematch.agree(draft, user)
                if begins:
                    after = await self._after(tx, draft)
                await self._save(tx, draft)
            return draft, after

        while True:
            try:
                drafts = await self._store.run(work)
                break
            except Conflict:
                continue  # another process took the number, or changed the table: look again
        for draft in drafts:
            if draft is not None:
                self._saved(draft)
        return drafts[0].table

    async def _after(self, tx: Transaction, over: Draft) -> Draft:
        """The table that follows one that is over, begun and written."""
        table, game = over.table, over.game
        host = replace(over.table.seats[0], user=table.host)
        row = new_row(game, table.options, host, table.guild, table.channel, RULES_VERSION, over.now)
        added = await tx.add_table(replace(row, number=await tx.next_number(row.guild)))
        after = Draft.of(added, (), game, Folded(added.id), {}, over.now)
        rematch.begin(after, table)
        await self._save(tx, after)
        rematch.followed_by(over, after.table)
        return after

    @abstractmethod
    async def _change(self, table: int, interaction: int | None, change: Callable[[Draft], None]) -> Draft: ...

    @abstractmethod
    async def _open(self, tx: Transaction, table: int, *, lock: bool = False) -> Draft: ...

    @abstractmethod
    async def _save(self, tx: Transaction, draft: Draft) -> None: ...

    @abstractmethod
    def _saved(self, draft: Draft) -> None: ...
