"""The part of `Tables` for what the people of a table settle among themselves, beside their moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.store import Conflict, Transaction
from bot.table import report
from bot.table.draft import Draft, new_row
from bot.table.fold import RULES_VERSION, Folded
from bot.table.model import NOBODY, By, Happened, Person, Seen, Table, User
from bot.table.posts import CALLS
from bot.table.refusals import Stale, naming
from bot.table.rules import rematch, seats, time, votes
from bot.table.steps import Kind
from bot.tables.marks import departed, left_by
from bot.tables.part import Part
from bot.tables.showing import large_print
from engine.game import Game, Seat

Change = Callable[[Transaction, Draft], Awaitable[Draft | None]]
"""What is to be done with a table; gives another table that was begun by it."""


class Settling(Part):
    """Playing again, leaving, taking seats, votes and taking back. Methods raise Refusal."""

    _games: Mapping[str, Game[Any, Any]]

    async def rematch(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Agree to play again with the same people; the new table begins with the last one who has to agree.

        Gives the finished table; its `company` tells who agreed, and which table follows.
        """

        async def change(tx: Transaction, draft: Draft) -> Draft | None:
            if not rematch.agree(draft, user):
                return None
            again: dict[Seat | None, User] = {seat: draft.table.seats[seat].user for seat in draft.table.company.again}
            await self._need_room(tx, draft.table.guild, again)
            await self._need_room_in(tx, draft.table.guild, draft.table.channel)
            return await self._after(tx, draft)

        return await self._settle(table, By(user, interaction), change)

    async def give_up(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Leave a running game for good: a computer player goes on, and anybody new may take the seat."""

        async def change(tx: Transaction, draft: Draft) -> None:
            await departed(tx, table, user, seats.leave(draft, user))
            votes.settle(draft)

        return await self._settle(table, By(user, interaction), change)

    async def claim(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Give the seat that everybody waits for to a computer player; anybody new may take it, and its person too."""

        async def change(tx: Transaction, draft: Draft) -> None:
            absent = draft.table.mover
            seat = time.claim(draft, user)
            assert absent
            await departed(tx, table, absent.user, seat)
            votes.settle(draft)

        return await self._settle(table, By(user, interaction), change)

    async def take_seat(
        self, table: int, person: Person, seat: Seat | None = None, *, interaction: int | None = None
    ) -> Table:
        """Take a seat that somebody left, the first one where none is named."""

        async def change(tx: Transaction, draft: Draft) -> None:
            left = left_by(person.user, await tx.departures(table))
            if draft.table.seat_of(person.user) is None:
                await self._need_room(tx, draft.table.guild, {None: person.user})
            seats.take(draft, person, seat, left[0].seat if left else None)

        return await self._settle(table, By(person.user, interaction), change)

    async def ask(self, table: int, user: User, subject: str, *, interaction: int | None = None) -> Table:
        """Ask everybody who plays to cancel, pause or finish the game; it happens once all agreed, or said nothing."""

        async def change(tx: Transaction, draft: Draft) -> None:
            wait = 60 * (await self._limits_of(tx, draft.table.guild)).minutes_between_votes
            votes.ask(draft, user, subject, await tx.did_since(user, Kind.VOTE.value, draft.now - wait), wait)

        return await self._settle(table, By(user, interaction), change)

    async def answer(self, table: int, user: User, seq: int, *, yes: bool, interaction: int | None = None) -> Table:
        """Agree to what is asked since step `seq`, or not."""

        async def change(tx: Transaction, draft: Draft) -> None:
            votes.answer(draft, user, seq, yes=yes)
            await _lift(tx, draft)

        return await self._settle(table, By(user, interaction), change)

    async def resume_game(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Go on after a pause."""
        return (await self._change(table, By(user, interaction), lambda draft: votes.resume(draft, user))).table

    async def undo(self, table: int, user: User, seq: int | None = None, *, interaction: int | None = None) -> Table:
        """Take one's newest move back, or ask the others for it; with `seq` only while that is the position."""

        async def change(tx: Transaction, draft: Draft) -> None:
            if seq is not None and seq != draft.table.position_seq:
                raise Stale
            votes.undo(draft, user)
            await _lift(tx, draft)

        return await self._settle(table, By(user, interaction), change)

    async def lost(self, table: int, seq: int, message: int, press: int) -> Table:
        """Let a table rest where a message of ours names a later step than its log has: a database that was restored,
        or cut, has lost the newest ones. A message that is older than the table's own is another's."""

        async def change(tx: Transaction, draft: Draft) -> None:
            first = await tx.first_message(table)
            if first is not None and message >= first and votes.lose(draft, seq, press):
                await tx.forget_posts(table, kinds=CALLS)  # those we know of are no longer where people look

        return await self._settle(table, NOBODY, change)

    async def hand(self, table: int, user: User) -> tuple[Seen, Sequence[Happened]]:
        """What somebody may know from their seat, and what happened since they last moved, as they may know it."""

        async def work(tx: Transaction) -> tuple[Draft, bool]:
            return await self._open(tx, table), await large_print(tx, user)

        draft, large = await self._store.run(work)
        seat = draft.table.seat_of(user)
        told = [] if seat is None else report.recap(draft, seat)
        return Seen(draft.table, seat, draft.state.observe(seat), large, user), told

    async def _settle(self, table: int, by: By, change: Change) -> Table:
        """Change a table, and what is stored beside it, in one transaction; nothing where it was done before."""

        async def work(tx: Transaction) -> tuple[Draft, Draft | None]:
            draft, other = await self._open(tx, table, lock=True), None
            if by.interaction is None or await tx.step_of(by.interaction) is None:
                self._give_back(draft)
                draft.by = by
                with naming(draft.table.seats):
                    other = await change(tx, draft)
                await self._save(tx, draft)
            return draft, other

        while True:
            try:
                draft, other = await self._store.run(work)
                break
            except Conflict:
                continue  # another process took the number, or changed the table: look again
        for saved in filter(None, (draft, other)):
            self._saved(saved)
        return draft.table

    async def _after(self, tx: Transaction, over: Draft) -> Draft:
        """The table that follows one that is over, begun and written."""
        table, game = over.table, over.game
        host = replace(over.table.seats[0], user=table.host)
        row = new_row(
            game, table.options, host, table.guild, table.channel, RULES_VERSION, over.now, table.timing.anew()
        )
        added = await tx.add_table(replace(row, number=await tx.next_number(row.guild)))
        after = Draft.of(added, (), game, Folded(added.id), {}, over.now)
        rematch.begin(after, table)
        await self._save(tx, after)
        rematch.followed_by(over, after.table)
        return after


async def _lift(tx: Transaction, draft: Draft) -> None:
    """Forget where the tiles of the round lie if one was taken back: what is left is arranged as it was before. The
    lines that told what was taken back are written anew."""
    for row in draft.steps:
        if row.kind == Kind.UNDO.value:
            await tx.forget_places(draft.row.id, draft.state.observe(None).round)
            await tx.reopen_posts(draft.row.id, CALLS, int(row.notation))
