"""Plans when users get their daily digest of everything that waits for them.

A digest is saved before it is sent. After a restart, the same one is sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.runtime.clock import Clock
from bot.service.effective_settings import wishes_from_row
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.hours import next_daily
from bot.table.clock.reminders import ReminderWishes
from bot.table.log.model import Seen, User
from bot.table.log.rows import DigestRow
from bot.table.refusals import Refusal
from engine.words import msg

OFF = -1
"""The hour that a user chooses to get no more digests."""


class Digests:
    """Plans digests; `bot/channel/digest.py` writes and sends them."""

    def __init__(self, repository: Repository, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self._alarms: list[Callable[[int], None]] = []

    def add_alarm(self, alarm: Callable[[int], None]) -> None:
        """Register a callback for the time of a rescheduled digest, in UTC seconds."""
        self._alarms.append(alarm)

    async def digest_of(self, user: User) -> DigestRow | None:
        """Return a user's plan for digests, or None if they have never wanted digests."""
        return await self._store.run(lambda tx: tx.digests.digest(user))

    async def find_due_users(self) -> Sequence[User]:
        """Return the users whose digest is due, longest waiting first; at most 50."""
        return await self._store.run(lambda tx: tx.digests.due_digests(self._clock.now()))

    async def next_due(self) -> int | None:
        """Return when the next digest is due, in UTC seconds; None if none is planned."""
        return await self._store.run(lambda tx: tx.digests.next_digest())

    async def list_ended_games(self, user: User, since: int) -> Sequence[Seen]:
        """Return what a user may know of their games that ended after `since`.

        The oldest end comes first. Games that end in the current second are left for the next time.
        """

        async def work(tx: Transaction) -> list[Seen]:
            ended_games = []
            for table in await tx.digests.tables_ended_between(user, since, self._clock.now()):
                with suppress(Refusal):  # the table cannot be read
                    draft = await self._repository.open(tx, table)
                    seat = draft.table.seat_of(user)
                    ended_games.append(Seen(draft.table, seat, draft.state.observe(seat)))
            return ended_games

        return await self._store.run(work)

    async def save_text(self, user: User, text: str) -> DigestRow | None:
        """Save the text to send, unless one is saved already.

        Return the plan with the text, or None if the user no longer wants a digest.
        """

        def begin(row: DigestRow, _: ReminderWishes) -> DigestRow:
            return row._replace(text=text, begun_at=self._clock.now()) if row.text is None else row

        return await self._change_plan(user, begin)

    async def mark_sent(self, user: User) -> None:
        """Record that the saved digest was sent, and plan the next digest."""

        def schedule_next(row: DigestRow, wishes: ReminderWishes) -> DigestRow:
            # games that ended in the very second of `begun_at` were left out
            since = row.since if row.begun_at is None else row.begun_at - 1
            return self._schedule_next(row._replace(sent_at=self._clock.now(), since=since), wishes)

        await self._change_plan(user, schedule_next)

    async def skip_today(self, user: User) -> None:
        """Plan the next digest without sending one today, because there is no news or it is too late."""
        await self._change_plan(user, self._schedule_next)

    async def suspend(self, user: User) -> None:
        """Plan no more digests until the user chooses an hour again, because their private messages are closed."""
        await self._change_plan(user, lambda row, _: row._replace(wake_at=None, text=None, begun_at=None))

    async def put_off(self, user: User, seconds: int) -> None:
        """Try to send a digest again in `seconds`, since it could not be sent now."""
        await self._change_plan(user, lambda row, _: row._replace(wake_at=self._clock.now() + seconds))

    def ring_alarms(self, row: DigestRow | None) -> None:
        """Call the alarms with the time of a planned digest."""
        if row is not None and row.wake_at is not None:
            for alarm in self._alarms:
                alarm(row.wake_at)

    async def _change_plan(
        self, user: User, change: Callable[[DigestRow, ReminderWishes], DigestRow]
    ) -> DigestRow | None:
        """Change the plan of a user's digest, and return it. Return None if they no longer want digests."""

        async def work(tx: Transaction) -> DigestRow | None:
            row = await tx.digests.digest(user, lock=True)
            if row is None or row.hour is None:
                return None
            row = change(row, wishes_from_row(await tx.people.person(user)))
            await tx.digests.save_digest(row)
            return row

        return await self._store.run(work)

    async def schedule(self, tx: Transaction, user: User, hour: int | None, wishes: ReminderWishes) -> DigestRow | None:
        """Plan a user's digest for an hour. Return the plan; None if there is none.

        An `hour` of None keeps the hour that the user chose, but adapts the plan to their other wishes.
        """
        row = await tx.digests.digest(user)
        now = self._clock.now()
        if row is None and hour in (None, OFF):
            return None
        row = row or DigestRow(user, hour=None, wake_at=None, since=now)
        # a digest that is due or being sent keeps its time
        is_scheduled = row.wake_at is not None and row.wake_at > now and row.text is None
        if hour == OFF:
            row = row._replace(hour=None, wake_at=None, text=None, begun_at=None)
        elif hour is not None:
            since = now if row.hour is None else row.since
            _require_waking_hour(hour, wishes)
            row = self._schedule_next(row._replace(hour=hour, since=since), wishes)
        elif row.hour is not None and is_scheduled:
            _require_waking_hour(row.hour, wishes)
            row = self._schedule_next(row, wishes)
        await tx.digests.save_digest(row)
        return row

    def _schedule_next(self, row: DigestRow, wishes: ReminderWishes) -> DigestRow:
        """Return a plan with the time of the next digest, which is never on the day of the last digest."""
        assert row.hour is not None
        at = next_daily(row.hour * 60, wishes.zone or "UTC", self._clock.now(), row.sent_at)
        return row._replace(wake_at=at, text=None, begun_at=None)


def _require_waking_hour(hour: int, wishes: ReminderWishes) -> None:
    """Raise Refusal if an hour is in a user's quiet hours, or if their time zone is unknown."""
    if wishes.zone is None:
        raise Refusal(msg("I don't know your time zone yet. Choose it in `/settings` first."))
    quiet = wishes.chosen_quiet_hours(wishes.zone)
    if quiet is not None and quiet.contains_minute(hour * 60):
        raise Refusal(
            msg("This hour is in your quiet hours, so nothing has changed. Choose another hour or other quiet hours.")
        )
