"""The part of `Tables` that keeps how a server wants games to be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.limits import Limits
from bot.store import Transaction
from bot.table.model import User
from bot.table.refusals import Refusal
from bot.table.rows import ServerRow
from bot.tables.showing import Showing
from engine.game import Seat
from engine.words import Who, msg


class Servers(Showing):
    """What servers want. It counts for tables that are opened and begun from now on; for calls and limits at once."""

    _limits: Limits

    async def server(self, guild: int | None) -> ServerRow:
        """What a server wants; the defaults for one that never said, and for private messages."""
        return await self._store.run(lambda tx: tx.server(guild or 0))

    async def limits(self, guild: int | None) -> Limits:
        """How much of everything there may be on a server."""
        return await self._store.run(lambda tx: self._limits_of(tx, guild))

    async def _limits_of(self, tx: Transaction, guild: int | None) -> Limits:
        return self._limits.of_server((await tx.server(guild or 0)).limits)

    async def _need_room(self, tx: Transaction, guild: int | None, people: Mapping[Seat | None, User]) -> None:
        """Refuse one more open table for people who sit at as many as anybody may; seat None is who asks."""
        most = (await self._limits_of(tx, guild)).tables_a_person
        for seat, user in people.items():
            if await tx.how_many_of(user) < most:
                continue
            if seat is None:
                raise Refusal(msg("You sit at {n} open tables, which is the most. Leave one first: `/games` lists "
                                  "them.", n=most))  # fmt: skip
            raise Refusal(msg("{who} sits at {n} open tables, which is the most, and has to leave one first.",
                              who=Who(seat), n=most))  # fmt: skip

    async def _need_room_in(self, tx: Transaction, guild: int | None, channel: int) -> None:
        """Refuse one more open table in a channel that has as many as it may."""
        most = (await self._limits_of(tx, guild)).tables_a_channel
        if await tx.how_many_in(channel) >= most:
            raise Refusal(
                msg(
                    "{n} tables are open in this channel, which is the most. Take a seat at one of them, or open yours "
                    "in another channel.",
                    n=most,
                )
            )

    async def set_up(self, guild: int, change: Callable[[ServerRow], ServerRow]) -> ServerRow:
        """Change what a server wants."""

        async def work(tx: Transaction) -> ServerRow:
            changed = change(await tx.server(guild))
            await tx.save_server(changed)
            return changed

        return await self._store.run(work)
