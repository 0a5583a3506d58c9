"""Which game a message is about."""

from __future__ import annotations

from typing import Any

from bot.table.model import Seen, Table
from engine.game import Game
from engine.series import which_game
from engine.words import Message, dotted, msg

AnyGame = Game[Any, Any]


def titled(game: AnyGame, table: Table) -> Message:
    """Name a table by what is played there: "Block #12"; a practice game has no number."""
    name = game.called(table.options)
    if table.private:
        return msg("{game} · practice", game=name)
    return msg("{game} #{number}", game=name, number=table.number)


def numbered(game: AnyGame, number: int) -> Message:
    """Name a table that is known by its number alone."""
    return msg("{game} #{number}", game=game.name, number=number)


def headed(game: AnyGame, seen: Seen) -> Message:
    """Name a table that is seen, in a series with which game it is: "Game 2 of 3 · Draw Dominoes #12"."""
    return dotted(which_game(seen.observation), titled(game, seen.table))
