"""What people want of the bot: reminders, quiet hours, private hands, large print, the daily digest."""

from __future__ import annotations

from bot.runtime.clock import Clock
from bot.service import user_tables
from bot.service.digests import Digests
from bot.service.effective_settings import wishes_from_row
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.reminders import ReminderMode, ReminderWishes
from bot.table.log.draft import Draft
from bot.table.log.model import Status, User
from bot.table.log.rows import DigestRow
from bot.table.log.steps import Kind
from bot.table.preferences import PersonRow
from bot.table.refusals import Refusal
from bot.table.rules import deadlines
from engine.words import msg


class Preferences:
    """Keeps what people want of the bot. Wishes about reminders apply to turns under way too."""

    def __init__(self, repository: Repository, digests: Digests, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._digests = digests
        self._store = store
        self._clock = clock

    async def choose(self, user: User, **chosen: bool) -> PersonRow:
        """Set some of a user's switches (fields of PersonRow); return the whole row.

        Raises Refusal if ratings are switched while a game of the user is not counted yet, even if they have left it.
        Otherwise they could see how a game ends before they decide whether it counts.
        """

        async def work(tx: Transaction) -> PersonRow:
            before = await tx.people.person(user)
            row = before._replace(**chosen)  # type: ignore[arg-type]  # fields of SWITCHES
            if row.rated is not before.rated and await self._has_uncounted_game(tx, user):
                raise Refusal(msg("A game of yours isn't counted yet. Turn ratings on or off once it's over."))
            if "private_hand" in chosen:
                row = row._replace(refused_at=None)  # their private messages may be open by now
            if chosen:
                await tx.people.save_person(row)
            return row

        return await self._store.run(work)

    async def choose_language(self, user: User, language: str | None) -> None:
        """Set the language in which a user reads; None for the language of their Discord."""

        async def work(tx: Transaction) -> None:
            row = await tx.people.person(user)
            if row.language != language:
                await tx.people.save_person(row._replace(language=language))

        await self._store.run(work)

    async def _has_uncounted_game(self, tx: Transaction, user: User) -> bool:
        """Return whether a user has a game that may still be counted.

        That is a game that they play now, or an uncounted game in which they have moved. Practice games, which are in
        no channel, never count.
        """
        if await tx.people.has_uncounted_step(user, Kind.ACT.value):
            return True
        rows = [await tx.tables.table(table) for table in await tx.lists.all_open_of(user)]
        return any(row is not None and Status(row.status) is Status.RUNNING and row.channel for row in rows)

    async def note_closed_messages(self, user: User) -> None:
        """Record that a user's private messages are closed, unless the user was deleted."""

        async def work(tx: Transaction) -> None:
            row = await tx.people.person(user)
            if row.private_hand:
                await tx.people.save_person(row._replace(refused_at=self._clock.now()))

        await self._store.run(work)

    async def wishes(self, user: User) -> ReminderWishes:
        """Return how a user wants to be reminded."""
        return wishes_from_row(await self._store.run(lambda tx: tx.people.person(user)))

    async def change_wishes(
        self,
        user: User,
        *,
        mode: ReminderMode | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        digest: int | None = None,
    ) -> tuple[ReminderWishes, DigestRow | None]:
        """Change some preferences and the hour of the digest.

        None leaves a value as it is. The changes apply to turns under way too. Return the wishes, and the plan of the
        digest if there is one.
        """

        async def work(tx: Transaction) -> tuple[ReminderWishes, DigestRow | None, list[Draft]]:
            before = await tx.people.person(user)
            row = before._replace(
                reminders=mode or before.reminders, quiet=quiet or before.quiet, zone=zone or before.zone
            )
            wishes = wishes_from_row(row)
            drafts = list[Draft]()
            if row != before:
                turns = await self._lock_own_turns(tx, user)
                await tx.people.save_person(row)
                drafts = await user_tables.change_tables(
                    self._repository, tx, turns, lambda draft: deadlines.replan_reminders(draft, wishes)
                )
            return wishes, await self._digests.schedule(tx, user, digest, wishes), drafts

        wishes, planned, drafts = await self._store.run(work)
        for draft in drafts:
            self._repository.finish_save(draft)
        self._digests.ring_alarms(planned)
        return wishes, planned

    async def _lock_own_turns(self, tx: Transaction, user: User) -> list[Draft]:
        """Lock the tables of a user; return those at which it is their turn."""
        tables = await user_tables.lock_open_tables(self._repository, tx, user)
        return [draft for draft in tables if draft.table.mover is not None and draft.table.mover.user == user]
