"""Practice games: one person plays with computer players, in no channel. Others cannot watch."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bot.locales.languages import ENGLISH
from bot.runtime.clock import Clock
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.pace import DAY, HOUR
from bot.table.clock.timing import Timing
from bot.table.limits import Limits
from bot.table.log.draft import Draft, new_row
from bot.table.log.fold import RULES_VERSION
from bot.table.log.model import NO_CAUSE, Cause, Person, Table, User
from bot.table.refusals import Damaged, Refusal, Unknown
from bot.table.rules import deals, practice
from engine.game import Game
from engine.options import Options
from engine.words import msg

CLOSED_AFTER = DAY
"""Seconds without a move after which a practice game is closed."""


class Practice:
    """Opens practice games, one at a time for each person, and deals at them."""

    def __init__(self, repository: Repository, store: Store, clock: Clock, limits: Limits) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self._limits = limits

    async def begin(
        self, game: str, preset: str, by: Cause, person: Person, language: str = ENGLISH
    ) -> tuple[Table, Sequence[Table]]:
        """Begin a game, and deal. Return its table, and the person's practice games that were closed because of it."""
        rules = self._repository.games.get(game)
        if rules is None:
            raise Refusal(msg("There is no such game. Choose one that `/new` lists."))
        return await self._begin(rules, rules.presets[preset] if preset else rules.options(), by, person, language)

    async def begin_like(
        self, ended_game: int, end_head: str, by: Cause, person: Person, language: str = ENGLISH
    ) -> tuple[Table, Sequence[Table]]:
        """Begin a game like a practice game that is over, with its options and deals.

        Return the same as `begin`. Raises the errors of `find_ended`.
        """
        ended = await self._read_ended(ended_game, end_head)
        return await self._begin(ended.game, ended.table.options, by, person, language, ended)

    async def _begin(
        self,
        rules: Game[Any, Any],
        options: Options,
        by: Cause,
        person: Person,
        language: str,
        repeated_game: Draft | None = None,
    ) -> tuple[Table, Sequence[Table]]:
        """Begin a game as `begin` does, with the deals of `repeated_game` if it is given."""
        now = self._clock.now()
        timing = Timing(closed_after=CLOSED_AFTER)
        closed_games = list[Draft]()
        no_server, no_channel = None, 0
        row = new_row(rules, options, person, no_server, no_channel, RULES_VERSION, now, timing, language)

        async def work(tx: Transaction, draft: Draft) -> None:
            recent_games = await tx.lists.count_practice_since(person.user, now - HOUR)  # with this game
            practice.require_quota(recent_games - 1, self._limits.practice_games_an_hour)
            # if this is retried, the games replace those of the failed attempt
            closed_games[:] = await self._close_open_games(tx, person.user)
            if repeated_game is not None:
                draft.repeat_deals(repeated_game)
            practice.begin(draft, person)
            await self._deal_if_private(tx, draft)

        new_game = await self._repository.add(row, by, work)
        for draft in closed_games:
            self._repository.finish_save(draft)
        return new_game.table, [draft.table for draft in closed_games]

    async def running_game_of(self, user: User) -> Table | None:
        """Return the running practice game of a user, if there is one."""

        async def work(tx: Transaction) -> Table | None:
            drafts = await self._read_open_games(tx, user)
            return drafts[-1].table if drafts else None

        return await self._store.run(work)

    async def find_ended(self, table: int, end_head: str) -> Table:
        """Return a practice game that is over, given the head (hash) of its last step.

        Only people who were shown the game know that head, so nobody can find games by guessing ids. Raises Unknown if
        there is no such game, and Damaged if it can't be read.
        """
        return (await self._read_ended(table, end_head)).table

    async def _read_ended(self, table: int, end_head: str) -> Draft:
        draft = await self._repository.read(table)
        if practice.end_of(draft.table) != end_head:
            raise Unknown
        return draft

    async def deal(self, table: int) -> Table:
        """Deal if a practice game waits for it, and return the table.

        Other tables are left alone, because a deal in a channel is announced first.
        """
        return (await self._repository.change(table, NO_CAUSE, self._deal_if_private)).table

    async def _deal_if_private(self, tx: Transaction, draft: Draft) -> None:
        if draft.table.private:
            deals.deal_unannounced(draft)

    async def _close_open_games(self, tx: Transaction, user: User) -> list[Draft]:
        """Close a user's running practice games."""
        drafts = await self._read_open_games(tx, user)
        for draft in drafts:
            practice.end(draft)
            await self._repository.save(tx, draft)
        return drafts

    async def _read_open_games(self, tx: Transaction, user: User) -> list[Draft]:
        """Return a user's running practice games that can be read, oldest first."""
        drafts = []
        for table in await tx.lists.practice_tables_of(user):
            with suppress(Unknown, Damaged):
                drafts.append(await self._repository.open(tx, table, lock=True))
        return drafts
