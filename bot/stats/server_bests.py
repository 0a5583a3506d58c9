"""The records of a server: the best results of people in a game, found in the marks of their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.stats.scores import COMEBACK, FASTEST
from bot.table.log.rows import RecordRow, ResultRow, ScoreRow
from engine.game import Game
from engine.stats import Record
from engine.words import Message, count, msg

LEAST_GAMES = 5
"""How many other games of a kind must be counted before a new record is announced."""


def minutes(n: int) -> Message:
    """Return a number of minutes in words."""
    return count("{n} minute", "{n} minutes", n)


def behind(n: int) -> Message:
    """Return in words how many points a winner was behind."""
    return count("{n} point behind", "{n} points behind", n)


COMMON = (
    Record(COMEBACK, msg("Greatest comeback"), behind),
    Record(FASTEST, msg("Fastest game"), minutes, is_least=True),
)
"""The records that every game has."""


class ServerBest(NamedTuple):
    """A record as it is shown. `user` and `name` are those of its holder, if their statistics are public."""

    record: Record
    value: int
    user: int | None = None
    name: str = ""


def records_of(game: Game[Any, Any]) -> Sequence[Record]:
    """Return the records of a game, the most important first."""
    return (*game.stats.records, *COMMON)


def best_scores(game: Game[Any, Any], rows: Iterable[ScoreRow]) -> Mapping[str, ScoreRow]:
    """Return the best score of a finished game for each record, by the record's key.

    Computer players hold no records.
    """
    best_rows = dict[str, ScoreRow]()
    for record in records_of(game):
        for row in rows:
            if row.player is None and record.key in row.marks:
                best = best_rows.get(record.key)
                if best is None or record.beats(row.marks[record.key], best.marks[record.key]):
                    best_rows[record.key] = row
    return best_rows


def find_new_records(
    game: Game[Any, Any], result: ResultRow, rows: Iterable[ScoreRow], records: Mapping[str, RecordRow]
) -> Sequence[RecordRow]:
    """Return the records that a game sets, given the `records` before it."""
    best_rows = best_scores(game, list(rows))
    new_records = list[RecordRow]()
    for record in records_of(game):
        if (row := best_rows.get(record.key)) is None:
            continue
        value = row.marks[record.key]
        old_record = records.get(record.key)
        if old_record is None or record.beats(value, old_record.value):
            old_value = None if old_record is None else old_record.value
            key = (result.guild, result.game, record.key)
            new_records.append(RecordRow(*key, value, old_value, row.table, row.seat, row.stint))
    return new_records
