"""A game of one person with computer players, which begins as soon as its table is opened."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.draft import Draft
from bot.table.log.model import Person
from bot.table.rules import computers, lobby


def begin(draft: Draft, host: Person, players: Sequence[str], *, threaded: bool = False) -> None:
    """Open a table with computer players of these strengths, and begin its game.

    This rule needs the facts of `lobby.open_`.
    """
    lobby.open_(draft, host)
    for player in players:
        computers.seat_computer(draft, Person(0, computers.free_name(draft.table), player))
    lobby.start(draft, threaded=threaded)
