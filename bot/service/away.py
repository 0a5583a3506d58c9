"""Times away: a person's clocks rest at all their tables until a given time.

Everybody at these tables can see until when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.runtime.clock import Clock
from bot.service import user_tables
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.away import (
    TimeAway,
    end_time_away,
    find_current,
    keep_counted,
    read_times,
    start_time_away,
    write_times,
)
from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Status, Table, User
from bot.table.marks import find_away_marks, mark_away
from bot.table.rules import away

Rule = Callable[[Draft], None]


class StartedAbsence(NamedTuple):
    """A time away that has begun."""

    until: int
    """When it ends, in UTC seconds."""
    runs_on: int
    """The number of tables where the user's clock runs nevertheless."""


class TimesAway:
    """Begins and ends times away."""

    def __init__(self, repository: Repository, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock

    async def times_of(self, user: User) -> Sequence[TimeAway]:
        """Return the known times away of a user, the newest last."""

        async def work(tx: Transaction) -> Sequence[TimeAway]:
            return (*await read_before_deletion(tx, user), *read_times((await tx.people.person(user)).away))

        return await self._store.run(work)

    async def start_absence(self, user: User, until: int) -> StartedAbsence:
        """Begin a user's time away, at all their tables.

        Raises Refusal if they are away already, if `until` is in the past, or if they have too few days left.
        """
        now = self._clock.now()

        async def work(tx: Transaction) -> tuple[StartedAbsence, list[Draft]]:
            tables = await user_tables.lock_open_tables(self._repository, tx, user)
            row = await tx.people.person(user)
            times = read_times(row.away)
            away.require_days_left((*await read_before_deletion(tx, user), *times), now, until)
            await tx.people.save_person(row._replace(away=write_times(start_time_away(times, now, until))))
            drafts = await self._change_tables(tx, tables, user, lambda draft: away.announce(draft, user, until))
            return StartedAbsence(until, sum(_clock_runs_on(draft.table, user, until) for draft in drafts)), drafts

        absence, drafts = await self._store.run(work)
        self._finish_saves(drafts)
        return absence

    async def come_back(self, user: User) -> None:
        """End a user's time away at all their tables, if they are away."""

        async def work(tx: Transaction) -> list[Draft]:
            tables = await user_tables.lock_open_tables(self._repository, tx, user)
            await self.end(tx, user)
            return await self._change_tables(tx, tables, user, lambda draft: away.come_back(draft, user))

        self._finish_saves(await self._store.run(work))

    async def end(self, tx: Transaction, user: User) -> bool:
        """Record that a user is back; return whether they were away.

        `come_back` announces it at their tables.
        """
        row = await tx.people.person(user)
        now = self._clock.now()
        times = read_times(row.away)
        if find_current(times, now) is None:
            return False
        await tx.people.save_person(row._replace(away=write_times(end_time_away(times, now))))
        return True

    async def _change_tables(self, tx: Transaction, tables: Sequence[Draft], user: User, rule: Rule) -> list[Draft]:
        """Change the tables of a user, in their name."""

        def change(draft: Draft) -> None:
            draft.cause = Cause(user)
            rule(draft)

        return await user_tables.change_tables(self._repository, tx, tables, change)

    def _finish_saves(self, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            self._repository.finish_save(draft)


async def read_before_deletion(tx: Transaction, user: User) -> Sequence[TimeAway]:
    """Return the times away that a user had before they were deleted, from anonymous marks."""
    rows = find_away_marks(user, await tx.people.away_marks())
    return [time_away for row in rows for time_away in read_times(row.times)]


async def keep_marks(tx: Transaction, user: User, now: int) -> None:
    """Keep the times away of a user who is being deleted, as an anonymous mark.

    Otherwise people could get new days by deleting their data.
    """
    times = read_times((await tx.people.person(user)).away)
    all_times = [*await read_before_deletion(tx, user), *end_time_away(times, now)]
    for row in find_away_marks(user, await tx.people.away_marks()):
        await tx.people.forget_away_mark(row.mark)
    if counted := keep_counted(all_times, now):
        await tx.people.keep_away_mark(mark_away(user, counted))


def _clock_runs_on(table: Table, user: User, until: int) -> bool:
    """Return whether a user's clock runs at a table although they are away.

    In a Sprint it always runs. At other tables it runs if it is the user's turn and the turn does not rest for the
    whole time away.
    """
    if table.status is not Status.RUNNING or table.private or table.timing.pace is None:
        return False
    turn, seat = table.timing.turn, table.seat_of(user)
    runs_this_turn = turn is not None and turn.seat == seat and turn.rests_until < until and not table.timing.stalled
    return runs_this_turn or not table.waits_for_away
