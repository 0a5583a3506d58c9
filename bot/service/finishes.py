"""When games are over, as cards tell it: learnt from those of the same kind that are over on their server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.clock import Clock
from bot.store import Transaction
from bot.table.clock.finish import Finish, a_turn, expected, work
from bot.table.clock.pace import HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.draft import Draft
from bot.table.model import Status, Table
from bot.table.rows import DurationRow
from engine.game import Game

GOOD_FOR = HOUR
"""Seconds for which what was learnt is not read again."""
KEPT = 1000
"""Of how many kinds of games it is kept."""

Kind = tuple[int, str, Preset]
"""A server, a game and a clock."""


class Finishes:
    """Knows how long turns take on each server; from memory where it was asked lately."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[Kind, tuple[int, Sequence[float]]] = {}

    async def of(self, tx: Transaction, draft: Draft) -> Finish | None:
        """Return when a table's game is expected to be over; None where nobody knows, or it is past."""
        table, now = draft.table, self._clock.now()
        if table.private or table.status not in (Status.LOBBY, Status.RUNNING):
            return None
        seats, people = max(len(table.seats), draft.game.seats[0]), sum(1 for person in table.seats if person.user)
        waiting = seats - len(table.seats)  # people are expected on seats that are still free
        turns = work(draft.game.turns(table.options, seats), seats, people + waiting)
        known = await self._learnt(tx, (draft.row.guild, table.game, table.timing.preset), draft.game)
        found = expected(table.timing, turns, known, draft.row.started_at, _longest_away(table))
        return None if found is None or (found.at is not None and found.at <= now) else found

    async def _learnt(self, tx: Transaction, kind: Kind, game: Game[Any, Any]) -> Sequence[float]:
        """Return how long turns took in games of a kind, the newest first."""
        read, known = self._known.get(kind, (0, ()))
        if self._clock.now() - read >= GOOD_FOR:
            guild, key, preset = kind
            known = [time for row in await tx.tables.durations(guild, key) if (time := time_of(row, preset, game))]
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[kind] = self._clock.now(), known
        return known


def time_of(row: DurationRow, preset: Preset, game: Game[Any, Any]) -> float | None:
    """Return how long a turn took in a game that is over; None in one by another clock, or of computers alone."""
    timing = msgspec.json.decode(row.clock, type=Timing)
    if timing.preset is not preset or not row.people:
        return None
    turns = game.turns(game.options.from_json(msgspec.json.decode(row.options)), row.seats)
    return a_turn(timing, row.began, row.ended, work(turns, row.seats, row.people))


def _longest_away(table: Table) -> tuple[int, int] | None:
    """Return from when and until when the game waits for the player who is back last; None if all are there."""
    waits = [(each.until, each.since) for each in table.standing.away if table.seats[each.seat].player is None]
    if not waits or not table.waits_for_away:
        return None
    until, since = max(waits)
    return since, until
