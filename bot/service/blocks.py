"""Blocks: users who do not want to play with certain others. Only the user who set a block knows of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.runtime.clock import Clock
from bot.service.facts import add_admission, read_blocks
from bot.store import Conflict, Store, Transaction
from bot.table.log.facts import Facts
from bot.table.log.model import Cause, Table, User
from bot.table.log.rows import BlockRow
from bot.table.marks import is_block_of, make_block
from bot.table.refusals import Refusal
from bot.table.rules import admission
from engine.words import count, msg

MOST_BLOCKS = 100
"""How many others a user can block."""


class Blocks:
    """Keeps blocks, and finds out whom they keep apart."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def blocks_of(self, user: User) -> Sequence[BlockRow]:
        """Return the blocks that a user has set, newest first."""
        return await self._store.run(lambda tx: tx.blocks.blocks_of(user))

    async def add(self, user: User, other: User) -> None:
        """Record that a user blocks another. Do nothing if the block exists already."""
        if user == other:
            raise Refusal(msg("You can't block yourself."))

        async def work(tx: Transaction) -> None:
            rows = await tx.blocks.blocks_of(user)
            if any(is_block_of(row, other) for row in rows):
                return
            if len(rows) >= MOST_BLOCKS:
                raise Refusal(
                    count(
                        "You block {n} person, and that's the limit. Unblock one first.",
                        "You block {n} people, and that's the limit. Unblock one first.",
                        MOST_BLOCKS,
                    )
                )
            await tx.blocks.add(make_block(user, other, self._clock.now()))

        try:
            await self._store.run(work)
        except Conflict:  # another press has blocked the same user meanwhile
            return

    async def lift(self, user: User, mark: str) -> None:
        """Lift the block with this mark, if the user has set it."""
        await self._store.run(lambda tx: tx.blocks.drop(user, mark))

    async def lift_from(self, user: User, other: User) -> bool:
        """Lift a user's block of another; return whether there was one."""

        async def work(tx: Transaction) -> bool:
            marks = [row.mark for row in await tx.blocks.blocks_of(user) if is_block_of(row, other)]
            for mark in marks:
                await tx.blocks.drop(user, mark)
            return bool(marks)

        return await self._store.run(work)

    async def find_admitting(self, caller: Cause, tables: Sequence[Table]) -> list[Table]:
        """Return the tables that admit the caller, out of tables of one server.

        The other rules for joining are not checked. They may still refuse the caller, with a reason.
        """
        user = caller.user or 0

        async def work(tx: Transaction) -> Facts:
            users = {user}.union(*map(admission.users_at, tables))
            facts = Facts(roles=caller.roles, blocks=await read_blocks(tx, users))
            await add_admission(tx, facts, tables[0].guild, caller.joined_at, self._clock.now())
            return facts

        if not tables:
            return []
        facts = await self._store.run(work)
        return [table for table in tables if admission.admits(table, user, facts)]
