"""What players post about finished games, up to a limit for each game.

Nothing is posted twice. A post is saved before it is sent.
"""

from __future__ import annotations

from bot.runtime.clock import Clock
from bot.store import Store, Transaction
from bot.table.clock.pace import DAY
from bot.table.limits import Limits
from bot.table.log.rows import QuizRow
from bot.table.posts import Post, PostKind
from bot.table.refusals import Refusal, Unknown
from engine.words import count

SHARED_KINDS = (PostKind.FILM, PostKind.MOMENT, PostKind.QUIZ)
"""The kinds of posts by which players share a finished game."""


class SharedPosts:
    """Records what was posted about each game."""

    def __init__(self, store: Store, clock: Clock, limits: Limits) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits

    async def find_message(self, table: int, kind: PostKind, seq: int) -> int | None:
        """Return the message of a post; None if it was not posted yet.

        Raises Refusal if the limit of the game is reached.
        """

        async def work(tx: Transaction) -> int | None:
            row = await tx.posts.post(table, kind, seq)
            if row is None:
                await self._require_quota(tx, table)
                return None
            return row.message

        return await self._store.run(work)

    async def begin(self, table: int, kind: PostKind, seq: int, place: int, quiz: QuizRow | None = None) -> Post:
        """Record that something is about to be posted, and return its post.

        If that was recorded before, return the earlier post, which may have been sent. A `quiz` is open for a day from
        now on. Raises Refusal if the limit of the game is reached.
        """

        async def work(tx: Transaction) -> Post:
            if await tx.tables.table(table, lock=True) is None:
                raise Unknown
            earlier_row = await tx.posts.post(table, kind, seq)
            if earlier_row is not None:
                return Post.of(earlier_row)
            await self._require_quota(tx, table)
            now = self._clock.now()
            new_row = await tx.posts.add_post(table, kind, seq, place, None, now)
            assert new_row  # while the table is locked, no other process adds the post
            # collapsed, so that the plan of the table's messages leaves it alone
            await tx.posts.change_post(new_row.id, new_row.generation, {"collapsed": True})
            if quiz is not None:
                await tx.quizzes.add(quiz._replace(until=now + DAY, wake_at=now + DAY))
            return Post.of(new_row)

        return await self._store.run(work)

    async def _require_quota(self, tx: Transaction, table: int) -> None:
        limit = self._limits.shares_a_game
        if await tx.posts.count_posts(table, SHARED_KINDS) >= limit:
            raise Refusal(
                count(
                    "Nothing more of this game can be shared: the limit is {n} picture.",
                    "Nothing more of this game can be shared: the limit is {n} pictures.",
                    limit,
                )
            )

    def is_older(self, post: Post, seconds: int) -> bool:
        """Return whether a post was first recorded more than `seconds` ago."""
        return self._clock.now() - post.at > seconds

    async def mark_sent(self, post: Post, message: int) -> None:
        """Record the message that shows a post."""
        await self._store.run(lambda tx: tx.posts.change_post(post.id, post.generation, {"message": message}))

    async def mark_failed(self, post: Post) -> None:
        """Drop a post that is known not to have been sent, with its quiz."""

        async def work(tx: Transaction) -> None:
            await tx.posts.drop_post(post.id)
            if post.kind is PostKind.QUIZ and await tx.posts.post(post.table, post.kind, post.seq) is None:
                await tx.quizzes.drop(post.table)

        await self._store.run(work)
