"""Ends running games that began under older rules, without a result.

They can't go on: by the current rules, their logs would lead to other positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.store import DatabaseRefused, Store, Transaction
from bot.table.clock.timing import without_private
from bot.table.log import fold
from bot.table.log.fold import Position, next_row
from bot.table.log.model import Cause, User
from bot.table.log.rows import TableRow
from bot.table.log.steps import Kind


class EndedGame(NamedTuple):
    """A game that was ended because of its older rules, and the users who had seats in it."""

    row: TableRow
    users: Sequence[User]


async def end_older_games(store: Store, now: int) -> int:
    """End the running games of older rules; return how many there were.

    Raises DatabaseRefused if a game has newer rules: then nothing is changed.
    """

    async def work(tx: Transaction) -> int:
        rows = await tx.tables.running_under_other_rules(fold.RULES_VERSION)
        newest = max((row.rules_version for row in rows), default=0)
        if newest > fold.RULES_VERSION:
            raise DatabaseRefused(
                f"A running game has version {newest} of the rules, but this program knows only version "
                f"{fold.RULES_VERSION}. Start the newer program again. Nothing was changed."
            )
        for row in rows:
            await _end_game(tx, row.id, now)
        return len(rows)

    return await store.run(work)


async def read_ended(store: Store, table: int) -> EndedGame | None:
    """Return a game that is no longer running and whose end Discord does not show yet, else None."""

    async def work(tx: Transaction) -> EndedGame | None:
        row = await tx.tables.table(table)
        if row is None or row.status == "running" or row.shown_seq >= row.seq:
            return None
        seats = await tx.tables.seats(table)
        return EndedGame(row, [seat.user for seat in seats if seat.user and seat.player is None])

    return await store.run(work)


async def _end_game(tx: Transaction, table: int, now: int) -> None:
    row = await tx.tables.table(table, lock=True)
    if row is None or row.status != "running":  # another process was faster
        return
    (last_step,) = await tx.log.steps(table, row.seq - 1, row.seq)
    now = max(now, last_step.at)  # even if the clock was set back, no step is dated before its predecessor
    # the log can't be folded, but `next_row` needs only the number and hash of the last step
    position = Position(table, row.head).with_standing(seq=row.seq)
    steps = []
    for kind in (Kind.CLOSE, Kind.END):
        step = next_row(position, kind, None, "", now, Cause())
        position = Position(table, step.hash).with_standing(seq=step.seq)
        steps.append(step)
    closed_row = row._replace(
        status="closed",
        ended_at=now,
        wake_at=None,
        clock=without_private(row.clock),
        seq=position.seq,
        head=position.head,
    )
    await tx.tables.save_table(closed_row, row.seq)
    await tx.log.add_steps(steps)
    await tx.tables.close_table(table)
