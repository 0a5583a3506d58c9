"""The options of a table in words."""

from __future__ import annotations

from bot.table.model import Table
from bot.talk import time as clocks
from bot.talk.title import AnyGame
from engine.words import Join, Message, listed, msg


def changes(table: Table) -> Message | None:
    """List the options that differ from the usual ones."""
    changed = table.options.changed()
    if not changed:
        return None
    return msg("Options: {options}", options=listed([f"{name} {value}" for name, value in changed.items()], Join.COMMA))


def noted(game: AnyGame, table: Table) -> Message | None:
    """Say what the players should know of the options before they begin."""
    return table.options.note(max(len(table.seats), game.seats[0]))


def all_options(table: Table) -> Message:
    """List every option with its value and meaning."""
    rows = [
        msg("`{name}` {value}: {help}", name=name, value=table.options.text(name), help=setting.help)
        for name, setting in table.options.settings().items()
    ]
    return listed(rows, Join.LINES)


def length(game: AnyGame, table: Table) -> Message:
    """Say how many turns the game will take, as honestly as can be said."""
    seats = max(len(table.seats), game.seats[0])
    span = game.turns(table.options, seats)
    if len(span) == 1:
        return msg("About {turns} turns with {seats} players.", turns=span[0], seats=seats)
    return msg("About {low} to {high} turns with {seats} players.", low=span[0], high=span[-1], seats=seats)


def clock(game: AnyGame, table: Table) -> Message:
    """Say how much time each player would have with those who are there."""
    seats = max(len(table.seats), game.seats[0])
    return clocks.clock(table.timing, seats, game.turns(table.options, seats)[-1])
