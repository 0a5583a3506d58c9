"""What Discord has been shown of each table: where tiles lie, which messages are ours, what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.refusals import Unknown
from bot.store import PostRow, Store, Transaction
from bot.tables.model import Post
from engine.game import Seat
from renderers.look import Layout


class Showing:
    """The part of `Tables` that keeps the board in Discord up to date; nothing here changes a game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unshown(self) -> Sequence[int]:
        """Tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        return await self._store.run(lambda tx: tx.unshown())

    async def shown(self, table: int, seq: int) -> bool:
        """Note that Discord shows the table up to this step (an older one changes nothing); whether that is all."""

        async def work(tx: Transaction) -> bool:
            await tx.shown(table, seq)
            row = await tx.table(table)
            return row is None or row.seq <= seq

        return await self._store.run(work)

    async def layout(self, table: int, round_: int) -> Layout:
        """Where the tiles of a round lie."""
        rows = await self._store.run(lambda tx: tx.places(table, round_))
        return tuple(tuple(row) for row in rows)

    async def lay(self, table: int, round_: int, start: int, rows: Layout) -> None:
        """Keep the rows from place `start` on. Rows that are there stay as they are, whoever wrote them first."""

        async def work(tx: Transaction) -> None:
            await _lock(tx, table)
            there = len(await tx.places(table, round_))
            if start > there:
                raise ValueError(f"rows from {start} on would leave a gap after {there}")
            await tx.add_places(table, round_, there, rows[there - start :])

        await self._store.run(work)

    async def post(self, table: int, kind: str, seq: int, channel: int, pinged: Seat | None = None) -> Post:
        """Our message of one kind about one step: the one noted before, else a new note."""

        async def work(tx: Transaction) -> PostRow:
            await _lock(tx, table)
            return await tx.post(table, kind, seq) or await tx.add_post(table, kind, seq, channel, pinged)

        return Post(*await self._store.run(work))

    async def posted(self, post: Post, message: int, digest: str) -> None:
        """Note which message of Discord a post became, and a digest of what it says."""
        await self._store.run(lambda tx: tx.change_post(post.id, message=message, digest=digest))

    async def lost(self, post: Post) -> Post:
        """Note that the message of a post was deleted; the post can be sent anew, as another message."""
        anew = replace(post, message=None, generation=post.generation + 1)
        await self._store.run(lambda tx: tx.change_post(post.id, message=None, generation=anew.generation))
        return anew

    async def collapsed(self, post: Post) -> None:
        """Note that a post has been collapsed to a line."""
        await self._store.run(lambda tx: tx.change_post(post.id, collapsed=True))

    async def posts(self, table: int, kind: str | None = None) -> Sequence[Post]:
        """Our messages about a table, oldest first."""
        rows = await self._store.run(lambda tx: tx.posts(table, kind))
        return [Post(*row) for row in rows]


async def _lock(tx: Transaction, table: int) -> None:
    if await tx.table(table, lock=True) is None:
        raise Unknown
