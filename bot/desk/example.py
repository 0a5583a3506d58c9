"""A position of each game for callers who ask for its rules where nobody plays it: random play, the same every time."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.table.clock.timing import Timing
from bot.table.model import Person, Seen, Standing, Status, Table
from engine.game import DEALER, Deal, Game

NAMES = ("Ana", "Ben", "Cem", "Dee")
MOVES = 13
"""Choices, not forced steps: enough for a board to look at, and few enough for a first round to go on."""


def example(game: Game[Any, Any], preset: str = "", seats: int = 3, most: int = MOVES, luck: str = "") -> Seen:
    """Return the channel's view of a table in the middle of a round, after so many choices; `luck` makes another."""
    options = game.presets[preset] if preset else game.options()
    seats, chance, moves = min(max(game.seats[0], seats), game.seats[-1]), Random(luck or game.key), 0
    state = game.start(options, seats)
    seen = state.observe(None)
    while moves < most:
        if state.to_act == DEALER:
            order = tuple(chance.sample(range(len(state.deck)), len(state.deck)))
            state = state.apply(Deal(order, chance.randrange(state.picks))).state
        else:
            actions = state.legal_actions()
            state = state.apply(state.automatic() or chance.choice(actions)).state
            moves += len(actions) > 1
        now = state.observe(None)
        if now.outcome is not None or now.scored:
            break
        seen = now
    return Seen(_table(game, options, seats, seen.to_act), None, seen)


def _table(game: Game[Any, Any], options: Any, seats: int, to_act: int | None) -> Table:
    return Table(
        id=0,
        number=0,
        game=game.key,
        guild=None,
        channel=0,
        threaded=False,
        thread=None,
        host=0,
        status=Status.RUNNING,
        options=options,
        seats=tuple(Person(0, name) for name in NAMES[:seats]),
        shown_seq=0,
        standing=Standing(round=1, to_act=to_act),
        timing=Timing(),
    )
