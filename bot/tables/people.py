"""The part of `Tables` that knows what is kept about a person, and forgets it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from bot.store import Transaction
from bot.table.draft import Draft
from bot.table.model import Status, User
from bot.table.refusals import Damaged, OtherRules, Unknown
from bot.table.rows import Kept
from bot.table.rules import lobby, seats
from bot.tables.marks import departed, left_by
from bot.tables.part import Part

CLEANING = "cleaning"
"""Under this key the database notes that something was deleted whose last traces are still in its files."""

SOMEBODY = "someone who left"
"""What a person is called in games that others still have, once they were forgotten."""


class People(Part):
    """What is kept about people."""

    async def kept_about(self, user: User) -> Kept:
        """Everything that is stored about somebody."""

        async def work(tx: Transaction) -> Kept:
            left = left_by(user, await tx.departures())
            return (await tx.kept_about(user))._replace(left=tuple((row.table, row.seat) for row in left))

        return await self._store.run(work)

    async def own_word(self, table: int, user: User) -> str:
        """What somebody's word is kept as, with its salt; empty where they gave none."""
        draft = await self._store.run(lambda tx: self._open(tx, table))
        return draft.words.get(user, "")

    async def forget(self, user: User) -> None:
        """Delete a person: their seats become somebody's who left, and nothing else of them stays but, until the games
        end where they left a seat, the mark that they have seen its tiles.

        Where a game goes on, a computer player takes the seat until somebody else does; who was alone there ends it.
        """

        async def work(tx: Transaction) -> tuple[Sequence[int], list[Draft]]:
            about, drafts = await tx.tables_about(user), []
            for table in await tx.all_open_of(user):
                with suppress(Unknown, Damaged, OtherRules):  # it rests: nobody has to play there
                    draft = await self._open(tx, table, lock=True)
                    self._give_back(draft)
                    if draft.table.running:
                        await departed(tx, table, user, draft.table.seat_of(user))
                    _leave(draft, user)
                    await self._save(tx, draft)
                    drafts.append(draft)
            await tx.forget(user, SOMEBODY)
            await tx.remember(CLEANING, "due")
            return about, drafts

        about, drafts = await self._store.run(work)
        for draft in drafts:
            self._saved(draft)
        for table in about:  # last: what is kept in memory of a table knows who took its steps
            self._drop(table)
        await self.clean()

    async def clean(self) -> None:
        """Remove what is left in the database's files of what was deleted, if anything is."""
        if await self._store.recall(CLEANING) == "due":
            await self._store.clean()
            await self._store.remember(CLEANING, "done")

    @abstractmethod
    def _drop(self, table: int) -> None:
        """Read the table anew next time."""


def _leave(draft: Draft, user: User) -> None:
    """Give the seat up, whatever the table is doing."""
    if draft.table.status is Status.LOBBY:
        lobby.leave(draft, user)
    else:
        seats.leave(draft, user)
