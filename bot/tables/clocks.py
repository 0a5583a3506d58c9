"""The part of `Tables` that knows the time: clocks, reminders, and what people want of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

from bot.clock import Clock
from bot.store import Store, Transaction
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.reminders import Wanted, Wishes
from bot.table.clock.timing import Absence, Timing
from bot.table.draft import Draft
from bot.table.model import By, Status, Table, User
from bot.table.refusals import Busy, NoAnswer, Refusal, StorageFull
from bot.table.rows import DigestRow
from bot.table.rules import relief, time
from bot.tables.absence import LATER, Gap
from bot.tables.absence import Absence as Away
from bot.tables.digests import Digests, wishes_in

log = structlog.get_logger()


class Clocks(Digests):
    """Time passes at tables through here, by the same door as everything else."""

    def __init__(self, store: Store, clock: Clock, usual: Timing | None = None) -> None:
        super().__init__(store, clock)
        self._usual = usual or Timing()
        self._alarms: list[Callable[[int], None]] = []
        self.absence = Away(store, clock)
        self._waiting: list[int] = []
        """Tables that are looked at before all have got back what they missed, the next one last."""
        self._gaps: Sequence[Gap] = ()
        """What those are looked at for."""

    def alarm(self, alarm: Callable[[int], None]) -> None:
        """Be told when time alone will change something at a table that changed, in UTC seconds."""
        self._alarms.append(alarm)

    async def clock(
        self,
        table: int,
        user: User,
        preset: Preset,
        hours: Hours,
        absence: Absence = Absence.BOT,
        *,
        interaction: int | None = None,
    ) -> Table:
        """Choose the clock of a table, and what happens when somebody does not come; the host's right."""

        def change(draft: Draft) -> None:
            time.choose(draft, user, preset, hours, absence)

        return (await self._change(table, By(user, interaction), change)).table

    async def play_for(
        self, table: int, user: User, seq: int, notation: str = "", *, interaction: int | None = None
    ) -> Table:
        """Let the bot play somebody's turn to its end, beginning with what a computer player chose; `seq` is the
        position they saw (an older one is Stale)."""
        change = await self._change(
            table, By(user, interaction), lambda draft: relief.play_for(draft, user, seq, notation)
        )
        return change.table

    async def lend(self, table: int, user: User, seq: int, *, interaction: int | None = None) -> Table:
        """Give somebody's turn an hour more, once."""
        return (await self._change(table, By(user, interaction), lambda draft: relief.lend(draft, user, seq))).table

    async def waking(self) -> Sequence[int]:
        """Tables where time alone changes something now, at most 50, those that waited longest first."""
        return await self._store.run(lambda tx: tx.waking(self._clock.now()))

    async def next_wake(self) -> int | None:
        """When time alone changes something next, in UTC seconds."""
        return await self._store.run(lambda tx: tx.next_wake())

    async def tick(self, table: int) -> Table:
        """Do what is due at a table by time alone; nothing where somebody was faster."""
        return await self._pass_time(table, due=True)

    async def put_off(self, table: int, seconds: int) -> None:
        """Look at a table's clock later: it could not be read now."""
        await self._store.run(lambda tx: tx.wake(table, self._clock.now() + seconds))

    async def give_back(self, most: int) -> bool:
        """Give so many tables back the time in which nobody could play, the newest first; whether others still wait.

        Each table gets it anyway before anything else changes there; this lets everybody see the new times soon.
        """
        if not self.absence.owed:
            return False
        if self._gaps != self.absence.owed:
            self._gaps = self.absence.owed
            self._waiting = list(await self._store.run(lambda tx: tx.timed()))
        for _ in range(min(most, len(self._waiting))):
            try:
                await self._pass_time(self._waiting[-1], due=False)
            except (Busy, NoAnswer, StorageFull):
                raise
            except Exception:
                log.exception("cannot be given its time back", table=self._waiting[-1])
            self._waiting.pop()
        if not self._waiting:
            await self.absence.given_back(self._gaps)
        return bool(self._waiting)

    async def _pass_time(self, table: int, *, due: bool) -> Table:
        """Give a table back what it missed, and do what is due there if that is wanted."""
        await self.absence.look()

        async def work(tx: Transaction) -> tuple[Draft, bool]:
            draft = await self._open(tx, table, lock=True)
            if self.absence.rests(draft.table):
                await tx.wake(table, self._clock.now() + LATER)
                return draft, False
            self._give_back(draft)
            if due:
                time.tick(draft, await wishes_of(tx, draft.table))
            await self._save(tx, draft)
            return draft, True

        draft, passed = await self._store.run(work)
        if passed:
            self._saved(draft)
        return draft.table

    def _give_back(self, draft: Draft) -> None:
        for start, end in self.absence.missed(draft.table):
            time.give_back(draft, start, end)

    async def wishes(self, user: User) -> Wishes:
        """How somebody wants to be reminded."""
        return wishes_in(await self._store.run(lambda tx: tx.person(user)))

    async def wish(
        self,
        user: User,
        *,
        wanted: Wanted | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        digest: int | None = None,
    ) -> tuple[Wishes, DigestRow | None]:
        """Change some of it, for the turns under way too, and the hour of the digest; what is None stays."""

        async def work(tx: Transaction) -> tuple[Wishes, DigestRow | None, list[Draft]]:
            before = await tx.person(user)
            row = before._replace(
                reminders=wanted or before.reminders, quiet=quiet or before.quiet, zone=zone or before.zone
            )
            wishes, drafts = wishes_in(row), list[Draft]()
            if row != before:
                await tx.save_person(row)
                drafts = await self._remind_anew(tx, user, wishes)
            return wishes, await self._wish_digest(tx, user, digest, wishes), drafts

        wishes, planned, drafts = await self._store.run(work)
        for draft in drafts:
            self._saved(draft)
        self._expect_digest(planned)
        return wishes, planned

    async def _remind_anew(self, tx: Transaction, user: User, wishes: Wishes) -> list[Draft]:
        """Plan the reminders of somebody's turns that are under way anew."""
        drafts = []
        for table in await tx.all_open_of(user):
            with suppress(Refusal):  # damaged, or begun under other rules: it rests
                draft = await self._open(tx, table, lock=True)
                self._give_back(draft)
                if draft.table.mover is not None and draft.table.mover.user == user:
                    time.remind_anew(draft, wishes)
                    await self._save(tx, draft)
                    drafts.append(draft)
        return drafts

    async def _timing(self, host: User, like: Timing | None) -> Timing:
        """The clock of a new table: one like another, else the usual one in the time zone of a host who told theirs."""
        if like is not None:
            return like.anew()
        hours, zone = self._usual.hours, (await self.wishes(host)).zone
        return self._usual.but(hours=Hours(hours.opens, hours.closes, zone or hours.zone))

    def _expect(self, wake_at: int | None) -> None:
        if wake_at is not None:
            for alarm in self._alarms:
                alarm(wake_at)


async def wishes_of(tx: Transaction, table: Table) -> Wishes:
    """How whoever is to move wants to be reminded."""
    if table.status is not Status.RUNNING or table.timing.due is None or table.mover is None:
        return Wishes()
    return wishes_in(await tx.person(table.mover.user))
