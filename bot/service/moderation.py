"""What moderators of a server do: their log, and whom they keep out of tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec

from bot.runtime.clock import Clock
from bot.service import facts
from bot.service.notices import Notices
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.store.moderation import KEEP, LIFT, REPORT
from bot.table.clock.pace import DAY
from bot.table.limits import Limits
from bot.table.log.draft import Draft
from bot.table.log.facts import required_facts
from bot.table.log.model import Cause, Person, Table, User
from bot.table.log.rows import KeptOutRow, ModerationRow, NoticeRow
from bot.table.log.settled.moderation import Act
from bot.table.marks import find_kept_out, mark_kept_out
from bot.table.refusals import Refusal
from engine.words import count, msg

P = ParamSpec("P")
LOG_DAYS = 90
"""The days for which the log is kept."""
REPORTS_A_DAY = 3
"""How many reports one person can make in a day, on all servers together."""
NEWEST = 2**62
"""An id above all ids of the log."""
_NEW_ROW = 0
"""The id of a row of the log or of a notice that is not stored yet."""
MOST_TOLD = 3
"""The most notices a day that a person gets because one server keeps them out or lets them in again."""
PAGE = 5
"""How many lines of the log are shown at a time, so that a message has room for the longest reasons."""


class Moderation:
    """Does and notes what moderators decide. The desk checks whether a user is a moderator."""

    def __init__(self, repository: Repository, store: Store, clock: Clock, limits: Limits, notices: Notices) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self._limits = limits
        self._notices = notices

    # acts

    async def act(
        self,
        table: int,
        by: Cause,
        act: Act,
        reason: str,
        rule: Callable[Concatenate[Draft, P], object],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Table:
        """Change a table by a rule, and note the act in the log.

        The people concerned get a notice with the reason. A repeated press changes nothing. Raises Refusal.
        """

        async def work(tx: Transaction, draft: Draft) -> None:
            draft.facts = await facts.read(tx, draft, required_facts(rule), self._limits)
            before = draft.table
            moderator = by.user
            rule(draft, *args, **kwargs)
            people = _people_concerned(act, before, draft.table)
            # the log can name only one person
            about = people[0].user if len(people) == 1 else None
            now = self._clock.now()
            row = ModerationRow(_NEW_ROW, before.guild or 0, now, act, moderator, about, table, reason=reason)
            await tx.moderation.add(row)
            for person in people:
                notice = NoticeRow(
                    _NEW_ROW, person.user, now, act, before.place, table, reason=reason, wake_at=now, by=moderator
                )
                await tx.moderation.notices.add(notice)

        after = (await self._repository.change(table, by, work)).table
        self._notices.ring()
        return after

    async def keep_out(
        self, guild: int, by: Cause, user: User, days: int | None, reason: str, place: int
    ) -> int | None:
        """Keep a user out of a server's tables for some days, and return when that ends.

        Without `days`, it ends when a moderator lets them in. This replaces an earlier decision about them.
        """
        now = self._clock.now()
        until = None if days is None else now + days * DAY
        decision = ModerationRow(
            _NEW_ROW, guild, now, KEEP, by.user, user, until=until, reason=reason, interaction=by.interaction
        )
        await self._decide(decision, user, place, mark=mark_kept_out(guild, user, until))
        return until

    async def lift(self, guild: int, by: Cause, user: User, place: int) -> None:
        """Let a user sit down at a server's tables again. Raises Refusal if they are not kept out."""
        if await self.kept_out_until(guild, user) is False:
            raise Refusal(msg("They aren't kept out of tables here."))
        now = self._clock.now()
        decision = ModerationRow(_NEW_ROW, guild, now, LIFT, by.user, user, interaction=by.interaction)
        await self._decide(decision, user, place, mark=None)

    async def _decide(self, decision: ModerationRow, user: User, place: int, mark: KeptOutRow | None) -> None:
        """Note a decision about a user, and add a notice for them.

        The `mark` replaces the marks that keep the user out. The notice names a channel that the user knows, because
        they may not see `place`, the channel in which the moderator decided. A repeated press changes nothing.
        """
        guild, now = decision.guild, decision.at

        async def work(tx: Transaction) -> None:
            if await tx.moderation.is_noted(guild, decision.by or 0, decision.interaction or 0):
                return
            for row in find_kept_out(user, await tx.moderation.kept_out_of(guild, now)):
                await tx.moderation.let_in(row)
            if mark is not None:
                await tx.moderation.keep_out(mark)
            await tx.moderation.add(decision)
            if await tx.moderation.count_decisions(guild, user, now - DAY) <= MOST_TOLD:
                notice = NoticeRow(
                    _NEW_ROW,
                    user,
                    now,
                    decision.act,
                    place=await tx.moderation.known_channel(guild, user) or place,
                    until=decision.until,
                    reason=decision.reason,
                    wake_at=now,
                    by=decision.by,
                )
                await tx.moderation.notices.add(notice)

        await self._store.run(work)
        self._notices.ring()

    async def kept_out_until(self, guild: int, user: User) -> int | bool | None:
        """Return the end of the time for which a user is kept out of a server's tables.

        Return None if moderators have to lift it, and False if the user isn't kept out.
        """
        rows = await self._store.run(lambda tx: tx.moderation.kept_out_of(guild, self._clock.now()))
        marks = find_kept_out(user, rows)
        return marks[0].until if marks else False

    # reports

    async def require_report_quota(self, user: User) -> None:
        """Refuse a report to a user who has made too many today."""
        await self._store.run(lambda tx: self._require_report_quota(tx, user))

    async def report(self, guild: int, by: Cause, about: User, text: str) -> bool:
        """Note a report of a member in the log; return whether it is new. Raises Refusal."""
        assert by.user is not None

        async def work(tx: Transaction) -> bool:
            if await tx.moderation.is_noted(guild, by.user or 0, by.interaction or 0):
                return False
            await self._require_report_quota(tx, by.user or 0)
            now = self._clock.now()
            row = ModerationRow(_NEW_ROW, guild, now, REPORT, by.user, about, reason=text, interaction=by.interaction)
            await tx.moderation.add(row)
            return True

        return await self._store.run(work)

    async def _require_report_quota(self, tx: Transaction, user: User) -> None:
        if await tx.moderation.count_reports(user, self._clock.now() - DAY) >= REPORTS_A_DAY:
            raise Refusal(
                count(
                    "You've made {n} report today, and that's the limit. Tell a moderator yourself.",
                    "You've made {n} reports today, and that's the limit. Tell a moderator yourself.",
                    REPORTS_A_DAY,
                )
            )

    # the log

    async def newest(
        self, guild: int, before: int = NEWEST, reader: User | None = None
    ) -> Sequence[tuple[ModerationRow, str, int]]:
        """Return the newest lines of a server's log with ids below `before`.

        Reports about the `reader` are left out. There are at most `PAGE` lines and one more, which shows whether there
        is another page. Each line comes with the game and number of its table ("" and 0 without a table).
        """

        async def work(tx: Transaction) -> list[tuple[ModerationRow, str, int]]:
            lines = []
            for row in await tx.moderation.newest(guild, before, PAGE + 1, reader or 0):
                table = None if row.table is None else await tx.tables.table(row.table)
                lines.append((row, "", 0) if table is None else (row, table.game, table.number))
            return lines

        return await self._store.run(work)

    async def sweep(self) -> None:
        """Delete log lines and notices older than `LOG_DAYS`, and decisions to keep people out that are over."""
        now = self._clock.now()
        before = now - LOG_DAYS * DAY

        async def work(tx: Transaction) -> None:
            await tx.moderation.sweep(now, before)
            await tx.moderation.notices.sweep(before)

        await self._store.run(work)


def _people_concerned(act: Act, before: Table, after: Table) -> Sequence[Person]:
    """Return the people whom an act at a table concerns.

    These are the people who lost a seat, all people of a game that ended, or the host of a table that waited for
    players.
    """
    match act:
        case Act.FREE:
            return [person for person in before.people if after.seat_of(person.user) is None]
        case Act.CLOSE:
            return [person for person in before.people if before.is_running or person.user == before.host]
    return ()
