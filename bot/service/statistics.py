"""The statistics: each game that is over is counted once from its log, and all can be counted anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import structlog

from bot.store import Store, Transaction
from bot.table.draft import table_of
from bot.table.fold import Folded, Replayed, advance
from bot.table.rows import ResultRow, ScoreRow, SeatRow, StepRow, TableRow
from bot.table.scores import Told, scores
from engine.game import Game

AT_ONCE = 64
"""Steps that are replayed before everything else goes on: some milliseconds."""
UNREADABLE = 0
"""Stands for the place of a game whose log cannot be counted."""

log = structlog.get_logger(__name__)


class Log(NamedTuple):
    """All that is stored of a table."""

    row: TableRow
    seats: Sequence[SeatRow]
    steps: Sequence[StepRow]
    seeds: Mapping[int, bytes]


class Compared(NamedTuple):
    """What a new count of all games has found."""

    games: int
    changed: Sequence[int]
    """The tables whose stored scores were others."""
    unreadable: Sequence[int]


class Statistics:
    """Counts games that are over."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], forgetting: asyncio.Lock) -> None:
        """Count these games; nobody is forgotten while one is counted."""
        self._store = store
        self._games = games
        self._forgetting = forgetting

    async def look(self) -> None:
        """Count all games that wait for it, one after the other."""
        while (row := await self._store.run(lambda tx: tx.results.uncounted())) is not None:
            await self._count(row)

    async def recount(self, *, write: bool = True) -> Compared:
        """Count all games anew from their logs, in the order in which they were counted; keep what comes out."""
        await self.look()
        changed, unreadable = list[int](), list[int]()
        every = await self._store.run(lambda tx: tx.results.results())
        for row in every:
            same = await self._same(row.table)
            if same is None:
                unreadable.append(row.table)
            elif not same:
                changed.append(row.table)
            if write and (same is False or (same and row.nth == UNREADABLE)):
                await self._count(row)
        return Compared(len(every), changed, unreadable)

    async def _same(self, table: int) -> bool | None:
        """Return whether the stored scores of a game are those of its log; None where that cannot be replayed."""
        async with self._forgetting:
            counted = await self._scores(table)
            stored = await self._store.run(lambda tx: tx.results.scores(table))
        return None if counted is None else list(counted) == list(stored)

    async def _count(self, row: ResultRow) -> None:
        """Count a game, and write it down in one transaction."""
        async with self._forgetting:
            rows = await self._scores(row.table)
            nth = UNREADABLE if rows is None else row.nth or None
            await self._store.run(lambda tx: tx.results.counted(row.table, rows or (), nth))

    async def _scores(self, table: int) -> Sequence[ScoreRow] | None:
        """Return the scores of a game by its log; None where that cannot be replayed."""
        stored = await self._store.run(lambda tx: _log(tx, table))
        try:
            return await self._counted(stored)
        except Exception:  # of other rules, or damaged: only this game is not counted
            log.warning("a game cannot be counted", table=table, exc_info=True)
            return None

    async def _counted(self, stored: Log) -> Sequence[ScoreRow]:
        game, folded, told = self._games[stored.row.game], Folded(stored.row.id), list[Told]()
        for number, step in enumerate(stored.steps):
            before = folded
            folded, events = advance(before, step, game, stored.seeds)
            told.append(Told.of(Replayed(before, step, folded, events)))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        outcome = None if folded.state is None else folded.state.outcome
        if outcome is None:
            raise ValueError("the game is not over")
        table = table_of(stored.row, stored.seats, game, folded.standing)
        return scores(table, game, outcome, told)


async def _log(tx: Transaction, table: int) -> Log:
    row = await tx.tables.table(table)
    assert row is not None
    return Log(row, await tx.tables.seats(table), await tx.log.steps(table, 0, row.seq), await tx.log.seeds(table))
