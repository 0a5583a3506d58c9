"""The titles of games in messages."""

from __future__ import annotations

from typing import Any

from bot.table.log.model import Seen, Table
from engine.game import Game
from engine.series import which_game
from engine.words import Message, join_with_dots, msg

AnyGame = Game[Any, Any]


def table_title(game: AnyGame, table: Table) -> Message:
    """Name a table by its game: "Block #12"; a practice game has no number."""
    name = game.name_with(table.options)
    if table.private:
        return msg("{game} · practice", game=name)
    return msg("{game} #{number}", game=name, number=table.number)


def title_with_number(game: AnyGame, number: int) -> Message:
    """Name a table by its number if nothing else of it is known."""
    return msg("{game} #{number}", game=game.name, number=number)


def game_title(game: AnyGame, seen: Seen) -> Message:
    """Name a table, with the number of the current game in a series.

    For example: "Game 2 of 3 · Draw Dominoes #12".
    """
    return join_with_dots(which_game(seen.observation), table_title(game, seen.table))
