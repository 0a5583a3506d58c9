"""The other games that wait for a player, to be listed below their hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.table.log.model import WaitingGame
from bot.table.log.rows import TableRow
from engine.game import Game
from engine.words import Message


def describe_waiting_games(rows: Sequence[TableRow], games: Mapping[str, Game[Any, Any]]) -> Sequence[WaitingGame]:
    """Return the games of these tables, in the same order; games that this bot doesn't have are left out."""
    return [
        WaitingGame(_name(row, games[row.game]), row.number, row.thread or row.channel)
        for row in rows
        if row.game in games
    ]


def _name(row: TableRow, game: Game[Any, Any]) -> Message:
    """Return what people call the game of a table; the general name if its options can't be read."""
    try:
        return game.name_with(game.options.from_json(msgspec.json.decode(row.options)))
    except (ValueError, TypeError, KeyError, msgspec.MsgspecError):
        return game.name
