"""What Discord has been shown of each table: where tiles lie, which messages are ours, what is still missing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import Clock
from bot.store import Store, Transaction
from bot.table.posts import HAND, Notes, Post
from bot.table.refusals import Unknown
from bot.table.rows import PostRow
from bot.table.steps import Kind
from engine.game import Seat
from renderers.look import Layout


class Outbox:
    """Keeps what Discord has been shown: each message is written down before it is sent. No game is changed here."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def unshown(self) -> Sequence[int]:
        """Tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        return await self._store.run(lambda tx: tx.lists.unshown())

    async def open_in(self, guild: int) -> Sequence[int]:
        """The tables of a server that are open, or not shown to their end; oldest first."""
        return await self._store.run(lambda tx: tx.lists.open_in(guild))

    async def open_guilds(self) -> Sequence[int]:
        """The servers with tables that are open, or not shown to their end."""
        return await self._store.run(lambda tx: tx.lists.open_guilds())

    async def shown(self, table: int, seq: int, notes: Notes | None = None) -> bool:
        """Note that Discord shows the table up to this step (an older one changes nothing); whether that is all."""

        async def work(tx: Transaction) -> bool:
            await _write(tx, table, notes)
            last = await tx.tables.shown(table, seq)
            return last is None or last <= seq

        return await self._store.run(work)

    async def layout(self, table: int, round_: int) -> Layout:
        """Where the tiles of a round lie."""
        rows = await self._store.run(lambda tx: tx.posts.places(table, round_))
        return tuple(tuple(row) for row in rows)

    async def intend(
        self, table: int, kind: str, seq: int, channel: int, pinged: Seat | None = None, notes: Notes | None = None
    ) -> Post:
        """Our message of one kind about one step, before it is sent: the one noted before, else a new note."""

        async def work(tx: Transaction) -> PostRow:
            await _lock(tx, table)
            await _write(tx, table, notes, locked=True)
            before = await tx.posts.post(table, kind, seq)
            private = kind == HAND and pinged is not None
            user = (await tx.tables.seats(table))[pinged or 0].user if private and before is None else None
            return before or await tx.posts.add_post(table, kind, seq, channel, pinged, self._clock.now(), user)

        return Post(*await self._store.run(work))

    async def note(self, table: int, notes: Notes) -> None:
        """Write what is known of messages. Rows of a layout that are there stay as they are, whoever wrote them."""
        await self._store.run(lambda tx: _write(tx, table, notes))

    async def threaded(self, table: int, thread: int) -> None:
        """Note the thread in which a table is played."""
        await self._move(table, thread=thread)

    async def unthreaded(self, table: int) -> None:
        """Play on in the channel: no thread can be opened there."""
        await self._move(table, thread=None, threaded=False)

    async def thread_lost(self, table: int, thread: int) -> None:
        """Note that the thread was deleted with all that was in it; it cannot come back under the same card."""

        async def work(tx: Transaction) -> None:
            row = await tx.tables.table(table, lock=True)
            if row is not None and row.thread == thread:
                await tx.posts.forget_posts(table, thread)
                await tx.tables.place(table, channel=row.channel, threaded=row.threaded, thread=None)

        await self._store.run(work)

    async def moved(self, table: int, channel: int, *, threaded: bool) -> None:
        """Show a table in another channel, with new messages for all that still matters."""

        async def work(tx: Transaction) -> None:
            await _lock(tx, table)
            await tx.posts.forget_posts(table)
            await tx.tables.place(table, channel=channel, threaded=threaded, thread=None)

        await self._store.run(work)

    async def _move(self, table: int, *, thread: int | None, threaded: bool | None = None) -> None:
        async def work(tx: Transaction) -> None:
            row = await tx.tables.table(table, lock=True)
            if row is None:
                raise Unknown
            await tx.tables.place(
                table, channel=row.channel, threaded=row.threaded if threaded is None else threaded, thread=thread
            )

        await self._store.run(work)


async def _write(tx: Transaction, table: int, notes: Notes | None, *, locked: bool = False) -> None:
    if notes is None:
        return
    for post, values in notes.changes:
        await tx.posts.change_post(post.id, post.generation, values)
    if notes.laid and not locked:
        await _lock(tx, table)
    for laid in notes.laid:
        if await tx.posts.happened_since(table, Kind.UNDO.value, laid.seq):
            continue  # a tile among them may have been taken back
        there = await tx.posts.laid(table, laid.round)
        if laid.start > there:
            raise ValueError(f"rows from {laid.start} on would leave a gap after {there}")
        await tx.posts.add_places(table, laid.round, there, laid.rows[there - laid.start :])


async def _lock(tx: Transaction, table: int) -> None:
    if await tx.tables.table(table, lock=True) is None:
        raise Unknown
