"""What every computer player promises, whatever its game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.game import DEALER
from engine.players import candidate_notations, judge
from tests.engine.play import Position, Setup
from tests.engine.twins import resting_position, twin


def decisions(setup: Setup, rng: Random, steps: range) -> Iterator[Position]:
    """Random positions in which a seat has to decide, so many steps from the start."""
    for step in steps:
        reached = resting_position(setup, rng, step)
        if reached.state.to_act not in (None, DEALER):
            yield reached


def judges_what_it_may_do(player: str, position: Position) -> None:
    """It holds each of its actions worth something, and the same for the same seed."""
    seen = position.state.observe(position.state.to_act)
    worth = judge(position.setup.game, player, seen, Random("seed"))
    assert list(worth) == list(candidate_notations(seen))
    assert judge(position.setup.game, player, seen, Random("seed")) == worth


def judges_by_what_it_sees(player: str, position: Position, rng: Random) -> bool:
    """It judges a twin alike; whether the twin differs in what is hidden."""
    seat = position.state.to_act
    other = twin(position, seat, rng)
    judged = judge(position.setup.game, player, position.state.observe(seat), Random("seed"))
    assert judge(position.setup.game, player, other.observe(seat), Random("seed")) == judged
    return bool(other != position.state)
