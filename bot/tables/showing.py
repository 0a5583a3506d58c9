"""What Discord has been shown of each table: where tiles lie, which messages are ours, what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.refusals import Unknown
from bot.store import PostRow, Store
from bot.tables.model import Post
from engine.game import Seat
from renderers.look import Layout


class Showing:
    """The part of `Tables` that keeps the board in Discord up to date; nothing here changes a game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def unshown(self) -> Sequence[int]:
        """Tables with steps that Discord has not been shown, or where a deal is due; oldest first."""
        async with self._store.transaction() as tx:
            return await tx.unshown()

    async def shown(self, table: int, seq: int) -> None:
        """Note that Discord shows the table up to this step; an older one changes nothing."""
        async with self._store.transaction() as tx:
            await tx.shown(table, seq)

    async def layout(self, table: int, round_: int) -> Layout:
        """Where the tiles of a round lie."""
        async with self._store.transaction() as tx:
            return tuple(tuple(row) for row in await tx.places(table, round_))

    async def lay(self, table: int, round_: int, start: int, rows: Layout) -> None:
        """Keep the rows from place `start` on. Rows that are there stay as they are, whoever wrote them first."""
        async with self._store.transaction() as tx:
            if await tx.table(table, lock=True) is None:
                raise Unknown
            there = len(await tx.places(table, round_))
            if start > there:
                raise ValueError(f"rows from {start} on would leave a gap after {there}")
            await tx.add_places(table, round_, there, rows[there - start :])

    async def post(self, table: int, kind: str, seq: int, channel: int, pinged: Seat | None = None) -> Post:
        """Our message of one kind about one step: the one noted before, else a new note."""
        async with self._store.transaction() as tx:
            if await tx.table(table, lock=True) is None:
                raise Unknown
            row = await tx.post(table, kind, seq)
            return _post(row or await tx.add_post(table, kind, seq, channel, pinged))

    async def posted(self, post: Post, message: int, digest: str) -> None:
        """Note which message of Discord a post became, and a digest of what it says."""
        async with self._store.transaction() as tx:
            await tx.change_post(post.id, message=message, digest=digest)

    async def lost(self, post: Post) -> Post:
        """Note that the message of a post was deleted; the post can be sent anew, as another message."""
        async with self._store.transaction() as tx:
            await tx.change_post(post.id, message=None, generation=post.generation + 1)
        return replace(post, message=None, generation=post.generation + 1)

    async def collapsed(self, post: Post) -> None:
        """Note that a post has been collapsed to a line."""
        async with self._store.transaction() as tx:
            await tx.change_post(post.id, collapsed=True)

    async def posts(self, table: int, kind: str | None = None) -> Sequence[Post]:
        """Our messages about a table, oldest first."""
        async with self._store.transaction() as tx:
            return [_post(row) for row in await tx.posts(table, kind)]


def _post(row: PostRow) -> Post:
    return Post(*row)
