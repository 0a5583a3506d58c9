"""Holidays: a person's clocks rest for days, at all their tables, and everybody there can see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.clock import Clock
from bot.service import theirs
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.holiday import Holiday, begun, counted, days_left, ended, read, under_way, written
from bot.table.draft import Draft
from bot.table.marks import taken, taken_by
from bot.table.model import By, Status, Table, User
from bot.table.refusals import Refusal
from bot.table.rules import holiday
from engine.words import count, msg

Rule = Callable[[Draft], None]


class Gone(NamedTuple):
    """A holiday that began: until when, and at how many tables the clock runs on all the same."""

    until: int
    runs_on: int


class Holidays:
    """Begins and ends them."""

    def __init__(self, repository: Repository, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock

    async def of(self, user: User) -> Sequence[Holiday]:
        """Return the holidays of a user that count, the newest last."""

        async def work(tx: Transaction) -> Sequence[Holiday]:
            return (*await before_deletion(tx, user), *read((await tx.people.person(user)).holidays))

        return await self._store.run(work)

    async def go(self, user: User, days: int) -> Gone:
        """Begin a holiday at all tables of a user. Raises a Refusal during another one, and for too many days."""
        now = self._clock.now()

        async def work(tx: Transaction) -> tuple[Gone, list[Draft]]:
            tables = await theirs.locked(self._repository, tx, user)
            row = await tx.people.person(user)
            known = read(row.holidays)
            if (last := under_way(known, now)) is not None:
                raise Refusal(msg("You're on holiday already, until {at}.", at=f"<t:{last.end}:f>"))
            if days > (left := days_left((*await before_deletion(tx, user), *known), now)):
                raise _too_long(left)
            taken = begun(known, now, days)
            await tx.people.save_person(row._replace(holidays=written(taken)))
            until = taken[-1].end
            drafts = await self._at(tx, tables, user, lambda draft: holiday.begin(draft, user, until))
            return Gone(until, sum(_runs_on(draft.table, user, until) for draft in drafts)), drafts

        gone, drafts = await self._store.run(work)
        self._saved(drafts)
        return gone

    async def back(self, user: User) -> None:
        """End a user's holiday, at all their tables; nothing where they are on none."""

        async def work(tx: Transaction) -> list[Draft]:
            tables = await theirs.locked(self._repository, tx, user)
            await self.over(tx, user)
            return await self._at(tx, tables, user, lambda draft: holiday.back(draft, user))

        self._saved(await self._store.run(work))

    async def over(self, tx: Transaction, user: User) -> bool:
        """Note that a user is back; return whether they were on holiday. Their tables are told by `back`."""
        row, now = await tx.people.person(user), self._clock.now()
        known = read(row.holidays)
        if under_way(known, now) is None:
            return False
        await tx.people.save_person(row._replace(holidays=written(ended(known, now))))
        return True

    async def _at(self, tx: Transaction, tables: Sequence[Draft], user: User, rule: Rule) -> list[Draft]:
        """Change the tables of a user, in their name."""

        def change(draft: Draft) -> None:
            draft.by = By(user)
            rule(draft)

        return await theirs.changed(self._repository, tx, tables, change)

    def _saved(self, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            self._repository.saved(draft)


async def before_deletion(tx: Transaction, user: User) -> Sequence[Holiday]:
    """Return the holidays that a user took before they deleted everything about them."""
    return [each for row in taken_by(user, await tx.people.taken()) for each in read(row.holidays)]


async def keep_taken(tx: Transaction, user: User, now: int) -> None:
    """Keep the holidays of a user who is being deleted by a mark that names nobody, so that they have no new ones."""
    known = [*await before_deletion(tx, user), *ended(read((await tx.people.person(user)).holidays), now)]
    for row in taken_by(user, await tx.people.taken()):
        await tx.people.forget_taken(row.mark)
    if still := counted(known, now):
        await tx.people.took(taken(user, still))


def _too_long(left: int) -> Refusal:
    if not left:
        return Refusal(msg("You've had your 10 days of holiday within twelve months."))
    return Refusal(count("Only {n} day of your holidays is left.", "Only {n} days of your holidays are left.", left))


def _runs_on(table: Table, user: User, until: int) -> bool:
    """Return whether a user's clock runs at a table all the same: in a Sprint, or if their turn there is about to
    end."""
    if table.status is not Status.RUNNING or table.private or table.timing.pace is None:
        return False
    turn, seat = table.timing.turn, table.seat_of(user)
    now_theirs = turn is not None and turn.seat == seat and turn.rests_until < until
    return not holiday.takes(table) or (now_theirs and not table.timing.stalled)
