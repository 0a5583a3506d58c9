"""Lists tables: of a user, of a channel, finished tables, tables where it is a user's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.service.repository import OPEN, Repository
from bot.store import Store, Transaction
from bot.table.log.model import ANY, Anywhere, Offer, Seen, Status, Table, UnreadableTable, User
from bot.table.refusals import Unknown
from bot.table.rules import play


class Listing:
    """Finds tables. Those that cannot be read are left out, unless a method returns them separately."""

    def __init__(self, repository: Repository, store: Store) -> None:
        self._repository = repository
        self._store = store

    async def count_open_tables(self) -> Mapping[str, int]:
        """Return how many open tables there are, by status."""
        return await self._store.run(lambda tx: tx.tables.count_open_tables())

    async def open_tables_of(
        self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> Sequence[Table]:
        """Return the open tables where a user sits, oldest first.

        `guild` and `channel` restrict the list to one server or channel. At most 50 are returned; those where it is the
        user's turn are preferred.
        """
        return (await self.open_tables_with_unreadable(user, guild, channel))[0]

    async def open_tables_with_unreadable(
        self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> tuple[Sequence[Table], Sequence[UnreadableTable]]:
        """Return the same as `open_tables_of`, and separately the tables that cannot be read."""
        return await self._repository.find_tables(
            lambda tx: tx.lists.tables_of(user, guild=_stored_guild(guild), channel=channel)
        )

    async def own_tables_of(self, user: User, guild: int | None) -> Sequence[Table]:
        """Return a user's tables on a server that would end without them, oldest first.

        Those are lobbies that they host, and games that no other person plays.
        """
        return (await self._repository.find_tables(lambda tx: tx.lists.tables_of(user, guild=guild or 0, own=True)))[0]

    async def unreadable_tables(self, user: User, channel: int) -> Sequence[UnreadableTable]:
        """Return the open tables of a user in a channel, if they cannot be read."""
        return (await self.open_tables_with_unreadable(user, ANY, channel))[1]

    async def tables_to_move_at(
        self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> Sequence[Table]:
        """Return the tables where it is a user's turn, the earliest deadline first.

        `guild` and `channel` restrict the list to one server or channel. At most 25 tables are returned.
        """
        return (
            await self._repository.find_tables(
                lambda tx: tx.lists.turns_of(user, guild=_stored_guild(guild), channel=channel)
            )
        )[0]

    async def choices(
        self, user: User, verb: str | None = None, *, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> Sequence[Offer]:
        """Return what a user can do now, at all tables where it is their turn.

        With `verb`, only actions that begin with it are included.
        """
        drafts = await self._repository.find_drafts(
            lambda tx: tx.lists.turns_of(user, guild=_stored_guild(guild), channel=channel, include_away=True)
        )
        offers = list[Offer]()
        for draft in drafts:
            seat = draft.table.seat_of(user)
            view = Seen(draft.table, seat, draft.state.observe(seat))
            offers += [Offer(draft.table, choice) for choice in play.list_choices(view, verb)]
        return offers

    async def find_by_number(self, guild: int | None, channel: int, number: int) -> Table:
        """Return the table of a channel or thread with this number.

        Raises Unknown and Damaged.
        """

        async def work(tx: Transaction) -> Table:
            row = await tx.lists.find_by_number(guild or 0, number)
            if row is None or channel not in (row.channel, row.thread):
                raise Unknown
            return (await self._repository.open_row(tx, row)).table

        return await self._store.run(work)

    async def require_access(self, table: int, user: User, guild: int | None) -> None:
        """Raise Unknown if a user may not open a table.

        They may open the tables of their server, and all tables where they have a seat. Others, like practice games of
        other users, are refused. The table itself need not be readable.
        """

        async def work(tx: Transaction) -> None:
            row = await tx.tables.table(table)
            if row is None:
                raise Unknown
            elsewhere = not row.channel or (row.guild or None) != guild  # a practice game is in no channel
            if elsewhere and user not in [seat.user for seat in await tx.tables.seats(table)]:
                raise Unknown

        await self._store.run(work)

    async def newest_in(self, channel: int, most: int) -> Sequence[tuple[str, int]]:
        """Return the game and number of the newest tables of a channel or thread.

        Tables of any status are included; the newest comes first.
        """
        any_status = [status.value for status in Status]
        rows = await self._store.run(lambda tx: tx.lists.tables_in(channel, any_status, most))
        return [(row.game, row.number) for row in reversed(rows)]

    async def in_channel(self, channel: int, statuses: Sequence[Status] = OPEN) -> Sequence[Table]:
        """Return the tables of a channel or thread in one of these statuses, oldest first.

        If there are more than 50, only the 50 newest are returned.
        """
        values = [status.value for status in statuses]
        return (await self._repository.find_tables(lambda tx: tx.lists.tables_in(channel, values)))[0]

    async def last_ended(self, channel: int, statuses: Sequence[Status], user: User | None = None) -> Table | None:
        """Return the table whose game ended last in a channel or thread.

        Only tables with one of these statuses are considered. If `user` is given, only that user's tables are
        considered. Return None if there is no such table.
        """
        values = [status.value for status in statuses]
        tables, _ = await self._repository.find_tables(lambda tx: tx.lists.last_ended(channel, values, user))
        return tables[0] if tables else None

    async def waiting_for_computers(self) -> Sequence[int]:
        """Return the tables where a computer player is to act, oldest first."""
        return await self._store.run(lambda tx: tx.lists.waiting_for_computers())

    async def waiting_for_dealer(self) -> Sequence[int]:
        """Return the tables in channels where a deal is due, oldest first."""
        return await self._store.run(lambda tx: tx.lists.waiting_for_dealer())


def _stored_guild(guild: int | Anywhere | None) -> int | None:
    """Return a server as rows store it: 0 for private messages. Return None for any server."""
    return None if isinstance(guild, Anywhere) else guild or 0
