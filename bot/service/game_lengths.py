"""Estimates how long games take, from finished games of the same kind on the same server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.runtime.clock import Clock
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.clock.finish import Finish, decided_turns, expected_finish, slowness
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.log.draft import Draft
from bot.table.log.model import Table
from bot.table.log.rows import DurationRow
from engine.game import Game
from engine.options import Options

CACHE_SECONDS = HOUR
"""The seconds for which the slowness of finished games is cached: their length, divided by the usual length."""
CACHE_SIZE = 1000
"""The number of kinds of games whose slowness is cached."""

GameKind = tuple[int, str, Preset]
"""A server, the key of a game, and the preset of its clock. Games of one kind are compared with each other."""


class GameLengths:
    """Estimates how long games take on each server; recent answers are cached."""

    def __init__(self, repository: Repository, store: Store, clock: Clock) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self._cache: dict[GameKind, tuple[int, Sequence[float]]] = {}
        """For each kind, when the slowness of its games was read, and the slowness of each game."""

    async def finish_of_table(self, table: int) -> Finish | None:
        """Return when the game of a table is expected to be over; None if unknown."""

        async def read(tx: Transaction) -> Finish | None:
            return await self.finish_of(tx, await self._repository.open(tx, table))

        return await self._store.run(read)

    async def finish_of_new(self, guild: int, key: str, options: Options, timing: Timing) -> Finish | None:
        """Return how long a new game would take, with the fewest players it can have."""
        game = self._repository.games[key]
        seats = game.seats_for(options)[0]  # the fewest
        kind = (guild, key, timing.preset)
        slowness = await self._store.run(lambda tx: self._read_slowness(tx, kind, game))
        return expected_finish(timing, turns_of_people(game, options, seats, seats), slowness)

    async def finish_of(self, tx: Transaction, draft: Draft) -> Finish | None:
        """Return when a table's game is expected to be over; None if unknown."""
        table = draft.table
        now = self._clock.now()
        if table.private:
            return None
        fewest_seats = draft.game.seats_for(table.options)[0]
        seats = max(len(table.seats), fewest_seats)
        free_seats = seats - len(table.seats)  # people are expected there
        people = sum(1 for person in table.seats if person.user) + free_seats
        turns = turns_of_people(draft.game, table.options, seats, people)
        slowness = await self._read_slowness(tx, (draft.row.guild, table.game, table.timing.preset), draft.game)
        finish = expected_finish(table.timing, turns, slowness, draft.row.started_at, _longest_away(table))
        if finish is not None and finish.at is not None and finish.at <= now:
            return finish._replace(at=None)  # the expected time has passed, so the end is unknown
        return finish

    async def _read_slowness(self, tx: Transaction, kind: GameKind, game: Game[Any, Any]) -> Sequence[float]:
        """Return how slow games of a kind were, the newest first."""
        read_at, slowness = self._cache.get(kind, (0, ()))
        if self._clock.now() - read_at >= CACHE_SECONDS:
            guild, key, preset = kind
            rows = await tx.tables.durations(guild, key)
            slowness = [slow for row in rows if (slow := slowness_of(row, preset, game)) is not None]
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[kind] = self._clock.now(), slowness
        return slowness


def slowness_of(row: DurationRow, preset: Preset, game: Game[Any, Any]) -> float | None:
    """Return how slow a finished game was; None for a game with another clock, or only of computers."""
    timing = msgspec.json.decode(row.clock, type=Timing)
    if timing.preset is not preset or not row.people:
        return None
    options = game.options.from_json(msgspec.json.decode(row.options))
    return slowness(timing, row.began, row.ended, turns_of_people(game, options, row.seats, row.people))


def turns_of_people(game: Game[Any, Any], options: Options, seats: int, people: int) -> float:
    """Return the expected number of turns in which people have something to decide."""
    decided_share = game.decision_share if options.has_automatic_forced_moves() else 1.0
    return decided_turns(game.turns(options, seats), seats, people, decided_share)


def _longest_away(table: Table) -> tuple[int, int] | None:
    """Return the start and the end of the time away that ends last; None if the game waits for nobody."""
    absences = [
        (absence.until, absence.since) for absence in table.standing.away if table.seats[absence.seat].player is None
    ]
    if not absences or not table.waits_for_away:
        return None
    until, since = max(absences)
    return since, until
