"""Counts each finished game once, from its log, for the statistics. All games can be recounted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import structlog

from bot.service.people import CLEANING
from bot.service.rating import COMPUTERS, Ladder, excluded_seats
from bot.stats.scores import StepResult, may_be_rated, score_game
from bot.stats.server_bests import LEAST_GAMES, ServerBest, find_new_records, records_of
from bot.store import Store, Transaction
from bot.table.log.draft import table_of
from bot.table.log.fold import Position, ReplayedStep, advance
from bot.table.log.rows import RecordRow, ResultRow, ScoreRow, SeatRow, StepRow, TableRow
from bot.table.surrender import outcome_of_surrender
from engine.chronicle import winner_deficit
from engine.game import Game

STEPS_AT_A_TIME = 64
"""How many steps are replayed before other tasks can run; they take some milliseconds."""
UNREADABLE = 0
"""The `nth` of a game whose log can't be replayed. For other games, `nth` is the place in the order of counting."""

log = structlog.get_logger(__name__)


class StoredTable(NamedTuple):
    """A table's row, seats, steps and seeds."""

    row: TableRow
    seats: Sequence[SeatRow]
    steps: Sequence[StepRow]
    seeds: Mapping[int, bytes]


class GameScores(NamedTuple):
    """The scores of a finished game, as its log gives them."""

    rows: Sequence[ScoreRow]
    rated: bool
    """Whether its players and its server let it count for ratings."""
    log: StoredTable | None = None
    """The log that the scores come from."""


class RecountReport(NamedTuple):
    """The result of counting all games again."""

    games: int
    changed: Sequence[int]
    """The tables whose stored scores, ratings or records differed."""
    unreadable: Sequence[int]
    """The tables whose log can't be replayed."""


class Statistics:
    """Counts games that are over."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]], forgetting: asyncio.Lock) -> None:
        """Count games while holding the lock `forgetting`, so that no user is deleted meanwhile."""
        self._store = store
        self._games = games
        self._forgetting = forgetting

    async def count_pending_games(self) -> None:
        """Count all finished games that aren't counted yet, one after the other."""
        while (row := await self._store.run(lambda tx: tx.results.next_uncounted())) is not None:
            await self._count_game(row)

    async def recount(self, *, write: bool = True) -> RecountReport:
        """Recount all games from their logs, in their original order.

        With `write`, save the results. Return what differed.
        """
        await self.count_pending_games()
        changed_tables = list[int]()
        unreadable_tables = list[int]()
        results = await self._store.run(lambda tx: tx.results.results())
        for row in results:
            matches = await self._matches_log(row, write=write)
            if matches is None:
                unreadable_tables.append(row.table)
            elif not matches:
                changed_tables.append(row.table)
        async with self._forgetting:
            rated = await self._store.run(lambda tx: recompute_ratings(tx, results, write=write))
            records = await self._store.run(lambda tx: recompute_records(tx, self._games, results, write=write))
        return RecountReport(len(results), sorted({*changed_tables, *rated, *records}), unreadable_tables)

    async def new_records(self, table: int) -> Sequence[ServerBest]:
        """Return the records of its server that a finished game has broken.

        Only records worth announcing are included. If the log cannot be read, return none.
        """
        game_scores = await self._scores_from_log(table)
        if game_scores is None:
            return ()
        return await self._store.run(lambda tx: _read_new_records(tx, self._games, table, game_scores.rows))

    async def _matches_log(self, row: ResultRow, *, write: bool) -> bool | None:
        """Return whether the stored scores of a game match its log.

        Return None if the log can't be replayed. With `write`, correct the scores.
        """
        async with self._forgetting:
            game_scores = await self._scores_from_log(row.table)
            if game_scores is None:
                return None
            stored = await self._store.run(lambda tx: tx.results.scores(row.table))
            ratings = {(score.seat, score.stint): score.rating for score in stored}
            rows = [score._replace(rating=ratings.get((score.seat, score.stint))) for score in game_scores.rows]
            matches = rows == list(stored)
            if write and not matches and row.nth != UNREADABLE:
                await self._store.run(lambda tx: self._correct_if_current(tx, row, rows, game_scores))
        if write and row.nth == UNREADABLE:  # now its log can be replayed
            await self._count_game(row)
        return matches

    async def _count_game(self, row: ResultRow) -> None:
        """Count a game, and write its scores in one transaction."""
        async with self._forgetting:
            game_scores = await self._scores_from_log(row.table)
            if game_scores is None:
                await self._store.run(lambda tx: tx.results.save_scores(row.table, (), UNREADABLE))
            else:
                await self._store.run(lambda tx: self._write_if_current(tx, row, game_scores))

    async def _write_if_current(self, tx: Transaction, row: ResultRow, game_scores: GameScores) -> None:
        """Write scores, unless another process has counted the game, or deleted a user since the log was read."""
        if await self._is_outdated(tx, row, game_scores):
            return
        if self._store.is_shared and await tx.results.next_uncounted() != row:
            return  # another process has counted the game
        await _write_scores(tx, self._games[row.game], row, game_scores)

    async def _correct_if_current(
        self, tx: Transaction, row: ResultRow, rows: Sequence[ScoreRow], game_scores: GameScores
    ) -> None:
        """Replace scores, unless another process has deleted a user since the log was read."""
        if not await self._is_outdated(tx, row, game_scores):
            await tx.results.save_scores(row.table, rows, row.nth, rated=bool(row.rated))

    async def _is_outdated(self, tx: Transaction, row: ResultRow, game_scores: GameScores) -> bool:
        """Return whether another process has changed a game's log since it was read.

        This takes the lock that is needed to delete a user, so no process can delete one before the transaction ends.
        """
        if not self._store.is_shared:
            return False
        await tx.meta.recall(CLEANING, lock=True)
        return await _read_log(tx, row.table) != game_scores.log

    async def _scores_from_log(self, table: int) -> GameScores | None:
        """Return the scores of a game from its log; None if the log cannot be replayed."""
        stored = await self._store.run(lambda tx: _read_log(tx, table))
        try:
            return await self.replay_scores(stored)
        except Exception:  # its rules are older, or its log is damaged: leave out only this game
            log.warning("a game cannot be counted", table=table, exc_info=True)
            return None

    async def replay_scores(self, stored: StoredTable) -> GameScores:
        """Return the scores of a game, from its log. Raises errors of any kind if the log can't be replayed."""
        game = self._games[stored.row.game]
        position = Position(stored.row.id)
        step_results = list[StepResult]()
        for number, step in enumerate(stored.steps):
            position_before = position
            position, events = advance(position_before, step, game, stored.seeds)
            step_results.append(StepResult.of(ReplayedStep(position_before, step, position, events), game))
            if number % STEPS_AT_A_TIME == 0:
                await asyncio.sleep(0)
        table = table_of(stored.row, stored.seats, game, position.standing)
        if position.state is None:
            raise ValueError("the game has not started")
        seen = position.state.observe(None)
        outcome = outcome_of_surrender(table, seen.points) or seen.outcome
        if outcome is None:
            raise ValueError("the game is not over")
        deficit = None if table.surrendered_side else winner_deficit(seen, position.chapters)
        rows = score_game(table, game, outcome, step_results, deficit)
        return GameScores(rows, rated=may_be_rated(table, step_results), log=stored)


async def _write_scores(tx: Transaction, game: Game[Any, Any], row: ResultRow, game_scores: GameScores) -> None:
    """Write the scores of a game, and the ratings and records that it changes."""
    rows = game_scores.rows
    users = {score.user for score in rows if score.user}
    await tx.records.save_records(find_new_records(game, row, rows, await tx.records.records(row.guild, row.game)))
    unrated = await tx.results.unrated_users(users)
    unrated_seats = {score.seat for score in rows if score.user in unrated}
    if game_scores.rated:
        ladder = Ladder(await tx.results.ratings(users={COMPUTERS, *users}, game=row.game))
        rows = ladder.count(row, rows, unrated_seats)
        await tx.results.save_ratings(ladder.rows())
    nth = None if row.nth == UNREADABLE else row.nth  # None: the next place in the order of counting
    await tx.results.save_scores(row.table, rows, nth, rated=game_scores.rated)


async def recompute_records(
    tx: Transaction, games: Mapping[str, Game[Any, Any]], results: Sequence[ResultRow], *, write: bool
) -> Sequence[int]:
    """Compute all records from the scores, in the order in which games were counted.

    Return the tables whose stored records differ.
    """
    records = dict[tuple[int, str], dict[str, RecordRow]]()
    for row in results:
        if row.nth != UNREADABLE and row.game in games:
            best_so_far = records.setdefault((row.guild, row.game), {})
            new_records = find_new_records(games[row.game], row, await tx.results.scores(row.table), best_so_far)
            best_so_far.update({record.key: record for record in new_records})
    recomputed = [record for by_key in records.values() for record in by_key.values()]
    stored = await tx.records.all_records()
    if write:
        await tx.records.forget_all()
        await tx.records.save_records(recomputed)
    return [record.table for record in set(recomputed) ^ set(stored)]


async def _read_new_records(
    tx: Transaction, games: Mapping[str, Game[Any, Any]], table: int, rows: Sequence[ScoreRow]
) -> Sequence[ServerBest]:
    """Return the records that a game has broken, whether it is counted already or not."""
    row = await tx.tables.table(table)
    if row is None or row.game not in games:
        return ()
    if await tx.results.count_other_games(row.guild, row.game, table) < LEAST_GAMES:
        return ()
    records = await tx.records.records(row.guild, row.game)
    own_records = [record for record in records.values() if record.table == table]  # none if it wasn't counted yet
    result = ResultRow(table, row.guild, row.game, seats=0, ended_at=0)  # records don't depend on the last two
    broken_records = [*own_records, *find_new_records(games[row.game], result, rows, records)]
    users = {(score.seat, score.stint): score.user for score in rows}
    private_users = await tx.results.users_with_closed_stats({user for user in users.values() if user})
    by_key = {record.key: record for record in broken_records if record.before}  # a first record has broken none
    holders = {key: users.get((record.seat, record.stint)) for key, record in by_key.items()}
    named_holders = {key: None if user in private_users else user for key, user in holders.items()}
    return [
        ServerBest(record, by_key[record.key].value, named_holders[record.key])
        for record in records_of(games[row.game])
        if record.key in by_key
    ]


async def recompute_ratings(tx: Transaction, results: Sequence[ResultRow], *, write: bool) -> Sequence[int]:
    """Rate all games again, in the order in which they were counted.

    Return the tables whose stored ratings differ.
    """
    ladder = Ladder()
    changed_tables = list[int]()
    for row in results:
        if not row.rated:
            continue
        stored = await tx.results.scores(row.table)
        rows = ladder.count(row, stored, excluded_seats(stored))
        if [score.rating for score in rows] != [_with_tuples(score.rating) for score in stored]:
            changed_tables.append(row.table)
            if write:
                await tx.results.save_scores(row.table, rows, row.nth, rated=True)
    if write:
        await tx.results.forget_ratings()
        await tx.results.save_ratings(ladder.rows())
    return changed_tables


def _with_tuples(rating: Mapping[str, Sequence[float]] | None) -> Mapping[str, Sequence[float]] | None:
    """Return ratings with tuples again, since the database returns lists."""
    return None if rating is None else {name: tuple(numbers) for name, numbers in rating.items()}


async def _read_log(tx: Transaction, table: int) -> StoredTable:
    row = await tx.tables.table(table)
    assert row is not None
    return StoredTable(
        row, await tx.tables.seats(table), await tx.log.steps(table, 0, row.seq), await tx.log.seeds(table)
    )
